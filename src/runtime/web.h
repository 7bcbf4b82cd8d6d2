// How the WebAssembly build and JavaScript talk: imports and exports by name, text as `key=value` lines.
#pragma once

#include <string>
#include <string_view>

#include "bitloom/result.h"

#define BITLOOM_IMPORT(name) __attribute__((import_module("bitloom"), import_name(#name)))
#define BITLOOM_EXPORT(name) __attribute__((export_name(#name)))

namespace bitloom::web {

// Calls f(key, value) for each line of `key=value`.
template <class F>
void each_line(std::string_view text, F f) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const size_t equals = line.find('=');
    if (equals != std::string_view::npos) f(line.substr(0, equals), line.substr(equals + 1));
  }
}

// Such lines, to be read by key. A key that is not there reads as empty, or as 0.
class Words {
 public:
  explicit Words(std::string text) : text_(std::move(text)) {}
  std::string_view all() const { return text_; }
  std::string_view word(std::string_view key) const;
  double number(std::string_view key) const;

 private:
  std::string text_;
};

// Ends a call, with an object or text or both; or with an error.
void settle(int call, const void* object, std::string_view text);
void settle(int call, const Error& e);
// Something on the way; false: JavaScript wants no more.
bool tell(int call, std::string_view json);

// What JavaScript said with bitloom_say, since the last time this was asked.
Words said();

}  // namespace bitloom::web
