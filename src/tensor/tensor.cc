#include "bitloom/tensor.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/memory.h"
#include "base/try.h"

namespace bitloom {
namespace {

std::atomic<size_t> live_bytes{0}, peak_bytes{0};
std::atomic<uint64_t> most_bytes{0};  // 0: what the machine has

// Where there is much, the first touch of each small page costs more than the bytes.
void in_large_pages([[maybe_unused]] std::byte* data, [[maybe_unused]] size_t size) {
#ifdef __linux__
  constexpr uintptr_t page = 4096;
  const auto first = (reinterpret_cast<uintptr_t>(data) + page - 1) / page * page;
  const auto last = reinterpret_cast<uintptr_t>(data) + size;
  if (size >= size_t{8} << 20) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

template <class T>
T from_float(float v) {
  if constexpr (std::is_integral_v<T>) {
    if (std::isnan(v)) return 0;
    constexpr auto low = static_cast<double>(std::numeric_limits<T>::min());
    constexpr auto high = static_cast<double>(std::numeric_limits<T>::max());
    return static_cast<T>(std::clamp(std::nearbyint(double{v}), low, high));
  } else {
    return T(v);
  }
}

template <class Out>
std::vector<Out> converted(const Tensor& t) {
  std::vector<Out> out(static_cast<size_t>(t.elements()));
  with_type(t.dtype(), [&]<class T>(T) {
    size_t i = 0;
    for (T v : t.data<T>()) {
      if constexpr (std::is_arithmetic_v<T>) out[i++] = static_cast<Out>(v);
      else out[i++] = static_cast<Out>(static_cast<float>(v));
    }
  });
  return out;
}

}  // namespace

CpuMemory cpu_memory() { return {live_bytes, peak_bytes}; }
void limit_cpu_memory(uint64_t bytes) { most_bytes = bytes; }

Status check_cpu_memory(uint64_t bytes, std::string_view who) {
  constexpr uint64_t small = 64 << 20;  // to ask the system takes longer than to use it
  const uint64_t most = most_bytes, live = live_bytes;
  if (most == 0 && bytes < small) return {};
  const uint64_t left = most == 0 ? available_memory() : most > live ? most - live : 0;
  if (bytes <= left) return {};
  return error(Code::out_of_memory, "[{}] out of CPU memory: {} bytes are needed, {} are available, {} held in tensors",
               who, bytes, left, live);
}

Result<std::shared_ptr<CpuBytes>> CpuBytes::make(uint64_t bytes, bool zeroed) {
  (void)TRY(check_cpu_memory(bytes, "tensor"));
  const uint64_t rounded = (bytes + 63) / 64 * 64 + 64;
  std::byte* data = nullptr;
  if (rounded <= std::numeric_limits<size_t>::max() / 2)
    data = static_cast<std::byte*>(std::aligned_alloc(64, static_cast<size_t>(rounded)));
  if (!data)
    return error(Code::out_of_memory, "[tensor] out of CPU memory: {} bytes asked, {} held in tensors", bytes,
                 live_bytes.load());
  in_large_pages(data, static_cast<size_t>(rounded));
  const size_t kept = zeroed ? 0 : static_cast<size_t>(bytes);
  std::memset(data + kept, 0, static_cast<size_t>(rounded) - kept);
  const size_t now = live_bytes += static_cast<size_t>(bytes);
  size_t peak = peak_bytes;
  while (now > peak && !peak_bytes.compare_exchange_weak(peak, now)) {
  }
  return std::shared_ptr<CpuBytes>(new CpuBytes(data, static_cast<size_t>(bytes)));
}

std::shared_ptr<CpuBytes> CpuBytes::borrow(std::shared_ptr<const std::byte> bytes, size_t size) {
  std::shared_ptr<CpuBytes> out(new CpuBytes(const_cast<std::byte*>(bytes.get()), size));
  out->lender_ = std::move(bytes);
  return out;
}

CpuBytes::~CpuBytes() {
  if (lender_) return;
  live_bytes -= size_;
  std::free(data_);
}

void append_text(std::string& out, const Desc& desc) {
  append_text(out, desc.dtype);
  append_text(out, desc.shape);
}

// Without memory it ends as `new` does: by the program's own handler (std::set_new_handler), where it has one.
Tensor::Tensor(DType dtype, Shape shape) : desc_{dtype, shape} {
  Result<std::shared_ptr<CpuBytes>> bytes = CpuBytes::make(desc_.bytes());
#ifndef __wasi__
  if (!bytes.ok())
    if (const std::new_handler handler = std::get_new_handler()) handler();
#endif
  cpu_ = std::move(bytes).value();
}

Result<Tensor> Tensor::make(const Desc& desc, bool zeroed) {
  Tensor out;
  out.desc_ = desc;
  out.cpu_ = TRY(CpuBytes::make(desc.bytes(), zeroed));
  return out;
}

Tensor Tensor::over(const Desc& desc, std::shared_ptr<const std::byte> bytes) {
  Tensor out;
  out.desc_ = desc;
  out.cpu_ = CpuBytes::borrow(std::move(bytes), static_cast<size_t>(desc.bytes()));
  return out;
}

Tensor Tensor::from_floats(DType dtype, Shape shape, std::span<const float> values) {
  Tensor t(dtype, shape);
  if (static_cast<int64_t>(values.size()) != shape.elements())
    fatal(format("[tensor] {} values for shape {}", values.size(), shape));
  with_type(dtype, [&]<class T>(T) {
    auto out = t.data<T>();
    for (size_t i = 0; i < values.size(); ++i) out[i] = from_float<T>(values[i]);
  });
  return t;
}

std::vector<float> Tensor::to_floats() const { return converted<float>(*this); }
std::vector<double> Tensor::to_doubles() const { return converted<double>(*this); }

void Tensor::check_access(DType wanted) const {
  if (!on_cpu()) fatal(format("[tensor] {} is not on the CPU: download it first", desc_));
  if (wanted != desc_.dtype) fatal(format("[tensor] {} read as {}", desc_, wanted));
}

Result<Tensor> Tensor::view(int64_t offset, const Shape& shape) const { return view_as("view", offset, shape, false); }

Tensor Tensor::whole() const {
  Tensor out = *this;
  out.offset_ = 0;
  out.desc_.shape = {static_cast<int64_t>(cpu_->size() / byte_size(desc_.dtype))};
  return out;
}

Result<Tensor> Tensor::view_as(std::string_view who, int64_t offset, const Shape& shape, bool whole) const {
  if (whole && shape.elements() != elements())
    return error(Code::invalid_argument, "[{}] {} has {} elements, shape {} wants {}", who, desc_, elements(), shape,
                 shape.elements());
  if (offset < 0 || offset > elements() - shape.elements())
    return error(Code::invalid_argument, "[{}] {} elements from {} are outside {}, which has {}", who, shape.elements(),
                 offset, desc_, elements());
  Tensor out = *this;
  out.desc_.shape = shape;
  out.offset_ += offset;
  return out;
}

}  // namespace bitloom
