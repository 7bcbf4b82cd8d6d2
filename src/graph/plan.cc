#include "graph/plan.h"

#include "graph/lowering.h"
#include "ops/cast/cast.h"

namespace bitloom {

size_t Plan::dispatch_count() const {
  size_t n = 0;
  for (const Step& s : steps) n += s.dispatches.size();
  return n;
}

std::string Plan::text() const {
  std::string out;
  for (const Step& s : steps) {
    std::string args;
    for (int i : s.in) args += format("{}{}", args.empty() ? "" : ", ", slots[static_cast<size_t>(i)].desc);
    out +=
        format("{}({}) -> {}{}\n", s.op->name, args, slots[static_cast<size_t>(s.out[0])].desc, s.view ? "  view" : "");
    for (const Dispatch& d : s.dispatches)
      out += format("  {} x [{}, {}, {}]\n", d.key.text(), d.groups[0], d.groups[1], d.groups[2]);
  }
  return out;
}

Operand Lowering::operand(int slot) const {
  const Slot& s = plan_.slots[static_cast<size_t>(slot)];
  return {slot, s.desc, s.quads};
}

Operand Lowering::temp(Desc desc) {
  const int slot = static_cast<int>(plan_.slots.size());
  plan_.slots.push_back({.desc = desc});
  step_.temps.push_back(slot);
  return operand(slot);
}

Result<std::array<uint32_t, 3>> Lowering::linear_groups(uint64_t groups) const {
  const uint64_t most = limits().max_workgroups_per_dimension;
  if (groups <= most) return std::array{static_cast<uint32_t>(groups), 1u, 1u};
  const uint64_t rows = ceil_div(groups, most);
  if (rows > most)
    return error(Code::limit,
                 "[{}] {} workgroups are over the device's maxComputeWorkgroupsPerDimension squared ({}^2)",
                 step_.op->name, groups, most);
  return std::array{static_cast<uint32_t>(ceil_div(groups, rows)), static_cast<uint32_t>(rows), 1u};
}

Status Lowering::dispatch(Kernel kernel) {
  for (uint32_t n : kernel.groups) {
    if (n == 0) return {};  // nothing to compute
    if (n > limits().max_workgroups_per_dimension)
      return error(Code::limit,
                   "[{}] {} workgroups in one dimension are over the device's maxComputeWorkgroupsPerDimension {}",
                   step_.op->name, n, limits().max_workgroups_per_dimension);
  }
  if (kernel.reads.size() + kernel.writes.size() > limits().max_storage_buffers_per_stage)
    return error(Code::limit, "[{}] {} tensors in one kernel are over the device's maxStorageBuffersPerShaderStage {}",
                 step_.op->name, kernel.reads.size() + kernel.writes.size(), limits().max_storage_buffers_per_stage);
  Dispatch d{.key = {std::move(kernel.file), std::move(kernel.params)}, .groups = kernel.groups};
  for (const Operand& o : kernel.reads) d.reads.push_back(o.slot), d.uniforms.push_back(0);
  for (const Operand& o : kernel.writes) d.writes.push_back(o.slot);
  d.uniforms.insert(d.uniforms.end(), kernel.uniforms.words().begin(), kernel.uniforms.words().end());
  if (d.uniforms.size() > 64)
    return error(Code::internal, "[{}] {} uniform words; 64 fit", step_.op->name, d.uniforms.size());
  for (const std::vector<int>* list : {&d.reads, &d.writes})
    for (int slot : *list) {
      const Slot& s = plan_.slots[static_cast<size_t>(slot)];
      // A view may start up to an alignment unit after its binding does.
      const uint64_t bytes = s.desc.bytes() + (s.root >= 0 ? limits().min_storage_offset_alignment : 0);
      if (bytes > limits().max_storage_buffer_binding_size)
        return error(Code::limit, "[{}] a tensor {} of {} bytes is over the device's maxStorageBufferBindingSize {}",
                     step_.op->name, s.desc, bytes, limits().max_storage_buffer_binding_size);
    }
  step_.dispatches.push_back(std::move(d));
  return {};
}

Status Lowering::cast(const Operand& from, const Operand& to) { return cast_kernel(*this, from, to); }

Result<Plan> compile(const Graph& graph, const Target& target) {
  Plan plan;
  plan.slots.resize(graph.values());
  for (size_t i = 0; i < plan.slots.size(); ++i) plan.slots[i].desc = graph.desc({static_cast<int>(i)});
  for (size_t i = 0; i < graph.inputs().size(); ++i) {
    const int id = graph.inputs()[i].value.id;
    Slot& slot = plan.slots[static_cast<size_t>(id)];
    slot.source = Slot::input, slot.index = static_cast<int>(i);
    slot.quads = i >= target.misaligned.size() || !target.misaligned[i];
    plan.inputs.push_back(id);
  }
  for (const auto& [value, tensor] : graph.constants()) {
    Slot& slot = plan.slots[static_cast<size_t>(value.id)];
    slot.source = Slot::constant, slot.index = static_cast<int>(plan.constants.size());
    plan.constants.push_back(tensor);
  }
  for (const Graph::Node& node : graph.nodes()) {
    Step step{.op = node.op, .attrs = node.attrs};
    std::vector<Desc> in, out;
    for (Value v : node.in) step.in.push_back(v.id), in.push_back(graph.desc(v));
    for (Value v : node.out) step.out.push_back(v.id), out.push_back(graph.desc(v));
    const OpCall call{in, step.attrs, out};
    if (auto offset = node.op->view ? node.op->view(call) : std::nullopt) {
      const Slot& from = plan.slots[static_cast<size_t>(step.in[0])];
      Slot& to = plan.slots[static_cast<size_t>(step.out[0])];
      to.root = from.root >= 0 ? from.root : step.in[0];
      to.offset = from.offset + *offset;
      to.quads = from.quads && *offset % 4 == 0;
      step.view = true;
    } else if (target.device) {
      if (!node.op->gpu)
        return error(Code::unsupported, "[{}] has no GPU kernel; run it on the CPU backend", node.op->name);
      Lowering lowering(plan, step, target);
      (void)TRY(node.op->gpu(lowering, call));
    }
    plan.steps.push_back(std::move(step));
  }
  const auto root = [&](int slot) {
    const int r = plan.slots[static_cast<size_t>(slot)].root;
    return r >= 0 ? r : slot;
  };
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& s = plan.steps[i];
    for (const auto* list : {&s.in, &s.out, &s.temps})
      for (int slot : *list) plan.slots[static_cast<size_t>(root(slot))].last_use = static_cast<int>(i);
  }
  for (const Graph::Named& o : graph.outputs()) {
    plan.outputs.push_back(o.value.id);
    plan.slots[static_cast<size_t>(root(o.value.id))].last_use = static_cast<int>(plan.steps.size());
  }
  return plan;
}

}  // namespace bitloom
