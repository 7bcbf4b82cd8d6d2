// What a graph becomes on a device: the kernels with and without fusion, what each swallowed, the bytes they move, and
// why neighbours stayed apart.
//
//   Explanation e = backend.explain(graph).value();
//   std::puts(e.text().c_str());      // a table for people; json() for programs, dot() for Graphviz
//   save("after.svg", e.svg(true));   // a picture, and svg(false) without fusion
//
// Threads: like values of the standard library: many may read one at once, one alone may change it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bitloom/graph.h"

namespace bitloom {

struct Explanation {
  struct Kernel {
    std::string label;                               // "matmul + add + gelu"
    std::vector<int> nodes;                          // of `graph`, before fusion of `given`, in order
    uint64_t dispatches = 0, read = 0, written = 0;  // bytes
    // Of each dispatch: its template, what a workgroup has, and what was asked for and could not be had.
    std::vector<std::string> variants{};
  };
  struct Edge {
    int from = 0, to = 0;  // nodes of `graph`
    std::string reason;
  };

  Graph given;            // as it was written
  Graph graph{};          // as it was compiled: folded, without repeats and no-ops
  std::string profile{};  // the shader profile it was compiled by, and why it is as it is
  std::string unfused{};  // why ops never share a kernel on this backend; empty: they do
  std::vector<Kernel> before{}, after{};
  std::vector<Edge> apart{};  // what did not fuse, though one reads the other's result

  static Kernel total(const std::vector<Kernel>& kernels);
  std::string text() const;
  std::string json(bool pictures = false) const;  // with the two pictures, as svg.before and svg.after
  std::string dot() const;                        // the graph, with a box around each kernel
  std::string svg(
      bool fused) const;  // boxes of one kernel share a colour and a number, edges that stay apart are dashed
};

}  // namespace bitloom
