// Rewrites of a graph: each gives a new graph that computes the same, with the same inputs and outputs, and can be used
// alone.
//
//   Graph g = TRY(simplified(graph));      // fold, then join repeats, then drop what nothing uses
//   std::puts(g.dot().c_str());            // for Graphviz
#pragma once

#include "bitloom/graph.h"

namespace bitloom::passes {

// What constants alone determine is computed once, here, on the CPU. Results over `most_bytes` stay computations.
Result<Graph> fold_constants(const Graph& graph, uint64_t most_bytes = 64 << 20);
// Of nodes that compute the same from the same values, and of equal constants, one stays.
Graph join_repeats(const Graph& graph);
// Steps that change nothing go (a reshape to the same shape, a cast to the same type, a slice of everything), and two
// in a row become one where they can (reshape after reshape, transpose after transpose).
Result<Graph> drop_no_ops(const Graph& graph);
// What no output needs goes. Inputs stay, used or not.
Graph drop_unused(const Graph& graph);

Result<Graph> simplified(const Graph& graph);

}  // namespace bitloom::passes
