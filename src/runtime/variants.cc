#include "runtime/variants.h"

#include "base/try.h"
#include "ops/op.h"

namespace bitloom {

DeviceInfo smallest_device() {
  DeviceInfo info;
  info.adapter.engine = "none";
  info.adapter.name = "smallest";
  return info;
}

DeviceInfo large_device() {
  DeviceInfo info;
  info.adapter.engine = "none";
  info.adapter.name = "large";
  info.adapter.vendor = Vendor::nvidia;
  info.limits.max_buffer_size = info.limits.max_storage_buffer_binding_size = uint64_t{4} << 30;
  info.limits.max_storage_buffers_per_stage = 16;
  info.limits.max_workgroup_storage_size = 49152;
  info.limits.max_invocations_per_workgroup = info.limits.max_workgroup_size_x = info.limits.max_workgroup_size_y =
      1024;
  info.features = {.f16 = true, .subgroups = true, .timestamps = true, .packed_dots = true, .matrices = true};
  info.subgroup_min = info.subgroup_max = 32;
  return info;
}

// The ends of the range: few threads, plain loops, views anywhere, no features; and a large GPU with all of them. Then
// what changes the text in another way than by numbers: fast mathematics, bounds checks of its own, and what a driver
// that computes on the CPU is given, and the few threads that a caller may ask for.
std::span<const MadeUpDevice> made_up_devices() {
  static const std::vector<MadeUpDevice> all = [] {
    std::vector<MadeUpDevice> out;
    const auto add = [&](std::string name, DeviceInfo device, const wgsl::ProfileOverrides& overrides) {
      const wgsl::Profile profile = *wgsl::choose_profile(device, overrides);
      out.push_back({std::move(name), std::move(device), profile});
    };
    add("small", smallest_device(), {.browser = "firefox"});
    add("small-odd", smallest_device(), {.browser = "firefox"});
    out.back().odd_views = true;
    add("large", large_device(), {.browser = "chrome"});
    add("fast", large_device(), {.browser = "chrome", .fast_math = true});
    DeviceInfo edge = smallest_device(), software = smallest_device();
    edge.features.packed_dots = true;
    add("edge", edge, {.browser = "edge"});
    software.limits.max_workgroup_storage_size = 32768;
    software.features.packed_dots = true;
    software.adapter.vendor = Vendor::software;
    software.adapter.software = true;
    add("software", software, {.browser = "chrome", .matrices = wgsl::Matrices::spelled});
    DeviceInfo wide = large_device();
    wide.features.packed_dots = true;
    wide.limits.max_workgroup_storage_size = 32768;
    add("wide", wide, {.browser = "chrome", .tile = 32});
    DeviceInfo large_edge = large_device();
    large_edge.adapter.vendor = Vendor::amd;
    add("large-edge", large_edge, {.browser = "edge"});
    add("narrow", smallest_device(), {.browser = "edge", .threads = 32, .tile = 16});
    return out;
  }();
  return all;
}

Result<Plan> plan_on(const MadeUpDevice& device, const Graph& graph) {
  return compile(graph, {&device.device, device.profile, std::vector<bool>(graph.inputs().size(), device.odd_views)});
}

void add_variants(Variants& to, const Plan& plan) {
  for (const Step& step : plan.steps)
    for (const Dispatch& d : step.dispatches)
      to.try_emplace(d.key.text(), Variant{d.key, static_cast<int>(d.reads.size()), static_cast<int>(d.writes.size())});
}

namespace {

enum class Around { nothing, before, after };

// A case alone, with its first input computed, or with its result worked on by others.
Result<Graph> graph_of(const Op& op, const Case& c, Around around) {
  Graph graph;
  std::vector<Value> in;
  for (const Desc& d : c.in) in.push_back(graph.input("", d));
  if (around == Around::before) {
    const Value other = graph.input("", c.in[0]);
    in[0] = TRY(graph.apply("relu", {TRY(graph.apply("add", {in[0], other}))}));
  }
  Value y = TRY(graph.apply(op.name, in, c.attrs));
  if (around == Around::after) {
    const Desc desc = graph.desc(y);
    const Shape row = desc.shape.rank() > 0 ? Shape{desc.shape[desc.shape.rank() - 1]} : Shape{};
    y = TRY(graph.apply("add", {y, graph.input("", {desc.dtype, row})}));
    y = TRY(graph.apply("multiply", {TRY(graph.apply("silu", {y})), graph.input("", desc)}));
  }
  graph.output("", y);
  return graph;
}

bool of_floats(const Desc& desc) {
  return desc.dtype == DType::f32 || desc.dtype == DType::f16 || desc.dtype == DType::bf16;
}

}  // namespace

Result<Variants> all_variants() {
  Variants found;
  for (const MadeUpDevice& device : made_up_devices())
    for (const Op* op : all_ops())
      for (const Case& c : op->cases())
        for (const Around around : {Around::nothing, Around::before, Around::after}) {
          const bool fused = around != Around::nothing;
          if (fused && (c.benchmark || op->anchor == Anchor::elementwise || &device - &made_up_devices()[0] > 2))
            continue;
          if (around == Around::before && (c.in.empty() || !of_floats(c.in[0]))) continue;
          if (around == Around::after && !of_floats(TRY(resolve(op->name, c.in, c.attrs)).out[0])) continue;
          auto plan = plan_on(device, TRY(graph_of(*op, c, around)));
          if (!plan.ok() && plan.error().code == Code::limit) continue;  // a benchmark too large for the small device
          if (!plan.ok()) return plan.error();
          add_variants(found, *plan);
        }
  return found;
}

}  // namespace bitloom
