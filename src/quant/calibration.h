// What is known of the inputs of each weight, from a file of activations or importances (docs/quantization.md).
#pragma once

#include <filesystem>
#include <optional>

#include "formats/safetensors.h"

namespace bitloom::quant {

// Mean squares of each input, by the weight they go into.
class Calibration {
 public:
  // An empty path: nothing is known.
  static Result<Calibration> open(const std::filesystem::path& path);

  bool given() const { return file_.has_value(); }
  bool has(std::string_view weight) const { return find(weight) != nullptr; }

  // Scaled to a mean of 1, so that matrices with and without calibration can be compared; empty: none.
  Result<std::vector<float>> importance(std::string_view weight, int64_t columns) const;

 private:
  const StoredTensor* find(std::string_view weight) const;
  std::optional<Safetensors> file_;
};

}  // namespace bitloom::quant
