// CLIP: a text and a picture in one space; which of them is given is computed, and with both how alike they are.
#include "models/vision.h"

namespace bitloom {
namespace {

struct Tower {
  int64_t layers, heads, hidden;
  double eps;
  std::string act;
  explicit Tower(const Config& c)
      : layers(c.layers("num_hidden_layers", 12)),
        heads(c.size("num_attention_heads", 8)),
        hidden(c.size("hidden_size", 512)),
        eps(c.number("layer_norm_eps", 1e-5)),
        act(c.word("hidden_act", "quick_gelu")) {
    if (hidden % heads != 0) c.refuse(format("{} heads do not share a hidden size of {}", heads, hidden));
  }

  Value run(Net& net, Value x, const std::string& base, const char* output, bool causal) const {
    expect_width(net, x, hidden, "clip");
    net.output(format("{}_0", output), x);
    for (int64_t i = 0; i < layers; ++i) {
      const std::string p = format("{}encoder.layers.{}.", base, i), s = p + "self_attn.";
      const Value n = net.layer_norm(x, p + "layer_norm1", eps);
      std::vector<Value> in;
      for (Value v : net.linears(n, {s + "q_proj", s + "k_proj", s + "v_proj"}))
        in.push_back(net.split_heads(v, heads));
      x = net.add(net.linear(net.join_heads(net.op("attention", in, {{"causal", causal}})), s + "out_proj"), x);
      const Value h = net.linear(net.layer_norm(x, p + "layer_norm2", eps), p + "mlp.fc1");
      x = net.add(net.linear(net.activation(h, act), p + "mlp.fc2"), x);
      net.output(format("{}_{}", output, i + 1), x);
    }
    return x;
  }
};

class Clip final : public Family {
 public:
  explicit Clip(const Config& c)
      : text_(c.part("text_config")),
        vision_(c.part("vision_config")),
        positions_(c.part("text_config").size("max_position_embeddings", 77)),
        patches_(patches_of(c.part("vision_config"))) {}

  void build(Net& net, const Inputs& inputs) const override {
    Value words{}, picture{};
    if (inputs.contains("input_ids")) words = text(net, inputs);
    if (inputs.contains("pixel_values")) picture = look(net, inputs.at("pixel_values"));
    if (words.id < 0 || picture.id < 0) return;
    const Value alike = net.op("matmul", {picture, words}, {{"transpose_b", 1}});
    net.output("logits", net.multiply(alike, net.op("exp", {net.weight("logit_scale", {})})));
  }

  std::vector<Inputs> uses(DType) const override {
    return {
        {{"input_ids", {DType::i32, {1, 8}}}, {"pooled_at", {DType::i32, {1}}}, {"pixel_values", patches_.picture(1)}}};
  }

 private:
  static Value unit(Net& net, Value x) {
    const Value squares = net.op("reduce_sum", {net.multiply(x, x)}, {{"axes", {-1}}, {"keep", 1}});
    return net.op("divide", {x, net.op("sqrt", {squares})});
  }

  Value text(Net& net, const Inputs& inputs) const {
    const Desc& ids = inputs.at("input_ids");
    const int64_t batch = ids.shape[0], length = ids.shape[1];
    if (length > positions_) {
      net.refuse(error(Code::invalid_argument, "[clip] {} tokens: this model has {} positions", length, positions_));
      return {};
    }
    const std::string base = "text_model.";
    Value x = net.embedding(net.input("input_ids", ids), base + "embeddings.token_embedding.weight");
    x = net.add(x, net.rows(base + "embeddings.position_embedding.weight", 0, length));
    x = net.layer_norm(text_.run(net, x, base, "text_hidden", true), base + "final_layer_norm", text_.eps);
    net.output("text_last_hidden_state", x);
    // Which token stands for the text, counted over all texts.
    const Value at = net.input("pooled_at", {DType::i32, {batch}});
    const Value pooled = net.op("gather", {net.reshape(x, {batch * length, text_.hidden}), at});
    net.output("text_pooled", pooled);
    const Value y = unit(net, net.product(pooled, "text_projection.weight"));
    net.output("text_embeds", y);
    return y;
  }

  Value look(Net& net, const Desc& picture) const {
    const std::string base = "vision_model.", e = base + "embeddings.";
    Value x = patch_embeddings(net, net.input("pixel_values", picture), patches_, e + "patch_embedding", "clip");
    x = with_class_token(net, x, e + "class_embedding");
    x = net.add(x, net.rows(e + "position_embedding.weight", 0, patches_.count() + 1));
    x = net.layer_norm(x, base + "pre_layrnorm", vision_.eps);
    x = vision_.run(net, x, base, "image_hidden", false);
    net.output("image_last_hidden_state", x);
    const Value first = net.reshape(net.slice(x, 1, 0, 1), {picture.shape[0], vision_.hidden});
    const Value pooled = net.layer_norm(first, base + "post_layernorm", vision_.eps);
    net.output("image_pooled", pooled);
    const Value y = unit(net, net.product(pooled, "visual_projection.weight"));
    net.output("image_embeds", y);
    return y;
  }

  Tower text_, vision_;
  int64_t positions_;
  Patches patches_;
};

}  // namespace

const FamilyEntry& family_clip() {
  static const FamilyEntry entry{"clip", {"clip"}, open_family<Clip>};
  return entry;
}

}  // namespace bitloom
