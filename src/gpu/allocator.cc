#include "gpu/allocator.h"

#include <algorithm>
#include <bit>

namespace bitloom::gpu {

Tensor Buffer::tensor(const Desc& desc, std::shared_ptr<Buffer> buffer) {
  Tensor out;
  out.desc_ = desc;
  out.gpu_ = std::move(buffer);
  return out;
}

uint64_t size_class(uint64_t bytes) {
  if (bytes <= 256) return 256;
  const uint64_t step = std::max<uint64_t>(std::bit_floor(bytes - 1) / 8, 256);
  return (bytes + step - 1) / step * step;
}

Buffer::~Buffer() { allocator_->release(handle_, size_, age_); }

Result<std::shared_ptr<Buffer>> Allocator::allocate(uint64_t bytes) {
  const uint64_t most = host_->info.limits.max_buffer_size;
  if (bytes > most)
    return error(Code::limit, "[allocate] {} bytes are over the device's maxBufferSize {}", bytes, most);
  const uint64_t size = std::min(size_class(bytes), most);
  Handle handle = nullptr;
  if (auto& kept = pool_[size]; !kept.empty()) {
    handle = kept.back();
    kept.pop_back();
    report_.pooled -= size;
  } else {
    handle = host_->create_buffer(size, BufferUse::storage);
    if (!handle)
      return error(Code::out_of_memory, "[allocate] {} bytes asked, {} held in tensors and {} kept for reuse", size,
                   report_.live, report_.pooled);
  }
  report_.live += size;
  report_.buffers += 1;
  report_.peak = std::max(report_.peak, report_.live + report_.pooled);
  return std::make_shared<Buffer>(shared_from_this(), handle, size, age_);
}

void Allocator::release(Handle handle, uint64_t size, uint64_t age) {
  report_.live -= size;
  report_.buffers -= 1;
  report_.pooled += size;
  // Work that was recorded may still use it: even a doomed buffer goes only with the next trim.
  if (age == age_) pool_[size].push_back(handle);
  else doomed_.emplace_back(handle, size);
}

void Allocator::distrust() {
  ++age_;
  for (auto& [size, handles] : pool_)
    for (Handle h : handles) doomed_.emplace_back(h, size);
  pool_.clear();
}

void Allocator::trim() {
  for (auto& [size, handles] : pool_)
    for (Handle h : handles) host_->destroy_buffer(h), report_.pooled -= size;
  pool_.clear();
  for (auto& [handle, size] : doomed_) host_->destroy_buffer(handle), report_.pooled -= size;
  doomed_.clear();
  ++trims_;
}

}  // namespace bitloom::gpu
