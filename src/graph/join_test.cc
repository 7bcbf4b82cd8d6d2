#include "graph/passes_testing.h"
#include "ops/packed/packed.h"

namespace bitloom {
namespace {

using namespace passes_testing;

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

}  // namespace
}  // namespace bitloom
