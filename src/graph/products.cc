// associate_products and join_products: see passes.h.
#include <algorithm>
#include <optional>
#include <set>

#include "graph/passes.h"
#include "graph/rewrite.h"

namespace bitloom::passes {
namespace {

// --- Association -----------------------------------------------------------------------------------------------------

struct Factor {
  Value value;
  bool transposed;
  int64_t rows, columns;
  Shape batch;
};

double multiplications(const Shape& batch, int64_t m, int64_t k, int64_t n) {
  return static_cast<double>(batch.elements()) * static_cast<double>(m) * static_cast<double>(k) *
         static_cast<double>(n);
}

class Association {
 public:
  explicit Association(const Graph& graph) : graph_(graph), uses_(graph), to_(graph) {
    for (const Graph::Node& node : graph.nodes())
      if (is_product(node))
        for (Value v : node.in)
          if (is_inner(v, graph.desc(node.out[0]).dtype)) inner_.insert(v.id);
  }

  Result<Graph> run() {
    for (const Graph::Node& node : graph_.nodes()) {
      if (is_product(node) && !inner_.contains(node.out[0].id)) {
        factors_.clear(), cost_ = 0;
        flatten(node, false);
        if (factors_.size() > 2 && factors_.size() <= 64 && best_order() < cost_) {
          to_.stands_for(node, TRY(build(0, factors_.size() - 1)));
          continue;
        }
      }
      to_.keep(node);
    }
    return drop_unused(to_.finish());
  }

 private:
  const Shape& shape(Value v) const { return graph_.desc(v).shape; }
  bool is_product(const Graph::Node& node) const {
    return is(node, "matmul") && shape(node.in[0]).rank() >= 2 && shape(node.in[1]).rank() >= 2;
  }
  bool is_inner(Value v, DType dtype) const {
    const Graph::Node* maker = uses_.maker(v);
    return maker && is_product(*maker) && uses_.uses(v) == 1 && graph_.desc(v).dtype == dtype;
  }
  static Shape batch_of(const Shape& x) { return Shape(x.sizes().first(static_cast<size_t>(x.rank() - 2))); }

  // The factors of a product, left to right, and what it costs as it is.
  void flatten(const Graph::Node& node, bool transposed) {
    dtype_ = graph_.desc(node.out[0]).dtype;
    const Shape &a = shape(node.in[0]), &y = shape(node.out[0]);
    const int64_t k = a[a.rank() - (node.attrs.flag("transpose_a") ? 2 : 1)];
    cost_ += multiplications(batch_of(y), y[y.rank() - 2], k, y[y.rank() - 1]);
    for (size_t at : {0, 1}) {
      const size_t side = transposed ? 1 - at : at;  // (A·B)ᵀ = Bᵀ·Aᵀ
      const Value v = node.in[side];
      const bool turned = node.attrs.flag(side ? "transpose_b" : "transpose_a") != transposed;
      if (inner_.contains(v.id)) {
        flatten(*uses_.maker(v), turned);
        continue;
      }
      const Shape& x = shape(v);
      const int64_t rows = x[x.rank() - 2], columns = x[x.rank() - 1];
      factors_.push_back({v, turned, turned ? columns : rows, turned ? rows : columns, batch_of(x)});
    }
  }

  // The matrix-chain recurrence: the cheapest way to multiply factors i to j ends with (i to s)·(s + 1 to j).
  double best_order() {
    const size_t n = factors_.size();
    std::vector<std::vector<double>> cost(n, std::vector<double>(n, 0));
    std::vector<std::vector<Shape>> batch(n, std::vector<Shape>(n));
    split_.assign(n, std::vector<size_t>(n, 0));
    for (size_t i = 0; i < n; ++i) batch[i][i] = factors_[i].batch;
    for (size_t length = 1; length < n; ++length)
      for (size_t i = 0, j = length; j < n; ++i, ++j) {
        batch[i][j] = *broadcast("matmul", batch[i][j - 1], factors_[j].batch);  // it did in the old order
        for (size_t s = i; s < j; ++s) {
          const double here = cost[i][s] + cost[s + 1][j] +
                              multiplications(batch[i][j], factors_[i].rows, factors_[s].columns, factors_[j].columns);
          if (s == i || here < cost[i][j]) cost[i][j] = here, split_[i][j] = s;
        }
      }
    return cost[0][n - 1];
  }

