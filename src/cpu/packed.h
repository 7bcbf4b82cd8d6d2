// Few-bit codes to numbers, and products with them, with SIMD.
//
//   unpack_codes(4, words, 4096, 0.01f, -0.08f, row);     // row[i] = -0.08 + 0.01 · code i
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitloom {

// Codes lie in words as docs/format.md says (3 bits dense); the first one begins a word, and all the words that hold
// `count` codes are there.
void unpack_codes(int bits, const uint32_t* words, size_t count, float scale, float base, float* to);

// A row of weights with the scales it was given: weight i is bases[i / stretch] + scales[i / stretch] · code i.
// `stretch` is a multiple of 32, or at least `count`.
struct CodeRow {
  int bits;
  const uint32_t* words;
  size_t word_count, count, stretch;
  const float *scales, *bases;
};
// Rows to multiply it with, up to 4, each filled up with zeros to a multiple of 32, and the sums of each 32 of them.
struct CodeRows {
  static constexpr size_t most = 4;
  const float *x, *sums;
  size_t rows, step;  // from a row of x to the next; sums' rows are step / 32 apart
};
// y[r] = Σ x[r][i] · weight i, without writing the weights out.
void dot_codes(const CodeRow& weights, const CodeRows& x, float* y);

void widen_halves(const uint16_t* from, size_t count, float* to);

}  // namespace bitloom
