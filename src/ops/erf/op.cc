// erf: 2/√π · ∫₀ˣ exp(-t²) dt
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Erf {
  static constexpr std::string_view name = "erf";
  static double eval(const double* x, const Attrs&) { return std::erf(x[0]); }
};

}  // namespace

const Op& op_erf() {
  static const Op op = elementwise::make<Erf, 1>("2/√π · ∫₀ˣ exp(-t²) dt");
  return op;
}

}  // namespace bitloom
