// Pad: x with `before` and `after` elements of one value around it on each axis. Without any it is a view.
#include <cmath>
#include <limits>

#include "base/try.h"
#include "ops/moves/moves.h"

namespace bitloom {
namespace {

// The value's bits in the dtype. A float is rounded to it; an integer must be one it holds.
Result<uint32_t> value_bits(DType dtype, double value) {
  return with_type(dtype, [&]<class T>(T) -> Result<uint32_t> {
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      if (!(value >= Limits::min() && value <= Limits::max() && value == std::floor(value)))
        return error(Code::invalid_argument, "[pad] value {} is not a valid {}: it must be an integer from {} to {}",
                     value, dtype, Limits::min(), Limits::max());
      return static_cast<uint32_t>(static_cast<std::make_unsigned_t<T>>(static_cast<T>(value)));
    } else if constexpr (std::is_same_v<T, float>) {
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    } else {
      return uint32_t{T(static_cast<float>(value)).bits};
    }
  });
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  const auto &before = call.attrs.list("before"), &after = call.attrs.list("after");
  const auto rank = static_cast<size_t>(x.shape.rank());
  const auto unusable = [](int64_t n) { return n < 0 || n > int64_t{1} << 40; };
  if (before.size() != rank || after.size() != rank || std::any_of(before.begin(), before.end(), unusable) ||
      std::any_of(after.begin(), after.end(), unusable))
    return error(Code::invalid_argument,
                 "[pad] before {} and after {} do not fit {}: each needs {} sizes of 0 or more, at most 2^40", before,
                 after, x, rank);
  TRY(value_bits(x.dtype, call.attrs.number("value")));
  Shape y = x.shape;
  for (size_t d = 0; d < rank; ++d) y[static_cast<int>(d)] += before[d] + after[d];
  return std::vector{Desc{x.dtype, TRY(checked_shape("pad", y.sizes()))}};
}

moves::Walk walk(const OpCall& call) {
  const Shape &x = call.in[0].shape, &y = call.out[0].shape;
  const auto& before = call.attrs.list("before");
  moves::Walk out;
  for (int d = 0; d < x.rank(); ++d) {
    const int64_t low = before[static_cast<size_t>(d)], stride = x.strides()[static_cast<size_t>(d)];
    out.axes.push_back({y[d], stride, low, low + x[d]});
    out.base -= low * stride;
  }
  return moves::collapse(out);
}

std::optional<int64_t> view(const OpCall& call) { return moves::contiguous_at(walk(call)); }

void reference(const CpuCall& call) {
  const Shape& x = call.in[0].shape();
  const auto& before = call.attrs.list("before");
  const uint32_t bits = *value_bits(call.in[0].dtype(), call.attrs.number("value"));
  const size_t size = byte_size(call.in[0].dtype());
  moves::each_element(call.out[0].shape(), [&](int64_t i, const std::array<int64_t, max_rank>& c) {
    int64_t at = 0;
    bool inside = true;
    for (int d = 0; d < x.rank(); ++d) {
      const int64_t k = c[static_cast<size_t>(d)] - before[static_cast<size_t>(d)];
      inside &= k >= 0 && k < x[d];
      at += k * x.strides()[static_cast<size_t>(d)];
    }
    if (inside) moves::copy_element(call.in[0], at, call.out[0], i);
    else std::memcpy(call.out[0].raw() + static_cast<size_t>(i) * size, &bits, size);  // little-endian, like WebGPU
  });
}

void cpu(const CpuCall& call) {
  moves::copy_cpu(walk(call.call()), call.in[0], call.out[0],
                  *value_bits(call.in[0].dtype(), call.attrs.number("value")));
}

Status lower(Lowering& to, const OpCall& call) {
  return moves::copy_gpu(to, walk(call), to.in(0), to.out(),
                         TRY(value_bits(call.in[0].dtype, call.attrs.number("value"))));
}

std::vector<Case> cases() {
  const auto f32 = [](Shape s) { return Desc{DType::f32, s}; };
  std::vector<Case> list{
      {"around an image", {f32({2, 3, 7, 9})}, {{"before", {0, 0, 1, 1}}, {"after", {0, 0, 1, 1}}}},
      {"one side", {f32({5, 13})}, {{"before", {0, 0}}, {"after", {3, 2}}, {"value", -1.5}}},
      {"in quads", {f32({5, 16})}, {{"before", {1, 4}}, {"after", {0, 8}}, {"value", 7}}},
      {"rows", {f32({5, 13})}, {{"before", {2, 0}}, {"after", {1, 0}}, {"value", 0.1}}},
      {"special values", {f32({3, 30})}, {{"before", {1, 1}}, {"after", {0, 0}}}, {{Fill::special}}},
      {"with infinity", {f32({3, 5})}, {{"before", {1, 1}}, {"after", {1, 1}}, {"value", -HUGE_VAL}}},
      {"nothing: a view", {f32({5, 13})}, {{"before", {0, 0}}, {"after", {0, 0}}}},
      {"empty grows", {f32({2, 0})}, {{"before", {0, 2}}, {"after", {0, 1}}, {"value", 3}}},
      {"rank 1", {f32({10})}, {{"before", {3}}, {"after", {6}}}},
      {"rank 6", {f32({2, 1, 2, 3, 2, 3})}, {{"before", {1, 1, 0, 1, 0, 2}}, {"after", {0, 1, 1, 0, 1, 1}}}},
      {"large", {f32({8191, 8191})}, {{"before", {0, 0}}, {"after", {1, 1}}}, {}, true},
  };
  for (DType t : {DType::f16, DType::bf16, DType::i32, DType::u32, DType::i8, DType::u8}) {
    const Attrs odd{{"before", {1, 2}}, {"after", {0, 3}}, {"value", t == DType::i8 ? -7 : 7}};
    list.push_back({format("{}", t), {{t, {4, 7}}}, odd});
    list.push_back({format("{} quads", t), {{t, {4, 8}}}, {{"before", {1, 4}}, {"after", {1, 4}}, {"value", 1}}});
  }
  return list;
}

}  // namespace

const Op& op_pad() {
  static const Op op{
      .name = "pad",
      .formula = "y = x with a constant around it",
      .anchor = Anchor::move,
      .attrs = {{"before", std::nullopt, "elements put before each axis", AttrKind::list},
                {"after", std::nullopt, "elements put after each axis", AttrKind::list},
                {"value", 0, "what is put there, rounded to a float type; for integer types it must be one they hold",
                 AttrKind::number}},
      .infer = infer,
      .view = view,
      .reference = reference,
      .cpu = cpu,
      .gpu = lower,
      .tolerance = 0,
      .flops = moves::no_flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
