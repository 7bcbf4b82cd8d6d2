#include "runtime/patterns.h"

#include <algorithm>

#include "ops/op.h"

namespace bitloom {
namespace {

constexpr std::string_view pattern_names[fusion_patterns] = {
    "LinearActivation",  "ElementWiseChain", "BinaryUnary", "ReshapeOp",       "ActivationChain",
    "NormActivation",    "AttentionPattern", "MatrixChain", "QuantizedMatmul", "QuantizedMatmulActivation",
    "QuantizedAttention"};

}  // namespace

namespace lists {
namespace {

constexpr std::pair<std::string_view, Place> words[] = {
    {"scale", {.kind = Kind::unary, .word = Word::scale}},
    {"mask", {.kind = Kind::binary, .takes = 1, .word = Word::mask}},
    {"dropout", {.kind = Kind::activation, .word = Word::dropout}},
};

Kind kind_of(const Op& op) {
  switch (op.role) {
    case Role::product: return Kind::product;
    case Role::norm: return Kind::norm;
    case Role::softmax: return Kind::softmax;
    case Role::attention: return Kind::attention;
    case Role::other: break;
  }
  if (!op.activations.empty()) return Kind::activation;
  if (looks_through(op) || op.permutation) return Kind::shape;
  if (op.anchor != Anchor::elementwise) return Kind::other;
  return op.max_inputs == 2 ? Kind::binary : Kind::unary;
}

}  // namespace

std::optional<Place> place_of(std::string_view name) {
  for (const auto& [word, place] : words)
    if (word == name) return place;
  const Op* op = find_op(name);
  if (!op) op = find_activation(name).op;
  if (!op) return std::nullopt;
  // The first input is the value so far. Of ops that are in no pattern by themselves, few more make sense.
  const bool simple = op->min_inputs == op->max_inputs && op->max_inputs <= 2;
  if (op->role == Role::other && !simple) return std::nullopt;
  return Place{kind_of(*op), op->min_inputs - 1, op->max_inputs - op->min_inputs, op->identity == 0.0};
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> out;
  const auto add = [&](std::string_view name) {
    if (place_of(name) && std::ranges::find(out, name) == out.end()) out.push_back(name);
  };
  for (const Op* op : all_ops()) {
    add(op->name);
    for (const Activation& a : op->activations) add(a.name);
  }
  for (const auto& [word, place] : words) add(word);
  return out;
}

}  // namespace lists

using lists::Kind, lists::Place, lists::Word;

std::string_view name(FusionPattern pattern) { return pattern_names[static_cast<size_t>(pattern)]; }

Result<FusionPattern> fusion_pattern(std::string_view name) {
  std::string known;
  for (size_t i = 0; i < fusion_patterns; ++i) {
    if (pattern_names[i] == name) return static_cast<FusionPattern>(i);
    known += i ? ", " : "", known += pattern_names[i];
  }
  return error(Code::not_found, "[fusion] pattern '{}' is not supported; supported are {}", name, known);
}

std::optional<FusionPattern> recognize(const FusionOps& ops, bool quantized) {
  std::vector<Place> places;
  for (const FusionOp& op : ops) {
    const std::optional<Place> place = lists::place_of(op.name);
    if (!place) return {};
    places.push_back(*place);
  }
  if (places.empty()) return {};
  const size_t count = places.size();
  const auto is = [&](size_t i, Kind kind) { return i < count && places[i].kind == kind; };
  const auto word = [&](size_t i, Word w) { return i < count && places[i].word == w; };
  const auto all = [&](size_t from, auto fits) {
    return std::all_of(places.begin() + static_cast<long>(from), places.end(),
                       [&](const Place& p) { return fits(p.kind); });
  };
  const auto are = [&](size_t from, Kind kind) { return from < count && all(from, [=](Kind k) { return k == kind; }); };

  size_t i = 1;  // of attention written out
  if (word(i, Word::scale)) ++i;
  if (word(i, Word::mask)) ++i;
  if (is(i, Kind::softmax)) ++i;
  else i = count;
  if (word(i, Word::dropout)) ++i;
  const bool written_out = is(0, Kind::product) && is(i, Kind::product) && i + 1 == count;
  if (written_out || (count == 1 && is(0, Kind::attention)))
    return quantized ? FusionPattern::QuantizedAttention : FusionPattern::AttentionPattern;

  if (is(0, Kind::product)) {
    if (count == 1) return quantized ? std::optional(FusionPattern::QuantizedMatmul) : std::nullopt;
    if (are(1, Kind::product)) return FusionPattern::MatrixChain;
    if (are(places[1].bias ? 2 : 1, Kind::activation))
      return quantized ? FusionPattern::QuantizedMatmulActivation : FusionPattern::LinearActivation;
    return {};
  }
  if (is(0, Kind::norm)) return are(1, Kind::activation) ? std::optional(FusionPattern::NormActivation) : std::nullopt;
  if (is(0, Kind::shape)) {
    const bool rest_is_shape =
        std::all_of(places.begin(), places.end() - 1, [](const Place& p) { return p.kind == Kind::shape; });
    return rest_is_shape && !is(count - 1, Kind::shape) ? std::optional(FusionPattern::ReshapeOp) : std::nullopt;
  }
  if (count < 2) return {};
  if (are(0, Kind::activation)) return FusionPattern::ActivationChain;
  if (count == 2 && is(0, Kind::binary) && (is(1, Kind::unary) || is(1, Kind::activation)))
    return FusionPattern::BinaryUnary;
  if (all(0, lists::element_wise)) return FusionPattern::ElementWiseChain;
  return {};
}

}  // namespace bitloom
