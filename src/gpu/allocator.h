// GPU memory with true byte counts. Sizes are rounded to classes (eight steps per doubling, so at most an eighth is
// lost) and freed buffers are kept for the next tensor of their class; WebGPU's queue order makes the reuse safe.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "bitloom/tensor.h"
#include "gpu/host.h"

namespace bitloom::gpu {

class Allocator;

class Buffer {
 public:
  Buffer(std::shared_ptr<Allocator> allocator, Handle handle, uint64_t size, uint64_t age)
      : allocator_(std::move(allocator)), handle_(handle), size_(size), age_(age) {}
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Handle handle() const { return handle_; }
  uint64_t size() const { return size_; }  // what the device holds, at least what was asked
  const Allocator* allocator() const { return allocator_.get(); }

  static Tensor tensor(const Desc& desc, std::shared_ptr<Buffer> buffer);
  static const std::shared_ptr<Buffer>& of(const Tensor& tensor) { return tensor.gpu_; }

 private:
  std::shared_ptr<Allocator> allocator_;
  Handle handle_;
  uint64_t size_, age_;
};

uint64_t size_class(uint64_t bytes);

class Allocator : public std::enable_shared_from_this<Allocator> {
 public:
  explicit Allocator(std::shared_ptr<Host> host) : host_(std::move(host)) {}
  ~Allocator() { trim(); }

  Result<std::shared_ptr<Buffer>> allocate(uint64_t bytes);
  // Gives the kept buffers back to the device.
  void trim();
  // After an error: no buffer made so far is handed out again, since its making may be what failed.
  void distrust();
  MemoryReport report() const { return report_; }
  uint64_t trims() const { return trims_; }  // handles from before the last one may be reused by the device

 private:
  friend class Buffer;
  void release(Handle handle, uint64_t size, uint64_t age);

  std::shared_ptr<Host> host_;
  std::map<uint64_t, std::vector<Handle>> pool_;
  MemoryReport report_;
  std::vector<std::pair<Handle, uint64_t>> doomed_;  // with their sizes; counted as pooled until the next trim
  uint64_t trims_ = 0, age_ = 0;                     // age_ counts distrusts
};

}  // namespace bitloom::gpu
