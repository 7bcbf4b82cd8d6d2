// cast: the same values in another element type. Floats become integers toward zero, clamped to the type's range, NaN
// as 0; integers become narrower integers by their low bits, as in C.
#include <cmath>
#include <limits>

#include "base/try.h"
#include "cpu/threads.h"
#include "ops/cast/cast.h"

namespace bitloom {
namespace {

template <class To, class From>
To convert(From v) {
  if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    return static_cast<To>(v);
  } else if constexpr (std::is_integral_v<From>) {
    return To(static_cast<float>(v));
  } else if constexpr (std::is_integral_v<To>) {
    const double x = std::trunc(double{static_cast<float>(v)});
    if (std::isnan(x)) return 0;
    return static_cast<To>(
        std::clamp(x, double{std::numeric_limits<To>::min()}, double{std::numeric_limits<To>::max()}));
  } else {
    return To(static_cast<float>(v));
  }
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  if (!call.attrs.find("to")->is_word()) return error(Code::invalid_argument, "[cast] 'to' is the name of a type");
  const auto to = parse_dtype(call.attrs.word("to"));
  if (!to)
    return error(Code::invalid_argument,
                 "[cast] not supported: type '{}'; supported are f32, f16, bf16, i32, u32, i8, u8",
                 call.attrs.word("to"));
  return std::vector<Desc>{{*to, call.in[0].shape}};
}

std::optional<int64_t> view(const OpCall& call) {
  return call.in[0].dtype == call.out[0].dtype ? std::optional<int64_t>(0) : std::nullopt;
}

void convert_range(const CpuCall& call, size_t begin, size_t end) {
  with_type(call.in[0].dtype(), [&]<class From>(From) {
    with_type(call.out[0].dtype(), [&]<class To>(To) {
      const auto x = call.in[0].data<From>();
      const auto y = call.out[0].data<To>();
      for (size_t i = begin; i < end; ++i) y[i] = convert<To>(x[i]);
    });
  });
}

void reference(const CpuCall& call) { convert_range(call, 0, static_cast<size_t>(call.out[0].elements())); }
void on_cpu(const CpuCall& call) {
  parallel_for(static_cast<size_t>(call.out[0].elements()), 1 << 14,
               [&](size_t a, size_t b) { convert_range(call, a, b); });
}

Status on_gpu(Lowering& to, const OpCall&) { return cast_kernel(to, to.in(0), to.out()); }

std::vector<Case> cases() {
  std::vector<Case> list;
  for (DType from : all_dtypes)
    for (DType to : all_dtypes)
      if (from != to)
        list.push_back(
            {.name = format("{} to {}", from, to),
             .in = {{from, {3, 37}}},
             .attrs = {{"to", std::string(name(to))}},
             .fill = {
                 {.kind = Fill::uniform, .low = from == DType::u8 || from == DType::u32 ? 0.0 : -300.0, .high = 300}}});
  for (const char* to : {"i32", "u32", "i8", "u8", "f16", "bf16"})
    list.push_back({.name = format("special to {}", to),
                    .in = {{DType::f32, {61}}},
                    .attrs = {{"to", to}},
                    .fill = {{.kind = Fill::special}}});
  list.push_back({.name = "to itself", .in = {{DType::f16, {5}}}, .attrs = {{"to", "f16"}}});
  list.push_back({.name = "empty", .in = {{DType::f32, {0}}}, .attrs = {{"to", "f16"}}});
  list.push_back(
      {.name = "256 MiB to f16", .in = {{DType::f32, {1 << 26}}}, .attrs = {{"to", "f16"}}, .benchmark = true});
  return list;
}

}  // namespace

Status cast_kernel(Lowering& lowering, const Operand& from, const Operand& to) {
  const auto count = static_cast<uint64_t>(to.desc.shape.elements());
  if (count == 0) return {};
  const uint32_t threads = lowering.profile().elementwise_threads;
  Kernel k{.file = "cast/kernel.wgsl", .reads = {from}, .writes = {to}};
  k.params.set("x_type", name(from.desc.dtype))
      .set("y_type", name(to.desc.dtype))
      .set("width", from.quads ? 4 : 1)
      .set("threads", threads);
  k.uniforms.add(count);
  k.groups = TRY(lowering.linear_groups(ceil_div(count, uint64_t{4} * threads)));
  return lowering.dispatch(std::move(k));
}

const Op& op_cast() {
  static const Op op{.name = "cast",
                     .formula = "x in another element type",
                     .anchor = Anchor::elementwise,
                     .attrs = {{"to", std::nullopt, "f32, f16, bf16, i32, u32, i8 or u8", AttrKind::dtype}},
                     .infer = infer,
                     .view = view,
                     .reference = reference,
                     .cpu = on_cpu,
                     .gpu = on_gpu,
                     .cases = cases};
  return op;
}

}  // namespace bitloom
