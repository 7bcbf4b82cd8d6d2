// The little of WebGPU that Bitloom needs, without saying where it comes from: native/ reaches it through a library
// loaded at run time, web.cc through the page's own. Everything above this header is the same in both.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bitloom/device.h"
#include "bitloom/task.h"

namespace bitloom::gpu {

using Handle = void*;

enum class BufferUse { storage, uniform, staging, queries };

struct BindEntry {
  Handle buffer;
  uint64_t offset, size;
};

// One thing for the queue: a dispatch (pipeline set), else a copy, else the resolving of timestamps into `to`.
struct Command {
  Handle pipeline = nullptr, bind_group = nullptr;
  uint32_t uniform_offset = 0;
  std::array<uint32_t, 3> groups{1, 1, 1};
  int timestamp = -1;  // >= 0: time this dispatch with queries 2t and 2t + 1
  Handle from = nullptr, to = nullptr;
  uint64_t from_offset = 0, to_offset = 0, size = 0;
  uint32_t queries = 0;  // > 0: resolve that many into `to`
};

// Where a shader went wrong, in the text that was given.
struct ShaderIssue {
  int line = 0, column = 0;
  std::string message;
};

class Host {
 public:
  virtual ~Host() = default;

  DeviceInfo info;
  double tick_ns = 1;  // what a timestamp counts in

  virtual Handle create_buffer(uint64_t bytes, BufferUse use) = 0;
  virtual void destroy_buffer(Handle buffer) = 0;
  virtual void write_buffer(Handle buffer, uint64_t offset, std::span<const std::byte> bytes) = 0;
  // Waits until the staging buffer can be read, and reads it.
  virtual Task<Status> read_staging(Handle buffer, std::span<std::byte> into) = 0;

  // Bindings: 0 is a uniform block with a dynamic offset, then `reads` read-only and `writes` writable storage buffers.
  // A shader that does not compile fills `issue`.
  virtual Task<Result<Handle>> create_pipeline(std::string label, std::string wgsl, int reads, int writes,
                                               ShaderIssue* issue) = 0;
  virtual void destroy_pipeline(Handle pipeline) = 0;
  virtual Handle create_bind_group(int reads, int writes, std::span<const BindEntry> entries) = 0;
  virtual void destroy_bind_group(Handle group) = 0;

  virtual void submit(std::span<const Command> commands) = 0;
  // A page calls `flush` once it has nothing else to do; natively only reading does.
  virtual void flush_soon() {}
  std::function<void()> flush;
  virtual Task<Status> finished() = 0;  // all that was submitted so far

  // Errors between push and pop come back from pop, whatever their kind.
  virtual void push_errors() = 0;
  virtual Task<Status> pop_errors() = 0;

  // Set once the device is gone; every wait in flight ends with an error.
  virtual const Error* lost() const = 0;
  virtual void lose() = 0;  // gives the device up, as a driver reset would
};

inline constexpr uint32_t uniform_bytes = 256;  // a dispatch's parameters, at most
inline constexpr uint32_t most_queries = 4096;  // timestamps in one submit: 2,048 dispatches

Task<Result<std::unique_ptr<Host>>> open_host(DeviceOptions options);

}  // namespace bitloom::gpu
