#include "graph/plan.h"

#include <algorithm>

#include "base/try.h"
#include "graph/arena.h"
#include "graph/lowering.h"
#include "graph/passes.h"

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

namespace {

size_t at(int i) { return static_cast<size_t>(i); }

std::string label_of(const Graph& graph, std::span<const int> nodes) {
  std::string label;
  for (int n : nodes) label += format("{}{}", label.empty() ? "" : " + ", graph.nodes()[at(n)].op());
  return label;
}

// When each value is last read, views of it included, counted in groups.
class LastReads {
 public:
  LastReads(const Graph& graph, const std::vector<Group>& groups) {
    for (size_t v = 0; v < graph.values(); ++v) source_.push_back(static_cast<int>(v));
    for (const Graph::Node& node : graph.nodes()) {
      std::vector<Desc> in, out;
      for (Value v : node.in) in.push_back(graph.desc(v));
      for (Value v : node.out) out.push_back(graph.desc(v));
      if (op_of(node).view && op_of(node).view({in, node.attrs, out}))
        source_[at(node.out[0].id)] = source_[at(node.in[0].id)];
    }
    last_.resize(graph.values(), -1);
    for (size_t g = 0; g < groups.size(); ++g)
      for (int n : groups[g].nodes())
        for (Value v : graph.nodes()[at(n)].in) last_[at(source(v))] = static_cast<int>(g);
    for (const Graph::Named& o : graph.outputs()) last_[at(source(o.value))] = static_cast<int>(groups.size());
  }
  int source(Value v) const { return source_[at(v.id)]; }  // the value whose bytes v shows
  int last(Value v) const { return last_[at(source(v))]; }

 private:
  std::vector<int> source_, last_;
};

struct Compiler {
  Compiler(const Graph& g, const Target& t, Plan& p, const std::vector<Group>& groups)
      : graph(g), target(t), plan(p), maker(makers_of(g)), reads(g, groups) {
    shown.resize(g.nodes().size());
  }

  // Whether a node may change its first operand instead of copying it: nothing reads what was there later, and it is a
  // result of the plan or a mutable input. Such an input is always changed; where that cannot be, it is an error.
  Result<bool> changes_in_place(const Graph::Node& node) const {
    if (!op_of(node).in_place) return false;
    const Slot& shown_slot = plan.slots[at(node.in[0].id)];
    const Slot& root = shown_slot.root >= 0 ? plan.slots[at(shown_slot.root)] : shown_slot;
    const bool is_input = root.source == Slot::input;
    const Graph::Named* input = is_input ? &graph.inputs()[at(root.index)] : nullptr;
    if (root.source == Slot::constant || (input && !input->changes)) return false;
    std::string_view why_not;
    if (reads.last(node.in[0]) > group) why_not = "what was there before is read later";
    for (size_t i = 1; i < node.in.size(); ++i)
      if (reads.source(node.in[i]) == reads.source(node.in[0])) why_not = "it is read at the same time";
    if (shown_slot.offset != 0 || shown_slot.desc.bytes() != root.desc.bytes() || (input && !root.quads))
      why_not = "it is a view";
    if (input && !why_not.empty())
      return error(Code::unsupported, "[{}] the mutable input '{}' cannot be changed in place: {}", node.op(),
                   input->name, why_not);
    return why_not.empty();
  }

  // Reshapes become steps when something that is not fused reads them.
  Status show(Value v) {
    const int n = maker[at(v.id)];
    if (n < 0 || !looks_through(op_of(graph.nodes()[at(n)])) || shown[at(n)]) return {};
    shown[at(n)] = true;
    return add_single(n);
  }

