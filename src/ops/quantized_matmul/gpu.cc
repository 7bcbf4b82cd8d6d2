// Which kernel a product with few-bit weights runs on, and with what numbers.
#include <bit>
#include <optional>

#include "base/try.h"
#include "ops/matmul/matmul.h"
#include "ops/quantized_matmul/quantized_matmul.h"

namespace bitloom {
namespace {

Status lower_few_rows(Lowering& to, const Product& product, const Operand& x, const Packed& p, const Operand& y,
                      int x_bits, bool gated) {
  FewRowsPlan plan = plan_few_rows(product.m, p, x.quads, to.in(1).quads, x_bits, to.device(), to.profile());
  if (gated) plan.y_width = 1;
  Kernel k{.file = "quantized_matmul/few_rows.wgsl"};
  k.params.set("x", name(x.desc.dtype)).set("y", name(y.desc.dtype));
  k.params.set("x_width", plan.x_width).set("y_width", plan.y_width).set("wide", plan.wide);
  k.params.set("rows", plan.rows).set("span", plan.span).set("threads", plan.threads);
  if (x_bits < 32) k.params.set("x_bits", x_bits);
  if (plan.staged) k.params.set("staged", 1);
  if (plan.wave) k.params.set("wave", plan.wave);
  if (plan.looped) k.params.set("looped", 1);
  if (gated) k.params.set("gated", 1);
  k.reads = {x};
  k.writes = {y};
  k.uniforms.add(product.m).add(p.rows()).add(p.columns());
  read_packed(to, p, 1, k);
  k.loads = {{.hook = "pre_a", .unit = plan.x_width}};
  k.store_unit = plan.y_width;
  k.groups = TRY(to.linear_groups(ceil_div(static_cast<uint64_t>(p.rows()), plan.threads / plan.span * 4)));
  return to.dispatch(std::move(k));
}

// The rows of x in whole numbers: what they are rounded to, or their bytes with units and sums.
Status lower_whole_rows(Lowering& to, const Product& product, const Packed& p, int x_bits, bool values,
                        const Operand& y, std::optional<Operand> fits) {
  const Operand x = to.in(0);
  const uint64_t stretches = ceil_div(static_cast<uint64_t>(product.k), 32),
                 count = stretches * static_cast<uint64_t>(product.m);
  const uint32_t threads = to.profile().rounding_threads;
  Kernel k{.file = "quantized_matmul/whole_rows.wgsl"};
  const int width = x.quads && product.k % 4 == 0 ? 4 : 1;
  k.params.set("x", name(x.desc.dtype)).set("x_width", width).set("x_bits", x_bits).set("threads", threads);
  k.params.set("bits", values ? 8 : p.scheme.bits);
  if (values) k.params.set("values", 1);
  k.reads = {x};
  k.writes = {y};
  if (fits) k.writes.push_back(*fits);
  k.uniforms.add(product.k).add(stretches).add(count);
  k.loads = {{.hook = "pre_a", .unit = width}};
  k.groups = TRY(to.linear_groups(ceil_div(count, threads)));
  return to.dispatch(std::move(k));
}

Status lower_whole_tiles(Lowering& to, const Product& product, const Packed& p, const Operand& y, bool gated) {
  const int64_t stretches = (product.k + 31) / 32;
  const Operand x = to.temp({DType::u32, {product.m, stretches * 8}});
  const Operand fits = to.temp({DType::f32, {product.m, stretches * 2}});
  TRY(lower_whole_rows(to, product, p, 8, false, x, fits));
  WholeTilesPlan plan = plan_whole_tiles(product.m, p, to.in(1).quads, to.device(), to.profile());
  if (gated) plan.y_width = 1;
  Kernel k{.file = "quantized_matmul/whole_tiles.wgsl"};
  k.params.set("y", name(y.desc.dtype)).set("y_width", plan.y_width).set("wide", plan.wide);
  k.params.set("ragged", stretches % plan.deep != 0)
      .set("tile_m", plan.tile_m)
      .set("tile_n", plan.tile_n)
      .set("deep", plan.deep);
  if (plan.unrolled) k.params.set("unrolled", 1);
  if (gated) k.params.set("gated", 1);
  k.reads = {x, fits};
  k.writes = {y};
  k.uniforms.add(product.m).add(product.n).add(stretches);
  read_packed(to, p, 1, k);
  k.store_unit = plan.y_width;
  k.tile = {plan.tile_m, plan.tile_n}, k.threads = plan.threads();
  const uint64_t tiles_m = ceil_div(static_cast<uint64_t>(product.m), plan.tile_m);
  k.groups = TRY(to.linear_groups(tiles_m * ceil_div(static_cast<uint64_t>(product.n), plan.tile_n)));
  return to.dispatch(std::move(k));
}

Status lower_many_rows(Lowering& to, const Product& product, const Operand& x, const Packed& p, const Operand& y,
                       bool gated) {
  MatmulPlan plan = plan_matmul(product, {.a_quads = x.quads, .hooked = true}, to.device(), to.profile());
  plan.b_width = 4;  // codes of a quad are always there
  if (gated) plan.y_width = 1;
  Kernel k{.file = "quantized_matmul/kernel.wgsl"};
  k.params.set("packed", 1).set("y_binding", p.scheme.symmetric ? 4 : 5);
  if (gated) k.params.set("pairs", 1);
  k.reads = {x};
  k.writes = {y};
  read_packed(to, p, 1, k);
  k.loads = {{.hook = "pre_a", .unit = plan.a_width}};
  k.store_unit = plan.y_width;
  return dispatch_product(to, product, plan, std::move(k));
}

}  // namespace

// Words of codes that can be read at a time.
static int code_width(const Packed& p, bool code_quads) {
  int wide = 1;
  for (int more : {2, 4})
    if (code_quads && p.scheme.bits % more == 0 && p.layout.words % more == 0) wide = more;
  return wide;
}

FewRowsPlan plan_few_rows(int64_t m, const Packed& p, bool x_quads, bool code_quads, int x_bits,
                          const DeviceInfo& device, const wgsl::Profile& profile) {
  FewRowsPlan plan{.rows = std::bit_ceil(static_cast<uint32_t>(m))};
  plan.x_width = x_quads && p.columns() % 4 == 0 ? 4 : 1;
  plan.y_width = p.rows() % 4 == 0 ? 4 : 1;
  const bool whole = x_bits < 32;
  plan.looped = !whole && (profile.unroll == 1 || (profile.short_code && plan.rows > 2));
  if (!plan.looped) plan.wide = code_width(p, code_quads);
  plan.threads = plan.rows == 8 ? profile.packed_threads_8 : profile.packed_threads;
  // More threads for a column where columns are few, as long as each has a stretch.
  const uint64_t columns = ceil_div(static_cast<uint64_t>(p.rows()), 4);
  const uint64_t stretches = ceil_div(static_cast<uint64_t>(p.columns()), 32);
  // What x takes of workgroup memory, of which the sums need some as well.
  const auto fits = [&](uint32_t span) {
    return plan.rows * (span * 9 + plan.threads) * 16 <= device.limits.max_workgroup_storage_size;
  };
  while (plan.threads > 8 && !fits(whole ? 8 : 0)) plan.threads /= 2;
  plan.span = std::min(8u, plan.threads);
  while (plan.span < plan.threads && 2 * plan.span <= stretches && (!whole || fits(2 * plan.span)) &&
         (plan.span < 32 || columns * plan.span < profile.busy_threads))
    plan.span *= 2;
  plan.staged = whole || (plan.rows <= 2 && fits(plan.span));
  const uint32_t wave = device.subgroup_max;
  if (device.features.subgroups && wave == device.subgroup_min && wave >= 4 && wave <= 64 && wave <= plan.span)
    plan.wave = wave;
  return plan;
}

void append_text(std::string& out, const FewRowsPlan& plan) {
  out += format("few rows: {} rows, {} of {} threads for four columns{}{}{}; widths {} {}, {} words", plan.rows,
                plan.span, plan.threads, plan.staged ? ", staged" : "", plan.looped ? ", a loop" : "",
                plan.wave ? format(", subgroups of {}", plan.wave) : "", plan.x_width, plan.y_width, plan.wide);
}

WholeTilesPlan plan_whole_tiles(int64_t m, const Packed& p, bool code_quads, const DeviceInfo& device,
                                const wgsl::Profile& profile) {
  WholeTilesPlan plan{.tile_m = m <= 32 ? 32u : 64u, .wide = code_width(p, code_quads)};
  const auto half = static_cast<uint32_t>(std::countr_zero(profile.own_threads)) / 2;
  const bool asked = profile.own_tile || profile.own_threads;
  if (profile.own_tile) plan.tile_m = plan.tile_n = 4 * profile.tile;
  else if (asked) plan.tile_m = 4u << half, plan.tile_n = 4 * (profile.own_threads >> half);
  plan.y_width = p.rows() % 4 == 0 ? 4 : 1;
  const auto bytes = [&] { return (plan.tile_m + plan.tile_n) * (16 * (plan.deep * 2 + 1) + 8 * plan.deep); };
  while (plan.deep > 1 && bytes() > device.limits.max_workgroup_storage_size) plan.deep /= 2;
  while (bytes() > device.limits.max_workgroup_storage_size)
    (plan.tile_m >= plan.tile_n ? plan.tile_m : plan.tile_n) /= 2;
  plan.unrolled = !profile.short_code;
  return plan;
}

Status quantized_matmul_gpu(Lowering& to, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  const Packed p = weights_of(call);
  const Product product{.m = rows_of(call), .n = p.rows(), .k = p.columns(), .transpose_b = true};
  // Narrow types are written by whole quads; rows that end inside one go through f32.
  const bool gated = call.attrs.flag("gated");
  const bool direct = (p.rows() % 4 == 0 && !gated) || call.out[0].dtype == DType::f32;
  const Operand y = direct ? to.out() : to.temp({DType::f32, call.out[0].shape});
  const bool few = product.m <= to.profile().few_rows;
  auto x_bits = static_cast<int>(call.attrs.integer("x_bits"));
  Operand x = to.in(0);
  // A thread has 4x4 results there: a tile and threads that were both asked for may not go together.
  const wgsl::Profile& profile = to.profile();
  const bool apart = profile.own_tile && profile.own_threads && profile.own_threads != profile.tile * profile.tile;
  if (x_bits < 32 && (p.scheme.aligned || !to.device().features.packed_dots || (!few && (x_bits == 16 || apart)))) {
    // No packed dot products here, or none that pay: x is rounded all the same, and the product is the usual one.
    x = to.temp({DType::f32, call.in[0].shape});
    TRY(lower_whole_rows(to, product, p, x_bits, true, x, {}));
    x_bits = 32;
  }
  TRY(few           ? lower_few_rows(to, product, x, p, y, x_bits, gated)
      : x_bits < 32 ? lower_whole_tiles(to, product, p, y, gated)
                    : lower_many_rows(to, product, x, p, y, gated));
  return direct ? Status{} : to.cast(y, to.out());
}

}  // namespace bitloom
