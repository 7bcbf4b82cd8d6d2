// Few-bit codes to numbers, and products of rows, with SIMD.
//
//   unpack_codes(4, words, 4096, 0.01f, -0.08f, row);     // row[i] = -0.08 + 0.01 · code i
//   float y = dot(row, x, 4096);
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitloom {

// Codes lie in words as docs/format.md says (3 bits dense); the first one begins a word, and all the words that hold
// `count` codes are there.
void unpack_codes(int bits, const uint32_t* words, size_t count, float scale, float base, float* to);

float dot(const float* a, const float* b, size_t count);

}  // namespace bitloom
