// The conversion kernel by itself, for ops that can only write f32 where their result is narrower.
#pragma once

#include "graph/lowering.h"

namespace bitloom {

Status cast_kernel(Lowering& lowering, const Operand& from, const Operand& to);

}  // namespace bitloom
