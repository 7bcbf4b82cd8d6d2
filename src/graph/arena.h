// How long each result of a plan is needed, and the memory that results share in turn.
#pragma once

#include "graph/plan.h"

namespace bitloom {

// Finds the last use of every slot, and gives every result that is not an output of the plan a block of the arena until
// then.
void lay_out(Plan& plan);

}  // namespace bitloom
