#include "runtime/fold.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/try.h"
#include "ops/op.h"
#include "ops/packed/packed.h"

namespace bitloom {
namespace lists {

std::string text_of(const FusionOps& ops) {
  std::string out = "[";
  for (const FusionOp& op : ops) out += out.size() > 1 ? ", " : "", out += op.name;
  return out + "]";
}

namespace {

Error error_at(const FusionOps& ops, size_t at, Code code, std::string_view problem) {
  return error(code, "[fusion] op {} '{}' of {}: {}", at, ops[at].name, text_of(ops), problem);
}

// Names in a list that are no ops of their own.
std::string extra_names() {
  std::string out;
  for (const std::string_view name : names())
    if (!find_op(name)) out += out.empty() ? "" : ", ", out += name;
  return out;
}

// The list as it is folded: a graph, the value so far, and the tensors not yet taken.
class Fold {
 public:
  // `quantize`: what right sides of matmuls are quantized to, or null. The parts of such ones are inputs after all
  // tensors.
  Fold(const FusionOps& ops, std::span<const Desc> tensors, const QuantizeOptions* quantize)
      : ops_(ops), quantize_(quantize) {
    for (size_t i = 0; i < tensors.size(); ++i) inputs_.push_back(graph_.input(format("t{}", i), tensors[i]));
  }

  Result<Folded> run(const std::vector<Place>& places) {
    const int given = static_cast<int>(inputs_.size());
    int need = 1, most = 1;
    for (const Place& p : places) need += p.takes, most += p.takes + p.may_take;
    if (given == 0 || given > most)
      return error(Code::invalid_argument, "[fusion] {} takes {} tensors, got {}{}", text_of(ops_),
                   need == most ? to_text(need) : format("{} to {}", need, most), given,
                   given ? format(": no op takes tensor {}", most) : "");
    int missing = need - given, spare = given - need;
    for (size_t i = places.size(); missing > 0;)  // from the end, to the first op that goes without
      if ((missing -= places[--i].takes) <= 0)
        return error_at(ops_, i, Code::invalid_argument,
                        format("it needs a tensor more than the {} given; the list takes {}", given, need));
    acc_ = inputs_[0];
    size_t next = 1;
    for (size_t at = 0; at < ops_.size(); ++at) {
      const int more = std::min(places[at].may_take, spare);
      spare -= more;
      std::vector<Value> in{acc_};
      for (int k = 0; k < places[at].takes + more; ++k) in.push_back(inputs_[next++]);
      const auto made = step(ops_[at], places[at], in);
      if (!made.ok()) return error_at(ops_, at, made.error().code, made.error().message);
      acc_ = *made;
    }
    graph_.output("", acc_);
    return Folded{std::move(graph_), std::move(weights_)};
  }

 private:
  Result<Value> step(const FusionOp& op, const Place& place, std::span<const Value> in) {
    const Desc acc = graph_.desc(acc_);
    if (place.word == Word::dropout) {
      (void)TRY(only(op, "rate"));
      return acc_;
    }
    if (place.word == Word::scale) {
      (void)TRY(only(op, "factor"));
      const AttrValue* factor = op.settings.find("factor");
      if (factor ? !factor->is_number() : !summed_)
        return error(Code::invalid_argument,
                     "[scale] needs the setting 'factor', a number; only after a matmul can it be left out");
      if (!is_float(acc.dtype)) return error(Code::invalid_argument, "[scale] takes f32, f16 and bf16, got {}", acc);
      const double by = factor ? factor->number() : 1 / std::sqrt(static_cast<double>(summed_));
      return times(by);
    }
    if (place.word == Word::mask) {
      (void)TRY(only(op, ""));
      if (is_float(graph_.desc(in[1]).dtype)) return graph_.apply("add", in);
      if (!is_float(acc.dtype)) return error(Code::invalid_argument, "[mask] takes f32, f16 and bf16, got {}", acc);
      const Value hidden = number(acc.dtype, -std::numeric_limits<double>::infinity());
      return graph_.apply("where", {in[1], acc_, hidden});
    }
    if (!find_op(op.name)) {  // a name of an activation that stands for settings
      (void)TRY(only(op, ""));
      const NamedActivation act = find_activation(op.name);
      return graph_.apply(act.op->name, in, act.settings);
    }
    if (place.kind == Kind::attention) return attention(op, in);
    if (place.kind == Kind::product && quantize_) return packed_matmul(op, in[1]);
    const Value made = TRY(graph_.apply(op.name, in, op.settings));
    if (place.kind == Kind::product) {
      const bool flipped = graph_.nodes().back().attrs.flag("transpose_a");
      summed_ = acc.shape[acc.shape.rank() - (flipped ? 2 : 1)];
    }
    return made;
  }

