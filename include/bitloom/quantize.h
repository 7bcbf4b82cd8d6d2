// Few-bit weights: a matrix becomes codes of 1 to 8 bits and the scales they share, and products run on the packed
// codes.
//
//   QuantizedTensor w = gpu.quantize(weights, {.bits_per_weight = 4});   // weights: [inputs, outputs]; gpu:
//   sync::gpu() Tensor y = gpu.matmul(x, w);                                         // x: [..., inputs]
//   w.bits_per_weight();                                                 // 5: 4, and what scales cost
//   w.error;                                                             // relative, of the weights
//
// Threads: quantize() and dequantize() may be called by many at once. The structs are like values of the standard
// library: many may read one at once, one alone may change it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bitloom/attrs.h"
#include "bitloom/tensor.h"

namespace bitloom {

struct QuantizeOptions {
  int bits_per_weight = 4;  // 1, 2, 3, 4 or 8; 16 is f16
  // What is left open is what was measured to be best for the bits (docs/quantization.md).
  std::optional<bool> use_symmetric_quantization{};
  // True: a scale for each output; false: one for all weights. Left open: groups of 32 below 8 bits, outputs at 8.
  std::optional<bool> use_per_channel_quantization{};
  int group = 0;  // 32, 64 or 128: a scale for so many weights of an output
  // 3 bits: 10 in a word instead of 32 in three. Left open: as the backend's shader profile has it (Safari's does).
  std::optional<bool> aligned{};
  DType scales = DType::f16;        // or f32
  std::string solver{};             // rtn, mse, lsq or hqq
  std::vector<float> importance{};  // what an error counts, per input; none: all alike
  bool transpose_b = false;         // the weights are [outputs, inputs], as matmul with transpose_b takes them
  // What x is rounded to, 32 elements at a time, when it meets these weights: 16 or 8 bits are faster where the device
  // has packed dot products, and cost an error of 2e-5 or 4e-3 of the result (docs/quantization.md). 32: nothing.
  int activation_bits = 32;
};

struct QuantizedTensor {
  Tensor codes;             // u32 [outputs, words]; f16 [outputs, inputs] for 16 bits
  Tensor scales, minimums;  // f16 or f32: [outputs, groups], [outputs] or [1]; no minimums if symmetric
  int bits = 4, group = 0;
  bool aligned = false;
  int activation_bits = 32;
  int64_t outputs = 0, inputs = 0;
  double error = 0;  // √(Σ (w - w')² / Σ w²)

  bool symmetric() const { return !minimums.defined(); }
  std::vector<Tensor> tensors() const;  // those that are there
  uint64_t bytes() const;               // everything: codes, scales, minimums, padding
  double bits_per_weight() const;
  // The op that multiplies with it, after x, and its settings.
  std::string_view op() const { return bits == 16 ? "matmul" : "quantized_matmul"; }
  Attrs settings() const;
};

// Of and to CPU tensors; dequantize gives [outputs, inputs] in f32.
Result<QuantizedTensor> quantize(const Tensor& weights, const QuantizeOptions& options);
Result<Tensor> dequantize(const QuantizedTensor& weights);

}  // namespace bitloom
