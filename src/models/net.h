// What the families are written with: layers over a graph, with weights by name. The first thing that does not fit is
// kept, everything after it does nothing, and status() tells it.
//
//   Value x = net.embedding(ids, "embeddings.word_embeddings.weight");
//   x = net.layer_norm(net.add(x, net.linear(y, "output.dense")), "output.LayerNorm", 1e-12);
#pragma once

#include "bitloom/graph.h"
#include "models/weights.h"

namespace bitloom {

class Net {
 public:
  // Of the outputs those are made that are wanted; none named: all but the hidden states of layers.
  Net(Weights& weights, DType dtype, std::vector<std::string> wanted = {})
      : weights_(weights), dtype_(dtype), wanted_(std::move(wanted)) {}

  Graph graph;
  const Status& status() const { return status_; }
  void refuse(Error why) {
    if (status_.ok()) status_ = std::move(why);
  }
  DType dtype() const { return dtype_; }  // of activations
  Weights& weights() { return weights_; }
  bool has(const std::string& name) const { return weights_.has(name); }
  const Shape& shape(Value v) const { return graph.desc(v).shape; }

  Value input(std::string name, const Desc& desc) { return graph.input(std::move(name), desc); }
  void output(std::string name, Value v) {
    if (status_.ok() && wants(name)) graph.output(std::move(name), v);
  }
  bool wants(std::string_view name) const;
  const std::vector<std::string>& wanted() const { return wanted_; }
  Value op(std::string_view name, std::initializer_list<Value> in, const Attrs& attrs = {}) {
    return op(name, std::span(in.begin(), in.size()), attrs);
  }
  Value op(std::string_view name, std::span<const Value> in, const Attrs& attrs = {});

  // Weights as they are, in the type of activations, or under another shape.
  Value weight(const std::string& name);
  // x in the type of activations.
  Value typed(Value x);
  Value weight(const std::string& name, const Shape& shape);
  Value number(double value);

  Value add(Value a, Value b) { return op("add", {a, b}); }
  Value multiply(Value a, Value b) { return op("multiply", {a, b}); }
  Value reshape(Value x, const Shape& shape);
  Value transpose(Value x, std::vector<int64_t> perm) { return op("transpose", {x}, {{"perm", std::move(perm)}}); }
  Value slice(Value x, int axis, int64_t from, int64_t to);

  // x·W' + b with NAME.weight and, if there is one, NAME.bias.
  Value linear(Value x, const std::string& name) { return linears(x, {name})[0]; }
  // The same for several weights at once, in one product where they allow it: each result, or all side by side
  // (nothing, where it takes several products).
  std::optional<Value> side_by_side(Value x, const std::vector<std::string>& names);
  std::vector<Value> linears(Value x, const std::vector<std::string>& names);
  // x·W + b for weights that are stored [inputs, outputs].
  Value linear_turned(Value x, const std::string& name);
  // x·W' for a matrix by its own name; without a bias.
  Value product(Value x, const std::string& weight);
  // act(x·G')·(x·U'), in one kernel where the weights allow it.
  Value gated(Value x, const std::string& gate, const std::string& up, std::string_view act);
  // Rows of a matrix by their numbers, and the first `count` from `from` on.
  Value embedding(Value ids, const std::string& name);
  Value rows(const std::string& name, int64_t from, int64_t count);

  Value layer_norm(Value x, const std::string& name, double eps);
  Value rms_norm(Value x, const std::string& name, double eps);
  Value activation(Value x, std::string_view name);

  // [B, L, heads * d] to [B, heads, L, d] and back.
  Value split_heads(Value x, int64_t heads);
  Value join_heads(Value x);

 private:
  Value product(Value x, const Matrix& m, const Attrs& more = {});
  Value biased(Value y, const std::vector<std::string>& names);
  Weights& weights_;
  DType dtype_;
  std::vector<std::string> wanted_;
  Status status_;
};

}  // namespace bitloom
