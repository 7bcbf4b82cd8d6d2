// A GPU device: memory, pipelines, recording, reading back, timing. Work is recorded as dispatches and goes to the
// queue in one submit; a pipeline is compiled once per key; a dispatch's parameters live in one shared uniform buffer.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bitloom/device.h"
#include "bitloom/tensor.h"
#include "gpu/allocator.h"
#include "wgsl/expander.h"
#include "wgsl/key.h"

namespace bitloom::gpu {

struct Pipeline {
  Handle handle = nullptr;
  double compile_ms = 0;
};

// A byte range of a buffer, as a kernel sees it: the binding starts at an offset the device allows, `at` elements
// before the tensor does.
struct Binding {
  std::shared_ptr<Buffer> buffer;
  uint64_t offset = 0, size = 0;
  uint32_t at = 0;
};

class Device : public std::enable_shared_from_this<Device> {
 public:
  Device(std::shared_ptr<Host> host, bool validate);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceInfo& info() const { return host_->info; }

  Result<std::shared_ptr<Buffer>> allocate(uint64_t bytes) { return allocator_->allocate(bytes); }
  MemoryReport memory() const { return allocator_->report(); }
  void trim();  // frees kept buffers, staging and bind groups
  Result<Binding> bind(const Tensor& tensor) const;

  // Compiles what is missing, side by side. Kernels from text (not from our templates) use compile_text.
  struct Wanted {
    const wgsl::Key* key;
    int reads, writes;
  };
  Task<Status> prepare(std::vector<Wanted> wanted);
  const Pipeline* find(const wgsl::Key& key) const;
  Task<Result<const Pipeline*>> compile_text(std::string name, std::string wgsl, int reads, int writes);

  // Recording. Nothing runs before submit(); errors of everything recorded since begin() come back from it. Nothing
  // else may happen in between: buffers that are let go of while recording are handed out again at once, for later
  // dispatches, and only the queue's order keeps that right.
  // A device that does not validate gathers the work of many calls: submit() returns at once, and what was recorded
  // goes to the queue when there is enough of it, when the host has a moment, or when something is read. The engine's
  // verdict on it then comes back from the next read() or finished().
  void begin();
  Status record(const Pipeline& pipeline, std::span<const Binding> reads, std::span<const Binding> writes,
                std::span<const uint32_t> uniforms, std::array<uint32_t, 3> groups, std::string_view label);
  Task<Status> submit();
  void flush();  // sends what was gathered
  Task<Status> finished();

  void write(const Binding& to, std::span<const std::byte> bytes);
  // Whole words; `into` has to last until it is done.
  Task<Status> read(Binding from, std::span<std::byte> into);

  // While on, every dispatch is timed by the GPU; take_times() hands over what was measured since the last call.
  Status set_timing(bool on);
  std::vector<DispatchTime> take_times() { return std::exchange(times_, {}); }

  const Error* lost() const { return host_->lost(); }
  void lose() { host_->lose(); }

  const Counters& counters() const { return counters_; }

 private:
  struct GroupKey {
    int reads = 0, writes = 0;
    std::vector<BindEntry> entries{};
    bool operator==(const GroupKey& other) const;
  };
  struct GroupHash {
    size_t operator()(const GroupKey& key) const;
  };

  // The engine's answers on what was gathered; they come when they come.
  struct Verdicts {
    std::optional<Error> error{};
    int awaited = 0;
    std::vector<Completion<bool>> waiters{};
  };
  static Unattended keep_verdict(std::shared_ptr<Host> host, std::shared_ptr<Verdicts> to);

  Task<Status> compile(std::string name, Result<wgsl::Expanded> source, int reads, int writes);
  static Unattended compile_for_all(std::shared_ptr<Device> self, std::string name, Result<wgsl::Expanded> source,
                                    int reads, int writes);
  Handle bind_group(const GroupKey& key);
  void drop_bind_groups();
  void write_uniforms();
  void send();
  Task<Status> compile_now(std::string name, Result<wgsl::Expanded> source, int reads, int writes);
  Task<Status> verdict();
  Status failed(Status status);
  void distrust();
  struct Unheard;
  struct Staging;
  Status with_sizes(Status status) const;

  std::shared_ptr<Host> host_;
  bool validate_;
  std::shared_ptr<Allocator> allocator_;
  std::unordered_map<std::string, Pipeline> pipelines_;
  std::unordered_map<GroupKey, Handle, GroupHash> groups_;
  GroupKey group_key_{};
  uint64_t groups_trim_ = 0;  // the allocator's trim count the groups belong to
  // Parameters: those of the dispatches recorded so far begin at uniforms_from_ in the buffer, of which there is a
  // copy.
  Handle uniform_buffer_ = nullptr;
  std::vector<std::byte> uniforms_, uniforms_there_;
  size_t uniforms_from_ = 0;
  std::vector<Command> commands_;
  bool gathering_ = false;  // an error scope is open around what is being gathered
  std::shared_ptr<Verdicts> verdicts_ = std::make_shared<Verdicts>();
  std::unordered_map<std::string, std::vector<Completion<Status>>> compiling_;  // by name: who waits for it
  std::map<uint64_t, std::vector<Handle>> staging_;
  Handle query_buffer_ = nullptr;
  bool timing_ = false;
  bool sent_ = false;  // something, since begin()
  std::vector<std::string> timed_;
  std::vector<DispatchTime> times_;
  Counters counters_;
};

}  // namespace bitloom::gpu

namespace bitloom {

Task<Result<std::shared_ptr<gpu::Device>>> open_device(DeviceOptions options = {});

}  // namespace bitloom
