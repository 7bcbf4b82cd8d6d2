// max: the larger of a and b; NaN if either is
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Max {
  static constexpr std::string_view name = "max";
  static constexpr bool commutative = true;
  static double eval(const double* x, const Attrs&) {
    return std::isnan(x[0]) || std::isnan(x[1]) ? NAN : std::max(x[0], x[1]);
  }
  static int64_t eval_int(const int64_t* x) { return std::max(x[0], x[1]); }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i)
      y[i] = x[0][i] != x[0][i] ? x[0][i] : x[1][i] != x[1][i] || x[1][i] > x[0][i] ? x[1][i] : x[0][i];
  }
};

}  // namespace

const Op& op_max() {
  static const Op op = elementwise::make<Max, 2>("the larger of a and b; NaN if either is");
  return op;
}

}  // namespace bitloom
