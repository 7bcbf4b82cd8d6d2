#include <chrono>

#include "graph/passes_testing.h"

namespace bitloom {
namespace {

using namespace passes_testing;

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
  EXPECT_EQ(folded.constants()[0].second.load()->to_floats(), (std::vector<float>{0.5, 1.5, 2.5, 1, 2, 3}));
  Graph wide;
  const Value column = wide.constant(Tensor(DType::f32, {5, 1})), row = wide.constant(Tensor(DType::f32, {1, 6}));
  wide.output("y", *wide.apply("add", {wide.input("x", {DType::f32, {5, 6}}), *wide.apply("add", {column, row})}));
  EXPECT_EQ(ops_of(*passes::fold_constants(wide)).size(), 1u);
  EXPECT_EQ(ops_of(*passes::fold_constants(wide, 64)).size(), 2u) << "what grows too large stays a computation";
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

TEST(Passes, ShapeArithmeticIsFolded) {
  Graph g;
  const Value x = g.input("x", f32({2, 3, 4}));
  // What exporters write for a reshape to [x.shape[0], x.shape[1] * x.shape[2] / 2, -1], and a mask from an arange.
  const Value shape = g.constant(Tensor::from<int32_t>({3}, {2, 3, 4}));
  const auto integer = [&](int32_t i) { return g.constant(Tensor::from<int32_t>({1}, {i})); };
  const Value first = apply(g, "gather", {shape, integer(0)}), second = apply(g, "gather", {shape, integer(-2)});
  const Value last = apply(g, "slice", {shape}, {{"starts", {-1}}, {"ends", {INT64_MAX}}});
  const Value half = apply(g, "divide", {apply(g, "multiply", {second, last}), integer(2)});
  const Value sizes = apply(g, "concat", {first, apply(g, "max", {half, integer(1)}), integer(-1)}, {{"axis", 0}});
  const Value positive = apply(g, "where", {sizes, apply(g, "subtract", {sizes, integer(5)}), integer(7)});
  const Value padded = apply(g, "pad", {apply(g, "neg", {positive})}, {{"before", {0}}, {"after", {1}}, {"value", 9}});
  const Value sum = apply(g, "reduce_sum", {apply(g, "cast", {padded}, {{"to", "f32"}})});
  const Value turned = transposed(g, reshaped(g, padded, {2, 2}), {1, 0});
  g.output("sizes", sizes);
  g.output("turned", turned);
  g.output("y", apply(g, "add", {x, sum}));
  const Graph folded = *passes::fold_constants(g);
  EXPECT_EQ(ops_of(folded), Names{"add"}) << folded.text();
  CpuBackend cpu;
  const std::vector<Tensor> out = *run_sync(cpu.run(folded, {Tensor(DType::f32, {2, 3, 4})}));
  EXPECT_EQ(out[0].to_floats(), (std::vector<float>{2, 6, -1}));
  EXPECT_EQ(out[1].to_floats(), (std::vector<float>{3, 6, -1, 9}));
  EXPECT_EQ(out[2].to_floats()[0], 17.0f);
  expect_same(g, folded);
}

TEST(Passes, ViewsOfConstantsShareTheirBytes) {
  Graph g;
  const Tensor w(DType::f32, {6, 4});
  const Value c = g.constant(w);
  g.output("a", reshaped(g, c, {4, 6}));
  g.output("b", apply(g, "slice", {c}, {{"starts", {2}}, {"ends", {4}}}));
  const Graph folded = *passes::fold_constants(g, 0);
  ASSERT_TRUE(folded.nodes().empty()) << folded.text();
  EXPECT_EQ(folded.constants()[0].second.load()->raw(), w.raw());
  EXPECT_EQ(folded.constants()[1].second.load()->raw(), w.raw() + 8 * sizeof(float));
}

TEST(Passes, EqualConstantsAreJoinedAndNearlyEqualOnesAreNot) {
  Graph g;
  const Value x = g.input("x", f32({1000}));
  Random random(fresh_seed());
  const Tensor a = make_input(f32({1000}), {}, random), b = make_input(f32({1000}), {}, random);
  Tensor nearly(DType::f32, {1000});
  const size_t changed = random.below(1000);
  for (size_t i = 0; i < 1000; ++i) nearly.data<float>()[i] = a.data<float>()[i] + (i == changed ? 1.0f : 0.0f);
  const Tensor again = Tensor::from<float>({1000}, std::span<const float>(a.data<float>()));
  Value y = x;
  for (const Tensor& t : {a, b, nearly, again, a}) y = apply(g, "add", {apply(g, "multiply", {x, g.constant(t)}), y});
  g.output("y", y);
  const Graph joined = passes::join_repeats(g);
  EXPECT_EQ(joined.constants().size(), 3u) << joined.text();
  EXPECT_EQ(count(joined, "multiply"), 3u) << joined.text();
  expect_same(g, joined);
}

TEST(Passes, SumsInTheOtherOrderAreTheSame) {
  Graph g;
  const Value x = g.input("x", square), y = g.input("y", square);
  g.output("a", apply(g, "add", {x, y}));
  g.output("b", apply(g, "add", {y, x}));
  g.output("c", apply(g, "subtract", {x, y}));
  g.output("d", apply(g, "subtract", {y, x}));
  EXPECT_EQ(ops_of(passes::join_repeats(g)), (Names{"add", "subtract", "subtract"}));
}

// --- Layout ----------------------------------------------------------------------------------------------------------

TEST(Passes, LargeGraphsTakeNoTime) {
  Graph g;
  Value y = g.input("x", f32({8, 16}));
  for (int layer = 0; layer < 250; ++layer) {
    const Value product = apply(g, "matmul", {y, transposed(g, weight(g, {16, 16}), {1, 0})});
    const Value bent = apply(g, "gelu", {apply(g, "add", {reshaped(g, product, {2, 4, 16}), weight(g, {16})})});
    y = apply(g, "add", {reshaped(g, bent, {8, 16}), y});
    y = transposed(g, apply(g, "tanh", {transposed(g, y, {1, 0})}), {1, 0});
  }
  g.output("y", y);
  const auto start = std::chrono::steady_clock::now();
  const Graph less = *passes::simplified(g, {true, true});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(less.nodes().size(), 250u * 5) << "matmul, add, gelu, add, tanh";
  EXPECT_LT(seconds, 2) << "for " << g.nodes().size() << " nodes";
  std::printf("simplified %zu nodes in %.0f ms\n", g.nodes().size(), seconds * 1e3);
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

// Query, key and value of one x, of which the first two go through rope: one product, one rope, slices.
TEST(Passes, SlicesSideBySideShareAnOpThatEndsAtAPoint) {
  Random random(fresh_seed());
  const auto weight = [&](int64_t rows) { return make_input({DType::f32, {rows, 12}}, {}, random); };
  const Tensor cosines = make_input({DType::f32, {9, 4}}, {}, random),
               sines = make_input({DType::f32, {9, 4}}, {}, random);
  for (const bool other_positions : {false, true}) {
    Graph g;
    const Value x = g.input("x", {DType::f32, {1, 5, 12}}), positions = g.input("p", {DType::i32, {5}}),
                others = g.input("o", {DType::i32, {5}});
    const Value c = g.constant(cosines), s = g.constant(sines);
    const auto product = [&](int64_t rows) {
      return *g.apply("matmul", {x, g.constant(weight(rows))}, {{"transpose_b", 1}});
    };
    const Value q = product(16), k = product(8), v = product(8);
    g.output("q", *g.apply("rope", {q, positions, c, s}));
    g.output("k", *g.apply("rope", {k, other_positions ? others : positions, c, s}));
    g.output("v", v);
    const auto simple = passes::simplified(g, {.join_products = true});
    ASSERT_TRUE(simple.ok()) << simple.error().message;
    const auto count = [&](std::string_view op) { return std::ranges::count(ops_of(*simple), op); };
    EXPECT_EQ(count("matmul"), 1) << simple->text();
    EXPECT_EQ(count("rope"), other_positions ? 2 : 1) << simple->text();
    const std::vector<Tensor> in{make_input({DType::f32, {1, 5, 12}}, {}, random),
                                 Tensor::from<int32_t>({5}, {3, 0, 8, 1, 1}),
                                 Tensor::from<int32_t>({5}, {2, 5, 0, 7, 4})};
    CpuBackend reference(true);
    const auto want = run_sync(reference.run(g, in)), got = run_sync(reference.run(*simple, in));
    ASSERT_TRUE(want.ok() && got.ok());
    for (size_t i = 0; i < 3; ++i) {
      const Comparison same = compare((*got)[i], (*want)[i], 1e-5);
      EXPECT_TRUE(same.right) << same.problem;
    }
  }
}

}  // namespace
}  // namespace bitloom
