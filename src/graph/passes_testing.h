// Short ways to write the graphs that tests of passes look at, and the question whether two compute the same.
#pragma once

#include <gtest/gtest.h>

#include "bitloom/backend.h"
#include "graph/passes.h"
#include "ops/check.h"
#include "tests/support.h"

namespace bitloom::passes_testing {

inline std::vector<std::string> ops_of(const Graph& g) {
  std::vector<std::string> out;
  for (const Graph::Node& n : g.nodes()) out.emplace_back(n.op());
  return out;
}

using Names = std::vector<std::string>;
inline const Desc square{DType::f32, {4, 4}};

inline Desc f32(Shape shape) { return {DType::f32, shape}; }
inline Value apply(Graph& g, std::string_view op, std::initializer_list<Value> in, const Attrs& attrs = {}) {
  return *g.apply(op, in, attrs);
}
inline Value transposed(Graph& g, Value v, std::vector<int64_t> perm) {
  return apply(g, "transpose", {v}, {{"perm", std::move(perm)}});
}
inline Value reshaped(Graph& g, Value v, std::vector<int64_t> shape) {
  return apply(g, "reshape", {v}, {{"shape", std::move(shape)}});
}
inline Value weight(Graph& g, Shape shape, DType dtype = DType::f32) {
  static Random random(fresh_seed());
  return g.constant(make_input({dtype, shape}, {}, random));
}
inline size_t count(const Graph& g, std::string_view op) {
  size_t n = 0;
  for (const Graph::Node& node : g.nodes()) n += node.op() == op;
  return n;
}

// Runs both on the reference with the same fresh inputs.
inline void expect_same(const Graph& before, const Graph& after) {
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

}  // namespace bitloom::passes_testing
