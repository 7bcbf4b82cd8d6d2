// group_norm: x is [N, C, ...]; its C channels are cut into `groups`, each of which is normalized together with all
// that follows C, like a row of layer_norm. gamma and beta have one number per channel.
#include "base/try.h"
#include "ops/rows/norm.h"

namespace bitloom {
namespace {

Norm norm_of(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  const uint64_t groups = static_cast<uint64_t>(call.attrs.integer("groups")), channels = static_cast<uint64_t>(x[1]),
                 inner = static_cast<uint64_t>(x.product(2));
  return {.center = true,
          .eps = call.attrs.number("eps"),
          .rows = static_cast<uint64_t>(x[0]) * groups,
          .length = channels / groups * inner,
          .groups = groups,
          .group_channels = channels / groups,
          .channel_length = inner};
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  (void)TRY(check_float("group_norm", x));
  if (x.shape.rank() < 2) return error(Code::invalid_argument, "[group_norm] x is {}: it must be [N, C, ...]", x);
  const int64_t groups = call.attrs.integer("groups");
  if (groups < 1 || x.shape[1] % groups != 0)
    return error(Code::invalid_argument, "[group_norm] groups={} of x {}: it must divide the {} channels", groups, x,
                 x.shape[1]);
  (void)TRY(check_vector("group_norm", "gamma", call.in[1], x, {x.shape[1]}));
  (void)TRY(check_vector("group_norm", "beta", call.in[2], x, {x.shape[1]}));
  return std::vector<Desc>{x};
}

std::vector<Case> cases() {
  using enum DType;
  return {
      {"images", {{f32, {2, 6, 4, 8}}, {f32, {6}}, {f32, {6}}}, {{"groups", 3}}},
      {"odd images", {{f32, {2, 6, 5, 3}}, {f32, {6}}, {f32, {6}}}, {{"groups", 2}}},
      {"one group", {{f32, {3, 4, 12}}, {f32, {4}}, {f32, {4}}}},
      {"a group per channel", {{f32, {3, 5, 20}}, {f32, {5}}, {f32, {5}}}, {{"groups", 5}}},
      {"no inner axes", {{f32, {5, 32}}, {f32, {32}}, {f32, {32}}}, {{"groups", 4}}},
      {"rank 6", {{f32, {1, 4, 2, 1, 3, 2}}, {f32, {4}}, {f32, {4}}}, {{"groups", 2}}},
      {"long groups", {{f32, {1, 2, 96, 96}}, {f32, {2}}, {f32, {2}}}},
      {"f16", {{f16, {2, 8, 6, 6}}, {f16, {8}}, {f16, {8}}}, {{"groups", 4}}},
      {"f16 with f32 gamma, odd", {{f16, {2, 4, 7}}, {f32, {4}}, {f32, {4}}}, {{"groups", 2}}},
      {"bf16", {{bf16, {2, 4, 16}}, {bf16, {4}}, {bf16, {4}}}, {{"groups", 2}}},
      {"no samples", {{f32, {0, 4, 3}}, {f32, {4}}, {f32, {4}}}, {{"groups", 2}}},
      {.name = "256 MB, 32 groups",
       .in = {{f32, {16, 256, 128, 128}}, {f32, {256}}, {f32, {256}}},
       .attrs = {{"groups", 32}},
       .benchmark = true},
  };
}

}  // namespace

const Op& op_group_norm() {
  static const Op op{
      .name = "group_norm",
      .formula = "y = (x - mean) / sqrt(var + eps) * gamma[c] + beta[c], mean and var over groups of channels",
      .anchor = Anchor::rows,
      .min_inputs = 3,
      .max_inputs = 3,
      .attrs = {{"groups", 1, "into how many groups the channels are cut"}, {"eps", 1e-5, "added to the variance"}},
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
