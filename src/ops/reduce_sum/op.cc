// reduce_sum: y = sum of x over the axes.
#include "ops/rows/reduce.h"

namespace bitloom {

const Op& op_reduce_sum() {
  static const Op op = make_reduction(Reduction::sum, "y = sum of x over the axes");
  return op;
}

}  // namespace bitloom
