// A list of ops as a graph (bitloom/fusion.h says how a list is read), and as attention where that is what it spells.
#pragma once

#include "runtime/patterns.h"

namespace bitloom::lists {

std::string text_of(const FusionOps& ops);  // [matmul, add, gelu]

// What each op of a list is there, or which one has no place in a list.
Result<std::vector<Place>> places_of(const FusionOps& ops);

// A tensor of a list that is taken as few-bit weights.
struct FewBitInput {
  size_t tensor;
  bool transpose_b;
};
struct Folded {
  Graph graph;
  std::vector<FewBitInput> weights{};  // their parts are inputs after all tensors
};
// `quantize`: what right sides of matmuls are quantized to, or null.
Result<Folded> fold(std::span<const Desc> tensors, const FusionOps& ops, const QuantizeOptions* quantize);

// matmul, scale, mask, softmax, dropout, matmul as the one op attention, whose scores are never in memory. Nothing
// where the list is not that, or attention does not take such shapes. `plain` is the list as it was folded.
std::optional<Graph> as_attention(std::span<const Desc> tensors, const FusionOps& ops, const Graph& plain);

// Matrices, and batches of them, with the axes they lack for attention: [batch, heads, length, size].
Result<Value> with_heads(Graph& graph, Value v);

}  // namespace bitloom::lists
