// Which kernel a product with few-bit weights runs on, and with what numbers.
#include <bit>

#include "ops/matmul/matmul.h"
#include "ops/quantized_matmul/quantized_matmul.h"

namespace bitloom {
namespace {

constexpr int64_t few_rows = 8;

// Threads it takes to keep a device of this kind busy.
uint64_t enough_threads(Vendor vendor) {
  switch (vendor) {
    case Vendor::software: return 64;
    case Vendor::nvidia:
    case Vendor::amd: return 1 << 16;
    default: return 1 << 13;
  }
}

Status lower_few_rows(Lowering& to, const OpCall& call, const Packed& p, const Operand& y) {
  const int64_t m = rows_of(call);
  const FewRowsPlan plan = plan_few_rows(m, p, to.in(0).quads, to.in(1).quads, to.device(), to.profile());
  Kernel k{.file = "quantized_matmul/few_rows.wgsl"};
  k.params.set("x", name(call.in[0].dtype)).set("y", name(y.desc.dtype));
  k.params.set("x_width", plan.x_width).set("y_width", plan.y_width).set("wide", plan.wide);
  k.params.set("rows", plan.rows).set("span", plan.span).set("threads", plan.threads);
  if (plan.subgroups) k.params.set("subgroups", 1);
  if (plan.looped) k.params.set("looped", 1);
  k.reads = {to.in(0)};
  k.writes = {y};
  k.uniforms.add(m).add(p.rows()).add(p.columns());
  read_packed(to, p, 1, k);
  k.loads = {{.hook = "pre_a", .unit = plan.x_width}};
  k.store_unit = plan.y_width;
  k.groups = TRY(to.linear_groups(ceil_div(static_cast<uint64_t>(p.rows()), plan.threads / plan.span * 4)));
  return to.dispatch(std::move(k));
}

Status lower_many_rows(Lowering& to, const OpCall& call, const Packed& p, const Operand& y) {
  const Product product{.m = rows_of(call), .n = p.rows(), .k = p.columns(), .transpose_b = true};
  MatmulPlan plan = plan_matmul(product, {.a_quads = to.in(0).quads, .hooked = true}, to.device(), to.profile());
  plan.b_width = 4;  // codes of a quad are always there
  Kernel k{.file = "quantized_matmul/kernel.wgsl"};
  k.params.set("packed", 1).set("y_binding", p.scheme.symmetric ? 4 : 5);
  k.reads = {to.in(0)};
  k.writes = {y};
  read_packed(to, p, 1, k);
  k.loads = {{.hook = "pre_a", .unit = plan.a_width}};
  k.store_unit = plan.y_width;
  return dispatch_product(to, product, plan, std::move(k));
}

}  // namespace

FewRowsPlan plan_few_rows(int64_t m, const Packed& p, bool x_quads, bool code_quads, const DeviceInfo& device,
                          const wgsl::Profile& profile) {
  FewRowsPlan plan{.rows = std::bit_ceil(static_cast<uint32_t>(m))};
  plan.x_width = x_quads && p.columns() % 4 == 0 ? 4 : 1;
  plan.y_width = p.rows() % 4 == 0 ? 4 : 1;
  // On the CPU long code only takes longer to compile.
  plan.looped = profile.unroll == 1 || (device.adapter.vendor == Vendor::software && plan.rows > 2);
  for (int wide : {2, 4})
    if (!plan.looped && code_quads && p.scheme.bits % wide == 0 && p.layout.words % wide == 0) plan.wide = wide;
  if (plan.rows == 8) plan.threads = 64;  // a quad of sums for each row and thread has to fit
  // More threads for a column where columns are few, as long as each has a stretch.
  const uint64_t columns = ceil_div(static_cast<uint64_t>(p.rows()), 4);
  const uint64_t stretches = ceil_div(static_cast<uint64_t>(p.columns()), 32);
  plan.span = 8;
  while (plan.span < plan.threads && 2 * plan.span <= stretches &&
         (plan.span < 32 || columns * plan.span < enough_threads(device.adapter.vendor)))
    plan.span *= 2;
  plan.subgroups = can_enable_subgroups(device) && device.subgroup_min >= 4 && device.subgroup_max <= plan.span;
  return plan;
}

void append_text(std::string& out, const FewRowsPlan& plan) {
  out += format("few rows: {} rows, {} of {} threads for four columns{}; widths {} {}, {} words", plan.rows, plan.span,
                plan.threads,
                plan.looped      ? ", a loop"
                : plan.subgroups ? ", subgroups"
                                 : "",
                plan.x_width, plan.y_width, plan.wide);
}

Status quantized_matmul_gpu(Lowering& to, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  const Packed p = weights_of(call);
  // Narrow types are written by whole quads; rows that end inside one go through f32.
  const bool direct = p.rows() % 4 == 0 || call.out[0].dtype == DType::f32;
  const Operand y = direct ? to.out() : to.temp({DType::f32, call.out[0].shape});
  TRY(rows_of(call) <= few_rows ? lower_few_rows(to, call, p, y) : lower_many_rows(to, call, p, y));
  return direct ? Status{} : to.cast(y, to.out());
}

}  // namespace bitloom
