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
  info.limits.max_invocations_per_workgroup = info.limits.max_workgroup_size_x = info.limits.max_workgroup_size_y = 1024;
  info.features = {.f16 = true, .subgroups = true, .timestamps = true};
  info.subgroup_min = info.subgroup_max = 32;
  return info;
}

std::string Variant::file_name() const {
  std::string name = key.file.substr(key.file.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  for (const auto& [parameter, value] : key.params) name += format("{}{}={}", name.empty() ? "" : ",", parameter, value);
  if (name.size() <= 160) return name + ".wgsl";
  std::string hash;
  for (uint64_t h = key.hash(), i = 0; i < 8; ++i, h >>= 4) hash += "0123456789abcdef"[h & 15];
  return format("{}~{}.wgsl", name.substr(0, 150), hash);
}

Result<std::vector<Variant>> all_variants() {
  std::map<std::string, Variant> found;
  for (const DeviceInfo& device : {smallest_device(), large_device()})
    for (std::string_view profile : wgsl::profile_names) {
      const wgsl::Profile chosen = TRY(wgsl::choose_profile(device, {.profile = std::string(profile)}));
      for (const Op* op : all_ops())
        for (const Case& c : op->cases())
          for (const bool misaligned : {false, true}) {
            Graph graph;
            std::vector<Value> in;
            for (const Desc& d : c.in) in.push_back(graph.input("", d));
            graph.output("", TRY(graph.apply(op->name, in, c.attrs)));
            auto plan = compile(graph, {&device, chosen, std::vector<bool>(c.in.size(), misaligned)});
            if (!plan.ok() && plan.error().code == Code::limit) continue;  // a benchmark too large for the small device
            if (!plan.ok()) return plan.error();
            for (const Step& step : plan->steps)
              for (const Dispatch& d : step.dispatches)
                found.try_emplace(d.key.text(), Variant{d.key.file.substr(0, d.key.file.find('/')), d.key,
                                                        static_cast<int>(d.reads.size()), static_cast<int>(d.writes.size()),
                                                        device.features.subgroups});
          }
    }
  std::vector<Variant> out;
  for (auto& [text, variant] : found) out.push_back(std::move(variant));
  return out;
}

}  // namespace bitloom
