// quick_gelu: x · sigmoid(1.702 x)
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct QuickGelu {
  static constexpr std::string_view name = "quick_gelu";
  static constexpr Activation activations[] = {{"quick_gelu"}};
  static double eval(const double* x, const Attrs&) { return x[0] / (1 + std::exp(-1.702 * x[0])); }
};

}  // namespace

const Op& op_quick_gelu() {
  static const Op op = elementwise::make<QuickGelu, 1>("x · sigmoid(1.702 x)");
  return op;
}

}  // namespace bitloom
