// What the families are written with: layers over a graph, with weights by name. Every weight's shape is compared with
// what the config says of it. The first thing that does not fit is kept, everything after it does nothing, and status()
// tells it.
//
//   Value x = net.embedding(ids, "embeddings.word_embeddings.weight", {vocabulary, hidden});
//   x = net.layer_norm(net.add(x, net.linear(y, "output.dense", hidden)), "output.LayerNorm", 1e-12);
#pragma once

#include "bitloom/graph.h"
#include "models/weights.h"

namespace bitloom {

class Net {
 public:
  // Of the outputs those are made that are wanted; none named: all but the hidden states of layers; "*": all.
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
  void output(std::string name, Value v);
  // Of each output: the layer it comes from, by the name of its weights.
  const std::vector<std::string>& layers() const { return layers_; }
  // Whether a constant of this shape, made while the graph is built, fits into memory, with as much again to make it
  // of.
  bool has_room(const Desc& desc) {
    if (Status room = check_cpu_memory(2 * desc.bytes(), "model"); !room.ok()) refuse(std::move(room).error());
    return status_.ok();
  }
  bool wants(std::string_view name) const;
  const std::vector<std::string>& wanted() const { return wanted_; }
  Value op(std::string_view name, std::initializer_list<Value> in, const Attrs& attrs = {}) {
    return op(name, std::span(in.begin(), in.size()), attrs);
  }
  Value op(std::string_view name, std::span<const Value> in, const Attrs& attrs = {});

  // Indices, of which each must be under `limit`, or the kernels would read outside a table. Where they are an input of
  // the graph, whoever runs it compares them: limits(), by the input's name.
  void limit(Value indices, int64_t limit);
  const std::map<std::string, int64_t>& limits() const { return limits_; }

  // Weights of this shape, in the type of activations; and with this number of elements, under this shape.
  Value weight(const std::string& name, const Shape& shape);
  Value reshaped(const std::string& name, const Shape& shape);
  // x in the type of activations.
  Value typed(Value x);
  Value number(double value);

  Value add(Value a, Value b) { return op("add", {a, b}); }
  Value multiply(Value a, Value b) { return op("multiply", {a, b}); }
  Value reshape(Value x, const Shape& shape);
  Value transpose(Value x, std::vector<int64_t> perm) { return op("transpose", {x}, {{"perm", std::move(perm)}}); }
  Value slice(Value x, int axis, int64_t from, int64_t to);

  // x·W' + b with NAME.weight and NAME.bias; `outputs` may be 0: as many as the file has. Several of one x become one
  // product when the graph is compiled (passes.h).
  Value linear(Value x, const std::string& name, int64_t outputs, bool has_bias = true);
  std::vector<Value> linears(Value x, const std::vector<std::string>& names, int64_t outputs, bool has_bias = true);
  // x·W + b for weights that are stored [inputs, outputs].
  Value linear_turned(Value x, const std::string& name, int64_t outputs);
  // y + b, for a bias by its own name; x·W' for a matrix by its own name, without a bias.
  Value biased(Value y, const std::string& name);
  Value product(Value x, const std::string& weight, int64_t outputs);
  // act(x·G')·(x·U')
  Value gated(Value x, const std::string& gate, const std::string& up, int64_t outputs, std::string_view act,
              bool has_bias = false);
  // Rows of a table by their numbers; and `count` of them from `from` on, which nothing is computed for at a run. 0
  // rows in its size: as many as the file has.
  struct Table {
    int64_t rows = 0, columns = 0;
  };
  Value embedding(Value ids, const std::string& name, const Table& size);
  Value rows(const std::string& name, const Table& size, int64_t from, int64_t count);

  Value layer_norm(Value x, const std::string& name, double eps, bool has_bias = true);
  Value rms_norm(Value x, const std::string& name, double eps);
  Value activation(Value x, std::string_view name);

  // [B, L, heads * d] to [B, heads, L, d] and back.
  Value split_heads(Value x, int64_t heads);
  Value join_heads(Value x);

 private:
  const Matrix* matrix(const std::string& name, int64_t rows, int64_t columns);  // null: refused
  Value product(Value x, const Matrix& m);
  bool expect(const std::string& name, const Shape& is, const Shape& wanted);
  Weights& weights_;
  DType dtype_;
  std::vector<std::string> wanted_, layers_;
  std::string layer_;  // since the last output
  std::map<std::string, int64_t> limits_;
  Status status_;
};

}  // namespace bitloom
