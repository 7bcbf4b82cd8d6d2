#include "ops/rows/rows.h"

#include <cstring>

#include "base/try.h"
#include "cpu/threads.h"

namespace bitloom {
namespace {

uint32_t power_of_two(uint64_t at_least) {
  return static_cast<uint32_t>(std::bit_ceil(std::max<uint64_t>(1, at_least)));
}

}  // namespace

Rows rows_of(const Shape& shape, int axis) {
  return {static_cast<uint64_t>(shape.product(0, axis)), static_cast<uint64_t>(shape[axis]),
          static_cast<uint64_t>(shape.product(axis + 1))};
}

void append_text(std::string& out, const RowPlan& p) {
  out += format("{} x{}, {} threads, {} a row, {}, {}", p.columns ? "columns" : "rows", p.width, p.threads, p.span,
                p.per_thread ? format("{} in registers", p.per_thread) : std::string("looping"),
                p.subgroups ? "subgroups" : "memory");
}

void append_text(std::string& out, const ReducePlan& p) {
  out += format("{}, {} parts of {}, unroll {}", p.rows, p.parts, p.chunk, p.unroll);
}

bool can_use_subgroups(const RowPlan& plan, const DeviceInfo& device) {
  return device.features.subgroups && device.subgroup_min >= 4 && device.subgroup_max <= plan.span &&
         plan.span == plan.threads;
}

RowPlan plan_rows(const Rows& rows, bool quads, const DeviceInfo& device, const wgsl::Profile& profile) {
  RowPlan plan;
  plan.columns = rows.inner > 1;
  plan.width = quads && (plan.columns ? rows.inner : rows.length) % 4 == 0 ? 4 : 1;
  plan.threads = std::min(profile.threads, profile.row_threads);
  if (plan.columns) {
    // Eight neighbouring units fill a cache line of 128 bytes, so up to an eighth of the threads can share a column.
    const auto most_span = [&] { return std::max(1u, plan.threads / 8); };
    const uint32_t least = plan.threads;
    while (rows.length > most_span() * profile.row_registers && plan.threads < profile.long_row_threads)
      plan.threads *= 2;
    if (rows.length > most_span() * profile.row_registers) plan.threads = least;  // too long for any
    plan.span = std::min(power_of_two(ceil_div(rows.length, 8)), most_span());
    const uint64_t here = ceil_div(rows.length, plan.span);
    plan.per_thread = here <= profile.row_registers ? static_cast<uint32_t>(here) : 0;
    return plan;
  }
  // Measured: what counts is few barriers per byte, so each thread takes eight quads (or sixteen elements) of a row and
  // short rows share a workgroup; a tree in workgroup memory is then as fast as subgroups. Rows too long for that take
  // twice the registers, then loop.
  const uint64_t units = ceil_div(rows.length, plan.width), each = plan.width == 4 ? 8 : 16;
  plan.span = std::clamp(power_of_two(ceil_div(units, each)), std::min(8u, plan.threads), profile.long_row_threads);
  plan.threads = std::max(plan.span, plan.threads);
  const uint64_t here = ceil_div(units, plan.span);
  if (here <= profile.row_registers) plan.per_thread = static_cast<uint32_t>(here);
  else plan.subgroups = can_use_subgroups(plan, device);
  return plan;
}

ReducePlan plan_reduce(const Rows& rows, bool quads, const DeviceInfo& device, const wgsl::Profile& profile) {
  constexpr uint64_t least_units = 16;  // worth a thread
  const uint64_t enough_groups = profile.busy_parts;
  ReducePlan plan;
  RowPlan& r = plan.rows;
  r.columns = rows.inner > 1;
  r.width = quads && (r.columns ? rows.inner : rows.length) % 4 == 0 ? 4 : 1;
  r.threads = std::min(profile.threads, profile.row_threads);
  const uint64_t units = r.columns ? rows.length : ceil_div(rows.length, r.width);
  const uint64_t count = r.columns ? rows.count() / r.width : rows.count();
  const uint32_t few = std::min(8u, r.threads);
  // Only a few spans, so that there are only a few kernels. Columns leave threads for neighbours, which read
  // neighbours.
  r.span = units <= 16 ? 1 : r.columns || units <= 32 * few ? few : r.threads;
  r.subgroups = can_use_subgroups(r, device);
  plan.unroll = units >= 32 * r.span ? std::clamp(profile.unroll, 1u, 4u) : 1;

  const uint64_t groups = ceil_div(count, r.share());
  const uint64_t most_parts = units / (r.span * least_units);
  if (groups < enough_groups && most_parts > 1)
    plan.parts = std::min(ceil_div(enough_groups * r.share(), std::max<uint64_t>(1, count)), most_parts);
  plan.chunk = ceil_div(units, plan.parts);
  plan.parts = plan.chunk ? ceil_div(units, plan.chunk) : 1;  // none of them empty
  return plan;
}

Kernel row_kernel(std::string file, const RowPlan& plan, const Operand& x) {
  Kernel k{.file = std::move(file)};
  k.params.set("dtype", name(x.desc.dtype))
      .set("threads", plan.threads)
      .set("span", plan.span)
      .set("width", plan.width);
  if (plan.columns) k.params.set("columns", 1);
  if (plan.per_thread) k.params.set("per_thread", plan.per_thread);
  if (plan.subgroups) k.params.set("subgroups", 1);
  k.reads = {x};
  k.loads = {{.unit = static_cast<int>(plan.width), .once = plan.per_thread > 0}};
  k.store_unit = static_cast<int>(plan.width);
  return k;
}

Status dispatch_rows(Lowering& to, Kernel kernel, const Operand& out, bool by_quads) {
  const bool detour = byte_size(out.desc.dtype) < 4 && !by_quads;
  const Operand y = detour ? to.temp({DType::f32, out.desc.shape}) : out;
  kernel.params.set("out", name(y.desc.dtype));
  kernel.writes = {y};
  (void)TRY(to.dispatch(std::move(kernel)));
  return detour ? to.cast(y, out) : Status();
}

void each_row(const Tensor& x, const Tensor& y, uint64_t length,
              FunctionRef<void(const float* x, float* y, uint64_t row)> f) {
  if (y.elements() == 0) return;
  const size_t rows = static_cast<size_t>(y.elements()) / length;
  with_type(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* in = x.data<T>().data();
    T* out = y.data<T>().data();
    parallel_for(rows, row_grain(length), [&](size_t begin, size_t end) {
      if constexpr (std::is_same_v<T, float>) {
        for (size_t r = begin; r < end; ++r) f(in + r * length, out + r * length, r);
      } else {
        std::vector<float> row(length);
        for (size_t r = begin; r < end; ++r) {
          for (size_t i = 0; i < length; ++i) row[i] = static_cast<float>(in[r * length + i]);
          f(row.data(), row.data(), r);
          for (size_t i = 0; i < length; ++i) out[r * length + i] = T(row[i]);
        }
      }
    });
  });
}

