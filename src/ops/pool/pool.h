// The largest or the mean of every window over the last one ([N, C, L]) or two ([N, C, H, W]) axes: the shared part of
// max_pool and average_pool. NaN in a window is the result, as in PyTorch.
#pragma once

#include "ops/op.h"
#include "ops/window/window.h"

namespace bitloom {

struct Pooling {
  Window window;
  bool largest = true;         // else the mean
  bool count_padding = false;  // the mean divides by the whole window, padding included

  // What the mean of output (i, j) is divided by.
  int64_t divisor(int64_t i, int64_t j) const;
};
Result<Pooling> pooling_of(bool largest, const OpCall& call);

// The op, but for its cases.
Op pooling_op(bool largest);

}  // namespace bitloom
