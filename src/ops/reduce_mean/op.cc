// reduce_mean: y = mean of x over the axes; of nothing NaN.
#include "ops/rows/reduce.h"

namespace bitloom {

const Op& op_reduce_mean() {
  static const Op op = make_reduction(Reduction::mean, "y = mean of x over the axes; of nothing NaN");
  return op;
}

}  // namespace bitloom
