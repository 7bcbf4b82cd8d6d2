// Reading JSON, strictly (RFC 8259): nothing else passes, strings are UTF-8, a key comes once, nesting has a limit.
//
//   const Json config = TRY(Json::parse(text, "[config] config.json"));   // the name starts each error
//   config.root().find("hidden_size")->integer();                         // 768
//   for (const auto& [key, value] : config.root().members()) ...          // in the order of the text
//
// A document is its text and a list of 16-byte nodes: strings stay where they are, escapes are undone in place, numbers
// are read when asked for. Values point into their document and must not outlive or outrun a move of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitloom/result.h"

namespace bitloom {

class Json {
 public:
  enum class Kind : uint8_t { null, boolean, number, string, array, object };
  class Value;

  static constexpr int deepest = 64;
  static Result<Json> parse(std::string text, std::string_view name = "[json]");
  Value root() const;

 private:
  friend class JsonReader;
  // Children follow their parent; an object's are key, value, key, value. `next` is the node after all of them.
  struct Node {
    Kind kind = Kind::null;
    bool flag = false;                   // of a boolean
    uint32_t begin = 0, size = 0, next;  // place in the text, or how many children (of an object: pairs)
  };
  std::string text_;
  std::vector<Node> nodes_;
};

class Json::Value {
 public:
  Value(const Json& json, uint32_t at) : json_(&json), at_(at) {}

  Kind kind() const { return node().kind; }
  bool is(Kind kind) const { return node().kind == kind; }
  // Each is nothing where the value is of another kind.
  std::optional<bool> boolean() const;
  std::optional<double> number() const;    // nothing also where f64 would overflow
  std::optional<int64_t> integer() const;  // nothing for what is written with a fraction or exponent, or too large
  std::optional<std::string_view> string() const;
  std::string_view written() const;  // of a number: as in the text

  size_t size() const { return is(Kind::array) || is(Kind::object) ? node().size : 0; }
  // Looks at one key after another: walk the members of a large object instead.
  std::optional<Value> find(std::string_view key) const;

  // For range loops; empty for other kinds.
  template <bool keys>
  class Range;
  Range<false> elements() const;
  Range<true> members() const;

 private:
  const Node& node() const { return json_->nodes_[at_]; }
  std::string_view text() const { return std::string_view(json_->text_).substr(node().begin, node().size); }
  const Json* json_;
  uint32_t at_;
};

template <bool keys>
class Json::Value::Range {
 public:
  class Iterator {
   public:
    Iterator(const Json& json, uint32_t at) : json_(&json), at_(at) {}
    auto operator*() const {
      if constexpr (keys) return std::pair<std::string_view, Value>(Value(*json_, at_).text(), Value(*json_, at_ + 1));
      else return Value(*json_, at_);
    }
    Iterator& operator++() {
      at_ = json_->nodes_[at_ + keys].next;
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const Json* json_;
    uint32_t at_;
  };
  Range(const Json& json, uint32_t begin, uint32_t end) : begin_(json, begin), end_(json, end) {}
  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }

 private:
  Iterator begin_, end_;
};

inline Json::Value Json::root() const { return {*this, 0}; }
inline Json::Value::Range<false> Json::Value::elements() const {
  return {*json_, at_ + 1, is(Kind::array) ? node().next : at_ + 1};
}
inline Json::Value::Range<true> Json::Value::members() const {
  return {*json_, at_ + 1, is(Kind::object) ? node().next : at_ + 1};
}

std::string_view name(Json::Kind kind);

// Whether text is UTF-8: shortest forms only, no surrogates.
bool is_utf8(std::string_view text);

}  // namespace bitloom
