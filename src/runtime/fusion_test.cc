#include "bitloom/fusion.h"

#include <cmath>

#include "gpu/device.h"
#include "ops/check.h"
#include "ops/op.h"
#include "tests/support.h"

namespace bitloom {
namespace {

const std::vector<std::string> activations = {"relu", "sigmoid",    "tanh",       "gelu", "gelu_tanh",
                                              "silu", "leaky_relu", "quick_gelu", "elu"};
const std::vector<std::string> binaries = {"add", "subtract", "multiply", "divide", "pow", "max", "min"};

std::vector<Desc> f32(std::initializer_list<Shape> shapes) {
  std::vector<Desc> out;
  for (const Shape& s : shapes) out.push_back({DType::f32, s});
  return out;
}

Tensor random_tensor(Random& random, const Shape& shape, DType dtype = DType::f32) {
  return make_input({dtype, shape}, {.kind = Fill::uniform, .low = 0.1, .high = 1.5}, random);
}

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
    EXPECT_EQ(recognise(ops), want) << text;
  }
  EXPECT_EQ(recognise({"matmul"}, true), FusionPattern::QuantizedMatmul);
  EXPECT_EQ(recognise({"matmul", "relu"}, true), FusionPattern::QuantizedMatmulActivation);
  EXPECT_EQ(recognise({"attention"}, true), FusionPattern::QuantizedAttention);
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
       "[fusion] op 0 'concat' of [concat]: it takes more than two tensors"},
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

