// Which kernel a product runs on, and with what numbers.
#include <bit>

#include "ops/matmul/matmul.h"

namespace bitloom {
namespace {

constexpr int64_t skinny_rows = 8;
constexpr uint32_t quad_bytes = 16;

// Workgroups it takes to keep a device of this kind busy; below that, smaller tiles are the better use of it.
uint64_t enough_groups(Vendor vendor) {
  switch (vendor) {
    case Vendor::software: return 4;
    case Vendor::nvidia:
    case Vendor::amd: return 120;
    default: return 32;
  }
}

// Eight by eight results a thread need a large register file.
bool has_many_registers(Vendor vendor) {
  return vendor == Vendor::nvidia || vendor == Vendor::amd || vendor == Vendor::software;
}

constexpr MatmulPlan tiles(uint32_t tile_m, uint32_t tile_n, uint32_t tile_k, uint32_t rows, uint32_t cols,
                           uint32_t lanes, uint32_t slices = 1) {
  return {.tile_m = tile_m,
          .tile_n = tile_n,
          .tile_k = tile_k,
          .rows = rows,
          .cols = cols,
          .lanes = lanes,
          .unroll = tile_k / 4,
          .slices = slices};
}

// The best measured: 128 threads, 13 KB. Where `half` of it fills the device once, threads share k: 256, 35 KB. Few
// results: the more threads share k, the fewer tiles there are; 34, 17 and 9 KB.
constexpr MatmulPlan large_tiles = tiles(64, 128, 16, 8, 8, 8), half_tiles = tiles(64, 64, 64, 8, 8, 8, 4);
constexpr MatmulPlan small_tiles[] = {tiles(32, 32, 128, 4, 8, 4, 8), tiles(32, 32, 64, 4, 4, 8, 4),
                                      tiles(32, 32, 32, 4, 4, 8, 2), tiles(32, 32, 32, 4, 4, 8)};

uint32_t workgroup_bytes(const MatmulPlan& plan, const Product& p) {
  const uint32_t quads = plan.tile_k / 4;
  const uint32_t a = plan.tile_m * (p.transpose_a ? quads : quads + 1);
  const uint32_t b = plan.tile_n * (p.transpose_b ? quads + 1 : quads);
  return (a + b) * quad_bytes;
}

MatmulPlan pick_tiles(const Product& p, const DeviceInfo& device, const wgsl::Profile& profile) {
  const uint64_t enough = enough_groups(device.adapter.vendor);
  const bool measured = has_many_registers(device.adapter.vendor);
  const auto fits = [&](const MatmulPlan& plan) {
    return plan.threads() <= device.limits.max_invocations_per_workgroup &&
           workgroup_bytes(plan, p) <= device.limits.max_workgroup_storage_size;
  };
  if (measured && large_tiles.groups(p) >= enough && fits(large_tiles)) return large_tiles;
  const uint64_t halves = half_tiles.groups(p);
  if (measured && halves >= enough && halves <= enough * 11 / 10 && fits(half_tiles)) return half_tiles;
  // The profile's.
  const uint32_t side = std::clamp(profile.tile, 4u, 32u);
  MatmulPlan medium = tiles(4 * side, 4 * side, std::max(16u, side), 4, 4, std::min(side, 8u));
  medium.unroll = profile.unroll;
  medium.explicit_bounds = profile.explicit_bounds;
  if (medium.groups(p) >= enough && fits(medium)) return medium;
  const bool few = small_tiles[0].groups(p) < 2 * enough;
  for (const MatmulPlan& plan : small_tiles)
    if (measured && (few || plan.slices == 2) && plan.slices > 1 && p.k >= int64_t{plan.tile_k} * 4 && fits(plan))
      return plan;
  return small_tiles[3];
}

MatmulPlan plan_tiled(const Product& p, const DeviceInfo& device, const wgsl::Profile& profile) {
  MatmulPlan plan = pick_tiles(p, device, profile);
  if (plan.cols == 8 || plan.slices > 1) plan.k_edge = p.k % plan.tile_k != 0;
  if (device.adapter.vendor == Vendor::software)
    plan.unroll = 1, plan.k_edge = true;  // longer code only takes longer to compile there
  return plan;
}

MatmulPlan plan_skinny(const Product& p, const DeviceInfo& device, const wgsl::Profile& profile) {
  MatmulPlan plan{
      .kind = MatmulPlan::skinny, .k_edge = p.k % 4 != 0, .rows = std::bit_ceil(static_cast<uint32_t>(p.m))};
  uint32_t threads = std::max(profile.threads, 64u);
  while (std::min(plan.rows, 4u) * threads * quad_bytes > device.limits.max_workgroup_storage_size) threads /= 2;
  // Wide enough for whole cache lines of B, narrow enough for many groups; no more slices than there are quads of k.
  const uint64_t wide = ceil_div(static_cast<uint64_t>(p.n), 32) * static_cast<uint64_t>(p.batches());
  const uint32_t most = threads / (wide >= 256 ? 8 : 4);
  plan.slices = most;
  while (plan.slices > 8 && plan.slices * 4 >= 2 * p.k) plan.slices /= 2;
  plan.columns = threads / plan.slices;
  return plan;
}

}  // namespace

uint64_t MatmulPlan::groups(const Product& p) const {
  const uint64_t m = static_cast<uint64_t>(p.m), n = static_cast<uint64_t>(p.n),
                 batches = static_cast<uint64_t>(p.batches());
  return batches * (kind == skinny ? ceil_div(n, columns * 4) : ceil_div(m, tile_m) * ceil_div(n, tile_n));
}

void append_text(std::string& out, const MatmulPlan& plan) {
  if (plan.kind == MatmulPlan::skinny)
    out += format("skinny{}: {} rows, {} quads of columns in {} slices", plan.flip ? ", flipped" : "", plan.rows,
                  plan.columns, plan.slices);
  else
    out += format("tiled: {}x{}x{}, {}x{} a thread, {} lanes, {}unroll {}", plan.tile_m, plan.tile_n, plan.tile_k,
                  plan.rows, plan.cols, plan.lanes, plan.slices > 1 ? format("{} slices, ", plan.slices) : "",
                  plan.unroll);
  out += format("; widths {} {} {}{}; batch rank {}", plan.a_width, plan.b_width, plan.y_width,
                plan.k_edge ? "; ragged k" : "", plan.batch_rank);
}

MatmulPlan plan_matmul(const Product& product, const MatmulOperands& operands, const DeviceInfo& device,
                       const wgsl::Profile& profile) {
  const bool flip = product.n == 1 && product.m > 1 && !operands.hooked;
  const Product p = flip ? product.flipped() : product;
  const bool skinny = p.m <= skinny_rows && !operands.hooked;
  MatmulPlan plan = skinny ? plan_skinny(p, device, profile) : plan_tiled(p, device, profile);
  plan.flip = flip;
  plan.batch_rank = p.batch_rank <= 1 ? 1 : Product::max_batch_rank;
  // Quads need the contiguous axis to hold whole ones; then every row and batch starts at a quad as well.
  const auto width = [](int64_t axis, bool aligned) { return aligned && axis % 4 == 0 ? 4 : 1; };
  const bool a_quads = flip ? operands.b_quads : operands.a_quads, b_quads = flip ? operands.a_quads : operands.b_quads;
  plan.a_width = width(p.transpose_a ? p.m : p.k, a_quads && !(skinny && p.transpose_a));
  plan.b_width = width(p.transpose_b ? p.k : p.n, b_quads);
  plan.y_width = width(p.n, true);
  return plan;
}

Status dispatch_product(Lowering& to, const Product& product, const MatmulPlan& plan, Kernel kernel) {
  const Product p = plan.flip ? product.flipped() : product;
  if (plan.flip) std::swap(kernel.reads[0], kernel.reads[1]);
  kernel.params.set("a", name(kernel.reads[0].desc.dtype)).set("b", name(kernel.reads[1].desc.dtype));
  kernel.params.set("y", name(kernel.writes[0].desc.dtype));
  kernel.params.set("a_width", plan.a_width).set("b_width", plan.b_width).set("y_width", plan.y_width);
  kernel.params.set("transpose_a", p.transpose_a).set("transpose_b", p.transpose_b);
  kernel.params.set("k_edge", plan.k_edge).set("batch_rank", plan.batch_rank).set("rows", plan.rows);
  if (plan.kind == MatmulPlan::skinny) {
    kernel.params.set("columns", plan.columns).set("slices", plan.slices);
  } else {
    kernel.params.set("tile_m", plan.tile_m).set("tile_n", plan.tile_n).set("tile_k", plan.tile_k);
    kernel.params.set("cols", plan.cols).set("lanes", plan.lanes).set("unroll", plan.unroll);
    kernel.params.set("explicit_bounds", plan.explicit_bounds);
    if (plan.slices > 1) kernel.params.set("slices", plan.slices);
  }
  Uniforms words;
  words.add(p.m).add(p.n).add(p.k).add(p.batches());
  // Fewer axes than the kernel has are the inner ones; the outer ones have one batch.
  for (int i = p.batch_rank - plan.batch_rank; i < p.batch_rank; ++i) {
    const Product::Axis axis = i < 0 ? Product::Axis{} : p.batch[static_cast<size_t>(i)];
    words.add(axis.size).add(axis.a_step).add(axis.b_step);
  }
  for (uint32_t word : kernel.uniforms.words()) words.add(word);
  kernel.uniforms = std::move(words);
  kernel.groups = TRY(to.linear_groups(plan.groups(p)));
  return to.dispatch(std::move(kernel));
}

Status matmul_gpu(Lowering& to, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  const Product p = product_of(call);
  const MatmulPlan plan =
      plan_matmul(p, {.a_quads = to.in(0).quads, .b_quads = to.in(1).quads}, to.device(), to.profile());
  // Narrow types are written by whole quads; rows that end inside one go through f32.
  const bool direct = plan.y_width == 4 || call.out[0].dtype == DType::f32;
  const Operand y = direct ? to.out() : to.temp({DType::f32, call.out[0].shape});
  Kernel kernel{.file = plan.kind == MatmulPlan::skinny ? "matmul/skinny.wgsl" : "matmul/kernel.wgsl"};
  kernel.reads = {to.in(0), to.in(1)};
  kernel.writes = {y};
  // Of A only: what makes B would be computed again for every tile of rows (takes_prologue in graph/fuse.cc).
  kernel.loads = {{.hook = plan.flip ? "pre_b" : "pre_a", .unit = plan.flip ? plan.b_width : plan.a_width}};
  kernel.store_unit = plan.y_width;
  TRY(dispatch_product(to, p, plan, std::move(kernel)));
  return direct ? Status{} : to.cast(y, to.out());
}

}  // namespace bitloom
