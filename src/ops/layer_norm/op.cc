// layer_norm: y = (x - mean) / sqrt(variance + eps) * gamma + beta, mean and variance over the last `axes` axes. The
// variance is taken from x - mean, so it is never negative and a constant row gives beta.
#include "base/try.h"
#include "ops/rows/norm.h"

namespace bitloom {
namespace {

int trailing_axes(const OpCall& call) { return static_cast<int>(call.attrs.integer("axes")); }

Norm norm_of(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  const int first = x.rank() - trailing_axes(call);
  return {.center = true,
          .eps = call.attrs.number("eps"),
          .rows = static_cast<uint64_t>(x.product(0, first)),
          .length = static_cast<uint64_t>(x.product(first))};
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  (void)TRY(check_float("layer_norm", x));
  const int64_t axes = call.attrs.integer("axes");
  if (axes < 1 || axes > x.shape.rank())
    return error(Code::invalid_argument, "[layer_norm] axes={} of x {}: it takes 1 to {} trailing axes", axes, x,
                 x.shape.rank());
  const Shape row(x.shape.sizes().last(static_cast<size_t>(axes)));
  if (call.in.size() > 1) (void)TRY(check_vector("layer_norm", "gamma", call.in[1], x, row));
  if (call.in.size() > 2) (void)TRY(check_vector("layer_norm", "beta", call.in[2], x, row));
  return std::vector<Desc>{x};
}

std::vector<Case> cases() {
  using enum DType;
  const Fill offset{Fill::uniform, 29, 31};
  return {
      {"rows", {{f32, {5, 64}}, {f32, {64}}, {f32, {64}}}},
      {"odd row", {{f32, {2, 3, 37}}, {f32, {37}}, {f32, {37}}}},
      {"no beta", {{f32, {9, 128}}, {f32, {128}}}},
      {"x only", {{f32, {9, 20}}}},
      {"one element", {{f32, {3, 1}}, {f32, {1}}, {f32, {1}}}},
      {"two axes", {{f32, {3, 5, 12}}, {f32, {5, 12}}, {f32, {5, 12}}}, {{"axes", 2}}},
      {"rank 6", {{f32, {2, 1, 3, 2, 1, 36}}, {f32, {36}}, {f32, {36}}}},
      {"large mean", {{f32, {4, 256}}, {f32, {256}}, {f32, {256}}}, {}, {offset, {}, {}}},
      {"row of one workgroup", {{f32, {2, 4096}}, {f32, {4096}}, {f32, {4096}}}},
      {"row over the registers", {{f32, {1, 17001}}, {f32, {17001}}, {f32, {17001}}}},
      {"long row by quads", {{f32, {1, 20480}}, {f32, {20480}}, {f32, {20480}}}},
      {"f16", {{f16, {3, 96}}, {f16, {96}}, {f16, {96}}}},
      {"f16 with f32 gamma, odd", {{f16, {3, 33}}, {f32, {33}}, {f32, {33}}}},
      {"bf16 with f32 gamma", {{bf16, {3, 768}}, {f32, {768}}, {f32, {768}}}},
      {"no rows", {{f32, {0, 5}}, {f32, {5}}, {f32, {5}}}},
      {"empty rows", {{f32, {5, 0}}, {f32, {0}}, {f32, {0}}}},
      {.name = "256 MB, 1024 a row", .in = {{f32, {65536, 1024}}, {f32, {1024}}, {f32, {1024}}}, .benchmark = true},
      {.name = "256 MB, 8192 a row", .in = {{f32, {8192, 8192}}, {f32, {8192}}, {f32, {8192}}}, .benchmark = true},
  };
}

}  // namespace

const Op& op_layer_norm() {
  static const Op op{
      .name = "layer_norm",
      .formula = "y = (x - mean) / sqrt(var + eps) * gamma + beta over the last axes; gamma and beta optional",
      .anchor = Anchor::rows,
      .min_inputs = 1,
      .max_inputs = 3,
      .attrs = {{"axes", 1, "how many trailing axes are normalized together"}, {"eps", 1e-5, "added to the variance"}},
      .infer = infer,
      .role = Role::norm,
      .reference = [](const CpuCall& c) { norm_reference(c, norm_of(c.call())); },
      .cpu = [](const CpuCall& c) { norm_cpu(c, norm_of(c.call())); },
      .gpu = [](Lowering& to, const OpCall& call) { return norm_gpu(to, call, norm_of(call)); },
      .tolerance = 2e-5,
      .flops = norm_flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
