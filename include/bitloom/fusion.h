// Lists of ops, run as few kernels. A list is a left fold: it starts with the first tensor, an op of two inputs takes
// the next one as its right side, an op of one input takes none.
//
//   WebGPUOperationFusion fusion(*gpu);    // gpu: sync::gpu(); any Backend will do
//   Tensor y = sync::wait(fusion.execute_fused({a, b, bias}, {"matmul", "add", "gelu"}));    // gelu(a·b + bias)
//   std::puts(fusion.report()->text().c_str());    // LinearActivation: 3 dispatches became 1, ...
//   auto known = fusion.create_fusion_pattern({"exp", "multiply", "exp"}, "mine");
//   auto z = run_sync(fusion.execute_fused({a}, {{"reshape", {{"shape", {4, 8}}}}, "softmax"}));    // with settings
//
// What cannot fuse runs unfused, with the same result, and report() says why. Positions in errors count from 0.
//
// Threads: it belongs to the thread of its backend. Descriptions (FusionOp, FusionConfig, reports) are plain values.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bitloom/backend.h"

namespace bitloom {

enum class FusionPattern {
  LinearActivation,           // matmul, a bias or none, activations
  ElementWiseChain,           // element-wise ops
  BinaryUnary,                // one element-wise op of two inputs, then one of one
  ReshapeOp,                  // reshape or transpose, then an op
  ActivationChain,            // activations
  NormActivation,             // a normalization, then activations
  AttentionPattern,           // attention; or matmul, scale, mask, softmax, matmul, the middle ones if wanted
  MatrixChain,                // matmuls
  QuantizedMatmul,            // a matmul,
  QuantizedMatmulActivation,  // LinearActivation
  QuantizedAttention,         // and AttentionPattern with quantized weights
};
inline constexpr int fusion_patterns = 11;
std::string_view name(FusionPattern pattern);
Result<FusionPattern> fusion_pattern(std::string_view name);

// An op of a list: its name in docs/ops.md and its settings, and beside those ops
//   scale      times the setting `factor`; after a matmul it may be left out and is 1 / sqrt(the size summed over)
//   mask       plus the next tensor; of whole numbers: -infinity where they are 0
//   dropout    nothing: identity at inference
//   gelu_tanh  gelu with approximate = tanh
// Normalizations take what they need after x: layer_norm gamma and beta (if there are tensors to spare), rms_norm
// gamma, batch_norm mean, variance, gamma and beta. attention takes K, V and, if there is one to spare, a mask.
struct FusionOp {
  std::string name;
  Attrs settings{};
  FusionOp(const char* name) : name(name) {}
  FusionOp(std::string name, Attrs settings = {}) : name(std::move(name)), settings(std::move(settings)) {}
  bool operator==(const FusionOp&) const = default;
};
using FusionOps = std::vector<FusionOp>;

// The pattern a list is, whole.
std::optional<FusionPattern> recognize(const FusionOps& ops, bool quantized = false);
// The list as a graph, or what is wrong with it and where.
Result<Graph> fold_ops(std::span<const Desc> tensors, const FusionOps& ops);

struct FusionConfig {
  std::optional<std::vector<FusionPattern>> enabled_patterns{};  // none: all
  int max_fusion_length = 10;
  bool use_browser_optimizations = true;  // false: the same shader profile everywhere, whatever the browser
  wgsl::ProfileOverrides profile{};
  bool reassociate = false;  // products in the cheapest order, not from the left: fewer steps, other rounding
  bool strict = false;       // a list that cannot fuse is an error instead of running unfused
  // The right sides of matmuls are quantized when they are first used, and kept so as long as they live. They must not
  // change.
  bool use_quantized_weights = false;
  int bits_per_weight = 4;
  std::optional<bool> use_symmetric_quantization{}, use_per_channel_quantization{};  // see QuantizeOptions
  int activation_bits = 32;
};

struct FusionAnswer {
  bool fuses = false;
  std::string pattern;  // one of the eleven, the name of one's own, or empty
  std::string reason;
};

struct FusionReport {
  std::vector<std::string> ops;
  FusionAnswer answer;
  bool fused = false;  // fewer dispatches than one op at a time
  Explanation::Kernel before, after;
  Explanation explanation;  // of the graph that ran; on the CPU, which runs op by op, without kernels
  std::string text() const;
  std::string json(bool pictures = false) const;
};

class WebGPUOperationFusion {
 public:
  // Any backend will do; on the CPU lists run op by op. It must outlive this and what was started here.
  explicit WebGPUOperationFusion(Backend& backend, FusionConfig config = {});

  // Asked in this order: is it within max_fusion_length, is it a pattern that is enabled, is it one's own, is there
  // anything in it to fuse. An error is a list that cannot run at all, whatever the tensors.
  Result<FusionAnswer> can_fuse(const FusionOps& ops) const;
  // From now on this list fuses, also where its pattern is not enabled. The answer is no where that would be in vain.
  Result<FusionAnswer> create_fusion_pattern(FusionOps ops, std::string name = {});

  Task<Result<Tensor>> execute_fused(std::vector<Tensor> tensors, FusionOps ops) {
    return execute_operations(std::move(tensors), std::move(ops), true);
  }
  Task<Result<Tensor>> execute_operations(std::vector<Tensor> tensors, FusionOps ops, bool use_fusion);

  Result<FusionReport> explain(std::span<const Desc> tensors, const FusionOps& ops, bool use_fusion = true) const;
  Result<FusionReport> report() const;  // of the list that ran last

 private:
  struct List;  // made ready for tensors of certain shapes
  struct Kept;  // lists, and weights of few bits
  Result<std::shared_ptr<List>> make(std::span<const Desc> tensors, const FusionOps& ops, bool use_fusion) const;
  Result<FusionReport> report(const List& list) const;
  Result<FusionAnswer> can_fuse_any_length(const FusionOps& ops) const;
  Status check_config() const;
  QuantizeOptions quantizing(bool transpose_b) const;

  struct Custom {
    FusionOps ops;
    std::string name;
  };
  Backend& backend_;
  FusionConfig config_;
  std::vector<Custom> customs_;
  std::shared_ptr<Kept> kept_;
  std::shared_ptr<const List> last_;
};

}  // namespace bitloom
