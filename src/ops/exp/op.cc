// exp: e to the power x
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Exp {
  static constexpr std::string_view name = "exp";
  static constexpr Domain domains[] = {{.high = 2.5}};
  static constexpr double tolerance = 2e-5;
  static double eval(const double* x, const Attrs&) { return std::exp(x[0]); }
};

}  // namespace

const Op& op_exp() {
  static const Op op = elementwise::make<Exp, 1>("e to the power x");
  return op;
}

}  // namespace bitloom
