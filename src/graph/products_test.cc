#include "graph/passes_testing.h"
#include "ops/packed/packed.h"

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
}  // namespace
}  // namespace bitloom
