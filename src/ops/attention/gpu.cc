// Which kernel attention runs on, and with what numbers.
#include <bit>
#include <optional>

#include "ops/attention/attention.h"

namespace bitloom {
namespace {

constexpr int64_t few_queries = 8;  // up to here every query gets a workgroup of its own
constexpr uint32_t quad_bytes = 16;

// Few tiles of 128 queries: a quarter of that is better, with twice the threads a query.
bool is_short(const Attention& a, const AttentionPlan& tiles) { return tiles.groups(a) < 64 && a.queries > 32; }

// The larger tiles need a large register file; on the CPU they only take longer to compile.
bool has_many_registers(Vendor vendor) { return vendor == Vendor::nvidia || vendor == Vendor::amd; }

AttentionPlan tiles(uint32_t rows, uint32_t keys, uint32_t down, uint32_t across, uint32_t deep, uint32_t p_keys,
                    uint32_t v_keys) {
  return {.rows = rows,
          .keys = keys,
          .down = down,
          .across = across,
          .deep = deep,
          .p_keys = p_keys,
          .v_keys = v_keys,
          .threads = down * across};
}

AttentionPlan plan_tiles(const Attention& a, const DeviceInfo& device, const wgsl::Profile& profile) {
  const uint32_t quads = static_cast<uint32_t>(ceil_div(static_cast<uint64_t>(a.e), 4));
  const auto fits = [&](AttentionPlan& plan) {
    plan.cols = static_cast<uint32_t>(ceil_div(quads, plan.across));
    if (plan.threads <= 128 && plan.v_keys <= 8) plan.cols = plan.cols <= 2 ? 2 : 4;  // few variants where all are slow
    return plan.threads <= device.limits.max_invocations_per_workgroup &&
           plan.threads <= device.limits.max_workgroup_size_x &&
           plan.workgroup_bytes() <= device.limits.max_workgroup_storage_size;
  };
  std::vector<AttentionPlan> wishes;
  if (has_many_registers(device.adapter.vendor)) {
    // Measured on an H200; all within 32 KB. Larger tiles of a thread load less but leave too few threads to hide what
    // waiting there is.
    if (quads <= 16) {
      wishes = {tiles(4, 8, 32, 8, 8, 32, 32)};
      if (is_short(a, wishes[0])) wishes = {tiles(4, 4, 8, 16, 8, 64, 32)};
    } else if (quads <= 32) wishes = {tiles(4, 8, 32, 8, 8, 32, 16)};
    else wishes = {tiles(8, 2, 16, 16, 8, 16, 8)};
  }
  // 128 threads and 15 KB: everywhere.
  wishes.push_back(quads <= 32 ? tiles(4, 4, 16, 8, 4, 32, 8) : tiles(4, 4, 8, 16, 4, 64, 4));
  AttentionPlan plan;
  for (AttentionPlan& wish : wishes)
    if (fits(wish)) {
      plan = wish;
      break;
    }
  plan.unroll = device.adapter.vendor == Vendor::software ? 1 : std::min(profile.unroll, plan.cols > 3 ? 2u : 4u);
  return plan;
}

bool has_subgroups_of_32(const DeviceInfo& device) {
  return can_enable_subgroups(device) && device.subgroup_min == 32 && device.subgroup_max == 32;
}

// Everything in workgroup memory: heads of up to 64 in 48 KB.
std::optional<AttentionPlan> plan_held(const Attention& a, const DeviceInfo& device) {
  AttentionPlan plan{.kind = AttentionPlan::held, .rows = 4, .keys = 8, .down = 32, .across = 8, .threads = 256};
  plan.cols = static_cast<uint32_t>(ceil_div(static_cast<uint64_t>(a.e), 4 * plan.across));
  plan.deep = static_cast<uint32_t>(ceil_div(static_cast<uint64_t>(a.d), 16)) * 4;
  plan.unroll = plan.cols;
  const bool fits = has_subgroups_of_32(device) && has_many_registers(device.adapter.vendor) && a.e <= 64 &&
                    !is_short(a, plan) && plan.workgroup_bytes() <= device.limits.max_workgroup_storage_size &&
                    plan.threads <= device.limits.max_invocations_per_workgroup;
  return fits ? std::optional(plan) : std::nullopt;
}

// Products of small matrices: heads of up to 128, whose sums and queries fit a subgroup's registers. With fewer than
// four subgroups in a workgroup NVIDIA's compiler was seen to drop barriers that are needed.
std::optional<AttentionPlan> plan_matrices(const Attention& a, const DeviceInfo& device, const wgsl::Profile& profile) {
  const bool spelled = profile.matrices == wgsl::Matrices::spelled;
  if (profile.matrices == wgsl::Matrices::off || !a.halves || a.keys == 0 || a.d > 128 || a.e > 128) return {};
  if (!spelled && !has_subgroups_of_32(device)) return {};
  AttentionPlan plan{.kind = AttentionPlan::matrices, .rows = 16, .keys = 32, .across = 1, .spelled = spelled};
  plan.deep = static_cast<uint32_t>(ceil_div(static_cast<uint64_t>(a.d), 32));
  plan.cols = static_cast<uint32_t>(ceil_div(static_cast<uint64_t>(a.e), 32));
  for (const uint32_t waves : {8u, 4u, 1u}) {
    if (spelled != (waves == 1)) continue;
    plan.down = waves;
    plan.threads = waves * 32;
    if (waves == 8 && plan.groups(a) < 64) continue;
    if (plan.workgroup_bytes() <= device.limits.max_workgroup_storage_size &&
        plan.threads <= device.limits.max_invocations_per_workgroup)
      return plan;
  }
  return {};
}

// Workgroups it takes to keep a device of this kind busy.
uint64_t enough_groups(Vendor vendor) {
  return has_many_registers(vendor) ? 1024 : vendor == Vendor::software ? 8 : 128;
}

AttentionPlan plan_single(const Attention& a, const DeviceInfo& device) {
  AttentionPlan plan{.kind = AttentionPlan::single, .threads = 128};
  plan.columns = static_cast<uint32_t>(std::bit_ceil(ceil_div(static_cast<uint64_t>(a.e), 4)));
  // Few rows: each one's keys are shared out between several workgroups.
  const uint64_t keys = static_cast<uint64_t>(a.keys), tiles = std::max<uint64_t>(ceil_div(keys, plan.tile_k()), 1);
  const uint64_t wanted = ceil_div(enough_groups(device.adapter.vendor), std::max<uint64_t>(plan.groups(a), 1));
  const uint64_t tiles_each = ceil_div(tiles, std::min(wanted, tiles));
  plan.chunk = static_cast<uint32_t>(tiles_each * plan.tile_k());
  plan.parts = static_cast<uint32_t>(ceil_div(tiles, tiles_each));
  return plan;
}

}  // namespace

uint32_t AttentionPlan::workgroup_bytes() const {
  if (kind == single) return 64 * quad_bytes + threads * (4 * 4 + quad_bytes + 2 * 4);
  if (kind == held) return (tile_q() * deep + tile_k() * std::max(deep, across * cols)) * quad_bytes;
  if (kind == matrices) {
    const uint32_t half4s = 32 * (deep * 8 + 2) + 64 * (cols * 8 + 2) + tile_q() * 10, cells = (deep + cols + 2) * 2;
    return half4s * 8 + tile_q() * (9 * quad_bytes + 4) + 12 + (spelled ? cells * 1024 + 128 : 0);
  }
  const uint32_t scoring = (tile_q() + tile_k()) * (deep + 1);
  const uint32_t adding = p_keys * (tile_q() / 4 + 1) + v_keys * across * cols;
  return std::max(scoring, adding) * quad_bytes + across * tile_q() * 4 + tile_q() * 8;
}

uint64_t AttentionPlan::groups(const Attention& a) const {
  return static_cast<uint64_t>(a.batch * a.heads) * ceil_div(static_cast<uint64_t>(a.queries), tile_q()) * parts;
}

void append_text(std::string& out, const AttentionPlan& plan) {
  if (plan.kind == AttentionPlan::single)
    out += format("single rows: {} threads, {} columns, {} parts", plan.threads, plan.columns, plan.parts);
  else if (plan.kind == AttentionPlan::held)
    out += format("held: {} queries by {} keys, {}x{} a thread, {} quads of results", plan.tile_q(), plan.tile_k(),
                  plan.rows, plan.keys, plan.cols);
  else if (plan.kind == AttentionPlan::matrices)
    out += format("matrices: {} queries by {} keys, {}+{} times 32 columns{}", plan.tile_q(), plan.tile_k(), plan.deep,
                  plan.cols, plan.spelled ? ", spelled out" : "");
  else
    out += format("tiled: {} queries by {} keys, {}x{} a thread, {}x{} threads, {} quads of results, {} rows of v",
                  plan.tile_q(), plan.tile_k(), plan.rows, plan.keys, plan.down, plan.across, plan.cols, plan.v_keys);
  out += format("; unroll {}; widths {} {} {}", plan.unroll, plan.qk_width, plan.v_width, plan.y_width);
}

AttentionPlan plan_attention(const Attention& a, bool qk_quads, bool v_quads, const DeviceInfo& device,
                             const wgsl::Profile& profile) {
  AttentionPlan plan;
  if (a.queries <= few_queries) plan = plan_single(a, device);
  else if (auto matrices = plan_matrices(a, device, profile)) plan = *matrices;
  else if (auto held = plan_held(a, device)) plan = *held;
  else plan = plan_tiles(a, device, profile);
  plan.qk_width = qk_quads && a.d % 4 == 0 ? 4 : 1;
  plan.v_width = v_quads && a.e % 4 == 0 ? 4 : 1;
  plan.y_width = a.e % 4 == 0 ? 4 : 1;
  return plan;
}

Status attention_gpu(Lowering& to, const OpCall& call) { return lower_attention(to, call, attention_of(call), 0); }

Status lower_attention(Lowering& to, const OpCall& call, const Attention& a, int kv_bits) {
  if (call.out[0].shape.elements() == 0) return {};
  const bool few = kv_bits > 0;
  const AttentionPlan plan =
      plan_attention(a, to.in(0).quads && (few || to.in(1).quads), few || to.in(2).quads, to.device(), to.profile());
  // Narrow types are written by whole quads; what is read by single elements goes through f32.
  const bool direct = plan.y_width == 4 || call.out[0].dtype == DType::f32;
  const Operand y = direct ? to.out() : to.temp({DType::f32, call.out[0].shape});
  const int64_t rows = a.batch * a.heads * a.queries, quads = (a.e + 3) / 4;
  const bool split = plan.parts > 1;
  const Operand parts = split ? to.temp({DType::f32, {rows, plan.parts, (quads + 1) * 4}}) : y;
  constexpr const char* files[] = {"attention/kernel.wgsl", "attention/held.wgsl", "attention/row.wgsl",
                                   "attention/matrices.wgsl"};
  Kernel k{.file = files[plan.kind]};
  k.params.set("dtype", name(call.in[0].dtype)).set("y", name(parts.desc.dtype));
  k.params.set("qk_width", plan.qk_width).set("v_width", plan.v_width).set("y_width", split ? 4 : plan.y_width);
  if (few) k.params.set("kv_bits", kv_bits);
  if (a.masked) k.params.set("mask", name(call.in.back().dtype));
  // SwiftShader's exp drops NaN; GPUs keep it.
  if (to.device().adapter.software && !to.profile().fast_math) k.params.set("find_nan", 1);
  if (plan.kind == AttentionPlan::single) {
    k.params.set("threads", plan.threads);
    if (split) k.params.set("split", 1);
  } else if (plan.kind == AttentionPlan::matrices) {
    k.params.set("waves", plan.down).set("deep", plan.deep).set("cols", plan.cols);
    k.params.set("matrices", plan.spelled ? 0 : 1);
  } else {
    k.params.set("rows", plan.rows).set("keys", plan.keys).set("down", plan.down).set("across", plan.across);
    k.params.set("cols", plan.cols).set("deep", plan.deep).set("unroll", plan.unroll);
    if (plan.kind == AttentionPlan::tiled) k.params.set("v_keys", plan.v_keys).set("p_keys", plan.p_keys);
    else k.params.set("subgroups", 1);
  }
  for (int i = 0; i < static_cast<int>(call.in.size()); ++i) k.reads.push_back(to.in(i));
  k.writes = {parts};
  k.store_unit = plan.y_width;
  k.uniforms.add(a.batch * a.heads).add(a.share()).add(a.queries).add(a.keys).add(a.d).add(a.e).add(a.scale);
  k.uniforms.add(a.causal).add(plan.columns).add(plan.parts).add(plan.chunk);
  if (a.masked) {
    k.uniforms.add(a.heads);
    for (int64_t step : a.mask_steps) k.uniforms.add(step);
  }
  k.groups = TRY(to.linear_groups(plan.groups(a)));
  TRY(to.dispatch(std::move(k)));
  if (split) {
    Kernel combine{.file = "attention/combine.wgsl"};
    combine.params.set("y", name(y.desc.dtype)).set("y_width", plan.y_width).set("threads", plan.threads);
    combine.reads = {parts};
    combine.writes = {y};
    combine.store_unit = plan.y_width;
    combine.uniforms.add(rows).add(plan.parts).add(a.e).add(plan.columns);
    combine.groups = TRY(to.linear_groups(static_cast<uint64_t>(rows)));
    TRY(to.dispatch(std::move(combine)));
  }
  return direct ? Status{} : to.cast(y, to.out());
}

}  // namespace bitloom
