#include "graph/passes_testing.h"

namespace bitloom {
namespace {

using namespace passes_testing;

Graph laid_out(const Graph& g) {
  const auto less = passes::absorb_layout(g);
  EXPECT_TRUE(less.ok()) << less.error().message;
  expect_same(g, *less);
  EXPECT_EQ(passes::absorb_layout(*less)->text(), less->text()) << "and that is where it stays";
  return *less;
}

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

}  // namespace
}  // namespace bitloom
