// Chains of products in the cheapest order: see passes.h.
#include <set>

#include "base/try.h"
#include "graph/passes.h"
#include "graph/rewrite.h"

namespace bitloom::passes {
namespace {

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
      if (is_of_matrices(node))
        for (Value v : node.in)
          if (is_inner(v, graph.desc(node.out[0]).dtype)) inner_.insert(v.id);
  }

  Result<Graph> run() {
    for (const Graph::Node& node : graph_.nodes()) {
      if (is_of_matrices(node) && !inner_.contains(node.out[0].id)) {
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
  bool is_of_matrices(const Graph::Node& node) const {
    return is_product(node) && shape(node.in[0]).rank() >= 2 && shape(node.in[1]).rank() >= 2;
  }
  bool is_inner(Value v, DType dtype) const {
    const Graph::Node* maker = uses_.maker(v);
    return maker && is_of_matrices(*maker) && uses_.uses(v) == 1 && graph_.desc(v).dtype == dtype;
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

}  // namespace

Result<Graph> associate_products(const Graph& graph) { return Association(graph).run(); }

}  // namespace bitloom::passes
