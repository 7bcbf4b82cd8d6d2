#include "cli/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/json.h"
#include "base/unicode.h"

using namespace bitloom;

namespace {

int failed = 0;  // errno of the first write to stdout that failed

std::string hex(uint32_t value, int digits) {
  std::string out;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789abcdef"[value >> shift & 15];
  return out;
}

bool acts_on_terminals(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  return control || turns;
}

std::string escaped(std::string_view text, bool lines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    size_t taken = 1;
    const auto byte = static_cast<unsigned char>(text[0]);
    const char32_t c = byte < 0x80 ? byte : first_utf8(text, taken);
    if (byte >= 0x80 && !is_utf8(text.substr(0, taken))) out += "\\x" + hex(byte, 2), taken = 1;
    else if (lines && (c == '\n' || c == '\t')) out += text[0];
    else if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (c == '\r') out += "\\r";
    else if (acts_on_terminals(c)) out += c < 0x100 ? "\\x" + hex(c, 2) : "\\u{" + hex(c, 4) + "}";
    else out += text.substr(0, taken);
    text.remove_prefix(taken);
  }
  return out;
}

void put(std::string_view text) {
  if (failed == 0 && std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) failed = errno;
}

[[gnu::format(printf, 1, 0)]] std::string filled(const char* pattern, va_list values) {
  va_list again;
  va_copy(again, values);
  const int size = std::vsnprintf(nullptr, 0, pattern, values);
  std::string out(size > 0 ? static_cast<size_t>(size) : 0, '\0');
  std::vsnprintf(out.data(), out.size() + 1, pattern, again);
  va_end(again);
  return out;
}

}  // namespace

std::string visible(std::string_view text) { return escaped(text, true); }
std::string one_line(std::string_view text) { return escaped(text, false); }

void print_data(std::string_view text) { put(text); }
void print_text(std::string_view text) { put(visible(text)); }

void print(const char* pattern, ...) {
  va_list values;
  va_start(values, pattern);
  print_text(filled(pattern, values));
  va_end(values);
}

void note(const char* pattern, ...) {
  flush_output();  // in the order of the program, where both are one terminal
  va_list values;
  va_start(values, pattern);
  std::fputs(visible(filled(pattern, values)).c_str(), stderr);
  va_end(values);
}

std::string json_text(const nlohmann::json& value) {
  std::string out;
  const std::string text = value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  for (std::string_view rest = text; !rest.empty();) {
    size_t taken = 1;
    const char32_t c =
        static_cast<unsigned char>(rest[0]) < 0x80 ? static_cast<unsigned char>(rest[0]) : first_utf8(rest, taken);
    if (c != '\n' && acts_on_terminals(c)) out += "\\u" + hex(c, 4);  // inside a string, where JSON allows it raw
    else out += rest.substr(0, taken);
    rest.remove_prefix(taken);
  }
  return out;
}

void show_progress(std::string_view line) { std::fputs(("\r" + one_line(line) + "\033[K").c_str(), stderr); }

bool flush_output() {
  if (failed == 0 && std::fflush(stdout) != 0) failed = errno;
  return failed == 0;
}

int finish_output(int code) {
  if (flush_output()) return code;
  note("bitloom: io: cannot write to standard output: %s\n", std::generic_category().message(failed).c_str());
  return code == 0 || code == 3 ? 1 : code;
}

void reserve_standard_streams() {
  // Writes to stdout have to fail as they would have; what goes to stderr has nowhere to be missed.
  for (const auto& [stream, mode] : {std::pair{0, O_RDONLY}, {1, O_RDONLY}, {2, O_WRONLY}})
    if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", mode);
}
