// relu: max(x, 0)
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Relu {
  static constexpr std::string_view name = "relu";
  static constexpr Activation activations[] = {{"relu"}};
  static double eval(const double* x, const Attrs&) { return x[0] < 0 ? 0 : x[0]; }
  static int64_t eval_int(const int64_t* x) { return x[0] < 0 ? 0 : x[0]; }
  static void loop(const float* const* x, float* y, size_t n) {
    for (size_t i = 0; i < n; ++i) y[i] = x[0][i] < 0 ? 0.0f : x[0][i];
  }
};

}  // namespace

const Op& op_relu() {
  static const Op op = elementwise::make<Relu, 1>("max(x, 0)");
  return op;
}

}  // namespace bitloom
