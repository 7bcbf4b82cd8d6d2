// Llama and its kin (Mistral, Qwen2, Phi-3): a decoder with rotary positions, heads that share keys and values, and a
// gate in its middle layer.
#include "models/decoder.h"
#include "models/rope.h"

namespace bitloom {
namespace {

Rope rope_of(const Config& c, int64_t head, int64_t positions) {
  const Config newer = c.part("rope_parameters");
  return Rope(newer.has("rope_type") ? newer : c.part("rope_scaling"),
              newer.number("rope_theta", c.number("rope_theta", 10000.0, Range::rope_base()), Range::rope_base()), head,
              positions);
}

class Llama final : public Decoder {
 public:
  Llama(const Config& c, const Weights& w)
      : Decoder(c),
        layers_(c.layers("num_hidden_layers")),
        heads_(c.size("num_attention_heads")),
        shared_(c.size("num_key_value_heads", heads_)),
        hidden_(c.size("hidden_size")),
        head_(c.size("head_dim", hidden_ / std::max<int64_t>(heads_, 1))),
        positions_(c.size("max_position_embeddings", 2048)),
        vocabulary_(c.size("vocab_size")),
        window_(c.flag("use_sliding_window", true) ? c.integer("sliding_window", 0, Range::window()) : 0),
        middle_(c.size_or_zero("intermediate_size")),
        eps_(c.number("rms_norm_eps", 1e-6, Range::epsilon())),
        act_(c.word("hidden_act", "silu")),
        rope_(rope_of(c, head_, positions_)),
        base_(w.has("model.embed_tokens.weight") ? "model." : ""),
        logits_(c.flag("tie_word_embeddings", !w.has("lm_head.weight")) ? base_ + "embed_tokens.weight"
                                                                        : "lm_head.weight") {
    if (heads_ % shared_ != 0) c.refuse(format("{} heads cannot share {} keys and values", heads_, shared_));
    // Which biases there are: the config says it, or the first layer shows it for all of them.
    const std::string first = base_ + "layers.0.";
    query_bias_ =
        c.flag("attention_bias", w.has(first + "self_attn.q_proj.bias") || c.word("model_type", "") == "qwen2");
    output_bias_ = c.flag("attention_bias", w.has(first + "self_attn.o_proj.bias"));
    mlp_bias_ = c.flag("mlp_bias", w.has(first + "mlp.up_proj.bias"));
    if (c.number("partial_rotary_factor", 1.0) != 1.0)
      c.refuse("'partial_rotary_factor' is not supported; supported is 1");
  }

  CacheShape cache() const override { return {layers_, shared_, head_, positions_, vocabulary_}; }

