// Quantizing a model: a folder of safetensors becomes another one that holds the same tensors in fewer bits, and every
// other file as it was. Tensors are read, solved and written one at a time. The new folder appears when it is whole.
//
//   const Converted made = TRY(convert("bert-base", "bert-base-4bit", {.bits = 4}));
//   made.bytes_after;  made.error();
#pragma once

#include <filesystem>

#include "formats/safetensors.h"
#include "quant/policy.h"
#include "quant/solve.h"

namespace bitloom::quant {

struct ConvertOptions {
  int bits = 4;  // 1, 2, 3, 4, 8, or 16: f16
  // Where these are not set, each width has what default_scheme says.
  std::optional<Granularity> granularity{};
  int group = 32;
  std::optional<bool> symmetric{};
  bool aligned = false;  // 3 bits
  DType scales = DType::f16;
  Solver solver = Solver::lsq;

  bool mixed = false;                   // critical parts get 8 bits
  std::optional<uint64_t> budget{};     // bytes of all weight files; bits are chosen by measured error
  std::optional<double> max_error{};    // relative, of all matrices together; bits are chosen, for the least size
  std::filesystem::path calibration{};  // safetensors with activations [rows, K] or importances [K] by weight
  bool replace = false;                 // a folder that is there

  // Called from any thread, now and then: how much of the work is done, and on which tensor.
  std::function<void(double part, const std::string& tensor)> progress{};
  const std::atomic<bool>* stop = nullptr;  // once true, an error is returned soon, and nothing is left behind
};
Status check(const ConvertOptions& options);
// The scheme of a width under what was asked.
Scheme scheme_for(const ConvertOptions& options, int bits);

struct TensorReport {
  std::string name, file, reason;
  Role role = Role::other;
  StoredType type;  // before
  std::vector<int64_t> shape;
  int bits = 0;  // 0: stays as it is
  Scheme scheme;
  bool calibrated = false;
  uint64_t bytes_before = 0, bytes_after = 0, code_bytes = 0;  // after: everything; codes alone
  Loss loss;

  bool is_quantized() const { return bits > 0 && bits < 16; }
  int64_t elements() const { return static_cast<int64_t>(bytes_before / type.bytes); }
  double bits_per_weight() const { return 8.0 * static_cast<double>(bytes_after) / static_cast<double>(elements()); }
};

struct Converted {
  std::vector<TensorReport> tensors;
  uint64_t bytes_before = 0, bytes_after = 0;  // of all tensors
  uint64_t bytes_without_overhead = 0;         // the same, without scales, minimums and padding of a row's last group
  uint64_t file_bytes_before = 0, file_bytes = 0;  // of the weight files, headers included
  double error() const;                            // relative, of all that was quantized
};
Result<Converted> convert(const std::filesystem::path& model, const std::filesystem::path& out,
                          const ConvertOptions& options);

}  // namespace bitloom::quant
