// sigmoid: 1 / (1 + exp(-x))
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Sigmoid {
  static constexpr std::string_view name = "sigmoid";
  static constexpr Activation activations[] = {{"sigmoid"}};
  static double eval(const double* x, const Attrs&) { return 1 / (1 + std::exp(-x[0])); }
};

}  // namespace

const Op& op_sigmoid() {
  static const Op op = elementwise::make<Sigmoid, 1>("1 / (1 + exp(-x))");
  return op;
}

}  // namespace bitloom
