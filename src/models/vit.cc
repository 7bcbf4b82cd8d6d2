// ViT: an encoder over the patches of a picture.
#include "models/encoder.h"
#include "models/vision.h"

namespace bitloom {
namespace {

constexpr EncoderLayer layer_names{.query = "attention.attention.query",
                                   .key = "attention.attention.key",
                                   .value = "attention.attention.value",
                                   .output = "attention.output.dense",
                                   .attention_norm = "layernorm_before",
                                   .up = "intermediate.dense",
                                   .down = "output.dense",
                                   .mlp_norm = "layernorm_after",
                                   .norm_first = true};

class Vit final : public Family {
 public:
  Vit(const Config& c, const Weights& w)
      : layers_(c.layers("num_hidden_layers")),
        heads_(c.size("num_attention_heads")),
        hidden_(c.size("hidden_size")),
        labels_(c.label_count()),
        settings_{.heads = heads_,
                  .hidden = hidden_,
                  .middle = c.size_or_zero("intermediate_size"),
                  .eps = c.number("layer_norm_eps", 1e-12, Range::epsilon()),
                  .act = c.word("hidden_act", "gelu"),
                  .query_biases = c.flag("qkv_bias", true)},
        patches_(patches_of(c)),
        base_(w.has("vit.embeddings.cls_token") ? "vit." : "") {
    expect_heads(c, heads_, hidden_);
  }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& picture = inputs.at("pixel_values");
    const std::string e = base_ + "embeddings.";
    Value x = patch_embeddings(net, net.input("pixel_values", picture), patches_, hidden_,
                               e + "patch_embeddings.projection", true, entry().name);
    x = net.add(with_class_token(net, x, e + "cls_token"),
                net.weight(e + "position_embeddings", {1, patches_.count() + 1, hidden_}));
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      x = encoder_layer(net, x, {}, format("{}encoder.layer.{}.", base_, i), layer_names, settings_);
      net.output(format("hidden_{}", i + 1), x);
    }
    x = net.layer_norm(x, base_ + "layernorm", settings_.eps);
    net.output("last_hidden_state", x);
    const Value first = first_token(net, x);
    net.output("cls", first);
    if (net.has(base_ + "pooler.dense.weight"))
      net.output("pooled", net.op("tanh", {net.linear(first, base_ + "pooler.dense", hidden_)}));
    if (task() == TaskKind::image_classification) net.output("logits", net.linear(first, "classifier", labels_));
  }

  std::vector<Use> uses(DType) const override {
    return {{.inputs = {{"pixel_values", patches_.picture(1)}}, .mains = {"pixel_values"}}};
  }
  Shape picture() const override { return {patches_.channels, patches_.height, patches_.width}; }

 private:
  int64_t layers_, heads_, hidden_, labels_;
  LayerSettings settings_;
  Patches patches_;
  std::string base_;
};

}  // namespace

const FamilyEntry& family_vit() {
  using enum TaskKind;
  static const FamilyEntry entry{
      .name = "vit",
      .types = {"vit"},
      .takes = {.image = true},
      .architectures = {{"ViTModel", feature_extraction},
                        {"ViTForImageClassification", image_classification, "classifier.weight"}},
      .inputs = {"pixel_values"},
      .outputs = {"last_hidden_state", "cls", "pooled", "logits"},
      .make = make_family<Vit>};
  return entry;
}

}  // namespace bitloom
