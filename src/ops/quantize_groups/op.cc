// quantize_groups: the last axis in groups of 32 elements of 4 or 8 bits each, as quantized_attention keeps keys and
// values: their codes, u32 [..., words], or with `fits` the scale and the minimum of each group, f16 [..., groups, 2].
// Rounding is plain: the least and the greatest element of a group are the first and the last code.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/try.h"
#include "cpu/threads.h"
#include "graph/lowering.h"
#include "ops/op.h"
#include "quant/scheme.h"

namespace bitloom {
namespace {

constexpr int64_t group = 32;

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  const int rank = x.shape.rank();
  if (!is_float(x.dtype) || rank == 0 || x.shape[rank - 1] % group != 0)
    return error(Code::invalid_argument, "[quantize_groups] x is {}: f32, f16 or bf16 in whole groups of {} is needed",
                 x, group);
  const int64_t bits = call.attrs.integer("bits");
  if (bits != 4 && bits != 8)
    return error(Code::invalid_argument, "[quantize_groups] {} bits are not supported; supported are 4 and 8", bits);
  std::vector<int64_t> sizes(x.shape.sizes().begin(), x.shape.sizes().end());
  if (!call.attrs.flag("fits")) {
    sizes.back() = sizes.back() / 32 * bits;
    return std::vector<Desc>{{DType::u32, TRY(checked_shape("quantize_groups", sizes))}};
  }
  sizes.back() /= group;
  sizes.push_back(2);
  if (static_cast<int>(sizes.size()) > max_rank)
    return error(Code::invalid_argument, "[quantize_groups] x is {}: with fits it may have {} axes", x, max_rank - 1);
  return std::vector<Desc>{{DType::f16, TRY(checked_shape("quantize_groups", sizes))}};
}

struct Fit {
  float scale, minimum;
};
// What a group's codes are counted in.
Fit fit_of(const float* x, float last) {
  const auto [low, high] = std::minmax_element(x, x + group);
  const auto minimum = static_cast<float>(Half(*low));
  return {static_cast<float>(Half((*high - minimum) / last)), minimum};
}

void cpu(const CpuCall& call) {
  const auto bits = static_cast<uint32_t>(call.call().attrs.integer("bits"));
  const bool fits = call.call().attrs.flag("fits");
  const float last = bits == 4 ? 15 : 255;
  const std::vector<float> x = call.in[0].to_floats();
  parallel_for(x.size() / group, 64, [&](size_t begin, size_t end) {
    for (size_t g = begin; g < end; ++g) {
      const float* from = x.data() + g * group;
      const Fit fit = fit_of(from, last);
      if (fits) {
        call.out[0].data<Half>()[2 * g] = Half(fit.scale), call.out[0].data<Half>()[2 * g + 1] = Half(fit.minimum);
        continue;
      }
      uint32_t* to = call.out[0].data<uint32_t>().data() + g * bits;
      std::fill_n(to, bits, 0u);
      const float inverse = fit.scale > 0 ? 1 / fit.scale : 0;
      for (uint32_t i = 0; i < group; ++i) {
        const float code = std::clamp(std::nearbyint((from[i] - fit.minimum) * inverse), 0.0f, last);
        to[i * bits / 32] |= static_cast<uint32_t>(code) << (i * bits % 32);
      }
    }
  });
}

void reference(const CpuCall& call) {
  const auto bits = static_cast<int>(call.call().attrs.integer("bits"));
  const std::vector<double> x = call.in[0].to_doubles();
  const double last = (1 << bits) - 1;
  std::vector<float> fits;
  std::vector<uint8_t> codes;
  for (size_t at = 0; at < x.size(); at += group) {
    const std::span<const double> here(x.data() + at, group);
    const double minimum = half_to_float(float_to_half(static_cast<float>(std::ranges::min(here))));
    const double scale = half_to_float(float_to_half(static_cast<float>((std::ranges::max(here) - minimum) / last)));
    fits.push_back(static_cast<float>(scale)), fits.push_back(static_cast<float>(minimum));
    for (double v : here)
      codes.push_back(scale > 0 ? static_cast<uint8_t>(std::clamp(std::nearbyint((v - minimum) / scale), 0.0, last))
                                : 0);
  }
  if (call.call().attrs.flag("fits")) {
    const Tensor out = Tensor::from_floats(DType::f16, call.out[0].shape(), fits);
    std::copy_n(out.raw(), out.bytes(), call.out[0].raw());
    return;
  }
  const auto words = call.out[0].data<uint32_t>();
  const quant::Scheme scheme{.bits = bits};
  for (size_t g = 0; g * group < codes.size(); ++g)
    quant::pack(scheme, std::span(codes).subspan(g * group, group),
                words.subspan(g * static_cast<size_t>(bits), static_cast<size_t>(bits)));
}

Status lower(Lowering& to, const OpCall& call) {
  const auto count = static_cast<uint64_t>(call.in[0].shape.elements() / group);
  if (count == 0) return {};
  const uint32_t threads = to.profile().elementwise_threads;
  const int width = to.in(0).quads ? 4 : 1;
  Kernel k{.file = "quantize_groups/kernel.wgsl"};
  k.params.set("x", name(call.in[0].dtype)).set("x_width", width).set("threads", threads);
  k.params.set("bits", static_cast<int>(call.attrs.integer("bits"))).set("fits", call.attrs.flag("fits"));
  k.reads = {to.in(0)};
  k.writes = {to.out()};
  k.uniforms.add(count);
  k.loads = {{.unit = width}};
  k.groups = TRY(to.linear_groups(ceil_div(count, threads)));
  return to.dispatch(std::move(k));
}

std::vector<Case> cases() {
  using enum DType;
  // With these few numbers none is near where rounding could go either way.
  const Fill whole{Fill::integers, 0, 4};
  return {
      {"4 bits", {{f32, {5, 96}}}, {{"bits", 4}}, {whole}},
      {"8 bits", {{f32, {2, 3, 64}}}, {{"bits", 8}}, {whole}},
      {"4 bits, fits", {{f16, {7, 64}}}, {{"bits", 4}, {"fits", 1}}, {whole}},
      {"8 bits, fits", {{f32, {3, 32}}}, {{"bits", 8}, {"fits", 1}}, {whole}},
      {"bf16", {{bf16, {4, 32}}}, {{"bits", 8}}, {whole}},
      {"all alike", {{f32, {64}}}, {{"bits", 4}}, {{Fill::integers, 3, 4}}},
      {"nothing", {{f32, {0, 32}}}, {{"bits", 4}}, {whole}},
      {.name = "4 bits, 64 MB",
       .in = {{f32, {4096, 4096}}},
       .attrs = {{"bits", 4}},
       .fill = {whole},
       .benchmark = true},
  };
}

}  // namespace

const Op& op_quantize_groups() {
  static const Op op{
      .name = "quantize_groups",
      .formula = "groups of 32 elements in few bits: their codes, or scale and minimum of each",
      .anchor = Anchor::move,
      .attrs = {{"bits", {}, "of a code: 4 or 8", AttrKind::integer},
                {"fits", false, "1: the scale and the minimum of each group, in f16; 0: the codes", AttrKind::flag}},
      .infer = infer,
      .reference = reference,
      .cpu = cpu,
      .gpu = lower,
      .tolerance = 0,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
