// T5: an encoder and a decoder whose positions are biases of the scores, learned for distances in buckets.
//
// The encoder takes input_ids [B, L], with an attention_mask where some are padding, and gives last_hidden_state and
// the keys and values that the decoder's layers look at: cross_key_I, cross_value_I [B, heads, L, d]. The decoder takes
// its tokens as input_ids, those, and the same attention_mask.
#include <cmath>

#include "models/decoder.h"

namespace bitloom {
namespace {

class T5 final : public Decoder {
 public:
  explicit T5(const Config& c)
      : Decoder(c),
        layers_(c.layers("num_layers")),
        decoder_layers_(c.layers("num_decoder_layers", layers_)),
        heads_(c.size("num_heads")),
        size_(c.size("d_kv")),
        hidden_(c.size("d_model")),
        buckets_(c.size("relative_attention_num_buckets", 32)),
        farthest_(c.size("relative_attention_max_distance", 128)),
        vocabulary_(c.size("vocab_size")),
        middle_(c.size_or_zero("d_ff")),
        eps_(c.number("layer_norm_epsilon", 1e-6, Range::epsilon())),
        tied_(c.flag("tie_word_embeddings", true)) {
    const std::string act = c.word("feed_forward_proj", "relu");
    gated_ = act.starts_with("gated-");
    act_ = gated_ ? act.substr(6) : act;
    if (gated_ && act_ == "gelu") act_ = "gelu_new";
    if (c.has("dense_act_fn")) act_ = c.word("dense_act_fn");
    if (buckets_ < 4 || farthest_ <= buckets_ / 2)
      c.refuse(
          "'relative_attention_num_buckets' must be at least 4, and 'relative_attention_max_distance' over half of it");
  }

  bool has_encoder() const override { return true; }
  void add_inputs(std::map<std::string, Tensor, std::less<>>& in, int64_t place, int64_t n,
                  int64_t room) const override {
    std::vector<int32_t> ids;
    for (int64_t q = place; q < place + n; ++q)
      for (int64_t k = 0; k < room; ++k) ids.push_back(bucket(k - q, false));
    in["buckets"] = Tensor::from<int32_t>({n, room}, ids);
  }

  // There is no table that ends.
  int64_t positions() const override { return 0; }
  CacheShape cache() const override { return {decoder_layers_, heads_, size_, 1 << 20, vocabulary_}; }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& ids = inputs.at("input_ids");
    if (inputs.contains("place") || inputs.contains("cross_key_0")) return decode(net, inputs);
    const int64_t length = ids.shape[1];
    Value x = net.embedding(net.input("input_ids", ids), "shared.weight", {vocabulary_, hidden_});
    Value mask = bias(net, "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", length, true);
    if (const Value given = text_mask(net, inputs); given.id >= 0) mask = net.add(mask, additive_mask(net, given));
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      const std::string p = format("encoder.block.{}.", i), s = p + "layer.0.SelfAttention.";
      const Value n = net.rms_norm(x, p + "layer.0.layer_norm", eps_);
      std::vector<Value> in;
      for (Value v : net.linears(n, {s + "q", s + "k", s + "v"}, heads_ * size_, false))
        in.push_back(net.split_heads(v, heads_));
      in.push_back(mask);
      x = net.add(net.linear(net.join_heads(net.op("attention", in, {{"scale", 1.0}})), s + "o", hidden_, false), x);
      x = middle(net, x, p + "layer.1.");
      if (i + 1 < layers_) net.output(format("hidden_{}", i + 1), x);
    }
    x = net.rms_norm(x, "encoder.final_layer_norm", eps_);
    net.output(format("hidden_{}", layers_), x);
    net.output("last_hidden_state", x);
    for (int64_t i = 0; i < decoder_layers_; ++i) {
      const std::string s = format("decoder.block.{}.layer.1.EncDecAttention.", i);
      if (!net.wants(format("cross_key_{}", i))) continue;
      net.output(format("cross_key_{}", i), net.split_heads(net.linear(x, s + "k", heads_ * size_, false), heads_));
      net.output(format("cross_value_{}", i), net.split_heads(net.linear(x, s + "v", heads_ * size_, false), heads_));
    }
  }

  std::vector<Use> uses(DType dtype) const override {
    Use decoder = step_use(64, dtype);
    Inputs& one = decoder.inputs;
    one.emplace("buckets", Desc{DType::i32, {1, 64}});
    for (int64_t i = 0; i < decoder_layers_; ++i)
      for (const char* what : {"cross_key_", "cross_value_"})
        one.emplace(format("{}{}", what, i), Desc{dtype, {1, heads_, 4, size_}});
    const Desc text{DType::i32, {1, 4}};
    return {{.inputs = {{"input_ids", text}}, .optional = {{"attention_mask", text}}}, decoder};
  }

