// Convolution over one or two axes, the shared part of conv1d and conv2d:
//   y[n, o, i, j] = bias[o] + sum over c, p, q of w[o, c, p, q] * x[n, group(o) + c, i*stride + p*dilation - padding,
//   ...]
// Anchor: conv. With enough output channels it is a tiled matmul of the weights and a gathered image (one dispatch, no
// copy); depthwise and other thin ones have a direct kernel.
#pragma once

#include "ops/op.h"
#include "ops/window/window.h"

namespace bitloom {

struct Convolution {
  Window window;
  int64_t images = 0, in_channels = 0, out_channels = 0, groups = 1;

  int64_t in_per_group() const { return in_channels / groups; }
  int64_t out_per_group() const { return out_channels / groups; }
  int64_t depth() const { return in_per_group() * window.taps(); }  // products summed into one result
};

// `axes` is 1 or 2; the op is called conv1d or conv2d after it.
Result<Convolution> convolution_of(int axes, const OpCall& call);

// The op, but for its cases.
Op convolution_op(int axes);

void convolve_cpu(const Convolution& c, const CpuCall& call);
Status convolve_gpu(Lowering& to, const Convolution& c, const OpCall& call);

}  // namespace bitloom
