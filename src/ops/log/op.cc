// log: the natural logarithm
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

struct Log {
  static constexpr std::string_view name = "log";
  static constexpr Domain domains[] = {{.low = 0.1}};
  static constexpr Fill fill{.kind = Fill::uniform, .low = 0.01, .high = 20};
  static double eval(const double* x, const Attrs&) { return std::log(x[0]); }
};

}  // namespace

const Op& op_log() {
  static const Op op = elementwise::make<Log, 1>("the natural logarithm");
  return op;
}

}  // namespace bitloom
