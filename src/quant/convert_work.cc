#include "quant/convert_work.h"

#include <algorithm>

#include "base/json_text.h"
#include "base/try.h"
#include "quant/solve.h"

namespace bitloom::quant {

Error about_tensor(const Safetensors& file, std::string_view tensor, const Error& e) {
  constexpr std::string_view who = "[quantize] ";
  std::string_view what = e.message;
  if (what.starts_with(who)) what.remove_prefix(who.size());
  return error(e.code, "[quantize] {}: tensor {}: {}", file.name(), quote(tensor), what);
}

Result<std::vector<float>> Job::weights() const {
  std::vector<float> stored = TRY(file->read_floats(*tensor));
  if (!transposed) return stored;
  std::vector<float> out(stored.size());
  const auto n = static_cast<size_t>(rows()), k = static_cast<size_t>(columns());
  for (size_t i = 0; i < k; ++i)
    for (size_t j = 0; j < n; ++j) out[j * k + i] = stored[i * n + j];
  return out;
}

Status Work::solve(const Job& job, const Scheme& scheme, After after) {
  const std::vector<float> importance = TRY(calibration.importance(job.tensor->name, job.columns()));
  const std::vector<float> weights = TRY(job.weights());
  return solve(job, scheme, weights, importance, after);
}

Status Work::solve(const Job& job, const Scheme& scheme, std::span<const float> weights,
                   std::span<const float> importance, After after) {
  const int64_t columns = job.columns();
  const auto q =
      quantize(weights, job.rows(), columns, scheme,
               {.solver = options.solver,
                .importance = importance,
                .progress = [&](int64_t rows) { advance(static_cast<double>(rows * columns), job.tensor->name); },
                .stop = options.stop});
  if (!q.ok()) return about_tensor(*job.file, job.tensor->name, q.error());
  return after(weights, importance, *q);
}

void Work::advance(double elements, const std::string& tensor) {
  if (!options.progress) return;
  const std::lock_guard lock(mutex);
  done += elements;
  options.progress(std::min(1.0, done / total), tensor);
}

}  // namespace bitloom::quant
