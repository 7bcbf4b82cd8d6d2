// A plan is a graph made ready for one device: slots (stretches of memory), and steps in order. On a GPU every step is
// a few dispatches; on the CPU it is one kernel call; a step that only looks at its input differently is neither.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bitloom/device.h"
#include "bitloom/explain.h"
#include "bitloom/graph.h"
#include "ops/op.h"
#include "wgsl/key.h"
#include "wgsl/profile.h"

namespace bitloom {

struct Slot {
  enum Source { input, constant, made } source = made;
  int index = 0;  // among the inputs or constants
  Desc desc{};
  int root = -1;  // a view: the slot whose bytes it shows, `offset` elements in; -1: its own bytes
  int64_t offset = 0;
  bool quads = true;  // starts at a multiple of four elements, so kernels may load four at a time
  int last_use = -1;  // the step after which a made slot is free; -1: never used
  int block = -1;     // of the arena; -1: an output, a view, or not made at all
};

struct Dispatch {
  wgsl::Key key{};
  std::vector<int> reads{}, writes{};  // slots; bindings 1, 2, ... in this order (0 is the uniforms)
  std::vector<uint32_t> uniforms{};    // one word per read first: the runtime puts that slot's element offset there
  std::array<uint32_t, 3> groups{1, 1, 1};
  uint32_t threads = 0;            // of a workgroup
  std::array<uint32_t, 2> tile{};  // of results, if it computes one
  std::string note{};              // what was asked for and could not be had
};

struct Step {
  const Op* op;  // of a fused step: the anchor's, or the last node's
  Attrs attrs;
  std::string label{};       // "matmul + add + gelu"
  std::vector<int> nodes{};  // of the graph
  std::vector<int> in{}, out{};
  std::vector<Dispatch> dispatches{};
  std::vector<int> temps{};
  bool view = false;
  bool in_place = false;  // the result is the first operand, changed
};

struct Plan {
  std::vector<Slot> slots;
  std::vector<Explanation::Edge> apart;  // nodes that fusion left in different steps, and why
  std::vector<int> inputs, outputs;
  std::vector<Constant> constants;
  std::vector<Step> steps;
  // The arena: bytes of each block that results share in turn. A block is a buffer, since WebGPU lets no kernel read
  // and write one buffer through two bindings.
  std::vector<uint64_t> arena;

  size_t dispatch_count() const;
  uint64_t arena_bytes() const;
  uint64_t peak_bytes() const;  // of results, where each is freed after its last use
  std::string text() const;
};

// What a plan is made for.
struct Target {
  const DeviceInfo* device = nullptr;  // null: the CPU
  wgsl::Profile profile{};
  // Per graph input: it is a view that does not start at a multiple of four elements; of a mutable input: any view.
  std::vector<bool> misaligned{};
  bool fuse = true;
  int most_fused = 0;  // ops in one kernel at most; 0: as many as fit
};

// The passes (passes.h) that are good for a device; without fusion the graph as it is.
Result<Graph> simplified_for(const Graph& graph, const Target& target);
// Fuses a graph and plans what is left; without fusion every node as it is. On the CPU nothing fuses.
Result<Plan> plan_for(const Graph& simplified, const Target& target);
Result<Plan> compile(const Graph& graph, const Target& target);  // both

}  // namespace bitloom
