// Which kernel attention runs on, and with what numbers.
#include <bit>

#include "ops/attention/attention.h"

namespace bitloom {
namespace {

constexpr int64_t few_queries = 8;  // up to here every query gets a workgroup of its own
constexpr uint32_t quad_bytes = 16;

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
    if (plan.threads <= 128) plan.cols = plan.cols <= 2 ? 2 : 4;  // few variants where all are slow
    return plan.threads <= device.limits.max_invocations_per_workgroup &&
           plan.threads <= device.limits.max_workgroup_size_x &&
           plan.workgroup_bytes() <= device.limits.max_workgroup_storage_size;
  };
  std::vector<AttentionPlan> wishes;
  if (has_many_registers(device.adapter.vendor)) {
    // Measured on an H200; all within 32 KB. Larger tiles of a thread load less but leave too few threads to hide what
    // waiting there is.
    if (quads <= 16) wishes = {tiles(4, 8, 32, 8, 8, 32, 32)};
    else if (quads <= 32) wishes = {tiles(4, 8, 32, 8, 8, 32, 16)};
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

AttentionPlan plan_single(const Attention& a, const DeviceInfo& device, const wgsl::Profile& profile) {
  AttentionPlan plan{.kind = AttentionPlan::single, .threads = std::clamp(profile.threads, 64u, 256u)};
  plan.columns = static_cast<uint32_t>(std::bit_ceil(ceil_div(static_cast<uint64_t>(a.e), 4)));
  // Few workgroups, with much to do: let them be large.
  const auto larger = [&] {
    AttentionPlan twice = plan;
    twice.threads *= 2;
    return has_many_registers(device.adapter.vendor) && plan.groups(a) <= 128 &&
           a.keys >= 2 * int64_t{twice.tile_k()} && twice.threads <= device.limits.max_invocations_per_workgroup &&
           twice.threads <= device.limits.max_workgroup_size_x &&
           twice.workgroup_bytes() <= device.limits.max_workgroup_storage_size;
  };
  while (larger()) plan.threads *= 2;
  return plan;
}

}  // namespace

uint32_t AttentionPlan::workgroup_bytes() const {
  if (kind == single) return 64 * quad_bytes + threads * (4 * 4 + quad_bytes + 2 * 4);
  const uint32_t scoring = (tile_q() + tile_k()) * (deep + 1);
  const uint32_t adding = p_keys * (tile_q() / 4 + 1) + v_keys * across * cols;
  return std::max(scoring, adding) * quad_bytes + across * tile_q() * 4 + tile_q() * 8;
}

uint64_t AttentionPlan::groups(const Attention& a) const {
  return static_cast<uint64_t>(a.batch * a.heads) * ceil_div(static_cast<uint64_t>(a.queries), tile_q());
}

void append_text(std::string& out, const AttentionPlan& plan) {
  if (plan.kind == AttentionPlan::single)
    out += format("single rows: {} threads, {} columns", plan.threads, plan.columns);
  else
    out += format("tiled: {} queries by {} keys, {}x{} a thread, {}x{} threads, {} quads of results, {} rows of v",
                  plan.tile_q(), plan.tile_k(), plan.rows, plan.keys, plan.down, plan.across, plan.cols, plan.v_keys);
  out += format("; unroll {}; widths {} {} {}", plan.unroll, plan.qk_width, plan.v_width, plan.y_width);
}

AttentionPlan plan_attention(const Attention& a, bool qk_quads, bool v_quads, const DeviceInfo& device,
                             const wgsl::Profile& profile) {
  AttentionPlan plan = a.queries <= few_queries ? plan_single(a, device, profile) : plan_tiles(a, device, profile);
  plan.qk_width = qk_quads && a.d % 4 == 0 ? 4 : 1;
  plan.v_width = v_quads && a.e % 4 == 0 ? 4 : 1;
  plan.y_width = plan.v_width;
  return plan;
}

Status attention_gpu(Lowering& to, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  const Attention a = attention_of(call);
  const AttentionPlan plan =
      plan_attention(a, to.in(0).quads && to.in(1).quads, to.in(2).quads, to.device(), to.profile());
  // Narrow types are written by whole quads; what is read by single elements goes through f32.
  const bool direct = plan.y_width == 4 || call.out[0].dtype == DType::f32;
  const Operand y = direct ? to.out() : to.temp({DType::f32, call.out[0].shape});
  const bool tiled = plan.kind == AttentionPlan::tiled;
  Kernel k{.file = tiled ? "attention/kernel.wgsl" : "attention/row.wgsl"};
  k.params.set("dtype", name(call.in[0].dtype)).set("y", name(y.desc.dtype));
  k.params.set("qk_width", plan.qk_width).set("v_width", plan.v_width).set("y_width", plan.y_width);
  if (a.masked) k.params.set("mask", name(call.in[3].dtype));
  // SwiftShader's exp drops NaN; GPUs keep it.
  if (to.device().adapter.software && !to.profile().fast_math) k.params.set("find_nan", 1);
  if (tiled) {
    k.params.set("rows", plan.rows).set("keys", plan.keys).set("down", plan.down).set("across", plan.across);
    k.params.set("cols", plan.cols)
        .set("v_keys", plan.v_keys)
        .set("unroll", plan.unroll)
        .set("deep", plan.deep)
        .set("p_keys", plan.p_keys);
  } else {
    k.params.set("threads", plan.threads);
  }
  for (int i = 0; i < static_cast<int>(call.in.size()); ++i) k.reads.push_back(to.in(i));
  k.writes = {y};
  k.uniforms.add(a.batch * a.heads)
      .add(a.share())
      .add(a.queries)
      .add(a.keys)
      .add(a.d)
      .add(a.e)
      .add(a.scale)
      .add(a.causal)
      .add(plan.columns);
  if (a.masked) {
    k.uniforms.add(a.heads);
    for (int64_t step : a.mask_steps) k.uniforms.add(step);
  }
  k.groups = TRY(to.linear_groups(plan.groups(a)));
  TRY(to.dispatch(std::move(k)));
  return direct ? Status{} : to.cast(y, to.out());
}

}  // namespace bitloom
