// Rewrites of a graph: each gives a new graph that computes the same, with the same inputs and outputs, and can be used
// alone.
//
//   Graph g = TRY(simplified(graph));                                  // all that is always good
//   Graph g = TRY(simplified(graph, {.join_products = true}));         // and one that is not
//   std::puts(g.dot().c_str());                                        // for Graphviz
#pragma once

#include "bitloom/graph.h"

namespace bitloom::passes {

// What constants alone determine becomes a constant: arithmetic on shapes, weights transposed or scaled. It is computed
// on the CPU, when a program first needs it. Results that are larger than all they are computed from and than
// `most_bytes` stay computations; views of constants share their bytes.
Result<Graph> fold_constants(const Graph& graph, uint64_t most_bytes = 64 << 20);
// One result of an op over constants, as a constant.
Result<Constant> computed(const Op& op, const Attrs& attrs, const std::vector<Constant>& in, size_t output = 0);
// Of nodes that compute the same from the same values, and of equal constants, one stays.
Graph join_repeats(const Graph& graph);
// Steps that change nothing go (a reshape to the same shape, a cast to the same type, a slice of everything), and two
// in a row become one where they can (reshape after reshape, transpose after transpose).
Result<Graph> drop_no_ops(const Graph& graph);
// What no output needs goes. Inputs stay, used or not.
Graph drop_unused(const Graph& graph);

// Fewer transposes, and element-wise chains in one shape. Each rule is used only where it moves no more bytes,
// transposes of constants aside, which are folded later. Readers that no output needs count too: drop_unused comes
// first.
// - A product reads an operand whose last two axes were swapped as it was before, with transpose_a or _b, also through
//   reshapes of its batches and element-wise ops; a product that is swapped afterwards is computed swapped.
// - A transpose that only moves axes of size 1 becomes a reshape.
// - Transposes move along element-wise ops to where two become one or cancel.
// - An element-wise op after a reshape is computed before it, next to what it may be fused with, where its other
//   operands need no copy for that.
Result<Graph> absorb_layout(const Graph& graph);

// Chains of matmuls in the cheapest order: A·B·C as A·(B·C) where that takes fewer multiplications. Only by request:
// results round differently, and what was shared for a reason may be computed anew.
Result<Graph> associate_products(const Graph& graph);
// Matmuls of one left side with constant matrices, of few bits or not, and constant biases become one over the matrices
// side by side, and the old results slices of its last axis (query, key and value). It pays where the slices cost
// nothing: where they are absorbed into the kernel's stores, or the left side has one row. Joined matrices have at most
// `most_bytes`.
Result<Graph> join_products(const Graph& graph, uint64_t most_bytes = 128 << 20);

// silu(gate)·up, both products of one left side with constant few-bit matrices, becomes one gated product over the rows
// of the two in turn.
Result<Graph> gate_products(const Graph& graph, uint64_t most_bytes = 128 << 20);

// Slices of one value, side by side from its start on, that go through the same op up to a point of their last axis
// each (Op::until: rope over queries and keys) become slices of one such op over the value.
Result<Graph> join_prefixes(const Graph& graph);

struct SimplifyOptions {
  bool associate_products = false, join_products = false;
  uint64_t most_joined_bytes = 128 << 20;  // what one binding can be on every device
};
Result<Graph> simplified(const Graph& graph, SimplifyOptions options = {});

}  // namespace bitloom::passes
