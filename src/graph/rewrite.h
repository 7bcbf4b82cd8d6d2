// What the passes are written with: a new graph under construction beside the old one, and who makes and reads each
// value of a graph.
#pragma once

#include <map>

#include "bitloom/graph.h"
#include "ops/op.h"

namespace bitloom::passes {

inline size_t index(Value v) { return static_cast<size_t>(v.id); }
inline bool is_reshape(const Graph::Node& node) { return looks_through(op_of(node)); }
inline bool is_transpose(const Graph::Node& node) { return op_of(node).permutation; }
// A·B, where either may be swapped by a flag.
inline bool is_product(const Graph::Node& node) { return op_of(node).role == Role::product; }
// The op sees each element by itself, wherever it lies: any view of all its inputs gives the same view of its result.
inline bool is_elementwise(const Graph::Node& node) { return op_of(node).anchor == Anchor::elementwise; }

using Perm = std::vector<int64_t>;
inline Perm permutation_of(const Graph::Node& transpose, int rank) {
  return op_of(transpose).permutation(transpose.attrs, rank);
}
// One transpose after another, as one.
inline Perm after(const Perm& first, const Perm& second) {
  Perm both;
  for (int64_t p : second) both.push_back(first[static_cast<size_t>(p)]);
  return both;
}

// Of a finished graph.
struct Uses {
  explicit Uses(const Graph& graph) : makers_(graph.values()), readers_(graph.values()), uses_(graph.values()) {
    for (const Graph::Node& node : graph.nodes()) {
      for (Value v : node.out) makers_[index(v)] = &node;
      for (size_t i = 0; i < node.in.size(); ++i) {
        ++uses_[index(node.in[i])];
        bool seen = false;
        for (size_t k = 0; k < i; ++k) seen = seen || node.in[k].id == node.in[i].id;
        readers_[index(node.in[i])] += !seen;
      }
    }
    for (const Graph::Named& o : graph.outputs()) ++readers_[index(o.value)], ++uses_[index(o.value)];
  }
  const Graph::Node* maker(Value v) const { return makers_[index(v)]; }  // null: an input or constant
  int readers(Value v) const { return readers_[index(v)]; }              // nodes that read it, outputs that are it
  int uses(Value v) const { return uses_[index(v)]; }                    // the same; x·x uses x twice

 private:
  std::vector<const Graph::Node*> makers_;
  std::vector<int> readers_, uses_;
};

struct Rewrite {
  explicit Rewrite(const Graph& from) : old(from), now(from.values()) {
    for (const Graph::Named& i : old.inputs())
      now[index(i.value)] =
          i.changes ? made.mutable_input(i.name, old.desc(i.value)) : made.input(i.name, old.desc(i.value));
    for (const auto& [value, constant] : old.constants()) constants.emplace(value.id, constant);
  }

  // Which value of the new graph stands for an old one. Constants appear where they are first used, so that those
  // nothing uses are left out.
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
  // A constant whose bytes can be computed with, or null.
  const Constant* loadable(Value v) const {
    const auto found = constants.find(v.id);
    return found != constants.end() && found->second.is_loadable() ? &found->second : nullptr;
  }
  // The node as it was, over the new values.
  void keep(const Graph::Node& node) {
    const Value first = *made.apply(node.op(), values(node.in), node.attrs);  // it was accepted once
    for (size_t i = 0; i < node.out.size(); ++i) now[index(node.out[i])] = {first.id + static_cast<int>(i)};
  }
  void stands_for(const Graph::Node& node, Value v) { now[index(node.out[0])] = v; }
  // The node of the new graph that makes v, if one does; good until the next node is added.
  const Graph::Node* maker(Value v) {
    for (; known < made.nodes().size(); ++known)
      for (Value o : made.nodes()[known].out) makers[o.id] = known;
    const auto found = makers.find(v.id);
    return found == makers.end() ? nullptr : &made.nodes()[found->second];
  }
  Graph finish() {
    for (const Graph::Named& o : old.outputs()) made.output(o.name, value(o.value));
    return std::move(made);
  }

  const Graph& old;
  Graph made;
  std::vector<Value> now;             // by old id
  std::map<int, Constant> constants;  // by old id; what is found to be constant joins them
  std::map<int, size_t> makers;
  size_t known = 0;
};

}  // namespace bitloom::passes
