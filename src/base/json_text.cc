#include "base/json_text.h"

namespace bitloom {

void append_json(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
    else if (c == '\n') out += "\\n";
    else out += "\\u00", out += c < 0x10 ? '0' : '1', out += "0123456789abcdef"[c & 15];
  }
  out += '"';
}

std::string quote(std::string_view name) {
  constexpr size_t most = 120;
  size_t end = name.size();
  if (end > most)
    for (end = most; end > 0 && (name[end] & 0xc0) == 0x80;) --end;  // not inside a character
  std::string out;
  append_json(out, name.substr(0, end));
  if (end < name.size()) out += "...";
  return out;
}

}  // namespace bitloom
