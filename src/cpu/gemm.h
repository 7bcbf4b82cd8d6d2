// Matrix product on the CPU: C = A·B in f32, for any strides and for f32, f16 and bf16 storage.
//
//   MatrixRef a{x, k, 1};                          // x is row-major [m, k]
//   MatrixRef b{w, 1, k, DType::f16};              // w is row-major [n, k], read as its transpose
//   gemm_f32(m, n, k, a, b, y, n);                 // y is row-major [m, n]
//
// The sum over k is never split between threads, so the result is the same bit for bit for any number of them.
#pragma once

#include <cstddef>

#include "bitloom/dtype.h"

namespace bitloom {

// Element (i, j) is data[i * row_stride + j * col_stride], strides counted in elements: a transpose just swaps them.
struct MatrixRef {
  const void* data;
  ptrdiff_t row_stride, col_stride;
  DType type = DType::f32;  // f32, f16 or bf16

  MatrixRef transposed() const { return {data, col_stride, row_stride, type}; }
};

// C[m, n] = A[m, k] · B[k, n]; row i of C starts at c + i * ldc. C is overwritten (with zeros if k is 0) and must not
// overlap A or B.
void gemm_f32(size_t m, size_t n, size_t k, MatrixRef a, MatrixRef b, float* c, ptrdiff_t ldc);

}  // namespace bitloom