  Tensor mask(int64_t place, int64_t n, int64_t room) const override {
    Tensor out = Decoder::mask(place, n, room);
    if (window_ > 0)
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j <= place + i - window_ && j < room; ++j)
          out.data<float>()[static_cast<size_t>(i * room + j)] = -6e4f;
    return out;
  }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& ids = inputs.at("input_ids");
    const int64_t n = ids.shape[1];
    const bool cached = inputs.contains("place");
    const int64_t room = cached ? inputs.at("mask").shape[1] : n;
    if (!fits(net, room, positions_, entry().name)) return;
    if (!cached && window_ > 0 && n > window_)
      return net.refuse(error(Code::unsupported, "[llama] {} tokens at once are over its window of {}", n, window_));
    Value x = net.embedding(net.input("input_ids", ids), base_ + "embed_tokens.weight", {vocabulary_, hidden_});
    const Past before = past(net, inputs);
    const Rope::Tables rope =
        rope_.tables(net, room, cached ? net.input("positions", inputs.at("positions")) : Value{});
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      x = layer(net, x, inputs, before, rope, i);
      if (i + 1 < layers_) net.output(format("hidden_{}", i + 1), x);
    }
    x = net.rms_norm(x, base_ + "norm", eps_);
    net.output(format("hidden_{}", layers_), x);
    net.output("last_hidden_state", x);
    if (!before.used) pooled_outputs(net, x, before.padding);
    if (task() != TaskKind::text_generation) return;
    finish(net, inputs, x, [&](Value v) { return net.product(v, logits_, vocabulary_); });
  }

  std::vector<Use> uses(DType dtype) const override {
    if (task() != TaskKind::text_generation) return {whole_text()};
    return {whole_text(), step_use(std::min<int64_t>(positions_, 64), dtype)};
  }

 private:
  Value layer(Net& net, Value x, const Inputs& inputs, const Past& before, const Rope::Tables& rope, int64_t i) const {
    const std::string p = format("{}layers.{}.", base_, i), s = p + "self_attn.";
    const Value n = net.rms_norm(x, p + "input_layernorm", eps_);
    const int64_t q_end = heads_ * head_, k_end = q_end + shared_ * head_, v_end = k_end + shared_ * head_;
    Value q{}, k{}, v{};
    if (net.has(s + "qkv_proj.weight")) {
      const Value y = Rope::turned(net, net.linear(n, s + "qkv_proj", v_end, query_bias_), rope, k_end);
      q = net.slice(y, -1, 0, q_end), k = net.slice(y, -1, q_end, k_end), v = net.slice(y, -1, k_end, v_end);
    } else {
      const auto part = [&](const char* name, int64_t count) {
        return net.linear(n, s + name, count * head_, query_bias_);
      };
      q = Rope::turned(net, part("q_proj", heads_), rope), k = Rope::turned(net, part("k_proj", shared_), rope);
      v = part("v_proj", shared_);
    }
    const Value a = attend(net, before, inputs, i, net.split_heads(q, heads_), net.split_heads(k, shared_),
                           net.split_heads(v, shared_));
    x = net.add(net.linear(net.join_heads(a), s + "o_proj", hidden_, output_bias_), x);
    const Value h = net.rms_norm(x, p + "post_attention_layernorm", eps_);
    Value middle{};
    if (net.has(p + "mlp.gate_up_proj.weight")) {
      const Value both = net.linear(h, p + "mlp.gate_up_proj", 2 * middle_, mlp_bias_);
      if (!net.status().ok()) return {};
      const int64_t width = net.shape(both)[2] / 2;
      middle = net.multiply(net.activation(net.slice(both, -1, 0, width), act_), net.slice(both, -1, width, 2 * width));
    } else middle = net.gated(h, p + "mlp.gate_proj", p + "mlp.up_proj", middle_, act_, mlp_bias_);
    return net.add(net.linear(middle, p + "mlp.down_proj", hidden_, mlp_bias_), x);
  }

  int64_t layers_, heads_, shared_, hidden_, head_, positions_, vocabulary_, window_, middle_;
  double eps_;
  std::string act_;
  Rope rope_;
  std::string base_, logits_;
  bool query_bias_, output_bias_, mlp_bias_;
};

}  // namespace

const FamilyEntry& family_llama() {
  using enum TaskKind;
  static const FamilyEntry entry{.name = "llama",
                                 .types = {"llama", "mistral", "qwen2", "phi3"},
                                 .takes = {.text = true},
                                 .architectures = {{"LlamaForCausalLM", text_generation, "lm_head.weight"},
                                                   {"MistralForCausalLM", text_generation, "lm_head.weight"},
                                                   {"Qwen2ForCausalLM", text_generation, "lm_head.weight"},
                                                   {"Phi3ForCausalLM", text_generation, "lm_head.weight"},
                                                   {"LlamaModel", feature_extraction},
                                                   {"MistralModel", feature_extraction},
                                                   {"Qwen2Model", feature_extraction},
                                                   {"Phi3Model", feature_extraction}},
                                 .inputs = {"input_ids", "attention_mask"},
                                 .outputs = pooled_names({"logits", "last_logits", "log_probs", "next"}),
                                 .make = make_family<Llama>};
  return entry;
}

}  // namespace bitloom
