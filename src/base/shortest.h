// The shortest text that reads back as the same number, as std::to_chars gives it. In WebAssembly this is what is used:
// libc++'s own brings tables of 100 KB.
#pragma once

#include <string>

namespace bitloom {

std::string shortest_text(double number, bool single = false);  // single: reads back as the same float

}  // namespace bitloom
