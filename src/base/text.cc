#include "bitloom/text.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "base/shortest.h"
#include "bitloom/result.h"

namespace bitloom {
namespace {

template <class N>
void append_number(std::string& out, N number) {
  char digits[40];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, end);
}

}  // namespace

void append_text(std::string& out, std::string_view text) { out += text; }
void append_text(std::string& out, const std::string& text) { out += text; }
void append_text(std::string& out, const char* text) { out += text; }
#ifdef __wasi__
void append_text(std::string& out, double number) { out += shortest_text(number); }
void append_text(std::string& out, float number) { out += shortest_text(number, true); }
#else
void append_text(std::string& out, double number) { append_number(out, number); }
void append_text(std::string& out, float number) { append_number(out, number); }
#endif
void append_text(std::string& out, bool flag) { out += flag ? "true" : "false"; }
void append_text(std::string& out, char character) { out += character; }
void append_text(std::string& out, long long number) { append_number(out, number); }
void append_text(std::string& out, unsigned long long number) { append_number(out, number); }

std::string detail::fill(std::string_view pattern, std::span<const Hole> holes) {
  std::string out;
  size_t next = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '{' && i + 1 < pattern.size() && pattern[i + 1] == '}' && next < holes.size()) {
      holes[next].append(out, holes[next].value);
      ++next, ++i;
    } else {
      out += pattern[i];
    }
  }
  return out;
}

std::string_view code_name(Code code) {
  switch (code) {
    case Code::invalid_argument: return "invalid_argument";
    case Code::not_found: return "not_found";
    case Code::unsupported: return "unsupported";
    case Code::limit: return "limit";
    case Code::out_of_memory: return "out_of_memory";
    case Code::compile: return "compile";
    case Code::gpu: return "gpu";
    case Code::device_lost: return "device_lost";
    case Code::io: return "io";
    case Code::internal: return "internal";
    case Code::not_finite: return "not_finite";
  }
  return "unknown";
}

}  // namespace bitloom
