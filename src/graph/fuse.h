// The fusion pass: which nodes of a graph become one kernel. A group is an anchor (a product, a norm, a reduction, a
// convolution, or nothing) with element-wise nodes before it (prologues, one per input) and after it (the epilogue).
//
//   const Fusion f = TRY(fuse(graph, {.most_tensors = 8}));
//   for (const Group& g : f.groups) ...   // in an order in which they can run
//   for (const Edge& e : f.apart) ...     // who was kept apart from whom, and why
//
// Nothing here knows WGSL: what a group becomes is src/graph/weave.h's business, and an anchor whose kernel turns out
// to have no room for its neighbours (a result that takes a detour over f32) is split again when it is lowered.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bitloom/explain.h"
#include "bitloom/graph.h"

namespace bitloom {

struct Group {
  struct Prologue {
    int input = 0;             // of the anchor
    Value carried{};           // what the kernel loads instead: has the input's shape and type
    std::vector<int> nodes{};  // that make the input of it, in order
  };
  int anchor = -1;  // a node; -1: element-wise nodes alone, or a node that takes no others (then it is in `alone`)
  int alone = -1;
  std::vector<Prologue> prologues{};
  std::vector<int> cuts{};      // slices of what the epilogue makes, and transposes of it or of them
  std::vector<int> epilogue{};  // in order; without an anchor: all nodes
  std::vector<Value> out{};     // what others read or the graph gives, in order of their makers

  std::vector<int> nodes() const;  // all of them, in order
};

// A slice that only cuts the last axis, at multiples of four: fused code can store its part of what it makes.
struct Cut {
  int64_t first = 0, count = 0, whole = 0;  // elements of the last axis
};
std::optional<Cut> cut_of(const Graph& graph, const Graph::Node& node);
// A transpose that swaps two neighbouring (groups of) axes and leaves rows of whole quads: fused code can store to
// where it moves them.
struct Turn {
  int64_t down = 1, across = 1, inner = 1;  // [.., down, across, inner] becomes [.., across, down, inner]
};
std::optional<Turn> turn_of(const Graph& graph, const Graph::Node& node);

struct FuseLimits {
  size_t most_tensors = 8;  // in one kernel, read or written
  size_t most_words = 34;  // of uniforms, offsets included: of 64, the largest anchor (a convolution) has 28 for itself
  size_t most_ops = 64;    // in one kernel: longer ones take too long to compile
  bool together = true;    // false: every node alone
};

struct Fusion {
  std::vector<Group> groups;  // of all nodes but reshapes, which cost nothing
  std::vector<Explanation::Edge> apart;
};

// Groups that wait for each other would be a mistake of this pass, and are an error.
Result<Fusion> fuse(const Graph& graph, const FuseLimits& limits);

// The value whose bytes v shows in the same order, maybe in another shape: fused code does not care about shapes.
Value without_reshapes(const Graph& graph, const std::vector<int>& maker, Value v);
std::vector<int> makers_of(const Graph& graph);  // by value: the node, or -1
// Of what these nodes make, the values that others read or the graph gives.
std::vector<Value> outputs_of(const Graph& graph, const std::vector<int>& nodes);

}  // namespace bitloom
