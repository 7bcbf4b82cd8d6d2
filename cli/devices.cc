// `bitloom devices`: which engines there are and what each can reach. Also the helpers the commands share.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/try.h"
#include "cli/commands.h"
#include "cli/terminal.h"

using namespace bitloom;

int report(const Error& error) {
  // One line, but for what a shader compiler says, which has its source with it.
  const bool lines = error.code == Code::compile || error.code == Code::gpu;
  note("bitloom: %s: %s\n", std::string(code_name(error.code)).c_str(),
       (lines ? error.message : one_line(error.message)).c_str());
  return 1;
}

Result<std::shared_ptr<Backend>> open_backend(const std::string& engine) {
  if (engine == "cpu") return std::shared_ptr<Backend>(std::make_shared<CpuBackend>());
  WebGPUOptions options;
  options.engine = engine;
  return std::shared_ptr<Backend>(TRY(run_sync(WebGPUBackend::create(options))));
}

Result<std::shared_ptr<Backend>> open_backend_or_cpu(const std::string& engine, int& code) {
  auto opened = open_backend(engine);
  if (opened.ok() || !engine.empty()) return opened;
  note("%s\nrunning on the CPU instead\n", opened.error().message.c_str());
  code = 3;
  return open_backend("cpu");
}

std::string bytes_text(uint64_t bytes) {
  const char* const units[] = {"B", "KiB", "MiB", "GiB"};
  int unit = 0;
  while (unit < 3 && bytes >= 1024 && bytes % 1024 == 0) bytes /= 1024, ++unit;
  return format("{} {}", bytes, units[unit]);
}

std::string short_bytes(uint64_t bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB"};
  auto number = static_cast<double>(bytes);
  int unit = 0;
  while (unit < 3 && number >= 1000) number /= 1000, ++unit;
  char text[32];
  std::snprintf(text, sizeof text,
                unit == 0 || number >= 100 ? "%.0f %s"
                : number >= 10             ? "%.1f %s"
                                           : "%.2f %s",
                number, units[unit]);
  return text;
}

static int devices(bool json) {
  nlohmann::json out = nlohmann::json::array();
  bool any = false;
  for (const EngineInfo& engine : list_engines()) {
    nlohmann::json entry{{"engine", engine.name},
                         {"library", engine.library},
                         {"found", engine.found},
                         {"adapters", nlohmann::json::array()}};
    if (!json) {
      if (engine.error.empty())
        print("%s  %s (%s)\n", engine.name.c_str(), engine.library.c_str(), engine.found.c_str());
      else print("%s  %s\n", engine.name.c_str(), engine.error.c_str());
    }
    if (!engine.error.empty()) {
      entry["error"] = engine.error;
    } else if (auto adapters = list_adapters(engine.name); !adapters.ok()) {
      entry["error"] = adapters.error().message;
      if (!json) print("  %s\n", adapters.error().message.c_str());
    } else {
      for (const AdapterInfo& a : *adapters) {
        any |= a.refused.empty();
        entry["adapters"].push_back({{"index", a.index},
                                     {"name", a.name},
                                     {"description", a.description},
                                     {"backend", a.backend},
                                     {"vendor", name(a.vendor)},
                                     {"software", a.software},
                                     {"refused", a.refused}});
        if (!json)
          print("  %d  %s (%s%s)  %s%s%s\n", a.index, a.name.c_str(), a.backend.c_str(), a.software ? ", software" : "",
                a.description.c_str(), a.refused.empty() ? "" : "  refused: ", a.refused.c_str());
      }
      if (!json && adapters->empty()) print("  no adapters\n");
    }
    out.push_back(std::move(entry));
  }
  if (json) print_data(json_text(out) + "\n");
  else print("cpu  always there\n");
  return any ? 0 : 3;
}

void add_devices(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("devices", "Lists engines and adapters");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON array");
  command->callback([json, &code] { code = devices(*json); });
}