const float* as_floats(const Tensor& t, std::vector<float>& buffer) {
  if (t.dtype() == DType::f32) return t.data<float>().data();
  buffer = t.to_floats();
  return buffer.data();
}

void from_floats(const float* values, const Tensor& t) {
  with_type(t.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const std::span<T> out = t.data<T>();
    for (size_t i = 0; i < out.size(); ++i) out[i] = T(values[i]);
  });
}

double get_double(const Tensor& t, int64_t i) {
  return with_type(t.dtype(), [&](auto zero) -> double {
    using T = decltype(zero);
    const T v = t.data<T>()[static_cast<size_t>(i)];
    if constexpr (std::is_arithmetic_v<T>) return static_cast<double>(v);
    else return static_cast<double>(static_cast<float>(v));
  });
}

void set_double(const Tensor& t, int64_t i, double value) {
  with_type(t.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T& out = t.data<T>()[static_cast<size_t>(i)];
    if constexpr (std::is_integral_v<T>) out = static_cast<T>(static_cast<int64_t>(value));
    else out = T(static_cast<float>(value));
  });
}

Status check_float(std::string_view op, const Desc& x) {
  if (is_float(x.dtype)) return {};
  return error(Code::invalid_argument, "[{}] x is {}; it takes f32, f16 and bf16", op, x);
}

Status check_vector(std::string_view op, std::string_view what, const Desc& v, const Desc& x, const Shape& wanted) {
  if (v.shape != wanted)
    return error(Code::invalid_argument, "[{}] {} is {} and x is {}: {} must have the shape {}", op, what, v, x, what,
                 wanted);
  if (v.dtype != DType::f32 && v.dtype != x.dtype)
    return error(Code::invalid_argument, "[{}] {} is {} and x is {}: {} must be f32 or of x's type", op, what, v, x,
                 what);
  return {};
}

}  // namespace bitloom
