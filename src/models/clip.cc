// CLIP: a text and a picture in one space; which of them is given is computed, and with both how alike they are.
#include <algorithm>
#include <cmath>

#include "models/encoder.h"
#include "models/vision.h"

namespace bitloom {
namespace {

constexpr EncoderLayer layer_names{.query = "self_attn.q_proj",
                                   .key = "self_attn.k_proj",
                                   .value = "self_attn.v_proj",
                                   .output = "self_attn.out_proj",
                                   .attention_norm = "layer_norm1",
                                   .up = "mlp.fc1",
                                   .down = "mlp.fc2",
                                   .mlp_norm = "layer_norm2",
                                   .norm_first = true};

struct Tower : LayerSettings {
  int64_t layers;
  // Heads and width are the defaults.
  Tower(const Config& c, int64_t usual_heads, int64_t width)
      : LayerSettings{.heads = c.size("num_attention_heads", usual_heads),
                      .hidden = c.size("hidden_size", width),
                      .middle = c.size_or_zero("intermediate_size"),
                      .eps = c.number("layer_norm_eps", 1e-5, Range::epsilon()),
                      .act = c.word("hidden_act", "quick_gelu")},
        layers(c.layers("num_hidden_layers", 12)) {
    expect_heads(c, heads, hidden);
  }

  Value run(Net& net, Value x, const std::string& base, const char* output, bool causal) const {
    net.output(format("{}_0", output), x);
    for (int64_t i = 0; i < layers; ++i) {
      x = encoder_layer(net, x, {}, format("{}encoder.layers.{}.", base, i), layer_names, *this, {{"causal", causal}});
      net.output(format("{}_{}", output, i + 1), x);
    }
    return x;
  }
};

class Clip final : public Family {
 public:
  explicit Clip(const Config& c)
      : text_(c.part("text_config"), 8, 512),
        vision_(c.part("vision_config"), 12, 768),
        width_(c.size("projection_dim", 512)),
        positions_(c.part("text_config").size("max_position_embeddings", 77)),
        vocabulary_(c.part("text_config").size("vocab_size", 49408)),
        end_(c.part("text_config").integer("eos_token_id", 2, Range::token())),
        patches_(patches_of(c.part("vision_config"))) {}

  void build(Net& net, const Inputs& inputs) const override {
    Value words{}, picture{};
    if (inputs.contains("input_ids")) words = text(net, inputs);
    if (inputs.contains("pixel_values")) picture = look(net, inputs.at("pixel_values"));
    if (words.id < 0 || picture.id < 0) return;
    const Value alike = net.op("matmul", {picture, words}, {{"transpose_b", 1}});
    net.output("logits", net.multiply(alike, net.op("exp", {net.reshaped("logit_scale", {})})));
  }

  std::vector<Use> uses(DType) const override {
    return {{.inputs = {{"input_ids", {DType::i32, {1, std::min<int64_t>(8, positions_)}}},
                        {"pooled_at", {DType::i32, {1}}},
                        {"pixel_values", patches_.picture(1)}},
             .mains = {"input_ids", "pixel_values"}}};
  }

  int64_t vocabulary() const override { return vocabulary_; }
  int64_t positions() const override { return positions_; }
  Shape picture() const override { return {patches_.channels, patches_.height, patches_.width}; }
  NamedTensors text_inputs(const Encoding& text) const override {
    // The end of the text stands for it: the first such token, or, in old models, the largest.
    auto at = std::ranges::find(text.ids, static_cast<int32_t>(end_));
    if (end_ == 2 || at == text.ids.end()) at = std::ranges::max_element(text.ids);
    NamedTensors in = Family::text_inputs(text);
    in.emplace("pooled_at", Tensor::from<int32_t>({1}, {static_cast<int32_t>(at - text.ids.begin())}));
    return in;
  }
  std::string text_embedding() const override { return "text_embeds"; }
  std::string image_embedding() const override { return "image_embeds"; }
  Result<double> similarity_scale(Weights& weights) const override {
    const Tensor stored = TRY(weights.small("logit_scale"));
    const double scale = stored.elements() == 1 ? std::exp(stored.to_doubles()[0]) : 0;
    if (!(scale > 0 && scale < 1e30))
      return error(Code::invalid_argument, "[clip] tensor 'logit_scale' must hold one number, and it must be finite");
    return scale;
  }

 private:
  static Value unit(Net& net, Value x) {
    const Value squares = net.op("reduce_sum", {net.multiply(x, x)}, {{"axes", {-1}}, {"keep", 1}});
    return net.op("divide", {x, net.op("sqrt", {squares})});
  }

  Value text(Net& net, const Inputs& inputs) const {
    const Desc& ids = inputs.at("input_ids");
    const int64_t batch = ids.shape[0], length = ids.shape[1];
    if (!fits(net, length, positions_, entry().name)) return {};
    const std::string base = "text_model.";
    Value x = net.embedding(net.input("input_ids", ids), base + "embeddings.token_embedding.weight",
                            {vocabulary_, text_.hidden});
    x = net.add(x, net.rows(base + "embeddings.position_embedding.weight", {positions_, text_.hidden}, 0, length));
    x = net.layer_norm(text_.run(net, x, base, "text_hidden", true), base + "final_layer_norm", text_.eps);
    net.output("text_last_hidden_state", x);
    // Which token stands for the text, counted over all texts.
    const Value at = net.input("pooled_at", {DType::i32, {batch}});
    net.limit(at, batch * length);
    const Value pooled = net.op("gather", {net.reshape(x, {batch * length, text_.hidden}), at});
    net.output("text_pooled", pooled);
    const Value y = unit(net, net.product(pooled, "text_projection.weight", width_));
    net.output("text_embeds", y);
    return y;
  }

  Value look(Net& net, const Desc& picture) const {
    const std::string base = "vision_model.", e = base + "embeddings.";
    Value x = patch_embeddings(net, net.input("pixel_values", picture), patches_, vision_.hidden, e + "patch_embedding",
                               false, entry().name);
    x = with_class_token(net, x, e + "class_embedding");
    x = net.add(
        x, net.rows(e + "position_embedding.weight", {patches_.count() + 1, vision_.hidden}, 0, patches_.count() + 1));
    x = net.layer_norm(x, base + "pre_layrnorm", vision_.eps);
    x = vision_.run(net, x, base, "image_hidden", false);
    net.output("image_last_hidden_state", x);
    const Value pooled = net.layer_norm(first_token(net, x), base + "post_layernorm", vision_.eps);
    net.output("image_pooled", pooled);
    const Value y = unit(net, net.product(pooled, "visual_projection.weight", width_));
    net.output("image_embeds", y);
    return y;
  }

  Tower text_, vision_;
  int64_t width_, positions_, vocabulary_, end_;
  Patches patches_;
};

}  // namespace

const FamilyEntry& family_clip() {
  static const FamilyEntry entry{
      .name = "clip",
      .types = {"clip"},
      .takes = {.text = true, .image = true},
      .architectures = {{"CLIPModel", TaskKind::zero_shot_image_classification}},
      .inputs = {"input_ids", "pooled_at", "pixel_values"},
      .outputs = {"text_last_hidden_state", "text_pooled", "text_embeds", "image_last_hidden_state", "image_pooled",
                  "image_embeds", "logits", "text_hidden_0", "image_hidden_0"},
      .make = make_family<Clip>};
  return entry;
}

}  // namespace bitloom
