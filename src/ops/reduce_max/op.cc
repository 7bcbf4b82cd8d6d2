// reduce_max: y = largest of x over the axes; NaN if there is one.
#include "ops/rows/reduce.h"

namespace bitloom {

const Op& op_reduce_max() {
  static const Op op = make_reduction(Reduction::max, "y = largest of x over the axes; NaN if there is one");
  return op;
}

}  // namespace bitloom
