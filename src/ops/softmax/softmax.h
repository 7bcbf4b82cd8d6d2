// What softmax and log_softmax share: everything but the last line of the formula.
#pragma once

#include "ops/op.h"

namespace bitloom {

Op make_softmax(bool log);

}  // namespace bitloom
