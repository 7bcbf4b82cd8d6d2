// rms_norm: y = x / sqrt(mean(x^2) + eps) * gamma along the last axis.
#include "base/try.h"
#include "ops/rows/norm.h"

namespace bitloom {
namespace {

Norm norm_of(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  return {.center = false,
          .eps = call.attrs.number("eps"),
          .rows = static_cast<uint64_t>(x.product(0, x.rank() - 1)),
          .length = static_cast<uint64_t>(x[x.rank() - 1])};
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  (void)TRY(check_float("rms_norm", x));
  if (x.shape.rank() == 0)
    return error(Code::invalid_argument, "[rms_norm] x is {}: it needs an axis to normalize over", x);
  (void)TRY(check_vector("rms_norm", "gamma", call.in[1], x, {x.shape[x.shape.rank() - 1]}));
  return std::vector<Desc>{x};
}

std::vector<Case> cases() {
  using enum DType;
  return {
      {"rows", {{f32, {5, 64}}, {f32, {64}}}},
      {"odd row", {{f32, {2, 3, 37}}, {f32, {37}}}},
      {"one element", {{f32, {3, 1}}, {f32, {1}}}},
      {"rank 1", {{f32, {200}}, {f32, {200}}}},
      {"rank 6", {{f32, {2, 1, 3, 2, 1, 36}}, {f32, {36}}}},
      {"small values", {{f32, {4, 256}}, {f32, {256}}}, {}, {{Fill::uniform, -1e-3, 1e-3}, {}}},
      {"row of one workgroup", {{f32, {2, 4096}}, {f32, {4096}}}},
      {"row over the registers", {{f32, {1, 17001}}, {f32, {17001}}}},
      {"f16", {{f16, {3, 96}}, {f16, {96}}}},
      {"f16 with f32 gamma, odd", {{f16, {3, 33}}, {f32, {33}}}},
      {"bf16 with f32 gamma", {{bf16, {3, 768}}, {f32, {768}}}},
      {"no rows", {{f32, {0, 5}}, {f32, {5}}}},
      {.name = "256 MB, 4096 a row", .in = {{f32, {16384, 4096}}, {f32, {4096}}}, .benchmark = true},
  };
}

}  // namespace

const Op& op_rms_norm() {
  static const Op op{
      .name = "rms_norm",
      .formula = "y = x / sqrt(mean(x^2) + eps) * gamma over the last axis",
      .anchor = Anchor::rows,
      .min_inputs = 2,
      .max_inputs = 2,
      .attrs = {{"eps", 1e-6, "added to the mean square"}},
      .infer = infer,
      .role = Role::norm,
      .reference = [](const CpuCall& c) { norm_reference(c, norm_of(c.call())); },
      .cpu = [](const CpuCall& c) { norm_cpu(c, norm_of(c.call())); },
      .gpu = [](Lowering& to, const OpCall& call) { return norm_gpu(to, call, norm_of(call)); },
      .flops = norm_flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