  int32_t bucket(int64_t key_minus_query, bool both_ways) const {
    return distance_bucket(key_minus_query, both_ways, buckets_, farthest_);
  }

 private:
  // [1, heads, L, L] of what is added to scores.
  Value bias(Net& net, const std::string& name, int64_t length, bool both_ways) const {
    if (!net.has_room({DType::f32, {length, length, heads_}})) return {};
    std::vector<int32_t> ids;
    ids.reserve(static_cast<size_t>(length * length));
    for (int64_t q = 0; q < length; ++q)
      for (int64_t k = 0; k < length; ++k) ids.push_back(bucket(k - q, both_ways));
    return bias(net, name, net.graph.constant(Tensor::from<int32_t>({length, length}, ids)));
  }
  Value bias(Net& net, const std::string& name, Value ids) const {
    const Value rows = net.embedding(ids, name, {buckets_, heads_});
    if (!net.status().ok()) return {};
    const Shape s = net.shape(rows);
    return net.reshape(net.transpose(rows, {2, 0, 1}), {1, s[2], s[0], s[1]});
  }

  Value middle(Net& net, Value x, const std::string& p) const {
    const Value n = net.rms_norm(x, p + "layer_norm", eps_);
    const std::string d = p + "DenseReluDense.";
    const Value h = gated_ ? net.gated(n, d + "wi_0", d + "wi_1", middle_, act_)
                           : net.activation(net.linear(n, d + "wi", middle_, false), act_);
    return net.add(net.linear(h, d + "wo", hidden_, false), x);
  }

  void decode(Net& net, const Inputs& inputs) const {
    const Desc& ids = inputs.at("input_ids");
    const int64_t n = ids.shape[1];
    Value x = net.embedding(net.input("input_ids", ids), "shared.weight", {vocabulary_, hidden_});
    const std::string table = "decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight";
    Past before = past(net, inputs);
    Value bias_mask{};
    if (before.used) {
      bias_mask = bias(net, table, net.input("buckets", inputs.at("buckets")));
      before.mask = net.add(bias_mask, before.mask);
    } else bias_mask = bias(net, table, n, false);
    net.output("hidden_0", x);
    for (int64_t i = 0; i < decoder_layers_; ++i) {
      const std::string p = format("decoder.block.{}.", i), s = p + "layer.0.SelfAttention.",
                        e = p + "layer.1.EncDecAttention.";
      const Value a = net.rms_norm(x, p + "layer.0.layer_norm", eps_);
      std::vector<Value> qkv;
      for (Value v : net.linears(a, {s + "q", s + "k", s + "v"}, heads_ * size_, false))
        qkv.push_back(net.split_heads(v, heads_));
      const Value own = before.used
                            ? attend(net, before, inputs, i, qkv[0], qkv[1], qkv[2], {{"scale", 1.0}})
                            : net.op("attention", {qkv[0], qkv[1], qkv[2], bias_mask}, {{"scale", 1.0}, {"causal", 1}});
      x = net.add(net.linear(net.join_heads(own), s + "o", hidden_, false), x);
      const Value b = net.rms_norm(x, p + "layer.1.layer_norm", eps_);
      const Value other =
          look(net, before, inputs, i, net.linear(b, e + "q", heads_ * size_, false), heads_, {{"scale", 1.0}});
      x = net.add(net.linear(other, e + "o", hidden_, false), x);
      x = middle(net, x, p + "layer.2.");
      if (i + 1 < decoder_layers_) net.output(format("hidden_{}", i + 1), x);
    }
    x = net.rms_norm(x, "decoder.final_layer_norm", eps_);
    net.output(format("hidden_{}", decoder_layers_), x);
    net.output("last_hidden_state", x);
    finish(net, inputs, x, [&](Value v) {
      if (!tied_) return net.product(v, "lm_head.weight", vocabulary_);
      // With one table for both ends, what comes out is made smaller.
      return net.product(net.multiply(v, net.number(1 / std::sqrt(static_cast<double>(hidden_)))), "shared.weight",
                         vocabulary_);
    });
  }

  int64_t layers_, decoder_layers_, heads_, size_, hidden_, buckets_, farthest_, vocabulary_, middle_;
  double eps_;
  bool tied_, gated_ = false;
  std::string act_;
};

}  // namespace

const FamilyEntry& family_t5() {
  static const FamilyEntry entry{.name = "t5",
                                 .types = {"t5"},
                                 .takes = {.text = true},
                                 .architectures = {{"T5ForConditionalGeneration", TaskKind::text2text_generation},
                                                   {"T5WithLMHeadModel", TaskKind::text2text_generation}},
                                 .inputs = {"input_ids", "attention_mask"},
                                 .outputs = {"last_hidden_state", "cross_key_0", "cross_value_0"},
                                 .make = make_family<T5>};
  return entry;
}

}  // namespace bitloom
