#include "graph/fuse.h"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <set>

#include "ops/op.h"

namespace bitloom {
namespace {

size_t at(int64_t i) { return static_cast<size_t>(i); }
size_t at(Value v) { return static_cast<size_t>(v.id); }

// Element-wise on floats, with a function in its folder that other kernels can call.
bool is_elementwise(const Graph& graph, const Graph::Node& node) {
  return op_of(node).anchor == Anchor::elementwise && op_of(node).expression && is_float(graph.desc(node.out[0]).dtype);
}

bool takes_epilogue(const Graph& graph, const Graph::Node& node) {
  switch (op_of(node).anchor) {
    case Anchor::matmul:
    case Anchor::rows:
    case Anchor::reduce:
    case Anchor::attention:
    case Anchor::conv: return is_float(graph.desc(node.out[0]).dtype);
    default: return false;
  }
}

// A kernel that reads its input once for each of its results would compute the prologue as often.
constexpr double most_recomputed = 4e6;
bool takes_prologue(const Graph& graph, const Graph::Node& node, int input) {
  const Anchor a = op_of(node).anchor;
  if (a == Anchor::rows || a == Anchor::reduce) return input == 0;
  if (a != Anchor::matmul || input != 0) return false;
  const Shape &x = graph.desc(node.in[0]).shape, &y = graph.desc(node.out[0]).shape;
  const double tiles = static_cast<double>((y.rank() ? y[y.rank() - 1] : 1) + 63) / 64;
  return static_cast<double>(x.elements()) * tiles <= most_recomputed;
}

struct Builder {
  Builder(const Graph& g, const FuseLimits& l)
      : graph(g), limits(l), maker(makers_of(g)), group_of(g.nodes().size(), -1), readers(g.values()) {
    for (size_t n = 0; n < g.nodes().size(); ++n)
      for (Value v : g.nodes()[n].in) readers[at(v)].push_back(static_cast<int>(n));
    given.resize(g.values());
    for (const Graph::Named& o : g.outputs()) given[at(o.value)] = true;
  }

  const Graph::Node& node(int n) const { return graph.nodes()[at(n)]; }
  int64_t elements(Value v) const { return graph.desc(v).shape.elements(); }
  Value source(Value v) const { return without_reshapes(graph, maker, v); }
  // The group that makes a value, seen through reshapes; -1: none.
  int group_making(Value v) const {
    const int m = maker[at(source(v))];
    return m < 0 ? -1 : group_of[at(m)];
  }

  // Does any of the nodes `from` need something that one of these groups makes, on a way through other groups?
  bool reach(std::vector<int> from, const std::vector<int>& groups) const {
    std::vector<bool> seen(graph.nodes().size());
    while (!from.empty()) {
      const int n = from.back();
      from.pop_back();
      if (n < 0 || seen[at(n)]) continue;
      seen[at(n)] = true;
      const int own = group_of[at(n)];
      if (own >= 0 && std::ranges::find(groups, own) != groups.end()) return true;
      const std::vector<int> alone{n};
      for (int m : own >= 0 ? members[at(own)] : alone)
        for (Value v : node(m).in) from.push_back(maker[at(v)]);
    }
    return false;
  }

  // What group g would read from elsewhere and write for others.
  struct Traffic {
    std::set<std::string> reads;  // bindings: a value once for each way it is read
    std::set<int> writes;         // values
    size_t words = 0;
  };
  Traffic traffic(const std::vector<int>& nodes) const {
    Traffic t;
    const auto inside = [&](int n) { return n >= 0 && std::ranges::find(nodes, n) != nodes.end(); };
    for (int n : nodes) {
      const bool woven = is_elementwise(graph, node(n));
      const Desc& result = graph.desc(node(n).out[0]);
      for (size_t i = 0; i < node(n).in.size(); ++i) {
        const Value v = node(n).in[i];
        if (inside(maker[at(source(v))]) && fuses_through(n, v)) {
          // What the anchor loads in its place is a binding of its own, though nodes after it may read the same tensor.
          if (!woven) t.reads.insert(format("carried {}", i));
          continue;
        }
        const bool broadcast = woven && elements(v) != result.shape.elements();
        const std::string way = !woven ? format("anchor {}", i) : broadcast ? to_text(result.shape) : "whole";
        if (!t.reads.insert(format("{} {}", v.id, way)).second) continue;
        // A whole operand takes two words where it is a view that starts inside a quad.
        if (woven) t.words += broadcast && elements(v) != 1 ? 2 * at(result.shape.rank()) + 2 : 2;
      }
      for (Value v : node(n).out)
        if (needed_outside(v, nodes)) t.writes.insert(v.id);
      if (cuts.contains(n) || cut_of(graph, node(n))) t.words += 3;
    }
    t.words += t.reads.size();
    return t;
  }
  // Whether node n would take input v from inside its group: then it must be one of its elements for each result.
  bool fuses_through(int n, Value v) const {
    return !is_elementwise(graph, node(n)) || elements(v) == elements(node(n).out[0]);
  }
  bool needed_outside(Value v, const std::vector<int>& nodes) const {
    if (given[at(v)]) return true;
    for (int r : readers[at(v)]) {
      if (std::ranges::find(nodes, r) != nodes.end()) continue;
      // A reshape is needed if what reads it is.
      if (!looks_through(op_of(node(r))) || needed_outside(node(r).out[0], nodes)) return true;
    }
    return false;
  }

