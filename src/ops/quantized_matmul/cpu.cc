// The CPU's product with few-bit weights. Few rows of x are multiplied with the codes as they are; for more, some rows
// of weights at a time are taken out of their codes, multiplied, and forgotten.
#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/threads.h"
#include "ops/quantized_matmul/quantized_matmul.h"

namespace bitloom {
namespace {

constexpr int64_t together = 64, few_together = 4;  // rows of weights, for many rows of x and for few

std::vector<float> widened(const Tensor& t) {
  std::vector<float> out(static_cast<size_t>(t.elements()));
  with_type(t.dtype(), [&](auto zero) {
    std::ranges::transform(t.data<decltype(zero)>(), out.begin(), [](auto v) { return static_cast<float>(v); });
  });
  return out;
}

}  // namespace

void quantized_matmul_cpu(const CpuCall& call) {
  const Tensor& out = call.out[0];
  if (out.elements() == 0) return;
  const Packed p = weights_of(call.call());
  const int64_t m = rows_of(call.call()), n = p.rows(), k = p.columns();
  const std::vector<float> wide = call.in[0].dtype() == DType::f32 ? std::vector<float>{} : widened(call.in[0]);
  const bool gated = call.call().attrs.flag("gated");
  std::vector<float> results(out.dtype() == DType::f32 && !gated ? 0 : static_cast<size_t>(m * n));
  const float* from = wide.empty() ? call.in[0].data<float>().data() : wide.data();
  float* to = results.empty() ? out.data<float>().data() : results.data();
  const auto weights = call.in.subspan(1);

  const bool few = m <= static_cast<int64_t>(CodeFactors::most) && !p.scheme.aligned;
  const auto x_bits = static_cast<int>(call.call().attrs.integer("x_bits"));
  const auto x_rows = static_cast<size_t>(m), count = static_cast<size_t>(k);
  const CodeFactors x(from, few ? x_rows : 0, count, x_bits);
  std::vector<float> rounded;
  if (!few && x_bits < 32) {
    rounded.resize(x_rows * count);
    round_activations(from, x_rows, count, x_bits, rounded.data());
    from = rounded.data();
  }
  const int64_t block = few ? few_together : together;
  // A share is worth a thread's attention: some 30,000 weights.
  const int64_t grain = std::max<int64_t>(1, (int64_t{1} << 15) / (k * block));
  parallel_for(static_cast<size_t>((n + block - 1) / block), static_cast<size_t>(grain), [&](size_t begin, size_t end) {
    std::vector<float> w(few ? 0 : static_cast<size_t>(block * k));
    Fits fits;
    for (auto b = static_cast<int64_t>(begin); b < static_cast<int64_t>(end); ++b) {
      const int64_t first = b * block, rows = std::min(block, n - first);
      if (few) {
        dot_codes(code_rows(p, weights, first, rows, fits), x, to + first, static_cast<size_t>(n));
        continue;
      }
      for (int64_t j = 0; j < rows; ++j) unpack_row(p, weights, first + j, w.data() + j * k);
      gemm_f32(x_rows, static_cast<size_t>(rows), count, {from, static_cast<ptrdiff_t>(k), 1},
               {w.data(), 1, static_cast<ptrdiff_t>(k)}, to + first, static_cast<ptrdiff_t>(n));
    }
  });
  if (results.empty()) return;
  if (gated) {
    const size_t pairs = results.size() / 2;
    for (size_t i = 0; i < pairs; ++i)
      results[i] = results[2 * i] / (1 + std::exp(-results[2 * i])) * results[2 * i + 1];
    results.resize(pairs);
  }
  const Tensor narrow = Tensor::from_floats(out.dtype(), out.shape(), results);
  std::copy_n(narrow.raw(), narrow.bytes(), out.raw());
}

}  // namespace bitloom
