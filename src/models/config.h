// A model's config.json: numbers and words by name, with what is missing or of the wrong kind told once, at the end.
//
//   Config config = TRY(Config::parse(text));
//   const int64_t hidden = config.integer("hidden_size"), layers = config.integer("num_hidden_layers", 12);
//   TRY(config.status());
#pragma once

#include <memory>

#include "base/json.h"

namespace bitloom {

class Config {
 public:
  static Result<Config> parse(std::string text, std::string_view name = "[config] config.json");

  bool has(std::string_view key) const;
  // What the key says; without a default it has to be there.
  int64_t integer(std::string_view key, std::optional<int64_t> otherwise = {}) const;
  // Of something that is there: at least one, and so few that products of two are numbers too.
  int64_t size(std::string_view key, std::optional<int64_t> otherwise = {}, int64_t most = 1 << 30) const;
  int64_t layers(std::string_view key, std::optional<int64_t> otherwise = {}) const {
    return size(key, otherwise, 10000);
  }
  double number(std::string_view key, std::optional<double> otherwise = {}) const;
  bool flag(std::string_view key, bool otherwise) const;
  std::string word(std::string_view key, std::optional<std::string> otherwise = {}) const;
  std::vector<int64_t> integers(std::string_view key) const;  // one number, or a list; empty if it is not there
  // The object under a key; empty if it is not there. Errors are the whole file's.
  Config part(std::string_view key) const;
  std::string architecture() const;         // the first of "architectures", or empty
  std::vector<std::string> labels() const;  // id2label, in order; empty if there are none
  std::optional<Json::Value> value(std::string_view key) const;

  Status status() const { return *status_; }
  void refuse(std::string_view why) const;  // keeps the first

 private:
  std::shared_ptr<const Json> json_;
  std::optional<Json::Value> root_;
  std::string path_;  // "text_config." inside a part
  std::shared_ptr<Status> status_ = std::make_shared<Status>();
  std::string name_;
};

}  // namespace bitloom
