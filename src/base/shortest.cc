#include "base/shortest.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace bitloom {

std::string shortest_text(double number, bool single) {
  if (!std::isfinite(number)) return std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf";
  char text[40];
  const int most = single ? 9 : 17;
  for (int digits = 1; digits <= most; ++digits) {
    std::snprintf(text, sizeof text, "%.*e", digits - 1, number);
    if (single ? std::strtof(text, nullptr) == static_cast<float>(number) : std::strtod(text, nullptr) == number) break;
  }
  // -d.ddde-xx, and the same without an exponent: the shorter of the two.
  const std::string with(text);
  const size_t e = with.find('e');
  const int exponent = std::atoi(text + e + 1);
  std::string without = with.substr(0, e);
  const bool negative = without[0] == '-';
  if (negative) without.erase(0, 1);
  if (without.size() > 1) without.erase(1, 1);  // the point
  const auto count = static_cast<int64_t>(without.size());
  if (exponent < 0) without.insert(0, "0." + std::string(static_cast<size_t>(-int64_t{exponent} - 1), '0'));
  else if (exponent >= count - 1) without.append(static_cast<size_t>(int64_t{exponent} - count + 1), '0');
  else without.insert(static_cast<size_t>(int64_t{exponent} + 1), 1, '.');
  if (negative) without.insert(0, 1, '-');
  return without.size() <= with.size() ? without : with;
}

}  // namespace bitloom
