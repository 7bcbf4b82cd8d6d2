// Lists of ops, fused, against the same ops one by one: on the CPU and on the engine under test.
#include <cmath>
#include <set>

#include "gpu/device.h"
#include "ops/op.h"
#include "runtime/fusion_testing.h"
#include "tests/support.h"

namespace bitloom {
namespace {

// A name for each activation, and one for those of its names that stand for settings.
const std::vector<std::string> activations = [] {
  std::vector<std::string> out;
  for (const Op* op : all_ops()) {
    const Attrs defaults;
    std::set<std::string> seen;
    for (const Activation& a : op->activations)
      if (seen.insert(to_text(a.settings ? a.settings() : defaults)).second) out.emplace_back(a.name);
  }
  return out;
}();
const std::vector<std::string> binaries = [] {
  std::vector<std::string> out;
  for (const Op* op : all_ops())
    if (op->expression && op->min_inputs == 2 && op->max_inputs == 2) out.emplace_back(op->name);
  return out;
}();

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
  EXPECT_GE(activations.size(), 9u);
  EXPECT_GE(binaries.size(), 7u);
  for (const std::string& act : activations) {
    const int64_t m = size(), k = size(), n = size(), b = 1 + static_cast<int64_t>(random.below(3));
    const Tensor x = tensor({m, k}), w = tensor({k, n}), batch = tensor({b, m, k});
    out.push_back({{x, w}, {"matmul", act}, "LinearActivation"});
    out.push_back({{batch, w, tensor({n})}, {"matmul", "add", act}, "LinearActivation"});
    out.push_back({{x, tensor({1, k}), tensor({m, 1})}, {"add", "multiply", act}, "ElementWiseChain"});
    out.push_back({{tensor({k}), x, batch}, {"subtract", act, "max"}, "ElementWiseChain"});
    for (const std::string& binary : binaries)
      if (act == activations[0] || random.below(binaries.size()) == 0)
        out.push_back({{x, tensor(random.below(2) ? Shape{k} : Shape{m, 1})}, {binary, act}, "BinaryUnary"});
    out.push_back({{batch}, {act, "dropout", "tanh"}, "ActivationChain"});
    out.push_back({{x, tensor({k}), tensor({k})}, {"layer_norm", act}, "NormActivation"});
    out.push_back({{x, tensor({k})}, {"rms_norm", act}, "NormActivation"});
    out.push_back({{tensor({b, n, k}), tensor({n}), tensor({n}), tensor({n}), tensor({n})},
                   {"batch_norm", act},
                   "NormActivation"});
    out.push_back({{batch}, {{"reshape", {{"shape", {k, b * m}}}}, act}, "ReshapeOp"});
    out.push_back({{x}, {"transpose", act}, "ReshapeOp"});
    if (act != activations[0] && act != activations.back()) continue;
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
  const auto before = gpu.counters();
  EXPECT_EQ(down(gpu, *run_sync(fusion.execute_fused({x, x, x}, ops))).to_floats(), first);
  EXPECT_EQ(gpu.counters().pipelines, before.pipelines);
  const FusionReport report = *fusion.report();
  EXPECT_EQ(gpu.counters().dispatches - before.dispatches, report.after.dispatches) << report.text();
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
TEST(GpuFusion, QuantizedWeightsEqualTheCpus) {
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
  EXPECT_EQ(result.error().message, "[run] input 0 't0' is not on the GPU (upload): move it there first");
}

}  // namespace
}  // namespace bitloom
