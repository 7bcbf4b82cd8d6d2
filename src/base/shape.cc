#include "bitloom/shape.h"

namespace bitloom {

Shape::Shape(std::span<const int64_t> sizes) : rank_(static_cast<int>(sizes.size())) {
  if (rank_ > max_rank) fatal(format("shapes have at most {} axes, this one {}", max_rank, rank_));
  std::copy(sizes.begin(), sizes.end(), sizes_.begin());
}

int64_t Shape::elements() const { return product(0, rank_); }

int64_t Shape::product(int from, int to) const {
  int64_t n = 1;
  for (int i = std::max(from, 0); i < std::min(to, rank_); ++i) n *= sizes_[i];
  return n;
}

std::array<int64_t, max_rank> Shape::strides() const {
  std::array<int64_t, max_rank> out{};
  int64_t step = 1;
  for (int i = rank_ - 1; i >= 0; --i) out[i] = step, step *= sizes_[i];
  return out;
}

void append_text(std::string& out, const Shape& shape) {
  append_text(out, std::vector<int64_t>(shape.sizes().begin(), shape.sizes().end()));
}

Result<Shape> checked_shape(std::string_view who, std::span<const int64_t> sizes) {
  const std::vector<int64_t> list(sizes.begin(), sizes.end());
  if (sizes.size() > max_rank)
    return error(Code::invalid_argument, "[{}] shape {} has {} axes; at most {} are allowed", who, list, sizes.size(),
                 max_rank);
  constexpr int64_t most = int64_t{1} << 40;
  int64_t count = 1;
  for (int64_t n : sizes) {
    if (n < 0) return error(Code::invalid_argument, "[{}] shape {} has a negative size", who, list);
    if (n > most || (n > 0 && count > most / n))
      return error(Code::invalid_argument, "[{}] shape {} has over 2^40 elements", who, list);
    count *= n;
  }
  return Shape(sizes);
}

Result<Shape> broadcast(std::string_view who, const Shape& a, const Shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  std::array<int64_t, max_rank> sizes{};
  for (int i = 1; i <= rank; ++i) {
    const int64_t x = i <= a.rank() ? a[a.rank() - i] : 1, y = i <= b.rank() ? b[b.rank() - i] : 1;
    if (x != y && x != 1 && y != 1)
      return error(Code::invalid_argument,
                   "[{}] shapes {} and {} do not broadcast: sizes {} and {} differ at axis -{} and neither is 1", who,
                   a, b, x, y, i);
    sizes[rank - i] = x == 1 ? y : x;
  }
  return Shape(std::span(sizes.data(), static_cast<size_t>(rank)));
}

Result<int> normal_axis(std::string_view who, const Shape& shape, int64_t axis) {
  if (axis < -shape.rank() || axis >= shape.rank())
    return error(Code::invalid_argument, "[{}] axis {} is outside shape {}: allowed are {} to {}", who, axis, shape,
                 -shape.rank(), shape.rank() - 1);
  return static_cast<int>(axis < 0 ? axis + shape.rank() : axis);
}

}  // namespace bitloom
