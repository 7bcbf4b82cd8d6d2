#include "runtime/variants.h"

#include <map>

#include "graph/plan.h"

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
  info.features = {.f16 = true, .subgroups = true, .timestamps = true, .matrices = true};
  info.subgroup_min = info.subgroup_max = 32;
  return info;
}

namespace {

// Element-wise ops share a template; their variants belong to the op it was expanded for.
std::string folder_of(const wgsl::Key& key) {
  const std::string folder = key.file.substr(0, key.file.find('/'));
  return folder == "elementwise" ? key.params.find("op")->string() : folder;
}

}  // namespace

Result<std::vector<Variant>> all_variants() {
  // The ends of the range: few threads, plain loops, views anywhere, no features; and a large GPU with all of them.
  // What other profiles pick differs in numbers only, and the doctor compiles and runs that too.
  struct From {
    DeviceInfo device;
    const char* profile;
    bool misaligned;
  };
  std::map<std::string, Variant> found;
  for (const From& from : {From{smallest_device(), "firefox", false}, From{smallest_device(), "firefox", true},
                           From{large_device(), "chrome", false}}) {
    const wgsl::Profile profile = TRY(wgsl::choose_profile(from.device, {.profile = from.profile}));
    for (const Op* op : all_ops())
      for (const Case& c : op->cases()) {
        Graph graph;
        std::vector<Value> in;
        for (const Desc& d : c.in) in.push_back(graph.input("", d));
        graph.output("", TRY(graph.apply(op->name, in, c.attrs)));
        auto plan = compile(graph, {&from.device, profile, std::vector<bool>(c.in.size(), from.misaligned)});
        if (!plan.ok() && plan.error().code == Code::limit) continue;  // a benchmark too large for the small device
        if (!plan.ok()) return plan.error();
        for (const Step& step : plan->steps)
          for (const Dispatch& d : step.dispatches)
            found.try_emplace(d.key.text(), Variant{folder_of(d.key), d.key, static_cast<int>(d.reads.size()),
                                                    static_cast<int>(d.writes.size())});
      }
  }
  std::vector<Variant> out;
  for (auto& [text, variant] : found) out.push_back(std::move(variant));
  return out;
}

}  // namespace bitloom
