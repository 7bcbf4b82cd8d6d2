// A WebGPU library opened at run time: Dawn, wgpu-native, or any build of either by path. What an engine can do is
// found by the functions it exports, never by what its file is called. Only the files of this folder see webgpu.h.
#pragma once

#include <webgpu/webgpu.h>
#include <webgpu/wgpu.h>

#include <cstring>
#include <string>
#include <string_view>

#include "bitloom/result.h"

namespace bitloom::gpu {

// Every call we make, looked up by name once per library.
// clang-format off
#define WGPU_CALLS(X) \
  X(CreateInstance) X(InstanceProcessEvents) X(InstanceRequestAdapter) X(AdapterGetFeatures) X(AdapterGetInfo) \
  X(AdapterInfoFreeMembers) X(AdapterGetLimits) X(AdapterHasFeature) X(AdapterRequestDevice) X(AdapterRelease) \
  X(DeviceGetQueue) X(DeviceCreateBuffer) X(DeviceCreateShaderModule) X(DeviceCreateBindGroupLayout) \
  X(DeviceCreatePipelineLayout) X(DeviceCreateComputePipeline) X(DeviceCreateComputePipelineAsync) \
  X(DeviceCreateBindGroup) X(DeviceCreateCommandEncoder) X(DeviceCreateQuerySet) X(DevicePushErrorScope) \
  X(DevicePopErrorScope) X(DeviceDestroy) X(DeviceRelease) X(QueueWriteBuffer) X(QueueSubmit) \
  X(QueueOnSubmittedWorkDone) X(QueueRelease) X(ShaderModuleGetCompilationInfo) X(ShaderModuleRelease) \
  X(BufferMapAsync) X(BufferGetConstMappedRange) X(BufferUnmap) X(BufferDestroy) X(BufferRelease) \
  X(ComputePipelineRelease) X(BindGroupRelease) X(BindGroupLayoutRelease) X(PipelineLayoutRelease) \
  X(QuerySetRelease) X(SupportedFeaturesFreeMembers) X(CommandEncoderBeginComputePass) X(CommandEncoderCopyBufferToBuffer) \
  X(CommandEncoderResolveQuerySet) X(CommandEncoderFinish) X(CommandEncoderRelease) X(CommandBufferRelease) \
  X(ComputePassEncoderSetPipeline) X(ComputePassEncoderSetBindGroup) X(ComputePassEncoderDispatchWorkgroups) \
  X(ComputePassEncoderEnd) X(ComputePassEncoderRelease)
// clang-format on

struct Api {
#define X(name) decltype(&::wgpu##name) name = nullptr;
  WGPU_CALLS(X)
#undef X
  // Of wgpu-native only; null elsewhere.
  decltype(&::wgpuInstanceEnumerateAdapters) InstanceEnumerateAdapters = nullptr;
  decltype(&::wgpuQueueGetTimestampPeriod) QueueGetTimestampPeriod = nullptr;
  decltype(&::wgpuDevicePoll) DevicePoll = nullptr;
};

// Where engines differ. wgpu-native is told by the functions of its own header, Dawn by those of its own.
struct Capabilities {
  bool lists_adapters = false;     // else they are asked for one by one
  bool instance_extras = false;    // takes WGPUInstanceExtras
  bool device_toggles = false;     // takes Dawn's toggles
  bool async_pipelines = true;     // wgpu-native exports the call and stops the program when it is made
  bool compilation_info = true;    // the same; its message carries the position instead
  bool internal_errors = true;     // has an error scope for them
  bool checks_submits = true;      // bad commands are an error; wgpu-native stops the program at them
  bool tells_of_loss = true;       // by the callback; else by the errors that follow
  bool early_features = false;     // Dawn before the header was settled numbers its features differently
  std::string browser = "chrome";  // the browser that ships this engine, whose shader profile is the first choice

  WGPUFeatureName timestamps() const { return number(3, WGPUFeatureName_TimestampQuery); }
  WGPUFeatureName f16() const { return number(0xA, WGPUFeatureName_ShaderF16); }
  WGPUFeatureName subgroups() const { return number(0x11, WGPUFeatureName_Subgroups); }

 private:
  WGPUFeatureName number(int early, WGPUFeatureName settled) const {
    return early_features ? static_cast<WGPUFeatureName>(early) : settled;
  }
};

struct Engine {
  std::string name;            // as it was asked for: dawn, wgpu, or a path
  std::string library, found;  // the file, and how it was come by
  Api api;
  Capabilities can;
  WGPUInstance instance = nullptr;
};

// What Dawn is told about itself, beside what WebGPU has words for.
struct DawnToggles {
  WGPUChainedStruct chain{.next = nullptr, .sType = static_cast<WGPUSType>(0x0005000A)};
  size_t enabled_count = 0;
  const char* const* enabled = nullptr;
  size_t disabled_count = 0;
  const char* const* disabled = nullptr;
};
inline constexpr const char* unsafe_toggle[] = {"allow_unsafe_apis"};  // also features that are experiments

// Opened once, and kept until the program ends: engines keep threads and drivers that do not survive being unloaded.
Result<Engine*> open_engine(const std::string& name);

// Counted whenever an engine delivers something, so that waiting knows whether anything happened.
void note_event();
// The device is no software: it answers within milliseconds, and waiting need not leave the processor to it.
void expect_quick_answers();

inline WGPUStringView view(std::string_view text) { return {text.data(), text.size()}; }
inline std::string text(WGPUStringView v) {
  if (!v.data) return {};
  return v.length == WGPU_STRLEN ? std::string(v.data) : std::string(v.data, v.length);
}

// Structs that an older or newer library may believe to be longer than our header says.
template <class T>
union Padded {
  T value;
  std::byte room[sizeof(T) + 512];
  Padded() { std::memset(room, 0, sizeof room); }
};

}  // namespace bitloom::gpu
