#include "gpu/native/host.h"

#include "base/try.h"

#include <cstdlib>
#include <map>

namespace bitloom::gpu {
namespace {

class NativeHost final : public Host {
 public:
  NativeHost(const Engine& engine, WGPUDevice device, DeviceLife* life)
      : api_(engine.api), can_(engine.can), device_(device), life_(life) {
    queue_ = api_.DeviceGetQueue(device_);
    if (api_.QueueGetTimestampPeriod) tick_ns = api_.QueueGetTimestampPeriod(queue_);
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

  Task<Result<WGPUShaderModule>> create_module(std::string label, std::string wgsl, ShaderIssue* issue) {
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
    co_return module;
  }

  Task<Status> check_shader(std::string label, std::string wgsl, ShaderIssue* issue) {
    CO_TRY(WGPUShaderModule module, co_await create_module(std::move(label), std::move(wgsl), issue));
    api_.ShaderModuleRelease(module);
    co_return Status{};
  }

  Task<Result<Handle>> create_pipeline(std::string label, std::string wgsl, int reads, int writes,
                                       ShaderIssue* issue) override {
    CO_TRY(WGPUShaderModule module, co_await create_module(label, std::move(wgsl), issue));
    WGPUComputePipelineDescriptor d{};
    d.label = view(label);
    d.layout = layout(reads, writes).pipeline;
    d.compute.module = module;
    d.compute.entryPoint = view("main");
    Result<Handle> made{nullptr};
    if (!can_.async_pipelines) {
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
    if (!can_.checks_submits) api_.DevicePushErrorScope(device_, WGPUErrorFilter_Validation);
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
      if (can_.checks_submits || commands_are_valid()) api_.QueueSubmit(queue_, 1, &buffer);
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
    // Some engines tell of a loss by the errors that follow it.
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
    if (api_.DevicePoll) api_.DevicePoll(device_, false, nullptr);
  }

 private:
  // Closes the scope that submit() opened; an error is kept for pop_errors(). The engines that need it answer within
  // the call.
  bool commands_are_valid() {
    WGPUPopErrorScopeCallbackInfo callback{};
    callback.mode = WGPUCallbackMode_AllowSpontaneous;
    callback.userdata1 = life_;
    callback.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType type, WGPUStringView message, void* to, void*) {
      if (type != WGPUErrorType_NoError)
        static_cast<DeviceLife*>(to)->stray.push_back(error(code_of(type), "{}", text(message)));
    };
    const size_t before = life_->stray.size();
    api_.DevicePopErrorScope(device_, callback);
    return life_->stray.size() == before;
  }

  void notice_loss(const Error& e) {
    if (!can_.tells_of_loss && (e.message.find("device is lost") != std::string::npos ||
                                e.message.find("Device is lost") != std::string::npos))
      life_->lose(e.message);
  }

  int scopes() const { return can_.internal_errors ? 3 : 2; }

  struct Layout {
    WGPUBindGroupLayout group;
    WGPUPipelineLayout pipeline;
  };

  template <class T>
  static void finish(void* to, T value) {
    std::unique_ptr<Completion<T>> completion(static_cast<Completion<T>*>(to));
    note_event();
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

  // Where there is no compilation info the message has the position, as "wgsl:3:5".
  Task<ShaderIssue> shader_issue(WGPUShaderModule module, std::string message) {
    ShaderIssue issue{0, 0, std::move(message)};
    if (!can_.compilation_info || !module) {
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

  const Api& api_;
  const Capabilities& can_;
  WGPUDevice device_;
  WGPUQueue queue_;
  WGPUQuerySet queries_ = nullptr;
  std::map<std::pair<int, int>, Layout> layouts_;
  DeviceLife* life_;
};

}  // namespace

Code code_of(WGPUErrorType type) { return type == WGPUErrorType_OutOfMemory ? Code::out_of_memory : Code::gpu; }

std::unique_ptr<Host> make_host(const Engine& engine, WGPUDevice device, DeviceLife* life) {
  return std::make_unique<NativeHost>(engine, device, life);
}

Task<Status> check_shader(Host& host, std::string label, std::string wgsl, ShaderIssue* issue) {
  return static_cast<NativeHost&>(host).check_shader(std::move(label), std::move(wgsl), issue);
}

}  // namespace bitloom::gpu
