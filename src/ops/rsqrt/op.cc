// rsqrt: 1 / √x
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Rsqrt {
  static constexpr std::string_view name = "rsqrt";
  static constexpr Domain domains[] = {{.low = 0.1}};
  static constexpr Fill fill{.kind = Fill::uniform, .low = 0.01, .high = 20};
  static double eval(const double* x, const Attrs&) { return 1 / std::sqrt(x[0]); }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) y[i] = 1 / std::sqrt(x[0][i]);
  }
};

}  // namespace

const Op& op_rsqrt() {
  static const Op op = elementwise::make<Rsqrt, 1>("1 / √x");
  return op;
}

}  // namespace bitloom
