// MPNet: BERT's layers, with what distances between tokens add to scores, and without types of tokens.
#include "models/encoder.h"

namespace bitloom {
namespace {

class Mpnet final : public TextEncoder {
 public:
  Mpnet(const Config& c, const Weights& w) : TextEncoder(c) {
    if (const int64_t n = c.size("relative_attention_num_buckets", buckets); n != buckets)
      c.refuse(format("relative_attention_num_buckets {} is not supported; supported is {}", n, buckets));
    count_from(c, 2);
    settings_.eps = c.number("layer_norm_eps", 1e-12, Range::epsilon()), settings_.act = c.word("hidden_act", "gelu");
    base_ = w.has("mpnet.embeddings.word_embeddings.weight") ? "mpnet." : "";
    tokens_ = base_ + "embeddings.word_embeddings.weight", layer_ = "encoder.layer.";
    names_ = {.query = "attention.attn.q",
              .key = "attention.attn.k",
              .value = "attention.attn.v",
              .output = "attention.attn.o",
              .attention_norm = "attention.LayerNorm",
              .up = "intermediate.dense",
              .down = "output.dense",
              .mlp_norm = "output.LayerNorm"};
    sequence_ = {.dense = "classifier.dense", .act = "tanh", .out = "classifier.out_proj"};
    token_ = {.out = "classifier"};
    fill_ = {.dense = "lm_head.dense",
             .act = "gelu",
             .norm = "lm_head.layer_norm",
             .out = "lm_head.decoder",
             .bias = "lm_head.bias"};
  }

 private:
  static constexpr int64_t buckets = 32;

  std::vector<Value> masks(Net& net, int64_t length, Value mask) const override {
    // [1, heads, L, L], by distance.
    if (!net.has_room({DType::f32, {length, length, heads_}})) return {Value{}};
    std::vector<int32_t> ids;
    ids.reserve(static_cast<size_t>(length * length));
    for (int64_t q = 0; q < length; ++q)
      for (int64_t k = 0; k < length; ++k) ids.push_back(distance_bucket(k - q, true, buckets, 128));
    const Value rows = net.embedding(net.graph.constant(Tensor::from<int32_t>({length, length}, ids)),
                                     base_ + "encoder.relative_attention_bias.weight", {buckets, heads_});
    const Value far = net.reshape(net.transpose(rows, {2, 0, 1}), {1, heads_, length, length});
    return {mask.id >= 0 ? net.add(far, additive_mask(net, mask)) : far};
  }
};

}  // namespace

const FamilyEntry& family_mpnet() {
  static const FamilyEntry entry{
      .name = "mpnet",
      .types = {"mpnet"},
      .takes = {.text = true},
      .architectures = {{"MPNetModel", TaskKind::feature_extraction},
                        {"MPNetForMaskedLM", TaskKind::fill_mask, "lm_head.dense.weight"},
                        {"MPNetForSequenceClassification", TaskKind::text_classification, "classifier.out_proj.weight"},
                        {"MPNetForTokenClassification", TaskKind::token_classification, "classifier.weight"}},
      .inputs = {"input_ids", "attention_mask"},
      .outputs = pooled_names({"pooled", "logits"}),
      .make = make_family<Mpnet>};
  return entry;
}

}  // namespace bitloom
