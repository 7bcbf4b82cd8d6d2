// A tensor is a type, a shape and a stretch of shared storage on the CPU or on a GPU. Copies and views share the bytes;
// moving between CPU and GPU is always asked for (Backend::upload, Backend::download).
//
//   Tensor x = Tensor::from<float>({2, 3}, {1, 2, 3, 4, 5, 6});
//   Tensor row = x.view(3, {3}).value();        // elements 3..5, same memory
//   row.data<float>()[0] = 40;                  // seen by x too
//   std::vector<float> all = x.to_floats();     // from any element type
//
// Threads: like values of the standard library: many may read one at once, one alone may change it. That goes for the
// elements too, which copies and views share. A tensor on a GPU belongs to the thread of its backend.
#pragma once

#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "bitloom/dtype.h"
#include "bitloom/result.h"
#include "bitloom/shape.h"

namespace bitloom {

namespace gpu {
class Buffer;
}

// Bytes of all CPU tensors alive, and the most there ever were.
struct CpuMemory {
  size_t live = 0, peak = 0;
};
CpuMemory cpu_memory();
// Tensors may have so many bytes in all; 0, the default: what the machine has left. Whoever needs more is told
// (Code::out_of_memory) before any of it is taken.
void limit_cpu_memory(uint64_t bytes);
Status check_cpu_memory(uint64_t bytes, std::string_view who);  // whether so many more can be taken

class CpuBytes {  // 64-byte aligned, counted
 public:
  static Result<std::shared_ptr<CpuBytes>> make(uint64_t bytes, bool zeroed = true);
  // Bytes of somebody else, only to be read and as aligned as they are, with 128 after them that may be read too.
  static std::shared_ptr<CpuBytes> borrow(std::shared_ptr<const std::byte> bytes, size_t size);
  ~CpuBytes();
  CpuBytes(const CpuBytes&) = delete;
  CpuBytes& operator=(const CpuBytes&) = delete;
  std::byte* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  CpuBytes(std::byte* data, size_t size) : data_(data), size_(size) {}
  std::byte* data_;
  size_t size_;
  std::shared_ptr<const std::byte> lender_;
};

// What a kernel or plan needs to know of a tensor before there is one.
struct Desc {
  DType dtype = DType::f32;
  Shape shape;
  uint64_t bytes() const { return static_cast<uint64_t>(shape.elements()) * byte_size(dtype); }
  bool operator==(const Desc&) const = default;
};
void append_text(std::string& out, const Desc& desc);  // f16[2, 3]

class Tensor {
 public:
  Tensor() = default;
  Tensor(DType dtype, Shape shape);  // on the CPU, zeroed

  // The same, for sizes that may not fit: says so instead of ending the program.
  // Not `zeroed` (but for its padding): what is about to be written anyway.
  static Result<Tensor> make(const Desc& desc, bool zeroed = true);
  // Over bytes of somebody else (CpuBytes::borrow).
  static Tensor over(const Desc& desc, std::shared_ptr<const std::byte> bytes);

  template <class T>
  static Tensor from(Shape shape, std::span<const T> values) {
    Tensor t(DTypeOf<T>::value, shape);
    if (static_cast<int64_t>(values.size()) != shape.elements())
      fatal(format("[tensor] {} values for shape {}", values.size(), shape));
    std::copy(values.begin(), values.end(), t.data<T>().begin());
    return t;
  }
  template <class T>
  static Tensor from(Shape shape, std::initializer_list<T> values) {
    return from<T>(shape, std::span<const T>(values.begin(), values.size()));
  }
  // Rounds to `dtype`; integers are clamped to their range.
  static Tensor from_floats(DType dtype, Shape shape, std::span<const float> values);
  static Tensor scalar(float value) { return from<float>({}, {value}); }

  DType dtype() const { return desc_.dtype; }
  const Shape& shape() const { return desc_.shape; }
  const Desc& desc() const { return desc_; }
  int64_t elements() const { return desc_.shape.elements(); }
  size_t bytes() const { return static_cast<size_t>(desc_.bytes()); }
  bool on_cpu() const { return cpu_ != nullptr; }
  bool on_gpu() const { return gpu_ != nullptr; }
  bool defined() const { return on_cpu() || on_gpu(); }
  int64_t offset() const { return offset_; }  // in elements, from the start of the storage

  // CPU only; asking for another type than dtype() stops the program.
  template <class T>
  std::span<T> data() const {
    check_access(DTypeOf<T>::value);
    return {reinterpret_cast<T*>(raw()), static_cast<size_t>(elements())};
  }
  std::byte* raw() const { return cpu_->data() + static_cast<size_t>(offset_) * byte_size(desc_.dtype); }
  std::shared_ptr<const void> storage() const { return gpu_ ? std::shared_ptr<const void>(gpu_) : cpu_; }

  std::vector<float> to_floats() const;    // CPU only
  std::vector<double> to_doubles() const;  // CPU only; exact for every type

  // A contiguous stretch of the same bytes: `offset` elements in, then `shape`.
  Result<Tensor> view(int64_t offset, const Shape& shape) const;
  // All elements of the CPU storage this is a view of.
  Tensor whole() const;
  Result<Tensor> reshape(const Shape& shape) const { return view_as("reshape", 0, shape, true); }

 private:
  friend class gpu::Buffer;  // makes tensors on a GPU
  void check_access(DType wanted) const;
  Result<Tensor> view_as(std::string_view who, int64_t offset, const Shape& shape, bool whole) const;

  Desc desc_;
  int64_t offset_ = 0;
  std::shared_ptr<CpuBytes> cpu_;
  std::shared_ptr<gpu::Buffer> gpu_;
};

}  // namespace bitloom
