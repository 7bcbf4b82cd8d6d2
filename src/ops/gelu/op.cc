// gelu: x · Φ(x), by erf or the tanh approximation
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Gelu {
  static constexpr std::string_view name = "gelu";
  static Attrs by_tanh() { return {{"approximate", "tanh"}}; }
  static constexpr Activation activations[] = {{"gelu"},
                                               {"gelu_python"},
                                               {"gelu_tanh", by_tanh},
                                               {"gelu_new", by_tanh},
                                               {"gelu_fast", by_tanh},
                                               {"gelu_accurate", by_tanh},
                                               {"gelu_pytorch_tanh", by_tanh},
                                               {"gelu_python_tanh", by_tanh}};
  static double eval(const double* x, const Attrs& attrs) {
    if (attrs.word("approximate") == "tanh")
      return 0.5 * x[0] * (1 + std::tanh(0.7978845608028654 * (x[0] + 0.044715 * x[0] * x[0] * x[0])));
    return 0.5 * x[0] * (1 + std::erf(x[0] * 0.7071067811865476));
  }
  static Status check(const Attrs& attrs, DType) {
    const std::string& word = attrs.word("approximate");
    if (word == "none" || word == "tanh") return {};
    return error(Code::invalid_argument, "[gelu] approximate={} is not supported; supported are none and tanh", word);
  }
};

std::vector<Case> more_cases() {
  return {{.name = "tanh", .in = {{DType::f32, {7, 20}}}, .attrs = {{"approximate", "tanh"}}},
          {.name = "tanh special",
           .in = {{DType::f32, {29, 7}}},
           .attrs = {{"approximate", "tanh"}},
           .fill = {{.kind = Fill::special}}}};
}

}  // namespace

const Op& op_gelu() {
  static const Op op = elementwise::make<Gelu, 1>("x · Φ(x), by erf or the tanh approximation",
                                                  {{"approximate", "none", "none or tanh"}}, more_cases);
  return op;
}

}  // namespace bitloom
