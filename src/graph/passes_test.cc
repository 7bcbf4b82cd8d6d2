#include "graph/passes.h"

#include <gtest/gtest.h>

#include <chrono>

#include "bitloom/backend.h"
#include "ops/check.h"
#include "ops/packed/packed.h"
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

Desc f32(Shape shape) { return {DType::f32, shape}; }
Value apply(Graph& g, std::string_view op, std::initializer_list<Value> in, const Attrs& attrs = {}) {
  return *g.apply(op, in, attrs);
}
Value transposed(Graph& g, Value v, std::vector<int64_t> perm) {
  return apply(g, "transpose", {v}, {{"perm", std::move(perm)}});
}
Value reshaped(Graph& g, Value v, std::vector<int64_t> shape) {
  return apply(g, "reshape", {v}, {{"shape", std::move(shape)}});
}
Value weight(Graph& g, Shape shape, DType dtype = DType::f32) {
  static Random random(fresh_seed());
  return g.constant(make_input({dtype, shape}, {}, random));
}
size_t count(const Graph& g, std::string_view op) {
  size_t n = 0;
  for (const Graph::Node& node : g.nodes()) n += node.op->name == op;
  return n;
}

// Runs both on the reference with the same fresh inputs.
void expect_same(const Graph& before, const Graph& after) {
  static Random random(fresh_seed());
  CpuBackend reference(true);
  std::vector<Tensor> inputs;
  for (const Graph::Named& i : before.inputs()) inputs.push_back(make_input(before.desc(i.value), {}, random));
  const auto want = run_sync(reference.run(before, inputs)), got = run_sync(reference.run(after, inputs));
  ASSERT_TRUE(want.ok() && got.ok());
  ASSERT_EQ(got->size(), want->size());
  for (size_t i = 0; i < want->size(); ++i) {
    EXPECT_EQ(after.outputs()[i].name, before.outputs()[i].name);
    const Comparison same = compare((*got)[i], (*want)[i], 1e-5, false);
    EXPECT_TRUE(same.right) << "output " << i << ": " << same.problem << "\n" << before.text() << "\n" << after.text();
  }
}
Graph laid_out(const Graph& g) {
  const auto less = passes::absorb_layout(g);
  EXPECT_TRUE(less.ok()) << less.error().message;
  expect_same(g, *less);
  EXPECT_EQ(passes::absorb_layout(*less)->text(), less->text()) << "and that is where it stays";
  return *less;
}

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
  EXPECT_EQ(folded.constants()[0].second.raw(), w.raw());
  EXPECT_EQ(folded.constants()[1].second.raw(), w.raw() + 8 * sizeof(float));
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

TEST(Layout, ProductsReadSwappedOperandsByFlag) {
  for (const int sides : {1, 2, 3})
    for (const int flags : {0, 1, 2, 3}) {
      const int swapped = sides ^ flags;  // what is stored is K by M, or N by K
      Graph g;
      const Value a = g.input("a", f32(swapped & 1 ? Shape{2, 5, 7} : Shape{2, 7, 5}));
      const Value b = g.input("b", f32(swapped & 2 ? Shape{3, 5} : Shape{5, 3}));
      g.output("y", apply(g, "matmul",
                          {sides & 1 ? transposed(g, a, {0, 2, 1}) : a, sides & 2 ? transposed(g, b, {1, 0}) : b},
                          {{"transpose_a", flags & 1}, {"transpose_b", flags >> 1}}));
      const Graph less = laid_out(g);
      EXPECT_EQ(ops_of(less), Names{"matmul"}) << less.text();
      EXPECT_EQ(less.nodes()[0].attrs.flag("transpose_a"), (swapped & 1) != 0);
      EXPECT_EQ(less.nodes()[0].attrs.flag("transpose_b"), (swapped & 2) != 0);
    }
}

TEST(Layout, SwapsAreSeenThroughReshapesOfTheBatches) {
  Graph g;
  const Value q = g.input("q", f32({6, 5, 3})), k = g.input("k", f32({2, 3, 7, 3}));
  g.output("y", apply(g, "matmul", {q, reshaped(g, transposed(g, k, {0, 1, 3, 2}), {6, 3, 7})}));
  const Graph less = laid_out(g);
  EXPECT_EQ(ops_of(less), (Names{"reshape", "matmul"})) << less.text();
  EXPECT_TRUE(less.nodes()[1].attrs.flag("transpose_b"));
}

