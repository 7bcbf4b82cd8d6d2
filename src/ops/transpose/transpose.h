// How a transpose runs on a GPU: decided from the walk, the type and the device, and printable.
#pragma once

#include "ops/moves/moves.h"

namespace bitloom::moves {

// Through tiles of workgroup memory where the axis that is innermost in the input (walk.axes[column]) becomes an outer
// one and both it and the new innermost axis are long enough; along the walk otherwise.
struct TransposePlan {
  bool tiled = false;
  size_t column = 0;
  uint32_t threads = 0;
  int load_width = 1, store_width = 1;
};
void append_text(std::string& out, const TransposePlan& plan);

inline constexpr int64_t transpose_tile = 32;

Walk transpose_walk(const OpCall& call);  // collapsed
TransposePlan plan_transpose(const Walk& walk, DType dtype, bool quads, const wgsl::Profile& profile);

}  // namespace bitloom::moves
