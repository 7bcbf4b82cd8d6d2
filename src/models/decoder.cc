#include "models/decoder.h"

#include <algorithm>
#include <charconv>

namespace bitloom {

Inputs Decoder::step(int64_t n, int64_t room, DType dtype) const {
  const CacheShape c = cache();
  Inputs in{{"input_ids", {DType::i32, {1, n}}},
            {"place", {DType::i32, {1}}},
            {"positions", {DType::i32, {n}}},
            {"mask", {dtype, {n, room}}}};
  for (int64_t i = 0; i < c.layers; ++i)
    for (const char* what : {"key_", "value_"})
      in.emplace(format("{}{}", what, i), Desc{dtype, {1, c.heads, room, c.size}});
  return in;
}

Use Decoder::step_use(int64_t room, DType dtype) const {
  // Of a step (generate.cc).
  Use use{.inputs = step(1, room, dtype),
          .optional = {{"beams", {DType::i32, {1}}}, {"bias", {DType::f32, {1}}}, {"heat", {DType::f32, {1}}}},
          .marker = "place"};
  if (has_encoder()) use.optional.emplace("attention_mask", Desc{DType::i32, {1, 1}});
  return use;
}

Use Decoder::whole_text() {
  const Desc text{DType::i32, {1, 2}};
  return {.inputs = {{"input_ids", text}}, .optional = {{"attention_mask", text}}};
}

NamedTensors Decoder::text_inputs(const Encoding& text) const {
  if (task() != TaskKind::text_generation) return Family::text_inputs(text);
  std::vector<int32_t> ids = text.ids;
  for (int64_t stop : stop_tokens_)
    if (ids.size() > 1 && ids.back() == stop) ids.pop_back();
  return {{"input_ids", row_of(ids)}};
}

Tensor Decoder::mask(int64_t place, int64_t n, int64_t room) const {
  Tensor out(DType::f32, {n, room});
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = place + i + 1; j < room; ++j) out.data<float>()[static_cast<size_t>(i * room + j)] = -6e4f;
  return out;
}

Decoder::Past Decoder::past(Net& net, const Inputs& inputs) const {
  Past past;
  // Of what the encoder saw.
  if (inputs.contains("cross_key_0") && inputs.contains("attention_mask"))
    past.seen = additive_mask(net, net.input("attention_mask", inputs.at("attention_mask")));
  if (!inputs.contains("place")) {
    if (!has_encoder()) past.padding = text_mask(net, inputs);
    if (past.padding.id >= 0) past.mask = additive_mask(net, past.padding);
    return past;
  }
  for (const char* name : {"positions", "mask"})
    if (!inputs.contains(name))
      net.refuse(error(Code::invalid_argument, "[model] with a cache the input '{}' is needed", name));
  if (!net.status().ok()) return {};
  past.place = net.input("place", inputs.at("place")), past.mask = net.input("mask", inputs.at("mask"));
  if (inputs.contains("beams")) past.beams = net.input("beams", inputs.at("beams"));
  past.used = true;
  return past;
}

Value Decoder::attend(Net& net, const Past& past, const Inputs& inputs, int64_t layer, Value q, Value k, Value v,
                      const Attrs& attrs) {
  Attrs all = attrs;
  if (!past.used) {
    std::vector<Value> in{q, k, v};
    if (past.mask.id >= 0) in.push_back(past.mask);
    return net.op("attention", in, all.set("causal", 1));
  }
  const auto written = [&](const char* what, Value now) {
    const std::string name = format("{}{}", what, layer);
    const auto found = inputs.find(name);
    if (found == inputs.end()) {
      net.refuse(error(Code::invalid_argument, "[model] the input '{}' is missing", name));
      return Value{};
    }
    if (!net.status().ok()) return Value{};
    net.limit(past.place, found->second.shape[2] - net.shape(now)[2] + 1);
    if (past.beams.id < 0) return net.op("write_rows", {net.graph.mutable_input(name, found->second), now, past.place});
    net.limit(past.beams, found->second.shape[0]);
    const Value old = net.op("gather", {net.input(name, found->second), past.beams});
    const Value next = net.op("write_rows", {old, now, past.place});
    net.output("next_" + name, next);
    return next;
  };
  const Value keys = written("key_", k), values = written("value_", v);
  return net.op("attention", {q, keys, values, past.mask}, attrs);
}

Value Decoder::look(Net& net, const Past& past, const Inputs& inputs, int64_t layer, Value q, int64_t heads,
                    const Attrs& attrs) {
  const auto k = inputs.find(format("cross_key_{}", layer)), v = inputs.find(format("cross_value_{}", layer));
  if (k == inputs.end() || v == inputs.end())
    net.refuse(error(Code::invalid_argument, "[model] the decoder needs the inputs 'cross_key_{}' and 'cross_value_{}'",
                     layer, layer));
  if (!net.status().ok()) return {};
  const Shape s = net.shape(q);
  // What is the same for all texts is looked at by all their tokens at once.
  const bool shared = k->second.shape[0] == 1 && s[0] > 1;
  if (shared) q = net.reshape(q, {1, s[0] * s[1], s[2]});
  std::vector<Value> in{net.split_heads(q, heads), net.input(k->first, k->second), net.input(v->first, v->second)};
  if (past.seen.id >= 0) in.push_back(past.seen);
  const Value y = net.join_heads(net.op("attention", in, attrs));
  return shared ? net.reshape(y, s) : y;
}

bool Decoder::chooses(const Net& net) {
  return net.wants("next") || net.wants("last_logits") || net.wants("log_probs") ||
         std::ranges::any_of(net.wanted(),
                             [](const std::string& n) { return n.starts_with("top_") || n.starts_with("best_"); });
}

void Decoder::choose(Net& net, const Inputs& inputs, Value logits) {
  if (!net.status().ok()) return;
  const Shape s = net.shape(logits);
  Value x = net.reshape(logits, {s[0], s[2]});
  if (net.dtype() != DType::f32) x = net.op("cast", {x}, {{"to", "f32"}});
  const Value bias = inputs.contains("bias") ? net.input("bias", inputs.at("bias")) : Value{};
  const auto biased = [&](Value v) { return bias.id < 0 ? v : net.add(v, bias); };
  if (net.wants("next")) net.output("next", net.op("argmax", {biased(x)}, {{"finite", 1}}));
  if (net.wants("last_logits")) net.output("last_logits", biased(x));
  if (net.wants("log_probs")) net.output("log_probs", biased(net.op("log_softmax", {x})));
  for (const std::string& name : net.wanted()) {
    const bool top = name.starts_with("top_");
    if (!top && !name.starts_with("best_")) continue;
    int64_t k = 0, from = s[2];
    const char *at = name.data() + name.find('_') + 1, *end = name.data() + name.size();
    at = std::from_chars(at, end, k).ptr;
    if (!top && at != end) at = std::from_chars(at + 1, end, from).ptr;
    if (at != end || from < 1 || from > s[2]) continue;  // nothing of that name
    Value y = biased(x);
    if (!top && inputs.contains("heat"))
      y = net.op("log_softmax", {net.multiply(y, net.input("heat", inputs.at("heat")))});
    else if (!top) y = biased(net.op("log_softmax", {x}));
    Value found = net.op("top_k", {from < s[2] ? net.slice(y, 1, 0, from) : y}, {{"k", k}});
    if (from < s[2]) found = net.op("concat", {found, net.slice(y, 1, from, s[2])}, {{"axis", 1}});
    net.output(name, found);
  }
}

}  // namespace bitloom
