// Finding codes, scales and minimums for a matrix of weights.
//
//   const Quantized q = TRY(quantize(weights, 4096, 4096, {.bits = 4}));
//   q.layout.bits_per_weight();             // 5: codes, f16 scales and minimums
//   std::vector<float> back = dequantize(q);
//
// Solvers, from plain to strong:
//   rtn   round to nearest between the smallest and the largest weight
//   mse   the same with both ends drawn in, as far as it lowers the squared error
//   lsq   ends drawn in, then codes and the least-squares scale and minimum for them in turn, from several starts
//   hqq   half-quadratic: outliers are let go of (a shrunken |error|^0.7)
// With `importance`, one number per column, errors are weighted by it. All are deterministic on any number of threads.
#pragma once

#include <atomic>
#include <functional>

#include "quant/scheme.h"

namespace bitloom::quant {

enum class Solver { rtn, mse, lsq, hqq };
Result<Solver> parse_solver(std::string_view name);
std::string_view name(Solver solver);

struct Quantized {
  Scheme scheme;
  Layout layout;
  std::vector<uint32_t> words;          // rows one after another
  std::vector<float> scales, minimums;  // as they are stored: rounded to scheme.scales
};

struct SolveOptions {
  Solver solver = Solver::lsq;
  std::span<const float> importance{};           // per column, none: all alike
  std::function<void(int64_t rows)> progress{};  // called now and then with rows done since, from any thread
  const std::atomic<bool>* stop = nullptr;       // once true, quantize soon returns an error
};
// Whether all are finite; if not, which one.
Status check_finite(std::span<const float> weights, int64_t columns);
Result<Quantized> quantize(std::span<const float> weights, int64_t rows, int64_t columns, const Scheme& scheme,
                           const SolveOptions& options = {});
std::vector<float> dequantize(const Quantized& q);

// √(Σ (w - w')² / Σ w²).
double relative_error(std::span<const float> w, std::span<const float> other);

// What quantizing cost, without a second copy of the weights; `weighted` with each column's importance, or the same.
struct Loss {
  double error = 0, size = 0;                    // Σ (w - w')², Σ w²
  double weighted_error = 0, weighted_size = 0;  // Σ h (w - w')², Σ h w²
  double relative() const;
};
Loss loss_of(std::span<const float> weights, const Quantized& q, std::span<const float> importance = {});

}  // namespace bitloom::quant
