#include "models/encoder.h"

#include <algorithm>

namespace bitloom {

Value encoder_layer(Net& net, Value x, Value mask, const std::string& prefix, const EncoderLayer& names,
                    const LayerSettings& settings, const Attrs& attention) {
  const auto at = [&](std::string_view name) { return prefix + std::string(name); };
  const auto norm = [&](Value v, std::string_view name) {
    return net.layer_norm(v, at(name), settings.eps, settings.norm_biases);
  };
  std::vector<Value> in;
  const Value n = names.norm_first ? norm(x, names.attention_norm) : x;
  for (const std::string_view* name : {&names.query, &names.key, &names.value}) {
    const bool biased = settings.query_biases && (name != &names.key || names.key_bias);
    in.push_back(net.split_heads(net.linear(n, at(*name), settings.hidden, biased), settings.heads));
  }
  if (mask.id >= 0) in.push_back(mask);
  x = net.add(net.linear(net.join_heads(net.op("attention", in, attention)), at(names.output), settings.hidden), x);
  if (!names.norm_first) x = norm(x, names.attention_norm);
  const Value h = net.linear(names.norm_first ? norm(x, names.mlp_norm) : x, at(names.up), settings.middle);
  x = net.add(net.linear(net.activation(h, settings.act), at(names.down), settings.hidden), x);
  return names.norm_first ? x : norm(x, names.mlp_norm);
}

TextEncoder::TextEncoder(const Config& c, const EncoderKeys& keys)
    : layers_(c.layers(keys.layers)),
      heads_(c.size(keys.heads)),
      hidden_(c.size(keys.hidden)),
      vocabulary_(c.size_or_zero("vocab_size")),
      positions_(c.size("max_position_embeddings")),
      table_(positions_),
      settings_{.heads = heads_, .hidden = hidden_, .middle = c.size_or_zero(keys.middle)},
      labels_(c.label_count()),
      tied_(c.flag("tie_word_embeddings", true)) {
  expect_heads(c, heads_, hidden_);
}

void TextEncoder::count_from(const Config& c, int64_t first) {
  if (first < 1 || first >= positions_) {
    c.refuse(format("of {} positions none is left for tokens, which are counted from {}", positions_, first));
    first = 1;
  }
  counted_from_ = first, positions_ -= first;
}

NamedTensors TextEncoder::text_inputs(const Encoding& text) const {
  NamedTensors in = Family::text_inputs(text);
  if (types_ > 0 && std::ranges::any_of(text.type_ids, [](int32_t type) { return type != 0; }))
    in.emplace("token_type_ids", row_of(text.type_ids));
  return in;
}

std::vector<Use> TextEncoder::uses(DType) const {
  const Desc text{DType::i32, {1, std::min<int64_t>(8, positions_)}};
  Use use{.inputs = {{"input_ids", text}}, .optional = {{"attention_mask", text}}};
  if (types_ > 0) use.optional.emplace("token_type_ids", text);
  return {use};
}

std::vector<Value> TextEncoder::masks(Net& net, int64_t, Value mask) const {
  return {mask.id >= 0 ? additive_mask(net, mask) : Value{}};
}

Value TextEncoder::layer(Net& net, Value x, const std::vector<Value>& masks, int64_t i) const {
  return encoder_layer(net, x, masks[0], format("{}{}{}.", base_, layer_, i), names_, settings_);
}

Value TextEncoder::positions_of(Net& net, const std::string& table, int64_t length, Value mask) const {
  const Net::Table size{table_, hidden_};
  if (counted_from_ == 0 || mask.id < 0) return net.rows(table, size, counted_from_, length);
  // How many tokens there are up to each: sums of 2, 4, 8, ... neighbours.
  Value count = mask;
  for (int64_t step = 1; step < length; step *= 2)
    count = net.add(count,
                    net.op("pad", {net.slice(count, 1, 0, length - step)}, {{"before", {0, step}}, {"after", {0, 0}}}));
  const Value before = net.graph.constant(Tensor::from<int32_t>({}, {static_cast<int32_t>(counted_from_ - 1)}));
  return net.embedding(net.add(net.multiply(count, mask), before), table, size);
}

Value TextEncoder::embed(Net& net, const Inputs& inputs, Value ids, Value mask) const {
  const std::string e = base_ + "embeddings.", kinds = e + "token_type_embeddings.weight";
  Value x = net.embedding(ids, tokens_, {vocabulary_, hidden_});
  x = net.add(x, positions_of(net, e + "position_embeddings.weight", inputs.at("input_ids").shape[1], mask));
  if (types_ > 0) {
    const Value types = beside_text(net, inputs, "token_type_ids");
    const Net::Table size{types_, hidden_};
    x = net.add(x, types.id >= 0 ? net.embedding(types, kinds, size) : net.rows(kinds, size, 0, 1));
  }
  return norm(net, x, e + "LayerNorm");
}

void TextEncoder::build(Net& net, const Inputs& inputs) const {
  const Desc& text = inputs.at("input_ids");
  const int64_t length = text.shape[1];
  if (!fits(net, length, positions_, entry().name)) return;
  const Value mask = text_mask(net, inputs);
  Value x = embed(net, inputs, net.input("input_ids", text), mask);
  const std::vector<Value> masks = this->masks(net, length, mask);
  net.output("hidden_0", x);
  for (int64_t i = 0; i < layers_; ++i) {
    x = layer(net, x, masks, i);
    if (i + 1 == layers_) x = finish(net, x);
    net.output(format("hidden_{}", i + 1), x);
  }
  net.output("last_hidden_state", x);
  pooled_outputs(net, x, mask);
  if (const std::string pooler = base_ + "pooler.dense"; net.has(pooler + ".weight") && net.wants("pooled"))
    net.output("pooled", net.op("tanh", {net.linear(first_token(net, x), pooler, hidden_)}));
  if (!net.wants("logits")) return;
  if (task() == TaskKind::text_classification) {
    const Value one = sequence_.mean_of_tokens ? mean_of_tokens(net, x, mask) : first_token(net, x);
    net.output("logits", net.linear(through(net, one, sequence_), sequence_.out, labels_, sequence_.out_bias));
  } else if (task() == TaskKind::token_classification) {
    net.output("logits", net.linear(through(net, x, token_), token_.out, labels_, token_.out_bias));
  } else if (task() == TaskKind::fill_mask) {
    const std::string own = fill_.out + ".weight";
    const Value y = net.product(through(net, x, fill_), !tied_ || net.has(own) ? own : tokens_, vocabulary_);
    const std::string bias = net.has(fill_.bias) ? fill_.bias : fill_.out + ".bias";
    net.output("logits", fill_.out_bias ? net.biased(y, bias) : y);
  }
}

Value TextEncoder::through(Net& net, Value x, const EncoderHead& head) const {
  if (!head.dense.empty()) x = net.linear(x, head.dense, hidden_, head.dense_bias);
  if (!head.act.empty()) x = net.activation(x, head.act);
  return head.norm.empty() ? x : norm(net, x, head.norm);
}

}  // namespace bitloom
