// What a graph becomes on a device: the kernels with and without fusion, what each swallowed, the bytes they move, and
// why neighbours stayed apart.
//
//   Explanation e = TRY(backend.explain(graph));
//   std::puts(e.text().c_str());      // a table for people; json() for programs, dot() for Graphviz
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bitloom/graph.h"

namespace bitloom {

struct Explanation {
  struct Kernel {
    std::string label;                               // "matmul + add + gelu"
    std::vector<int> nodes;                          // of `graph`, in order
    uint64_t dispatches = 0, read = 0, written = 0;  // bytes
  };
  struct Edge {
    int from = 0, to = 0;  // nodes of `graph`
    std::string reason;
  };

  Graph graph;  // as it was compiled: folded, without repeats and no-ops
  std::vector<Kernel> before{}, after{};
  std::vector<Edge> apart{};  // what did not fuse, though one reads the other's result

  static Kernel total(const std::vector<Kernel>& kernels);
  std::string text() const;
  std::string json() const;
  std::string dot() const;  // the graph, with a box around each kernel
};

}  // namespace bitloom
