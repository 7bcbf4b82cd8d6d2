// A graph of ops over named inputs. A model, a list of ops given by hand and a single call all become one of these;
// prepared for a backend it is a Program, and only programs run.
//
//   Graph g;
//   Value x = g.input("x", {DType::f32, {2, 96}}), w = g.input("w", {DType::f32, {96, 32}});
//   g.output("y", ops::relu(g, ops::matmul(g, x, w)));                   // bitloom/ops.h; g.apply("relu", ...) by name
//   Tensor y = sync::cpu().run(g, {x_tensor, w_tensor})[0];
//
// Threads: like values of the standard library: many may read one at once, one alone may change it. A graph that holds
// constants is for one at a time (bitloom/constant.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitloom/attrs.h"
#include "bitloom/constant.h"
#include "bitloom/result.h"
#include "bitloom/tensor.h"

namespace bitloom {

struct Op;

struct Value {
  int id = -1;
};

class Graph {
 public:
  class Node {
   public:
    std::string_view op() const;  // its name
    Attrs attrs;
    std::vector<Value> in, out;

   private:
    friend class Graph;
    friend const Op& op_of(const Node& node);  // src/ops/op.h
    Node(const Op& op, Attrs attrs, std::vector<Value> in) : attrs(std::move(attrs)), in(std::move(in)), op_(&op) {}
    const Op* op_;
  };
  struct Named {
    std::string name;
    Value value;
    bool changes = false;  // an input: see mutable_input
  };

  Value input(std::string name, Desc desc);
  // An input that ops like write_rows change where it is, as a KV cache is: after a run the caller's tensor holds the
  // result. Other inputs are never changed.
  Value mutable_input(std::string name, Desc desc);
  Value constant(Constant constant);
  // Appends an op and returns its first result; wrong inputs are told here, not when it runs.
  Result<Value> apply(std::string_view op, std::span<const Value> in, const Attrs& attrs = {});
  Result<Value> apply(std::string_view op, std::initializer_list<Value> in, const Attrs& attrs = {}) {
    return apply(op, std::span(in.begin(), in.size()), attrs);
  }
  void output(std::string name, Value value) { outputs_.push_back({std::move(name), value}); }

  void set_constant(size_t index, Constant constant) { constants_[index].second = std::move(constant); }  // same desc

  const Desc& desc(Value v) const { return descs_[static_cast<size_t>(v.id)]; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Named>& inputs() const { return inputs_; }
  const std::vector<Named>& outputs() const { return outputs_; }
  const std::vector<std::pair<Value, Constant>>& constants() const { return constants_; }
  size_t values() const { return descs_.size(); }
  std::string text() const;
  std::string dot() const;  // for Graphviz

 private:
  Value add_value(Desc desc);
  std::vector<Desc> descs_;
  std::vector<Node> nodes_;
  std::vector<Named> inputs_, outputs_;
  std::vector<std::pair<Value, Constant>> constants_;
};

}  // namespace bitloom
