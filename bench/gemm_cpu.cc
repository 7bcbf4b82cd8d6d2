// f32 matrix product on the CPU, ours beside OpenBLAS, on one thread and on two. Both run in the same process on the
// same data, so their ratio means something even on a busy machine (compare minima: --benchmark_repetitions=...).
#include <benchmark/benchmark.h>
#ifdef BITLOOM_HAVE_OPENBLAS
#include <cblas.h>
#endif

#include <random>
#include <string>
#include <vector>

#include "cpu/gemm.h"
#include "cpu/threads.h"

#ifdef BITLOOM_HAVE_OPENBLAS
extern "C" void openblas_set_num_threads(int count);
#endif

namespace bitloom {
namespace {

struct Case {
  size_t m, n, k;
};
constexpr Case cases[] = {{256, 256, 256}, {512, 512, 512}, {1024, 1024, 1024}, {509, 1021, 333}};

template <class Multiply>
void run(benchmark::State& state, const Case& size, Multiply multiply) {
  const auto [m, n, k] = size;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> value(-1, 1);
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (float& x : a) x = value(random);
  for (float& x : b) x = value(random);
  for (auto _ : state) {
    multiply(a.data(), b.data(), c.data());
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  }
  const double flops = 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  state.counters["FLOP/s"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
}

void ours(benchmark::State& state, const Case& size, int thread_count) {
  set_threads(thread_count);
  const auto k = static_cast<ptrdiff_t>(size.k), n = static_cast<ptrdiff_t>(size.n);
  run(state, size,
      [&](const float* a, const float* b, float* c) { gemm_f32(size.m, size.n, size.k, {a, k, 1}, {b, n, 1}, c, n); });
  set_threads(0);
}

#ifdef BITLOOM_HAVE_OPENBLAS
void openblas(benchmark::State& state, const Case& size, int thread_count) {
  openblas_set_num_threads(thread_count);
  const int m = static_cast<int>(size.m), n = static_cast<int>(size.n), k = static_cast<int>(size.k);
  run(state, size, [&](const float* a, const float* b, float* c) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
  });
  openblas_set_num_threads(1);
}
#endif

[[maybe_unused]] const bool registered = [] {
  for (const Case& size : cases)
    for (int thread_count : {1, 2}) {
      const std::string tail = "/" + std::to_string(size.m) + "x" + std::to_string(size.n) + "x" +
                               std::to_string(size.k) + "/threads:" + std::to_string(thread_count);
      benchmark::RegisterBenchmark(("gemm_f32/bitloom" + tail).c_str(), ours, size, thread_count)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
#ifdef BITLOOM_HAVE_OPENBLAS
      benchmark::RegisterBenchmark(("gemm_f32/openblas" + tail).c_str(), openblas, size, thread_count)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
#endif
    }
  return true;
}();

}  // namespace
}  // namespace bitloom
