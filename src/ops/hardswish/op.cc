// hardswish: x · min(max(x + 3, 0), 6) / 6: 0 up to -3, x from 3 on
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Hardswish {
  static constexpr std::string_view name = "hardswish";
  static constexpr Activation activations[] = {{"hardswish"}, {"hard_swish"}};
  static double eval(const double* x, const Attrs&) {
    return x[0] <= -3 ? 0 : x[0] >= 3 ? x[0] : x[0] * (x[0] + 3) / 6;
  }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      const float v = x[0][i];
      y[i] = v <= -3 ? 0 : v >= 3 ? v : v * (v + 3) * (1.0f / 6);
    }
  }
};

}  // namespace

const Op& op_hardswish() {
  static const Op op = elementwise::make<Hardswish, 1>("x · min(max(x + 3, 0), 6) / 6");
  return op;
}

}  // namespace bitloom
