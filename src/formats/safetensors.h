// Reading safetensors: eight bytes of length, a JSON header of names, types, shapes and byte ranges, then the bytes.
// Only the header is read at once; tensors are read one at a time, from wherever the bytes are.
//
//   const Safetensors file = TRY(Safetensors::open(TRY(open_bytes("model.safetensors"))));   // formats/files.h
//   const StoredTensor* t = file.find("encoder.weight");
//   std::vector<float> w = TRY(file.read_floats(*t));
//
// A header is believed only after it was checked: ranges fit shapes and types, and cover the data without holes or
// overlaps. Errors name the file, the tensor and what is wrong. Writing: formats/safetensors_writer.h.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>

#include "bitloom/dtype.h"
#include "bitloom/folder.h"

namespace bitloom {

// An element type of the format; it has more than DType.
struct StoredType {
  std::string_view name;  // F32, BF16, I64, ...
  size_t bytes = 0;
  bool operator==(const StoredType& other) const { return name == other.name; }
};
std::span<const StoredType> all_stored_types();
std::optional<StoredType> find_stored_type(std::string_view name);
StoredType stored_type(DType t);
std::optional<DType> dtype_of(StoredType t);

struct StoredTensor {
  std::string name;
  StoredType type;
  std::vector<int64_t> shape;   // of any rank
  uint64_t begin = 0, end = 0;  // from the start of the data
  uint64_t bytes() const { return end - begin; }
  int64_t elements() const { return static_cast<int64_t>(bytes() / type.bytes); }
  bool is_float() const;  // one that read_floats reads
};

using Metadata = std::map<std::string, std::string>;

class Safetensors {
 public:
  static constexpr uint64_t longest_header = 100'000'000;  // what the format's own reader takes
  static Result<Safetensors> open(std::shared_ptr<const ByteSource> bytes);

  const std::string& name() const { return bytes_->name(); }
  const std::vector<StoredTensor>& tensors() const { return tensors_; }  // in the order of their bytes
  const Metadata& metadata() const { return metadata_; }
  const StoredTensor* find(std::string_view name) const;
  uint64_t header_bytes() const { return data_; }
  uint64_t data_bytes() const { return bytes_->size() - data_; }

  // A tensor's bytes where they lie, if that is in memory: at least so many after it may be read too.
  std::shared_ptr<const std::byte> in_place(const StoredTensor& t, uint64_t spare) const;
  // Bytes of a tensor, `from` bytes in.
  Status read(const StoredTensor& t, uint64_t from, std::span<std::byte> into) const;
  // F32, F16 and BF16 as f32, `from` elements in; a large tensor is never held twice.
  Status read_floats(const StoredTensor& t, uint64_t from, std::span<float> into) const;
  Result<std::vector<float>> read_floats(const StoredTensor& t) const;

 private:
  Status parse(std::string header);

  std::shared_ptr<const ByteSource> bytes_;
  uint64_t data_ = 0;  // where it starts
  std::vector<StoredTensor> tensors_;
  std::map<std::string, size_t, std::less<>> places_;
  Metadata metadata_;
};

}  // namespace bitloom