  std::optional<std::string> too_much(const std::vector<int>& nodes) const {
    if (nodes.size() > limits.most_ops)
      return format("{} ops in one kernel are over the limit of {}", nodes.size(), limits.most_ops);
    const Traffic t = traffic(nodes);
    if (t.reads.size() + t.writes.size() > limits.most_tensors)
      return format("{} tensors in one kernel are over the device's {}", t.reads.size() + t.writes.size(),
                    limits.most_tensors);
    if (t.words > limits.most_words) return std::string("too many broadcast operands for one kernel's parameters");
    return std::nullopt;
  }

  int add_group(int anchor, bool open) {
    anchors.push_back(anchor), opens.push_back(open), members.emplace_back(), before.emplace_back();
    return static_cast<int>(members.size()) - 1;
  }
  void put(int n, int g) {
    group_of[at(n)] = g;
    members[at(g)].push_back(n);
  }
  void keep_apart(int from, int to, std::string reason) {
    const bool told =
        std::ranges::any_of(apart, [&](const Explanation::Edge& e) { return e.from == from && e.to == to; });
    if (from >= 0 && !told) apart.push_back({from, to, std::move(reason)});
  }

  // Element-wise node n joins what makes its inputs, as far as that is allowed.
  void place_elementwise(int n) {
    std::vector<int> joined;  // groups
    for (Value v : node(n).in) {
      const int m = maker[at(source(v))], g = group_making(v);
      if (g < 0 || std::ranges::find(joined, g) != joined.end()) continue;
      if (const auto reason = apart_from(n, v, g, joined)) keep_apart(m, n, *reason);
      else joined.push_back(g);
    }
    if (joined.empty()) return put(n, add_group(-1, true));
    // At most one of them has an anchor: that one stays, and the others go into it.
    const auto anchored = std::ranges::find_if(joined, [&](int g) { return anchors[at(g)] >= 0; });
    const int into = anchored == joined.end() ? joined[0] : *anchored;
    for (int g : joined)
      if (g != into) {
        for (int m : members[at(g)]) put(m, into);
        members[at(g)].clear();
      }
    std::ranges::sort(members[at(into)]);
    put(n, into);
  }

