// `bitloom doctor`: is every op right on this device?
#include <unistd.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "runtime/doctor.h"
#include "runtime/inside.h"
#include "wgsl/profile.h"

using namespace bitloom;

namespace {

struct Options {
  std::string engine, op;
  uint64_t seed = 0;
  bool json = false, quick = false;
};

nlohmann::json device_json(const DeviceInfo& d) {
  return {{"engine", d.adapter.engine},
          {"adapter", d.adapter.name},
          {"description", d.adapter.description},
          {"backend", d.adapter.backend},
          {"vendor", name(d.adapter.vendor)},
          {"software", d.adapter.software},
          {"features",
           {{"shader-f16", d.features.f16},
            {"subgroups", d.features.subgroups},
            {"timestamp-query", d.features.timestamps}}},
          {"subgroup_sizes", {d.subgroup_min, d.subgroup_max}},
          {"limits",
           {{"maxBufferSize", d.limits.max_buffer_size},
            {"maxStorageBufferBindingSize", d.limits.max_storage_buffer_binding_size},
            {"maxStorageBuffersPerShaderStage", d.limits.max_storage_buffers_per_stage},
            {"maxComputeWorkgroupStorageSize", d.limits.max_workgroup_storage_size},
            {"maxComputeInvocationsPerWorkgroup", d.limits.max_invocations_per_workgroup},
            {"maxComputeWorkgroupSizeX", d.limits.max_workgroup_size_x},
            {"maxComputeWorkgroupsPerDimension", d.limits.max_workgroups_per_dimension},
            {"minStorageBufferOffsetAlignment", d.limits.min_storage_offset_alignment}}}};
}

int doctor(const Options& o) {
  if (!o.op.empty() && !find_op(o.op)) return report(error(Code::not_found, "[doctor] unknown op '{}'", o.op)), 2;
  auto backend = open_backend(o.engine);
  if (!backend.ok()) return report(backend.error());
  const wgsl::Profile* profile = Inside::profile(**backend);
  nlohmann::json device = profile ? device_json((*backend)->info()) : nlohmann::json{{"engine", "cpu"}};
  if (!o.json) {
    print("device   %s\n", (*backend)->name().c_str());
    if (profile) {
      for (const char* part : {"features", "limits"})
        for (const auto& [key, value] : device[part].items())
          print("         %s %s\n", key.c_str(), value.dump().c_str());
      print("profile  %s\n", profile->text().c_str());
    }
    print("\n%-14s %6s %6s %6s %6s   worst error (1 = allowed)\n", "op", "right", "wrong", "failed", "slow");
  }
  // One line per op, printed when the next op starts.
  struct Line {
    int counts[4] = {};
    double worst = 0;
  } line;
  std::string current;
  std::vector<std::string> problems;
  const bool live = !o.json && isatty(1) && isatty(2);
  const auto print_line = [&] {
    if (o.json || current.empty()) return;
    if (live) show_progress("");
    print("%-14s %6d %6d %6d %6d   %.3f\n", current.c_str(), line.counts[0], line.counts[1], line.counts[2],
          line.counts[3], line.worst);
    flush_output();
  };
  const DoctorReport found = run_sync(examine(
      *backend, {.op = o.op, .seed = o.seed, .all_profiles = !o.quick, .all_views = !o.quick},
      [&](const DoctorFinding& f) {
        if (f.op != current) print_line(), current = f.op, line = {};
        ++line.counts[f.state];
        line.worst = std::max(line.worst, f.worst);
        if (f.state != DoctorFinding::right)
          problems.push_back(format(
              "{} {} '{}'{}{}: {}\n{}", name(f.state), f.op, f.test, f.profile.empty() ? "" : " profile ", f.profile,
              f.state == DoctorFinding::slow ? format("{} ms, CPU {} ms", f.ms, f.cpu_ms) : f.problem, f.kernels));
        if (live) show_progress(format("{} {}", f.op, f.test));
        return true;
      }));
  print_line();
  if (o.json) {
    nlohmann::json cases = nlohmann::json::array();
    for (const DoctorFinding& f : found.findings)
      cases.push_back({{"op", f.op},
                       {"case", f.test},
                       {"profile", f.profile},
                       {"state", name(f.state)},
                       {"worst", f.worst},
                       {"ms", f.ms},
                       {"cpu_ms", f.cpu_ms},
                       {"problem", f.problem}});
    print_data(json_text({{"device", device},
                          {"seed", found.seed},
                          {"right", found.right},
                          {"wrong", found.wrong},
                          {"failed", found.failed},
                          {"slow", found.slow},
                          {"cases", cases}}) +
               "\n");
  } else {
    for (const std::string& p : problems) print("\n%s", p.c_str());
    print("\n%d right, %d wrong, %d failed, %d slow (seed %llu)\n%s\n", found.right, found.wrong, found.failed,
          found.slow, static_cast<unsigned long long>(found.seed), found.healthy() ? "all right" : "NOT all right");
  }
  return found.healthy() ? 0 : 1;
}

}  // namespace

void add_doctor(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("doctor", "Runs every op on your device and compares it with the CPU reference");
  auto o = std::make_shared<Options>();
  command->add_option("--engine", o->engine, "dawn, wgpu, cpu, or a library's path (default: the best there is)");
  command->add_option("--op", o->op, "Only this op");
  command->add_option("--seed", o->seed, "Repeat a run with its inputs")->check(whole_number());
  command->add_flag("--quick", o->quick, "Only this device's own shader profile");
  command->add_flag("--json", o->json, "One JSON object");
  command->callback([o, &code] { code = doctor(*o); });
}
