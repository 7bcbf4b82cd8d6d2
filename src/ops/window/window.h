// A window that slides over the last one or two axes of a tensor: what convolutions and poolings share.
//
//   Window w = TRY(window_of("conv2d", x.shape, {3, 3}, attrs));
//   w.out[0], w.out[1];     // rows and columns of the result
//
// Always two axes, rows then columns; over [N, C, L] there is one row, and the window is one high.
#pragma once

#include <array>
#include <span>

#include "bitloom/attrs.h"
#include "bitloom/shape.h"

namespace bitloom {

struct Window {
  std::array<int64_t, 2> in{1, 1}, kernel{1, 1}, stride{1, 1}, before{0, 0}, after{0, 0}, dilation{1, 1}, out{1, 1};

  int64_t taps() const { return kernel[0] * kernel[1]; }
  int64_t in_size() const { return in[0] * in[1]; }
  int64_t out_size() const { return out[0] * out[1]; }
  bool trivial() const;  // every output looks at exactly the input at the same place

  // Input row (axis 0) or column (axis 1) under tap `tap` of output `at`; outside [0, in) it is padding.
  int64_t position(size_t axis, int64_t at, int64_t tap) const {
    return at * stride[axis] + tap * dilation[axis] - before[axis];
  }
  // The outputs [begin, end) along an axis whose tap lies inside the input.
  std::pair<int64_t, int64_t> inside(size_t axis, int64_t tap) const;
};

// Reads stride, padding and (if there) dilation: one number for all axes or one per axis; padding also with its starts
// followed by its ends. An empty stride is the kernel's size. `kernel` has one number per axis of the window.
Result<Window> window_of(std::string_view who, const Shape& x, std::span<const int64_t> kernel, const Attrs& attrs);

// One number per axis, or one for all of them.
Result<std::vector<int64_t>> per_axis(std::string_view who, std::string_view setting, const std::vector<int64_t>& list,
                                      int axes, int64_t least);

}  // namespace bitloom