  std::optional<std::string> apart_from(int n, Value v, int g, const std::vector<int>& joined) const {
    if (!opens[at(g)]) return format("the kernel of {} takes no other ops", node(members[at(g)][0]).op());
    if (elements(v) != elements(node(n).out[0])) return format("{} broadcasts it", node(n).op());
    if (cuts.contains(maker[at(source(v))])) return std::string("it is cut out of what the kernel makes");
    std::vector<int> brought{n}, around = joined;
    around.push_back(g);
    for (int other : around) brought.insert(brought.end(), members[at(other)].begin(), members[at(other)].end());
    for (int k : brought)
      for (Value in : node(k).in)
        for (int a : around)
          if (k != anchors[at(a)] && !before[at(a)].contains(k) && before[at(a)].contains(maker[at(source(in))]))
            return std::string("it reads what the kernel computes while it loads, not where it stores");
    // Nor a part that is cut out of the kernel's result, since that is another tensor, written by this kernel.
    for (int k : brought)
      for (Value in : node(k).in)
        if (const int m = maker[at(source(in))];
            cuts.contains(m) && std::ranges::find(around, group_of[at(m)]) != around.end())
          return std::string("it reads a part that is cut out of what the kernel makes");
    // An anchor's kernel stores the end of its epilogue as the type of its own result.
    for (int a : around)
      if (anchors[at(a)] >= 0)
        for (int k : brought)
          if (!before[at(a)].contains(k) &&
              graph.desc(node(k).out[0]).dtype != graph.desc(node(anchors[at(a)]).out[0]).dtype)
            return format("{} has another type than {}", node(k).op(), node(anchors[at(a)]).op());
    // Nor may an anchor, or what comes before it, read as a whole tensor what would now come after it.
    for (int a : around)
      for (int k : members[at(a)])
        if (k == anchors[at(a)] || before[at(a)].contains(k))
          for (Value in : node(k).in)
            if (const int m = maker[at(source(in))];
                m >= 0 && !before[at(a)].contains(m) && std::ranges::find(brought, m) != brought.end())
              return format("{} reads all of it first", node(anchors[at(a)]).op());
    if (std::ranges::count_if(around, [&](int a) { return anchors[at(a)] >= 0; }) > 1)
      return std::string("a kernel has one anchor, and this one has another");
    // Whatever else they read must not need their results first.
    std::vector<int> needs;
    for (int k : brought)
      for (Value in : node(k).in)
        if (const int made = maker[at(source(in))]; made >= 0 && std::ranges::find(brought, made) == brought.end())
          needs.push_back(made);
    if (reach(std::move(needs), around)) return std::string("another input needs this result first");
    return too_much(brought);
  }

  // Anchor n gets a group, and what makes its inputs goes before it where that is allowed.
  void place_anchor(int n) {
    const int g = add_group(n, takes_epilogue(graph, node(n)));
    for (size_t i = 0; i < node(n).in.size(); ++i) {
      const Value v = node(n).in[i];
      const int m = maker[at(source(v))], other = group_making(v);
      if (other < 0 || other == g) continue;
      if (const auto reason = not_before(n, static_cast<int>(i), other, g)) {
        keep_apart(m, n, *reason);
        continue;
      }
      before[at(g)].insert(members[at(other)].begin(), members[at(other)].end());
      prologue_input[n].push_back({static_cast<int>(i), {}, members[at(other)]});
      for (int k : members[at(other)]) put(k, g);
      members[at(other)].clear();
    }
    put(n, g);
    std::ranges::sort(members[at(g)]);
  }

  std::optional<std::string> not_before(int n, int input, int other, int g) const {
    const Graph::Node& anchor = node(n);
    const Value v = anchor.in[at(input)];
    if (anchors[at(other)] >= 0)
      return format("a kernel has one anchor: {} and {} are two", node(anchors[at(other)]).op(), anchor.op());
    if (!opens[at(other)]) return format("the kernel of {} takes no other ops", node(members[at(other)][0]).op());
    if (!takes_prologue(graph, anchor, input)) return format("{} would compute it again for every tile", anchor.op());
    if (op_of(anchor).anchor == Anchor::matmul) {
      std::vector<int> both = members[at(other)];
      both.push_back(n);
      for (int m : members[at(other)])
        if (needed_outside(node(m).out[0], both))
          return std::string("others need it too, and a product loads it more than once");
    }
    if (std::ranges::count_if(anchor.in, [&](Value in) { return group_making(in) == other; }) > 1)
      return format("{} reads it twice", anchor.op());
    if (!carried(v, members[at(other)])) return std::string("no tensor of the same shape and type is loaded for it");
    std::vector<int> needs;
    for (Value in : anchor.in)
      if (in.id != v.id) needs.push_back(maker[at(in)]);
    if (reach(std::move(needs), {other})) return std::string("another input needs this result first");
    std::vector<int> all = members[at(other)];
    all.insert(all.end(), members[at(g)].begin(), members[at(g)].end());
    all.push_back(n);
    return too_much(all);
  }

  // What the kernel loads in place of v: an operand of `nodes` that matches v element by element.
  std::optional<Value> carried(Value v, const std::vector<int>& nodes) const {
    for (int n : nodes)
      for (Value in : node(n).in) {
        const int m = maker[at(source(in))];
        if (m >= 0 && std::ranges::find(nodes, m) != nodes.end()) continue;
        if (elements(in) == elements(v) && graph.desc(in).dtype == graph.desc(v).dtype) return in;
      }
    return std::nullopt;
  }