  Result<Value> packed_matmul(const FusionOp& op, Value right) {
    const std::vector<Desc> both{graph_.desc(acc_), graph_.desc(right)};
    const Resolved plain = TRY(resolve("matmul", both, op.settings));
    const Desc& w = both[1];
    if (w.shape.rank() != 2 || plain.attrs.flag("transpose_a"))
      return error(Code::unsupported,
                   "[matmul] A is {} and B is {}{}: to have few bits B must be a matrix, and A not transposed", both[0],
                   w, plain.attrs.flag("transpose_a") ? ", transpose_a" : "");
    const bool turned = plain.attrs.flag("transpose_b");
    const int64_t outputs = w.shape[turned ? 0 : 1], inputs = w.shape[turned ? 1 : 0];
    const auto at = std::ranges::find(inputs_, right.id, &Value::id) - inputs_.begin();
    weights_.push_back({static_cast<size_t>(at), turned});
    const auto part = [&](std::string_view what, const Desc& desc) {
      return graph_.input(format("t{}.{}", at, what), desc);
    };
    Attrs settings{{"dtype", std::string(name(plain.out[0].dtype))}};
    summed_ = inputs;
    if (quantize_->bits_per_weight == 16) {
      settings.set("transpose_b", 1);
      return graph_.apply("matmul", {acc_, part("f16", {DType::f16, {outputs, inputs}})}, settings);
    }
    const quant::Scheme scheme = TRY(scheme_of(*quantize_));
    (void)TRY(quant::layout_of(scheme, outputs, inputs));
    for (const auto& [key, value] : packed_settings(scheme)) settings.set(key, value);
    settings.set("x_bits", quantize_->activation_bits);
    std::vector<Value> in{acc_};
    const char* parts[] = {"codes", "scales", "minimums"};
    for (const Desc& desc : packed_inputs(scheme, outputs, inputs)) in.push_back(part(parts[in.size() - 1], desc));
    return graph_.apply("quantized_matmul", in, settings);
  }

  // Keys and values of 8 bits, or 4 where weights have fewer.
  Result<Value> few_bit_attention(const FusionOp& op, std::span<const Value> in) {
    const int bits = quantize_->bits_per_weight == 8 ? 8 : 4;
    std::vector<Value> out{in[0]};
    for (size_t i : {1, 2}) {
      out.push_back(TRY(graph_.apply("quantize_groups", {in[i]}, {{"bits", bits}})));
      out.push_back(TRY(graph_.apply("quantize_groups", {in[i]}, {{"bits", bits}, {"fits", 1}})));
    }
    for (Value mask : in.subspan(3)) out.push_back(mask);
    Attrs settings = op.settings;
    settings.set("bits", bits);
    return graph_.apply("quantized_attention", out, settings);
  }

  Result<Value> attention(const FusionOp& op, std::span<const Value> in) {
    const int rank = graph_.desc(acc_).shape.rank();
    std::vector<Value> four(in.begin(), in.end());
    for (size_t i = 0; i < 3; ++i) four[i] = TRY(with_heads(graph_, in[i]));
    const Value made = TRY(quantize_ && quantize_->bits_per_weight < 16 ? few_bit_attention(op, four)
                                                                        : graph_.apply("attention", four, op.settings));
    if (rank == 4) return made;
    const std::span<const int64_t> sizes = graph_.desc(made).shape.sizes();
    return graph_.apply("reshape", {made}, {{"shape", std::vector<int64_t>(sizes.end() - rank, sizes.end())}});
  }

  Value number(DType dtype, double value) {
    const float v = static_cast<float>(value);
    return graph_.constant(Tensor::from_floats(dtype, {}, {&v, 1}));
  }
  Result<Value> times(double factor) {
    return graph_.apply("multiply", {acc_, number(graph_.desc(acc_).dtype, factor)});
  }
  static Status only(const FusionOp& op, std::string_view setting) {
    for (const auto& [key, value] : op.settings)
      if (key != setting)
        return error(Code::invalid_argument, "[{}] has no setting '{}'; it has: {}", op.name, key,
                     setting.empty() ? "none" : setting);
    return {};
  }

  const FusionOps& ops_;
  Graph graph_;
  std::vector<Value> inputs_;
  Value acc_;
  int64_t summed_ = 0;  // by the last matmul
  const QuantizeOptions* quantize_;
  std::vector<FewBitInput> weights_;
};

}  // namespace

Result<std::vector<Place>> places_of(const FusionOps& ops) {
  if (ops.empty()) return error(Code::invalid_argument, "[fusion] the list of ops is empty");
  std::vector<Place> places;
  for (size_t i = 0; i < ops.size(); ++i) {
    const std::optional<Place> place = lists::place_of(ops[i].name);
    if (!place)
      return error_at(
          ops, i, Code::not_found,
          find_op(ops[i].name)
              ? "not supported in a list: it takes more than two tensors"
              : format("there is no such op; docs/ops.md lists them all, and lists have {}", extra_names()));
    places.push_back(*place);
  }
  return places;
}

// Matrices, and batches of them, with the axes they lack for attention: [batch, heads, length, size].
Result<Value> with_heads(Graph& graph, Value v) {
  const std::span<const int64_t> sizes = graph.desc(v).shape.sizes();
  if (sizes.size() != 2 && sizes.size() != 3) return v;  // four, or attention says what is wrong
  std::vector<int64_t> four(4 - sizes.size(), 1);
  four.insert(four.end(), sizes.begin(), sizes.end());
  return graph.apply("reshape", {v}, {{"shape", four}});
}

Result<Folded> fold(std::span<const Desc> tensors, const FusionOps& ops, const QuantizeOptions* quantize) {
  const std::vector<Place> places = TRY(places_of(ops));
  return Fold(ops, tensors, quantize).run(places);
}

}  // namespace lists

Result<Graph> fold_ops(std::span<const Desc> tensors, const FusionOps& ops) {
  return TRY(lists::fold(tensors, ops, nullptr)).graph;
}

}  // namespace bitloom
