#include "ops/rows/norm.h"

#include <cmath>

#include "base/try.h"
#include "cpu/rows.h"

namespace bitloom {
namespace {

// Which gamma and beta belong to element i of a row.
uint64_t parameter_at(const Norm& n, uint64_t row, uint64_t i) {
  return n.groups ? row % n.groups * n.group_channels + i / n.channel_length : i;
}

}  // namespace

void norm_reference(const CpuCall& c, const Norm& n) {
  const double count = static_cast<double>(n.length);
  if (c.out[0].elements() == 0) return;
  for (uint64_t r = 0; r < n.rows; ++r) {
    const auto x = [&](uint64_t i) { return get_double(c.in[0], static_cast<int64_t>(r * n.length + i)); };
    double mean = 0, variance = 0;
    if (n.center)
      for (uint64_t i = 0; i < n.length; ++i) mean += x(i) / count;
    for (uint64_t i = 0; i < n.length; ++i) variance += (x(i) - mean) * (x(i) - mean) / count;
    for (uint64_t i = 0; i < n.length; ++i) {
      double y = (x(i) - mean) / std::sqrt(variance + n.eps);
      const int64_t at = static_cast<int64_t>(parameter_at(n, r, i));
      if (c.in.size() > 1) y *= get_double(c.in[1], at);
      if (c.in.size() > 2) y += get_double(c.in[2], at);
      set_double(c.out[0], static_cast<int64_t>(r * n.length + i), y);
    }
  }
}

void norm_cpu(const CpuCall& c, const Norm& n) {
  std::vector<float> buffers[2];
  const float* gamma = c.in.size() > 1 ? as_floats(c.in[1], buffers[0]) : nullptr;
  const float* beta = c.in.size() > 2 ? as_floats(c.in[2], buffers[1]) : nullptr;
  const float eps = static_cast<float>(n.eps);
  each_row(c.in[0], c.out[0], n.length, [&](const float* x, float* y, uint64_t row) {
    if (!n.groups) return norm_row(x, y, n.length, gamma, beta, n.center, eps);
    norm_row(x, y, n.length, nullptr, nullptr, n.center, eps);
    if (!gamma) return;
    for (uint64_t i = 0; i < n.length; i += n.channel_length) {
      const uint64_t at = parameter_at(n, row, i);
      scale_row(y + i, y + i, n.channel_length, gamma[at], beta ? beta[at] : 0);
    }
  });
}

Status norm_gpu(Lowering& to, const OpCall& call, const Norm& n) {
  if (call.out[0].shape.elements() == 0) return {};
  const Operand x = to.in(0);
  bool quads = x.quads && (!n.groups || n.channel_length % 4 == 0);
  for (int i = 1; i < static_cast<int>(call.in.size()) && !n.groups; ++i) quads = quads && to.in(i).quads;
  const RowPlan plan = plan_rows({n.rows, n.length, 1}, quads, to.device(), to.profile());

  Kernel k = row_kernel("rows/norm.wgsl", plan, x);
  k.params.set("center", n.center).set("gamma", "none");
  for (int i = 1; i < static_cast<int>(call.in.size()); ++i) {
    k.reads.push_back(to.in(i));
    k.params.set(i == 1 ? "gamma" : "beta", name(call.in[static_cast<size_t>(i)].dtype));
  }
  k.uniforms.add(n.rows).add(n.length / plan.width).add(1.0 / static_cast<double>(n.length)).add(n.eps);
  if (n.groups) {
    k.params.set("channels", 1);
    k.uniforms.add(n.groups).add(n.group_channels).add(n.channel_length / plan.width);
  }
  k.groups = TRY(to.linear_groups(ceil_div(n.rows, plan.share())));
  return dispatch_rows(to, std::move(k), to.out(), plan.width == 4);
}

}  // namespace bitloom
