#include "gpu/native/adapters.h"

#include <algorithm>

#include "base/try.h"

namespace bitloom {
namespace gpu {
namespace {

Vendor vendor_of(uint32_t id, bool software) {
  if (software) return Vendor::software;
  switch (id) {
    case 0x10de: return Vendor::nvidia;
    case 0x1002: return Vendor::amd;
    case 0x8086: return Vendor::intel;
    case 0x106b: return Vendor::apple;
    case 0x13b5: return Vendor::arm;
    case 0x5143: return Vendor::qualcomm;
    default: return Vendor::unknown;
  }
}

std::string_view backend_name(WGPUBackendType type) {
  switch (type) {
    case WGPUBackendType_Null: return "null";
    case WGPUBackendType_WebGPU: return "webgpu";
    case WGPUBackendType_D3D11: return "d3d11";
    case WGPUBackendType_D3D12: return "d3d12";
    case WGPUBackendType_Metal: return "metal";
    case WGPUBackendType_Vulkan: return "vulkan";
    case WGPUBackendType_OpenGL: return "opengl";
    case WGPUBackendType_OpenGLES: return "opengles";
    default: return "unknown";
  }
}

Adapter describe(const Engine& engine, WGPUAdapter handle) {
  Padded<WGPUAdapterInfo> raw;
  engine.api.AdapterGetInfo(handle, &raw.value);
  const WGPUAdapterInfo& info = raw.value;
  Adapter a{.handle = handle, .info = {}};
  a.info.engine = engine.name;
  a.info.name = text(info.device);
  a.info.description = text(info.description);
  a.info.backend = backend_name(info.backendType);
  a.info.browser = a.info.backend == "metal" && engine.can.browser == "chrome" ? "safari" : engine.can.browser;
  // SwiftShader and llvmpipe say so; some drivers only in their name.
  a.info.software = info.adapterType == WGPUAdapterType_CPU || a.info.name.find("llvmpipe") != std::string::npos ||
                    a.info.name.find("SwiftShader") != std::string::npos;
  a.info.vendor = vendor_of(info.vendorID, a.info.software);
  if (info.backendType == WGPUBackendType_Null)
    a.info.refused = "the Null backend computes nothing: it is what Dawn offers where it finds no driver";
  a.subgroup_min = info.subgroupMinSize;
  a.subgroup_max = info.subgroupMaxSize;
  engine.api.AdapterInfoFreeMembers(info);
  return a;
}

int strength(const AdapterInfo& a, Power power) {
  if (!a.refused.empty()) return -1;
  int score = a.backend == "vulkan" || a.backend == "metal" || a.backend == "d3d12" ? 100 : 0;
  if (!a.software) score += 1000;
  if (a.vendor == Vendor::nvidia || a.vendor == Vendor::amd) score += power == Power::low ? 0 : 10;
  return score;
}

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::tolower(c); });
  return s;
}

}  // namespace

std::vector<Adapter> find_adapters(const Engine& engine, Purpose purpose) {
  std::vector<Adapter> out;
  const auto add = [&](WGPUAdapter handle) {
    Adapter a = describe(engine, handle);
    for (const Adapter& other : out)
      if (other.info.name == a.info.name && other.info.backend == a.info.backend && !engine.can.lists_adapters) {
        engine.api.AdapterRelease(handle);
        return;
      }
    a.info.index = static_cast<int>(out.size());
    out.push_back(std::move(a));
  };
  if (engine.can.lists_adapters) {
    std::vector<WGPUAdapter> handles(engine.api.InstanceEnumerateAdapters(engine.instance, nullptr, nullptr));
    if (!handles.empty()) engine.api.InstanceEnumerateAdapters(engine.instance, nullptr, handles.data());
    for (WGPUAdapter h : handles) add(h);
    return out;
  }
  // Dawn has no list; asking in three ways shows the strong, the thrifty and the software adapter.
  for (auto [power, fallback] : {std::pair{WGPUPowerPreference_HighPerformance, false},
                                 {WGPUPowerPreference_LowPower, false},
                                 {WGPUPowerPreference_Undefined, true}}) {
    WGPURequestAdapterOptions options{};
    options.featureLevel = WGPUFeatureLevel_Core;
    options.powerPreference = power;
    options.forceFallbackAdapter = fallback;
    DawnToggles toggles;
    if (purpose == Purpose::check) {
      toggles.enabled_count = 1, toggles.enabled = unsafe_toggle;
      options.nextInChain = &toggles.chain;
      options.backendType = WGPUBackendType_Null;
      options.forceFallbackAdapter = false;
    }
    struct Answer {
      WGPUAdapter adapter = nullptr;
      bool done = false;
    } answer;
    WGPURequestAdapterCallbackInfo callback{};
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.userdata1 = &answer;
    callback.callback = [](WGPURequestAdapterStatus, WGPUAdapter adapter, WGPUStringView, void* to, void*) {
      *static_cast<Answer*>(to) = {adapter, true};
    };
    engine.api.InstanceRequestAdapter(engine.instance, &options, callback);
    while (!answer.done) engine.api.InstanceProcessEvents(engine.instance);  // answered at once by both engines
    if (answer.adapter) add(answer.adapter);
  }
  return out;
}

Result<Adapter> choose_adapter(const Engine& engine, const DeviceOptions& options, Purpose purpose) {
  std::vector<Adapter> adapters = find_adapters(engine, purpose);
  if (purpose == Purpose::check)
    for (Adapter& a : adapters) a.info.refused.clear();
  const Adapter* chosen = nullptr;
  std::string names, refused;
  for (const Adapter& a : adapters) {
    names += format("{}{} {}", names.empty() ? "" : ", ", a.info.index, a.info.name);
    if (!a.info.refused.empty()) refused = a.info.refused;
    const bool fits = options.adapter >= 0 ? a.info.index == options.adapter
                      : !options.adapter_name.empty()
                          ? lower(a.info.name).find(lower(options.adapter_name)) != std::string::npos
                          : a.info.refused.empty();
    if (fits && (!chosen || strength(a.info, options.power) > strength(chosen->info, options.power))) chosen = &a;
  }
  Adapter adapter = chosen ? *chosen : Adapter{};
  for (const Adapter& a : adapters)
    if (a.handle != adapter.handle) engine.api.AdapterRelease(a.handle);
  if (!chosen) {
    const std::string wanted = options.adapter >= 0            ? format("no adapter {}", options.adapter)
                               : !options.adapter_name.empty() ? format("no adapter named '{}'", options.adapter_name)
                                                               : std::string("no usable adapter");
    return error(Code::not_found, "[device] {} has {}; there are: {}{}{}", engine.name, wanted,
                 names.empty() ? "none" : names, refused.empty() ? "" : ". ", refused);
  }
  if (!adapter.info.refused.empty()) {
    engine.api.AdapterRelease(adapter.handle);
    return error(Code::unsupported, "[device] {} adapter '{}' is refused: {}", engine.name, adapter.info.name,
                 adapter.info.refused);
  }
  return adapter;
}

}  // namespace gpu

Result<std::vector<AdapterInfo>> list_adapters(std::string_view name) {
  const gpu::Engine* engine = TRY(gpu::open_engine(std::string(name)));
  std::vector<AdapterInfo> out;
  for (const gpu::Adapter& a : gpu::find_adapters(*engine)) {
    out.push_back(a.info);
    engine->api.AdapterRelease(a.handle);
  }
  return out;
}

}  // namespace bitloom
