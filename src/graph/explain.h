// Compiles a graph with and without fusion and compares.
#pragma once

#include "bitloom/explain.h"
#include "graph/plan.h"

namespace bitloom {

Result<Explanation> explain(const Graph& graph, const Target& target);

}  // namespace bitloom
