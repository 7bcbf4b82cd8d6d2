// Products that share a left side become one, and what follows them: see passes.h.
#include <algorithm>
#include <optional>
#include <set>

#include "base/try.h"
#include "graph/fuse.h"
#include "graph/passes.h"
#include "graph/rewrite.h"

namespace bitloom::passes {
namespace {

// The axis that outputs lie along in what a product multiplies with: a matrix, or codes, scales and minimums.
int outputs_axis(const Graph::Node& product) { return op_of(product).outputs_axis(product.attrs); }
// What a joined product may be given as its bias: op(x, identity) is x.
bool adds_bias(const Graph::Node& node) { return op_of(node).commutative && op_of(node).identity; }

struct Member {
  const Graph::Node* product;
  const Graph::Node* add = nullptr;  // of the bias, if there is one
  Value bias{};
  int64_t columns = 0;
  uint64_t bytes = 0;  // of the weights
  const Graph::Node& last() const { return add ? *add : *product; }
};

Result<Constant> side_by_side(const std::vector<Constant>& parts, int axis) {
  std::vector<Desc> in;
  for (const Constant& c : parts) in.push_back(c.desc());
  const Resolved call = TRY(resolve("concat", in, {{"axis", axis}}));
  return computed(*call.op, call.attrs, parts);
}

// The rows of two in turn.
Result<Constant> in_turn(const Constant& a, const Constant& b) {
  const Shape& shape = a.desc().shape;
  const int64_t rows = shape[0], each = shape.elements() / std::max<int64_t>(rows, 1);
  const Constant pairs = TRY(side_by_side({a.view(0, {rows, each}), b.view(0, {rows, each})}, 1));
  return pairs.view(0, shape.rank() == 1 ? Shape{2 * rows} : Shape{2 * rows, each});
}

}  // namespace

Result<Graph> gate_products(const Graph& graph, uint64_t most_bytes) {
  const Uses uses(graph);
  Rewrite to(graph);
  // The few-bit product that makes v for one reader, with weights that are its own.
  const auto product_of = [&](Value v, uint64_t& bytes) -> const Graph::Node* {
    const Graph::Node* node = uses.maker(v);
    if (!node || !op_of(*node).gate || uses.uses(v) != 1 || node->attrs.flag("gated")) return nullptr;
    const Shape& y = graph.desc(v).shape;
    for (size_t i = 1; i < node->in.size(); ++i) {
      const Constant* part = to.loadable(node->in[i]);
      if (!part || uses.uses(node->in[i]) != 1) return nullptr;
      if (part->desc().shape[0] != y[y.rank() - 1]) return nullptr;  // a scale for all is none for two
      bytes += part->desc().bytes();
    }
    return node;
  };
  // What stands for a node that multiplies an activated gate with what it lets through.
  const auto gated = [&](const Graph::Node& node, size_t side) -> Result<std::optional<Value>> {
    const Graph::Node* activation = node.in.size() == 2 ? uses.maker(node.in[side]) : nullptr;
    if (!activation || op_of(*activation).activations.empty() || uses.uses(node.in[side]) != 1)
      return std::optional<Value>{};
    uint64_t bytes = 0;
    const Graph::Node *gate = product_of(activation->in[0], bytes), *up = product_of(node.in[1 - side], bytes);
    if (!gate || !up || &op_of(*gate) != &op_of(*up) || op_of(*gate).gate->activation != activation->op() ||
        op_of(*gate).gate->combine != node.op() || gate->in[0].id != up->in[0].id || gate->attrs != up->attrs ||
        bytes > most_bytes)
      return std::optional<Value>{};
    for (size_t i = 1; i < std::max(gate->in.size(), up->in.size()); ++i)
      if (gate->in.size() != up->in.size() || graph.desc(gate->in[i]) != graph.desc(up->in[i]))
        return std::optional<Value>{};
    std::vector<Value> in{to.value(gate->in[0])};
    for (size_t i = 1; i < gate->in.size(); ++i) {
      in.push_back(to.made.constant(TRY(in_turn(to.constants.at(gate->in[i].id), to.constants.at(up->in[i].id)))));
    }
    Attrs attrs = gate->attrs;
    return std::optional(TRY(to.made.apply(gate->op(), in, attrs.set("gated", 1))));
  };
  for (const Graph::Node& node : graph.nodes()) {
    std::optional<Value> one = TRY(gated(node, 0));
    if (!one) one = TRY(gated(node, 1));
    if (one) to.stands_for(node, *one);
    else to.keep(node);
  }
  return drop_unused(to.finish());
}

Result<Graph> join_products(const Graph& graph, uint64_t most_bytes) {
  const Uses uses(graph);
  Rewrite to(graph);
  std::map<int, const Graph::Node*> only_add;  // by value: what adds a bias to it and alone reads it
  for (const Graph::Node& node : graph.nodes())
    if (adds_bias(node))
      for (Value v : node.in)
        if (uses.uses(v) == 1) only_add[v.id] = &node;

  std::map<std::string, std::vector<Member>> groups;
  std::map<const Graph::Node*, std::string> group_of;
  for (const Graph::Node& node : graph.nodes()) {
    if (!op_of(node).outputs_axis) continue;
    const Desc& y = graph.desc(node.out[0]);
    if (y.shape.elements() == 0 || graph.desc(node.in[1]).shape.rank() != 2) continue;
    Member m{.product = &node, .columns = y.shape[y.shape.rank() - 1]};
    std::string key = format("{} {} {} {}", node.op(), node.in[0].id, y.dtype, node.attrs);
    // A weight that something else reads too would be kept twice; odd widths would leave slices that start unaligned;
    // a scale for all of a matrix is none for two.
    bool joins = m.columns % 4 == 0;
    for (size_t i = 1; joins && i < node.in.size(); ++i) {
      const Constant* weight = to.loadable(node.in[i]);
      const auto axis = static_cast<size_t>(outputs_axis(node));
      joins = weight && uses.uses(node.in[i]) == 1 && weight->desc().shape.sizes()[axis] == m.columns;
      m.bytes += joins ? weight->desc().bytes() : 0;
      if (joins) key += format(" {} {}", weight->desc().dtype, weight->desc().shape.rank());
    }
    if (!joins) continue;
    if (const auto found = only_add.find(node.out[0].id); found != only_add.end()) {
      const Graph::Node& add = *found->second;
      const Value other = add.in[add.in[0].id == node.out[0].id ? 1 : 0];
      if (const Constant* bias = to.loadable(other); bias && bias->desc() == Desc{y.dtype, {m.columns}})
        m.add = &add, m.bias = other;
    }
    std::vector<Member>& group = groups[key];
    uint64_t bytes = m.bytes;
    for (const Member& other : group) {
      bytes += other.bytes;
      if (m.add && other.add && &op_of(*other.add) != &op_of(*m.add)) m.add = nullptr;  // one op for all of them
    }
    if (bytes > most_bytes) continue;
    group.push_back(m);
    group_of[&node] = key;
  }

  std::set<const Graph::Node*> done;
  for (const Graph::Node& node : graph.nodes()) {
    if (done.contains(&node)) continue;
    const auto found = group_of.find(&node);
    if (found == group_of.end() || groups[found->second].size() < 2) {
      to.keep(node);
      continue;
    }
    const std::vector<Member>& group = groups[found->second];
    const DType dtype = graph.desc(node.out[0]).dtype;
    std::vector<Value> in{to.value(node.in[0])};
    for (size_t i = 1; i < node.in.size(); ++i) {
      std::vector<Constant> parts;
      for (const Member& m : group) parts.push_back(*to.loadable(m.product->in[i]));
      in.push_back(to.made.constant(TRY(side_by_side(parts, outputs_axis(node)))));
    }
    const Op* bias = nullptr;
    for (const Member& m : group) bias = m.add ? &op_of(*m.add) : bias;
    std::vector<Constant> biases;
    for (const Member& m : group) {
      if (!bias) break;
      const Desc desc{dtype, {m.columns}};
      const auto none = [desc, identity = static_cast<float>(*bias->identity)]() -> Result<Tensor> {
        const std::vector<float> values(static_cast<size_t>(desc.shape.elements()), identity);
        return Tensor::from_floats(desc.dtype, desc.shape, values);
      };
      biases.push_back(m.add
                           ? *to.loadable(m.bias)
                           : to.loadable(m.product->in[1])->derive(format("none {} {}", bias->name, desc), desc, none));
    }
    Value joined = TRY(to.made.apply(node.op(), in, node.attrs));
    if (bias) joined = TRY(to.made.apply(bias->name, {joined, to.made.constant(TRY(side_by_side(biases, 0)))}));
    int64_t at = 0;
    for (const Member& m : group) {
      const Attrs part{{"starts", {at}}, {"ends", {at + m.columns}}, {"axes", {-1}}};
      to.stands_for(m.last(), TRY(to.made.apply("slice", {joined}, part)));
      at += m.columns;
      done.insert(m.product);
      if (m.add) done.insert(m.add);
    }
  }
  return to.finish();
}

Result<Graph> join_prefixes(const Graph& graph) {
  const Uses uses(graph);
  Rewrite to(graph);
  const auto slice_of = [&](Value v) -> const Graph::Node* {
    const Graph::Node* node = uses.maker(v);
    return node && cut_of(graph, *node) ? node : nullptr;
  };
  struct Joined {
    std::map<int64_t, const Graph::Node*> members{};  // by where their slices start
    int64_t end = 0;                                  // of the members
    Value made{};
  };
  std::map<std::string, Joined> groups;  // by the whole, the op and its other inputs
  for (const Graph::Node& node : graph.nodes()) {
    const Graph::Node* slice = op_of(node).until.empty() ? nullptr : slice_of(node.in[0]);
    if (!slice || node.attrs.integer(op_of(node).until) != 0) continue;
    std::string key = format("{} {} {}", slice->in[0].id, node.op(), node.attrs);
    for (size_t i = 1; i < node.in.size(); ++i) key += format(" {}", node.in[i].id);
    groups[key].members.emplace(cut_of(graph, *slice)->first, &node);
  }
  std::map<const Graph::Node*, Joined*> group_of;  // of members, and of slices of the same whole
  std::map<int, Joined*> of_whole;
  for (auto& [key, group] : groups) {
    for (const auto& [first, node] : group.members)
      if (first == group.end) group.end += cut_of(graph, *slice_of(node->in[0]))->count;
    const Value whole = slice_of(group.members.begin()->second->in[0])->in[0];
    const auto last = group.members.rbegin();
    const bool side_by_side = group.members.begin()->first == 0 &&
                              last->first + cut_of(graph, *slice_of(last->second->in[0]))->count == group.end;
    if (group.members.size() < 2 || !side_by_side || !of_whole.emplace(whole.id, &group).second) continue;
    for (const auto& [first, node] : group.members) group_of[node] = &group;
  }
  for (const Graph::Node& node : graph.nodes())
    if (const auto cut = cut_of(graph, node))
      if (const auto found = of_whole.find(node.in[0].id); found != of_whole.end() && cut->first >= found->second->end)
        group_of[&node] = found->second;

  for (const Graph::Node& node : graph.nodes()) {
    const auto found = group_of.find(&node);
    if (found == group_of.end()) {
      to.keep(node);
      continue;
    }
    Joined& group = *found->second;
    const Graph::Node& first = *group.members.begin()->second;
    if (group.made.id < 0) {
      std::vector<Value> in{to.value(slice_of(first.in[0])->in[0])};
      for (size_t i = 1; i < first.in.size(); ++i) in.push_back(to.value(first.in[i]));
      // A slice of what lies behind may come before all that the op reads.
      if (std::ranges::all_of(in, [](Value v) { return v.id >= 0; })) {
        Attrs attrs = first.attrs;
        group.made = TRY(to.made.apply(first.op(), in, attrs.set(std::string(op_of(first).until), group.end)));
      }
    }
    const bool is_slice = cut_of(graph, node).has_value();
    const Graph::Node& slice = is_slice ? node : *slice_of(node.in[0]);
    if (group.made.id < 0) to.keep(node);
    else to.stands_for(node, TRY(to.made.apply(slice.op(), {group.made}, slice.attrs)));
  }
  return drop_unused(to.finish());
}

}  // namespace bitloom::passes
