// multiply: a · b
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Multiply {
  static constexpr std::string_view name = "multiply";
  static constexpr bool commutative = true;
  static constexpr double identity = 1;
  static double eval(const double* x, const Attrs&) { return x[0] * x[1]; }
  // Two u32 may multiply to more than an int64_t holds; the low bits are what counts.
  static int64_t eval_int(const int64_t* x) {
    return static_cast<int64_t>(static_cast<uint64_t>(x[0]) * static_cast<uint64_t>(x[1]));
  }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) y[i] = x[0][i] * x[1][i];
  }
};

}  // namespace

const Op& op_multiply() {
  static const Op op = elementwise::make<Multiply, 2>("a · b");
  return op;
}

}  // namespace bitloom
