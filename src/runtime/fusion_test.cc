#include "bitloom/fusion.h"

#include <cmath>

#include "gpu/device.h"
#include "ops/op.h"
#include "runtime/fusion_testing.h"
#include "tests/support.h"

namespace bitloom {
namespace {

TEST(Fusion, ListsAreRecognised) {
  const std::pair<FusionOps, std::optional<FusionPattern>> lists[] = {
      {{"matmul", "relu"}, FusionPattern::LinearActivation},
      {{"matmul", "add", "gelu", "dropout"}, FusionPattern::LinearActivation},
      {{"add", "multiply", "add"}, FusionPattern::ElementWiseChain},
      {{"multiply", "add", "sigmoid"}, FusionPattern::ElementWiseChain},
      {{"scale", "mask"}, FusionPattern::ElementWiseChain},
      {{"add", "relu"}, FusionPattern::BinaryUnary},
      {{"max", "neg"}, FusionPattern::BinaryUnary},
      {{{"reshape", {{"shape", {4}}}}, "softmax"}, FusionPattern::ReshapeOp},
      {{"transpose", "matmul"}, FusionPattern::ReshapeOp},
      {{"relu", "dropout"}, FusionPattern::ActivationChain},
      {{"layer_norm", "gelu"}, FusionPattern::NormActivation},
      {{"batch_norm", "relu"}, FusionPattern::NormActivation},
      {{"matmul", "scale", "softmax", "matmul"}, FusionPattern::AttentionPattern},
      {{"matmul", "scale", "mask", "softmax", "dropout", "matmul"}, FusionPattern::AttentionPattern},
      {{"attention"}, FusionPattern::AttentionPattern},
      {{"matmul", "matmul", "matmul"}, FusionPattern::MatrixChain},
      {{"matmul"}, {}},
      {{"relu"}, {}},
      {{"softmax", "matmul"}, {}},
      {{"matmul", "softmax"}, {}},
      {{"matmul", "softmax", "matmul", "relu"}, {}},
      {{"reshape", "transpose"}, {}},
      {{"nonsense", "relu"}, {}},
      {{}, {}},
  };
  for (const auto& [ops, want] : lists) {
    std::string text;
    for (const FusionOp& op : ops) text += op.name + " ";
    EXPECT_EQ(recognize(ops), want) << text;
  }
  EXPECT_EQ(recognize({"matmul"}, true), FusionPattern::QuantizedMatmul);
  EXPECT_EQ(recognize({"matmul", "relu"}, true), FusionPattern::QuantizedMatmulActivation);
  EXPECT_EQ(recognize({"attention"}, true), FusionPattern::QuantizedAttention);
  for (int i = 0; i < fusion_patterns; ++i) {
    const auto pattern = static_cast<FusionPattern>(i);
    EXPECT_EQ(*fusion_pattern(name(pattern)), pattern);
  }
  EXPECT_EQ(fusion_pattern("Matmul").error().code, Code::not_found);
}

TEST(Fusion, AListIsALeftFold) {
  const auto text = [](std::vector<Desc> tensors, FusionOps ops) {
    const auto graph = fold_ops(tensors, ops);
    return graph.ok() ? graph->text() : graph.error().message;
  };
  EXPECT_EQ(text(f32({{2, 3}, {3, 4}, {4, 5}}), {"matmul", "matmul"}),
            "%0 = input t0: f32[2, 3]\n%1 = input t1: f32[3, 4]\n%2 = input t2: f32[4, 5]\n"
            "%3 = matmul(%0, %1) dtype=, transpose_a=0, transpose_b=0: f32[2, 4]\n"
            "%4 = matmul(%3, %2) dtype=, transpose_a=0, transpose_b=0: f32[2, 5]\noutput  = %4\n");
  EXPECT_EQ(text(f32({{2}}), {"dropout"}), "%0 = input t0: f32[2]\noutput  = %0\n");
  // What may be left out is, where the tensors are needed later.
  EXPECT_NE(text(f32({{2, 3}, {3, 4}}), {"layer_norm", "matmul"}).find("layer_norm(%0)"), std::string::npos);
  EXPECT_NE(text(f32({{2, 3}, {3}, {3}, {3, 4}}), {"layer_norm", "matmul"}).find("layer_norm(%0, %1, %2)"),
            std::string::npos);
  EXPECT_NE(
      text(f32({{2, 3}}), {{"elu", {{"alpha", 0.5}}}, {"reshape", {{"shape", {3, 2}}}}}).find("elu(%0) alpha=0.5"),
      std::string::npos);
}

TEST(Fusion, WhatIsWrongWithAListSaysWhere) {
  const struct {
    std::vector<Desc> tensors;
    FusionOps ops;
    Code code;
    std::string message;
  } cases[] = {
      {f32({{2, 3}}), {"relu", "foo"}, Code::not_found, "[fusion] op 1 'foo' of [relu, foo]: there is no such op;"},
      {f32({{2, 3}}),
       {"concat"},
       Code::not_found,
       "[fusion] op 0 'concat' of [concat]: not supported in a list: it takes more than two tensors"},
      {f32({{2, 3}}), {}, Code::invalid_argument, "[fusion] the list of ops is empty"},
      {{}, {"relu"}, Code::invalid_argument, "[fusion] [relu] takes 1 tensors, got 0"},
      {f32({{2, 3}, {3, 2}}),
       {"matmul", "relu", "add", "relu"},
       Code::invalid_argument,
       "[fusion] op 2 'add' of [matmul, relu, add, relu]: it needs a tensor more than the 2 given; the list takes 3"},
      {f32({{2, 3}}), {"add", "relu", "add"}, Code::invalid_argument, "[fusion] op 0 'add'"},
      {f32({{2}, {2}, {2}, {2}}),
       {"add", "multiply"},
       Code::invalid_argument,
       "[fusion] [add, multiply] takes 3 tensors, got 4: no op takes tensor 3"},
      {f32({{2}, {2}, {2}, {2}}),
       {"layer_norm"},
       Code::invalid_argument,
       "[fusion] [layer_norm] takes 1 to 3 tensors, got 4: no op takes tensor 3"},
      {f32({{2, 3}, {3, 4}, {5}}),
       {"matmul", "relu", "add"},
       Code::invalid_argument,
       "[fusion] op 2 'add' of [matmul, relu, add]: [add] "},
      {f32({{2, 3}, {2, 3}}), {"matmul"}, Code::invalid_argument, "[fusion] op 0 'matmul' of [matmul]: [matmul] A is"},
      {f32({{2, 3}}), {"reshape"}, Code::invalid_argument, "[fusion] op 0 'reshape' of [reshape]: [reshape] needs"},
      {f32({{2, 3}}),
       {"relu", "scale"},
       Code::invalid_argument,
       "[fusion] op 1 'scale' of [relu, scale]: [scale] needs"},
      {f32({{2, 3}}),
       {{"scale", {{"by", 2}}}},
       Code::invalid_argument,
       "[fusion] op 0 'scale' of [scale]: [scale] has no setting 'by'; it has: factor"},
      {f32({{2, 3}}), {{"softmax", {{"axis", 7}}}}, Code::invalid_argument, "[fusion] op 0 'softmax' of [softmax]: "},
  };
  CpuBackend cpu;
  for (const auto& c : cases) {
    const auto graph = fold_ops(c.tensors, c.ops);
    ASSERT_FALSE(graph.ok()) << c.message;
    EXPECT_EQ(graph.error().code, c.code) << c.message;
    EXPECT_EQ(graph.error().message.substr(0, c.message.size()), c.message);
    std::vector<Tensor> tensors;
    for (const Desc& d : c.tensors) tensors.emplace_back(d.dtype, d.shape);
    const auto result = run_sync(WebGPUOperationFusion(cpu).execute_fused(tensors, c.ops));
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().message, graph.error().message);
  }
}

TEST(Fusion, WhatCanFuseIsAskedInOrder) {
  CpuBackend cpu;
  const FusionOps linear{"matmul", "relu"};
  EXPECT_TRUE(WebGPUOperationFusion(cpu).can_fuse(linear)->fuses);
  EXPECT_EQ(WebGPUOperationFusion(cpu).can_fuse(linear)->pattern, "LinearActivation");

  WebGPUOperationFusion shortened(cpu, {.max_fusion_length = 2});
  const FusionAnswer past = *shortened.can_fuse({"add", "relu", "tanh"});
  EXPECT_FALSE(past.fuses);
  EXPECT_EQ(past.reason, "op 2 'tanh' is past the limit of 2 ops");
  EXPECT_FALSE(WebGPUOperationFusion(cpu).can_fuse(FusionOps(11, "relu"))->fuses);
  EXPECT_TRUE(WebGPUOperationFusion(cpu).can_fuse(FusionOps(10, "relu"))->fuses);

  WebGPUOperationFusion some(cpu, {.enabled_patterns = {{FusionPattern::BinaryUnary}}});
  EXPECT_TRUE(some.can_fuse({"add", "relu"})->fuses);
  EXPECT_EQ(some.can_fuse(linear)->reason, "it is a LinearActivation, which is not enabled");
  EXPECT_TRUE(some.create_fusion_pattern(linear, "mine")->fuses);
  EXPECT_EQ(some.can_fuse(linear)->pattern, "mine");
  EXPECT_TRUE(some.can_fuse(linear)->fuses);
  EXPECT_FALSE(some.can_fuse({"matmul", "tanh"})->fuses);
  EXPECT_EQ(some.create_fusion_pattern({"relu", "relu"}, "mine").error().message,
            "[fusion] there is a pattern 'mine' already: [matmul, relu]");
  EXPECT_EQ(some.create_fusion_pattern(linear, "MatrixChain").error().code, Code::invalid_argument);
  EXPECT_EQ(some.create_fusion_pattern({"add", "nonsense"}).error().message.substr(0, 26),
            "[fusion] op 1 'nonsense' o");
  EXPECT_FALSE(some.create_fusion_pattern({"softmax", "matmul"})->fuses);

  const FusionAnswer automatic = *some.can_fuse({"softmax", "multiply", "matmul"});
  EXPECT_TRUE(automatic.fuses && automatic.pattern.empty()) << automatic.reason;
  EXPECT_EQ(some.can_fuse({"matmul", "softmax"})->reason,
            "op 0 'matmul' and op 1 'softmax' each need a kernel of their own");
  EXPECT_FALSE(some.can_fuse({"relu"})->fuses);
  EXPECT_FALSE(some.can_fuse({"foo"}).ok());

  const WebGPUOperationFusion none(cpu, {.max_fusion_length = 0});
  EXPECT_EQ(none.can_fuse(linear).error().code, Code::invalid_argument);
}

TEST(Fusion, WhatCannotFuseStillRuns) {
  CpuBackend cpu;
  const Tensor x = Tensor::from<float>({3}, {-1, 2, 3});
  const FusionOps many(12, "relu");
  EXPECT_EQ(run_sync(WebGPUOperationFusion(cpu).execute_fused({x}, many))->to_floats(), (std::vector<float>{0, 2, 3}));
  const auto strict = run_sync(WebGPUOperationFusion(cpu, {.strict = true}).execute_fused({x}, many));
  ASSERT_FALSE(strict.ok());
  EXPECT_EQ(strict.error().code, Code::unsupported);
  EXPECT_NE(strict.error().message.find("op 10 'relu' is past the limit of 10 ops"), std::string::npos);
  WebGPUOperationFusion off(cpu, {.enabled_patterns = {{}}});
  EXPECT_TRUE(run_sync(off.execute_fused({x}, {"relu", "tanh"})).ok());
  EXPECT_EQ(off.report()->answer.pattern, "ActivationChain");
}

TEST(Fusion, QuantizedWeightsGiveWhatTheirOwnNumbersGive) {
  Random random(fresh_seed());
  CpuBackend cpu;
  for (int bits : {1, 2, 3, 4, 8, 16}) {
    WebGPUOperationFusion fusion(cpu, {.use_quantized_weights = true, .bits_per_weight = bits});
    const Tensor x = make_input({DType::f32, {5, 70}}, {}, random), w = make_input({DType::f32, {70, 24}}, {}, random);
    const Tensor v = make_input({DType::f32, {9, 24}}, {}, random);
    const FusionOps ops{"matmul", "relu", {"matmul", {{"transpose_b", 1}}}};
    const auto got = run_sync(fusion.execute_fused({x, w, v}, ops));
    ASSERT_TRUE(got.ok()) << got.error().message;
    // The same with the weights written out again, as [outputs, inputs].
    const Tensor w_few = *dequantize(*quantize(w, {.bits_per_weight = bits}));
    const Tensor v_few = *dequantize(*quantize(v, {.bits_per_weight = bits, .transpose_b = true}));
    const FusionOps turned{{"matmul", {{"transpose_b", 1}}}, "relu", {"matmul", {{"transpose_b", 1}}}};
    const auto want = run_sync(WebGPUOperationFusion(cpu).execute_fused({x, w_few, v_few}, turned));
    const Comparison same = compare(*got, *want, 1e-5);
    EXPECT_TRUE(same.right) << bits << " bits: " << same.problem;
    const auto again = run_sync(fusion.execute_fused({x, w, v}, ops));
    EXPECT_EQ(again->to_floats(), got->to_floats());
  }
}

TEST(Fusion, QuantizedWeightsSayWhatTheyCannotBe) {
  CpuBackend cpu;
  WebGPUOperationFusion fusion(cpu, {.use_quantized_weights = true, .bits_per_weight = 2});
  const Tensor x(DType::f32, {4, 4}), many(DType::f32, {2, 4, 4});
  EXPECT_EQ(fusion.can_fuse({"matmul", "relu"})->pattern, "QuantizedMatmulActivation");
  EXPECT_TRUE(run_sync(fusion.execute_fused({x, x}, {"add", "relu"})).ok());
  const auto batches = run_sync(fusion.execute_fused({x, many}, {"matmul", "relu"}));
  ASSERT_FALSE(batches.ok());
  EXPECT_EQ(batches.error().code, Code::unsupported);
  EXPECT_EQ(batches.error().message,
            "[fusion] op 0 'matmul' of [matmul, relu]: [matmul] A is f32[4, 4] and B is f32[2, 4, 4]: to have few bits "
            "B must be a matrix, and A not transposed");
  const auto wrong = run_sync(fusion.execute_fused({x, Tensor(DType::f32, {3, 4})}, {"matmul"}));
  EXPECT_NE(wrong.error().message.find("inner sizes 4 and 3 differ"), std::string::npos) << wrong.error().message;
  const auto odd = run_sync(fusion.execute_fused({many, many, many}, {"attention"}));
  EXPECT_NE(odd.error().message.find("whole groups of 32"), std::string::npos) << odd.error().message;
  WebGPUOperationFusion five(cpu, {.use_quantized_weights = true, .bits_per_weight = 5});
  EXPECT_EQ(run_sync(five.execute_fused({x, x}, {"add", "relu"})).error().code, Code::invalid_argument);
}

// Keys and values in few bits are near the given ones, nearer with 8 bits than with 4, and not the same.
TEST(Fusion, AttentionTakesKeysAndValuesInFewBits) {
  CpuBackend cpu;
  Random random(fresh_seed());
  std::vector<Tensor> qkv;
  for (int i = 0; i < 3; ++i) qkv.push_back(random_tensor(random, {2, 9, 64}));
  const Tensor plain = *run_sync(WebGPUOperationFusion(cpu).execute_fused(qkv, {"attention"}));
  const auto away = [&](int bits) {
    WebGPUOperationFusion fusion(cpu, {.use_quantized_weights = true, .bits_per_weight = bits});
    const auto got = run_sync(fusion.execute_fused(qkv, {"attention"}));
    EXPECT_TRUE(got.ok()) << got.error().message;
    double error = 0, size = 0;
    for (size_t i = 0; i < plain.to_floats().size(); ++i)
      error += std::pow(got->to_floats()[i] - plain.to_floats()[i], 2), size += std::pow(plain.to_floats()[i], 2);
    return std::sqrt(error / size);
  };
  const double eight = away(8), four = away(4);
  EXPECT_GT(eight, 1e-5);
  EXPECT_LT(eight, 0.02);
  EXPECT_LT(eight, four / 4);
  EXPECT_LT(four, 0.3);
}

TEST(Fusion, ScaleMaskAndDropoutMeanWhatTheySay) {
  CpuBackend cpu;
  WebGPUOperationFusion fusion(cpu);
  const auto run = [&](std::vector<Tensor> tensors, FusionOps ops) {
    const auto out = run_sync(fusion.execute_fused(std::move(tensors), std::move(ops)));
    EXPECT_TRUE(out.ok()) << (out.ok() ? "" : out.error().message);
    return out.ok() ? out->to_floats() : std::vector<float>{};
  };
  const Tensor a = Tensor::from<float>({1, 4}, {1, 2, 3, 4}), b = Tensor::from<float>({4, 2}, {1, 0, 0, 1, 1, 0, 0, 1});
  EXPECT_EQ(run({a}, {{"scale", {{"factor", 0.5}}}}), (std::vector<float>{0.5f, 1, 1.5f, 2}));
  EXPECT_EQ(run({a, b}, {"matmul", "scale"}), (std::vector<float>{2, 3})) << "1 / sqrt(4)";
  EXPECT_EQ(run({a}, {{"dropout", {{"rate", 0.1}}}}), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(run({a, Tensor::from<float>({4}, {0, 1, 0, 1})}, {"mask"}), (std::vector<float>{1, 3, 3, 5}));
  const float gone = -INFINITY;
  EXPECT_EQ(run({a, Tensor::from<int32_t>({4}, {1, 0, 1, 0})}, {"mask"}), (std::vector<float>{1, gone, 3, gone}));
  EXPECT_EQ(run({a, Tensor::from<int32_t>({4}, {1, 0, 0, 0})}, {"mask", "softmax"}), (std::vector<float>{1, 0, 0, 0}));
}

}  // namespace
}  // namespace bitloom
