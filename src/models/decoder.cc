#include "models/decoder.h"

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

Tensor Decoder::mask(int64_t place, int64_t n, int64_t room) const {
  Tensor out(DType::f32, {n, room});
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = place + i + 1; j < room; ++j) out.data<float>()[static_cast<size_t>(i * room + j)] = -6e4f;
  return out;
}

Decoder::Past Decoder::past(Net& net, const Inputs& inputs) {
  if (!inputs.contains("place")) return {};
  for (const char* name : {"positions", "mask"})
    if (!inputs.contains(name))
      net.refuse(error(Code::invalid_argument, "[model] with a cache the input '{}' is needed", name));
  if (!net.status().ok()) return {};
  return {net.input("place", inputs.at("place")), net.input("mask", inputs.at("mask")), true};
}

Value Decoder::attend(Net& net, const Past& past, const Inputs& inputs, int64_t layer, Value q, Value k, Value v,
                      const Attrs& attrs) {
  Attrs all = attrs;
  if (!past.used) return net.op("attention", {q, k, v}, all.set("causal", 1));
  const auto written = [&](const char* what, Value now) {
    const std::string name = format("{}{}", what, layer);
    const auto found = inputs.find(name);
    if (found == inputs.end()) {
      net.refuse(error(Code::invalid_argument, "[model] there is no input '{}'", name));
      return Value{};
    }
    return net.op("write_rows", {net.input(name, found->second), now, past.place});
  };
  const Value keys = written("key_", k), values = written("value_", v);
  return net.op("attention", {q, keys, values, past.mask}, attrs);
}

}  // namespace bitloom
