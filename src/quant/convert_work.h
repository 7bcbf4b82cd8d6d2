// A model on its way to few bits: its tensors and what is to become of each. Bits are decided first
// (convert_decide.cc), then the files are written (convert.cc).
#pragma once

#include <mutex>

#include "base/function_ref.h"
#include "models/folder.h"
#include "quant/calibration.h"
#include "quant/convert.h"

namespace bitloom::quant {

// Errors of a solver, with the tensor they are about.
Error about_tensor(const Safetensors& file, std::string_view tensor, const Error& e);

// One tensor of the model and what is to become of it.
struct Job {
  const Safetensors* file;
  const StoredTensor* tensor;
  TensorReport report;
  bool transposed = false;  // it is stored [inputs, outputs]; few bits are of its transpose
  bool open = false;        // its bits are still to be chosen

  int64_t rows() const { return tensor->shape[transposed ? 1 : 0]; }
  int64_t columns() const { return tensor->shape[transposed ? 0 : 1]; }
  // [rows, columns]
  Result<std::vector<float>> weights() const;
};

struct Work {
  const ConvertOptions& options;
  const Shards& model;
  const Calibration& calibration;
  TransposedWeights transposed;
  std::vector<Job> jobs{};
  double done = 0, total = 1;  // elements
  std::mutex mutex{};

  // Sees a result while the weights and their importances are still there.
  using After = FunctionRef<Status(std::span<const float>, std::span<const float>, const Quantized&)>;
  Status solve(const Job& job, const Scheme& scheme, After after);
  Status solve(const Job& job, const Scheme& scheme, std::span<const float> weights, std::span<const float> importance,
               After after);
  void advance(double elements, const std::string& tensor);
};

// Makes a job of every tensor and decides its bits; for a budget or an error by measuring every width of every matrix.
Status decide(Work& work);

}  // namespace bitloom::quant
