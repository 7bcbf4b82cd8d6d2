// WebGPU from a library loaded at run time: Dawn, wgpu-native, or any build of either by path. The only native file
// that sees webgpu.h. The two engines differ in a few places, all of them in `Engine` and marked there.
#include <dlfcn.h>
#include <webgpu/webgpu.h>
#include <webgpu/wgpu.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <thread>

#include "gpu/host.h"

namespace bitloom {
namespace gpu {
namespace {

// Every call we make, looked up by name once per library.
// clang-format off
#define WGPU_CALLS(X) \
  X(CreateInstance) X(InstanceProcessEvents) X(InstanceRequestAdapter) X(AdapterGetInfo) \
  X(AdapterInfoFreeMembers) X(AdapterGetLimits) X(AdapterHasFeature) X(AdapterRequestDevice) X(AdapterRelease) \
  X(DeviceGetQueue) X(DeviceCreateBuffer) X(DeviceCreateShaderModule) X(DeviceCreateBindGroupLayout) \
  X(DeviceCreatePipelineLayout) X(DeviceCreateComputePipeline) X(DeviceCreateComputePipelineAsync) \
  X(DeviceCreateBindGroup) X(DeviceCreateCommandEncoder) X(DeviceCreateQuerySet) X(DevicePushErrorScope) \
  X(DevicePopErrorScope) X(DeviceDestroy) X(DeviceRelease) X(QueueWriteBuffer) X(QueueSubmit) \
  X(QueueOnSubmittedWorkDone) X(QueueRelease) X(ShaderModuleGetCompilationInfo) X(ShaderModuleRelease) \
  X(BufferMapAsync) X(BufferGetConstMappedRange) X(BufferUnmap) X(BufferDestroy) X(BufferRelease) \
  X(ComputePipelineRelease) X(BindGroupRelease) X(BindGroupLayoutRelease) X(PipelineLayoutRelease) \
  X(QuerySetRelease) X(CommandEncoderBeginComputePass) X(CommandEncoderCopyBufferToBuffer) \
  X(CommandEncoderResolveQuerySet) X(CommandEncoderFinish) X(CommandEncoderRelease) X(CommandBufferRelease) \
  X(ComputePassEncoderSetPipeline) X(ComputePassEncoderSetBindGroup) X(ComputePassEncoderDispatchWorkgroups) \
  X(ComputePassEncoderEnd) X(ComputePassEncoderRelease)
// clang-format on

struct Api {
#define X(name) decltype(&::wgpu##name) name = nullptr;
  WGPU_CALLS(X)
#undef X
};

WGPUStringView view(std::string_view text) { return {text.data(), text.size()}; }
std::string text(WGPUStringView v) {
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

struct Engine {
  std::string name, library;
  Api api;
  WGPUInstance instance = nullptr;
  // wgpu-native makes pipelines only synchronously, has no compilation info (its message carries the position), counts
  // timestamps in ticks, and can list adapters.
  bool wgpu = false;
  decltype(&::wgpuInstanceEnumerateAdapters) enumerate = nullptr;
  decltype(&::wgpuQueueGetTimestampPeriod) timestamp_period = nullptr;
  decltype(&::wgpuDevicePoll) device_poll = nullptr;
  // Dawn before the header was settled numbers its features differently.
  bool early_dawn = false;

  WGPUFeatureName timestamps() const {
    return early_dawn ? static_cast<WGPUFeatureName>(3) : WGPUFeatureName_TimestampQuery;
  }
  WGPUFeatureName f16() const { return early_dawn ? static_cast<WGPUFeatureName>(0xA) : WGPUFeatureName_ShaderF16; }
  WGPUFeatureName subgroups() const {
    return early_dawn ? static_cast<WGPUFeatureName>(0x11) : WGPUFeatureName_Subgroups;
  }
};

// Engines stay open until the program ends: both keep threads and drivers that do not survive being unloaded.
std::map<std::string, std::unique_ptr<Engine>>& open_engines() {
  static auto* engines = new std::map<std::string, std::unique_ptr<Engine>>;
  return *engines;
}

std::atomic<uint64_t> events{0};  // callbacks delivered, so that waiting knows whether anything happened
// How often waiting only yields before it sleeps. A GPU answers within some milliseconds, and a sleep takes longer than
// it says; a driver that computes on the CPU needs the processor itself.
std::atomic<int> patience{200};

std::vector<std::string> library_candidates(std::string_view engine) {
  const std::string file = engine == "dawn" ? "libwebgpu_dawn.so" : "libwgpu_native.so";
  std::vector<std::string> out;
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  if (!program.empty()) {
    out.push_back(program / file);
    out.push_back(program / "../lib" / file);
  }
#ifdef BITLOOM_ENGINE_DIR
  out.push_back(std::string(BITLOOM_ENGINE_DIR "/") + file);
#endif
  out.push_back(file);  // wherever the system looks
  return out;
}

Result<Engine*> open_engine(const std::string& name) {
  auto& engines = open_engines();
  if (auto found = engines.find(name); found != engines.end()) return found->second.get();
  const bool known = name == "dawn" || name == "wgpu";
  if (!known && name.find('/') == std::string::npos)
    return error(Code::not_found,
                 "[engine] there is no engine '{}'; allowed are dawn, wgpu, or the path of a WebGPU library", name);
  void* library = nullptr;
  auto engine = std::make_unique<Engine>();
  std::string problems;
  for (const std::string& path : known ? library_candidates(name) : std::vector<std::string>{name}) {
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library) {
      engine->library = path;
      break;
    }
    problems += format("\n  {}", dlerror());
  }
  if (!library) return error(Code::not_found, "[engine] {} could not be loaded:{}", name, problems);
#define X(call)                                                                                          \
  engine->api.call = reinterpret_cast<decltype(engine->api.call)>(dlsym(library, "wgpu" #call));         \
  if (!engine->api.call)                                                                                 \
    return error(Code::unsupported, "[engine] {} has no wgpu" #call ": not a WebGPU library we can use", \
                 engine->library);
  WGPU_CALLS(X)
#undef X
  engine->name = name;
  engine->enumerate = reinterpret_cast<decltype(engine->enumerate)>(dlsym(library, "wgpuInstanceEnumerateAdapters"));
  engine->timestamp_period =
      reinterpret_cast<decltype(engine->timestamp_period)>(dlsym(library, "wgpuQueueGetTimestampPeriod"));
  engine->device_poll = reinterpret_cast<decltype(engine->device_poll)>(dlsym(library, "wgpuDevicePoll"));
  engine->wgpu = engine->enumerate != nullptr && dlsym(library, "wgpuGetVersion") != nullptr;
  engine->early_dawn = dlsym(library, "wgpuComputePassEncoderSetImmediateData") != nullptr && !engine->wgpu;
  // wgpu's OpenGL adapters lack what we need and complain on the terminal where there is no display.
  Padded<WGPUInstanceExtras> extras;
  extras.value.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
  extras.value.backends = WGPUInstanceBackend_Primary;
  extras.value.flags = WGPUInstanceFlag_Default;
  WGPUInstanceDescriptor instance{};
  instance.nextInChain = &extras.value.chain;
  engine->instance = engine->api.CreateInstance(engine->wgpu ? &instance : nullptr);
  if (!engine->instance) return error(Code::unsupported, "[engine] {} made no instance", engine->library);
  return (engines[name] = std::move(engine)).get();
}

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

struct Adapter {
  WGPUAdapter handle = nullptr;
  AdapterInfo info;
  uint32_t subgroup_min = 0, subgroup_max = 0;
};

Adapter describe(const Engine& engine, WGPUAdapter handle) {
  Padded<WGPUAdapterInfo> raw;
  engine.api.AdapterGetInfo(handle, &raw.value);
  const WGPUAdapterInfo& info = raw.value;
  Adapter a{.handle = handle, .info = {}};
  a.info.engine = engine.name;
  a.info.name = text(info.device);
  a.info.description = text(info.description);
  a.info.backend = backend_name(info.backendType);
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

// All adapters of an engine. The caller releases the handles.
std::vector<Adapter> find_adapters(const Engine& engine) {
  std::vector<Adapter> out;
  const auto add = [&](WGPUAdapter handle) {
    Adapter a = describe(engine, handle);
    for (const Adapter& other : out)
      if (other.info.name == a.info.name && other.info.backend == a.info.backend && !engine.enumerate) {
        engine.api.AdapterRelease(handle);
        return;
      }
    a.info.index = static_cast<int>(out.size());
    out.push_back(std::move(a));
  };
  if (engine.enumerate) {
    std::vector<WGPUAdapter> handles(engine.enumerate(engine.instance, nullptr, nullptr));
    if (!handles.empty()) engine.enumerate(engine.instance, nullptr, handles.data());
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

Code code_of(WGPUErrorType type) { return type == WGPUErrorType_OutOfMemory ? Code::out_of_memory : Code::gpu; }

class NativeHost final : public Host {
 public:
  // Outlives the host, since an engine may deliver "device lost" after the device was let go.
  struct Life {
    std::unique_ptr<Error> lost;
    std::function<void(const Error&)> on_lost;
    bool closing = false;
    std::vector<Error> stray;  // errors outside all scopes

    void lose(const std::string& why) {
      if (closing || lost) return;
      lost = std::make_unique<Error>(error(Code::device_lost, "[device] the GPU device is lost: {}", why));
      if (on_lost) on_lost(*lost);
    }
  };

  NativeHost(const Engine& engine, WGPUDevice device, Life* life)
      : engine_(engine), api_(engine.api), device_(device), life_(life) {
    queue_ = api_.DeviceGetQueue(device_);
    if (engine_.timestamp_period) tick_ns = engine_.timestamp_period(queue_);
  }
  ~NativeHost() override {
    life_->closing = true;
    if (queries_) api_.QuerySetRelease(queries_);
    for (auto& [key, layout] : layouts_)
      api_.BindGroupLayoutRelease(layout.group), api_.PipelineLayoutRelease(layout.pipeline);
    api_.QueueRelease(queue_);
    api_.DeviceDestroy(device_);
    api_.DeviceRelease(device_);
  }

  Handle create_buffer(uint64_t bytes, BufferUse use) override {
    WGPUBufferDescriptor d{};
    d.size = bytes;
    switch (use) {
      case BufferUse::storage:
        d.usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
        break;
      case BufferUse::uniform: d.usage = WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst; break;
      case BufferUse::staging: d.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst; break;
      case BufferUse::queries: d.usage = WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc; break;
    }
    return api_.DeviceCreateBuffer(device_, &d);
  }
  void destroy_buffer(Handle buffer) override {
    api_.BufferDestroy(static_cast<WGPUBuffer>(buffer));
    api_.BufferRelease(static_cast<WGPUBuffer>(buffer));
  }
  void write_buffer(Handle buffer, uint64_t offset, std::span<const std::byte> bytes) override {
    api_.QueueWriteBuffer(queue_, static_cast<WGPUBuffer>(buffer), offset, bytes.data(), bytes.size());
  }

  Task<Status> read_staging(Handle buffer, std::span<std::byte> into) override {
    const auto b = static_cast<WGPUBuffer>(buffer);
    Completion<Status> mapped;
    WGPUBufferMapCallbackInfo callback{};
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.userdata1 = new Completion<Status>(mapped);
    callback.callback = [](WGPUMapAsyncStatus status, WGPUStringView message, void* to, void*) {
      if (status == WGPUMapAsyncStatus_Success) finish(to, Status{});
      else finish(to, Status{error(Code::gpu, "[read] mapping failed: {}", text(message))});
    };
    api_.BufferMapAsync(b, WGPUMapMode_Read, 0, into.size(), callback);
    Status status = co_await mapped;
    if (!status.ok()) {
      if (const Error* gone = lost()) co_return *gone;
      co_return status;
    }
    const void* bytes = api_.BufferGetConstMappedRange(b, 0, into.size());
    if (bytes) std::memcpy(into.data(), bytes, into.size());
    api_.BufferUnmap(b);
    if (!bytes) co_return error(Code::gpu, "[read] the engine gave no bytes for a mapped buffer");
    co_return Status{};
  }

  Task<Result<Handle>> create_pipeline(std::string label, std::string wgsl, int reads, int writes,
                                       ShaderIssue* issue) override {
    WGPUShaderSourceWGSL source{};
    source.chain.sType = WGPUSType_ShaderSourceWGSL;
    source.code = view(wgsl);
    WGPUShaderModuleDescriptor module_descriptor{};
    module_descriptor.nextInChain = &source.chain;
    module_descriptor.label = view(label);
    push_errors();
    WGPUShaderModule module = api_.DeviceCreateShaderModule(device_, &module_descriptor);
    Status compiled = co_await pop_errors();
    if (!compiled.ok()) {
      *issue = co_await shader_issue(module, compiled.error().message);
      if (module) api_.ShaderModuleRelease(module);
      if (const Error* gone = lost()) co_return *gone;
      co_return error(Code::compile, "{}", issue->message);
    }
    WGPUComputePipelineDescriptor d{};
    d.label = view(label);
    d.layout = layout(reads, writes).pipeline;
    d.compute.module = module;
    d.compute.entryPoint = view("main");
    Result<Handle> made{nullptr};
    if (engine_.wgpu) {
      push_errors();
      WGPUComputePipeline pipeline = api_.DeviceCreateComputePipeline(device_, &d);
      Status status = co_await pop_errors();
      if (status.ok()) made = static_cast<Handle>(pipeline);
      else made = error(Code::compile, "{}", status.error().message);
    } else {
      Completion<Result<Handle>> done;
      WGPUCreateComputePipelineAsyncCallbackInfo callback{};
      callback.mode = WGPUCallbackMode_AllowProcessEvents;
      callback.userdata1 = new Completion<Result<Handle>>(done);
      callback.callback = [](WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline, WGPUStringView message,
                             void* to, void*) {
        if (status == WGPUCreatePipelineAsyncStatus_Success) finish(to, Result<Handle>(pipeline));
        else finish(to, Result<Handle>(error(Code::compile, "{}", text(message))));
      };
      api_.DeviceCreateComputePipelineAsync(device_, &d, callback);
      made = co_await done;
    }
    api_.ShaderModuleRelease(module);
    if (const Error* gone = lost()) co_return *gone;
    if (!made.ok()) issue->message = made.error().message;
    co_return made;
  }
  void destroy_pipeline(Handle pipeline) override {
    api_.ComputePipelineRelease(static_cast<WGPUComputePipeline>(pipeline));
  }

  Handle create_bind_group(int reads, int writes, std::span<const BindEntry> entries) override {
    std::vector<WGPUBindGroupEntry> list(entries.size());
    for (size_t i = 0; i < entries.size(); ++i) {
      list[i].binding = static_cast<uint32_t>(i);
      list[i].buffer = static_cast<WGPUBuffer>(entries[i].buffer);
      list[i].offset = entries[i].offset;
      list[i].size = entries[i].size;
    }
    WGPUBindGroupDescriptor d{};
    d.layout = layout(reads, writes).group;
    d.entryCount = list.size();
    d.entries = list.data();
    return api_.DeviceCreateBindGroup(device_, &d);
  }
  void destroy_bind_group(Handle group) override { api_.BindGroupRelease(static_cast<WGPUBindGroup>(group)); }

  void submit(std::span<const Command> commands) override {
    // wgpu-native stops the program when it is given commands that did not validate: they are looked at first there.
    if (engine_.wgpu) api_.DevicePushErrorScope(device_, WGPUErrorFilter_Validation);
    WGPUCommandEncoder encoder = api_.DeviceCreateCommandEncoder(device_, nullptr);
    WGPUComputePassEncoder pass = nullptr;
    const auto end_pass = [&] {
      if (!pass) return;
      api_.ComputePassEncoderEnd(pass);
      api_.ComputePassEncoderRelease(pass);
      pass = nullptr;
    };
    Handle pipeline = nullptr;
    for (const Command& c : commands) {
      if (!c.pipeline || c.timestamp >= 0) end_pass();
      if (c.queries) {
        api_.CommandEncoderResolveQuerySet(encoder, query_set(), 0, c.queries, static_cast<WGPUBuffer>(c.to), 0);
      } else if (!c.pipeline) {
        api_.CommandEncoderCopyBufferToBuffer(encoder, static_cast<WGPUBuffer>(c.from), c.from_offset,
                                              static_cast<WGPUBuffer>(c.to), c.to_offset, c.size);
      } else {
        if (!pass) {
          WGPUPassTimestampWrites times{};
          WGPUComputePassDescriptor d{};
          if (c.timestamp >= 0) {
            times.querySet = query_set();
            times.beginningOfPassWriteIndex = static_cast<uint32_t>(2 * c.timestamp);
            times.endOfPassWriteIndex = static_cast<uint32_t>(2 * c.timestamp + 1);
            d.timestampWrites = &times;
          }
          pass = api_.CommandEncoderBeginComputePass(encoder, &d);
          pipeline = nullptr;
        }
        if (c.pipeline != pipeline)
          api_.ComputePassEncoderSetPipeline(pass, static_cast<WGPUComputePipeline>(c.pipeline));
        pipeline = c.pipeline;
        api_.ComputePassEncoderSetBindGroup(pass, 0, static_cast<WGPUBindGroup>(c.bind_group), 1, &c.uniform_offset);
        api_.ComputePassEncoderDispatchWorkgroups(pass, c.groups[0], c.groups[1], c.groups[2]);
        if (c.timestamp >= 0) end_pass();
      }
    }
    end_pass();
    WGPUCommandBuffer buffer = api_.CommandEncoderFinish(encoder, nullptr);
    if (buffer) {
      if (!engine_.wgpu || commands_are_valid()) api_.QueueSubmit(queue_, 1, &buffer);
      api_.CommandBufferRelease(buffer);
    }
    api_.CommandEncoderRelease(encoder);
  }

  Task<Status> finished() override {
    Completion<Status> done;
    WGPUQueueWorkDoneCallbackInfo callback{};
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.userdata1 = new Completion<Status>(done);
    callback.callback = [](WGPUQueueWorkDoneStatus status, WGPUStringView, void* to, void*) {
      if (status == WGPUQueueWorkDoneStatus_Success) finish(to, Status{});
      else finish(to, Status{error(Code::gpu, "[queue] waiting for the device failed")});
    };
    api_.QueueOnSubmittedWorkDone(queue_, callback);
    Status status = co_await done;
    if (const Error* gone = lost()) co_return *gone;
    co_return status;
  }

  void push_errors() override {
    for (int i = 0; i < scopes(); ++i) {
      constexpr WGPUErrorFilter filters[] = {WGPUErrorFilter_Validation, WGPUErrorFilter_OutOfMemory,
                                             WGPUErrorFilter_Internal};
      api_.DevicePushErrorScope(device_, filters[i]);
    }
  }
  Task<Status> pop_errors() override {
    std::vector<Completion<Status>> popped(static_cast<size_t>(scopes()));
    for (Completion<Status>& one : popped) {
      WGPUPopErrorScopeCallbackInfo callback{};
      callback.mode = WGPUCallbackMode_AllowProcessEvents;
      callback.userdata1 = new Completion<Status>(one);
      callback.callback = [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* to,
                             void*) {
        if (status == WGPUPopErrorScopeStatus_Success && type != WGPUErrorType_NoError)
          finish(to, Status{error(code_of(type), "{}", text(message))});
        else finish(to, Status{});
      };
      api_.DevicePopErrorScope(device_, callback);
    }
    Status first;
    for (Completion<Status>& one : popped) {
      Status status = co_await one;
      if (first.ok() && !status.ok()) first = std::move(status);
    }
    // wgpu-native tells of a loss by the errors that follow it.
    for (const Error& e : life_->stray) notice_loss(e);
    if (!first.ok()) notice_loss(first.error());
    if (const Error* gone = lost()) co_return *gone;
    if (first.ok() && !life_->stray.empty()) {
      first = std::move(life_->stray.front());
      life_->stray.clear();
    }
    co_return first;
  }

  const Error* lost() const override { return life_->lost.get(); }
  void lose() override {
    api_.DeviceDestroy(device_);
    if (engine_.device_poll) engine_.device_poll(device_, false, nullptr);
  }

 private:
  // Closes the scope that submit() opened; an error is kept for pop_errors(). wgpu-native answers within the call.
  bool commands_are_valid() {
    WGPUPopErrorScopeCallbackInfo callback{};
    callback.mode = WGPUCallbackMode_AllowSpontaneous;
    callback.userdata1 = life_;
    callback.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType type, WGPUStringView message, void* to, void*) {
      if (type != WGPUErrorType_NoError)
        static_cast<Life*>(to)->stray.push_back(error(code_of(type), "{}", text(message)));
    };
    const size_t before = life_->stray.size();
    api_.DevicePopErrorScope(device_, callback);
    return life_->stray.size() == before;
  }

  void notice_loss(const Error& e) {
    if (engine_.wgpu && (e.message.find("device is lost") != std::string::npos ||
                         e.message.find("Device is lost") != std::string::npos))
      life_->lose(e.message);
  }

  int scopes() const { return engine_.wgpu ? 2 : 3; }  // wgpu-native has no filter for internal errors

  struct Layout {
    WGPUBindGroupLayout group;
    WGPUPipelineLayout pipeline;
  };

  template <class T>
  static void finish(void* to, T value) {
    std::unique_ptr<Completion<T>> completion(static_cast<Completion<T>*>(to));
    ++events;
    completion->complete(std::move(value));
  }

  const Layout& layout(int reads, int writes) {
    auto [at, fresh] = layouts_.try_emplace({reads, writes});
    if (!fresh) return at->second;
    std::vector<WGPUBindGroupLayoutEntry> entries(static_cast<size_t>(1 + reads + writes));
    for (size_t i = 0; i < entries.size(); ++i) {
      entries[i].binding = static_cast<uint32_t>(i);
      entries[i].visibility = WGPUShaderStage_Compute;
      entries[i].buffer.type = i == 0                            ? WGPUBufferBindingType_Uniform
                               : i <= static_cast<size_t>(reads) ? WGPUBufferBindingType_ReadOnlyStorage
                                                                 : WGPUBufferBindingType_Storage;
      entries[i].buffer.hasDynamicOffset = i == 0;
    }
    WGPUBindGroupLayoutDescriptor d{};
    d.entryCount = entries.size();
    d.entries = entries.data();
    at->second.group = api_.DeviceCreateBindGroupLayout(device_, &d);
    WGPUPipelineLayoutDescriptor p{};
    p.bindGroupLayoutCount = 1;
    p.bindGroupLayouts = &at->second.group;
    at->second.pipeline = api_.DeviceCreatePipelineLayout(device_, &p);
    return at->second;
  }

  WGPUQuerySet query_set() {
    if (!queries_) {
      WGPUQuerySetDescriptor d{};
      d.type = WGPUQueryType_Timestamp;
      d.count = most_queries;
      queries_ = api_.DeviceCreateQuerySet(device_, &d);
    }
    return queries_;
  }

  // wgpu-native writes "wgsl:3:5" into its message; Dawn answers when asked.
  Task<ShaderIssue> shader_issue(WGPUShaderModule module, std::string message) {
    ShaderIssue issue{0, 0, std::move(message)};
    if (engine_.wgpu || !module) {
      if (const size_t at = issue.message.find("wgsl:"); at != std::string::npos) {
        char* end = nullptr;
        issue.line = static_cast<int>(std::strtol(issue.message.c_str() + at + 5, &end, 10));
        if (*end == ':') issue.column = static_cast<int>(std::strtol(end + 1, nullptr, 10));
      }
      co_return issue;
    }
    Completion<ShaderIssue> done;
    WGPUCompilationInfoCallbackInfo callback{};
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.userdata1 = new Completion<ShaderIssue>(done);
    callback.callback = [](WGPUCompilationInfoRequestStatus, const WGPUCompilationInfo* info, void* to, void*) {
      ShaderIssue found;
      for (size_t i = 0; info && i < info->messageCount; ++i) {
        const WGPUCompilationMessage& m = info->messages[i];
        if (m.type != WGPUCompilationMessageType_Error) continue;
        found = {static_cast<int>(m.lineNum), static_cast<int>(m.linePos), text(m.message)};
        break;
      }
      finish(to, std::move(found));
    };
    api_.ShaderModuleGetCompilationInfo(module, callback);
    ShaderIssue found = co_await done;
    co_return found.message.empty() ? issue : found;
  }

  const Engine& engine_;
  const Api& api_;
  WGPUDevice device_;
  WGPUQueue queue_;
  WGPUQuerySet queries_ = nullptr;
  std::map<std::pair<int, int>, Layout> layouts_;
  Life* life_;
};

Task<Result<std::unique_ptr<Host>>> open_on(const Engine& engine, const DeviceOptions& options) {
  std::vector<Adapter> adapters = find_adapters(engine);
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
    co_return error(Code::not_found, "[device] {} has {}; there are: {}{}{}", engine.name, wanted,
                    names.empty() ? "none" : names, refused.empty() ? "" : ". ", refused);
  }
  if (!adapter.info.refused.empty()) {
    engine.api.AdapterRelease(adapter.handle);
    co_return error(Code::unsupported, "[device] {} adapter '{}' is refused: {}", engine.name, adapter.info.name,
                    adapter.info.refused);
  }

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
  want(engine.f16(), info.features.f16);
  want(engine.subgroups(), info.features.subgroups);
  want(engine.timestamps(), info.features.timestamps);
  info.features.packed_dots = true;  // a feature of the language, which both engines have

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

  static auto* lives = new std::vector<std::unique_ptr<NativeHost::Life>>;  // see Life
  lives->push_back(std::make_unique<NativeHost::Life>());
  NativeHost::Life* life = lives->back().get();
  life->on_lost = options.on_lost;

  WGPUDeviceDescriptor d{};
  d.requiredFeatureCount = features.size();
  d.requiredFeatures = features.data();
  d.requiredLimits = &limits.value;
  // Dawn rounds timestamps to 100 µs unless told not to; a browser's worry, not ours.
  struct {
    WGPUChainedStruct chain;
    size_t enabled_count = 0;
    const char* const* enabled = nullptr;
    size_t disabled_count = 0;
    const char* const* disabled = nullptr;
  } toggles{};
  const char* const off[] = {"timestamp_quantization"};
  if (!engine.wgpu) {
    toggles.chain.sType = static_cast<WGPUSType>(0x0005000A);
    toggles.disabled_count = 1;
    toggles.disabled = off;
    d.nextInChain = &toggles.chain;
  }
  d.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowSpontaneous;
  d.deviceLostCallbackInfo.userdata1 = life;
  d.deviceLostCallbackInfo.callback = [](const WGPUDevice*, WGPUDeviceLostReason, WGPUStringView message, void* to,
                                         void*) { static_cast<NativeHost::Life*>(to)->lose(text(message)); };
  d.uncapturedErrorCallbackInfo.userdata1 = life;
  d.uncapturedErrorCallbackInfo.callback = [](const WGPUDevice*, WGPUErrorType type, WGPUStringView message, void* to,
                                              void*) {
    static_cast<NativeHost::Life*>(to)->stray.push_back(error(code_of(type), "{}", text(message)));
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
  auto host = std::make_unique<NativeHost>(engine, answer.device, life);
  host->info = info;
  if (!info.adapter.software) patience = 4000;
  co_return std::unique_ptr<Host>(std::move(host));
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

}  // namespace gpu

std::vector<EngineInfo> list_engines() {
  std::vector<EngineInfo> out;
  std::vector<std::string> names{"dawn", "wgpu"};
  if (const char* chosen = std::getenv("BITLOOM_WEBGPU"))
    if (std::find(names.begin(), names.end(), chosen) == names.end()) names.push_back(chosen);
  for (const std::string& name : names) {
    auto engine = gpu::open_engine(name);
    out.push_back({name, engine.ok() ? (*engine)->library : "", engine.ok() ? "" : engine.error().message});
  }
  return out;
}

Result<std::vector<AdapterInfo>> list_adapters(std::string_view name) {
  const gpu::Engine* engine = TRY(gpu::open_engine(std::string(name)));
  std::vector<AdapterInfo> out;
  for (const gpu::Adapter& a : gpu::find_adapters(*engine)) {
    out.push_back(a.info);
    engine->api.AdapterRelease(a.handle);
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
