// Random graphs of many ops (fuzz/graphs.h): whatever the passes and the compiler make of one, it computes the same.
#include <chrono>

#include "base/try.h"
#include "fuzz/graphs.h"
#include "graph/passes.h"
#include "runtime/variants.h"
#include "tests/support.h"

namespace bitloom {
namespace {

using fuzz::GraphFuzzer;
using fuzz::GraphTrial;

TEST(RandomGraphs, UseEveryKindOfOp) {
  std::map<std::string_view, int> seen;
  size_t most = 0, outputs = 0;
  // What the generator draws is its own property: the same seeds each time, so that luck has no part in it.
  for (uint64_t seed = 0; seed < 1200; ++seed) {
    const GraphTrial t = fuzz::random_graph(seed);
    if (seed < 200) {
      EXPECT_EQ(fuzz::random_graph(seed).graph.text(), t.graph.text()) << "a seed is a graph";
    }
    for (const Graph::Node& node : t.graph.nodes()) ++seen[node.op()];
    most = std::max(most, t.graph.nodes().size());
    outputs = std::max(outputs, t.graph.outputs().size());
  }
  for (const Op* op : all_ops()) {
    bool floats = false;  // what gives none may be chosen by a rounding error
    for (const Case& c : op->cases())
      if (const auto call = resolve(op->name, c.in, c.attrs); call.ok() && !c.benchmark)
        floats = floats || is_float(call->out[0].dtype);
    EXPECT_TRUE(!floats || seen.contains(op->name)) << op->name;
  }
  EXPECT_GE(most, 28u);
  EXPECT_GE(outputs, 4u);
}

TEST(RandomGraphs, PassesComputeTheSame) {
  using Pass = Result<Graph> (*)(const Graph&);
  const std::pair<const char*, Pass> all[] = {
      {"fold_constants", [](const Graph& g) { return passes::fold_constants(g); }},
      {"join_repeats", [](const Graph& g) -> Result<Graph> { return passes::join_repeats(g); }},
      {"drop_no_ops", passes::drop_no_ops},
      {"drop_unused", [](const Graph& g) -> Result<Graph> { return passes::drop_unused(g); }},
      {"absorb_layout", passes::absorb_layout},
      {"associate_products", passes::associate_products},
      {"join_products", [](const Graph& g) { return passes::join_products(g); }},
      {"simplified", [](const Graph& g) { return passes::simplified(g, {true, true}); }},
  };
  for (uint64_t i = 0; i < 120; ++i) {
    const GraphTrial trial = fuzz::random_graph(fresh_seed() + i);
    const fuzz::Truth truth = fuzz::truth_of(trial);
    for (const auto& [name, pass] : all) {
      GraphTrial after = trial;
      const auto made = pass(trial.graph);
      ASSERT_TRUE(made.ok()) << name << ": " << made.error().message;
      after.graph = *made;
      const std::string problem = fuzz::wrong(trial, truth, fuzz::by_reference(after));
      EXPECT_EQ(problem, "") << name << ", graph " << trial.seed << "\n" << trial.graph.text() << "\n" << made->text();
    }
    // Layout is there to move less; what it turns of constants is folded.
    const Graph used = passes::drop_unused(trial.graph), less = *passes::absorb_layout(used);
    const auto moved = [](const Graph& g) {
      uint64_t bytes = 0;
      const Graph folded = passes::drop_unused(passes::join_repeats(*passes::fold_constants(g)));
      for (const Graph::Node& n : folded.nodes())
        if (op_of(n).permutation) bytes += folded.desc(n.out[0]).bytes();
      return bytes;
    };
    EXPECT_LE(moved(less), moved(used)) << "graph " << trial.seed << "\n" << used.text() << "\n" << less.text();
  }
}

TEST(RandomGraphs, PlansCouldRun) {
  GraphFuzzer fuzzer({fuzz::planner(smallest_device()), fuzz::planner(large_device())});
  for (uint64_t i = 0; i < 150; ++i)
    if (const auto failure = fuzzer.try_seed(fresh_seed() + i)) {
      ADD_FAILURE() << "graph " << failure->seed << ": " << failure->problem << "\nshrunk to\n" << failure->shrunk;
      return;
    }
}

// A runner that is wrong in one way only: relu of a sum lets a little through below zero.
TEST(RandomGraphs, AWrongKernelIsFoundAndShrunk) {
  const fuzz::Runner broken{"broken", [](const GraphTrial& t) -> Result<std::vector<Tensor>> {
                              Graph g;
                              std::vector<Value> now(t.graph.values());
                              std::set<int> sums;
                              const auto at = [&](Value v) -> Value& { return now[static_cast<size_t>(v.id)]; };
                              for (const auto& i : t.graph.inputs())
                                at(i.value) = g.input(i.name, t.graph.desc(i.value));
                              for (const auto& [v, tensor] : t.graph.constants()) at(v) = g.constant(tensor);
                              for (const Graph::Node& node : t.graph.nodes()) {
                                std::vector<Value> in;
                                for (Value v : node.in) in.push_back(at(v));
                                const bool wrong = node.op() == "relu" && sums.contains(node.in[0].id);
                                at(node.out[0]) =
                                    wrong ? TRY(g.apply("leaky_relu", in)) : TRY(g.apply(node.op(), in, node.attrs));
                                if (node.op() == "add") sums.insert(node.out[0].id);
                              }
                              for (const auto& o : t.graph.outputs()) g.output(o.name, at(o.value));
                              GraphTrial other = t;
                              other.graph = g;
                              return fuzz::by_reference(other);
                            }};
  GraphFuzzer fuzzer({broken});
  for (uint64_t seed = 0; seed < 500; ++seed)
    if (const auto failure = fuzzer.try_seed(seed)) {
      EXPECT_EQ(failure->smallest.graph.nodes().size(), 2u) << failure->shrunk;
      EXPECT_NE(failure->shrunk.find("relu"), std::string::npos);
      return;
    }
  ADD_FAILURE() << "not found in 500 graphs";
}

TEST(RandomGraphsGpu, FusedAndUnfusedEqualTheReferences) {
  GraphFuzzer fuzzer(fuzz::runners(shared_gpu().get()));
  const auto start = std::chrono::steady_clock::now();
  const auto going = [&] { return std::chrono::steady_clock::now() - start < std::chrono::seconds(15); };
  for (uint64_t i = 0; i < 4 || (i < 200 && going()); ++i)  // software drivers take a second for one
    if (const auto failure = fuzzer.try_seed(fresh_seed() + i, i % 2 ? 30 : 10)) {
      ADD_FAILURE() << failure->where << ", graph " << failure->seed << ": " << failure->problem << "\nshrunk to\n"
                    << failure->shrunk;
      return;  // one is enough to work on, and shrinking takes long
    }
  const fuzz::GraphCounts& n = fuzzer.counts();
  std::printf("%s\n", format("{} graphs of {} ops, {} results", n.graphs, n.nodes, n.outputs).c_str());
  EXPECT_LT(n.blurred * 4, n.outputs + 4) << "most results must decide something";
}

}  // namespace
}  // namespace bitloom
