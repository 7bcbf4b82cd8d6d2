// A model's config.json: numbers and words by name, each with the range it may have. The first that is missing, of the
// wrong type or outside its range is kept, and status() tells it.
//
//   Config config = TRY(Config::parse(text));
//   const int64_t hidden = config.size("hidden_size"), layers = config.layers("num_hidden_layers", 12);
//   const double eps = config.number("layer_norm_eps", 1e-12, Range::epsilon());
//   TRY(config.status());
#pragma once

#include <memory>

#include "base/json.h"

namespace bitloom {

// What a number may be, both ends included.
struct Range {
  double least = -1e300, most = 1e300;

  static constexpr Range int32() { return {-2147483648.0, 2147483647.0}; }
  static constexpr Range size() { return {1, 1 << 24}; }   // of a table, a layer or a text: products of two fit easily
  static constexpr Range token() { return {0, 1 << 24}; }  // a token's number; a table has the last word
  static constexpr Range window() { return {0, 1 << 24}; }
  static constexpr Range epsilon() { return {0, 1}; }       // of a norm
  static constexpr Range rope_base() { return {1, 1e12}; }  // rope_theta
  static constexpr Range factor() { return {1e-3, 1e6}; }   // by which positions are scaled
};

class Config {
 public:
  static Result<Config> parse(std::string text, std::string_view name = "[config] config.json");

  bool has(std::string_view key) const;
  // What the key says; without a default it must be there.
  int64_t integer(std::string_view key, std::optional<int64_t> otherwise = {}, Range range = Range::int32()) const;
  // Of something that is there: at least one.
  int64_t size(std::string_view key, std::optional<int64_t> otherwise = {},
               int64_t most = static_cast<int64_t>(Range::size().most)) const {
    return integer(key, otherwise, {1, static_cast<double>(most)});
  }
  int64_t layers(std::string_view key, std::optional<int64_t> otherwise = {}) const {
    return size(key, otherwise, 10000);
  }
  // A size that only some configs have; 0: this one does not.
  int64_t size_or_zero(std::string_view key) const { return has(key) ? size(key) : 0; }
  double number(std::string_view key, std::optional<double> otherwise = {}, Range range = {}) const;
  bool flag(std::string_view key, bool otherwise) const;
  std::string word(std::string_view key, std::optional<std::string> otherwise = {}) const;
  // One number, or a list; empty if it is not there.
  std::vector<int64_t> integers(std::string_view key, Range range = Range::int32()) const;
  std::vector<std::string> words(std::string_view key) const;  // a list of them; empty if it is not there
  // The object under a key; empty if it is not there. Errors are the whole file's.
  Config part(std::string_view key) const;
  std::string architecture() const;         // the first of "architectures", or empty
  std::vector<std::string> labels() const;  // id2label, in order; empty if there are none
  int64_t label_count() const;              // of id2label, or num_labels; 0: neither is there
  std::optional<Json::Value> value(std::string_view key) const;

  const std::string& name() const { return name_; }  // of the file, for messages
  Status status() const { return *status_; }
  void refuse(std::string_view why) const;  // keeps the first

 private:
  // The value of a key that has to be there, or nothing, which is refused where there is no default.
  std::optional<Json::Value> needed(std::string_view key, bool has_default) const;
  std::optional<int64_t> integer_of(std::string_view key, const Json::Value& value, Range range) const;
  void refuse_range(std::string_view key, const Json::Value& value, Range range) const;
  void refuse_type(std::string_view key, std::string_view wanted) const;

  std::shared_ptr<const Json> json_;
  std::optional<Json::Value> root_;
  std::string path_;  // "text_config." inside a part
  std::shared_ptr<Status> status_ = std::make_shared<Status>();
  std::string name_;
};

}  // namespace bitloom
