#include "graph/passes_testing.h"

namespace bitloom {
namespace {

using namespace passes_testing;

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

}  // namespace
}  // namespace bitloom
