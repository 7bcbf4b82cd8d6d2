// batch_norm, as used for inference: y = (x - mean[c]) / sqrt(var[c] + eps) * gamma[c] + beta[c] for x [N, C, ...].
#include <cmath>

#include "base/try.h"
#include "ops/rows/rows.h"

namespace bitloom {
namespace {

constexpr std::string_view parameters[] = {"mean", "var", "gamma", "beta"};

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  (void)TRY(check_float("batch_norm", x));
  if (x.shape.rank() < 2) return error(Code::invalid_argument, "[batch_norm] x is {}: it must be [N, C, ...]", x);
  for (size_t i = 1; i < 5; ++i) (void)TRY(check_vector("batch_norm", parameters[i - 1], call.in[i], x, {x.shape[1]}));
  if (call.in[1].dtype != call.in[2].dtype)
    return error(Code::invalid_argument, "[batch_norm] mean is {} and var is {}: they must have one type", call.in[1],
                 call.in[2]);
  return std::vector<Desc>{x};
}

void reference(const CpuCall& c) {
  const Shape& shape = c.in[0].shape();
  const int64_t inner = shape.product(2);
  for (int64_t i = 0; i < shape.elements(); ++i) {
    const int64_t channel = i / inner % shape[1];
    const auto parameter = [&](size_t k) { return get_double(c.in[k], channel); };
    const double y = (get_double(c.in[0], i) - parameter(1)) / std::sqrt(parameter(2) + c.attrs.number("eps"));
    set_double(c.out[0], i, y * parameter(3) + parameter(4));
  }
}

void on_cpu(const CpuCall& c) {
  const Shape& shape = c.in[0].shape();
  const uint64_t channels = static_cast<uint64_t>(shape[1]), inner = static_cast<uint64_t>(shape.product(2));
  std::vector<float> p[4];
  for (size_t k = 0; k < 4; ++k) p[k] = c.in[k + 1].to_floats();
  const float eps = static_cast<float>(c.attrs.number("eps"));
  each_row(c.in[0], c.out[0], inner, [&](const float* x, float* y, uint64_t row) {
    const size_t k = row % channels;
    const float scale = p[2][k] / std::sqrt(p[1][k] + eps);
    for (uint64_t i = 0; i < inner; ++i) y[i] = (x[i] - p[0][k]) * scale + p[3][k];
  });
}

Status on_gpu(Lowering& to, const OpCall& call) {
  const Shape& shape = call.in[0].shape;
  const uint64_t inner = static_cast<uint64_t>(shape.product(2)),
                 quads = ceil_div(static_cast<uint64_t>(shape.elements()), 4);
  if (quads == 0) return {};
  const uint32_t threads = to.profile().elementwise_threads;
  Kernel k{.file = "batch_norm/kernel.wgsl"};
  k.params.set("dtype", name(call.in[0].dtype))
      .set("stats", name(call.in[1].dtype))
      .set("gamma", name(call.in[3].dtype));
  k.params.set("beta", name(call.in[4].dtype)).set("width", to.in(0).quads ? 4 : 1).set("together", inner % 4 == 0);
  k.params.set("threads", threads);
  for (int i = 0; i < 5; ++i) k.reads.push_back(to.in(i));
  k.writes = {to.out()};
  if (to.in(0).quads) k.loads = {{.unit = 4, .once = true}};
  k.store_unit = 4;
  k.uniforms.add(quads).add(shape[1]).add(inner).add(call.attrs.number("eps"));
  k.groups = TRY(to.linear_groups(ceil_div(quads, threads)));
  return to.dispatch(std::move(k));
}

std::vector<Case> cases() {
  using enum DType;
  const Fill positive{Fill::uniform, 0.1, 2};
  const auto make = [&](std::string name, DType t, Shape x, DType p) {
    const Desc v{p, {x[1]}};
    return Case{std::move(name), {{t, x}, v, v, v, v}, {}, {{}, {}, positive, {}, {}}};
  };
  std::vector<Case> list{
      make("images", f32, {2, 6, 4, 8}, f32),
      make("odd images", f32, {2, 3, 5, 3}, f32),
      make("no inner axes", f32, {5, 7}, f32),
      make("one channel", f32, {3, 1, 9}, f32),
      make("rank 6", f32, {2, 3, 1, 2, 2, 3}, f32),
      make("f16", f16, {2, 6, 4, 4}, f16),
      make("f16 with f32 parameters, odd", f16, {2, 3, 7}, f32),
      make("bf16", bf16, {2, 4, 16}, f32),
      make("no samples", f32, {0, 4, 3}, f32),
      make("no channels", f32, {2, 0, 3}, f32),
      make("256 MB", f32, {16, 256, 128, 128}, f32),
  };
  list.back().benchmark = true;
  return list;
}

}  // namespace

const Op& op_batch_norm() {
  static const Op op{
      .name = "batch_norm",
      .formula = "y = (x - mean[c]) / sqrt(var[c] + eps) * gamma[c] + beta[c]; inputs x, mean, var, gamma, beta",
      .anchor = Anchor::rows,
      .min_inputs = 5,
      .max_inputs = 5,
      .attrs = {{"eps", 1e-5, "added to the variance"}},
      .infer = infer,
      .role = Role::norm,
      .reference = reference,
      .cpu = on_cpu,
      .gpu = on_gpu,
      .flops = [](const OpCall& call) { return 4.0 * static_cast<double>(call.out[0].shape.elements()); },
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
