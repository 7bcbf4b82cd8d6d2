// ModernBERT: an encoder with norms before its layers, rotary positions, gates in the middle, and no biases unless the
// config says so. Most layers see a window around each token, with rotations of their own; each third sees everything.
#include "models/encoder.h"
#include "models/rope.h"

namespace bitloom {
namespace {

class ModernBert final : public TextEncoder {
 public:
  ModernBert(const Config& c, const Weights& w)
      : TextEncoder(c), window_(c.integer("local_attention", 128, Range::window()) / 2) {
    settings_.eps = c.number("norm_eps", 1e-5, Range::epsilon()), settings_.act = c.word("hidden_activation", "gelu");
    settings_.norm_biases = c.flag("norm_bias", false);
    base_ = w.has("model.embeddings.tok_embeddings.weight") ? "model." : "", layer_ = "layers.";
    tokens_ = base_ + "embeddings.tok_embeddings.weight";
    const std::string pooling = c.word("classifier_pooling", "cls");
    if (pooling != "cls" && pooling != "mean")
      c.refuse(format("classifier_pooling '{}' is not supported; supported are cls, mean", pooling));
    sequence_ = {.dense = "head.dense",
                 .act = c.word("classifier_activation", "gelu"),
                 .norm = "head.norm",
                 .out = "classifier",
                 .mean_of_tokens = pooling == "mean",
                 .dense_bias = c.flag("classifier_bias", false)};
    token_ = sequence_, fill_ = sequence_, fill_.out = "decoder";
    fill_.out_bias = c.flag("decoder_bias", true);
    attention_bias_ = c.flag("attention_bias", false), mlp_bias_ = c.flag("mlp_bias", false);
    // Newer configs list the layers, older ones say how many there are from one that sees everything to the next.
    const std::vector<std::string> kinds = c.words("layer_types");
    const int64_t every = c.size("global_attn_every_n_layers", 3);
    if (!kinds.empty() && static_cast<int64_t>(kinds.size()) != layers_)
      c.refuse(format("'layer_types' has {} layers; num_hidden_layers is {}", kinds.size(), layers_));
    for (int64_t i = 0; i < layers_; ++i) {
      const std::string kind = i < static_cast<int64_t>(kinds.size()) ? kinds[static_cast<size_t>(i)]
                               : i % every == 0                       ? "full_attention"
                                                                      : "sliding_attention";
      if (kind != "full_attention" && kind != "sliding_attention")
        c.refuse(format("layer_types has '{}', which is not supported; supported are full_attention, sliding_attention",
                        kind));
      local_.push_back(kind == "sliding_attention");
    }
    const auto rope = [&](const char* kind, const char* older, double theta) {
      const Config newer = c.part("rope_parameters").part(kind);
      return Rope(newer.has("rope_type") ? newer : c.part("rope_scaling"),
                  newer.number("rope_theta", c.number(older, theta, Range::rope_base()), Range::rope_base()),
                  hidden_ / heads_, positions_);
    };
    global_rope_ = rope("full_attention", "global_rope_theta", 160000.0);
    local_rope_ = rope("sliding_attention", "local_rope_theta", 10000.0);
  }

 private:
  Value embed(Net& net, const Inputs&, Value ids, Value) const override {
    return norm(net, net.embedding(ids, tokens_, {vocabulary_, hidden_}), base_ + "embeddings.norm");
  }

  // Of layers that see everything, and of those that see the window.
  std::vector<Value> masks(Net& net, int64_t length, Value mask) const override {
    const Value global = mask.id >= 0 ? additive_mask(net, mask) : Value{};
    if (length <= window_ + 1) return {global, global};
    if (!net.has_room({DType::f32, {length, length}})) return {global, global};
    const Tensor far(DType::f32, {1, 1, length, length});
    for (int64_t q = 0; q < length; ++q)
      for (int64_t k = 0; k < length; ++k)
        far.data<float>()[static_cast<size_t>(q * length + k)] = std::abs(q - k) <= window_ ? 0.0f : -6e4f;
    const Value window = net.graph.constant(Tensor::from_floats(net.dtype(), far.shape(), far.data<float>()));
    return {global, mask.id >= 0 ? net.add(window, global) : window};
  }

  Value layer(Net& net, Value x, const std::vector<Value>& masks, int64_t i) const override {
    const std::string p = format("{}layers.{}.", base_, i);
    const bool local = local_[static_cast<size_t>(i)];
    // The first layer's input has just been normalized.
    const Value n = i == 0 ? x : norm(net, x, p + "attn_norm");
    const Rope& rope = local ? local_rope_ : global_rope_;
    const Value all = net.linear(n, p + "attn.Wqkv", 3 * hidden_, attention_bias_);
    if (!net.status().ok()) return {};
    const Value qkv = Rope::turned(net, all, rope.tables(net, net.shape(x)[1]), 2 * hidden_);
    std::vector<Value> in;
    for (int64_t j = 0; j < 3; ++j)
      in.push_back(net.split_heads(net.slice(qkv, -1, j * hidden_, (j + 1) * hidden_), heads_));
    if (const Value mask = masks[local ? 1 : 0]; mask.id >= 0) in.push_back(mask);
    x = net.add(net.linear(net.join_heads(net.op("attention", in)), p + "attn.Wo", hidden_, attention_bias_), x);
    const Value both = net.linear(norm(net, x, p + "mlp_norm"), p + "mlp.Wi", 2 * settings_.middle, mlp_bias_);
    if (!net.status().ok()) return {};
    const int64_t width = net.shape(both)[2] / 2;
    const Value middle = net.multiply(net.activation(net.slice(both, -1, 0, width), settings_.act),
                                      net.slice(both, -1, width, 2 * width));
    return net.add(net.linear(middle, p + "mlp.Wo", hidden_, mlp_bias_), x);
  }

  Value finish(Net& net, Value x) const override { return norm(net, x, base_ + "final_norm"); }

  int64_t window_;  // tokens to each side
  bool attention_bias_, mlp_bias_;
  std::vector<bool> local_;
  Rope global_rope_, local_rope_;
};

}  // namespace

const FamilyEntry& family_modernbert() {
  using enum TaskKind;
  static const FamilyEntry entry{
      .name = "modernbert",
      .types = {"modernbert"},
      .takes = {.text = true},
      .architectures = {{"ModernBertModel", feature_extraction},
                        {"ModernBertForMaskedLM", fill_mask, "decoder.bias"},
                        {"ModernBertForSequenceClassification", text_classification, "classifier.weight"},
                        {"ModernBertForTokenClassification", token_classification, "classifier.weight"}},
      .inputs = {"input_ids", "attention_mask"},
      .outputs = pooled_names({"logits"}),
      .make = make_family<ModernBert>};
  return entry;
}

}  // namespace bitloom
