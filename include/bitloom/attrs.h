// The settings of an op: a few named numbers, words or lists, kept sorted so that equal settings have equal text.
//
//   Attrs a{{"axis", -1}, {"keep", true}, {"stride", {2, 2}}};
//   a.integer("axis");           // -1
//   to_text(a);                  // axis=-1, keep=1, stride=[2, 2]
//
// Threads: like values of the standard library: many may read one at once, one alone may change it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bitloom/text.h"

namespace bitloom {

class AttrValue {
 public:
  AttrValue(std::integral auto v) : value_(static_cast<int64_t>(v)) {}
  AttrValue(std::floating_point auto v) : value_(static_cast<double>(v)) {}
  AttrValue(const char* v);
  AttrValue(std::string v);
  AttrValue(std::vector<int64_t> v);
  AttrValue(std::initializer_list<int64_t> v);
  // Not inline: ops' cases are full of these, and the WebAssembly core is to stay small.
  AttrValue(const AttrValue&);
  AttrValue(AttrValue&&) noexcept;
  AttrValue& operator=(const AttrValue&);
  AttrValue& operator=(AttrValue&&) noexcept;
  ~AttrValue();

  bool is_integer() const { return value_.index() == 0; }
  bool is_number() const { return value_.index() < 2; }
  bool is_word() const { return value_.index() == 2; }
  bool is_list() const { return value_.index() == 3; }
  int64_t integer() const { return is_integer() ? std::get<0>(value_) : static_cast<int64_t>(std::get<1>(value_)); }
  double number() const { return is_integer() ? static_cast<double>(std::get<0>(value_)) : std::get<1>(value_); }
  const std::string& word() const { return std::get<2>(value_); }
  const std::vector<int64_t>& list() const { return std::get<3>(value_); }
  bool operator==(const AttrValue&) const = default;
  friend void append_text(std::string& out, const AttrValue& v);

 private:
  std::variant<int64_t, double, std::string, std::vector<int64_t>> value_;
};

class Attrs {
 public:
  Attrs() = default;
  Attrs(std::initializer_list<std::pair<std::string_view, AttrValue>> items);

  Attrs& set(std::string name, AttrValue value);
  const AttrValue* find(std::string_view name) const;
  // An op's settings are filled with its defaults before anything reads them, so these find what they name.
  int64_t integer(std::string_view name) const { return at(name).integer(); }
  double number(std::string_view name) const { return at(name).number(); }
  bool flag(std::string_view name) const { return at(name).integer() != 0; }
  const std::string& word(std::string_view name) const { return at(name).word(); }
  const std::vector<int64_t>& list(std::string_view name) const { return at(name).list(); }

  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  bool empty() const { return items_.empty(); }
  bool operator==(const Attrs&) const = default;

 private:
  const AttrValue& at(std::string_view name) const;
  std::vector<std::pair<std::string, AttrValue>> items_;
};

void append_text(std::string& out, const Attrs& attrs);

}  // namespace bitloom
