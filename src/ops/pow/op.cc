// pow: a to the power b, as in C
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Pow {
  static constexpr std::string_view name = "pow";
  static constexpr bool handles_nan = true;
  static constexpr Domain domains[] = {{.low = 0.1, .high = 8}, {.low = -1.5, .high = 1.5}};
  static constexpr Fill fill{.kind = Fill::uniform, .low = 0.1, .high = 4};
  static constexpr double tolerance = 5e-5;
  static double eval(const double* x, const Attrs&) { return std::pow(x[0], x[1]); }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) y[i] = std::pow(x[0][i], x[1][i]);
  }
};

std::vector<Case> more_cases() {
  return {
      {.name = "negative bases",
       .in = {{DType::f32, {64}}, {DType::f32, {64}}},
       .fill = {{.kind = Fill::integers, .low = -5, .high = 6}}},
      {.name = "corners", .in = {{DType::f32, {40, 41}}, {DType::f32, {40, 41}}}, .fill = {{.kind = Fill::special}}}};
}

}  // namespace

const Op& op_pow() {
  static const Op op = elementwise::make<Pow, 2>("a to the power b, as in C", {}, more_cases);
  return op;
}

}  // namespace bitloom
