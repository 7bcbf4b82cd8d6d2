#include "base/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/json_text.h"
#include "base/try.h"

namespace bitloom {
namespace {

// Bytes of the UTF-8 character that `s` starts with, 0 if it is none.
size_t character(std::string_view s) {
  const auto byte = [&](size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
  const auto follows = [&](size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned c = byte(0);
  if (c < 0x80) return s.empty() ? 0 : 1;
  if (c >= 0xc2 && c <= 0xdf) return follows(1) ? 2 : 0;
  if (c >= 0xe0 && c <= 0xef) return follows(1, c == 0xe0 ? 0xa0 : 0x80, c == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
  if (c >= 0xf0 && c <= 0xf4)
    return follows(1, c == 0xf0 ? 0x90 : 0x80, c == 0xf4 ? 0x8f : 0xbf) && follows(2) && follows(3) ? 4 : 0;
  return 0;
}

char* put_character(char* to, uint32_t c) {
  const auto tail = [&](int shift) { *to++ = static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) return *to = static_cast<char>(c), to + 1;
  if (c < 0x800) *to++ = static_cast<char>(0xc0 | c >> 6);
  else if (c < 0x10000) *to++ = static_cast<char>(0xe0 | c >> 12), tail(6);
  else *to++ = static_cast<char>(0xf0 | c >> 18), tail(12), tail(6);
  tail(0);
  return to;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

class JsonReader {
 public:
  JsonReader(Json& json, std::string_view name) : json_(json), text_(json.text_), name_(name) {}

  Status document() {
    if (text_.size() >= std::numeric_limits<uint32_t>::max()) return wrong("more than 4 GB");
    skip_space();
    (void)TRY(value(0));
    skip_space();
    if (at_ != text_.size()) return wrong("something follows the value");
    return {};
  }

 private:
  using Kind = Json::Kind;

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    return ++at_, true;
  }
  void skip_space() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_, line_start_ = at_ + 1;
      else if (c != ' ' && c != '\r' && c != '\t') return;
    }
  }
  // `at` is on the line we are on. Counting lines afterwards would not do: undone escapes leave others behind.
  Error wrong(std::string_view what, size_t at) const {
    return error(Code::invalid_argument, "{}: line {}, byte {}: {}", name_, line_, at - line_start_ + 1, what);
  }
  Error wrong(std::string_view what) const { return wrong(what, at_); }

  uint32_t add(Kind kind, size_t begin = 0, size_t size = 0) {
    const auto at = static_cast<uint32_t>(json_.nodes_.size());
    json_.nodes_.push_back({kind, false, static_cast<uint32_t>(begin), static_cast<uint32_t>(size), at + 1});
    return at;
  }
  void close(uint32_t at, size_t size) {
    json_.nodes_[at].size = static_cast<uint32_t>(size);
    json_.nodes_[at].next = static_cast<uint32_t>(json_.nodes_.size());
  }

  Status value(int depth) {
    switch (peek()) {
      case '{': return object(depth);
      case '[': return array(depth);
      case '"': return string();
      case 't': return word("true", Kind::boolean, true);
      case 'f': return word("false", Kind::boolean, false);
      case 'n': return word("null", Kind::null, false);
      default: return number();
    }
  }

  Status word(std::string_view word, Kind kind, bool flag) {
    if (!std::string_view(text_).substr(at_).starts_with(word)) return wrong("no value starts like this");
    json_.nodes_[add(kind)].flag = flag;
    at_ += word.size();
    return {};
  }

  Status number() {
    const size_t begin = at_;
    const auto digits = [&] {
      const size_t from = at_;
      while (is_digit(peek())) ++at_;
      return at_ > from;
    };
    take('-');
    if (begin == at_ && !is_digit(peek())) return wrong(at_ == text_.size() ? "the text ends" : "a value is expected");
    if (take('0') ? is_digit(peek()) : !digits()) return wrong("no number is written like this");
    if (take('.') && !digits()) return wrong("digits are expected after the point");
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (!take('+')) take('-');
      if (!digits()) return wrong("digits are expected in the exponent");
    }
    add(Kind::number, begin, at_ - begin);
    return {};
  }

  // Up to here [begin, at_) has been read; what is undone is written behind, at `to`.
  Status string() {
    const size_t begin = ++at_;
    const auto plain = [](char c) { return c != '"' && c != '\\' && static_cast<signed char>(c) >= 0x20; };
    while (at_ < text_.size() && plain(text_[at_])) ++at_;
    char* to = text_.data() + at_;
    while (!take('"')) {
      if (at_ >= text_.size()) return wrong("the text ends inside a string", begin - 1);
      if (text_[at_] == '\\') {
        to = TRY(escape(to));
        continue;
      }
      const size_t bytes = character(std::string_view(text_).substr(at_));
      if (static_cast<unsigned char>(text_[at_]) < 0x20) return wrong("a control character in a string");
      if (bytes == 0) return wrong("a string that is not UTF-8");
      to = std::copy_n(text_.data() + at_, bytes, to);
      at_ += bytes;
    }
    add(Kind::string, begin, static_cast<size_t>(to - text_.data()) - begin);
    return {};
  }

  Result<char*> escape(char* to) {
    const size_t begin = at_++;
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    if (const size_t i = letters.find(peek()); at_ < text_.size() && i != std::string_view::npos) {
      *to = meant[i];
      return ++at_, to + 1;
    }
    if (!take('u')) return wrong("no escape is written like this", begin);
    uint32_t c = TRY(hexadecimal(begin));
    if (c >= 0xdc00 && c <= 0xdfff) return wrong("half of a surrogate pair", begin);
    if (c >= 0xd800 && c <= 0xdbff) {
      if (!take('\\') || !take('u')) return wrong("half of a surrogate pair", begin);
      const uint32_t low = TRY(hexadecimal(begin));
      if (low < 0xdc00 || low > 0xdfff) return wrong("half of a surrogate pair", begin);
      c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    return put_character(to, c);
  }

  Result<uint32_t> hexadecimal(size_t begin) {
    const char* from = text_.data() + at_;
    uint32_t c = 0;
    if (text_.size() - at_ < 4 || std::from_chars(from, from + 4, c, 16).ptr != from + 4)
      return wrong("four hexadecimal digits are expected", begin);
    at_ += 4;
    return c;
  }

  Status array(int depth) {
    if (depth == Json::deepest) return wrong(format("nested deeper than {}", Json::deepest));
    const uint32_t self = add(Kind::array);
    size_t count = 0;
    ++at_, skip_space();
    if (!take(']'))
      for (;;) {
        (void)TRY(value(depth + 1));
        ++count, skip_space();
        if (take(']')) break;
        if (!take(',')) return wrong("a comma or ] is expected");
        skip_space();
      }
    close(self, count);
    return {};
  }

  Status object(int depth) {
    if (depth == Json::deepest) return wrong(format("nested deeper than {}", Json::deepest));
    const uint32_t self = add(Kind::object);
    size_t count = 0;
    ++at_, skip_space();
    if (!take('}'))
      for (;;) {
        if (peek() != '"') return wrong("a key is expected");
        (void)TRY(string());
        skip_space();
        if (!take(':')) return wrong("a colon is expected");
        skip_space();
        (void)TRY(value(depth + 1));
        ++count, skip_space();
        if (take('}')) break;
        if (!take(',')) return wrong("a comma or } is expected");
        skip_space();
      }
    close(self, count);
    return once_each(self);
  }

  Status once_each(uint32_t object) const {
    std::vector<std::string_view> keys;
    keys.reserve(json_.nodes_[object].size);
    for (uint32_t at = object + 1; at < json_.nodes_[object].next; at = json_.nodes_[at + 1].next)
      keys.push_back(std::string_view(text_).substr(json_.nodes_[at].begin, json_.nodes_[at].size));
    std::ranges::sort(keys);
    const auto twice = std::ranges::adjacent_find(keys);
    if (twice == keys.end()) return {};
    return wrong(format("the key {} comes twice in the object that ends here", quote(*twice)));
  }

  Json& json_;
  std::string& text_;
  std::string_view name_;
  size_t at_ = 0, line_ = 1, line_start_ = 0;
};

Result<Json> Json::parse(std::string text, std::string_view name) {
  Json json;
  json.text_ = std::move(text);
  json.nodes_.reserve(json.text_.size() / 16 + 1);
  (void)TRY(JsonReader(json, name).document());
  return json;
}

std::optional<bool> Json::Value::boolean() const {
  return is(Kind::boolean) ? std::optional(node().flag) : std::nullopt;
}

std::optional<std::string_view> Json::Value::string() const {
  return is(Kind::string) ? std::optional(text()) : std::nullopt;
}

std::string_view Json::Value::written() const { return is(Kind::number) ? text() : std::string_view(); }

std::optional<int64_t> Json::Value::integer() const {
  const std::string_view digits = written();
  int64_t value = 0;
  const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || wrong != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<double> Json::Value::number() const {
  const std::string_view digits = written();
  if (digits.empty()) return std::nullopt;
#ifdef __wasi__  // libc++ 19 has no from_chars for these; what follows a number in the text cannot belong to it
  const double value = std::strtod(digits.data(), nullptr);
#else
  double value = 0;
  const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (wrong == std::errc::result_out_of_range) value = std::strtod(std::string(digits).c_str(), nullptr);  // 0 or ∞
#endif
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<Json::Value> Json::Value::find(std::string_view key) const {
  for (const auto& [name, value] : members())
    if (name == key) return value;
  return std::nullopt;
}

std::string_view name(Json::Kind kind) {
  constexpr std::string_view names[] = {"null", "a boolean", "a number", "a string", "an array", "an object"};
  return names[static_cast<size_t>(kind)];
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t bytes = character(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

}  // namespace bitloom
