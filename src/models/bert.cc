// BERT: an encoder over text, with the heads its checkpoints have. MiniLM and the like are BERT.
#include "models/encoder.h"

namespace bitloom {
namespace {

class Bert final : public TextEncoder {
 public:
  Bert(const Config& c, const Weights& w) : TextEncoder(c) {
    if (const std::string kind = c.word("position_embedding_type", "absolute"); kind != "absolute")
      c.refuse(format("position_embedding_type '{}' is not supported; supported is 'absolute'", kind));
    settings_.eps = c.number("layer_norm_eps", 1e-12, Range::epsilon()), settings_.act = c.word("hidden_act", "gelu");
    base_ = w.has("bert.embeddings.word_embeddings.weight") ? "bert." : "";
    tokens_ = base_ + "embeddings.word_embeddings.weight", layer_ = "encoder.layer.";
    types_ = c.size("type_vocab_size", 2);
    names_ = bert_layer;
    sequence_ = {.dense = base_ + "pooler.dense", .act = "tanh", .out = "classifier"};
    token_ = {.out = "classifier"};
    fill_ = {.dense = "cls.predictions.transform.dense",
             .act = settings_.act,
             .norm = "cls.predictions.transform.LayerNorm",
             .out = "cls.predictions.decoder",
             .bias = "cls.predictions.bias"};
  }
};

}  // namespace

const FamilyEntry& family_bert() {
  static const FamilyEntry entry{
      .name = "bert",
      .types = {"bert"},
      .takes = {.text = true},
      .architectures = {{"BertModel", TaskKind::feature_extraction},
                        {"BertForMaskedLM", TaskKind::fill_mask, "cls.predictions.bias"},
                        {"BertForPreTraining", TaskKind::fill_mask, "cls.predictions.bias"},
                        {"BertForSequenceClassification", TaskKind::text_classification, "classifier.weight"},
                        {"BertForTokenClassification", TaskKind::token_classification, "classifier.weight"}},
      .inputs = {"input_ids", "token_type_ids", "attention_mask"},
      .outputs = pooled_names({"pooled", "logits"}),
      .make = make_family<Bert>};
  return entry;
}

}  // namespace bitloom
