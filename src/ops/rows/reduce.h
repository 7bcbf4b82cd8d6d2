// What reduce_sum, reduce_mean, reduce_max and reduce_min share. Any set of axes becomes a chain of reductions over one
// axis of [outer, length, inner], innermost first: nothing is ever transposed.
#pragma once

#include "ops/op.h"
#include "ops/rows/rows.h"

namespace bitloom {

enum class Reduction { sum, mean, max, min };

Op make_reduction(Reduction kind, std::string_view formula);

// The chain for a shape: each entry sees what the ones before it left. Axes of size 1 cost nothing.
std::vector<Rows> reduction_chain(const Shape& shape, const std::vector<bool>& reduced);
// Which axes a list names (empty: all), or an error for one outside the shape or there twice.
Result<std::vector<bool>> reduced_axes(std::string_view op, const Shape& shape, const std::vector<int64_t>& axes);
// The shape that is left.
Shape reduced_shape(const Shape& shape, const std::vector<bool>& reduced, bool keep);

}  // namespace bitloom
