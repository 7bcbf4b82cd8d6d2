// WebGPU as a page has it. JavaScript (js/src/gpu.ts) asks for the adapter and the device and keeps every WebGPU
// object; here they are numbers. A call that waits hands over a Pending, and JavaScript answers it once through
// bitloom_answer. A whole submit crosses over in one call: JavaScript reads the commands from our memory, as they are
// laid out here.
#include <cstddef>
#include <cstdlib>
#include <map>

#include "gpu/host.h"
#include "runtime/web.h"

namespace bitloom {
namespace gpu {
namespace {

struct Answer {
  std::optional<Error> problem;
  Handle object = nullptr;
  int line = 0, column = 0;  // of a shader's mistake
};
using Pending = Completion<Answer>;

// The layout that js/src/gpu.ts reads.
static_assert(sizeof(Command) == 72 && offsetof(Command, uniform_offset) == 8 && offsetof(Command, groups) == 12 &&
              offsetof(Command, timestamp) == 24 && offsetof(Command, from) == 28 && offsetof(Command, to) == 32 &&
              offsetof(Command, from_offset) == 40 && offsetof(Command, to_offset) == 48 &&
              offsetof(Command, size) == 56 && offsetof(Command, queries) == 64);
static_assert(sizeof(BindEntry) == 24 && offsetof(BindEntry, offset) == 8 && offsetof(BindEntry, size) == 16);

extern "C" {
BITLOOM_IMPORT(gpu_attach) void gpu_attach(Handle device, Host* host);  // says what the device can do: web::said()
BITLOOM_IMPORT(gpu_detach) void gpu_detach(Handle device);
BITLOOM_IMPORT(gpu_create_buffer) Handle gpu_create_buffer(Handle device, double bytes, int use);
BITLOOM_IMPORT(gpu_destroy) void gpu_destroy(Handle device, Handle object);
BITLOOM_IMPORT(gpu_write_buffer)
void gpu_write_buffer(Handle device, Handle buffer, double offset, const void* bytes, size_t size);
BITLOOM_IMPORT(gpu_read_staging)
void gpu_read_staging(Handle device, Handle buffer, void* into, size_t size, Pending* to);
BITLOOM_IMPORT(gpu_create_pipeline)
void gpu_create_pipeline(Handle device, const char* label, size_t label_size, const char* wgsl, size_t wgsl_size,
                         int reads, int writes, Pending* to);
BITLOOM_IMPORT(gpu_create_bind_group)
Handle gpu_create_bind_group(Handle device, int reads, int writes, const BindEntry* entries, size_t count);
BITLOOM_IMPORT(gpu_submit) void gpu_submit(Handle device, const Command* commands, size_t count);
BITLOOM_IMPORT(gpu_flush_soon) void gpu_flush_soon(Handle device);
BITLOOM_IMPORT(gpu_finished) void gpu_finished(Handle device, Pending* to);
BITLOOM_IMPORT(gpu_push_errors) void gpu_push_errors(Handle device);
BITLOOM_IMPORT(gpu_pop_errors) void gpu_pop_errors(Handle device, Pending* to);
BITLOOM_IMPORT(gpu_lose) void gpu_lose(Handle device);
BITLOOM_IMPORT(breathe) int page_breathe(Pending* to);  // 0: no need yet, `to` is not answered

// `code` is a Code, or -1 when all went well. The text is ours to free.
BITLOOM_EXPORT(bitloom_answer)
void bitloom_answer(Pending* to, int code, char* text, size_t size, Handle object, int line, int column) {
  Answer answer{.problem = {}, .object = object, .line = line, .column = column};
  if (code >= 0) answer.problem = Error{static_cast<Code>(code), std::string(text, size)};
  std::free(text);
  const Pending pending = *to;
  delete to;
  pending.complete(std::move(answer));
}
}

// Asked before an answer is written anywhere but here: 0 where the task that waited was given up, and its memory with
// it.
extern "C" BITLOOM_EXPORT(bitloom_waited_for) int bitloom_waited_for(const Pending* to) { return !to->abandoned(); }

class WebHost final : public Host {
 public:
  explicit WebHost(Handle device) : device_(device) {
    gpu_attach(device_, this);
    describe(web::said());
  }
  ~WebHost() override { gpu_detach(device_); }

  Handle create_buffer(uint64_t bytes, BufferUse use) override {
    return gpu_create_buffer(device_, static_cast<double>(bytes), static_cast<int>(use));
  }
  void destroy_buffer(Handle buffer) override { gpu_destroy(device_, buffer); }
  void write_buffer(Handle buffer, uint64_t offset, std::span<const std::byte> bytes) override {
    gpu_write_buffer(device_, buffer, static_cast<double>(offset), bytes.data(), bytes.size());
  }
  Task<Status> read_staging(Handle buffer, std::span<std::byte> into) override {
    const Pending pending;
    gpu_read_staging(device_, buffer, into.data(), into.size(), new Pending(pending));
    co_return status_of(co_await pending);
  }

