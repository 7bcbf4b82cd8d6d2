#include "wgsl/key.h"

#include <algorithm>
#include <charconv>

#include "bitloom/text.h"

namespace bitloom::wgsl {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

// Bytes with a meaning in the grammar, blanks, controls and non-ASCII are written as %xx.
void append_escaped(std::string& out, std::string_view text) {
  for (const unsigned char c : text) {
    if (c > ' ' && c < 0x7f && std::string_view("%?&=#").find(static_cast<char>(c)) == std::string_view::npos) {
      out += static_cast<char>(c);
    } else {
      out += '%', out += kHex[c >> 4], out += kHex[c & 15];
    }
  }
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(&text[i] + 1, &text[i] + 3, byte, 16).ptr == &text[i] + 3) {
      out += static_cast<char>(byte), i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

Value normalized(Value value) {
  if (value.is_number()) return value;
  const std::string& text = value.string();
  int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || to_text(number) != text) return value;  // "007" and "-0" stay strings
  return Value(number);
}

}  // namespace

uint64_t fnv1a(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

void append_text(std::string& out, const Value& value) {
  if (value.is_number()) bitloom::append_text(out, value.number());
  else out += value.string();
}

Params& Params::set(std::string_view name, Value value) {
  const auto at = std::ranges::lower_bound(items_, name, {}, &Item::first);
  if (at != items_.end() && at->first == name) at->second = normalized(std::move(value));
  else items_.emplace(at, std::string(name), normalized(std::move(value)));
  return *this;
}

const Value* Params::find(std::string_view name) const {
  const auto at = std::ranges::lower_bound(items_, name, {}, &Item::first);
  return at != items_.end() && at->first == name ? &at->second : nullptr;
}

std::string Key::text() const {
  std::string out;
  append_escaped(out, file);
  char separator = '?';
  for (const auto& [name, value] : params) {
    out += std::exchange(separator, '&');
    append_escaped(out, name);
    out += '=';
    append_escaped(out, to_text(value));
  }
  if (!prelude.empty()) {
    out += '#';
    const uint64_t hash = fnv1a(prelude);
    for (int shift = 60; shift >= 0; shift -= 4) out += kHex[hash >> shift & 15];
  }
  return out;
}

Result<Key> Key::parse(std::string_view text) {
  if (text.find('#') != std::string_view::npos) {
    return error(Code::invalid_argument, "[wgsl] key \"{}\" holds only the hash of its prelude, not its text", text);
  }
  const size_t mark = std::min(text.find('?'), text.size());
  Key key{unescaped(text.substr(0, mark))};
  if (key.file.empty()) return error(Code::invalid_argument, "[wgsl] key \"{}\" names no file", text);
  for (size_t at = mark; at < text.size();) {
    const size_t end = std::min(text.find('&', at + 1), text.size());
    const std::string_view param = text.substr(at + 1, end - at - 1);
    const size_t equals = param.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return error(Code::invalid_argument, "[wgsl] \"{}\" in key \"{}\" is not name=value", param, text);
    }
    const std::string name = unescaped(param.substr(0, equals));
    if (key.params.find(name)) return error(Code::invalid_argument, "[wgsl] key \"{}\" gives {} twice", text, name);
    key.params.set(name, unescaped(param.substr(equals + 1)));
    at = end;
  }
  return key;
}

}  // namespace bitloom::wgsl
