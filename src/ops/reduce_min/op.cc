// reduce_min: y = smallest of x over the axes; NaN if there is one.
#include "ops/rows/reduce.h"

namespace bitloom {

const Op& op_reduce_min() {
  static const Op op = make_reduction(Reduction::min, "y = smallest of x over the axes; NaN if there is one");
  return op;
}

}  // namespace bitloom