TEST(Layout, ATransposeOfAConstantIsAFlagAndTheConstantIsKeptOnce) {
  Graph g;
  const Value table = weight(g, {11, 6}), ids = g.input("ids", {DType::u32, {5}});
  const Value rows = apply(g, "gather", {table, ids});
  g.output("logits", apply(g, "matmul", {rows, transposed(g, table, {1, 0})}));
  const Graph less = *passes::simplified(g);
  EXPECT_EQ(ops_of(less), (Names{"gather", "matmul"})) << less.text();
  EXPECT_EQ(less.constants().size(), 1u);
}

TEST(Layout, ATransposeOthersReadStaysForThem) {
  Graph g;
  const Value a = g.input("a", f32({5, 7})), b = g.input("b", f32({3, 5}));
  const Value turned = transposed(g, b, {1, 0});
  g.output("y", apply(g, "matmul", {a, reshaped(g, turned, {5, 3})}, {{"transpose_a", 1}}));
  g.output("t", turned);
  const Graph less = laid_out(g);
  EXPECT_EQ(ops_of(less), (Names{"transpose", "matmul"})) << less.text();
  EXPECT_EQ(less.nodes()[1].in[1].id, less.inputs()[1].value.id) << less.text();
}

TEST(Layout, HeadsAreTurnedInWholeRows) {
  Graph g;  // what exporters write for q·kᵀ: k goes to [batch, head, size, position] at once
  const Value q = g.input("q", f32({2, 3, 5, 4})), k = g.input("k", f32({2, 7, 3, 4}));
  g.output("y", apply(g, "matmul", {q, transposed(g, k, {0, 2, 3, 1})}));
  const Graph less = laid_out(g);
  EXPECT_EQ(ops_of(less), (Names{"transpose", "matmul"})) << less.text();
  EXPECT_EQ(less.nodes()[0].attrs.list("perm"), (std::vector<int64_t>{0, 2, 1, 3}));
}

TEST(Layout, AProductSwappedAfterwardsIsComputedSwapped) {
  Graph g;
  const Value a = g.input("a", {DType::f16, {2, 5, 7}}), b = g.input("b", f32({7, 3}));
  const Value y = apply(g, "add", {apply(g, "matmul", {a, b}), weight(g, {3}, DType::f16)});
  g.output("y", transposed(g, apply(g, "relu", {y}), {0, 2, 1}));
  const Graph less = laid_out(g);
  EXPECT_EQ(count(less, "transpose"), 0u) << less.text();
  EXPECT_EQ(less.desc(less.outputs()[0].value), (Desc{DType::f16, {2, 3, 5}}));
}

TEST(Layout, AProductThatIsAlsoReadAsItIsStays) {
  Graph g;
  const Value y = apply(g, "matmul", {g.input("a", f32({5, 7})), g.input("b", f32({7, 3}))});
  g.output("y", y);
  g.output("t", transposed(g, y, {1, 0}));
  EXPECT_EQ(ops_of(laid_out(g)), (Names{"matmul", "transpose"}));
}

TEST(Layout, TransposesOfOnesAreReshapes) {
  Graph g;
  g.output("y", transposed(g, g.input("x", f32({3, 1, 5, 1})), {3, 0, 2, 1}));
  g.output("z", transposed(g, g.input("z", f32({3, 2, 1})), {1, 0, 2}));
  const Graph less = laid_out(g);
  EXPECT_EQ(ops_of(less), (Names{"reshape", "transpose"})) << less.text();
}

TEST(Layout, TransposesAlikeOfAllOperandsBecomeOne) {
  Graph g;
  const Shape x{3, 5, 7};
  const auto turned = [&](const char* name) { return transposed(g, g.input(name, f32(x)), {2, 0, 1}); };
  const Value sum = apply(g, "multiply", {apply(g, "add", {turned("a"), turned("b")}), g.input("row", f32({5}))});
  const Value half = apply(g, "multiply", {apply(g, "where", {turned("c"), sum, turned("d")}), weight(g, {})});
  g.output("y", half);
  const Graph less = laid_out(g);
  EXPECT_EQ(count(less, "transpose"), 1u) << less.text();
}

