// silu: x · sigmoid(x)
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Silu {
  static constexpr std::string_view name = "silu";
  static constexpr Activation activations[] = {{"silu"}, {"swish"}};
  static double eval(const double* x, const Attrs&) { return x[0] / (1 + std::exp(-x[0])); }
};

}  // namespace

const Op& op_silu() {
  static const Op op = elementwise::make<Silu, 1>("x · sigmoid(x)");
  return op;
}

}  // namespace bitloom