  Result<Value> build(size_t i, size_t j) {
    if (i == j) return to_.value(factors_[i].value);
    const size_t s = split_[i][j];
    const Value a = TRY(build(i, s)), b = TRY(build(s + 1, j));
    const Attrs attrs{{"transpose_a", i == s && factors_[i].transposed},
                      {"transpose_b", s + 1 == j && factors_[j].transposed},
                      {"dtype", to_.made.desc(a).dtype == dtype_ ? "" : std::string(name(dtype_))}};
    return to_.made.apply("matmul", {a, b}, attrs);
  }

  const Graph& graph_;
  Uses uses_;
  Rewrite to_;
  std::set<int> inner_;  // products read by nothing but a longer product
  std::vector<Factor> factors_;
  std::vector<std::vector<size_t>> split_;
  double cost_ = 0;
  DType dtype_ = DType::f32;
};

// --- Joining ---------------------------------------------------------------------------------------------------------

// The axis that outputs lie along in what a product multiplies with: a matrix, or codes, scales and minimums.
int outputs_axis(const Graph::Node& product) {
  return is(product, "quantized_matmul") || product.attrs.flag("transpose_b") ? 0 : 1;
}

struct Member {
  const Graph::Node* product;
  const Graph::Node* add = nullptr;  // of the bias, if there is one
  Value bias{};
  int64_t columns = 0;
  uint64_t bytes = 0;  // of the weights
  const Graph::Node& last() const { return add ? *add : *product; }
};

Result<Tensor> side_by_side(const std::vector<Tensor>& parts, int axis) {
  std::vector<Desc> in;
  for (const Tensor& t : parts) in.push_back(t.desc());
  const Resolved call = TRY(resolve("concat", in, {{"axis", axis}}));
  const std::vector<Tensor> out{TRY(Tensor::make(call.out[0]))};
  (call.op->cpu ? call.op->cpu : call.op->reference)({parts, call.attrs, out, {}, {}});
  return out[0];
}

}  // namespace

Result<Graph> gate_products(const Graph& graph, uint64_t most_bytes) {
  const Uses uses(graph);
  Rewrite to(graph);
  // The few-bit product that makes v for one reader, with weights that are its own.
  const auto product_of = [&](Value v, uint64_t& bytes) -> const Graph::Node* {
    const Graph::Node* node = uses.maker(v);
    if (!node || !is(*node, "quantized_matmul") || uses.uses(v) != 1 || node->attrs.flag("gated")) return nullptr;
    const Shape& y = graph.desc(v).shape;
    for (size_t i = 1; i < node->in.size(); ++i) {
      const auto found = to.constants.find(node->in[i].id);
      if (found == to.constants.end() || !found->second.on_cpu() || uses.uses(node->in[i]) != 1) return nullptr;
      if (found->second.shape()[0] != y[y.rank() - 1]) return nullptr;  // a scale for all is none for two
      bytes += found->second.bytes();
    }
    return node;
  };
  // What stands for a node that multiplies an activated gate with what it lets through.
  const auto gated = [&](const Graph::Node& node, size_t side) -> Result<std::optional<Value>> {
    const Graph::Node* silu = is(node, "multiply") ? uses.maker(node.in[side]) : nullptr;
    if (!silu || !is(*silu, "silu") || uses.uses(node.in[side]) != 1) return std::optional<Value>{};
    uint64_t bytes = 0;
    const Graph::Node *gate = product_of(silu->in[0], bytes), *up = product_of(node.in[1 - side], bytes);
    if (!gate || !up || gate->in[0].id != up->in[0].id || gate->attrs != up->attrs || bytes > most_bytes)
      return std::optional<Value>{};
    for (size_t i = 1; i < std::max(gate->in.size(), up->in.size()); ++i)
      if (gate->in.size() != up->in.size() || graph.desc(gate->in[i]) != graph.desc(up->in[i]))
        return std::optional<Value>{};
    std::vector<Value> in{to.value(gate->in[0])};
    for (size_t i = 1; i < gate->in.size(); ++i) {
      const Tensor &a = to.constants[gate->in[i].id], &b = to.constants[up->in[i].id];
      const int64_t rows = a.shape()[0], each = a.elements() / std::max<int64_t>(rows, 1);
      const Tensor pairs = TRY(side_by_side({TRY(a.reshape({rows, each})), TRY(b.reshape({rows, each}))}, 1));
      const Shape whole = a.shape().rank() == 1 ? Shape{2 * rows} : Shape{2 * rows, each};
      in.push_back(to.made.constant(TRY(pairs.reshape(whole))));
    }
    Attrs attrs = gate->attrs;
    return std::optional(TRY(to.made.apply("quantized_matmul", in, attrs.set("gated", 1))));
  };
  for (const Graph::Node& node : graph.nodes()) {
    std::optional<Value> one = TRY(gated(node, 0));
    if (!one) one = TRY(gated(node, 1));
    if (one) to.stands_for(node, *one);
    else to.keep(node);
  }
  return drop_unused(to.finish());
}

Result<Graph> associate_products(const Graph& graph) { return Association(graph).run(); }

Result<Graph> join_products(const Graph& graph, uint64_t most_bytes) {
  const Uses uses(graph);
  Rewrite to(graph);
  const auto constant = [&](Value v) {
    const auto found = to.constants.find(v.id);
    return found != to.constants.end() && found->second.on_cpu() ? &found->second : nullptr;
  };
  std::map<int, const Graph::Node*> only_add;  // by value: the add that alone reads it
  for (const Graph::Node& node : graph.nodes())
    if (is(node, "add"))
      for (Value v : node.in)
        if (uses.uses(v) == 1) only_add[v.id] = &node;

  std::map<std::string, std::vector<Member>> groups;
  std::map<const Graph::Node*, std::string> group_of;
  for (const Graph::Node& node : graph.nodes()) {
    if (!is(node, "matmul") && !is(node, "quantized_matmul")) continue;
    const Desc& y = graph.desc(node.out[0]);
    if (y.shape.elements() == 0 || graph.desc(node.in[1]).shape.rank() != 2) continue;
    Member m{.product = &node, .columns = y.shape[y.shape.rank() - 1]};
    std::string key = format("{} {} {} {}", node.op->name, node.in[0].id, y.dtype, node.attrs);
    // A weight that something else reads too would be kept twice; odd widths would leave slices that start unaligned;
    // a scale for all of a matrix is none for two.
    bool joins = m.columns % 4 == 0;
    for (size_t i = 1; joins && i < node.in.size(); ++i) {
      const Tensor* weight = constant(node.in[i]);
      const auto axis = static_cast<size_t>(outputs_axis(node));
      joins = weight && uses.uses(node.in[i]) == 1 && weight->shape().sizes()[axis] == m.columns;
      m.bytes += joins ? weight->bytes() : 0;
      if (joins) key += format(" {} {}", weight->dtype(), weight->shape().rank());
    }
    if (!joins) continue;
    if (const auto found = only_add.find(node.out[0].id); found != only_add.end()) {
      const Graph::Node& add = *found->second;
      const Value other = add.in[add.in[0].id == node.out[0].id ? 1 : 0];
      if (const Tensor* bias = constant(other); bias && bias->shape() == Shape{m.columns}) m.add = &add, m.bias = other;
    }
    std::vector<Member>& group = groups[key];
    uint64_t bytes = m.bytes;
    for (const Member& other : group) bytes += other.bytes;
    if (bytes > most_bytes) continue;
    group.push_back(m);
    group_of[&node] = key;
  }

  std::set<const Graph::Node*> done;
  for (const Graph::Node& node : graph.nodes()) {
    if (done.contains(&node)) continue;
    const auto found = group_of.find(&node);
    if (found == group_of.end() || groups[found->second].size() < 2) {
      to.keep(node);
      continue;
    }
    const std::vector<Member>& group = groups[found->second];
    const DType dtype = graph.desc(node.out[0]).dtype;
    std::vector<Value> in{to.value(node.in[0])};
    for (size_t i = 1; i < node.in.size(); ++i) {
      std::vector<Tensor> parts;
      for (const Member& m : group) parts.push_back(*constant(m.product->in[i]));
      in.push_back(to.made.constant(TRY(side_by_side(parts, outputs_axis(node)))));
    }
    std::vector<Tensor> biases;
    bool biased = false;
    for (const Member& m : group) {
      biases.push_back(m.add ? *constant(m.bias) : TRY(Tensor::make({dtype, {m.columns}})));
      biased = biased || m.add;
    }
    Value joined = TRY(to.made.apply(node.op->name, in, node.attrs));
    if (biased) joined = TRY(to.made.apply("add", {joined, to.made.constant(TRY(side_by_side(biases, 0)))}));
    int64_t at = 0;
    for (const Member& m : group) {
      const Attrs part{{"starts", {at}}, {"ends", {at + m.columns}}, {"axes", {-1}}};
      to.stands_for(m.last(), TRY(to.made.apply("slice", {joined}, part)));
      at += m.columns;
      done.insert(m.product);
      if (m.add) done.insert(m.add);
    }
  }
  return to.finish();
}

}  // namespace bitloom::passes
