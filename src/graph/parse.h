// Tensors, settings and graphs written down in one line, for the command line and for lists of shaders.
//
//   Graph g = TRY(parse_graph("s = add(64x96, 64x96); rms_norm(s, 96, epsilon=1e-6), s"));
//
//   graph   = ( name "=" expr ";" )* expr ( "," expr )*      the last ones are the outputs
//   expr    = op "(" [ argument ( "," argument )* ] ")"      argument: an expr, or setting=value
//           | tensor                                         an input; each one written is another
//           | "const(" tensor ")"                            a constant
//           | name
//   tensor  = 64x96 | 64x96:f16 | scalar | scalar:i32
//   value   = 3 | -0.5 | true | word | [1, 0] | 1x0
#pragma once

#include <string_view>

#include "bitloom/graph.h"

namespace bitloom {

Result<Desc> parse_desc(std::string_view text, DType otherwise = DType::f32);
AttrValue parse_setting(std::string_view text);  // what is nothing else is a word
Result<Graph> parse_graph(std::string_view text);

// Split at commas outside brackets, blanks trimmed.
std::vector<std::string_view> split_list(std::string_view text);

}  // namespace bitloom
