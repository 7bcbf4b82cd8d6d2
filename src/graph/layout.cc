// absorb_layout: see passes.h. Every rule either lowers the bytes that transposes move, or turns one into something
// that moves none, so repeating them comes to an end.
#include <algorithm>
#include <set>

#include "base/try.h"
#include "graph/passes.h"
#include "graph/rewrite.h"

namespace bitloom::passes {
namespace {

Shape permuted(const Shape& x, const Perm& perm) {
  Shape y = x;
  for (int i = 0; i < x.rank(); ++i) y[i] = x[static_cast<int>(perm[static_cast<size_t>(i)])];
  return y;
}

// Ones in front, as broadcasting puts them.
Shape with_rank(const Shape& x, size_t rank) {
  std::vector<int64_t> sizes(rank - static_cast<size_t>(x.rank()), 1);
  sizes.insert(sizes.end(), x.sizes().begin(), x.sizes().end());
  return Shape(sizes);
}

bool moves_nothing(const Shape& x, const Perm& perm) {
  int64_t last = -1;
  for (int64_t axis : perm) {
    if (x[static_cast<int>(axis)] == 1) continue;
    if (axis < last) return x.elements() == 0;
    last = axis;
  }
  return true;
}

Perm swap_last(int rank) {
  Perm perm;
  for (int i = 0; i < rank; ++i) perm.push_back(i);
  std::swap(perm[static_cast<size_t>(rank) - 2], perm[static_cast<size_t>(rank) - 1]);
  return perm;
}
bool swaps_last(const Perm& perm) { return perm.size() >= 2 && perm == swap_last(static_cast<int>(perm.size())); }

Perm inverse(const Perm& perm) {
  Perm out(perm.size());
  for (size_t i = 0; i < perm.size(); ++i) out[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
  return out;
}

bool same_matrix(const Shape& a, const Shape& b) {
  return a.rank() >= 2 && b.rank() >= 2 && a[a.rank() - 1] == b[b.rank() - 1] && a[a.rank() - 2] == b[b.rank() - 2];
}

Attrs shape_attrs(const Shape& shape) {
  return {{"shape", std::vector<int64_t>(shape.sizes().begin(), shape.sizes().end())}};
}

// The shape under which x, which broadcasts to `from`, broadcasts the same way to `to`, a reshape of `from`: within
// each stretch of axes that the two share, x must have all of the elements or one.
std::optional<Shape> broadcast_in(const Shape& x, const Shape& from, const Shape& to) {
  if (x.elements() == 1) return Shape();
  if (from.elements() == 0) return std::nullopt;
  const Shape own = with_rank(x, static_cast<size_t>(from.rank()));
  std::vector<int64_t> sizes;
  for (int i = 0, j = 0; i < from.rank() || j < to.rank();) {
    const int i0 = i, j0 = j;
    int64_t a = i < from.rank() ? from[i++] : 1, b = j < to.rank() ? to[j++] : 1;
    while (a != b) {
      if (a < b) a *= from[i++];
      else b *= to[j++];
    }
    const int64_t taken = own.product(i0, i);
    if (taken != 1 && taken != a) return std::nullopt;
    for (int k = j0; k < j; ++k) sizes.push_back(taken == 1 ? 1 : to[k]);
  }
  return Shape(sizes);
}

class Layout {
 public:
  explicit Layout(const Graph& graph) : graph_(graph), uses_(graph), to_(graph) {
    for (const auto& [value, constant] : graph.constants()) constants_.insert(value.id);
    // What is computed from constants alone is one when it is folded.
    for (const Graph::Node& node : graph.nodes())
      if (std::ranges::all_of(node.in, [&](Value v) { return constants_.contains(v.id); }))
        for (Value v : node.out) constants_.insert(v.id);
  }

  Result<Graph> run() {
    for (const Graph::Node& node : graph_.nodes()) {
      std::optional<Value> better;
      if (is_transpose(node)) better = TRY(transpose(node));
      else if (is_product(node)) better = TRY(product(node));
      else if (is_elementwise(node)) {
        better = TRY(sink_transposes(node));
        if (!better) better = TRY(sink_reshape(node));
      }
      if (better) to_.stands_for(node, *better), changed_ = true;
      else to_.keep(node);
    }
    return to_.finish();
  }
  bool changed() const { return changed_; }

 private:
  const Desc& desc(Value v) const { return graph_.desc(v); }
  double bytes(Value v) const { return static_cast<double>(desc(v).bytes()); }

  Result<Value> reshaped(Value made, const Shape& shape) {
    if (to_.made.desc(made).shape == shape) return made;
    return to_.made.apply("reshape", {made}, shape_attrs(shape));
  }
  Result<Value> transposed(Value made, const Perm& perm) {
    const Shape& x = to_.made.desc(made).shape;
    if (moves_nothing(x, perm)) return reshaped(made, permuted(x, perm));
    return to_.made.apply("transpose", {made}, Attrs{{"perm", perm}});
  }

  bool is_of_matrices(const Graph::Node& node) const {
    return is_product(node) && desc(node.in[0]).shape.rank() >= 2 && desc(node.in[1]).shape.rank() >= 2;
  }
  // A weight turned beside the one it was, for another reader, would be kept twice.
  bool turns_freely(Value constant) const { return uses_.readers(constant) == 1 || bytes(constant) <= 1 << 16; }

  // What would have to be read in place of a value v to have it, under the rank of `perm`, with its axes permuted. It
  // goes up from v as long as that is cheaper than a transpose here. `cost` is bytes moved by transposes that appear
  // less those of transposes that go; `alone`: v is read by nothing else, so what makes it would go.
  struct Lift {
    enum How { view, here, composed, through, flipped, batches } how = here;
    double cost = 0;
  };
  Lift lift(Value v, const Perm& perm, bool alone) const {
    const Shape shape = with_rank(desc(v).shape, perm.size());
    if (moves_nothing(shape, perm)) return {Lift::view, 0};
    if (constants_.contains(v.id) && turns_freely(v)) return {Lift::here, 0};
    const Graph::Node* node = uses_.maker(v);
    alone = alone && uses_.readers(v) == 1;
    const bool same_rank = shape.rank() == desc(v).shape.rank();
    const Lift plain{Lift::here, bytes(v)};
    if (node && is_transpose(*node) && same_rank) {
      if (constants_.contains(node->in[0].id)) return {Lift::composed, 0};  // both are folded
      const Perm both = after(permutation_of(*node, shape.rank()), perm);
      const double moved = moves_nothing(desc(node->in[0]).shape, both) ? 0 : bytes(v);
      return {Lift::composed, moved - (alone ? bytes(v) : 0)};
    }
    if (node && is_reshape(*node) && same_rank && swaps_last(perm) && same_matrix(shape, desc(node->in[0]).shape)) {
      const Lift above = lift(node->in[0], swap_last(desc(node->in[0]).shape.rank()), alone);
      return above.cost < plain.cost ? Lift{Lift::batches, above.cost} : plain;
    }
    if (!alone || !node) return plain;
    if (is_of_matrices(*node) && swaps_last(perm) && same_rank) return {Lift::flipped, 0};
    if (is_elementwise(*node)) {
      double cost = 0;
      for (size_t i = 0; i < node->in.size(); ++i)
        if (!repeated(*node, i)) cost += lift(node->in[i], perm, true).cost;
      return cost < plain.cost ? Lift{Lift::through, cost} : plain;
    }
    return plain;
  }
  static bool repeated(const Graph::Node& node, size_t input) {
    for (size_t k = 0; k < input; ++k)
      if (node.in[k].id == node.in[input].id) return true;
    return false;
  }

  Result<Value> lifted(Value v, const Perm& perm, bool alone) {
    const Lift how = lift(v, perm, alone);
    const Graph::Node* node = uses_.maker(v);
    const Shape shape = with_rank(desc(v).shape, perm.size());
    alone = alone && uses_.readers(v) == 1;
    switch (how.how) {
      case Lift::composed: return transposed(to_.value(node->in[0]), after(permutation_of(*node, shape.rank()), perm));
      case Lift::batches: {
        const Value above = TRY(lifted(node->in[0], swap_last(desc(node->in[0]).shape.rank()), alone));
        return reshaped(above, permuted(shape, perm));
      }
      case Lift::flipped: {  // (A·B)ᵀ = Bᵀ·Aᵀ
        Attrs attrs = node->attrs;
        attrs.set("transpose_a", !node->attrs.flag("transpose_b")).set("transpose_b", !node->attrs.flag("transpose_a"));
        attrs.set("dtype", desc(v).dtype == desc(node->in[1]).dtype ? "" : std::string(name(desc(v).dtype)));
        return to_.made.apply(node->op(), {to_.value(node->in[1]), to_.value(node->in[0])}, attrs);
      }
      case Lift::through: {
        std::vector<Value> in;
        for (size_t i = 0; i < node->in.size(); ++i) {
          size_t first = 0;
          while (node->in[first].id != node->in[i].id) ++first;
          const bool anywhere = desc(node->in[i]).shape.elements() == 1;
          in.push_back(first < i  ? in[first]
                       : anywhere ? to_.value(node->in[i])
                                  : TRY(lifted(node->in[i], perm, true)));
        }
        return to_.made.apply(node->op(), in, node->attrs);
      }
      case Lift::view:
      case Lift::here: break;
    }
    return transposed(TRY(reshaped(to_.value(v), shape)), perm);
  }

  Result<std::optional<Value>> transpose(const Graph::Node& node) {
    const Value x = node.in[0];
    const Shape& shape = desc(x).shape;
    const Perm perm = permutation_of(node, shape.rank());
    const Lift how = lift(x, perm, true);
    if (how.cost >= bytes(x) || constants_.contains(x.id)) return std::optional<Value>();
    return std::optional(TRY(lifted(x, perm, true)));
  }

  Result<std::optional<Value>> product(const Graph::Node& node) {
    static constexpr const char* flags[] = {"transpose_a", "transpose_b"};
    Attrs attrs = node.attrs;
    std::vector<Value> in = to_.values(node.in);
    bool better = false;
    for (size_t side : {0, 1}) {
      const Value v = node.in[side];
      const int rank = desc(v).shape.rank();
      if (rank < 2 || node.in[0].id == node.in[1].id) continue;
      const Perm swap = swap_last(rank);
      if (!worth_swapping(v, swap)) continue;
      in[side] = TRY(lifted(v, swap, true));
      attrs.set(flags[side], !attrs.flag(flags[side]));
      better = true;
    }
    if (!better) return std::optional<Value>();
    return std::optional(TRY(to_.made.apply(node.op(), in, attrs)));
  }
  // A transpose that goes; or, for nothing, one that is not read here any more, or one that now leaves rows whole.
  bool worth_swapping(Value v, const Perm& swap) const {
    const Lift how = lift(v, swap, true);
    if (how.cost < 0) return true;
    if (how.cost > 0) return false;
    const Graph::Node* node = uses_.maker(v);
    while (node && is_reshape(*node) && same_matrix(desc(node->out[0]).shape, desc(node->in[0]).shape))
      node = uses_.maker(node->in[0]);
    if (!node || !is_transpose(*node)) return false;
    const int rank = desc(node->in[0]).shape.rank();
    const Perm old = permutation_of(*node, rank), now = after(old, swap_last(rank));
    return moves_nothing(desc(node->in[0]).shape, now) || (old.back() != rank - 1 && now.back() == rank - 1);
  }

  // op(xᵀ, yᵀ) = op(x, y)ᵀ, where that moves less.
  Result<std::optional<Value>> sink_transposes(const Graph::Node& node) {
    const std::optional<Value> no;
    const Value y = node.out[0];
    const auto turned = [&](Value v) -> const Graph::Node* {
      const Graph::Node* maker = uses_.maker(v);
      const bool fits = maker && is_transpose(*maker) && desc(v).shape.rank() == desc(y).shape.rank();
      return fits ? maker : nullptr;
    };
    Perm perm;
    for (Value v : node.in)
      if (const Graph::Node* t = turned(v); t && perm.empty()) perm = permutation_of(*t, desc(v).shape.rank());
    if (perm.empty()) return no;
    const Perm back = inverse(perm);
    double cost = bytes(y);
    for (size_t i = 0; i < node.in.size(); ++i)
      if (!repeated(node, i)) cost += lift(node.in[i], back, true).cost;
    if (cost >= 0) return no;
    std::vector<Value> in;
    for (Value v : node.in) in.push_back(desc(v).shape.elements() == 1 ? to_.value(v) : TRY(lifted(v, back, true)));
    return std::optional(TRY(transposed(TRY(to_.made.apply(node.op(), in, node.attrs)), perm)));
  }

  // op(reshape(x), ...) = reshape(op(x, ...)), where x is computed for this alone.
  Result<std::optional<Value>> sink_reshape(const Graph::Node& node) {
    const std::optional<Value> no;
    const Shape& shape = desc(node.out[0]).shape;
    const auto source = [&](Value v) -> std::optional<Value> {  // what v is a reshape of
      const Graph::Node* maker = uses_.maker(v);
      if (maker && is_reshape(*maker) && desc(v).shape == shape) return maker->in[0];
      return std::nullopt;
    };
    const auto computed_for = [&](Value v) {  // one reader only could be fused with
      const Graph::Node* maker = uses_.maker(v);
      return maker && uses_.readers(v) == 1 && op_of(*maker).anchor != Anchor::view &&
             op_of(*maker).anchor != Anchor::move;
    };
    std::optional<Shape> target;
    for (Value v : node.in)
      if (const auto x = source(v); x && !target && uses_.readers(v) == 1 && computed_for(*x)) target = desc(*x).shape;
    if (!target || *target == shape) return no;
    for (Value v : node.in) {
      if (const auto x = source(v); x && desc(*x).shape == *target) continue;
      // Of two full operands in different shapes one gets a reshape: the one that could not be fused anyway, and always
      // towards fewer axes, so that it is decided once.
      const bool full = desc(v).shape.elements() == shape.elements() && shape.elements() > 1;
      if (full && !constants_.contains(v.id) && (computed_for(v) || target->rank() >= shape.rank())) return no;
      if (!broadcast_in(desc(v).shape, shape, *target)) return no;
    }
    std::vector<Value> in;
    for (Value v : node.in) {
      const auto x = source(v);
      if (x && desc(*x).shape == *target) in.push_back(to_.value(*x));
      else in.push_back(TRY(reshaped(to_.value(v), *broadcast_in(desc(v).shape, shape, *target))));
    }
    return std::optional(TRY(reshaped(TRY(to_.made.apply(node.op(), in, node.attrs)), shape)));
  }

  const Graph& graph_;
  Uses uses_;
  Rewrite to_;
  std::set<int> constants_;
  bool changed_ = false;
};

}  // namespace

Result<Graph> absorb_layout(const Graph& graph) {
  Graph g = graph;
  for (int round = 0; round < 64; ++round) {
    Layout layout(g);
    Graph next = drop_unused(TRY(drop_no_ops(TRY(layout.run()))));
    if (!layout.changed()) return next;
    g = std::move(next);
  }
  return g;
}

}  // namespace bitloom::passes
