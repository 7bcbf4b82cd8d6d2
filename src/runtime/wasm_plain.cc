// What the WebAssembly build without models has in place of src/graph/explain_svg.cc: no pictures. JavaScript is told
// so by wasm_graphs.cc.
#include "bitloom/explain.h"

namespace bitloom {

std::string Explanation::svg(bool) const { return {}; }

}  // namespace bitloom
