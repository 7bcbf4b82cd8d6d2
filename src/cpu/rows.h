// What CPU kernels over rows of f32 are made of: whole contiguous rows, and bundles of neighbouring columns.
// x and y may be the same memory. Highway picks the instruction set at run time.
#pragma once

#include <cstddef>

namespace bitloom {

// y = exp(x - max) / sum(exp(x - max)), or its logarithm.
void softmax_row(const float* x, float* y, size_t n, bool log);
// The same along columns: element i of column c is x[i * stride + c].
void softmax_columns(const float* x, float* y, size_t n, size_t stride, size_t columns, bool log);

// y = (x - mean) / sqrt(variance + eps) * gamma + beta; without `center` the mean counts as 0. Null: no gamma, no beta.
void norm_row(const float* x, float* y, size_t n, const float* gamma, const float* beta, bool center, float eps);
// y = x * scale + shift.
void scale_row(const float* x, float* y, size_t n, float scale, float shift);

// Blocks are summed in f32 and their sums in double.
double sum_row(const float* x, size_t n);
// NaN if there is one; n > 0.
float max_row(const float* x, size_t n);
float min_row(const float* x, size_t n);

enum class Fold { sum, max, min };
// y[c] = y[c] (op) x[0 * stride + c] (op) x[1 * stride + c] ... for n rows; y is already filled.
void fold_columns(Fold op, const float* x, float* y, size_t n, size_t stride, size_t columns);

}  // namespace bitloom
