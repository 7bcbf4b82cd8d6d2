// Which kernel a product runs on, and with what numbers.
#include <bit>
#include <optional>

#include "base/try.h"
#include "ops/matmul/matmul.h"

namespace bitloom {
namespace {

constexpr uint32_t quad_bytes = 16;

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

// The best shapes measured on an H200, and this kernel's own: they follow from its registers and its workgroup memory.
// Whether a GPU gets them, and how many keep it busy, the profile says (large_tiles, busy_tiles).
// `large`: 128 threads, 13 KB. Where `half` of it fills the device once, threads share k: 256, 35 KB. Few results: the
// more threads share k, the fewer tiles there are; 34, 17 and 9 KB.
constexpr MatmulPlan large_tiles = tiles(64, 128, 16, 8, 8, 8), half_tiles = tiles(64, 64, 64, 8, 8, 8, 4);
constexpr MatmulPlan small_tiles[] = {tiles(32, 32, 128, 4, 8, 4, 8), tiles(32, 32, 64, 4, 4, 8, 4),
                                      tiles(32, 32, 32, 4, 4, 8, 2), tiles(32, 32, 32, 4, 4, 8)};

uint32_t workgroup_bytes(const MatmulPlan& plan, const Product& p) {
  const uint32_t quads = plan.tile_k / 4;
  const uint32_t a = plan.tile_m * (p.transpose_a ? quads : quads + 1);
  const uint32_t b = plan.tile_n * (p.transpose_b ? quads + 1 : quads);
  return (a + b) * quad_bytes;
}

bool fits(const MatmulPlan& plan, const Product& p, const DeviceInfo& device) {
  return plan.threads() <= device.limits.max_invocations_per_workgroup &&
         workgroup_bytes(plan, p) <= device.limits.max_workgroup_storage_size;
}

// `tile` fours of results each way (0: as square as can be) by so many threads: with 4x4 results each, or more where
// there are few threads, or one for several threads where there are many. None: a thread would have over 16x16.
std::optional<MatmulPlan> shaped(uint32_t tile, uint32_t threads) {
  const auto half = static_cast<uint32_t>(std::countr_zero(threads)) / 2;
  const uint32_t tile_m = 4 * (tile ? tile : 1u << half), tile_n = 4 * (tile ? tile : threads >> half);
  uint32_t rows = 4, cols = 4, owners = tile_m * tile_n / 16;
  for (; owners > threads && rows < 16; owners /= 2) (cols <= rows ? cols : rows) *= 2;
  if (owners > threads) return {};
  const uint32_t slices = threads / owners, across = tile_n / cols;
  // Every thread loads a quad of each operand at least, and has one of k.
  const uint32_t quads = std::max({4u, slices, threads / std::min(tile_m, tile_n)});
  return tiles(tile_m, tile_n, 4 * quads, rows, cols, tile_m / rows >= 4 ? std::min(across, 8u) : across, slices);
}

// What the caller asked for, or as much of it as fits.
MatmulPlan asked_tiles(const Product& p, const DeviceInfo& device, const wgsl::Profile& profile) {
  for (uint32_t tile = profile.own_tile ? profile.tile : 0;; tile /= 2) {
    const uint32_t wanted = profile.own_threads ? profile.own_threads : tile * tile;
    for (uint32_t threads = wanted; threads > 0; threads /= 2)
      if (const auto plan = shaped(tile, threads); plan && fits(*plan, p, device)) return *plan;
    if (tile <= 1) return small_tiles[3];
  }
}

MatmulPlan pick_tiles(const Product& p, const DeviceInfo& device, const wgsl::Profile& profile) {
  MatmulPlan asked;
  const uint64_t enough = profile.busy_tiles;
  if (profile.own_tile || profile.own_threads) {
    asked = asked_tiles(p, device, profile);
  } else {
    if (profile.large_tiles && large_tiles.groups(p) >= enough && fits(large_tiles, p, device)) return large_tiles;
    const uint64_t halves = half_tiles.groups(p);
    // Once: with a tenth more than keeps it busy, an H200's 132 multiprocessors have a workgroup each.
    if (profile.large_tiles && halves >= enough && halves <= enough * 11 / 10 && fits(half_tiles, p, device))
      return half_tiles;
    const uint32_t side = std::max(profile.tile, 4u);
    asked = *shaped(side, side * side);
    if (asked.groups(p) < enough || !fits(asked, p, device)) {
      const bool few = small_tiles[0].groups(p) < 2 * enough;
      for (const MatmulPlan& plan : small_tiles)
        if (profile.large_tiles && (few || plan.slices == 2) && plan.slices > 1 && p.k >= int64_t{plan.tile_k} * 4 &&
            fits(plan, p, device))
          return plan;
      return small_tiles[3];
    }
  }
  asked.unroll = profile.unroll;
  asked.explicit_bounds = profile.explicit_bounds;
  return asked;
}

MatmulPlan plan_tiled(const Product& p, const DeviceInfo& device, const wgsl::Profile& profile) {
  MatmulPlan plan = pick_tiles(p, device, profile);
  if (plan.cols == 8 || plan.slices > 1) plan.k_edge = p.k % plan.tile_k != 0;
  if (profile.short_code) plan.unroll = 1, plan.k_edge = true;
  return plan;
}

MatmulPlan plan_skinny(const Product& p, const DeviceInfo& device, const wgsl::Profile& profile) {
  MatmulPlan plan{
      .kind = MatmulPlan::skinny, .k_edge = p.k % 4 != 0, .rows = std::bit_ceil(static_cast<uint32_t>(p.m))};
  const uint32_t together = std::min(plan.rows, 4u);  // rows that are added up at a time, each by a slice
  uint32_t threads = std::max({profile.threads, profile.skinny_threads, together});
  while (together * threads * quad_bytes > device.limits.max_workgroup_storage_size) threads /= 2;
  // Wide enough for whole cache lines of B, narrow enough for many groups; no more slices than there are quads of k.
  const uint64_t wide = ceil_div(static_cast<uint64_t>(p.n), 32) * static_cast<uint64_t>(p.batches());
  plan.slices = std::max(threads / (wide >= profile.busy_columns ? 8 : 4), together);
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
  const bool skinny = p.m <= profile.few_rows && !operands.hooked;
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
    if (plan.slices > 1 && to.profile().use_switch) kernel.params.set("use_switch", 1);
    kernel.tile = {plan.tile_m, plan.tile_n};
  }
  kernel.threads = plan.threads();
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
