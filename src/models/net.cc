#include "models/net.h"

#include <algorithm>
#include <numeric>

namespace bitloom {

bool Net::wants(std::string_view name) const {
  if (!wanted_.empty()) return std::ranges::find(wanted_, name) != wanted_.end();
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

Value Net::weight(const std::string& name) {
  if (!status_.ok()) return {};
  Result<Tensor> t = weights_.tensor(name, dtype_);
  if (t.ok()) return graph.constant(*t);
  refuse(std::move(t).error());
  return {};
}

Value Net::weight(const std::string& name, const Shape& shape) { return reshape(weight(name), shape); }

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

Value Net::product(Value x, const Matrix& m, const Attrs& more) {
  std::vector<Value> in{x};
  for (const Tensor& t : m.tensors) in.push_back(graph.constant(t));
  Attrs attrs = m.settings;
  for (const auto& [key, value] : more) attrs.set(key, value);
  attrs.set("dtype", std::string(name(dtype_)));
  if (!m.few_bits()) return op("matmul", in, attrs.set("transpose_b", 1));
  return op("quantized_matmul", in, attrs.set("columns", m.columns));
}

Value Net::product(Value x, const std::string& name) {
  if (!status_.ok()) return {};
  const Result<const Matrix*> m = weights_.matrix(name);
  if (m.ok()) return product(x, **m);
  refuse(m.error());
  return {};
}

Value Net::biased(Value y, const std::vector<std::string>& names) {
  if (!status_.ok()) return {};
  const Result<std::optional<Tensor>> bias = weights_.biases(names, dtype_);
  if (!bias.ok()) refuse(bias.error());
  return bias.ok() && *bias ? add(y, graph.constant(**bias)) : y;
}

std::optional<Value> Net::side_by_side(Value x, const std::vector<std::string>& names) {
  std::vector<std::string> weights;
  for (const std::string& name : names) weights.push_back(name + ".weight");
  if (!status_.ok()) return Value{};
  const Result<const Matrix*> joined = weights_.joined(weights);
  if (!joined.ok()) return refuse(joined.error()), Value{};
  if (!*joined) return std::nullopt;
  return biased(product(x, **joined), names);
}

std::vector<Value> Net::linears(Value x, const std::vector<std::string>& names) {
  std::vector<Value> out;
  const std::optional<Value> all = names.size() > 1 ? side_by_side(x, names) : std::nullopt;
  int64_t at = 0;
  for (const std::string& name : names) {
    const int64_t width = weights_.rows_of(name + ".weight");
    out.push_back(all ? slice(*all, -1, at, at + width) : biased(product(x, name + ".weight"), {name}));
    at += width;
  }
  return out;
}

Value Net::linear_turned(Value x, const std::string& name) {
  if (!status_.ok()) return {};
  const Result<const Matrix*> m = weights_.matrix(name + ".weight");
  if (!m.ok()) return refuse(m.error()), Value{};
  if ((*m)->few_bits() && !(*m)->turned) {
    refuse(
        error(Code::unsupported,
              "[model] '{}.weight' is [inputs, outputs], and in few bits that cannot be multiplied: take the model as "
              "it was, and quantise it while it loads",
              name));
    return {};
  }
  const Value y = (*m)->few_bits() ? product(x, **m)
                                   : op("matmul", {x, graph.constant((*m)->tensors[0])},
                                        {{"dtype", std::string(bitloom::name(dtype_))}});
  return has(name + ".bias") ? add(y, weight(name + ".bias")) : y;
}

Value Net::gated(Value x, const std::string& gate, const std::string& up, std::string_view act) {
  if (!status_.ok()) return {};
  if (act == "silu") {
    const Result<const Matrix*> both = weights_.in_turn(gate + ".weight", up + ".weight");
    if (!both.ok()) return refuse(both.error()), Value{};
    if (*both && !has(gate + ".bias") && !has(up + ".bias")) return product(x, **both, {{"gated", 1}});
  }
  const std::vector<Value> two = linears(x, {gate, up});
  return multiply(activation(two[0], act), two[1]);
}

Value Net::embedding(Value ids, const std::string& name) {
  if (!status_.ok()) return {};
  const Result<const Matrix*> m = weights_.matrix(name);
  if (!m.ok()) return refuse(m.error()), Value{};
  std::vector<Value> in{ids};
  for (const Tensor& t : (*m)->tensors) in.push_back(graph.constant(t));
  if (!(*m)->few_bits()) {
    return typed(op("gather", {in[1], ids}));
  }
  Attrs attrs = (*m)->settings;
  attrs.set("columns", (*m)->columns).set("dtype", std::string(bitloom::name(dtype_)));
  return op("quantized_gather", in, attrs);
}

Value Net::rows(const std::string& name, int64_t from, int64_t count) {
  if (!status_.ok()) return {};
  std::vector<int32_t> ids(static_cast<size_t>(count));
  std::iota(ids.begin(), ids.end(), static_cast<int32_t>(from));
  return embedding(graph.constant(Tensor::from<int32_t>({count}, ids)), name);
}

Value Net::layer_norm(Value x, const std::string& name, double eps) {
  return op("layer_norm", {x, weight(name + ".weight"), weight(name + ".bias")}, {{"eps", eps}});
}

Value Net::rms_norm(Value x, const std::string& name, double eps) {
  return op("rms_norm", {x, weight(name + ".weight")}, {{"eps", eps}});
}

Value Net::activation(Value x, std::string_view name) {
  if (name == "gelu") return op("gelu", {x});
  if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast")
    return op("gelu", {x}, {{"approximate", "tanh"}});
  for (std::string_view known : {"quick_gelu", "relu", "silu", "tanh", "sigmoid"})
    if (name == known) return op(known, {x});
  if (name == "swish") return op("silu", {x});
  refuse(error(Code::unsupported, "[model] there is no activation '{}'", name));
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