  // A slice of the last axis is stored where its whole is made, and so is a transpose of either, in its order.
  bool place_cut(int n) {
    const bool turn = op_of(node(n)).permutation;
    const int m = maker[at(turn ? source(node(n).in[0]) : node(n).in[0])], g = m < 0 ? -1 : group_of[at(m)];
    if (g < 0 || anchors[at(g)] < 0 || !opens[at(g)] || before[at(g)].contains(m)) return false;
    if (cuts.contains(m) && (!turn || !op_of(node(m)).cut)) return false;
    if (turn ? !turn_of(graph, node(n)) : !cut_of(graph, node(n))) return false;
    std::vector<int> all = members[at(g)];
    all.push_back(n);
    if (too_much(all)) return false;
    cuts.insert(n);
    put(n, g);
    return true;
  }

  void place(int n) {
    const Graph::Node& x = node(n);
    if (looks_through(op_of(x))) return;  // free
    if (limits.together && (op_of(x).cut || op_of(x).permutation) && place_cut(n)) return;
    if (limits.together && is_elementwise(graph, x)) return place_elementwise(n);
    if (limits.together && takes_epilogue(graph, x)) return place_anchor(n);
    const int g = add_group(-1, false);
    for (Value v : x.in)
      if (limits.together && op_of(x).anchor != Anchor::view && group_making(v) >= 0)
        keep_apart(maker[at(source(v))], n, format("the kernel of {} takes no other ops", x.op()));
    put(n, g);
  }

  Fusion finish() {
    Fusion f;
    f.apart = std::move(apart);
    std::vector<Group> made;
    std::vector<int> place_of(graph.nodes().size(), -1);  // by node: its place in `made`
    for (size_t g = 0; g < members.size(); ++g) {
      const std::vector<int>& nodes = members[g];
      if (nodes.empty()) continue;
      Group out{.anchor = anchors[g]};
      if (!opens[g] && anchors[g] < 0) out.alone = nodes[0];
      else if (nodes.size() == 1) out.anchor = -1, out.alone = nodes[0];
      if (out.anchor >= 0)
        for (const Group::Prologue& p : prologue_input[out.anchor])
          out.prologues.push_back({p.input, *carried(node(out.anchor).in[at(p.input)], p.nodes), p.nodes});
      for (int n : nodes) {
        place_of[at(n)] = static_cast<int>(made.size());
        if (out.alone < 0 && n != out.anchor && !before[g].contains(n))
          (cuts.contains(n) ? out.cuts : out.epilogue).push_back(n);
        for (Value v : node(n).out)
          if (out.alone >= 0 || needed_outside(v, nodes)) out.out.push_back(v);
      }
      made.push_back(std::move(out));
    }
    order(made, place_of, f);
    return f;
  }

  // Groups in an order in which they can run: of those that can, the one whose nodes came first.
  void order(std::vector<Group>& made, const std::vector<int>& place_of, Fusion& f) const {
    std::vector<std::set<int>> after(made.size());
    std::vector<int> waits(made.size());
    for (size_t g = 0; g < made.size(); ++g)
      for (int n : made[g].nodes())
        for (Value v : node(n).in) {
          const int m = maker[at(source(v))], from = m < 0 ? -1 : place_of[at(m)];
          if (from >= 0 && from != static_cast<int>(g) && after[at(from)].insert(static_cast<int>(g)).second)
            ++waits[g];
        }
    using Entry = std::pair<int, int>;  // first node, group
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    const auto push = [&](size_t g) { ready.push({made[g].nodes().front(), static_cast<int>(g)}); };
    for (size_t g = 0; g < made.size(); ++g)
      if (waits[g] == 0) push(g);
    while (!ready.empty()) {
      const size_t g = at(ready.top().second);
      ready.pop();
      for (int next : after[g])
        if (--waits[at(next)] == 0) push(at(next));
      f.groups.push_back(std::move(made[g]));
    }
  }

