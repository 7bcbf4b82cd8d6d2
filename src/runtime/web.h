// How the WebAssembly build and JavaScript talk: imports and exports by name, text as `key=value` lines.
#pragma once

#include <string>
#include <string_view>

#define BITLOOM_IMPORT(name) __attribute__((import_module("bitloom"), import_name(#name)))
#define BITLOOM_EXPORT(name) __attribute__((export_name(#name)))

namespace bitloom::web {

// Lines of `key=value`. A key that is not there reads as empty, or as 0.
class Words {
 public:
  explicit Words(std::string text) : text_(std::move(text)) {}
  std::string_view word(std::string_view key) const;
  double number(std::string_view key) const;
  // Calls f(key, value) for each line.
  template <class F>
  void each(F f) const {
    for (std::string_view rest = text_; !rest.empty();) {
      const size_t end = rest.find('\n');
      const std::string_view line = rest.substr(0, end);
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
      const size_t equals = line.find('=');
      if (equals != std::string_view::npos) f(line.substr(0, equals), line.substr(equals + 1));
    }
  }

 private:
  std::string text_;
};

// What JavaScript said with bitloom_say, since the last time this was asked.
Words said();

}  // namespace bitloom::web