TEST(Layout, ATransposeStaysWhereMovingItWouldCostMore) {
  for (const bool other_reader : {false, true}) {
    Graph g;  // a small operand turned and broadcast; or two turned alike, which others read as well
    const Value a = transposed(g, g.input("a", f32(other_reader ? Shape{5, 7} : Shape{1, 7})), {1, 0});
    const Value b = transposed(g, g.input("b", f32({5, 7})), {1, 0});
    g.output("y", apply(g, "add", {a, other_reader ? b : g.input("c", f32({7, 5}))}));
    if (other_reader) g.output("a", a), g.output("b", b);
    const Graph less = laid_out(g);
    EXPECT_EQ(count(less, "transpose"), other_reader ? 2u : 0u) << less.text();
  }
  Graph g;
  const Value narrow = transposed(g, g.input("a", f32({2, 3, 1})), {1, 0, 2});
  g.output("y", apply(g, "add", {narrow, g.input("b", f32({3, 2, 100}))}));
  const Graph less = laid_out(g);
  EXPECT_EQ(less.desc(less.nodes()[0].out[0]).shape, (Shape{3, 2, 1})) << less.text();
}

TEST(Layout, ATransposeAndItsInverseCancelAcrossAChain) {
  Graph g;
  const Value x = g.input("x", f32({2, 5, 3, 7}));
  Value y = transposed(g, x, {0, 3, 1, 2});
  y = apply(g, "add", {apply(g, "gelu", {y}), g.input("channel", f32({7, 1, 1}))});
  y = apply(g, "multiply", {apply(g, "multiply", {y, y}), weight(g, {5, 3})});
  g.output("y", transposed(g, y, {0, 2, 3, 1}));
  const Graph less = laid_out(g);
  EXPECT_EQ(count(*passes::fold_constants(less), "transpose"), 0u) << less.text();
}

TEST(Layout, TwoTransposesAcrossAChainBecomeOne) {
  Graph g;
  const Value x = g.input("x", f32({2, 5, 3, 7}));
  g.output("y", transposed(g, apply(g, "tanh", {transposed(g, x, {0, 3, 1, 2})}), {1, 0, 2, 3}));
  const Graph less = laid_out(g);
  EXPECT_EQ(count(less, "transpose"), 1u) << less.text();
}

TEST(Layout, ReshapesMovePastElementwiseOpsThatCouldFuseBeforeThem) {
  Graph g;
  const Value x = g.input("x", f32({10, 6})), residual = g.input("r", f32({2, 5, 12}));
  const Value product = apply(g, "matmul", {x, weight(g, {6, 12})});
  Value y = apply(g, "add", {reshaped(g, product, {2, 5, 12}), weight(g, {12})});
  y = apply(g, "gelu", {y});
  y = apply(g, "add", {y, residual});
  g.output("y", reshaped(g, y, {10, 12}));
  const Graph less = laid_out(g);
  EXPECT_EQ(ops_of(*passes::fold_constants(less)), (Names{"matmul", "add", "gelu", "reshape", "add"})) << less.text();
}

TEST(Layout, ReshapesStayBetweenTwoThatCouldBothFuse) {
  Graph g;
  const Value product = apply(g, "matmul", {g.input("x", f32({10, 6})), weight(g, {6, 12})});
  const Value other = apply(g, "gelu", {g.input("r", f32({2, 5, 12}))});
  g.output("y", apply(g, "add", {reshaped(g, product, {2, 5, 12}), other}));
  EXPECT_EQ(ops_of(laid_out(g)), (Names{"matmul", "gelu", "reshape", "add"}));
  Graph up;  // towards more axes only if nothing else has to be reshaped
  const Value heads = apply(up, "matmul", {up.input("x", f32({2, 5, 6})), weight(up, {6, 12})});
  up.output("y", apply(up, "add", {reshaped(up, heads, {10, 12}), up.input("r", f32({10, 12}))}));
  EXPECT_EQ(ops_of(laid_out(up)), (Names{"matmul", "reshape", "add"}));
}

TEST(Layout, ReshapesStayWhereBroadcastingNeedsThem) {
  Graph g;
  const Value product = apply(g, "matmul", {g.input("x", f32({10, 6})), weight(g, {6, 12})});
  const Value heads = reshaped(g, product, {2, 5, 3, 4});
  g.output("y", apply(g, "multiply", {heads, g.input("rotation", f32({5, 1, 4}))}));
  const Graph less = laid_out(g);
  EXPECT_EQ(ops_of(less), (Names{"matmul", "reshape", "multiply"})) << less.text();
}

// --- Products --------------------------------------------------------------------------------------------------------