TEST(Fusion, QuantisedWeightsGiveWhatTheirOwnNumbersGive) {
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

TEST(Fusion, QuantisedWeightsSayWhatTheyCannotBe) {
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

// The list one op at a time, by the plain reference on the CPU.
Tensor one_by_one(const std::vector<Tensor>& tensors, const FusionOps& ops) {
  CpuBackend reference(true);
  std::vector<Desc> descs;
  for (const Tensor& t : tensors) descs.push_back(t.desc());
  return run_sync(reference.run(*fold_ops(descs, ops), tensors))->at(0);
}

struct Try {
  std::vector<Tensor> tensors;
  FusionOps ops;
  std::string pattern;
};

// Every pattern with every activation, in odd sizes and broadcast forms.
std::vector<Try> tries(Random& random) {
  const auto size = [&] { return static_cast<int64_t>(1 + random.below(37)); };
  const auto tensor = [&](const Shape& s, DType t = DType::f32) { return random_tensor(random, s, t); };
  std::vector<Try> out;
  for (const std::string& act : activations) {
    const int64_t m = size(), k = size(), n = size(), b = 1 + static_cast<int64_t>(random.below(3));
    const Tensor x = tensor({m, k}), w = tensor({k, n}), batch = tensor({b, m, k});
    out.push_back({{x, w}, {"matmul", act}, "LinearActivation"});
    out.push_back({{batch, w, tensor({n})}, {"matmul", "add", act}, "LinearActivation"});
    out.push_back({{x, tensor({1, k}), tensor({m, 1})}, {"add", "multiply", act}, "ElementWiseChain"});
    out.push_back({{tensor({k}), x, batch}, {"subtract", act, "max"}, "ElementWiseChain"});
    for (const std::string& binary : binaries)
      if (act == "relu" || random.below(binaries.size()) == 0)
        out.push_back({{x, tensor(random.below(2) ? Shape{k} : Shape{m, 1})}, {binary, act}, "BinaryUnary"});
    out.push_back({{batch}, {act, "dropout", "tanh"}, "ActivationChain"});
    out.push_back({{x, tensor({k}), tensor({k})}, {"layer_norm", act}, "NormActivation"});
    out.push_back({{x, tensor({k})}, {"rms_norm", act}, "NormActivation"});
    out.push_back({{tensor({b, n, k}), tensor({n}), tensor({n}), tensor({n}), tensor({n})},
                   {"batch_norm", act},
                   "NormActivation"});
    out.push_back({{batch}, {{"reshape", {{"shape", {k, b * m}}}}, act}, "ReshapeOp"});
    out.push_back({{x}, {"transpose", act}, "ReshapeOp"});
    if (act != "relu" && act != "gelu") continue;
    out.push_back({{x, w, tensor({n, m})}, {"matmul", act, "matmul"}, ""});
    out.push_back({{tensor({m, k}, DType::f16), tensor({k, n}, DType::f16)}, {"matmul", act}, "LinearActivation"});
    out.push_back({{tensor({m, k}, DType::f16), tensor({k}, DType::f16)}, {"add", act}, "BinaryUnary"});
  }
  for (int turn = 0; turn < 2; ++turn) {
    const int64_t s = size(), t = size(), d = size(), e = size(), h = 1 + static_cast<int64_t>(random.below(3));
    const FusionOp flipped("matmul", {{"transpose_b", 1}});
    out.push_back({{tensor({s, d}), tensor({d, t}), tensor({t, e})},
                   {"matmul", "scale", "softmax", "matmul"},
                   "AttentionPattern"});
    out.push_back({{tensor({h, s, d}), tensor({h, t, d}), tensor({s, t}), tensor({h, t, e})},
                   {flipped, "scale", "mask", "softmax", "dropout", "matmul"},
                   "AttentionPattern"});
    out.push_back({{tensor({2, h, s, d}), tensor({2, 1, t, d}), tensor({2, 1, t, e})},
                   {flipped, "softmax", "matmul"},
                   "AttentionPattern"});
    out.push_back({{tensor({2, h, s, d}), tensor({t, d}), tensor({2, h, t, e})},
                   {flipped, {"scale", {{"factor", 0.3}}}, "softmax", "matmul"},
                   "AttentionPattern"});
    out.push_back({{tensor({s, d}), tensor({d, t}), tensor({t, e}), tensor({e, s})},
                   {"matmul", "matmul", "matmul"},
                   "MatrixChain"});
    out.push_back({{tensor({s, d})}, {{"reshape", {{"shape", {d, s}}}}, "softmax"}, "ReshapeOp"});
    out.push_back({{tensor({s, d}), tensor({d, t})}, {"transpose", "transpose", "matmul"}, "ReshapeOp"});
    if (find_op("attention")) {
      out.push_back({{tensor({s, d}), tensor({t, d}), tensor({t, e})}, {"attention"}, "AttentionPattern"});
      out.push_back({{tensor({h, s, d}), tensor({h, s, d}), tensor({h, s, e})},
                     {FusionOp("attention", {{"causal", 1}})},
                     "AttentionPattern"});
      out.push_back({{tensor({1, h, s, d}), tensor({1, h, t, d}), tensor({1, h, t, e}), tensor({s, t})},
                     {"attention", "relu"},
                     ""});
    }
  }
  return out;
}

void expect_equal(Backend& backend) {
  SCOPED_TRACE(format("seed {}", fresh_seed()));
  Random random(fresh_seed());
  WebGPUOperationFusion fusion(backend);
  for (const Try& t : tries(random)) {
    if (compiles_slowly(backend) && random.below(2)) continue;
    std::string what;
    for (const FusionOp& op : t.ops) what += op.name + " ";
    for (const Tensor& x : t.tensors) what += to_text(x.desc()) + " ";
    const Tensor want = one_by_one(t.tensors, t.ops);
    std::vector<Tensor> there;
    for (const Tensor& x : t.tensors) there.push_back(up(backend, x));
    for (const bool use_fusion : {true, false}) {
      const auto got = run_sync(fusion.execute_operations(there, t.ops, use_fusion));
      ASSERT_TRUE(got.ok()) << what << got.error().message;
      // Between fused ops values are f32: what is rounded to f16 there one by one is not.
      const Comparison c = compare(down(backend, *got), want, want.dtype() == DType::f16 ? 3e-3 : 3e-5);
      EXPECT_TRUE(c.right) << what << (use_fusion ? "fused: " : "unfused: ") << c.problem;
      EXPECT_EQ(fusion.report()->answer.pattern, t.pattern) << what;
    }
  }
}

TEST(Fusion, ListsEqualTheirOpsOneByOne) {
  CpuBackend cpu;
  expect_equal(cpu);
}
TEST(GpuFusion, ListsEqualTheirOpsOneByOne) { expect_equal(*shared_gpu()); }

TEST(GpuFusion, AListSeenBeforeCompilesNothing) {
  WebGPUBackend& gpu = *shared_gpu();
  WebGPUOperationFusion fusion(gpu);
  const Tensor x = up(gpu, Tensor::from<float>({2, 2}, {1, -2, 3, -4}));
  const FusionOps ops{"matmul", "relu", "add"};
  const std::vector<float> first = down(gpu, *run_sync(fusion.execute_fused({x, x, x}, ops))).to_floats();
  EXPECT_EQ(first, (std::vector<float>{1, 4, 3, 6}));
  const auto before = gpu.device().counters();
  EXPECT_EQ(down(gpu, *run_sync(fusion.execute_fused({x, x, x}, ops))).to_floats(), first);
  EXPECT_EQ(gpu.device().counters().pipelines, before.pipelines);
  const FusionReport report = *fusion.report();
  EXPECT_EQ(gpu.device().counters().dispatches - before.dispatches, report.after.dispatches) << report.text();
  EXPECT_EQ(report.before.dispatches, 3u);
  EXPECT_EQ(report.after.dispatches, 1u) << report.text();
  EXPECT_TRUE(report.fused);
}

TEST(GpuFusion, EveryPatternIsOneKernel) {
  WebGPUBackend& gpu = *shared_gpu();
  const WebGPUOperationFusion fusion(gpu);
  const auto dispatches = [&](std::vector<Desc> tensors, FusionOps ops, const WebGPUOperationFusion& by) {
    const auto report = by.explain(tensors, ops);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return report->after.dispatches;
  };
  const FusionOp flipped("matmul", {{"transpose_b", 1}});
  const FusionOps chain{"multiply", "add", "sigmoid"};
  for (const auto& [tensors, ops] : std::vector<std::pair<std::vector<Desc>, FusionOps>>{
           {f32({{5, 8}, {8, 7}, {7}}), {"matmul", "add", "gelu"}},
           {f32({{5, 8}, {5, 8}, {8}}), chain},
           {f32({{5, 8}, {5, 1}}), {"add", "relu"}},
           {f32({{5, 8}}), {{"reshape", {{"shape", {8, 5}}}}, "softmax"}},
           {f32({{5, 8}}), {"relu", "dropout", "tanh"}},
           {f32({{5, 8}, {8}, {8}}), {"layer_norm", "gelu"}},
           {f32({{5, 8}, {8}}), {"rms_norm", "silu"}},
           {f32({{5, 8}, {7, 8}, {7, 4}}), {flipped, "scale", "softmax", "matmul"}},
           {f32({{5, 8}, {7, 8}, {7, 4}}), {"attention"}}}) {
    EXPECT_EQ(dispatches(tensors, ops, fusion), 1u) << fusion.explain(tensors, ops)->text();
  }
  EXPECT_EQ(dispatches(f32({{5, 8}, {8, 7}, {7, 4}}), {"matmul", "matmul"}, fusion), 2u);
  // Over the limit in pieces; a pattern that is not enabled one op at a time.
  const std::vector<Desc> one = f32({{64}});
  const FusionOps twelve(12, "sigmoid");
  EXPECT_EQ(dispatches(one, twelve, fusion), 2u);
  EXPECT_EQ(dispatches(one, twelve, WebGPUOperationFusion(gpu, {.max_fusion_length = 12})), 1u);
  EXPECT_EQ(dispatches(one, twelve, WebGPUOperationFusion(gpu, {.max_fusion_length = 5})), 3u);
  EXPECT_EQ(dispatches(one, {"relu", "tanh"}, WebGPUOperationFusion(gpu, {.enabled_patterns = {{}}})), 2u);
}

// Few bits, prologue and epilogue included: few rows and many, every width, odd sizes.
TEST(GpuFusion, QuantisedWeightsEqualTheCpus) {
  Random random(fresh_seed());
  CpuBackend cpu;
  WebGPUBackend& gpu = *shared_gpu();
  for (const auto& [bits, rows] : {std::pair(1, 3), {2, 21}, {3, 1}, {4, 17}, {4, 2}, {8, 5}, {16, 4}}) {
    const int64_t k = 33 + static_cast<int64_t>(random.below(64)), n = 4 + static_cast<int64_t>(random.below(40));
    const FusionConfig config{.use_quantized_weights = true,
                              .bits_per_weight = bits,
                              .use_symmetric_quantization = random.below(2) == 0,
                              .use_per_channel_quantization = random.below(2) == 0,
                              .activation_bits = bits == 4 && rows == 2 ? 16 : 32};
    const std::vector<Tensor> here{random_tensor(random, {rows, k}), random_tensor(random, {k}),
                                   random_tensor(random, {k, n}), random_tensor(random, {n})};
    std::vector<Tensor> there;
    for (const Tensor& t : here) there.push_back(*run_sync(gpu.upload(t)));
    const FusionOps ops{"add", "matmul", "add", "gelu"};
    WebGPUOperationFusion on_gpu(gpu, config), on_cpu(cpu, config);
    const auto got = run_sync(on_gpu.execute_fused(there, ops)), want = run_sync(on_cpu.execute_fused(here, ops));
    ASSERT_TRUE(got.ok() && want.ok()) << (got.ok() ? want : got).error().message;
    const Comparison same = compare(*run_sync(gpu.download(*got)), *want, 2e-5);
    EXPECT_TRUE(same.right) << bits << " bits, " << rows << "x" << k << "x" << n << ": " << same.problem;
    EXPECT_EQ(on_gpu.report()->after.dispatches, 1) << on_gpu.report()->text();
  }
}

TEST(GpuFusion, ProductsAssociateWhenAsked) {
  WebGPUBackend& gpu = *shared_gpu();
  Random random(fresh_seed());
  const std::vector<Tensor> tensors{random_tensor(random, {33, 17}), random_tensor(random, {17, 40}),
                                    random_tensor(random, {40, 1})};
  const FusionOps ops{"matmul", "matmul"};
  WebGPUOperationFusion fusion(gpu, {.reassociate = true});
  std::vector<Tensor> there;
  for (const Tensor& t : tensors) there.push_back(up(gpu, t));
  const Tensor got = down(gpu, *run_sync(fusion.execute_fused(there, ops)));
  EXPECT_TRUE(compare(got, one_by_one(tensors, ops), 3e-5).right);
  EXPECT_NE(fusion.report()->explanation.graph.text().find("f32[17, 1]"), std::string::npos) << "A·(B·C)";
}

TEST(GpuFusion, AttentionWrittenOutBecomesTheOp) {
  if (!find_op("attention")) GTEST_SKIP() << "there is no op attention";
  const WebGPUOperationFusion fusion(*shared_gpu());
  const auto has_op = [&](std::vector<Desc> tensors, FusionOps ops, bool use_fusion = true) {
    const auto report = fusion.explain(tensors, ops, use_fusion);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return report.ok() && report->explanation.graph.text().find("attention(") != std::string::npos;
  };
  const FusionOp flipped("matmul", {{"transpose_b", 1}});
  const std::vector<Desc> heads = f32({{2, 3, 5, 8}, {2, 3, 7, 8}, {2, 3, 7, 4}});
  EXPECT_TRUE(has_op(f32({{5, 8}, {8, 7}, {7, 4}}), {"matmul", "scale", "softmax", "matmul"}));
  EXPECT_TRUE(has_op(heads, {flipped, "scale", "softmax", "matmul"}));
  EXPECT_TRUE(has_op(f32({{3, 5, 8}, {3, 7, 8}, {5, 7}, {3, 7, 4}}), {flipped, "mask", "softmax", "matmul"}));
  EXPECT_FALSE(has_op(heads, {flipped, "scale", "softmax", "matmul"}, false)) << "without fusion";
  EXPECT_FALSE(has_op(heads, {flipped, "scale", {"softmax", {{"axis", 0}}}, "matmul"}));
  EXPECT_FALSE(has_op(heads, {flipped, {"scale", {{"factor", 0}}}, "softmax", "matmul"}))
      << "0 means something else there";
  EXPECT_FALSE(has_op(f32({{2, 4, 5, 8}, {2, 1, 7, 8}, {2, 4, 7, 4}}), {flipped, "softmax", "matmul"}));
}

TEST(GpuFusion, TensorsOfAnotherPlaceAreRefused) {
  WebGPUOperationFusion fusion(*shared_gpu());
  const auto result = run_sync(fusion.execute_fused({Tensor(DType::f32, {2})}, {"relu"}));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "[fusion] tensor 0 is not on the GPU (upload): move it there first");
}

}  // namespace
}  // namespace bitloom
