// Text as a JSON string.
#pragma once

#include <string>
#include <string_view>

namespace bitloom {

void append_json(std::string& out, std::string_view text);  // quoted and escaped

}  // namespace bitloom
