// A pipeline's name: the template file and everything that changes its text.
//
//   Key key{"softmax/kernel.wgsl", Params().set("dtype", "f16").set("threads", 256)};
//   key.text();                     // softmax/kernel.wgsl?dtype=f16&threads=256
//   std::unordered_map<Key, Pipeline> pipelines;
//
// The grammar of the text, with parameters sorted by name and %XX for bytes that would not read back:
//
//   key   = file [ "?" param ( "&" param )* ] [ "#" prelude ]
//   param = name "=" value              value: an integer or a word
//   prelude = 16 hexadecimal digits     FNV-1a of the hooks text that is expanded before the file
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "bitloom/result.h"

namespace bitloom::wgsl {

// The stable 64-bit FNV-1a hash: the same on every platform, so it may be written to disk.
uint64_t fnv1a(std::string_view bytes);

// What a parameter holds: an integer (bools are 0 and 1) or a string.
class Value {
 public:
  Value() = default;
  template <std::integral I>
  explicit Value(I number) : data_(static_cast<int64_t>(number)) {}
  explicit Value(std::string text) : data_(std::move(text)) {}

  bool is_number() const { return data_.index() == 0; }
  int64_t number() const { return *std::get_if<0>(&data_); }
  const std::string& string() const { return *std::get_if<1>(&data_); }
  friend bool operator==(const Value&, const Value&) = default;

 private:
  std::variant<int64_t, std::string> data_;
};
void append_text(std::string& out, const Value& value);

// A small map from name to value, sorted by name. A string that spells an integer is stored as that integer: a key's
// text then reads back as the same key, and a template never sees two kinds of 4.
class Params {
 public:
  using Item = std::pair<std::string, Value>;

  Params& set(std::string_view name, Value value);  // replaces; chains
  Params& set(std::string_view name, std::string_view value) { return set(name, Value(std::string(value))); }
  template <std::integral I>
  Params& set(std::string_view name, I value) {
    return set(name, Value(value));
  }

  const Value* find(std::string_view name) const;
  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  friend bool operator==(const Params&, const Params&) = default;

 private:
  std::vector<Item> items_;
};

struct Key {
  std::string file;
  Params params = {};
  std::string prelude = {};  // hooks: template text expanded before the file

  std::string text() const;
  uint64_t hash() const { return fnv1a(text()); }
  friend bool operator==(const Key&, const Key&) = default;

  // The key a text names. A text with a prelude is refused: it holds only the prelude's hash.
  static Result<Key> parse(std::string_view text);
};
inline void append_text(std::string& out, const Key& key) { out += key.text(); }

}  // namespace bitloom::wgsl

template <>
struct std::hash<bitloom::wgsl::Key> {
  size_t operator()(const bitloom::wgsl::Key& key) const { return static_cast<size_t>(key.hash()); }
};
