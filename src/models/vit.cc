// ViT: an encoder over the patches of a picture.
#include "models/vision.h"

namespace bitloom {
namespace {

class Vit final : public Family {
 public:
  Vit(const Config& c, const Weights& w)
      : layers_(c.layers("num_hidden_layers")),
        heads_(c.size("num_attention_heads")),
        hidden_(c.size("hidden_size")),
        eps_(c.number("layer_norm_eps", 1e-12)),
        act_(c.word("hidden_act", "gelu")),
        patches_(patches_of(c)),
        base_(w.has("vit.embeddings.cls_token") ? "vit." : "") {
    if (hidden_ % heads_ != 0) c.refuse(format("{} heads do not share a hidden size of {}", heads_, hidden_));
  }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& picture = inputs.at("pixel_values");
    const std::string e = base_ + "embeddings.";
    Value x =
        patch_embeddings(net, net.input("pixel_values", picture), patches_, e + "patch_embeddings.projection", "vit");
    x = net.add(with_class_token(net, x, e + "cls_token"), net.weight(e + "position_embeddings"));
    expect_width(net, x, hidden_, "vit");
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      x = layer(net, x, format("{}encoder.layer.{}.", base_, i));
      net.output(format("hidden_{}", i + 1), x);
    }
    x = net.layer_norm(x, base_ + "layernorm", eps_);
    net.output("last_hidden_state", x);
    const Value first = net.reshape(net.slice(x, 1, 0, 1), {picture.shape[0], hidden_});
    if (net.has(base_ + "pooler.dense.weight"))
      net.output("pooled", net.op("tanh", {net.linear(first, base_ + "pooler.dense")}));
    if (net.has("classifier.weight")) net.output("logits", net.linear(first, "classifier"));
  }

  std::vector<Inputs> uses(DType) const override { return {{{"pixel_values", patches_.picture(1)}}}; }

 private:
  Value layer(Net& net, Value x, const std::string& p) const {
    const std::string s = p + "attention.attention.";
    const Value n = net.layer_norm(x, p + "layernorm_before", eps_);
    std::vector<Value> in;
    for (Value v : net.linears(n, {s + "query", s + "key", s + "value"})) in.push_back(net.split_heads(v, heads_));
    x = net.add(net.linear(net.join_heads(net.op("attention", in)), p + "attention.output.dense"), x);
    const Value h = net.linear(net.layer_norm(x, p + "layernorm_after", eps_), p + "intermediate.dense");
    return net.add(net.linear(net.activation(h, act_), p + "output.dense"), x);
  }

  int64_t layers_, heads_, hidden_;
  double eps_;
  std::string act_;
  Patches patches_;
  std::string base_;
};

}  // namespace

const FamilyEntry& family_vit() {
  static const FamilyEntry entry{"vit", {"vit"}, open_family<Vit>};
  return entry;
}

}  // namespace bitloom
