#include "models/net.h"

#include <algorithm>

#include "ops/op.h"

namespace bitloom {

bool Net::wants(std::string_view name) const {
  if (!wanted_.empty()) return wanted_[0] == "*" || std::ranges::find(wanted_, name) != wanted_.end();
  const char last = name.back();
  return name.find("hidden_") == std::string_view::npos || last < '0' || last > '9';
}

Value Net::op(std::string_view name, std::span<const Value> in, const Attrs& attrs) {
  if (!status_.ok()) return {};
  Result<Value> made = graph.apply(name, in, attrs);
  if (made.ok()) return *made;
  refuse(std::move(made).error());
  return {};
}

namespace {

// "bert.encoder.layer.1" of "bert.encoder.layer.1.output.dense.weight": up to the first number, or all but the end.
std::string layer_of(const std::string& weight) {
  for (size_t dot = weight.find('.'); dot != std::string::npos; dot = weight.find('.', dot + 1)) {
    size_t end = dot + 1;
    while (end < weight.size() && weight[end] >= '0' && weight[end] <= '9') ++end;
    if (end > dot + 1 && (end == weight.size() || weight[end] == '.')) return weight.substr(0, end);
  }
  return weight.substr(0, weight.rfind('.'));
}

}  // namespace

void Net::output(std::string name, Value v) {
  if (!status_.ok() || !wants(name)) return;
  graph.output(std::move(name), v);
  // What is made of the output before, without weights, is of the same layer.
  layers_.push_back(layer_.empty() && !layers_.empty() ? layers_.back() : layer_of(layer_));
  layer_.clear();
}

void Net::limit(Value indices, int64_t limit) {
  for (const Graph::Named& input : graph.inputs()) {
    if (input.value.id != indices.id) continue;
    const auto [at, fresh] = limits_.emplace(input.name, limit);
    at->second = std::min(at->second, limit);
  }
}

bool Net::expect(const std::string& name, const Shape& is, const Shape& wanted) {
  if (is != wanted)
    refuse(error(Code::invalid_argument, "[model] tensor '{}' is {}; config.json says {}", name, is, wanted));
  return status_.ok();
}

Value Net::weight(const std::string& name, const Shape& shape) {
  const Value v = reshaped(name, shape);
  if (status_.ok()) expect(name, weights_.tensor(name, dtype_)->desc().shape, shape);
  return v;
}

Value Net::reshaped(const std::string& name, const Shape& shape) {
  if (!status_.ok()) return {};
  if (layer_.empty()) layer_ = name;
  Result<Constant> t = weights_.tensor(name, dtype_);
  if (!t.ok()) return refuse(std::move(t).error()), Value{};
  const Shape& is = t->desc().shape;
  if (is.elements() != shape.elements() && !expect(name, is, shape)) return {};
  const Value v = graph.constant(*t);
  return is == shape ? v : reshape(v, shape);
}

const Matrix* Net::matrix(const std::string& name, int64_t rows, int64_t columns) {
  if (!status_.ok()) return nullptr;
  if (layer_.empty()) layer_ = name;
  const Result<const Matrix*> found = weights_.matrix(name);
  if (!found.ok()) return refuse(found.error()), nullptr;
  const Matrix& m = **found;
  return expect(name, {m.rows, m.columns}, {rows > 0 ? rows : m.rows, columns > 0 ? columns : m.columns}) ? &m
                                                                                                          : nullptr;
}

Value Net::typed(Value x) {
  if (!status_.ok() || graph.desc(x).dtype == dtype_) return x;
  return op("cast", {x}, {{"to", std::string(bitloom::name(dtype_))}});
}

Value Net::number(double value) {
  const auto v = static_cast<float>(value);
  return graph.constant(Tensor::from_floats(dtype_, {}, {&v, 1}));
}

Value Net::reshape(Value x, const Shape& shape) {
  const std::span<const int64_t> sizes = shape.sizes();
  return op("reshape", {x}, {{"shape", std::vector<int64_t>(sizes.begin(), sizes.end())}});
}

Value Net::slice(Value x, int axis, int64_t from, int64_t to) {
  return op("slice", {x}, {{"starts", {from}}, {"ends", {to}}, {"axes", {axis}}});
}

Value Net::product(Value x, const Matrix& m) {
  std::vector<Value> in{x};
  for (const Constant& c : m.parts) in.push_back(graph.constant(c));
  Attrs attrs = m.settings;
  attrs.set("dtype", std::string(name(dtype_)));
  if (!m.few_bits()) return op("matmul", in, attrs.set("transpose_b", 1));
  return op("quantized_matmul", in, attrs.set("columns", m.columns));
}

Value Net::product(Value x, const std::string& name, int64_t outputs) {
  if (!status_.ok()) return {};
  const Matrix* m = matrix(name, outputs, shape(x)[shape(x).rank() - 1]);
  return m ? product(x, *m) : Value{};
}

Value Net::biased(Value y, const std::string& name) {
  if (!status_.ok()) return {};
  return add(y, weight(name, {shape(y)[shape(y).rank() - 1]}));
}

Value Net::linear(Value x, const std::string& name, int64_t outputs, bool has_bias) {
  const Value y = product(x, name + ".weight", outputs);
  return has_bias ? biased(y, name + ".bias") : y;
}

std::vector<Value> Net::linears(Value x, const std::vector<std::string>& names, int64_t outputs, bool has_bias) {
  std::vector<Value> out;
  for (const std::string& name : names) out.push_back(linear(x, name, outputs, has_bias));
  return out;
}

Value Net::linear_turned(Value x, const std::string& name, int64_t outputs) {
  if (!status_.ok()) return {};
  const Result<const Matrix*> found = weights_.matrix(name + ".weight");
  if (!found.ok()) return refuse(found.error()), Value{};
  if ((*found)->few_bits() && !(*found)->turned) {
    refuse(error(Code::unsupported,
                 "[model] '{}.weight' is quantized as [inputs, outputs], which is not supported; quantize the original "
                 "model again",
                 name));
    return {};
  }
  const int64_t inputs = shape(x)[shape(x).rank() - 1];
  const bool turned = (*found)->few_bits();  // back to [outputs, inputs]
  const Matrix* m = turned ? matrix(name + ".weight", outputs, inputs) : matrix(name + ".weight", inputs, outputs);
  if (!m) return {};
  const Value y = turned
                      ? product(x, *m)
                      : op("matmul", {x, graph.constant(m->parts[0])}, {{"dtype", std::string(bitloom::name(dtype_))}});
  return biased(y, name + ".bias");
}

Value Net::gated(Value x, const std::string& gate, const std::string& up, int64_t outputs, std::string_view act,
                 bool has_bias) {
  return multiply(activation(linear(x, gate, outputs, has_bias), act), linear(x, up, outputs, has_bias));
}

Value Net::embedding(Value ids, const std::string& name, const Table& size) {
  const Matrix* m = matrix(name, size.rows, size.columns);
  if (!m) return {};
  limit(ids, m->rows);
  std::vector<Value> in{ids};
  for (const Constant& c : m->parts) in.push_back(graph.constant(c));
  if (!m->few_bits()) return typed(op("gather", {in[1], ids}));
  Attrs attrs = m->settings;
  attrs.set("columns", m->columns).set("dtype", std::string(bitloom::name(dtype_)));
  return op("quantized_gather", in, attrs);
}

Value Net::rows(const std::string& name, const Table& size, int64_t from, int64_t count) {
  // All rows in the type of activations are a constant, whatever the length of the input; these are a view of it.
  const Matrix* m = matrix(name, size.rows, size.columns);
  if (!m) return {};
  std::vector<Value> parts;
  for (const Constant& c : m->parts) parts.push_back(graph.constant(c));
  Attrs attrs = m->settings;
  const Value all = m->few_bits() ? op("dequantize", parts, attrs.set("columns", m->columns)) : parts[0];
  return slice(typed(all), 0, from, from + count);
}

Value Net::layer_norm(Value x, const std::string& name, double eps, bool has_bias) {
  if (!status_.ok()) return {};
  const Shape width{shape(x)[shape(x).rank() - 1]};
  if (!has_bias) return op("layer_norm", {x, weight(name + ".weight", width)}, {{"eps", eps}});
  return op("layer_norm", {x, weight(name + ".weight", width), weight(name + ".bias", width)}, {{"eps", eps}});
}

Value Net::rms_norm(Value x, const std::string& name, double eps) {
  if (!status_.ok()) return {};
  return op("rms_norm", {x, weight(name + ".weight", {shape(x)[shape(x).rank() - 1]})}, {{"eps", eps}});
}

Value Net::activation(Value x, std::string_view name) {
  if (const NamedActivation act = find_activation(name); act.op) return op(act.op->name, {x}, act.settings);
  std::string known;
  for (const Op* op : all_ops())
    for (const Activation& a : op->activations) known.append(known.empty() ? "" : ", ").append(a.name);
  refuse(
      error(Code::unsupported, "[model] config.json: activation '{}' is not supported; supported are {}", name, known));
  return {};
}

Value Net::split_heads(Value x, int64_t heads) {
  if (!status_.ok()) return {};
  const Shape s = shape(x);
  return transpose(reshape(x, {s[0], s[1], heads, s[2] / heads}), {0, 2, 1, 3});
}

Value Net::join_heads(Value x) {
  if (!status_.ok()) return {};
  const Shape s = shape(x);
  return reshape(transpose(x, {0, 2, 1, 3}), {s[0], s[2], s[1] * s[3]});
}

}  // namespace bitloom
