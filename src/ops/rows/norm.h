// What layer_norm, rms_norm and group_norm share: rows are brought to mean 0 (or not) and variance 1, then scaled by
// gamma and shifted by beta, which have a number for each element of a row or for each channel.
#pragma once

#include "ops/op.h"
#include "ops/rows/rows.h"

namespace bitloom {

struct Norm {
  bool center = true;
  double eps = 0;
  uint64_t rows = 1, length = 1;
  // group_norm: row r covers channels [r % groups * group_channels, + group_channels), each `channel_length` elements.
  // 0: gamma and beta go element by element.
  uint64_t groups = 0, group_channels = 0, channel_length = 1;
};

// Inputs are x, then gamma and beta as far as there are any.
void norm_reference(const CpuCall& c, const Norm& norm);
void norm_cpu(const CpuCall& c, const Norm& norm);
Status norm_gpu(Lowering& to, const OpCall& call, const Norm& norm);

inline double norm_flops(const OpCall& call) { return 8.0 * static_cast<double>(call.out[0].shape.elements()); }

}  // namespace bitloom
