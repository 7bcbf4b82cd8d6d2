// Few-bit codes to numbers, and products with them, with SIMD.
//
//   unpack_codes(rows, numbers);                                        // numbers[i] = weight i of the first row
//   dot_codes(rows, CodeFactors(x, 1, rows.count), y, rows.rows);       // y[w] = Σ x[i] · weight i of row w
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bitloom {

// Rows of weights with the scales they were given: weight i of the first is bases[i / stretch] + scales[i / stretch] ·
// code i. Codes lie in words as docs/format.md says (3 bits dense). `stretch` is a multiple of 32, or at least `count`.
struct CodeRows {
  int bits;
  const uint32_t* words;
  size_t word_count, count, stretch;
  const float *scales, *bases;
  size_t rows = 1, fits = 0;  // from a row's scales to the next one's
};
// The numbers of the first row.
void unpack_codes(const CodeRows& weights, float* to);

// Up to four rows of x to multiply them with, laid out for that: each 32 elements by fours (in whole numbers by twos),
// filled up with zeros.
struct CodeFactors {
  static constexpr size_t most = 4;
  // With `bits` of 16 or 8 each 32 elements are rounded to whole numbers of so many bits, times a unit.
  CodeFactors(const float* x, size_t rows, size_t count, int bits = 32);

  size_t rows, step;           // from a row to the next
  std::vector<float> x, sums;  // sums: of each 32 elements
  std::vector<float> units;
  std::vector<int16_t> whole;
};
// y[r · step + w] = Σ x[r][i] · weight i of row w, without writing the weights out.
void dot_codes(const CodeRows& weights, const CodeFactors& x, float* y, size_t step);

// The numbers that CodeFactors multiplies with.
void round_activations(const float* x, size_t rows, size_t count, int bits, float* to);

void widen_halves(const uint16_t* from, size_t count, float* to);

}  // namespace bitloom
