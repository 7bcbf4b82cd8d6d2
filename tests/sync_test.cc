// bitloom/ops.h and bitloom/sync.h: every kind of setting and input arrives as it does by name.
#include "tests/support.h"

namespace bitloom {
namespace {

class TypedOps : public testing::Test {
 protected:
  Tensor draw(Shape shape, DType dtype = DType::f32) {
    std::vector<float> values(static_cast<size_t>(shape.elements()));
    for (float& v : values) v = std::normal_distribution<float>()(random_);
    return Tensor::from_floats(dtype, shape, values);
  }
  // The typed call gave what the same op gives by its name, and not what it gives with its defaults.
  void expect(const Tensor& typed, const char* op, std::vector<Tensor> in, const Attrs& attrs, bool plain_differs) {
    const Tensor named = *run_sync(cpu_->run(op, in, attrs));
    EXPECT_EQ(typed.desc(), named.desc()) << op;
    EXPECT_EQ(typed.to_doubles(), named.to_doubles()) << op;
    if (!plain_differs) return;
    const auto plain = run_sync(cpu_->run(op, in));
    EXPECT_TRUE(!plain.ok() || plain->desc() != typed.desc() || plain->to_doubles() != typed.to_doubles()) << op;
  }
  sync::Backend cpu_ = sync::cpu();
  std::mt19937_64 random_{fresh_seed()};
};

TEST_F(TypedOps, SettingsOfEveryKind) {
  const Tensor x = draw({5, 7}), y = draw({5, 7});
  expect(ops::softmax(cpu_, x, {.axis = 0}), "softmax", {x}, {{"axis", 0}}, true);
  expect(ops::leaky_relu(cpu_, x, {.alpha = 0.3}), "leaky_relu", {x}, {{"alpha", 0.3}}, true);
  expect(ops::gelu(cpu_, x, {.approximate = "tanh"}), "gelu", {x}, {{"approximate", "tanh"}}, true);
  expect(ops::reduce_sum(cpu_, x, {.axes = {1}, .keep = true}), "reduce_sum", {x}, {{"axes", {1}}, {"keep", 1}}, true);
  expect(ops::matmul(cpu_, x, y, {.transpose_b = true}), "matmul", {x, y}, {{"transpose_b", 1}}, true);
  expect(ops::matmul(cpu_, x, y, {.transpose_a = true, .dtype = DType::bf16}), "matmul", {x, y},
         {{"transpose_a", 1}, {"dtype", "bf16"}}, true);
  expect(ops::cast(cpu_, x, {.to = DType::i8}), "cast", {x}, {{"to", "i8"}}, true);
  expect(ops::slice(cpu_, x, {.starts = {1}, .ends = {4}}), "slice", {x}, {{"starts", {1}}, {"ends", {4}}}, true);
  expect(ops::pad(cpu_, x, {.before = {1, 0}, .after = {0, 2}, .value = 2.5}), "pad", {x},
         {{"before", {1, 0}}, {"after", {0, 2}}, {"value", 2.5}}, true);
  expect(ops::top_k(cpu_, x, {.k = 3}), "top_k", {x}, {{"k", 3}}, true);
}

TEST_F(TypedOps, DefaultsAreTheOps) {
  const Tensor x = draw({5, 7}), image = draw({1, 2, 6, 6}), kernels = draw({3, 2, 3, 3});
  expect(ops::softmax(cpu_, x), "softmax", {x}, {}, false);
  expect(ops::gelu(cpu_, x), "gelu", {x}, {}, false);
  expect(ops::transpose(cpu_, x), "transpose", {x}, {}, false);
  expect(ops::layer_norm(cpu_, x), "layer_norm", {x}, {}, false);
  expect(ops::conv2d(cpu_, image, kernels), "conv2d", {image, kernels}, {}, false);
  expect(ops::average_pool(cpu_, image, {.kernel = {3}, .padding = {1}}), "average_pool", {image},
         {{"kernel", {3}}, {"padding", {1}}}, true);
}

TEST_F(TypedOps, AsManyInputsAsAnOpTakes) {
  const Tensor x = draw({5, 7}), gamma = draw({7}), beta = draw({7});
  expect(ops::layer_norm(cpu_, x, gamma), "layer_norm", {x, gamma}, {}, false);
  expect(ops::layer_norm(cpu_, x, gamma, beta, {.eps = 0.5}), "layer_norm", {x, gamma, beta}, {{"eps", 0.5}}, true);
  expect(ops::concat(cpu_, {x, x, x}, {.axis = 1}), "concat", {x, x, x}, {{"axis", 1}}, true);
  const Tensor a = draw({2, 1}), b = draw({3}), condition = draw({2, 3}, DType::i32);
  expect(ops::where(cpu_, condition, a, b), "where", {condition, a, b}, {}, false);
  const Tensor q = draw({1, 2, 4, 8}), mask = draw({4, 4});
  expect(ops::attention(cpu_, q, q, q, {.causal = true}), "attention", {q, q, q}, {{"causal", 1}}, true);
  expect(ops::attention(cpu_, q, q, q, mask, {.scale = 0.5}), "attention", {q, q, q, mask}, {{"scale", 0.5}}, true);
}

TEST_F(TypedOps, InGraphsAndInTasks) {
  const Tensor x = draw({5, 7}), w = draw({3, 7});
  Graph graph;
  const Value in = graph.input("x", x.desc()), weights = graph.constant(w);
  graph.output("y", ops::softmax(graph, ops::matmul(graph, in, weights, {.transpose_b = true}), {.axis = 0}));
  const Tensor now = ops::softmax(cpu_, ops::matmul(cpu_, x, w, {.transpose_b = true}), {.axis = 0});
  EXPECT_EQ(cpu_.run(graph, {x})[0].to_floats(), now.to_floats());
  const std::shared_ptr<Program> program = cpu_.prepare(graph);
  EXPECT_EQ(cpu_.run(program, {x})[0].to_floats(), now.to_floats());
  const Result<Tensor> later = run_sync(ops::matmul(*cpu_, x, w, {.transpose_b = true}));
  ASSERT_TRUE(later.ok());
  EXPECT_EQ(run_sync(ops::softmax(*cpu_, *later, {.axis = 0}))->to_floats(), now.to_floats());
  const Result<Tensor> wrong = run_sync(ops::matmul(*cpu_, x, w));
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().code, Code::invalid_argument);
}

// tests/consumer has those that throw; here there are no exceptions.
TEST(SyncDeathTest, EndsWithTheMessage) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const Tensor x(DType::f32, {5, 7});
  EXPECT_DEATH(ops::matmul(sync::cpu(), x, x), "\\[matmul\\]");
  Graph graph;
  const Value in = graph.input("x", x.desc());
  EXPECT_DEATH(ops::matmul(graph, in, in), "\\[matmul\\]");
}

TEST(SyncGpu, TakesWhatLiesAnywhere) {
  const sync::Backend gpu(shared_gpu());
  const Tensor a = Tensor::from<float>({2, 2}, {1, 2, 3, 4}), there = gpu.upload(a);
  const std::vector<float> want{7, 10, 15, 22};
  EXPECT_EQ(gpu.read(ops::matmul(gpu, a, there)), want);
  EXPECT_TRUE(ops::matmul(gpu, there, there).on_gpu());
  Graph graph;
  const Value x = graph.input("x", a.desc());
  graph.output("y", ops::matmul(graph, x, x));
  EXPECT_EQ(gpu.read(gpu.run(graph, {a})[0]), want);
  EXPECT_EQ(gpu.read(gpu.run(gpu.prepare(graph), {a})[0]), want);
  EXPECT_EQ(a.to_floats(), (std::vector<float>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace bitloom