  const Graph& graph;
  FuseLimits limits;
  std::vector<int> maker;                 // by value
  std::vector<int> group_of;              // by node
  std::vector<std::vector<int>> readers;  // by value
  std::vector<bool> given;                // by value: an output of the graph
  // By group.
  std::vector<int> anchors;
  std::vector<bool> opens;  // others may join
  std::vector<std::vector<int>> members;
  std::vector<std::set<int>> before;                           // of the members, those that come before the anchor
  std::map<int, std::vector<Group::Prologue>> prologue_input;  // by anchor
  std::set<int> cuts;                                          // slices that are stored where their whole is made
  std::vector<Explanation::Edge> apart;
};

}  // namespace

std::vector<int> Group::nodes() const {
  std::vector<int> all = epilogue;
  all.insert(all.end(), cuts.begin(), cuts.end());
  for (const Prologue& p : prologues) all.insert(all.end(), p.nodes.begin(), p.nodes.end());
  if (anchor >= 0) all.push_back(anchor);
  if (alone >= 0) all.push_back(alone);
  std::ranges::sort(all);
  return all;
}

std::optional<Cut> cut_of(const Graph& graph, const Graph::Node& node) {
  if (!op_of(node).cut) return std::nullopt;
  const Desc &x = graph.desc(node.in[0]), &y = graph.desc(node.out[0]);
  const std::optional<int64_t> first = op_of(node).cut({std::span(&x, 1), node.attrs, std::span(&y, 1)});
  if (!first) return std::nullopt;
  const int last = x.shape.rank() - 1;
  const Cut cut{.first = *first, .count = y.shape[last], .whole = x.shape[last]};
  const bool quads = cut.first % 4 == 0 && cut.count % 4 == 0 && cut.whole % 4 == 0;
  return quads ? std::optional(cut) : std::nullopt;
}

std::optional<Turn> turn_of(const Graph& graph, const Graph::Node& node) {
  if (!op_of(node).permutation) return std::nullopt;
  const Shape& x = graph.desc(node.in[0]).shape;
  // Axes longer than 1: which of them comes where, and its size.
  std::array<int64_t, max_rank> from{}, size{};
  int64_t count = 0;
  for (const int64_t axis : op_of(node).permutation(node.attrs, x.rank())) {
    if (x[static_cast<int>(axis)] == 1) continue;
    for (int i = 0; i < axis; ++i) from[at(count)] += x[i] != 1;
    size[at(count++)] = x[static_cast<int>(axis)];
  }
  // Between those that stay, at both ends, all move on by as many places, and come in again where they began.
  int64_t first = 0, end = count;
  while (first < count && from[at(first)] == first) ++first;
  while (end > first && from[at(end - 1)] == end - 1) --end;
  if (first == end) return std::nullopt;
  const int64_t by = from[at(first)] - first;
  Turn turn;
  for (int64_t i = first; i < count; ++i) {
    if (i < end && from[at(i)] != first + (i - first + by) % (end - first)) return std::nullopt;
    (i >= end ? turn.inner : i < end - by ? turn.across : turn.down) *= size[at(i)];
  }
  if (turn.inner % 4 != 0 || turn.inner * turn.across * turn.down == 0) return std::nullopt;
  return turn;
}

std::vector<int> makers_of(const Graph& graph) {
  std::vector<int> maker(graph.values(), -1);
  for (size_t n = 0; n < graph.nodes().size(); ++n)
    for (Value v : graph.nodes()[n].out) maker[at(v)] = static_cast<int>(n);
  return maker;
}

Value without_reshapes(const Graph& graph, const std::vector<int>& maker, Value v) {
  while (maker[at(v)] >= 0 && looks_through(op_of(graph.nodes()[at(maker[at(v)])])))
    v = graph.nodes()[at(maker[at(v)])].in[0];
  return v;
}

std::vector<Value> outputs_of(const Graph& graph, const std::vector<int>& nodes) {
  const Builder builder(graph, {});
  std::vector<Value> out;
  for (int n : nodes)
    for (Value v : graph.nodes()[at(n)].out)
      if (builder.needed_outside(v, nodes)) out.push_back(v);
  return out;
}

Result<Fusion> fuse(const Graph& graph, const FuseLimits& limits) {
  Builder builder(graph, limits);
  for (size_t n = 0; n < graph.nodes().size(); ++n) builder.place(static_cast<int>(n));
  Fusion made = builder.finish();
  size_t placed = 0, all = 0;
  for (const Group& g : made.groups) placed += g.nodes().size();
  for (const Graph::Node& node : graph.nodes()) all += !looks_through(op_of(node));
  if (placed != all)
    return error(Code::internal, "[fuse] {} of {} nodes are in groups that wait for each other", all - placed, all);
  return made;
}

}  // namespace bitloom
