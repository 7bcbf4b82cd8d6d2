#include "base/json_text.h"

namespace bitloom {

void append_json(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
    else out += c == '\n' ? "\\n" : " ";
  }
  out += '"';
}

}  // namespace bitloom
