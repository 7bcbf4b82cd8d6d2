#include "bitloom/constant.h"

#include <gtest/gtest.h>

#include "graph/passes.h"
#include "ops/check.h"
#include "ops/op.h"
#include "tests/support.h"

namespace bitloom {
namespace {

Constant counted(const Tensor& t, int& loads) {
  return Constant(t.desc(), [t, &loads]() -> Result<Tensor> {
    ++loads;
    return t;
  });
}

TEST(Constants, AreLoadedWhenAProgramNeedsThemAndOnlyOnce) {
  Random random(fresh_seed());
  const Tensor w = make_input({DType::f32, {5, 7}}, {}, random), b = make_input({DType::f32, {5}}, {}, random);
  int loads = 0;
  const Constant weights = counted(w, loads);
  CpuBackend cpu, reference(true);
  for (const int64_t rows : {3, 4, 9}) {
    Graph g;
    const Value x = g.input("x", {DType::f32, {rows, 7}});
    const Value turned = *g.apply("transpose", {g.constant(weights)});  // folded: a constant of its own
    g.output("y", *g.apply("add", {*g.apply("matmul", {x, turned}), g.constant(b)}));
    const auto held = run_sync(cpu.upload_constants(g));
    ASSERT_TRUE(held.ok());
    EXPECT_EQ(loads, 1) << "for all programs of this backend";
    const auto program = run_sync(cpu.prepare(g));
    ASSERT_TRUE(program.ok()) << program.error().message;
    const Tensor in = make_input({DType::f32, {rows, 7}}, {}, random);
    const auto got = run_sync(cpu.run(*program, {in}));
    ASSERT_TRUE(got.ok()) << got.error().message;
    const Comparison same = compare((*got)[0], (*run_sync(reference.run(g, {in})))[0], 1e-5);
    EXPECT_TRUE(same.right) << same.problem;
    loads = 1;  // the reference is another backend, and may have asked once more
  }
}

// A graph that is run as it is, without preparing: the program is kept, and with it what was computed of constants.
TEST(Constants, ARunThatComesAgainLoadsNothing) {
  Random random(fresh_seed());
  const Tensor w = make_input({DType::f32, {3, 7}}, {}, random), in = make_input({DType::f32, {3, 7}}, {}, random);
  int loads = 0;
  const Constant weights = counted(w, loads);
  CpuBackend cpu, reference(true);
  const auto run_on = [&](CpuBackend& backend) {
    Graph g;
    const Value x = g.input("x", {DType::f32, {3, 7}});
    g.output("y", *g.apply("add", {x, *g.apply("exp", {g.constant(weights)})}));  // exp is folded
    return run_sync(backend.run(g, {in}));
  };
  for (int turn = 0; turn < 3; ++turn) {
    const auto got = run_on(cpu);
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_EQ(loads, 1) << "turn " << turn;
    if (turn < 2) continue;
    const Comparison same = compare((*got)[0], (*run_on(reference))[0], 1e-5);
    EXPECT_TRUE(same.right) << same.problem;
  }
}

TEST(Constants, WhatIsDerivedIsSharedWhileSomeoneHoldsIt) {
  int loads = 0;
  const Constant a = counted(Tensor::from<float>({2, 2}, {1, 2, 3, 4}), loads);
  const Op& neg = *find_op("neg");
  const auto first = passes::computed(neg, {}, {a});
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(passes::computed(neg, {}, {a})->id(), first->id());
  EXPECT_NE(passes::computed(*find_op("exp"), {}, {a})->id(), first->id());
  EXPECT_EQ(loads, 0) << "nothing is read while compiling";
  EXPECT_EQ(first->load()->to_floats(), (std::vector<float>{-1, -2, -3, -4}));
  const Constant row = a.view(2, {2});
  EXPECT_EQ(row.id(), a.view(2, {2}).id());
  EXPECT_EQ(row.view(1, {1}).load()->to_floats(), std::vector<float>{4});
  EXPECT_FALSE(row.view(1, {1}).starts_at_quad());
}

TEST(Constants, WhatIsLoadedMustBeWhatWasSaid) {
  const Constant wrong({DType::f32, {3}}, [] { return Tensor::from<float>({2}, {1, 2}); });
  Graph g;
  g.output("y", *g.apply("add", {g.input("x", {DType::f32, {3}}), g.constant(wrong)}));
  CpuBackend cpu;
  const auto program = run_sync(cpu.prepare(g));
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().message, "[graph] a constant was loaded as f32[2], not as f32[3]");
}

TEST(ConstantsGpu, ProgramsOfOtherShapesUploadNothingAgain) {
  const std::shared_ptr<WebGPUBackend> gpu = shared_gpu();
  Random random(fresh_seed());
  int loads = 0;
  const Tensor w = make_input({DType::f32, {8, 16}}, {}, random), v = make_input({DType::f32, {12, 16}}, {}, random);
  const Constant first = counted(w, loads), second = counted(v, loads);
  std::vector<Constant> held;
  CpuBackend reference(true);
  for (const int64_t rows : {2, 5, 6}) {
    Graph g;  // two products of one x, which become one over both matrices
    const Value x = g.input("x", {DType::f32, {rows, 16}});
    for (const Constant& c : {first, second})
      g.output("", *g.apply("matmul", {x, g.constant(c)}, {{"transpose_b", 1}}));
    if (held.empty()) held = *run_sync(gpu->upload_constants(g));
    const uint64_t before = gpu->counters().uploaded;
    const auto program = run_sync(gpu->prepare(g));
    ASSERT_TRUE(program.ok()) << program.error().message;
    EXPECT_EQ(gpu->counters().uploaded, before);
    EXPECT_EQ(loads, 2);
    const Tensor in = make_input({DType::f32, {rows, 16}}, {}, random);
    const auto got = run_sync(gpu->run(*program, {up(*gpu, in)}));
    ASSERT_TRUE(got.ok()) << got.error().message;
    const auto want = run_sync(reference.run(g, {in}));
    for (size_t i : {0, 1}) {
      const Comparison same = compare(down(*gpu, (*got)[i]), (*want)[i], 1e-5);
      EXPECT_TRUE(same.right) << same.problem;
    }
    loads = 2;
  }
}

}  // namespace
}  // namespace bitloom