TEST(Products, ChainsAreMultipliedInTheCheapestOrder) {
  Graph g;
  const Value a = g.input("a", f32({40, 3})), b = g.input("b", f32({3, 30})), c = g.input("c", f32({2, 30}));
  const Value d = g.input("d", f32({2, 25}));
  // ((A·B)·Cᵀ)·D costs 3600 + 2400 + 2000; A·((B·Cᵀ)·D) costs 180 + 150 + 3000.
  const Value abc = apply(g, "matmul", {apply(g, "matmul", {a, b}), c}, {{"transpose_b", 1}});
  g.output("y", apply(g, "matmul", {abc, d}));
  const Graph less = *passes::associate_products(g);
  expect_same(g, less);
  EXPECT_EQ(less.desc(less.nodes()[0].out[0]).shape, (Shape{3, 2})) << less.text();
  EXPECT_EQ(count(less, "matmul"), 3u);
}

TEST(Products, ASwappedProductIsTakenApartToo) {
  Graph g;
  const Value a = g.input("a", f32({4, 3, 20})), b = g.input("b", f32({4, 20, 30})), c = g.input("c", f32({2, 3}));
  const Value ab = apply(g, "matmul", {a, b});
  // (A·B)ᵀ·Cᵀ = Bᵀ·(Aᵀ·Cᵀ)
  g.output("y", apply(g, "matmul", {ab, c}, {{"transpose_a", 1}, {"transpose_b", 1}}));
  const Graph less = *passes::associate_products(g);
  expect_same(g, less);
  EXPECT_EQ(less.desc(less.nodes()[0].out[0]).shape, (Shape{4, 20, 2})) << less.text();
}

TEST(Products, WhatIsReadElsewhereOrCheapestAlreadyStays) {
  Graph g;
  const Value a = g.input("a", f32({40, 3})), b = g.input("b", f32({3, 30})), c = g.input("c", f32({30, 2}));
  const Value ab = apply(g, "matmul", {a, b});
  g.output("ab", ab);
  g.output("y", apply(g, "matmul", {ab, c}));
  g.output("z", apply(g, "matmul", {a, apply(g, "matmul", {b, c})}));
  EXPECT_EQ(passes::associate_products(g)->text(), g.text());
}

TEST(Products, RandomChainsComputeTheSame) {
  Random random(fresh_seed());
  for (int turn = 0; turn < 40; ++turn) {
    Graph g;
    const size_t n = 3 + random.below(4);
    std::vector<int64_t> sizes;
    for (size_t i = 0; i <= n; ++i) sizes.push_back(1 + static_cast<int64_t>(random.below(9)));
    struct Part {
      Value value;
      bool transposed;
    };
    std::vector<Part> parts;
    for (size_t i = 0; i < n; ++i) {
      std::vector<int64_t> shape{sizes[i], sizes[i + 1]};
      const bool turned = random.below(2);
      if (turned) std::swap(shape[0], shape[1]);
      if (random.below(3) == 0) shape.insert(shape.begin(), random.below(2) ? 3 : 1);
      parts.push_back({g.input(format("x{}", i), f32(Shape(shape))), turned});
    }
    while (parts.size() > 1) {  // any two neighbours, as they are or as (BᵀAᵀ)ᵀ
      const size_t i = random.below(parts.size() - 1);
      const Part a = parts[i], b = parts[i + 1];
      const bool back = random.below(2);
      const auto product = [&](Part l, Part r) {
        return apply(g, "matmul", {l.value, r.value}, {{"transpose_a", l.transposed}, {"transpose_b", r.transposed}});
      };
      parts[i] =
          back ? Part{product({b.value, !b.transposed}, {a.value, !a.transposed}), true} : Part{product(a, b), false};
      parts.erase(parts.begin() + static_cast<ptrdiff_t>(i) + 1);
    }
    g.output("y", parts[0].value);
    expect_same(g, *passes::associate_products(g));
  }
}

