#include "bitloom/attrs.h"

#include <algorithm>

namespace bitloom {

void append_text(std::string& out, const AttrValue& v) {
  std::visit([&](const auto& inner) { append_text(out, inner); }, v.value_);
}

AttrValue::AttrValue(const char* v) : value_(std::string(v)) {}
AttrValue::AttrValue(std::string v) : value_(std::move(v)) {}
AttrValue::AttrValue(std::vector<int64_t> v) : value_(std::move(v)) {}
AttrValue::AttrValue(std::initializer_list<int64_t> v) : value_(std::vector<int64_t>(v)) {}
AttrValue::AttrValue(const AttrValue&) = default;
AttrValue::AttrValue(AttrValue&&) noexcept = default;
AttrValue& AttrValue::operator=(const AttrValue&) = default;
AttrValue& AttrValue::operator=(AttrValue&&) noexcept = default;
AttrValue::~AttrValue() = default;

Attrs::Attrs(std::initializer_list<std::pair<std::string_view, AttrValue>> items) {
  for (const auto& [name, value] : items) set(std::string(name), value);
}

Attrs& Attrs::set(std::string name, AttrValue value) {
  auto at = std::lower_bound(items_.begin(), items_.end(), name,
                             [](const auto& item, const std::string& n) { return item.first < n; });
  if (at != items_.end() && at->first == name) at->second = std::move(value);
  else items_.emplace(at, std::move(name), std::move(value));
  return *this;
}

const AttrValue* Attrs::find(std::string_view name) const {
  for (const auto& item : items_)
    if (item.first == name) return &item.second;
  return nullptr;
}

const AttrValue& Attrs::at(std::string_view name) const {
  const AttrValue* value = find(name);
  if (!value) fatal(format("attribute '{}' is not declared by its op", name));
  return *value;
}

void append_text(std::string& out, const Attrs& attrs) {
  bool first = true;
  for (const auto& [name, value] : attrs) {
    if (!std::exchange(first, false)) out += ", ";
    append_text(out, name);
    out += '=';
    append_text(out, value);
  }
}

}  // namespace bitloom
