// What an op is in a list of ops, as its traits (ops/op.h) tell, and so which pattern a list is (bitloom/fusion.h).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "bitloom/fusion.h"

namespace bitloom::lists {

enum class Kind { binary, unary, activation, product, norm, shape, softmax, attention, other };
inline bool element_wise(Kind kind) { return kind == Kind::binary || kind == Kind::unary || kind == Kind::activation; }

// What lists have beside the ops.
enum class Word { none, scale, mask, dropout };

struct Place {
  Kind kind = Kind::other;
  int takes = 0, may_take = 0;  // tensors beside the value so far: needed, and where there are some to spare
  bool bias = false;            // a sum: after a product, its bias
  Word word = Word::none;       // which of those it is
};
// Nothing: there is no such op, or it has no place in a list.
std::optional<Place> place_of(std::string_view name);
// Every name that has a place.
std::vector<std::string_view> names();

}  // namespace bitloom::lists
