#include "graph/fuse.h"

#include <gtest/gtest.h>

#include "bitloom/backend.h"
#include "graph/plan.h"
#include "ops/check.h"
#include "ops/op.h"
#include "tests/support.h"

namespace bitloom {
namespace {

// Builds graphs in few words; a wrong node is a failure of the test itself.
struct Sketch {
  Graph graph;
  Value in(Shape shape, DType t = DType::f32) { return graph.input(format("x{}", graph.inputs().size()), {t, shape}); }
  Value operator()(std::string_view op, std::initializer_list<Value> values, const Attrs& attrs = {}) {
    auto made = graph.apply(op, values, attrs);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
    return made.ok() ? *made : Value{0};
  }
  void give(Value v) { graph.output("", v); }
  std::vector<std::string> kernels(const FuseLimits& limits = {}) const {
    std::vector<std::string> out;
    const Fusion f = *fuse(graph, limits);
    for (const Group& g : f.groups) {
      std::string label;
      for (int n : g.nodes())
        label += format("{}{}", label.empty() ? "" : " ", graph.nodes()[static_cast<size_t>(n)].op());
      out.push_back(label);
    }
    return out;
  }
};
using Kernels = std::vector<std::string>;

TEST(Fuse, AChainIsOneKernel) {
  Sketch s;
  const Value a = s.in({5, 7}), b = s.in({7});
  s.give(s("sigmoid", {s("add", {s("multiply", {a, b}), b})}));
  EXPECT_EQ(s.kernels(), Kernels{"multiply add sigmoid"});
  EXPECT_EQ(s.kernels({.most_ops = 2}), (Kernels{"multiply add", "sigmoid"}));
  EXPECT_EQ(s.kernels({.together = false}), (Kernels{"multiply", "add", "sigmoid"}));
}

TEST(Fuse, AnchorsTakeWhatFollowsAndWhatComesBefore) {
  Sketch s;
  const Value x = s.in({6, 8}), w = s.in({8, 10}), bias = s.in({10}), r = s.in({6, 10}), gamma = s.in({10});
  const Value y = s("gelu", {s("add", {s("matmul", {x, w}), bias})});
  s.give(s("relu", {s("rms_norm", {s("add", {y, r}), gamma})}));
  // The sum could follow the product as well; there it costs nothing more, and the norm has its own kernel.
  EXPECT_EQ(s.kernels(), (Kernels{"matmul add gelu add", "rms_norm relu"}));

  Sketch t;  // residual and norm in one pass, and the sum is kept for later
  const Value u = t.in({6, 10}), v = t.in({6, 10});
  const Value sum = t("add", {u, v});
  t.give(t("rms_norm", {sum, t.in({10})}));
  t.give(sum);
  EXPECT_EQ(t.kernels(), Kernels{"add rms_norm"});
}

TEST(Fuse, NoCircles) {
  Sketch s;  // the product needs the first add's result, and the last needs both
  const Value x = s.in({6, 6});
  const Value a = s("neg", {x});
  const Value m = s("matmul", {s("softmax", {a}), x});
  s.give(s("add", {a, m}));
  const Kernels made = s.kernels();
  EXPECT_EQ(made.back(), "matmul add");
}

TEST(Fuse, BroadcastResultsStayApart) {
  Sketch s;
  const Value bias = s("exp", {s.in({7})});
  s.give(s("add", {s.in({5, 7}), bias}));
  EXPECT_EQ(s.kernels(), (Kernels{"exp", "add"}));
  const Fusion f = *fuse(s.graph, {});
  ASSERT_EQ(f.apart.size(), 1u);
  EXPECT_EQ(f.apart[0].reason, "add broadcasts it");
}

TEST(Fuse, ReshapesDoNotMatter) {
  Sketch s;
  const Value y = s("matmul", {s.in({6, 8}), s.in({8, 10})});
  const Value z = s("reshape", {y}, {{"shape", {2, 3, 10}}});
  s.give(s("reshape", {s("relu", {s("add", {z, s.in({2, 1, 10})})})}, {{"shape", {60}}}));
  EXPECT_EQ(s.kernels(), Kernels{"matmul add relu"});
}

TEST(Fuse, LimitOfTensors) {
  Sketch s;
  Value v = s.in({9});
  for (int i = 0; i < 12; ++i) v = s("add", {v, s.in({9})});
  s.give(v);
  const Fusion small = *fuse(s.graph, {.most_tensors = 8});
  for (const Group& g : small.groups) EXPECT_LE(g.nodes().size(), 6u);
}

TEST(Plan, ResultsShareAnArena) {
  Sketch s;
  Value v = s.in({64, 4});
  for (int i = 0; i < 9; ++i) v = s("neg", {v});
  const Value small = s("reduce_sum", {v}, {{"axes", {1}}});
  s.give(s("add", {small, s("reduce_max", {v}, {{"axes", {1}}})}));
  const DeviceInfo device{};
  const auto plan = compile(s.graph, {.device = &device, .fuse = false});
  ASSERT_TRUE(plan.ok());
  // Two in turn for the chain; of what comes after, one result finds a block free and one does not.
  EXPECT_EQ(plan->arena, (std::vector<uint64_t>{1024, 1024, 256}));
  // No two results that are needed at once share a block.
  for (size_t a = 0; a < plan->slots.size(); ++a)
    for (size_t b = 0; b < a; ++b) {
      const Slot &x = plan->slots[a], &y = plan->slots[b];
      if (x.block < 0 || x.block != y.block) continue;
      const auto born = [&](size_t slot) {
        for (size_t i = 0; i < plan->steps.size(); ++i)
          for (const auto* list : {&plan->steps[i].out, &plan->steps[i].temps})
            if (std::ranges::count(*list, static_cast<int>(slot))) return static_cast<int>(i);
        return -1;
      };
      EXPECT_TRUE(born(a) > y.last_use || born(b) > x.last_use) << a << " and " << b;
    }
}

// --- On devices ------------------------------------------------------------------------------------------------------

// Runs a graph fused, unfused and on the CPU's reference.
void expect_equal(const Sketch& s, size_t dispatches = 0, double tolerance = 2e-5) {
  Random random(fresh_seed());
  std::vector<Tensor> inputs, there;
  const std::shared_ptr<WebGPUBackend> gpu = shared_gpu();
  for (const Graph::Named& i : s.graph.inputs()) {
    const Desc& desc = s.graph.desc(i.value);
    inputs.push_back(make_input(desc, is_float(desc.dtype) ? Fill{} : Fill{Fill::integers, 0, 2}, random));
    there.push_back(up(*gpu, inputs.back()));
  }
  const auto want = run_sync(CpuBackend(true).run(s.graph, inputs));
  ASSERT_TRUE(want.ok()) << want.error().message;
  for (bool fuse : {true, false}) {
    SCOPED_TRACE(fuse ? "fused" : "unfused");
    const auto got = run_sync(gpu->run(s.graph, there, {.fuse = fuse}));
    ASSERT_TRUE(got.ok()) << got.error().message << "\n" << s.graph.text();
    for (size_t i = 0; i < got->size(); ++i) {
      const Comparison c = compare(down(*gpu, (*got)[i]), (*want)[i], tolerance);
      EXPECT_TRUE(c.right) << c.problem << "\noutput " << i << " of\n" << s.graph.text();
    }
  }
  if (!dispatches) return;
  const auto e = gpu->explain(s.graph);
  ASSERT_TRUE(e.ok());
  EXPECT_EQ(Explanation::total(e->after).dispatches, dispatches) << e->text();
}

TEST(FusedOnDevices, Chains) {
  for (const Shape& shape : {Shape{33, 20}, Shape{7, 13}, Shape{2, 3, 5, 4}}) {
    Sketch s;
    const Value a = s.in(shape), b = s.in({shape[shape.rank() - 1]}), c = s.in({shape[shape.rank() - 2], 1}),
                d = s.in({});
    s.give(s("sigmoid", {s("add", {s("multiply", {s("subtract", {a, b}), c}), d})}));
    expect_equal(s, 1);
  }
}

TEST(FusedOnDevices, SeveralOutputs) {
  Sketch s;
  const Value a = s.in({9, 11}), b = s.in({9, 11});
  const Value sum = s("add", {a, b}), t = s("tanh", {sum});
  s.give(s("multiply", {t, a}));
  s.give(sum);
  s.give(t);
  expect_equal(s, 1);
}

TEST(FusedOnDevices, Products) {
  Random random(fresh_seed());
  for (DType t : {DType::f32, DType::f16})
    for (const auto& [m, k, n] :
         {std::array{33, 20, 36}, std::array{37, 29, 43}, std::array{1, 64, 40}, std::array{70, 24, 1},
          std::array{130, 32, 132}, std::array{33, 130, 36}, std::array{37, 271, 43}}) {
      if (compiles_slowly(*shared_gpu()) && random.below(2)) continue;
      SCOPED_TRACE(format("{} {} {} {}", t, m, k, n));
      Sketch s;
      const Value y = s("matmul", {s.in({m, k}, t), s.in({k, n}, t)});
      s.give(s("multiply", {s("gelu", {s("add", {y, s.in({n}, t)})}), s.in({m, n}, t)}));
      s.give(y);
      expect_equal(s, t == DType::f32 ? 1 : 0, t == DType::f32 ? 2e-5 : 4e-3);
    }
}

TEST(FusedOnDevices, CutsAreStoredWhereTheirWholeIsMade) {
  for (const auto& [m, widths] : {std::pair{33, std::array{20, 8, 4}}, std::pair{3, std::array{12, 12, 12}},
                                  std::pair{140, std::array{64, 64, 4}}}) {
    for (bool keep : {false, true}) {
      Sketch s;
      const int64_t n = widths[0] + widths[1] + widths[2];
      const Value y = s("add", {s("matmul", {s.in({m, 24}), s.in({24, n})}), s.in({n})});
      int64_t at = 0;
      for (int64_t width : widths) {
        s.give(s("slice", {y}, {{"starts", {at}}, {"ends", {at + width}}, {"axes", {1}}}));
        at += width;
      }
      if (keep) s.give(y);
      expect_equal(s, 1);
    }
  }
}

TEST(FusedOnDevices, TransposesAreStoredWhereTheirInputIsMade) {
  for (const auto& [rows, heads, each] : {std::array{33, 3, 8}, std::array{12, 5, 4}, std::array{140, 2, 64}})
    for (int64_t batch : {1, 3}) {
      SCOPED_TRACE(format("{} {} {} {}", batch, rows, heads, each));
      Sketch s;
      const int64_t n = heads * each;
      const Value y = s("add", {s("matmul", {s.in({batch, rows, 20}), s.in({20, 3 * n})}), s.in({3 * n})});
      const auto turned = [&](Value v) {
        const Value split = s("reshape", {v}, {{"shape", {batch, rows, heads, each}}});
        return s("transpose", {split}, {{"perm", {0, 2, 1, 3}}});
      };
      Value part[3];
      for (int64_t i = 0; i < 3; ++i)
        part[i] = s("slice", {y}, {{"starts", {i * n}}, {"ends", {i * n + n}}, {"axes", {2}}});
      const Value q = turned(part[0]), k = turned(part[1]), v = turned(part[2]);
      s.give(part[2]);
      s.give(k);
      s.give(s("transpose", {s("attention", {q, k, v}, {{"scale", 0.02}})}, {{"perm", {0, 2, 1, 3}}}));
      expect_equal(s, 2);
    }
  // Of what is whole; axes that move in groups; and those that are copied after all.
  for (const auto& [perm, kernels] :
       {std::pair{std::vector<int64_t>{2, 0, 1, 3}, 1}, std::pair{std::vector<int64_t>{1, 2, 0, -1}, 1},
        std::pair{std::vector<int64_t>{2, 1, 0, 3}, 2}}) {
    SCOPED_TRACE(format("{}", perm));
    Sketch s;
    const Value y = s("relu", {s("matmul", {s.in({2, 3, 5, 16}), s.in({16, 12})})});
    s.give(s("transpose", {y}, {{"perm", perm}}));
    expect_equal(s, kernels);
  }
}

TEST(FusedOnDevices, QueryKeyAndValueInOneProduct) {
  Random random(fresh_seed());
  Sketch s;
  const Value x = s.in({18, 24});
  for (int64_t width : {32, 8, 8}) {
    const Value w = s.graph.constant(make_input({DType::f32, {24, width}}, {}, random)),
                bias = s.graph.constant(make_input({DType::f32, {width}}, {}, random));
    s.give(s("add", {s("matmul", {x, w}), bias}));
  }
  expect_equal(s, 1);
}

TEST(FusedOnDevices, ProductsWithAPrologue) {
  for (const auto& [m, k, n] : {std::array{33, 20, 36}, std::array{37, 29, 43}, std::array{1, 64, 40}}) {
    SCOPED_TRACE(format("{} {} {}", m, k, n));
    Sketch s;
    const Value a = s.in({m, k}), g = s.in({m, k});
    s.give(s("matmul", {s("multiply", {s("silu", {g}), a}), s.in({k, n})}));
    expect_equal(s, 1);
  }
}

TEST(FusedOnDevices, NormsAndReductions) {
  for (DType t : {DType::f32, DType::f16})
    for (int64_t n : {64, 37, 4096, 17001}) {
      SCOPED_TRACE(format("{} {}", t, n));
      Sketch s;
      const Value x = s.in({5, n}, t), r = s.in({5, n}, t), gamma = s.in({n}, t), beta = s.in({n}, t);
      const Value sum = s("add", {x, r});
      s.give(s("relu", {s("layer_norm", {sum, gamma, beta})}));
      s.give(sum);
      s.give(s("multiply", {s("softmax", {s("multiply", {x, r})}), gamma}));
      s.give(s("sqrt", {s("reduce_mean", {s("multiply", {x, x})}, {{"axes", {-1}}})}));
      expect_equal(s, 0, t == DType::f32 ? 5e-5 : 6e-3);
    }
}

TEST(FusedOnDevices, Convolutions) {
  for (int64_t channels : {3, 20}) {
    Sketch s;
    const Value y =
        s("conv2d", {s.in({2, 3, 9, 10}), s.in({channels, 3, 3, 3}), s.in({channels})}, {{"padding", {1, 1}}});
    s.give(s("add", {s("relu", {y}), s.in({channels, 1, 1})}));
    expect_equal(s, 1, 5e-5);
  }
}

// The same tensor as the anchor's input and as an operand is two bindings.
TEST(FusedOnDevices, AsManyTensorsAsTheDeviceBinds) {
  Sketch s;
  const Value x = s.in({6, 8});
  Value y = s("rms_norm", {x, s.in({8})});
  for (int i = 0; i < 9; ++i) {
    y = s("multiply", {y, i % 2 ? s.in({6, 8}) : x});
    s.give(y);
  }
  expect_equal(s);
}

TEST(FusedOnDevices, TypesThatDifferStayApart) {
  Sketch s;
  const Value y = s("matmul", {s.in({6, 8}), s.in({8, 12})});
  s.give(s("where", {y, s.in({6, 12}, DType::f16), s.in({12}, DType::f16)}));
  expect_equal(s, 2, 4e-3);
}

TEST(FusedOnDevices, APartOfAResultIsATensorOfItsOwn) {
  for (bool kept : {false, true}) {
    Sketch s;
    const Value y = s("matmul", {s.in({2, 2, 4}), s.in({4, 8})});
    const Value part = s("slice", {y}, {{"starts", {0}}, {"ends", {4}}, {"axes", {2}}});
    const Value again = s("reshape", {part}, {{"shape", {2, 8}}});
    s.give(s("add", {y, s("neg", {again})}));
    s.give(s("add", {y, again}));
    if (kept) s.give(part);
    expect_equal(s);
  }
}

TEST(FusedOnDevices, ManyParts) {
  Sketch s;
  const Value y = s("matmul", {s.in({5, 8}), s.in({8, 96})});
  for (int64_t i = 0; i < 24; ++i) s.give(s("slice", {y}, {{"starts", {4 * i}}, {"ends", {4 * i + 4}}, {"axes", {1}}}));
  expect_equal(s);
}

// Graphs are known by their text and their constants: equal texts with other numbers are other graphs.
TEST(FusedOnDevices, ConstantsAreTheGraphsOwn) {
  const std::shared_ptr<WebGPUBackend> gpu = shared_gpu();
  const Tensor x = up(*gpu, Tensor::from<float>({4}, {1, 2, 3, 4}));
  const Tensor many = up(*gpu, Tensor::from<float>({8}, {0, 10, 20, 30, 40, 50, 60, 70}));
  for (int turn = 0; turn < 20; ++turn) {
    Sketch s;
    const Value c = s.graph.constant(Tensor::from<float>({4}, std::vector<float>(4, static_cast<float>(turn))));
    const Value folded = s("add", {c, s.graph.constant(Tensor::scalar(1.0f))});
    const Value view = s.graph.constant(*many.view(turn % 5, {4}));  // starts anywhere, also inside a quad
    s.give(s("add", {s("multiply", {s.graph.input("x", x.desc()), folded}), view}));
    const auto got = run_sync(gpu->run(s.graph, {x}));
    ASSERT_TRUE(got.ok()) << got.error().message;
    std::vector<float> want;
    for (int i = 0; i < 4; ++i) want.push_back(static_cast<float>((i + 1) * (turn + 1) + 10 * (turn % 5 + i)));
    EXPECT_EQ(down(*gpu, (*got)[0]).to_floats(), want) << turn;
  }
}

TEST(FusedOnDevices, ProgramsCheckWhatTheyAreGiven) {
  const std::shared_ptr<WebGPUBackend> gpu = shared_gpu();
  Sketch s;
  s.give(s("neg", {s.in({4})}));
  const auto program = run_sync(gpu->prepare(s.graph));
  ASSERT_TRUE(program.ok());
  const Tensor here = Tensor::from<float>({4}, {1, 2, 3, 4});
  const auto said = [&](std::vector<Tensor> inputs) {
    const auto got = run_sync(gpu->run(*program, std::move(inputs)));
    return got.ok() ? std::string() : got.error().message;
  };
  EXPECT_EQ(said({}), "[run] the graph has 1 inputs, got 0");
  EXPECT_EQ(said({here}), "[run] input 0 'x0' is not on the GPU (upload): move it there first");
  EXPECT_EQ(said({*up(*gpu, Tensor(DType::f32, {8})).view(1, {4})}), "") << "a view is made ready for when it comes";
  EXPECT_EQ(said({up(*gpu, here)}), "");
}

TEST(FusedOnDevices, Conditions) {
  Sketch s;
  const Value c = s.in({6, 9}, DType::i32), x = s.in({6, 9});
  s.give(s("elu", {s("where", {c, s("leaky_relu", {x}), s.in({})})}, {{"alpha", 0.5}}));
  expect_equal(s, 1);
}

}  // namespace
}  // namespace bitloom
