// min: the smaller of a and b; NaN if either is
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Min {
  static constexpr std::string_view name = "min";
  static constexpr bool commutative = true;
  static double eval(const double* x, const Attrs&) {
    return std::isnan(x[0]) || std::isnan(x[1]) ? NAN : std::min(x[0], x[1]);
  }
  static int64_t eval_int(const int64_t* x) { return std::min(x[0], x[1]); }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i)
      y[i] = x[0][i] != x[0][i] ? x[0][i] : x[1][i] != x[1][i] || x[1][i] < x[0][i] ? x[1][i] : x[0][i];
  }
};

}  // namespace

const Op& op_min() {
  static const Op op = elementwise::make<Min, 2>("the smaller of a and b; NaN if either is");
  return op;
}

}  // namespace bitloom
