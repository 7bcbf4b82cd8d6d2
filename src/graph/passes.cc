#include "graph/passes.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "base/try.h"
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

// Copies of one constant are one. Of those whose bytes are there equal ones are, too; where a description occurs once,
// no byte is read.
void join_constants(Rewrite& to) {
  std::unordered_map<const void*, int> known;
  std::unordered_map<std::string, int> with_desc;
  for (const auto& [id, constant] : to.constants)
    if (constant.given().on_cpu()) ++with_desc[to_text(constant.desc())];
  std::unordered_map<uint64_t, std::vector<int>> seen;
  for (const auto& [id, constant] : to.constants) {
    int same = known.try_emplace(constant.id(), id).first->second;
    if (const Tensor& bytes = constant.given();
        same == id && bytes.on_cpu() && with_desc[to_text(constant.desc())] > 1) {
      std::vector<int>& alike = seen[fingerprint(bytes)];
      for (int other : alike)
        if (same == id && same_bytes(to.constants.at(other).given(), bytes)) same = other;
      if (same == id) alike.push_back(id);
    }
    if (same != id) to.now[static_cast<size_t>(id)] = to.value({same});
  }
}

}  // namespace

Result<Constant> computed(const Op& op, const Attrs& attrs, const std::vector<Constant>& in, size_t output) {
  std::vector<Desc> descs;
  std::string key = format("{} {} {}", op.name, attrs, output);
  for (const Constant& c : in) {
    descs.push_back(c.desc());
    key += format(" {}", reinterpret_cast<uintptr_t>(c.id()));
  }
  const std::vector<Desc> made = TRY(op.infer({descs, attrs, {}}));
  if (output == 0 && op.view)
    if (const auto offset = op.view({descs, attrs, made})) return in[0].view(*offset, made[0].shape);
  return in[0].derive(key, made[output], [&op, attrs, in, made, output]() -> Result<Tensor> {
    std::vector<Tensor> from, out;
    for (const Constant& c : in) from.push_back(TRY(c.load()));
    for (const Desc& d : made) out.push_back(TRY(Tensor::make(d)));
    (op.cpu ? op.cpu : op.reference)({from, attrs, out, {}, {}});
    return out[output];
  });
}

Result<Graph> fold_constants(const Graph& graph, uint64_t most_bytes) {
  Rewrite to(graph);
  for (const Graph::Node& node : graph.nodes()) {
    bool known = !node.in.empty();
    std::vector<Constant> in;
    uint64_t read = 0, written = 0;
    for (Value v : node.in) {
      const Constant* constant = known ? to.loadable(v) : nullptr;
      known = constant;
      if (constant) in.push_back(*constant), read += constant->desc().bytes();
    }
    for (Value v : node.out) written += graph.desc(v).bytes();
    if (!known || (written > most_bytes && written > read)) {
      to.keep(node);
      continue;
    }
    for (size_t i = 0; i < node.out.size(); ++i)
      to.constants.insert_or_assign(node.out[i].id, TRY(computed(op_of(node), node.attrs, in, i)));
  }
  return to.finish();
}

Graph join_repeats(const Graph& graph) {
  Rewrite to(graph);
  join_constants(to);
  std::unordered_map<std::string, Value> seen;  // by op, settings and inputs: the first result
  for (const Graph::Node& node : graph.nodes()) {
    std::string key = format("{} {}", node.op(), node.attrs);
    std::vector<Value> in = to.values(node.in);
    if (op_of(node).commutative && in[1].id < in[0].id) std::swap(in[0], in[1]);
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
    bool nothing = false;
    if (same && op_of(node).view) {
      const std::vector<Desc> in{graph.desc(node.in[0])}, out{graph.desc(node.out[0])};
      nothing = op_of(node).view({in, node.attrs, out}) == 0;
    }
    const Graph::Node* before = plain ? to.maker(to.value(node.in[0])) : nullptr;
    if (nothing) {
      to.stands_for(node, to.value(node.in[0]));
    } else if (before && is_reshape(node) && is_reshape(*before)) {
      const Value from = before->in[0];
      const Desc& shown = graph.desc(node.out[0]);
      const std::vector<int64_t> sizes(shown.shape.sizes().begin(), shown.shape.sizes().end());
      const bool back = to.made.desc(from) == shown;
      to.stands_for(node, back ? from : TRY(to.made.apply("reshape", {from}, {{"shape", sizes}})));
    } else if (before && is_transpose(node) && is_transpose(*before)) {
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

Result<Graph> simplified(const Graph& graph, SimplifyOptions options) {
  // Layout goes before folding: a weight read both ways is then kept once, and turned by a flag.
  Graph g = TRY(absorb_layout(join_repeats(TRY(drop_no_ops(drop_unused(graph))))));
  g = drop_unused(join_repeats(TRY(drop_no_ops(TRY(fold_constants(g))))));
  if (options.associate_products) g = TRY(associate_products(g));
  if (!options.join_products) return g;
  g = TRY(gate_products(g, options.most_joined_bytes));
  return join_prefixes(TRY(join_products(g, options.most_joined_bytes)));
}

}  // namespace bitloom::passes
