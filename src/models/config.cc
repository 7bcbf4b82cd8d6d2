#include "models/config.h"

#include <algorithm>

#include "base/try.h"

namespace bitloom {

Result<Config> Config::parse(std::string text, std::string_view name) {
  Config out;
  out.json_ = std::make_shared<Json>(TRY(Json::parse(std::move(text), name)));
  out.root_ = out.json_->root();
  out.name_ = name;
  if (!out.root_->is(Json::Kind::object)) return error(Code::invalid_argument, "{}: it must be a JSON object", name);
  return out;
}

void Config::refuse(std::string_view why) const {
  if (status_->ok()) *status_ = error(Code::invalid_argument, "{}: {}", name_, why);
}

void Config::refuse_type(std::string_view key, std::string_view wanted) const {
  refuse(format("'{}{}' must be {}", path_, key, wanted));
}

void Config::refuse_range(std::string_view key, const Json::Value& value, Range range) const {
  refuse(format("'{}{}' is {}; it must be between {} and {}", path_, key, value.written().substr(0, 40), range.least,
                range.most));
}

std::optional<Json::Value> Config::value(std::string_view key) const {
  std::optional<Json::Value> found = root_ ? root_->find(key) : std::nullopt;
  return found && found->is(Json::Kind::null) ? std::nullopt : found;
}

std::optional<Json::Value> Config::needed(std::string_view key, bool has_default) const {
  const std::optional<Json::Value> found = value(key);
  if (!found && !has_default) refuse(format("'{}{}' is missing", path_, key));
  return found;
}

bool Config::has(std::string_view key) const { return value(key).has_value(); }

std::optional<int64_t> Config::integer_of(std::string_view key, const Json::Value& value, Range range) const {
  const std::optional<int64_t> n = value.integer();
  if (n && static_cast<double>(*n) >= range.least && static_cast<double>(*n) <= range.most) return n;
  // What does not fit in 64 bits is a number all the same.
  if (n || (value.number() && value.written().find_first_of(".eE") == std::string_view::npos))
    refuse_range(key, value, range);
  else refuse_type(key, "an integer");
  return std::nullopt;
}

int64_t Config::integer(std::string_view key, std::optional<int64_t> otherwise, Range range) const {
  const std::optional<Json::Value> found = needed(key, otherwise.has_value());
  if (!found) return otherwise.value_or(1);
  return integer_of(key, *found, range).value_or(1);
}

double Config::number(std::string_view key, std::optional<double> otherwise, Range range) const {
  const std::optional<Json::Value> found = needed(key, otherwise.has_value());
  if (!found) return otherwise.value_or(1);
  if (!found->is(Json::Kind::number)) refuse_type(key, "a number");
  else if (const auto n = found->number(); n && *n >= range.least && *n <= range.most) return *n;
  else refuse_range(key, *found, range);
  return otherwise.value_or(1);
}

bool Config::flag(std::string_view key, bool otherwise) const {
  const std::optional<Json::Value> found = value(key);
  if (!found) return otherwise;
  const std::optional<bool> b = found->boolean();
  if (!b) refuse_type(key, "true or false");
  return b.value_or(otherwise);
}

std::string Config::word(std::string_view key, std::optional<std::string> otherwise) const {
  const std::optional<Json::Value> found = needed(key, otherwise.has_value());
  if (!found) return otherwise.value_or("");
  const std::optional<std::string_view> s = found->string();
  if (!s) refuse_type(key, "a string");
  return std::string(s.value_or(""));
}

std::vector<int64_t> Config::integers(std::string_view key, Range range) const {
  std::vector<int64_t> out;
  const std::optional<Json::Value> found = value(key);
  if (!found) return out;
  const auto take = [&](const Json::Value& v) {
    if (const auto n = integer_of(key, v, range)) out.push_back(*n);
  };
  if (!found->is(Json::Kind::array)) take(*found);
  else
    for (const auto& item : found->elements()) take(item);
  return out;
}

std::vector<std::string> Config::words(std::string_view key) const {
  std::vector<std::string> out;
  const std::optional<Json::Value> found = value(key);
  if (!found) return out;
  if (!found->is(Json::Kind::array)) refuse_type(key, "a list of strings");
  for (const auto& item : found->elements()) {
    if (!item.string()) refuse_type(key, "a list of strings");
    out.emplace_back(item.string().value_or(""));
  }
  return out;
}

Config Config::part(std::string_view key) const {
  Config out = *this;
  out.root_ = value(key);
  if (out.root_ && !out.root_->is(Json::Kind::object)) {
    refuse_type(key, "an object");
    out.root_.reset();
  }
  out.path_ = path_ + std::string(key) + ".";
  return out;
}

std::string Config::architecture() const {
  const std::vector<std::string> all = words("architectures");
  return all.empty() ? "" : all[0];
}

std::vector<std::string> Config::labels() const {
  std::vector<std::string> out;
  const std::optional<Json::Value> map = value("id2label");
  if (!map) return out;
  if (!map->is(Json::Kind::object)) refuse_type("id2label", "an object");
  std::vector<std::pair<int64_t, std::string>> found;
  for (const auto& [key, name] : map->members()) {
    int64_t id = 0;
    for (char c : key) id = c >= '0' && c <= '9' && id < 1 << 20 ? id * 10 + (c - '0') : -1 << 24;
    if (!name.string()) refuse_type(format("id2label.{}", id), "a string");
    found.emplace_back(id, std::string(name.string().value_or("")));
  }
  std::ranges::sort(found);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i].first != static_cast<int64_t>(i)) {
      refuse("'id2label' does not count from 0");
      return {};
    }
    out.push_back(found[i].second);
  }
  return out;
}

int64_t Config::label_count() const {
  const std::vector<std::string> all = labels();
  return all.empty() ? size_or_zero("num_labels") : static_cast<int64_t>(all.size());
}

}  // namespace bitloom
