#include "graph/plan.h"

#include <algorithm>

#include "graph/lowering.h"
#include "graph/passes.h"
#include "graph/weave.h"
#include "ops/cast/cast.h"

namespace bitloom {

size_t Plan::dispatch_count() const {
  size_t n = 0;
  for (const Step& s : steps) n += s.dispatches.size();
  return n;
}

uint64_t Plan::arena_bytes() const {
  uint64_t sum = 0;
  for (uint64_t bytes : arena) sum += bytes;
  return sum;
}

std::string Plan::text() const {
  std::string out;
  for (const Step& s : steps) {
    std::string args;
    for (int i : s.in) args += format("{}{}", args.empty() ? "" : ", ", slots[static_cast<size_t>(i)].desc);
    out += format("{}({}) -> {}{}\n", s.label, args, slots[static_cast<size_t>(s.out[0])].desc, s.view ? "  view" : "");
    for (const Dispatch& d : s.dispatches)
      out += format("  {} x [{}, {}, {}]\n", d.key.text(), d.groups[0], d.groups[1], d.groups[2]);
  }
  return out;
}

Lowering::Lowering(Plan& plan, Step& step, const Target& target) : plan_(plan), step_(step), target_(target) {
  for (int slot : step.in) in_.push_back({slot, plan.slots[static_cast<size_t>(slot)].desc});
  for (int slot : step.out) out_.push_back({slot, plan.slots[static_cast<size_t>(slot)].desc});
}

Operand Lowering::temp(Desc desc) {
  const int slot = static_cast<int>(plan_.slots.size());
  plan_.slots.push_back({.desc = desc});
  step_.temps.push_back(slot);
  return {slot, desc};
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
  if (group_ && group_->anchor >= 0 && !weave(kernel)) return {};  // lower() will say that it does not fit
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
  Dispatch d{.key = {std::move(kernel.file), std::move(kernel.params), std::move(kernel.prelude)},
             .groups = kernel.groups};
  for (const Operand& o : kernel.reads) d.reads.push_back(o.slot), d.uniforms.push_back(0);
  for (const Operand& o : kernel.writes) d.writes.push_back(o.slot);
  d.uniforms.insert(d.uniforms.end(), kernel.uniforms.words().begin(), kernel.uniforms.words().end());
  if (d.uniforms.size() > most_uniform_words)
    return error(Code::internal, "[{}] {} uniform words; {} fit", step_.op->name, d.uniforms.size(),
                 most_uniform_words);
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

Result<bool> Lowering::lower(const Graph& graph, const std::vector<int>& maker, const Group& group) {
  graph_ = &graph, maker_ = &maker, group_ = &group;
  if (group.anchor < 0) {
    Weaver weaver(graph, maker, plan_, profile().fast_math);
    if (!weaver.add({.nodes = group.epilogue, .out = group.out})) return false;
    const auto count = static_cast<uint64_t>(graph.desc(group.out[0]).shape.elements());
    const uint32_t threads = profile().elementwise_threads;
    Kernel k{.file = "elementwise/fused.wgsl"};
    k.params.set("threads", threads);
    k.uniforms.add(count);
    k.groups = TRY(linear_groups(ceil_div(count, uint64_t{4} * threads)));
    weaver.weave(k);
    (void)TRY(dispatch(std::move(k)));
  } else {
    const Graph::Node& anchor = graph.nodes()[static_cast<size_t>(group.anchor)];
    std::vector<Desc> in, out;
    for (Value v : anchor.in) in.push_back(graph.desc(v));
    for (Value v : anchor.out) out.push_back(graph.desc(v));
    for (size_t i = 0; i < anchor.in.size(); ++i) in_.push_back({anchor.in[i].id, in[i]});
    for (const Group::Prologue& p : group.prologues)
      in_[static_cast<size_t>(p.input)].slot = without_reshapes(graph, maker, p.carried).id;
    out_ = {{result().id, out[0]}};
    (void)TRY(anchor.op->gpu(*this, {in, anchor.attrs, out}));
    if (overfull_ || woven_ != group.prologues.size() + (group.epilogue.empty() && group.cuts.empty() ? 0 : 1)) {
      step_.dispatches.clear(), step_.temps.clear();
      return false;
    }
  }
  // What the step reads, for whoever frees it.
  for (const Dispatch& d : step_.dispatches)
    for (int slot : d.reads)
      if (std::ranges::find(step_.temps, slot) == step_.temps.end() &&
          std::ranges::find(step_.in, slot) == step_.in.end())
        step_.in.push_back(slot);
  return true;
}

// Of the cuts, those that are stored: not a slice that only a transpose reads.
std::vector<int> Lowering::cuts() const {
  std::vector<int> stored;
  for (int n : group_->cuts)
    if (std::ranges::any_of(group_->out, [&](Value v) { return (*maker_)[static_cast<size_t>(v.id)] == n; }))
      stored.push_back(n);
  return stored;
}

// What the anchor's kernel stores itself: what the epilogue ends with, or the first cut where nobody wants the whole.
Value Lowering::result() const {
  const int last = group_->epilogue.empty() ? group_->anchor : group_->epilogue.back();
  const Value whole = graph_->nodes()[static_cast<size_t>(last)].out[0];
  const bool wanted = std::ranges::any_of(group_->out, [&](Value v) { return v.id == whole.id; });
  const std::vector<int> stored = cuts();
  return wanted || stored.empty() ? whole : graph_->nodes()[static_cast<size_t>(stored[0])].out[0];
}

// False: with what was fused in, the kernel has more tensors or parameters than one can have.
bool Lowering::weave(Kernel& kernel) {
  const auto slot_of = [&](Value v) { return without_reshapes(*graph_, *maker_, v).id; };
  const auto of = [&](std::span<const int> nodes) {
    std::vector<Value> out;
    for (Value v : group_->out)
      if (v.id != result().id && std::ranges::find(nodes, (*maker_)[static_cast<size_t>(v.id)]) != nodes.end())
        out.push_back(v);
    return out;
  };
  const Graph::Node& anchor = graph_->nodes()[static_cast<size_t>(group_->anchor)];
  Weaver weaver(*graph_, *maker_, plan_, profile().fast_math);
  const size_t before = woven_;
  for (const Group::Prologue& p : group_->prologues)
    for (const Kernel::Load& load : kernel.loads) {
      const bool reads =
          std::ranges::any_of(kernel.reads, [&](const Operand& o) { return o.slot == slot_of(p.carried); });
      if (load.input != p.input || !reads) continue;
      std::vector<Value> out = of(p.nodes);
      if (!out.empty() && !load.once) continue;
      woven_ += weaver.add({.hook = load.hook,
                            .nodes = p.nodes,
                            .carried = p.carried,
                            .result = without_reshapes(*graph_, *maker_, anchor.in[static_cast<size_t>(p.input)]),
                            .out = std::move(out),
                            .unit = load.unit});
    }
  const bool follows = !group_->epilogue.empty() || !group_->cuts.empty();
  if (follows && kernel.store_unit && kernel.writes[0].slot == result().id) {
    std::vector<int> nodes = group_->epilogue;
    nodes.push_back(group_->anchor);
    const std::vector<int> stored = cuts();
    const bool cut = !stored.empty() && (*maker_)[static_cast<size_t>(result().id)] == stored[0];
    woven_ += weaver.add({.hook = "post",
                          .nodes = group_->epilogue,
                          .carried = anchor.out[0],
                          .result = cut ? Value{} : result(),
                          .cuts = stored,
                          .out = of(nodes),
                          .unit = kernel.store_unit});
    // Measured on NVIDIA's; on the CPU it costs little, and tests run it.
    if (device().adapter.vendor == Vendor::nvidia || device().adapter.software) kernel.params.set("after", 1);
  }
  if (woven_ == before) return true;
  weaver.weave(kernel);
  overfull_ = overfull_ || kernel.reads.size() + kernel.writes.size() > limits().max_storage_buffers_per_stage ||
              kernel.reads.size() + kernel.uniforms.words().size() > most_uniform_words;
  return !overfull_;
}

namespace {

size_t at(int i) { return static_cast<size_t>(i); }

std::string label_of(const Graph& graph, std::span<const int> nodes) {
  std::string label;
  for (int n : nodes) label += format("{}{}", label.empty() ? "" : " + ", graph.nodes()[at(n)].op->name);
  return label;
}

// Gives every result that is not an output a block of the arena, which it has until its last use: of the free ones the
// smallest that is large enough, or else the largest, made larger.
void place_results(Plan& plan) {
  std::vector<int> free;
  const int end = static_cast<int>(plan.steps.size());
  for (int s = 0; s < end; ++s) {
    const Step& step = plan.steps[at(s)];
    if (step.view) continue;
    std::vector<int> made = step.out;
    made.insert(made.end(), step.temps.begin(), step.temps.end());
    for (int i : made) {
      Slot& slot = plan.slots[at(i)];
      if (slot.last_use >= end || slot.root >= 0) continue;
      const uint64_t bytes = slot.desc.bytes();
      auto best = free.end();
      for (auto f = free.begin(); f != free.end(); ++f) {
        const uint64_t has = plan.arena[at(*f)], had = best == free.end() ? 0 : plan.arena[at(*best)];
        if (best == free.end() || (had < bytes ? has > had : has >= bytes && has < had)) best = f;
      }
      if (best == free.end()) {
        slot.block = static_cast<int>(plan.arena.size());
        plan.arena.push_back(bytes);
      } else {
        slot.block = *best;
        free.erase(best);
        plan.arena[at(slot.block)] = std::max(plan.arena[at(slot.block)], bytes);
      }
    }
    for (const Slot& slot : plan.slots)
      if (slot.block >= 0 && slot.last_use == s) free.push_back(slot.block);
  }
}

struct Compiler {
  Compiler(const Graph& g, const Target& t, Plan& p) : graph(g), target(t), plan(p), maker(makers_of(g)) {
    shown.resize(g.nodes().size());
  }

  // Reshapes become steps when something that is not fused reads them.
  Status show(Value v) {
    const int n = maker[at(v.id)];
    if (n < 0 || graph.nodes()[at(n)].op->name != "reshape" || shown[at(n)]) return {};
    shown[at(n)] = true;
    return add_single(n);
  }

  // One node as a step: a view, a call on the CPU, or what its op appends.
  Status add_single(int n) {
    const Graph::Node& node = graph.nodes()[at(n)];
    for (Value v : node.in) (void)TRY(show(v));
    Step step{.op = node.op, .attrs = node.attrs, .label = std::string(node.op->name), .nodes = {n}};
    std::vector<Desc> in, out;
    for (Value v : node.in) step.in.push_back(v.id), in.push_back(graph.desc(v));
    for (Value v : node.out) step.out.push_back(v.id), out.push_back(graph.desc(v));
    const OpCall call{in, step.attrs, out};
    if (auto offset = node.op->view ? node.op->view(call) : std::nullopt) {
      const Slot& from = plan.slots[at(step.in[0])];
      Slot& to = plan.slots[at(step.out[0])];
      to.root = from.root >= 0 ? from.root : step.in[0];
      to.offset = from.offset + *offset;
      to.quads = from.quads && *offset % 4 == 0;
      step.view = true;
    }
    if (node.op->in_place && !step.view && plan.slots[at(step.in[0])].source == Slot::input &&
        plan.slots[at(step.in[0])].quads) {
      plan.slots[at(step.out[0])].root = step.in[0];
      step.in_place = true;
    }
    if (target.device && !step.view) {
      if (!node.op->gpu)
        return error(Code::unsupported, "[{}] has no GPU kernel; run it on the CPU backend", node.op->name);
      Lowering lowering(plan, step, target);
      (void)TRY(node.op->gpu(lowering, call));
    }
    plan.steps.push_back(std::move(step));
    return {};
  }

  Status add(const Group& group) {
    if (group.alone >= 0) return add_single(group.alone);
    const std::vector<int> nodes = group.nodes();
    if (group.anchor >= 0)
      for (Value v : graph.nodes()[at(group.anchor)].in)
        if (!std::ranges::any_of(group.prologues, [&](const Group::Prologue& p) {
              return graph.nodes()[at(group.anchor)].in[at(p.input)].id == v.id;
            }))
          (void)TRY(show(v));
    const Graph::Node& main = graph.nodes()[at(group.anchor >= 0 ? group.anchor : nodes.back())];
    Step step{.op = main.op, .attrs = main.attrs, .label = label_of(graph, nodes), .nodes = nodes};
    for (Value v : group.out) step.out.push_back(v.id);
    Lowering lowering(plan, step, target);
    if (TRY(lowering.lower(graph, maker, group))) {
      plan.steps.push_back(std::move(step));
      return {};
    }
    // The anchor alone, with what comes before and after it as kernels of their own.
    const std::string no_place = "the anchor's kernel for this shape and type has no place for all of it";
    for (const Group::Prologue& p : group.prologues) {
      (void)TRY(add({.epilogue = p.nodes, .out = outputs_of(graph, p.nodes)}));
      plan.apart.push_back({p.nodes.back(), group.anchor, no_place});
    }
    (void)TRY(add_single(group.anchor));
    if (!group.epilogue.empty()) {
      plan.apart.push_back({group.anchor, group.epilogue.front(), no_place});
      (void)TRY(add({.epilogue = group.epilogue, .out = outputs_of(graph, group.epilogue)}));
    }
    for (int n : group.cuts) {
      plan.apart.push_back({maker[at(graph.nodes()[at(n)].in[0].id)], n, no_place});
      (void)TRY(add_single(n));
    }
    return {};
  }

  const Graph& graph;
  const Target& target;
  Plan& plan;
  std::vector<int> maker;   // by value
  std::vector<bool> shown;  // by node: a reshape that is a step
};

}  // namespace

Result<Plan> compile(const Graph& given, const Target& target) {
  if (!target.device || !target.fuse) return compile_as_is(given, target);
  return compile_as_is(TRY(passes::simplified(given, {.join_products = true})), target);
}

Result<Plan> compile_as_is(const Graph& graph, const Target& target) {
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
    slot.quads = tensor.on_cpu() || tensor.offset() % 4 == 0;  // from the CPU it is copied to a place of its own
    plan.constants.push_back(tensor);
  }
  FuseLimits limits{.together = target.device && target.fuse};
  if (target.most_fused) limits.most_ops = static_cast<size_t>(target.most_fused);
  if (target.device) limits.most_tensors = target.device->limits.max_storage_buffers_per_stage;
  Fusion fusion = fuse(graph, limits);
  plan.apart = std::move(fusion.apart);
  Compiler compiler(graph, target, plan);
  for (const Group& group : fusion.groups) (void)TRY(compiler.add(group));
  for (const Graph::Named& o : graph.outputs()) (void)TRY(compiler.show(o.value));
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
  place_results(plan);
  return plan;
}

}  // namespace bitloom
