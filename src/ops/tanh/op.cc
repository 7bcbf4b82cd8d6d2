// tanh: the hyperbolic tangent
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Tanh {
  static constexpr std::string_view name = "tanh";
  static constexpr Activation activations[] = {{"tanh"}};
  static double eval(const double* x, const Attrs&) { return std::tanh(x[0]); }
};

}  // namespace

const Op& op_tanh() {
  static const Op op = elementwise::make<Tanh, 1>("the hyperbolic tangent");
  return op;
}

}  // namespace bitloom
