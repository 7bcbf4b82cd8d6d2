// Few-bit weights: what a scheme is, how codes lie in words, and what everything costs. A weight matrix is [N, K]
// (outputs, inputs); a stretch of K shares a scale and, if asymmetric, a minimum:
//
//   symmetric    w ≈ scale · (code - 2^(bits-1))        1 bit: scale · (±1)
//   asymmetric   w ≈ minimum + scale · code
//
//   const Scheme four{.bits = 4};                                  // asymmetric, groups of 32, f16 scales
//   const Layout l = TRY(layout_of(four, 4096, 11008));
//   l.bytes();  l.bits_per_weight();                               // everything: codes, scales, minimums, padding
//
// Codes are packed along K, low bits first, in 32-bit words: 4, 8, 16 and 32 of 8, 4, 2 and 1 bits; of 3 bits 32 in
// three words (dense) or 10 in each (aligned). A row ends with a whole word and a whole group; what pads it is code 0
// and is never read as a weight.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bitloom/dtype.h"
#include "bitloom/result.h"

namespace bitloom::quant {

enum class Granularity { tensor, channel, group };  // what shares a scale: all, a row, or `group` weights of a row

struct Scheme {
  int bits = 4;  // 1, 2, 3, 4 or 8
  bool symmetric = false;
  Granularity granularity = Granularity::group;
  int group = 32;             // 32, 64 or 128
  bool aligned = false;       // 3 bits: 10 in a word instead of 32 in three
  DType scales = DType::f16;  // of scales and minimums: f16 or f32

  int levels() const { return 1 << bits; }
  bool operator==(const Scheme&) const = default;
};
// What a bit width has unless something else is asked for: rows share a scale at 8 bits, groups of 32 below.
Scheme default_scheme(int bits);
Status check(const Scheme& scheme);

struct Layout {
  int64_t rows = 0, columns = 0;  // N, K
  int64_t stretch = 0;  // weights that share a scale; with Granularity::tensor a row's, all rows having the same
  int64_t padded = 0;   // K with the padding
  int64_t words = 0;    // of a row
  int64_t scales = 0, minimums = 0;  // of the matrix
  int scale_bytes = 2;

  uint64_t code_bytes() const { return static_cast<uint64_t>(rows * words) * 4; }
  uint64_t bytes() const { return code_bytes() + static_cast<uint64_t>((scales + minimums) * scale_bytes); }
  double bits_per_weight() const { return 8.0 * static_cast<double>(bytes()) / static_cast<double>(rows * columns); }
  // The scale of a weight, among the matrix's.
  int64_t scale_at(int64_t row, int64_t column) const;
};
Result<Layout> layout_of(const Scheme& scheme, int64_t rows, int64_t columns);
// Of scales and minimums as tensors: [rows, groups], [rows] or [1].
std::vector<int64_t> scales_shape(const Scheme& scheme, const Layout& layout);

// Codes of a row (padded() of them; fewer are followed by zeros) to words and back.
void pack(const Scheme& scheme, std::span<const uint8_t> codes, std::span<uint32_t> words);
void unpack(const Scheme& scheme, std::span<const uint32_t> words, std::span<uint8_t> codes);

}  // namespace bitloom::quant
