#include "models/config.h"

#include <algorithm>

namespace bitloom {

Result<Config> Config::parse(std::string text, std::string_view name) {
  Config out;
  out.json_ = std::make_shared<Json>(TRY(Json::parse(std::move(text), name)));
  out.root_ = out.json_->root();
  out.name_ = name;
  if (!out.root_->is(Json::Kind::object)) return error(Code::invalid_argument, "{}: an object is needed", name);
  return out;
}

void Config::refuse(std::string_view why) const {
  if (status_->ok()) *status_ = error(Code::invalid_argument, "{}: {}", name_, why);
}

std::optional<Json::Value> Config::value(std::string_view key) const {
  std::optional<Json::Value> found = root_ ? root_->find(key) : std::nullopt;
  return found && found->is(Json::Kind::null) ? std::nullopt : found;
}

bool Config::has(std::string_view key) const { return value(key).has_value(); }

int64_t Config::integer(std::string_view key, std::optional<int64_t> otherwise) const {
  const std::optional<Json::Value> found = value(key);
  if (!found && otherwise) return *otherwise;
  const std::optional<int64_t> n = found ? found->integer() : std::nullopt;
  if (!n || *n < -(int64_t{1} << 40) || *n > int64_t{1} << 40)
    refuse(format("'{}{}' {}", path_, key, found ? "is no whole number" : "is missing"));
  return n.value_or(1);
}

int64_t Config::size(std::string_view key, std::optional<int64_t> otherwise, int64_t most) const {
  const int64_t n = integer(key, otherwise);
  if (n >= 1 && n <= most) return n;
  refuse(format("'{}{}' is {}: 1 to {} are allowed", path_, key, n, most));
  return 1;
}

double Config::number(std::string_view key, std::optional<double> otherwise) const {
  const std::optional<Json::Value> found = value(key);
  if (!found && otherwise) return *otherwise;
  const std::optional<double> n = found ? found->number() : std::nullopt;
  if (!n) refuse(format("'{}{}' {}", path_, key, found ? "is no number" : "is missing"));
  return n.value_or(1);
}

bool Config::flag(std::string_view key, bool otherwise) const {
  const std::optional<Json::Value> found = value(key);
  if (!found) return otherwise;
  const std::optional<bool> b = found->boolean();
  if (!b) refuse(format("'{}{}' is neither true nor false", path_, key));
  return b.value_or(otherwise);
}

std::string Config::word(std::string_view key, std::optional<std::string> otherwise) const {
  const std::optional<Json::Value> found = value(key);
  if (!found && otherwise) return *otherwise;
  const std::optional<std::string_view> s = found ? found->string() : std::nullopt;
  if (!s) refuse(format("'{}{}' {}", path_, key, found ? "is no text" : "is missing"));
  return std::string(s.value_or(""));
}

std::vector<int64_t> Config::integers(std::string_view key) const {
  std::vector<int64_t> out;
  const std::optional<Json::Value> found = value(key);
  if (!found) return out;
  const auto take = [&](Json::Value v) {
    if (const auto n = v.integer()) out.push_back(*n);
    else refuse(format("'{}{}' holds something that is no whole number", path_, key));
  };
  if (!found->is(Json::Kind::array)) take(*found);
  else
    for (const auto& item : found->elements()) take(item);
  return out;
}

Config Config::part(std::string_view key) const {
  Config out = *this;
  out.root_ = value(key);
  if (out.root_ && !out.root_->is(Json::Kind::object)) {
    refuse(format("'{}{}' is no object", path_, key));
    out.root_.reset();
  }
  out.path_ = path_ + std::string(key) + ".";
  return out;
}

std::string Config::architecture() const {
  const std::optional<Json::Value> list = value("architectures");
  if (!list || list->size() == 0 || !list->is(Json::Kind::array)) return {};
  for (const auto& item : list->elements()) return std::string(item.string().value_or(""));
  return {};
}

std::vector<std::string> Config::labels() const {
  std::vector<std::string> out;
  const std::optional<Json::Value> map = value("id2label");
  if (!map) return out;
  std::vector<std::pair<int64_t, std::string>> found;
  for (const auto& [key, name] : map->members()) {
    int64_t id = 0;
    for (char c : key) id = c >= '0' && c <= '9' && id < 1 << 20 ? id * 10 + (c - '0') : -1 << 24;
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

}  // namespace bitloom
