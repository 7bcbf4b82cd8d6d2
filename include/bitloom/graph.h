// A graph of ops over named inputs. A model, a list of ops given by hand and a single call all become one of these;
// compiled for a device it is a Plan, and only plans run.
//
//   Graph g;
//   Value x = g.input("x", {DType::f32, {2, 96}}), w = g.input("w", {DType::f32, {96, 32}});
//   Value y = TRY(g.apply("relu", {TRY(g.apply("matmul", {x, w}))}));
//   g.output("y", y);
//   Tensor result = TRY(co_await backend.run(g, {x_tensor, w_tensor}))[0];
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bitloom/attrs.h"
#include "bitloom/result.h"
#include "bitloom/tensor.h"

namespace bitloom {

struct Op;

struct Value {
  int id = -1;
};

class Graph {
 public:
  struct Node {
    const Op* op;
    Attrs attrs;
    std::vector<Value> in, out;
  };
  struct Named {
    std::string name;
    Value value;
  };

  Value input(std::string name, Desc desc);
  Value constant(Tensor tensor);
  // Appends an op and returns its first result; wrong inputs are told here, not when it runs.
  Result<Value> apply(std::string_view op, std::span<const Value> in, const Attrs& attrs = {});
  Result<Value> apply(std::string_view op, std::initializer_list<Value> in, const Attrs& attrs = {}) {
    return apply(op, std::span(in.begin(), in.size()), attrs);
  }
  void output(std::string name, Value value) { outputs_.push_back({std::move(name), value}); }

  const Desc& desc(Value v) const { return descs_[static_cast<size_t>(v.id)]; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Named>& inputs() const { return inputs_; }
  const std::vector<Named>& outputs() const { return outputs_; }
  const std::vector<std::pair<Value, Tensor>>& constants() const { return constants_; }
  size_t values() const { return descs_.size(); }
  std::string text() const;
  std::string dot() const;  // for Graphviz

 private:
  Value add_value(Desc desc);
  std::vector<Desc> descs_;
  std::vector<Node> nodes_;
  std::vector<Named> inputs_, outputs_;
  std::vector<std::pair<Value, Tensor>> constants_;
};

}  // namespace bitloom
