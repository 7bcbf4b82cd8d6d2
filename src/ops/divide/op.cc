// divide: a / b; integers round toward zero and give 0 for b = 0
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Divide {
  static constexpr std::string_view name = "divide";
  static constexpr Domain domains[] = {{}, {.low = 0.1}};
  static double eval(const double* x, const Attrs&) { return x[0] / x[1]; }
  static int64_t eval_int(const int64_t* x) { return x[1] ? x[0] / x[1] : 0; }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) y[i] = x[0][i] / x[1][i];
  }
};

}  // namespace

const Op& op_divide() {
  static const Op op = elementwise::make<Divide, 2>("a / b; integers round toward zero and give 0 for b = 0");
  return op;
}

}  // namespace bitloom
