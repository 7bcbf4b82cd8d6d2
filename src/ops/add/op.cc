// add: a + b
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Add {
  static constexpr std::string_view name = "add";
  static constexpr bool commutative = true, every_form = true;
  static constexpr double identity = 0;
  static double eval(const double* x, const Attrs&) { return x[0] + x[1]; }
  static int64_t eval_int(const int64_t* x) { return x[0] + x[1]; }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) y[i] = x[0][i] + x[1][i];
  }
};

}  // namespace

const Op& op_add() {
  static const Op op = elementwise::make<Add, 2>("a + b");
  return op;
}

}  // namespace bitloom
