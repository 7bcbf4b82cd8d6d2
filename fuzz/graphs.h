// Random graphs, and what their results may be: the graph as it is compiled, fused and not, must agree with the plain
// references of its ops, run one by one.
//
//   GraphTrial t = random_graph(1234);                      // the same seed is the same graph and the same inputs
//   GraphFuzzer fuzzer(runners(backend.get()));
//   std::optional<GraphFailure> f = fuzzer.try_seed(1234);   // f->shrunk: the smallest graph found that still fails
//
// How far results may be off: every op may be wrong by its own tolerance (see op.h) and by the rounding of its type,
// and what that does to the end of a graph depends on the graph. So the references are run a few more times with every
// intermediate result nudged at random by as much as that, and a result is right within a few times the distance that
// it moved. Values are kept within about ±16 while a graph is made, and away from the poles of log, divide and pow.
// Results that move by more than a tenth of their size decide nothing and are left out.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "bitloom/backend.h"
#include "ops/check.h"

namespace bitloom::fuzz {

struct GraphTrial {
  uint64_t seed = 0;
  Graph graph{};
  std::vector<Tensor> inputs{};
  bool odd_views = false;  // inputs start at odd elements of larger tensors on the GPU
  RunOptions options{};    // for the GPU
};
GraphTrial random_graph(uint64_t seed, size_t most_ops = 30);

// What the outputs are, and by how much each element may be off; infinitely, where nothing can be said.
struct Truth {
  std::vector<Tensor> values{};  // of the graph, by id
  std::vector<Tensor> outputs{};
  std::vector<std::vector<double>> allowed{};
};
Truth truth_of(const GraphTrial& trial);
// What is wrong with these outputs; empty: nothing.
std::string wrong(const GraphTrial& trial, const Truth& truth, const std::vector<Tensor>& got);

// One way to run a graph: the CPU's fast kernels, or a GPU, fused or not.
struct Runner {
  std::string name;
  std::function<Result<std::vector<Tensor>>(const GraphTrial&)> run;
  uint64_t every = 1;  // of so many graphs it runs one
};
// Null: the CPU alone. Of the unfused kernels, which the other fuzzer runs all the time, few are run: it is compiling
// them that takes the time.
std::vector<Runner> runners(WebGPUBackend* gpu, uint64_t unfused_every = 4);
std::vector<Tensor> by_reference(const GraphTrial& trial);
// Runs nothing: makes the plan for a device that need not be there, and looks at whether it could run. Thousands a
// second.
Runner planner(const DeviceInfo& device);

struct GraphFailure {
  uint64_t seed;
  std::string where, problem;  // where: the runner
  std::string shrunk;          // as text
  GraphTrial smallest;
};

struct GraphCounts {
  uint64_t graphs = 0, nodes = 0;
  uint64_t outputs = 0, blurred = 0;        // results compared; those that could not be
  std::map<std::string, uint64_t> drawn{};  // by op
};

class GraphFuzzer {
 public:
  explicit GraphFuzzer(std::vector<Runner> runners) : runners_(std::move(runners)) {}
  std::optional<GraphFailure> try_seed(uint64_t seed, size_t most_ops = 30);
  const GraphCounts& counts() const { return counts_; }

 private:
  GraphTrial shrink(GraphTrial trial, const Runner& runner);
  std::vector<Runner> runners_;
  GraphCounts counts_;
};

}  // namespace bitloom::fuzz
