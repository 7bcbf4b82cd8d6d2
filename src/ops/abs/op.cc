// abs: |x|
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Abs {
  static constexpr std::string_view name = "abs";
  static double eval(const double* x, const Attrs&) { return std::abs(x[0]); }
  static int64_t eval_int(const int64_t* x) { return x[0] < 0 ? -x[0] : x[0]; }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) y[i] = std::abs(x[0][i]);
  }
};

}  // namespace

const Op& op_abs() {
  static const Op op = elementwise::make<Abs, 1>("|x|");
  return op;
}

}  // namespace bitloom