TEST(Products, MatmulsOfOneInputAreJoined) {
  for (const bool transpose : {false, true}) {
    Graph g;
    const Value x = g.input("x", f32({2, 5, 6}));
    const auto product = [&](int64_t n) {
      return apply(g, "matmul", {x, weight(g, transpose ? Shape{n, 6} : Shape{6, n})}, {{"transpose_b", transpose}});
    };
    const Value q = apply(g, "add", {product(8), weight(g, {8})}), k = product(12);
    const Value v = apply(g, "add", {weight(g, {4}), product(4)});
    g.output("q", apply(g, "relu", {q}));
    g.output("k", k);
    g.output("v", apply(g, "neg", {v}));
    const Graph less = *passes::join_products(g);
    expect_same(g, less);
    EXPECT_EQ(ops_of(less), (Names{"matmul", "add", "slice", "slice", "slice", "relu", "neg"})) << less.text();
    EXPECT_EQ(less.constants().size(), 2u);
    EXPECT_EQ(count(*passes::simplified(g), "matmul"), 3u) << "only by request";
    EXPECT_EQ(count(*passes::simplified(g, {.join_products = true}), "matmul"), 1u);
  }
}

TEST(Products, FewBitOnesAreJoinedToo) {
  Random random(fresh_seed());
  for (const auto& [name, scheme] : packed_schemes()) {
    Graph g;
    const Value x = g.input("x", f32({3, 50}));
    for (const int64_t n : {8, 4, 12}) {
      std::vector<Value> in{x};
      for (const Desc& d : packed_inputs(scheme, n, 50)) {
        const Fill fill{.kind = d.dtype == DType::u32 ? Fill::bits : Fill::normal};
        in.push_back(g.constant(make_input(d, fill, random)));
      }
      g.output(format("y{}", n), *g.apply("quantized_matmul", in, packed_settings(scheme)));
    }
    const Graph less = *passes::join_products(g);
    expect_same(g, less);
    const bool one_scale = scheme.granularity == quant::Granularity::tensor;
    EXPECT_EQ(count(less, "quantized_matmul"), one_scale ? 3u : 1u) << name;
  }
}

TEST(Products, GateAndUpAreOneProduct) {
  Random random(fresh_seed());
  for (const auto& [name, scheme] : packed_schemes()) {
    Graph g;
    const Value x = g.input("x", f32({3, 50}));
    const auto product = [&] {
      std::vector<Value> in{x};
      for (const Desc& d : packed_inputs(scheme, 10, 50)) {
        const Fill fill{.kind = d.dtype == DType::u32 ? Fill::bits : Fill::normal};
        in.push_back(g.constant(make_input(d, fill, random)));
      }
      return *g.apply("quantized_matmul", in, packed_settings(scheme));
    };
    const Value gate = apply(g, "silu", {product()}), up = product();
    g.output("y", random.below(2) ? apply(g, "multiply", {gate, up}) : apply(g, "multiply", {up, gate}));
    const Graph less = *passes::gate_products(g);
    expect_same(g, less);
    const bool one_scale = scheme.granularity == quant::Granularity::tensor;
    EXPECT_EQ(less.nodes().size(), one_scale ? 4u : 1u) << name;
    // Read twice, the gate must stay.
    g.output("gate", gate);
    EXPECT_EQ(passes::gate_products(g)->nodes().size(), 4u) << name;
  }
}

TEST(Products, WhatDoesNotFitIsNotJoined) {
  Graph g;
  const Value x = g.input("x", f32({5, 6})), shared = weight(g, {6, 8});
  const auto product = [&](Value w, const Attrs& attrs = {}) { return apply(g, "matmul", {x, w}, attrs); };
  g.output("one", product(weight(g, {6, 8})));
  g.output("odd", product(weight(g, {6, 7})));
  g.output("input", product(g.input("w", f32({6, 8}))));
  g.output("turned", product(weight(g, {8, 6}), {{"transpose_b", 1}}));
  g.output("f16", product(weight(g, {6, 8}, DType::f16)));
  g.output("wide", product(weight(g, {6, 8}), {{"dtype", "f16"}}));
  g.output("batches", product(weight(g, {3, 6, 8})));
  g.output("shared", product(shared));
  g.output("w2", apply(g, "neg", {shared}));
  const Graph same = *passes::join_products(g);
  EXPECT_EQ(ops_of(same), ops_of(g)) << same.text();
  expect_same(g, same);
  Graph large;
  const Value y = large.input("x", f32({5, 6}));
  for (const char* name : {"a", "b", "c"}) large.output(name, apply(large, "matmul", {y, weight(large, {6, 8})}));
  EXPECT_EQ(count(*passes::join_products(large, 2 * 6 * 8 * 4), "matmul"), 2u) << "no more bytes than asked for";
}

// A model's worth of nodes goes through in well under a second; with a look at all others for each it would not.
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

}  // namespace
}  // namespace bitloom
