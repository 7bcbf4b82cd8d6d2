// elu: x, or alpha · (exp(x) - 1) below 0
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Elu {
  static constexpr std::string_view name = "elu";
  static constexpr Activation activations[] = {{"elu"}};
  static double eval(const double* x, const Attrs& attrs) {
    return x[0] < 0 ? attrs.number("alpha") * std::expm1(x[0]) : x[0];
  }
};

std::vector<Case> more_cases() {
  return {{.name = "alpha 0.5", .in = {{DType::f32, {33}}}, .attrs = {{"alpha", 0.5}}}};
}

}  // namespace

const Op& op_elu() {
  static const Op op =
      elementwise::make<Elu, 1>("x, or alpha · (exp(x) - 1) below 0", {{"alpha", 1.0, "depth below 0"}}, more_cases);
  return op;
}

}  // namespace bitloom
