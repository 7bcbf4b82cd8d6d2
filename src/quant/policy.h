// Which tensors get how many bits.
//
//   role_of("model.layers.3.self_attn.q_proj.weight", {4096, 4096});      // Role::attention
//
// By role: critical parts (embeddings, attention, head) get 8 bits, norms and biases are never quantized. By measured
// sensitivity: each matrix brings what every width would cost it in bytes and squared error, and
//   within_bytes   finds the least error for a size. Its error is at most the best one plus one step: the largest drop
//                  of error that a single matrix has between two neighbouring widths of its convex hull;
//   within_error   finds the fewest bytes for an error, at most the fewest plus the bytes of one such step.
// Both start from everything at its smallest and take the steps that gain most per byte (which is Lagrange's
// condition), then use up what is left, one matrix or two at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.h"
#include "formats/safetensors.h"
#include "quant/scheme.h"

namespace bitloom::quant {

enum class Role { embedding, attention, mlp, head, norm, bias, other };
std::string_view name(Role role);
Role role_of(std::string_view tensor, std::span<const int64_t> shape);
inline bool is_critical(Role r) { return r == Role::embedding || r == Role::attention || r == Role::head; }
inline bool is_never_quantized(Role r) { return r == Role::norm || r == Role::bias; }

// Whether a tensor can have so many bits (16: f16), with the scheme of a width.
struct BitsDecision {
  int bits = 0;  // 0: it stays as it is
  std::string reason{};
};
// `transposed`: few bits would be of its transpose.
BitsDecision may_have(int bits, const StoredTensor& t, FunctionRef<Scheme(int bits)> scheme, bool transposed = false);

struct Option {
  int bits = 0;
  uint64_t bytes = 0;  // everything: codes, scales, minimums
  double error = 0;    // Σ importance · (w - w')²
};
using Options = std::vector<Option>;  // of one matrix, at least one

// One option for each matrix, as its position. Errors: the budget is below what the smallest options take (the least
// error is above what is allowed), and by how much.
Result<std::vector<size_t>> within_bytes(std::span<const Options> matrices, uint64_t bytes);
Result<std::vector<size_t>> within_error(std::span<const Options> matrices, double error);

// The options worth having, from small to large: on the lower convex hull of bytes and error. For the bounds above.
std::vector<size_t> hull(const Options& options);

// 20MB, 1.5GB, 300kB, 4MiB, 1000: bytes.
Result<uint64_t> parse_bytes(std::string_view text);

}  // namespace bitloom::quant
