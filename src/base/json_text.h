// Text as a JSON string.
#pragma once

#include <string>
#include <string_view>

namespace bitloom {

void append_json(std::string& out, std::string_view text);  // quoted and escaped
// A name out of a file, for messages: escaped, and cut where it is long.
std::string quote(std::string_view name);

}  // namespace bitloom
