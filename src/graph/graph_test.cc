#include <gtest/gtest.h>

#include "bitloom/backend.h"
#include "graph/plan.h"
#include "runtime/variants.h"

namespace bitloom {
namespace {

TEST(Graph, PrintsWhatItIs) {
  Graph g;
  const Value x = g.input("x", {DType::f32, {2, 3}});
  g.output("y", *g.apply("softmax", {*g.apply("relu", {x})}, {{"axis", 1}}));
  EXPECT_EQ(g.text(),
            "%0 = input x: f32[2, 3]\n%1 = relu(%0): f32[2, 3]\n%2 = softmax(%1) axis=1: f32[2, 3]\noutput y = %2\n");
}

TEST(Graph, WrongInputsAreToldWhileBuilding) {
  Graph g;
  const Value a = g.input("a", {DType::f32, {4, 96}}), b = g.input("b", {DType::f32, {128, 96}});
  const auto product = g.apply("matmul", {a, b});
  ASSERT_FALSE(product.ok());
  EXPECT_EQ(product.error().message,
            "[matmul] A is [4, 96] and B is [128, 96]: inner sizes 96 and 128 differ. Did you mean transpose_b?");
  EXPECT_FALSE(g.apply("relu", {Value{99}}).ok());
}

TEST(Plan, AViewIsNoStepOfItsOwn) {
  Graph g;
  const Value x = g.input("x", {DType::f32, {4, 6}});
  const Value part = *g.apply("slice", {x}, {{"starts", {1, 0}}, {"ends", {3, 6}}});
  g.output("y", *g.apply("reshape", {part}, {{"shape", {12}}}));
  const DeviceInfo device = large_device();
  const Plan plan = *compile(g, {&device, *wgsl::choose_profile(device), {}});
  EXPECT_EQ(plan.dispatch_count(), 0u) << plan.text();
  EXPECT_EQ(plan.slots.back().offset, 6);
  EXPECT_FALSE(plan.slots.back().quads) << "six is no multiple of four";

  CpuBackend cpu;
  Tensor t(DType::f32, {4, 6});
  for (int i = 0; i < 24; ++i) t.data<float>()[static_cast<size_t>(i)] = static_cast<float>(i);
  const Tensor y = (*run_sync(cpu.run(g, {t})))[0];
  EXPECT_EQ(y.to_floats(), (std::vector<float>{6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}));
  EXPECT_EQ(y.raw(), t.raw() + 6 * sizeof(float)) << "the same bytes";
}

TEST(Plan, TemporariesAreFreedAfterTheirLastUse) {
  Graph g;
  Value y = g.input("x", {DType::f32, {1000}});
  for (int i = 0; i < 20; ++i) y = *g.apply("neg", {y});
  g.output("y", y);
  CpuBackend cpu;
  const Tensor x(DType::f32, {1000});
  const size_t before = cpu_memory().live;
  const auto out = run_sync(cpu.run(g, {x}));
  ASSERT_TRUE(out.ok());
  EXPECT_EQ(cpu_memory().live, before + 4000);
}

TEST(Run, InputsAreCheckedAgainstTheGraph) {
  Graph g;
  g.output("y", *g.apply("relu", {g.input("x", {DType::f32, {3}})}));
  CpuBackend cpu;
  EXPECT_EQ(run_sync(cpu.run(g, {})).error().message, "[run] the graph has 1 inputs, got 0");
  EXPECT_EQ(run_sync(cpu.run(g, {Tensor(DType::f16, {3})})).error().message,
            "[run] input 0 'x' is f16[3], the graph wants f32[3]");
}

}  // namespace
}  // namespace bitloom
