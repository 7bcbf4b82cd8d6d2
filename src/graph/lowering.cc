#include "graph/lowering.h"

#include <algorithm>

#include "base/try.h"
#include "graph/weave.h"
#include "ops/cast/cast.h"

namespace bitloom {

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
  if (group_ && group_->anchor >= 0) take(weave(kernel));
  if (!why_not_.empty()) return {};  // lower() gives it up
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
  const wgsl::Value* threads = kernel.params.find("threads");
  Dispatch d{.groups = kernel.groups,
             .threads = threads ? static_cast<uint32_t>(threads->number()) : kernel.threads,
             .tile = kernel.tile};
  const std::array<uint32_t, 2> asked{4 * profile().tile, 4 * profile().tile};
  if (profile().own_threads && profile().own_threads != d.threads)
    d.note = format("not {} threads as asked for: more than fit, or too few", profile().own_threads);
  if (profile().own_tile && d.tile[0] && d.tile != asked)
    d.note +=
        format("{}not a tile of {}x{} as asked for: it does not fit", d.note.empty() ? "" : "; ", asked[0], asked[1]);
  d.key = {std::move(kernel.file), std::move(kernel.params), std::move(kernel.prelude)};
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

void Lowering::take(const Parts& parts) {
  bool again = parts.epilogue && !std::exchange(epilogue_left_, false);
  for (size_t i : parts.prologues) again = again || !prologues_left_[i], prologues_left_[i] = false;
  if (!parts.fit) why_not_ = "one kernel would have more tensors or parameters than it can";
  else if (again) why_not_ = "several kernels would compute it";
}

Result<std::string> Lowering::lower(const Graph& graph, const std::vector<int>& maker, const Group& group) {
  graph_ = &graph, maker_ = &maker, group_ = &group;
  if (group.anchor < 0) {
    Weaver weaver(graph, maker, plan_, profile().fast_math);
    if (!weaver.add({.nodes = group.epilogue, .out = group.out}))
      return error(Code::internal, "[fuse] element-wise nodes of {} elements cannot share a kernel",
                   graph.desc(group.out[0]).shape.elements());
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
    prologues_left_.assign(group.prologues.size(), true);
    epilogue_left_ = !group.epilogue.empty() || !group.cuts.empty();
    (void)TRY(op_of(anchor).gpu(*this, {in, anchor.attrs, out}));
    if (why_not_.empty() && (epilogue_left_ || std::ranges::find(prologues_left_, true) != prologues_left_.end()))
      why_not_ = "the anchor's kernel for this shape and type cannot take all of it";
    if (!why_not_.empty()) {
      step_.dispatches.clear(), step_.temps.clear();
      return why_not_;
    }
  }
  // What the step reads, for whoever frees it.
  for (const Dispatch& d : step_.dispatches)
    for (int slot : d.reads)
      if (std::ranges::find(step_.temps, slot) == step_.temps.end() &&
          std::ranges::find(step_.in, slot) == step_.in.end())
        step_.in.push_back(slot);
  return std::string();
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

Lowering::Parts Lowering::weave(Kernel& kernel) {
  Parts parts;
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
  for (size_t at = 0; at < group_->prologues.size(); ++at)
    for (const Kernel::Load& load : kernel.loads) {
      const Group::Prologue& p = group_->prologues[at];
      const bool reads =
          std::ranges::any_of(kernel.reads, [&](const Operand& o) { return o.slot == slot_of(p.carried); });
      if (load.input != p.input || !reads) continue;
      std::vector<Value> out = of(p.nodes);
      if (!out.empty() && !load.once) continue;
      if (weaver.add({.hook = load.hook,
                      .nodes = p.nodes,
                      .carried = p.carried,
                      .result = without_reshapes(*graph_, *maker_, anchor.in[static_cast<size_t>(p.input)]),
                      .out = std::move(out),
                      .unit = load.unit}))
        parts.prologues.push_back(at);
    }
  const bool follows = !group_->epilogue.empty() || !group_->cuts.empty();
  if (follows && kernel.store_unit && kernel.writes[0].slot == result().id) {
    std::vector<int> nodes = group_->epilogue;
    nodes.push_back(group_->anchor);
    const std::vector<int> stored = cuts();
    const bool cut = !stored.empty() && (*maker_)[static_cast<size_t>(result().id)] == stored[0];
    parts.epilogue = weaver.add({.hook = "post",
                                 .nodes = group_->epilogue,
                                 .carried = anchor.out[0],
                                 .result = cut ? Value{} : result(),
                                 .cuts = stored,
                                 .out = of(nodes),
                                 .unit = kernel.store_unit});
    if (profile().stage_epilogues) kernel.params.set("after", 1);
  }
  if (parts.prologues.empty() && !parts.epilogue) return parts;
  weaver.weave(kernel);
  parts.fit = kernel.reads.size() + kernel.writes.size() <= limits().max_storage_buffers_per_stage &&
              kernel.reads.size() + kernel.uniforms.words().size() <= most_uniform_words;
  return parts;
}

}  // namespace bitloom