  // One node as a step: a view, a call on the CPU, or what its op appends.
  Status add_single(int n) {
    const Graph::Node& node = graph.nodes()[at(n)];
    for (Value v : node.in) (void)TRY(show(v));
    Step step{.op = &op_of(node), .attrs = node.attrs, .label = std::string(node.op()), .nodes = {n}};
    std::vector<Desc> in, out;
    for (Value v : node.in) step.in.push_back(v.id), in.push_back(graph.desc(v));
    for (Value v : node.out) step.out.push_back(v.id), out.push_back(graph.desc(v));
    const OpCall call{in, step.attrs, out};
    if (auto offset = op_of(node).view ? op_of(node).view(call) : std::nullopt) {
      const Slot& from = plan.slots[at(step.in[0])];
      Slot& to = plan.slots[at(step.out[0])];
      to.root = from.root >= 0 ? from.root : step.in[0];
      to.offset = from.offset + *offset;
      to.quads = from.quads && *offset % 4 == 0;
      step.view = true;
    }
    if (!step.view && TRY(changes_in_place(node))) {
      const int root = plan.slots[at(step.in[0])].root;
      plan.slots[at(step.out[0])].root = root >= 0 ? root : step.in[0];
      step.in_place = true;
    }
    if (target.device && !step.view) {
      if (!op_of(node).gpu)
        return error(Code::unsupported, "[{}] has no GPU kernel; run it on the CPU backend", node.op());
      Lowering lowering(plan, step, target);
      (void)TRY(op_of(node).gpu(lowering, call));
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
    Step step{.op = &op_of(main), .attrs = main.attrs, .label = label_of(graph, nodes), .nodes = nodes};
    for (Value v : group.out) step.out.push_back(v.id);
    Lowering lowering(plan, step, target);
    const std::string why_not = TRY(lowering.lower(graph, maker, group));
    if (why_not.empty()) {
      plan.steps.push_back(std::move(step));
      return {};
    }
    // The anchor alone, with what comes before and after it as kernels of their own.
    for (const Group::Prologue& p : group.prologues) {
      (void)TRY(add({.epilogue = p.nodes, .out = outputs_of(graph, p.nodes)}));
      plan.apart.push_back({p.nodes.back(), group.anchor, why_not});
    }
    (void)TRY(add_single(group.anchor));
    if (!group.epilogue.empty()) {
      plan.apart.push_back({group.anchor, group.epilogue.front(), why_not});
      (void)TRY(add({.epilogue = group.epilogue, .out = outputs_of(graph, group.epilogue)}));
    }
    for (int n : group.cuts) {
      plan.apart.push_back({maker[at(graph.nodes()[at(n)].in[0].id)], n, why_not});
      (void)TRY(add_single(n));
    }
    return {};
  }

  const Graph& graph;
  const Target& target;
  Plan& plan;
  std::vector<int> maker;  // by value
  LastReads reads;
  std::vector<bool> shown;  // by node: a reshape that is a step
  int group = 0;            // the one being added
};

}  // namespace

Result<Graph> simplified_for(const Graph& graph, const Target& target) {
  if (!target.fuse) return graph;
  const uint64_t most = target.device ? target.device->limits.max_storage_buffer_binding_size : UINT64_MAX;
  return passes::simplified(graph, {.join_products = true, .most_joined_bytes = most});
}

Result<Plan> compile(const Graph& graph, const Target& target) {
  return plan_for(TRY(simplified_for(graph, target)), target);
}

Result<Plan> plan_for(const Graph& graph, const Target& target) {
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
  for (const auto& [value, constant] : graph.constants()) {
    Slot& slot = plan.slots[static_cast<size_t>(value.id)];
    slot.source = Slot::constant, slot.index = static_cast<int>(plan.constants.size());
    slot.quads = constant.starts_at_quad();
    plan.constants.push_back(constant);
  }
  FuseLimits limits{.together = target.device && target.fuse};
  if (target.most_fused) limits.most_ops = static_cast<size_t>(target.most_fused);
  if (target.device) limits.most_tensors = target.device->limits.max_storage_buffers_per_stage;
  Fusion fusion = TRY(fuse(graph, limits));
  plan.apart = std::move(fusion.apart);
  Compiler compiler(graph, target, plan, fusion.groups);
  for (const Group& group : fusion.groups) {
    (void)TRY(compiler.add(group));
    ++compiler.group;
  }
  for (const Graph::Named& o : graph.outputs()) (void)TRY(compiler.show(o.value));
  for (const Graph::Named& o : graph.outputs()) plan.outputs.push_back(o.value.id);
  lay_out(plan);
  return plan;
}

}  // namespace bitloom
