// Sizes of a tensor, outermost first, up to six of them; rank 0 is one element.
//
//   Shape s{2, 3, 4};
//   s.elements();                         // 24
//   broadcast("add", s, {4});             // [2, 3, 4], or an error that shows both shapes
//   normal_axis("softmax", s, -1);        // 2, or an error
//
// Threads: like values of the standard library: many may read one at once, one alone may change it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "bitloom/result.h"

namespace bitloom {

inline constexpr int max_rank = 6;

class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<int64_t> sizes) : Shape(std::span(sizes.begin(), sizes.size())) {}
  explicit Shape(std::span<const int64_t> sizes);

  int rank() const { return rank_; }
  int64_t operator[](int axis) const { return sizes_[axis]; }
  int64_t& operator[](int axis) { return sizes_[axis]; }
  std::span<const int64_t> sizes() const { return {sizes_.data(), static_cast<size_t>(rank_)}; }
  int64_t elements() const;
  // Product of the sizes in [from, to): rows = product(0, axis), inner = product(axis + 1).
  int64_t product(int from, int to = max_rank) const;
  // Element distance between neighbours along each axis, contiguous row-major.
  std::array<int64_t, max_rank> strides() const;
  bool operator==(const Shape& other) const = default;

 private:
  std::array<int64_t, max_rank> sizes_{};
  int rank_ = 0;
};

void append_text(std::string& out, const Shape& shape);

// Sizes from outside (files, callers): rank at most six, none negative, and the element count within 2^40.
Result<Shape> checked_shape(std::string_view who, std::span<const int64_t> sizes);
// NumPy's rule: aligned at the last axis, sizes equal or one of them 1.
Result<Shape> broadcast(std::string_view who, const Shape& a, const Shape& b);
// -1 is the last axis; outside the rank is an error.
Result<int> normal_axis(std::string_view who, const Shape& shape, int64_t axis);

}  // namespace bitloom
