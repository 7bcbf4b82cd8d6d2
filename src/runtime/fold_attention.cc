#include "base/try.h"
#include "runtime/fold.h"

namespace bitloom::lists {

std::optional<Graph> as_attention(std::span<const Desc> tensors, const FusionOps& ops, const Graph& plain) {
  if (recognize(ops) != FusionPattern::AttentionPattern || place_of(ops[0].name)->kind != Kind::product) return {};
  const auto& nodes = plain.nodes();
  const Attrs &first = nodes.front().attrs, &last = nodes.back().attrs;
  if (first.flag("transpose_a") || !first.word("dtype").empty() || last.flag("transpose_a") ||
      last.flag("transpose_b") || !last.word("dtype").empty())
    return {};
  Attrs settings{{"scale", 1.0}};
  size_t v = 2;
  for (const FusionOp& op : ops) {
    const Place place = *place_of(op.name);
    if (place.word == Word::scale) {
      const AttrValue* factor = op.settings.find("factor");
      settings.set("scale", factor ? factor->number() : 0.0);  // 0: by the size of a head, as here
      if (factor && factor->number() == 0) return {};
    }
    if (place.kind == Kind::softmax)
      if (const AttrValue* axis = op.settings.find("axis"); axis && axis->integer() != -1) return {};
    if (place.word == Word::mask && !is_float(tensors[v++].dtype)) return {};
  }
  // The heads of k and v must be those of q, or one for all: sharing in groups is not what matmul means.
  const auto leading = [&](size_t i, int from_end) {
    const Shape& s = tensors[i].shape;
    return s.rank() >= from_end ? s[s.rank() - from_end] : 1;
  };
  if (leading(1, 3) != leading(0, 3) && leading(1, 3) != 1) return {};
  if (leading(1, 3) != leading(v, 3)) return {};

  Graph graph;
  std::vector<Value> in;
  for (size_t i = 0; i < tensors.size(); ++i) in.push_back(graph.input(format("t{}", i), tensors[i]));
  const auto build = [&]() -> Status {
    std::vector<Value> taken{TRY(with_heads(graph, in[0])), TRY(with_heads(graph, in[1])),
                             TRY(with_heads(graph, in[v]))};
    if (graph.desc(taken[1]).shape.rank() != 4) return error(Code::unsupported, "[attention] takes four axes");
    if (!first.flag("transpose_b")) taken[1] = TRY(graph.apply("transpose", {taken[1]}, {{"perm", {0, 1, 3, 2}}}));
    if (v == 3) taken.push_back(in[2]);
    const Value made = TRY(graph.apply("attention", taken, settings));
    const Shape& shape = plain.desc(plain.outputs()[0].value).shape;
    const std::vector<int64_t> sizes(shape.sizes().begin(), shape.sizes().end());
    graph.output("", shape.rank() == 4 ? made : TRY(graph.apply("reshape", {made}, {{"shape", sizes}})));
    return {};
  };
  if (!build().ok()) return {};
  return graph;
}

}  // namespace bitloom::lists
