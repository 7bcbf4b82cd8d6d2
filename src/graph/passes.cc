#include "graph/passes.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "graph/rewrite.h"

namespace bitloom::passes {
namespace {

// Of some words spread over the tensor: enough to tell weights apart without reading them all.
uint64_t fingerprint(const Tensor& t) {
  constexpr size_t samples = 256;
  uint64_t hash = 0xcbf29ce484222325u;
  const auto mix = [&](uint64_t word) { hash = (hash ^ word) * 0x100000001b3u, hash ^= hash >> 29; };
  mix(static_cast<uint64_t>(t.dtype()));
  for (int64_t size : t.shape().sizes()) mix(static_cast<uint64_t>(size));
  const size_t bytes = t.bytes(), step = std::max(bytes / samples, sizeof(uint32_t));
  for (size_t at = 0; at + sizeof(uint32_t) <= bytes; at += step) {
    uint32_t word;
    std::memcpy(&word, t.raw() + at, sizeof word);
    mix(word);
  }
  return hash;
}

bool same_bytes(const Tensor& a, const Tensor& b) {
  return a.desc() == b.desc() && (a.raw() == b.raw() || std::memcmp(a.raw(), b.raw(), a.bytes()) == 0);
}

// Of constants with a description that occurs once, no byte is read.
void join_constants(Rewrite& to) {
  std::unordered_map<std::string, int> with_desc;
  for (const auto& [id, tensor] : to.constants)
    if (tensor.on_cpu()) ++with_desc[to_text(tensor.desc())];
  std::unordered_map<uint64_t, std::vector<int>> seen;
  for (const auto& [id, tensor] : to.constants) {
    if (!tensor.on_cpu() || with_desc[to_text(tensor.desc())] < 2) continue;
    std::vector<int>& alike = seen[fingerprint(tensor)];
    int same = -1;
    for (int other : alike)
      if (same < 0 && same_bytes(to.constants[other], tensor)) same = other;
    if (same < 0) alike.push_back(id);
    else to.now[static_cast<size_t>(id)] = to.value({same});
  }
}

}  // namespace

Result<Graph> fold_constants(const Graph& graph, uint64_t most_bytes) {
  Rewrite to(graph);
  for (const Graph::Node& node : graph.nodes()) {
    bool known = !node.in.empty();
    std::vector<Tensor> in, out;
    for (Value v : node.in) {
      const auto found = to.constants.find(v.id);
      known = known && found != to.constants.end() && found->second.on_cpu();
      if (known) in.push_back(found->second);
    }
    std::vector<Desc> from, made;
    for (const Tensor& t : in) from.push_back(t.desc());
    for (Value v : node.out) made.push_back(graph.desc(v));
    if (known && node.op->view)
      if (const auto offset = node.op->view({from, node.attrs, made})) {
        to.constants[node.out[0].id] = TRY(in[0].view(*offset, made[0].shape));
        continue;
      }
    for (const Desc& d : made) known = known && d.bytes() <= most_bytes;
    if (!known) {
      to.keep(node);
      continue;
    }
    for (const Desc& d : made) out.push_back(TRY(Tensor::make(d)));
    const CpuCall call{in, node.attrs, out, {}, {}};
    (node.op->cpu ? node.op->cpu : node.op->reference)(call);
    for (size_t i = 0; i < node.out.size(); ++i) to.constants[node.out[i].id] = out[i];
  }
  return to.finish();
}

Graph join_repeats(const Graph& graph) {
  Rewrite to(graph);
  join_constants(to);
  std::unordered_map<std::string, Value> seen;  // by op, settings and inputs: the first result
  for (const Graph::Node& node : graph.nodes()) {
    std::string key = format("{} {}", node.op->name, node.attrs);
    std::vector<Value> in = to.values(node.in);
    if ((is(node, "add") || is(node, "multiply")) && in[1].id < in[0].id) std::swap(in[0], in[1]);
    for (Value v : in) key += format(" {}", v.id);
    if (const auto found = seen.find(key); found != seen.end()) {
      for (size_t i = 0; i < node.out.size(); ++i)
        to.now[index(node.out[i])] = {found->second.id + static_cast<int>(i)};
    } else {
      to.keep(node);
      seen[key] = to.now[index(node.out[0])];
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
    const Graph::Node* before = plain ? to.maker(to.value(node.in[0])) : nullptr;
    if (nothing) {
      to.stands_for(node, to.value(node.in[0]));
    } else if (before && is(node, "reshape") && is(*before, "reshape")) {
      const Value from = before->in[0];
      const bool back = to.made.desc(from) == graph.desc(node.out[0]);
      to.stands_for(node, back ? from : TRY(to.made.apply("reshape", {from}, node.attrs)));
    } else if (before && is(node, "transpose") && is(*before, "transpose")) {
      const Value from = before->in[0];
      const int rank = to.made.desc(from).shape.rank();
      const Perm first = permutation_of(*before, rank), second = permutation_of(node, rank);
      const Perm both = after(first, second);
      to.stands_for(node, std::is_sorted(both.begin(), both.end())
                              ? from
                              : TRY(to.made.apply("transpose", {from}, Attrs{{"perm", both}})));
    } else {
      to.keep(node);
    }
  }
  return to.finish();
}

Graph drop_unused(const Graph& graph) {
  std::vector<bool> needed(graph.values());
  for (const Graph::Named& o : graph.outputs()) needed[index(o.value)] = true;
  std::vector<bool> kept(graph.nodes().size());
  for (size_t n = graph.nodes().size(); n-- > 0;) {
    const Graph::Node& node = graph.nodes()[n];
    for (Value v : node.out) kept[n] = kept[n] || needed[index(v)];
    if (kept[n])
      for (Value v : node.in) needed[index(v)] = true;
  }
  Rewrite to(graph);
  for (size_t n = 0; n < kept.size(); ++n)
    if (kept[n]) to.keep(graph.nodes()[n]);
  return to.finish();
}

Result<Graph> simplified(const Graph& graph, Wishes wishes) {
  // Layout goes before folding: a weight read both ways is then kept once, and turned by a flag.
  Graph g = TRY(absorb_layout(join_repeats(TRY(drop_no_ops(drop_unused(graph))))));
  g = drop_unused(join_repeats(TRY(drop_no_ops(TRY(fold_constants(g))))));
  if (wishes.associate_products) g = TRY(associate_products(g));
  if (wishes.join_products) g = TRY(join_products(TRY(gate_products(g))));
  return g;
}

}  // namespace bitloom::passes
