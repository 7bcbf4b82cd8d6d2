// sqrt: the square root
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Sqrt {
  static constexpr std::string_view name = "sqrt";
  static constexpr Domain domains[] = {{.low = 0.1}};
  static constexpr Fill fill{.kind = Fill::uniform, .low = 0, .high = 20};
  static double eval(const double* x, const Attrs&) { return std::sqrt(x[0]); }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) y[i] = std::sqrt(x[0][i]);
  }
};

}  // namespace

const Op& op_sqrt() {
  static const Op op = elementwise::make<Sqrt, 1>("the square root");
  return op;
}

}  // namespace bitloom
