// What was made ready once and is found again: by a key that says everything it depends on.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>

#include "bitloom/backend.h"

namespace bitloom {

// Bytes rather than text: this is done for every call.
inline void append_key(std::string& key, const Desc& desc) {
  const std::span<const int64_t> sizes = desc.shape.sizes();
  const char head[] = {' ', static_cast<char>(desc.dtype), static_cast<char>(sizes.size())};
  key.append(head, sizeof head).append(reinterpret_cast<const char*>(sizes.data()), sizes.size_bytes());
}
inline void append_key(std::string& key, std::span<const Tensor> tensors) {
  for (const Tensor& t : tensors) append_key(key, t.desc());
}
void append_key(std::string& key, const RunOptions& options);

// Forgets everything when there are too many entries, or when they hold too many bytes of constants.
template <class Entry>
class ProgramCache {
 public:
  explicit ProgramCache(size_t most_entries = 4096) : most_entries_(most_entries) {}
  std::shared_ptr<Entry> find(const std::string& key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : found->second;
  }
  void keep(std::string key, std::shared_ptr<Entry> entry, uint64_t bytes = 0) {
    constexpr uint64_t most_bytes = 256 << 20;
    if (entries_.size() >= most_entries_ || bytes_ > most_bytes) clear();
    bytes_ += bytes;
    entries_.insert_or_assign(std::move(key), std::move(entry));
  }
  void clear() { entries_.clear(), bytes_ = 0; }

 private:
  std::unordered_map<std::string, std::shared_ptr<Entry>> entries_;
  size_t most_entries_;
  uint64_t bytes_ = 0;
};

// The inputs are as many as the program has, of its types and shapes, and on the GPU or the CPU.
Status check_inputs(const Program& program, std::span<const Tensor> inputs, bool gpu);
// The program was prepared by this backend.
Status check_owner(const Program* program, const Backend& backend);

}  // namespace bitloom
