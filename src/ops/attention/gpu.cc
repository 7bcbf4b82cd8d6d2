// Which kernel attention runs on, and with what numbers.
#include <bit>
#include <optional>

#include "base/try.h"
#include "ops/attention/attention.h"

namespace bitloom {
namespace {

constexpr uint32_t quad_bytes = 16;

// Few tiles of 128 queries: a quarter of that is better, with twice the threads a query.
bool is_short(const Attention& a, const AttentionPlan& tiles, const wgsl::Profile& profile) {
  return tiles.groups(a) < profile.busy_attention && a.queries > 32;
}

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

bool fits(const AttentionPlan& plan, const DeviceInfo& device) {
  return plan.threads <= device.limits.max_invocations_per_workgroup &&
         plan.threads <= device.limits.max_workgroup_size_x &&
         plan.workgroup_bytes() <= device.limits.max_workgroup_storage_size;
}

uint32_t quads_of(const Attention& a) { return static_cast<uint32_t>(ceil_div(static_cast<uint64_t>(a.e), 4)); }

// `tile` fours of queries and of keys (0: any tile) by so many threads, if kernel.wgsl can have them. Of several ways
// to share them out, the one nearest to squares, of a thread and of all.
std::optional<AttentionPlan> shaped(const Attention& a, uint32_t tile, uint32_t threads, const DeviceInfo& device) {
  std::optional<AttentionPlan> best;
  int least = 0;
  const auto between = [](uint32_t x, uint32_t y) { return std::abs(std::countr_zero(x) - std::countr_zero(y)); };
  for (uint32_t rows = 4; rows <= 16; rows *= 2)
    for (uint32_t keys = 1; keys <= 16; keys *= 2)
      for (uint32_t across = rows; across <= threads; across *= 2) {
        const uint32_t down = threads / across, tile_q = rows * down, tile_k = keys * across;
        const uint32_t deep = std::max({4u, across / rows, down / keys}), p_keys = std::clamp(32u, across, tile_k);
        if ((tile && (tile_q != 4 * tile || tile_k != 4 * tile)) || deep > threads) continue;
        AttentionPlan plan = tiles(rows, keys, down, across, deep, p_keys, std::min(8u, p_keys));
        plan.cols = static_cast<uint32_t>(ceil_div(quads_of(a), across));
        const int off = between(rows, keys) + between(tile_q, tile_k);
        if (!fits(plan, device) || (best && off >= least)) continue;
        best = plan, least = off;
      }
  return best;
}

// What the caller asked for, or what is nearest to it.
AttentionPlan asked_tiles(const Attention& a, const DeviceInfo& device, const wgsl::Profile& profile) {
  for (uint32_t tile = profile.own_tile ? profile.tile : 0;; tile /= 2) {
    const uint32_t wanted = profile.own_threads ? profile.own_threads : tile * tile;
    for (uint32_t factor = 1; factor <= 1024; factor *= 2) {
      if (const auto plan = shaped(a, tile, wanted * factor, device)) return *plan;
      if (const auto plan = shaped(a, tile, wanted / factor, device)) return *plan;
    }
  }
}

AttentionPlan plan_tiles(const Attention& a, const DeviceInfo& device, const wgsl::Profile& profile) {
  const uint32_t quads = quads_of(a);
  AttentionPlan plan;
  if (profile.own_tile || profile.own_threads) {
    plan = asked_tiles(a, device, profile);
  } else {
    std::vector<AttentionPlan> candidates;
    if (profile.large_attention) {
      // The best shapes measured on an H200; all within 32 KB. Larger tiles of a thread load less but leave too few
      // threads to hide what waiting there is. They are this kernel's own, not the profile's: by its registers and its
      // workgroup memory for a size of head. Whether a GPU gets them the profile says, as large_attention.
      if (quads <= 16) {
        candidates = {tiles(4, 8, 32, 8, 8, 32, 32)};
        if (is_short(a, candidates[0], profile)) candidates = {tiles(4, 4, 8, 16, 8, 64, 32)};
      } else if (quads <= 32) candidates = {tiles(4, 8, 32, 8, 8, 32, 16)};
      else candidates = {tiles(8, 2, 16, 16, 8, 16, 8)};
    }
    // 128 threads and 15 KB: everywhere.
    candidates.push_back(quads <= 32 ? tiles(4, 4, 16, 8, 4, 32, 8) : tiles(4, 4, 8, 16, 4, 64, 4));
    for (AttentionPlan& candidate : candidates) {
      candidate.cols = static_cast<uint32_t>(ceil_div(quads, candidate.across));
      if (candidate.threads <= 128 && candidate.v_keys <= 8)
        candidate.cols = candidate.cols <= 2 ? 2 : 4;  // few variants where all are slow
      if (!fits(candidate, device)) continue;
      plan = candidate;
      break;
    }
  }
  plan.unroll = profile.short_code ? 1 : std::min(profile.unroll, plan.cols > 3 ? 2u : 4u);
  return plan;
}

bool has_subgroups_of_32(const DeviceInfo& device) {
  return device.features.subgroups && device.subgroup_min == 32 && device.subgroup_max == 32;
}

// Everything in workgroup memory: heads of up to 64 in 48 KB.
std::optional<AttentionPlan> plan_held(const Attention& a, const DeviceInfo& device, const wgsl::Profile& profile) {
  AttentionPlan plan{.kind = AttentionPlan::held, .rows = 4, .keys = 8, .down = 32, .across = 8, .threads = 256};
  plan.cols = static_cast<uint32_t>(ceil_div(static_cast<uint64_t>(a.e), 4 * plan.across));
  plan.deep = static_cast<uint32_t>(ceil_div(static_cast<uint64_t>(a.d), 16)) * 4;
  plan.unroll = plan.cols;
  const bool wanted = !profile.own_tile && (!profile.own_threads || profile.own_threads == plan.threads);
  const bool good = wanted && has_subgroups_of_32(device) && profile.large_attention && a.e <= 64 &&
                    !is_short(a, plan, profile) && fits(plan, device);
  return good ? std::optional(plan) : std::nullopt;
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
    if (profile.own_threads ? profile.own_threads != plan.threads
                            : waves == 8 && plan.groups(a) < profile.busy_attention)
      continue;
    if (fits(plan, device)) return plan;
  }
  return {};
}

AttentionPlan plan_single(const Attention& a, const DeviceInfo& device, const wgsl::Profile& profile) {
  AttentionPlan plan{.kind = AttentionPlan::single, .threads = profile.attention_threads};
  plan.columns = std::bit_ceil(quads_of(a));
  while (plan.threads > 1 && !fits(plan, device)) plan.threads /= 2;
  plan.threads = std::max(plan.threads, plan.columns);  // each of them has a quad of the result
  // Few rows: each one's keys are shared out between several workgroups.
  const uint64_t keys = static_cast<uint64_t>(a.keys), tiles = std::max<uint64_t>(ceil_div(keys, plan.tile_k()), 1);
  const uint64_t wanted = ceil_div(profile.busy_queries, std::max<uint64_t>(plan.groups(a), 1));
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
  if (a.queries <= profile.few_rows) plan = plan_single(a, device, profile);
  else if (auto matrices = plan_matrices(a, device, profile)) plan = *matrices;
  else if (auto held = plan_held(a, device, profile)) plan = *held;
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
  if (to.profile().find_nan && !to.profile().fast_math) k.params.set("find_nan", 1);
  if (plan.kind == AttentionPlan::single) {
    k.params.set("threads", plan.threads);
    if (split) k.params.set("split", 1);
  } else if (plan.kind == AttentionPlan::matrices) {
    k.params.set("waves", plan.down).set("deep", plan.deep).set("cols", plan.cols);
    k.params.set("matrices", plan.spelled ? 0 : 1);
  } else {
    k.params.set("rows", plan.rows).set("keys", plan.keys).set("down", plan.down).set("across", plan.across);
    k.params.set("cols", plan.cols).set("deep", plan.deep).set("unroll", plan.unroll);
    if (plan.kind == AttentionPlan::tiled) {
      k.params.set("v_keys", plan.v_keys).set("p_keys", plan.p_keys);
      if (to.profile().use_switch && plan.p_keys < plan.tile_k()) k.params.set("use_switch", 1);
    } else k.params.set("subgroups", 1);
  }
  if (plan.kind != AttentionPlan::single) k.tile = {plan.tile_q(), plan.tile_k()}, k.threads = plan.threads;
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
