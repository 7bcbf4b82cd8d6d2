// The CPU's product with few-bit weights. Few rows of x are multiplied with the codes as they are; for more, some rows
// of weights at a time are taken out of their codes, multiplied, and forgotten.
#include <algorithm>
#include <array>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/packed.h"
#include "cpu/threads.h"
#include "ops/quantized_matmul/quantized_matmul.h"

namespace bitloom {
namespace {

constexpr int64_t together = 64;  // rows of weights for many rows of x

std::vector<float> widened(const Tensor& t) {
  std::vector<float> out(static_cast<size_t>(t.elements()));
  with_type(t.dtype(), [&](auto zero) {
    std::ranges::transform(t.data<decltype(zero)>(), out.begin(), [](auto v) { return static_cast<float>(v); });
  });
  return out;
}

// Each stretch rounded to whole numbers of so many bits, times a unit of its own.
void round_stretches(const float* from, int64_t rows, int64_t count, int bits, float* to) {
  const float most = bits == 8 ? 127.0f : 32512.0f;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t begin = 0; begin < count; begin += 32) {
      const int64_t here = std::min<int64_t>(32, count - begin);
      const float* x = from + r * count + begin;
      float* y = to + r * count + begin;
      float size = 0;
      for (int64_t i = 0; i < here; ++i) size = std::max(size, std::abs(x[i]));
      const float inverse = size > 1e-30f ? most / size : 0, unit = size / most;
      for (int64_t i = 0; i < here; ++i) y[i] = std::isfinite(x[i]) ? std::nearbyint(x[i] * inverse) * unit : x[i];
    }
}

// x filled up with zeros, and its sums, as dot_codes wants them.
struct Padded {
  std::vector<float> x, sums;
  size_t step;
  Padded(const float* from, int64_t rows, int64_t count) : step(static_cast<size_t>(count + 31) / 32 * 32) {
    x.resize(static_cast<size_t>(rows) * step), sums.resize(x.size() / 32);
    for (int64_t r = 0; r < rows; ++r) std::copy_n(from + r * count, count, x.begin() + r * static_cast<int64_t>(step));
    for (size_t i = 0; i < x.size(); ++i) sums[i / 32] += x[i];
  }
};

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
  std::vector<float> rounded;
  if (const auto x_bits = static_cast<int>(call.call().attrs.integer("x_bits")); x_bits < 32) {
    rounded.resize(static_cast<size_t>(m * k));
    round_stretches(from, m, k, x_bits, rounded.data());
    from = rounded.data();
  }
  float* to = results.empty() ? out.data<float>().data() : results.data();
  const auto weights = call.in.subspan(1);

  const bool few = m <= static_cast<int64_t>(CodeRows::most) && !p.scheme.aligned;
  const Padded padded(from, few ? m : 0, k);
  const int64_t block = few ? 1 : together;
  // A share is worth a thread's attention: some 30,000 weights.
  const int64_t grain = std::max<int64_t>(1, (int64_t{1} << 15) / (k * block));
  parallel_for(static_cast<size_t>((n + block - 1) / block), static_cast<size_t>(grain), [&](size_t begin, size_t end) {
    std::vector<float> w(few ? 0 : static_cast<size_t>(block * k));
    Fits fits;
    for (auto b = static_cast<int64_t>(begin); b < static_cast<int64_t>(end); ++b) {
      const int64_t first = b * block, rows = std::min(block, n - first);
      if (few) {
        fits_of(p, weights, first, fits);
        std::array<float, CodeRows::most> y{};
        dot_codes({.bits = p.scheme.bits,
                   .words = weights[0].data<uint32_t>().data() + first * p.layout.words,
                   .word_count = static_cast<size_t>(p.layout.words),
                   .count = static_cast<size_t>(k),
                   .stretch = static_cast<size_t>(p.layout.stretch),
                   .scales = fits.scales.data(),
                   .bases = fits.bases.data()},
                  {padded.x.data(), padded.sums.data(), static_cast<size_t>(m), padded.step}, y.data());
        for (int64_t i = 0; i < m; ++i) to[i * n + first] = y[static_cast<size_t>(i)];
        continue;
      }
      for (int64_t j = 0; j < rows; ++j) unpack_row(p, weights, first + j, w.data() + j * k);
      const auto wide_k = static_cast<ptrdiff_t>(k);
      gemm_f32(static_cast<size_t>(m), static_cast<size_t>(rows), static_cast<size_t>(k), {from, wide_k, 1},
               {w.data(), 1, wide_k}, to + first, static_cast<ptrdiff_t>(n));
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
