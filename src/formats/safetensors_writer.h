// Writing safetensors as the bytes come: what there will be is said first, then tensors in any order and any pieces.
//
//   auto out = TRY(SafetensorsWriter::create("model.safetensors", {{"w", stored_type(DType::f32), {2, 3}}}, {}));
//   TRY(out.write("w", 0, bytes));
//   TRY(out.finish());        // checks that every byte came; only now does the file have its name
//
// Tensors with wide elements lie first, so that each is aligned to its elements, as the format's own writer does it.
#pragma once

#include "formats/files.h"

namespace bitloom {

struct NewTensor {
  std::string name;
  StoredType type;
  std::vector<int64_t> shape;
};

class SafetensorsWriter {
 public:
  // The header keeps `spare` bytes for metadata that is only known when the tensors are.
  static Result<SafetensorsWriter> create(const std::filesystem::path& path, std::span<const NewTensor> tensors,
                                          Metadata metadata, size_t spare = 0);

  Status write(std::string_view tensor, uint64_t at, std::span<const std::byte> bytes);
  void set(std::string key, std::string text) { metadata_[std::move(key)] = std::move(text); }
  Status finish();
  uint64_t bytes() const { return data_ + data_bytes_; }  // of the file

  // The header alone, length and padding included.
  static std::string header(std::span<const StoredTensor> tensors, const Metadata& metadata);

 private:
  struct Place {
    uint64_t begin, bytes, written = 0;
  };
  explicit SafetensorsWriter(NewFile file) : file_(std::move(file)) {}

  NewFile file_;
  std::vector<StoredTensor> tensors_;
  std::map<std::string, Place, std::less<>> places_;
  Metadata metadata_;
  uint64_t data_ = 0, data_bytes_ = 0;
};

}  // namespace bitloom
