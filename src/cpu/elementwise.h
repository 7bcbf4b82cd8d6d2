// SIMD loops for element-wise ops, found by name. An op with a simd.h in its folder has one for every SIMD target.
#pragma once

#include <cstddef>
#include <string_view>

#include "bitloom/attrs.h"

namespace bitloom {

// y[i] = op(x[0][i]); `settings` are the op's numeric settings in order.
using SimdLoop = void (*)(const float* const* x, float* y, size_t n, const float* settings);

// The loop for this machine, or null. A word setting picks the variant: gelu with approximate=tanh is "gelu_tanh".
SimdLoop find_simd(std::string_view op, const Attrs& attrs);

}  // namespace bitloom
