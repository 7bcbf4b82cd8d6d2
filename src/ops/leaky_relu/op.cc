// leaky_relu: x, or alpha · x below 0
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct LeakyRelu {
  static constexpr std::string_view name = "leaky_relu";
  static constexpr Activation activations[] = {{"leaky_relu"}};
  static double eval(const double* x, const Attrs& attrs) { return x[0] < 0 ? attrs.number("alpha") * x[0] : x[0]; }
};

std::vector<Case> more_cases() {
  return {{.name = "alpha 0.2", .in = {{DType::f32, {33}}}, .attrs = {{"alpha", 0.2}}}};
}

}  // namespace

const Op& op_leaky_relu() {
  static const Op op =
      elementwise::make<LeakyRelu, 1>("x, or alpha · x below 0", {{"alpha", 0.01, "slope below 0"}}, more_cases);
  return op;
}

}  // namespace bitloom
