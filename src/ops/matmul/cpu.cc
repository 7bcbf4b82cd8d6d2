// The CPU's matmul: gemm_f32 per batch. Many small products are shared out between threads whole; gemm_f32 shares out
// large ones itself.
#include "cpu/gemm.h"
#include "cpu/threads.h"
#include "ops/matmul/matmul.h"

namespace bitloom {
namespace {

constexpr double small_product = 1 << 20;  // multiply-adds

void narrow(const float* from, size_t count, DType type, std::byte* to) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    for (size_t i = 0; i < count; ++i) reinterpret_cast<T*>(to)[i] = static_cast<T>(from[i]);
  });
}

MatrixRef matrix(const Tensor& t, int64_t at, size_t row, bool transposed) {
  const MatrixRef stored{t.raw() + static_cast<size_t>(at) * byte_size(t.dtype()), static_cast<ptrdiff_t>(row), 1,
                         t.dtype()};
  return transposed ? stored.transposed() : stored;
}

}  // namespace

void matmul_cpu(const CpuCall& call) {
  const Product p = product_of(call.call());
  const Tensor &a = call.in[0], &b = call.in[1], &y = call.out[0];
  if (y.elements() == 0) return;
  const size_t m = static_cast<size_t>(p.m), n = static_cast<size_t>(p.n), k = static_cast<size_t>(p.k);
  const size_t y_bytes = byte_size(y.dtype());

  const auto multiply = [&](size_t begin, size_t end) {
    std::vector<float> wide(y.dtype() == DType::f32 ? 0 : m * n);
    for (size_t at = begin; at < end; ++at) {
      int64_t a_at = 0, b_at = 0, rest = static_cast<int64_t>(at);
      for (int i = p.batch_rank; i-- > 0;) {
        const Product::Axis& axis = p.batch[static_cast<size_t>(i)];
        a_at += rest % axis.size * axis.a_step, b_at += rest % axis.size * axis.b_step;
        rest /= axis.size;
      }
      const MatrixRef left = matrix(a, a_at, p.transpose_a ? m : k, p.transpose_a);
      const MatrixRef right = matrix(b, b_at, p.transpose_b ? k : n, p.transpose_b);
      std::byte* out = y.raw() + at * m * n * y_bytes;
      gemm_f32(m, n, k, left, right, wide.empty() ? reinterpret_cast<float*>(out) : wide.data(),
               static_cast<ptrdiff_t>(n));
      if (!wide.empty()) narrow(wide.data(), m * n, y.dtype(), out);
    }
  };
  const size_t batches = static_cast<size_t>(p.batches());
  if (batches > 1 && double(m) * double(n) * double(k) < small_product) parallel_for(batches, 1, multiply);
  else multiply(0, batches);
}

}  // namespace bitloom