  Task<Result<Handle>> create_pipeline(std::string label, std::string wgsl, int reads, int writes,
                                       ShaderIssue* issue) override {
    const Pending pending;
    gpu_create_pipeline(device_, label.data(), label.size(), wgsl.data(), wgsl.size(), reads, writes,
                        new Pending(pending));
    const Answer answer = co_await pending;
    if (const Error* gone = lost()) co_return *gone;
    if (!answer.problem) co_return answer.object;
    *issue = {answer.line, answer.column, answer.problem->message};
    co_return *answer.problem;
  }
  void destroy_pipeline(Handle pipeline) override { gpu_destroy(device_, pipeline); }
  Handle create_bind_group(int reads, int writes, std::span<const BindEntry> entries) override {
    return gpu_create_bind_group(device_, reads, writes, entries.data(), entries.size());
  }
  void destroy_bind_group(Handle group) override { gpu_destroy(device_, group); }

  void submit(std::span<const Command> commands) override { gpu_submit(device_, commands.data(), commands.size()); }
  void flush_soon() override { gpu_flush_soon(device_); }
  Task<Status> finished() override {
    const Pending pending;
    gpu_finished(device_, new Pending(pending));
    co_return status_of(co_await pending);
  }

  void push_errors() override { gpu_push_errors(device_); }
  Task<Status> pop_errors() override {
    const Pending pending;
    gpu_pop_errors(device_, new Pending(pending));
    co_return status_of(co_await pending);
  }

  const Error* lost() const override { return lost_ ? &*lost_ : nullptr; }
  void lose() override { gpu_lose(device_); }
  void set_lost(std::string_view why) {
    if (lost_) return;
    lost_ = error(Code::device_lost, "[device] the GPU device is lost: {}", why);
    if (on_lost) on_lost(*lost_);
  }
  std::function<void(const Error&)> on_lost;

 private:
  Status status_of(const Answer& answer) const {
    if (lost_) return *lost_;
    if (answer.problem) return *answer.problem;
    return {};
  }

  void describe(const web::Words& words) {
    AdapterInfo& a = info.adapter;
    a.engine = words.word("engine");
    a.browser = words.word("browser");
    a.name = words.word("name");
    a.description = words.word("description");
    a.backend = words.word("backend");
    a.software = words.number("software") != 0;
    for (int v = 0; v <= static_cast<int>(Vendor::software); ++v)
      if (name(static_cast<Vendor>(v)) == words.word("vendor")) a.vendor = static_cast<Vendor>(v);
    info.features = {.f16 = words.number("shader-f16") != 0,
                     .subgroups = words.number("subgroups") != 0,
                     .timestamps = words.number("timestamp-query") != 0,
                     .packed_dots = words.number("packed_4x8_integer_dot_product") != 0,
                     .matrices = words.number("chromium-experimental-subgroup-matrix") != 0};
    info.subgroup_min = static_cast<uint32_t>(words.number("subgroupMinSize"));
    info.subgroup_max = static_cast<uint32_t>(words.number("subgroupMaxSize"));
    const auto small = [&](std::string_view limit) { return static_cast<uint32_t>(words.number(limit)); };
    info.limits = {
        .max_buffer_size = static_cast<uint64_t>(words.number("maxBufferSize")),
        .max_storage_buffer_binding_size = static_cast<uint64_t>(words.number("maxStorageBufferBindingSize")),
        .max_storage_buffers_per_stage = small("maxStorageBuffersPerShaderStage"),
        .max_workgroup_storage_size = small("maxComputeWorkgroupStorageSize"),
        .max_invocations_per_workgroup = small("maxComputeInvocationsPerWorkgroup"),
        .max_workgroup_size_x = small("maxComputeWorkgroupSizeX"),
        .max_workgroup_size_y = small("maxComputeWorkgroupSizeY"),
        .max_workgroups_per_dimension = small("maxComputeWorkgroupsPerDimension"),
        .min_storage_offset_alignment = small("minStorageBufferOffsetAlignment"),
        .min_uniform_offset_alignment = small("minUniformBufferOffsetAlignment")};
  }

  Handle device_;
  std::optional<Error> lost_;
};

extern "C" {
BITLOOM_EXPORT(bitloom_lost) void bitloom_lost(Host* host, char* text, size_t size) {
  static_cast<WebHost*>(host)->set_lost({text, size});
  std::free(text);
}
BITLOOM_EXPORT(bitloom_flush) void bitloom_flush(Host* host) {
  if (host->flush) host->flush();
}
}

}  // namespace

// Here `adapter` is JavaScript's number for a device it has already opened.
Task<Result<std::unique_ptr<Host>>> open_host(DeviceOptions options) {
  auto host = std::make_unique<WebHost>(reinterpret_cast<Handle>(options.adapter));
  host->on_lost = std::move(options.on_lost);
  co_return std::unique_ptr<Host>(std::move(host));
}

}  // namespace gpu

Task<bool> breathe() {
  auto* pending = new gpu::Pending;
  const gpu::Pending waiting = *pending;
  if (!gpu::page_breathe(pending)) {
    delete pending;
    co_return false;
  }
  (void)co_await waiting;
  co_return true;
}

}  // namespace bitloom
