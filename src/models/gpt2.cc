// GPT-2: a decoder with learned positions, whose weights are stored the other way round.
#include "models/decoder.h"

namespace bitloom {
namespace {

class Gpt2 final : public Decoder {
 public:
  Gpt2(const Config& c, const Weights& w)
      : layers_(c.layers("n_layer")),
        heads_(c.size("n_head")),
        hidden_(c.size("n_embd")),
        positions_(c.size("n_positions", 1024)),
        vocabulary_(c.size("vocab_size")),
        eps_(c.number("layer_norm_epsilon", 1e-5)),
        act_(c.word("activation_function", "gelu_new")),
        base_(w.has("transformer.wte.weight") ? "transformer." : "") {
    if (hidden_ % heads_ != 0) c.refuse(format("{} heads do not share a hidden size of {}", heads_, hidden_));
  }

  CacheShape cache() const override { return {layers_, heads_, hidden_ / heads_, positions_, vocabulary_}; }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& ids = inputs.at("input_ids");
    const int64_t n = ids.shape[1], room = inputs.contains("mask") ? inputs.at("mask").shape[1] : n;
    if (room > positions_)
      return net.refuse(
          error(Code::invalid_argument, "[gpt2] {} tokens: this model has {} positions", room, positions_));
    const Past before = past(net, inputs);
    Value x = net.embedding(net.input("input_ids", ids), base_ + "wte.weight");
    const std::string places = base_ + "wpe.weight";
    x = net.add(x, before.used ? net.embedding(net.input("positions", inputs.at("positions")), places)
                               : net.rows(places, 0, n));
    expect_width(net, x, hidden_, "gpt2");
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      const std::string p = format("{}h.{}.", base_, i);
      const Value qkv = net.linear_turned(net.layer_norm(x, p + "ln_1", eps_), p + "attn.c_attn");
      Value parts[3];
      for (int j = 0; j < 3; ++j)
        parts[j] = net.split_heads(net.slice(qkv, -1, j * hidden_, (j + 1) * hidden_), heads_);
      const Value a = attend(net, before, inputs, i, parts[0], parts[1], parts[2]);
      x = net.add(net.linear_turned(net.join_heads(a), p + "attn.c_proj"), x);
      const Value h = net.linear_turned(net.layer_norm(x, p + "ln_2", eps_), p + "mlp.c_fc");
      x = net.add(net.linear_turned(net.activation(h, act_), p + "mlp.c_proj"), x);
      if (i + 1 < layers_) net.output(format("hidden_{}", i + 1), x);
    }
    x = net.layer_norm(x, base_ + "ln_f", eps_);
    net.output(format("hidden_{}", layers_), x);
    net.output("last_hidden_state", x);
    finish(net, inputs, x, [&](Value v) {
      return net.product(v, net.has("lm_head.weight") ? "lm_head.weight" : base_ + "wte.weight");
    });
  }

  bool is_turned(std::string_view name) const override {
    return name.ends_with(".c_attn.weight") || name.ends_with(".c_proj.weight") || name.ends_with(".c_fc.weight");
  }

  std::vector<Inputs> uses(DType dtype) const override {
    return {{{"input_ids", {DType::i32, {1, 2}}}}, step(1, std::min<int64_t>(positions_, 64), dtype)};
  }

 private:
  int64_t layers_, heads_, hidden_, positions_, vocabulary_;
  double eps_;
  std::string act_;
  std::string base_;
};

}  // namespace

const FamilyEntry& family_gpt2() {
  static const FamilyEntry entry{"gpt2", {"gpt2"}, open_family<Gpt2>};
  return entry;
}

}  // namespace bitloom
