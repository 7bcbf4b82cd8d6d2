// log_softmax: y = x - max(x) - log(sum(exp(x - max(x)))) along one axis; the rest is softmax's.
#include "ops/softmax/softmax.h"

namespace bitloom {

const Op& op_log_softmax() {
  static const Op op = make_softmax(true);
  return op;
}

}  // namespace bitloom
