// Finding and opening engines, and letting them deliver what has finished.
#include "gpu/native/engine.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "base/program.h"
#include "bitloom/device.h"
#include "bitloom/task.h"

namespace bitloom {
namespace gpu {
namespace {

std::map<std::string, std::unique_ptr<Engine>>& open_engines() {
  static auto* engines = new std::map<std::string, std::unique_ptr<Engine>>;
  return *engines;
}

std::atomic<uint64_t> events{0};
// How often waiting only yields before it sleeps. A GPU answers within some milliseconds, and a sleep takes longer than
// it says; a driver that computes on the CPU needs the processor itself.
std::atomic<int> patience{200};

struct Place {
  std::string path, found;
};

// Where the library of an engine that is asked for by name may be, in order.
std::vector<Place> places_of(std::string_view engine) {
  const std::string file = engine == "dawn" ? "libwebgpu_dawn.so" : "libwgpu_native.so";
  std::vector<Place> out;
  if (const auto folder = program_folder(); !folder.empty()) out.push_back({folder / file, "beside the program"});
  for (const char* folder : {"lib", "lib/bitloom"})
    for (const auto& place : beside_program(folder)) out.push_back({place / file, "beside the program"});
  out.push_back({file, "where the system looks for libraries"});
  if (const char* folder = std::getenv("BITLOOM_ENGINE_DIR"); folder && *folder)
    out.push_back({std::string(folder) + '/' + file, "in BITLOOM_ENGINE_DIR"});
  return out;
}

// The file a library was loaded from, whoever found it.
std::string file_of(void* library, const std::string& asked) {
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map || !*map->l_name) return asked;
  std::error_code ignored;
  const auto file = std::filesystem::canonical(map->l_name, ignored);
  return ignored ? map->l_name : file.string();
}

template <class F>
void look_up(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
}

Capabilities capabilities_of(void* library, const Api& api) {
  const auto exports = [&](const char* name) { return dlsym(library, name) != nullptr; };
  Capabilities can;
  can.lists_adapters = api.InstanceEnumerateAdapters != nullptr;
  if (exports("wgpuGetVersion") && api.DevicePoll) {  // wgpu.h
    can.instance_extras = true;
    can.async_pipelines = can.compilation_info = can.internal_errors = false;
    can.checks_submits = can.tells_of_loss = false;
    can.browser = "firefox";
  } else if (exports("wgpuDeviceTick")) {
    can.device_toggles = true;
    can.early_features = exports("wgpuComputePassEncoderSetImmediateData");
  }
  return can;
}

}  // namespace

void note_event() { ++events; }
void expect_quick_answers() { patience = 4000; }

Result<Engine*> open_engine(const std::string& name) {
  auto& engines = open_engines();
  if (auto found = engines.find(name); found != engines.end()) return found->second.get();
  const bool known = name == "dawn" || name == "wgpu";
  if (!known && name.find('/') == std::string::npos)
    return error(Code::not_found,
                 "[engine] not supported: engine '{}'; supported are dawn, wgpu, or the path of a WebGPU library",
                 name);
  void* library = nullptr;
  auto engine = std::make_unique<Engine>();
  std::string problems;
  for (const Place& place : known ? places_of(name) : std::vector<Place>{{name, "given by its path"}}) {
    library = dlopen(place.path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library) {
      engine->library = file_of(library, place.path);
      engine->found = place.found;
      break;
    }
    problems += format("\n  {}", dlerror());
  }
  if (!library)
    return error(Code::not_found, "[engine] {} could not be loaded:{}{}", name, problems,
                 known ? "\n  BITLOOM_ENGINE_DIR may name the folder it is in" : "");
#define X(call)                                                                                          \
  look_up(library, "wgpu" #call, engine->api.call);                                                      \
  if (!engine->api.call)                                                                                 \
    return error(Code::unsupported, "[engine] {} has no wgpu" #call ": not a WebGPU library we can use", \
                 engine->library);
  WGPU_CALLS(X)
#undef X
  look_up(library, "wgpuInstanceEnumerateAdapters", engine->api.InstanceEnumerateAdapters);
  look_up(library, "wgpuQueueGetTimestampPeriod", engine->api.QueueGetTimestampPeriod);
  look_up(library, "wgpuDevicePoll", engine->api.DevicePoll);
  engine->name = name;
  engine->can = capabilities_of(library, engine->api);
  // wgpu's OpenGL adapters lack what we need and complain on the terminal where there is no display.
  Padded<WGPUInstanceExtras> extras;
  extras.value.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
  extras.value.backends = WGPUInstanceBackend_Primary;
  extras.value.flags = WGPUInstanceFlag_Default;
  WGPUInstanceDescriptor instance{};
  instance.nextInChain = &extras.value.chain;
  engine->instance = engine->api.CreateInstance(engine->can.instance_extras ? &instance : nullptr);
  if (!engine->instance) return error(Code::unsupported, "[engine] {} made no instance", engine->library);
  return (engines[name] = std::move(engine)).get();
}

}  // namespace gpu

std::vector<EngineInfo> list_engines() {
  std::vector<EngineInfo> out;
  std::vector<std::string> names{"dawn", "wgpu"};
  if (const char* chosen = std::getenv("BITLOOM_WEBGPU"))
    if (std::find(names.begin(), names.end(), chosen) == names.end()) names.push_back(chosen);
  for (const std::string& name : names) {
    auto engine = gpu::open_engine(name);
    if (engine.ok()) out.push_back({name, (*engine)->library, (*engine)->found, ""});
    else out.push_back({name, "", "", engine.error().message});
  }
  return out;
}

Task<bool> breathe() { co_return false; }

void pump_engines() {
  static int idle = 0;
  const uint64_t before = gpu::events;
  for (auto& [name, engine] : gpu::open_engines()) engine->api.InstanceProcessEvents(engine->instance);
  if (gpu::events != before) idle = 0;
  else if (++idle < gpu::patience) std::this_thread::yield();
  else std::this_thread::sleep_for(std::chrono::microseconds(50));
}

}  // namespace bitloom
