#include "bitloom/folder.h"

#include <algorithm>
#include <cstring>

#include "base/try.h"

namespace bitloom {
namespace {

class MemoryBytes final : public ByteSource {
 public:
  MemoryBytes(std::string name, InPlace bytes, uint64_t size)
      : name_(std::move(name)), bytes_(std::move(bytes)), size_(size) {}
  const std::string& name() const override { return name_; }
  uint64_t size() const override { return size_; }
  Status read(uint64_t at, std::span<std::byte> into) const override {
    if (at > size_ || into.size() > size_ - at)
      return error(Code::io, "[file] {}: {} bytes at {} of {}", name_, into.size(), at, size_);
    if (!into.empty()) std::memcpy(into.data(), bytes_.bytes.get() + at, into.size());
    return {};
  }
  InPlace in_place() const override { return bytes_; }

 private:
  std::string name_;
  InPlace bytes_;
  uint64_t size_;
};

}  // namespace

std::shared_ptr<ByteSource> memory_bytes(std::string name, ByteSource::InPlace bytes, uint64_t size) {
  return std::make_shared<MemoryBytes>(std::move(name), std::move(bytes), size);
}

std::shared_ptr<ByteSource> memory_bytes(std::string name, std::vector<std::byte> bytes) {
  const auto kept = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return memory_bytes(std::move(name), {std::shared_ptr<const std::byte>(kept, kept->data()), 0}, kept->size());
}

Result<std::string> text_of(const ByteSource& bytes, uint64_t most) {
  if (bytes.size() > most)
    return error(Code::limit, "[file] {} has {} bytes, over the {} that are read at once", bytes.name(), bytes.size(),
                 most);
  std::string text(static_cast<size_t>(bytes.size()), '\0');
  (void)TRY(bytes.read(0, std::as_writable_bytes(std::span(text))));
  return text;
}

Folder::Folder(std::string name, std::vector<std::string> files, std::function<Result<Bytes>(const std::string&)> open)
    : name_(std::move(name)), files_(std::move(files)), open_(std::move(open)) {
  std::ranges::sort(files_);
}

Folder::Folder(std::string name, std::map<std::string, Bytes> files) : name_(std::move(name)) {
  for (const auto& [file, bytes] : files) files_.push_back(file);
  open_ = [files = std::move(files)](const std::string& file) -> Result<Bytes> { return files.at(file); };
}

bool Folder::has(std::string_view file) const { return std::ranges::binary_search(files_, file); }

Result<Folder::Bytes> Folder::open(const std::string& file) const {
  if (!has(file)) return error(Code::not_found, "[file] there is no {} in {}", file, name_);
  return open_(file);
}

Result<std::string> Folder::text(const std::string& file, uint64_t most) const {
  return text_of(*TRY(open(file)), most);
}

Result<std::string> Folder::text_or(const std::string& file, std::string_view otherwise) const {
  if (!has(file)) return std::string(otherwise);
  return text(file);
}

}  // namespace bitloom
