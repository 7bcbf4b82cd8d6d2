// Text with holes: format("[matmul] A is {} and B is {}", a, b). Anything with an append_text overload fits a hole:
// numbers, bools, strings and vectors here; shapes, dtypes and devices bring their own.
// Threads: functions without state, for all at once.
#pragma once

#include <array>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bitloom {

void append_text(std::string& out, std::string_view text);
void append_text(std::string& out, const std::string& text);
void append_text(std::string& out, const char* text);
void append_text(std::string& out, double number);  // the shortest text that reads back as the same number
void append_text(std::string& out, float number);
void append_text(std::string& out, bool flag);
void append_text(std::string& out, char character);
void append_text(std::string& out, long long number);
void append_text(std::string& out, unsigned long long number);

template <std::integral I>
void append_text(std::string& out, I number) {
  if constexpr (std::signed_integral<I>) append_text(out, static_cast<long long>(number));
  else append_text(out, static_cast<unsigned long long>(number));
}

template <class T>
void append_text(std::string& out, const std::vector<T>& items) {
  out += '[';
  for (size_t i = 0; i < items.size(); ++i) {
    if (i) out += ", ";
    append_text(out, items[i]);
  }
  out += ']';
}

namespace detail {
struct Hole {
  const void* value;
  void (*append)(std::string&, const void*);
};
std::string fill(std::string_view pattern, std::span<const Hole> holes);
}  // namespace detail

template <class... Args>
std::string format(std::string_view pattern, const Args&... args) {
  const std::array<detail::Hole, sizeof...(Args)> holes{detail::Hole{
      &args, [](std::string& out, const void* value) { append_text(out, *static_cast<const Args*>(value)); }}...};
  return detail::fill(pattern, holes);
}

template <class T>
std::string to_text(const T& value) {
  std::string out;
  append_text(out, value);
  return out;
}

[[noreturn]] void fatal(std::string_view message);

}  // namespace bitloom
