#include "graph/explain.h"

namespace bitloom {

Result<Explanation> explain(const Graph& graph, const Target& target) {
  Explanation e{.graph = graph, .before = {}, .after = {}, .apart = {}};
  (void)TRY(compile(graph, target));
  return e;
}

Explanation::Kernel Explanation::total(const std::vector<Kernel>& kernels) {
  Kernel sum;
  for (const Kernel& k : kernels) sum.dispatches += k.dispatches, sum.read += k.read, sum.written += k.written;
  return sum;
}

std::string Explanation::text() const { return graph.text(); }
std::string Explanation::json() const { return "{}"; }
std::string Explanation::dot() const { return graph.dot(); }

}  // namespace bitloom
