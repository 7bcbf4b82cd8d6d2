// GPT-2: a decoder with learned positions, whose weights are stored the other way round.
#include "models/decoder.h"

namespace bitloom {
namespace {

class Gpt2 final : public Decoder {
 public:
  Gpt2(const Config& c, const Weights& w)
      : Decoder(c),
        layers_(c.layers("n_layer")),
        heads_(c.size("n_head")),
        hidden_(c.size("n_embd")),
        positions_(c.size("n_positions", 1024)),
        vocabulary_(c.size("vocab_size")),
        middle_(c.size("n_inner", 4 * hidden_)),
        eps_(c.number("layer_norm_epsilon", 1e-5, Range::epsilon())),
        act_(c.word("activation_function", "gelu_new")),
        base_(w.has("transformer.wte.weight") ? "transformer." : ""),
        head_(c.flag("tie_word_embeddings", !w.has("lm_head.weight")) ? base_ + "wte.weight" : "lm_head.weight") {
    expect_heads(c, heads_, hidden_);
  }

  CacheShape cache() const override { return {layers_, heads_, hidden_ / heads_, positions_, vocabulary_}; }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& ids = inputs.at("input_ids");
    const int64_t n = ids.shape[1], room = inputs.contains("mask") ? inputs.at("mask").shape[1] : n;
    if (!fits(net, room, positions_, entry().name)) return;
    const Past before = past(net, inputs);
    Value x = net.embedding(net.input("input_ids", ids), base_ + "wte.weight", {vocabulary_, hidden_});
    const std::string places = base_ + "wpe.weight";
    const Net::Table size{positions_, hidden_};
    x = net.add(x, before.used ? net.embedding(net.input("positions", inputs.at("positions")), places, size)
                               : net.rows(places, size, 0, n));
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      const std::string p = format("{}h.{}.", base_, i);
      const Value qkv = net.linear_turned(net.layer_norm(x, p + "ln_1", eps_), p + "attn.c_attn", 3 * hidden_);
      Value parts[3];
      for (int j = 0; j < 3; ++j)
        parts[j] = net.split_heads(net.slice(qkv, -1, j * hidden_, (j + 1) * hidden_), heads_);
      const Value a = attend(net, before, inputs, i, parts[0], parts[1], parts[2]);
      x = net.add(net.linear_turned(net.join_heads(a), p + "attn.c_proj", hidden_), x);
      const Value h = net.linear_turned(net.layer_norm(x, p + "ln_2", eps_), p + "mlp.c_fc", middle_);
      x = net.add(net.linear_turned(net.activation(h, act_), p + "mlp.c_proj", hidden_), x);
      if (i + 1 < layers_) net.output(format("hidden_{}", i + 1), x);
    }
    x = net.layer_norm(x, base_ + "ln_f", eps_);
    net.output(format("hidden_{}", layers_), x);
    net.output("last_hidden_state", x);
    if (!before.used) pooled_outputs(net, x, before.padding);
    if (task() != TaskKind::text_generation) return;
    finish(net, inputs, x, [&](Value v) { return net.product(v, head_, vocabulary_); });
  }

  bool is_transposed(std::string_view name) const override {
    return name.ends_with(".c_attn.weight") || name.ends_with(".c_proj.weight") || name.ends_with(".c_fc.weight");
  }

  std::vector<Use> uses(DType dtype) const override {
    if (task() != TaskKind::text_generation) return {whole_text()};
    return {whole_text(), step_use(std::min<int64_t>(positions_, 64), dtype)};
  }

 private:
  int64_t layers_, heads_, hidden_, positions_, vocabulary_, middle_;
  double eps_;
  std::string act_;
  std::string base_, head_;
};

}  // namespace

const FamilyEntry& family_gpt2() {
  static const FamilyEntry entry{.name = "gpt2",
                                 .types = {"gpt2"},
                                 .takes = {.text = true},
                                 .architectures = {{"GPT2LMHeadModel", TaskKind::text_generation, "lm_head.weight"},
                                                   {"GPT2Model", TaskKind::feature_extraction}},
                                 .inputs = {"input_ids", "attention_mask"},
                                 .outputs = pooled_names({"logits", "last_logits", "log_probs", "next"}),
                                 .make = make_family<Gpt2>};
  return entry;
}

}  // namespace bitloom
