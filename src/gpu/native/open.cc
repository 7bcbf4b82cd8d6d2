// Opening a device: of the engine asked for, or the best there is.
#include <cstdlib>

#include "base/try.h"
#include "gpu/checker.h"
#include "gpu/native/adapters.h"
#include "gpu/native/host.h"

namespace bitloom::gpu {
namespace {

Task<Result<std::unique_ptr<Host>>> open_on(const Engine& engine, const DeviceOptions& options,
                                            Purpose purpose = Purpose::compute) {
  CO_TRY(const Adapter adapter, choose_adapter(engine, options, purpose));
  DeviceInfo info{.adapter = adapter.info,
                  .limits = {},
                  .features = {},
                  .subgroup_min = adapter.subgroup_min,
                  .subgroup_max = adapter.subgroup_max};
  std::vector<WGPUFeatureName> features;
  const auto want = [&](WGPUFeatureName feature, bool& has) {
    has = engine.api.AdapterHasFeature(adapter.handle, feature);
    if (has) features.push_back(feature);
  };
  want(engine.can.f16(), info.features.f16);
  want(engine.can.subgroups(), info.features.subgroups);
  want(engine.can.timestamps(), info.features.timestamps);
  info.features.packed_dots = true;  // a feature of the language, which both engines have
  if (bool any = false; purpose == Purpose::check && !engine.can.device_toggles)
    want(static_cast<WGPUFeatureName>(WGPUNativeFeature_Subgroup), any);
  // Every feature there is: what a shader uses it has to enable by name.
  if (purpose == Purpose::check && engine.can.device_toggles) {
    WGPUSupportedFeatures all{};
    engine.api.AdapterGetFeatures(adapter.handle, &all);
    features.assign(all.features, all.features + all.featureCount);
    engine.api.SupportedFeaturesFreeMembers(all);
  }

  Padded<WGPULimits> limits;  // what the adapter has is what we ask for
  engine.api.AdapterGetLimits(adapter.handle, &limits.value);
  const WGPULimits& l = limits.value;
  info.limits = {.max_buffer_size = l.maxBufferSize,
                 .max_storage_buffer_binding_size = l.maxStorageBufferBindingSize,
                 .max_storage_buffers_per_stage = l.maxStorageBuffersPerShaderStage,
                 .max_workgroup_storage_size = l.maxComputeWorkgroupStorageSize,
                 .max_invocations_per_workgroup = l.maxComputeInvocationsPerWorkgroup,
                 .max_workgroup_size_x = l.maxComputeWorkgroupSizeX,
                 .max_workgroup_size_y = l.maxComputeWorkgroupSizeY,
                 .max_workgroups_per_dimension = l.maxComputeWorkgroupsPerDimension,
                 .min_storage_offset_alignment = l.minStorageBufferOffsetAlignment,
                 .min_uniform_offset_alignment = l.minUniformBufferOffsetAlignment};

  static auto* lives = new std::vector<std::unique_ptr<DeviceLife>>;  // see there
  lives->push_back(std::make_unique<DeviceLife>());
  DeviceLife* life = lives->back().get();
  life->on_lost = options.on_lost;

  WGPUDeviceDescriptor d{};
  d.requiredFeatureCount = features.size();
  d.requiredFeatures = features.data();
  d.requiredLimits = &limits.value;
  // Dawn rounds timestamps to 100 µs unless told not to; a browser's worry, not ours.
  DawnToggles toggles;
  const char* const off[] = {"timestamp_quantization"};
  if (engine.can.device_toggles) {
    toggles.disabled_count = 1, toggles.disabled = off;
    if (purpose == Purpose::check) toggles.enabled_count = 1, toggles.enabled = unsafe_toggle;
    d.nextInChain = &toggles.chain;
  }
  d.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowSpontaneous;
  d.deviceLostCallbackInfo.userdata1 = life;
  d.deviceLostCallbackInfo.callback = [](const WGPUDevice*, WGPUDeviceLostReason, WGPUStringView message, void* to,
                                         void*) { static_cast<DeviceLife*>(to)->lose(text(message)); };
  d.uncapturedErrorCallbackInfo.userdata1 = life;
  d.uncapturedErrorCallbackInfo.callback = [](const WGPUDevice*, WGPUErrorType type, WGPUStringView message, void* to,
                                              void*) {
    static_cast<DeviceLife*>(to)->stray.push_back(error(code_of(type), "{}", text(message)));
  };
  struct Answer {
    WGPUDevice device = nullptr;
    std::string message;
    bool done = false;
  } answer;
  WGPURequestDeviceCallbackInfo callback{};
  callback.mode = WGPUCallbackMode_AllowProcessEvents;
  callback.userdata1 = &answer;
  callback.callback = [](WGPURequestDeviceStatus, WGPUDevice device, WGPUStringView message, void* to, void*) {
    *static_cast<Answer*>(to) = {device, text(message), true};
  };
  engine.api.AdapterRequestDevice(adapter.handle, &d, callback);
  while (!answer.done) engine.api.InstanceProcessEvents(engine.instance);
  engine.api.AdapterRelease(adapter.handle);
  if (!answer.device)
    co_return error(Code::gpu, "[device] {} gave no device on '{}': {}", engine.name, adapter.info.name,
                    answer.message);
  std::unique_ptr<Host> host = make_host(engine, answer.device, life);
  host->info = info;
  if (!info.adapter.software) expect_quick_answers();
  co_return std::move(host);
}

}  // namespace

Task<Result<std::unique_ptr<Host>>> open_host(DeviceOptions options) {
  std::string wanted = options.engine;
  if (wanted.empty())
    if (const char* chosen = std::getenv("BITLOOM_WEBGPU")) wanted = chosen;
  if (!wanted.empty()) {
    CO_TRY(const Engine* engine, open_engine(wanted));
    co_return co_await open_on(*engine, options);
  }
  // Nothing asked for: the first engine that has a real GPU, else the first that has anything.
  std::string problems;
  std::unique_ptr<Host> software;
  for (const char* name : {"dawn", "wgpu"}) {
    auto engine = open_engine(name);
    if (!engine.ok()) {
      problems += "\n  " + engine.error().message;
      continue;
    }
    auto host = co_await open_on(**engine, options);
    if (!host.ok()) {
      problems += "\n  " + host.error().message;
      continue;
    }
    if (!(*host)->info.adapter.software) co_return host;
    if (!software) software = std::move(*host);
  }
  if (software) co_return software;
  co_return error(Code::not_found, "[device] no WebGPU device here:{}", problems);
}

Task<Result<ShaderChecker>> open_checker(std::string name) {
  CO_TRY(const Engine* engine, open_engine(name));
  const DeviceOptions options;
  CO_TRY(std::unique_ptr<Host> host, co_await open_on(*engine, options, Purpose::check));
  const std::shared_ptr<Host> shared = std::move(host);
  ShaderChecker checker{shared->info, [shared](std::string label, std::string wgsl, ShaderIssue* issue) {
                          return check_shader(*shared, std::move(label), std::move(wgsl), issue);
                        }};
  co_return checker;
}

}  // namespace bitloom::gpu
