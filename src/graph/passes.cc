#include "graph/passes.h"

#include <cstring>
#include <map>

#include "ops/op.h"

namespace bitloom::passes {
namespace {

// A new graph under construction, beside the one it is made from: which of its values stands for each old one.
struct Rewrite {
  explicit Rewrite(const Graph& from) : old(from), now(from.values()) {
    for (const Graph::Named& i : old.inputs()) now[index(i.value)] = made.input(i.name, old.desc(i.value));
    for (const auto& [value, tensor] : old.constants()) constants[value.id] = tensor;
  }

  static size_t index(Value v) { return static_cast<size_t>(v.id); }
  // Constants appear where they are first used, so that those nothing uses are left out.
  Value value(Value v) {
    if (auto found = constants.find(v.id); found != constants.end() && now[index(v)].id < 0)
      now[index(v)] = made.constant(found->second);
    return now[index(v)];
  }
  std::vector<Value> values(const std::vector<Value>& list) {
    std::vector<Value> out;
    for (Value v : list) out.push_back(value(v));
    return out;
  }
  // The node as it was, over the new values.
  void keep(const Graph::Node& node) {
    const Value first = *made.apply(node.op->name, values(node.in), node.attrs);  // it was accepted once
    for (size_t i = 0; i < node.out.size(); ++i) now[index(node.out[i])] = {first.id + static_cast<int>(i)};
  }
  Graph finish() {
    for (const Graph::Named& o : old.outputs()) made.output(o.name, value(o.value));
    return std::move(made);
  }

  const Graph& old;
  Graph made;
  std::vector<Value> now;  // by old id
  std::map<int, Tensor> constants;
};

const Graph::Node* maker(const Graph& graph, Value v) {
  for (const Graph::Node& n : graph.nodes())
    for (Value o : n.out)
      if (o.id == v.id) return &n;
  return nullptr;
}

bool same_bytes(const Tensor& a, const Tensor& b) {
  return a.desc() == b.desc() && a.on_cpu() && b.on_cpu() && std::memcmp(a.raw(), b.raw(), a.bytes()) == 0;
}

bool is(const Graph::Node& node, std::string_view op) { return node.op->name == op; }

}  // namespace

Result<Graph> fold_constants(const Graph& graph, uint64_t most_bytes) {
  Rewrite to(graph);
  for (const Graph::Node& node : graph.nodes()) {
    bool known = !node.in.empty();
    for (Value v : node.in) {
      const auto found = to.constants.find(v.id);
      known = known && found != to.constants.end() && found->second.on_cpu();
    }
    for (Value v : node.out) known = known && graph.desc(v).bytes() <= most_bytes;
    if (!known) {
      to.keep(node);
      continue;
    }
    std::vector<Tensor> in, out;
    for (Value v : node.in) in.push_back(to.constants[v.id]);
    for (Value v : node.out) out.push_back(TRY(Tensor::make(graph.desc(v))));
    const CpuCall call{in, node.attrs, out, {}, {}};
    (node.op->cpu ? node.op->cpu : node.op->reference)(call);
    for (size_t i = 0; i < node.out.size(); ++i) to.constants[node.out[i].id] = out[i];
  }
  return to.finish();
}

Graph join_repeats(const Graph& graph) {
  Rewrite to(graph);
  for (auto& [id, tensor] : to.constants)
    for (auto& [other, value] : to.constants) {
      if (other >= id) break;
      if (!same_bytes(tensor, value)) continue;
      to.now[static_cast<size_t>(id)] = to.value({other});
      break;
    }
  std::map<std::string, Value> seen;  // by op, settings and inputs: the first result
  for (const Graph::Node& node : graph.nodes()) {
    std::string key = format("{} {}", node.op->name, node.attrs);
    for (Value v : node.in) key += format(" {}", to.value(v).id);
    if (const auto found = seen.find(key); found != seen.end()) {
      for (size_t i = 0; i < node.out.size(); ++i)
        to.now[Rewrite::index(node.out[i])] = {found->second.id + static_cast<int>(i)};
    } else {
      to.keep(node);
      seen[key] = to.now[Rewrite::index(node.out[0])];
    }
  }
  return to.finish();
}

Result<Graph> drop_no_ops(const Graph& graph) {
  Rewrite to(graph);
  for (const Graph::Node& node : graph.nodes()) {
    const bool plain = node.in.size() == 1 && node.out.size() == 1;
    const bool same = plain && graph.desc(node.in[0]) == graph.desc(node.out[0]);
    bool nothing = same && is(node, "cast");
    if (same && node.op->view) {
      const std::vector<Desc> in{graph.desc(node.in[0])}, out{graph.desc(node.out[0])};
      nothing = node.op->view({in, node.attrs, out}) == 0;
    }
    if (nothing) {
      to.now[Rewrite::index(node.out[0])] = to.value(node.in[0]);
      continue;
    }
    const Graph::Node* before = plain ? maker(to.made, to.value(node.in[0])) : nullptr;
    if (before && is(node, "reshape") && is(*before, "reshape")) {
      const Value from = before->in[0];
      to.now[Rewrite::index(node.out[0])] = TRY(to.made.apply("reshape", {from}, node.attrs));
      continue;
    }
    if (before && is(node, "transpose") && is(*before, "transpose")) {
      const Value from = before->in[0];
      const int rank = to.made.desc(from).shape.rank();
      const auto full = [&](const Attrs& attrs) {  // no permutation means reversed
        std::vector<int64_t> perm = attrs.list("perm");
        if (perm.empty())
          for (int i = rank - 1; i >= 0; --i) perm.push_back(i);
        for (int64_t& p : perm) p = p < 0 ? p + rank : p;
        return perm;
      };
      const std::vector<int64_t> first = full(before->attrs), second = full(node.attrs);
      std::vector<int64_t> both;
      bool straight = true;
      for (size_t i = 0; i < second.size(); ++i) {
        both.push_back(first[static_cast<size_t>(second[i])]);
        straight = straight && both.back() == static_cast<int64_t>(i);
      }
      to.now[Rewrite::index(node.out[0])] =
          straight ? from : TRY(to.made.apply("transpose", {from}, Attrs{{"perm", both}}));
      continue;
    }
    to.keep(node);
  }
  return to.finish();
}

Graph drop_unused(const Graph& graph) {
  std::vector<bool> needed(graph.values());
  for (const Graph::Named& o : graph.outputs()) needed[Rewrite::index(o.value)] = true;
  std::vector<bool> kept(graph.nodes().size());
  for (size_t n = graph.nodes().size(); n-- > 0;) {
    const Graph::Node& node = graph.nodes()[n];
    for (Value v : node.out) kept[n] = kept[n] || needed[Rewrite::index(v)];
    if (kept[n])
      for (Value v : node.in) needed[Rewrite::index(v)] = true;
  }
  Rewrite to(graph);
  for (size_t n = 0; n < kept.size(); ++n)
    if (kept[n]) to.keep(graph.nodes()[n]);
  return to.finish();
}

Result<Graph> simplified(const Graph& graph) {
  return drop_unused(join_repeats(TRY(drop_no_ops(TRY(fold_constants(graph))))));
}

}  // namespace bitloom::passes
