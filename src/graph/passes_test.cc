#include "graph/passes.h"

#include <gtest/gtest.h>

#include "bitloom/backend.h"
#include "ops/check.h"
#include "ops/op.h"
#include "tests/support.h"

namespace bitloom {
namespace {

std::vector<std::string> ops_of(const Graph& g) {
  std::vector<std::string> out;
  for (const Graph::Node& n : g.nodes()) out.emplace_back(n.op->name);
  return out;
}

using Names = std::vector<std::string>;
const Desc square{DType::f32, {4, 4}};

TEST(Passes, ConstantsAreFoldedAlsoThroughShapes) {
  Graph g;
  const Value x = g.input("x", {DType::f32, {2, 3}});
  const Value c = g.constant(Tensor::from<float>({3, 2}, {1, 2, 3, 4, 5, 6}));
  const Value turned = *g.apply("transpose", {c}),
              halved = *g.apply("multiply", {turned, g.constant(Tensor::scalar(0.5f))});
  g.output("y", *g.apply("add", {x, halved}));
  const Graph folded = *passes::fold_constants(g);
  EXPECT_EQ(ops_of(folded), Names{"add"}) << folded.text();
  ASSERT_EQ(folded.constants().size(), 1u) << folded.text();
  EXPECT_EQ(folded.constants()[0].second.to_floats(), (std::vector<float>{0.5, 1.5, 2.5, 1, 2, 3}));
  EXPECT_EQ(ops_of(*passes::fold_constants(g, 8)).size(), 3u) << "what is too large stays a computation";
}

TEST(Passes, RepeatsAreJoinedAndDifferentSettingsAreNot) {
  Graph g;
  const Value x = g.input("x", square);
  const Value a = *g.apply("softmax", {x}, {{"axis", 1}}), b = *g.apply("softmax", {x}, {{"axis", 1}});
  const Value c = *g.apply("softmax", {x}, {{"axis", 0}});
  const Value one = g.constant(Tensor::scalar(1)), uno = g.constant(Tensor::scalar(1)),
              two = g.constant(Tensor::scalar(2));
  g.output("p", *g.apply("add", {*g.apply("add", {a, one}), *g.apply("add", {b, uno})}));
  g.output("q", *g.apply("add", {c, two}));
  const Graph joined = passes::join_repeats(g);
  EXPECT_EQ(ops_of(joined), (Names{"softmax", "softmax", "add", "add", "add"})) << joined.text();
  EXPECT_EQ(joined.constants().size(), 2u) << joined.text();
}

TEST(Passes, NoOpsGoAndPairsBecomeOne) {
  Graph g;
  const Value x = g.input("x", {DType::f32, {2, 3, 4}});
  Value y = *g.apply("cast", {x}, {{"to", "f32"}});
  y = *g.apply("reshape", {*g.apply("reshape", {y}, {{"shape", {6, 4}}})}, {{"shape", {4, 6}}});
  const Value back = *g.apply("transpose", {*g.apply("transpose", {y})});
  const Value once = *g.apply("transpose", {*g.apply("transpose", {x}, {{"perm", {1, 2, 0}}})}, {{"perm", {0, 2, 1}}});
  g.output("a", *g.apply("neg", {back}));
  g.output("b", once);
  const Graph less = passes::drop_unused(*passes::drop_no_ops(g));
  EXPECT_EQ(ops_of(less), (Names{"reshape", "transpose", "neg"})) << less.text();
  EXPECT_EQ(less.nodes()[1].attrs.list("perm"), (std::vector<int64_t>{1, 0, 2}));
}

TEST(Passes, WhatNothingUsesGoesAndInputsStay) {
  Graph g;
  const Value x = g.input("x", square);
  g.input("unused", square);
  (void)*g.apply("exp", {*g.apply("neg", {x})});
  g.output("y", *g.apply("relu", {x}));
  const Graph less = passes::drop_unused(g);
  EXPECT_EQ(ops_of(less), Names{"relu"});
  EXPECT_EQ(less.inputs().size(), 2u);
}

TEST(Passes, AnOutputMayBeAnInputOrAConstant) {
  Graph g;
  const Value x = g.input("x", square);
  g.output("same", *g.apply("reshape", {x}, {{"shape", {4, 4}}}));
  g.output("one", *g.apply("add", {g.constant(Tensor::scalar(1)), g.constant(Tensor::scalar(2))}));
  const Graph less = *passes::simplified(g);
  EXPECT_TRUE(less.nodes().empty()) << less.text();
  CpuBackend cpu;
  const Tensor t = Tensor::from<float>({4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  const std::vector<Tensor> out = *run_sync(cpu.run(less, {t}));
  EXPECT_EQ(out[0].to_floats(), t.to_floats());
  EXPECT_EQ(out[1].to_floats(), std::vector<float>{3});
}

// Random graphs over one shape: whatever the passes do, the results stay.
TEST(Passes, RandomGraphsComputeTheSame) {
  Random random(fresh_seed());
  CpuBackend reference(true);
  for (int turn = 0; turn < 60; ++turn) {
    Graph g;
    std::vector<Value> values;
    std::vector<Tensor> inputs;
    for (int i = 0; i < 2; ++i) {
      values.push_back(g.input(format("x{}", i), square));
      inputs.push_back(make_input(square, {}, random));
    }
    for (int i = 0; i < 3; ++i) values.push_back(g.constant(make_input(square, {}, random)));
    values.push_back(g.constant(g.constants()[0].second));
    for (int i = 0; i < 25; ++i) {
      const auto any = [&] { return values[static_cast<size_t>(random.below(values.size()))]; };
      switch (random.below(6)) {
        case 0: values.push_back(*g.apply("add", {any(), any()})); break;
        case 1: values.push_back(*g.apply("tanh", {any()})); break;
        case 2: values.push_back(*g.apply("transpose", {any()})); break;
        case 3:
          values.push_back(*g.apply("reshape", {*g.apply("reshape", {any()}, {{"shape", {16}}})}, {{"shape", {4, 4}}}));
          break;
        case 4: values.push_back(*g.apply("cast", {any()}, {{"to", "f32"}})); break;
        default: values.push_back(*g.apply("multiply", {any(), any()})); break;
      }
    }
    for (int i = 0; i < 3; ++i) g.output(format("y{}", i), values[values.size() - 1 - static_cast<size_t>(i)]);
    const auto less = passes::simplified(g);
    ASSERT_TRUE(less.ok()) << less.error().message;
    EXPECT_LE(less->nodes().size(), g.nodes().size());
    const std::vector<Tensor> want = *run_sync(reference.run(g, inputs)), got = *run_sync(reference.run(*less, inputs));
    for (size_t i = 0; i < want.size(); ++i) {
      const Comparison same = compare(got[i], want[i], 1e-5, false);
      EXPECT_TRUE(same.right) << same.problem << "\n" << g.text() << "\n" << less->text();
    }
  }
}

TEST(Graph, GoesToGraphviz) {
  Graph g;
  const Value x = g.input("x", {DType::f32, {2, 3}});
  g.output("y", *g.apply("softmax", {x}, {{"axis", 1}}));
  const std::string dot = g.dot();
  for (const char* part :
       {"digraph {", "label=\"x f32[2, 3]\"", "softmax", "v0 -> v1 [label=\"f32[2, 3]\"]", "v1 -> out0"})
    EXPECT_NE(dot.find(part), std::string::npos) << part << " is not in\n" << dot;
}

}  // namespace
}  // namespace bitloom
