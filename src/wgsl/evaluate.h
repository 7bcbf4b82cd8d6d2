// The expressions of templates: integers and strings over the names in scope, evaluated while they are read.
#pragma once

#include <string>
#include <string_view>

#include "wgsl/key.h"

namespace bitloom::wgsl {

// The names a line of a template can see: its own, then its parents'.
struct Scope {
  const Scope* parent = nullptr;
  const Params* given = nullptr;  // the scope of a file: what its #param lines may take
  Params names = {};

  const Value* find(std::string_view name) const {
    const Value* value = names.find(name);
    return value || !parent ? value : parent->find(name);
  }
};

struct Evaluated {
  Value value;
  size_t end = 0;       // where the expression ends in the text
  size_t work = 0;      // bytes of strings copied on the way
  std::string problem;  // not empty: there is no value
};

// The expression at `at` in `text`, as far as it goes. The language is described in expander.h.
Evaluated evaluate(std::string_view text, size_t at, const Scope& scope);

// The pieces of text that expressions and directives share.
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
std::string_view trim(std::string_view text);
std::string_view read_name(std::string_view text, size_t& at);  // the identifier at `at`, which moves behind it, or ""

// "a, b" from anything that iterates over pairs, for messages that say what is known.
template <class Items>
std::string list_names(const Items& items) {
  std::string out;
  for (const auto& [name, value] : items) out.append(out.empty() ? "" : ", ").append(name);
  return out.empty() ? "none" : out;
}

}  // namespace bitloom::wgsl
