// What the ops that only move elements share. They copy bits and never read them as numbers, so NaN payloads and
// negative zeros arrive as they left; f32, i32 and u32 are one kernel, f16 and bf16 another, i8 and u8 the third.
//
// Transpose, slice and pad are all one walk: step through the output in order, and read the input at
//   base + c0 * axes[0].step + c1 * axes[1].step + ...        (c: the output's coordinates)
// or take a fixed value where a coordinate is outside its axis's [low, high).
#pragma once

#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/lowering.h"
#include "ops/op.h"

namespace bitloom::moves {

struct Axis {
  int64_t size = 1, step = 0;
  int64_t low = 0, high = size;
  bool full() const { return low == 0 && high == size; }
  bool operator==(const Axis&) const = default;
};

struct Walk {
  std::vector<Axis> axes;
  int64_t base = 0;
  int64_t elements() const;
  bool full() const;  // every element comes from the input
  bool operator==(const Walk&) const = default;
};
void append_text(std::string& out, const Walk& walk);

// The same walk with as few axes as it can have, at least one: size-1 axes go, and neighbours that are one stretch of
// the input become one axis.
Walk collapse(const Walk& walk);
// Where the output starts in the input, if the (collapsed) walk is a plain stretch of it.
std::optional<int64_t> contiguous_at(const Walk& walk);

// The input, then the output, in whole quads: a walk over vectors of four elements, if everything is a multiple of
// four.
std::optional<Walk> in_quads(const Walk& walk);

void copy_cpu(const Walk& walk, const Tensor& in, const Tensor& out, uint32_t value = 0);
Status copy_gpu(Lowering& to, const Walk& walk, const Operand& in, const Operand& out, uint32_t value = 0);

// The type kernels move a dtype as (common/tensor.wgsl).
constexpr std::string_view bits_name(DType t) { return byte_size(t) == 4 ? "u32" : byte_size(t) == 2 ? "u16" : "u8"; }
// Calls f with a zero of the unsigned integer of the dtype's size.
template <class F>
decltype(auto) with_bits(DType t, F&& f) {
  switch (byte_size(t)) {
    case 1: return f(uint8_t{});
    case 2: return f(uint16_t{});
    default: return f(uint32_t{});
  }
}

inline double no_flops(const OpCall&) { return 0; }

// For the references: f(i, coordinates) for every element in order, and the copy of one element.
template <class F>
void each_element(const Shape& shape, F f) {
  std::array<int64_t, max_rank> c{};
  for (int64_t i = 0, n = shape.elements(); i < n; ++i) {
    f(i, c);
    for (int d = shape.rank() - 1; d >= 0 && ++c[static_cast<size_t>(d)] == shape[d]; --d)
      c[static_cast<size_t>(d)] = 0;
  }
}
inline void copy_element(const Tensor& from, int64_t i, const Tensor& to, int64_t j) {
  const size_t size = byte_size(from.dtype());
  std::memcpy(to.raw() + static_cast<size_t>(j) * size, from.raw() + static_cast<size_t>(i) * size, size);
}

}  // namespace bitloom::moves
