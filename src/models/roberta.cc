// RoBERTa and XLM-RoBERTa: BERT's layers, with positions that are counted from that of padding on, and heads of their
// own.
#include "models/encoder.h"

namespace bitloom {
namespace {

class Roberta final : public TextEncoder {
 public:
  Roberta(const Config& c, const Weights& w) : TextEncoder(c) {
    if (const std::string kind = c.word("position_embedding_type", "absolute"); kind != "absolute")
      c.refuse(format("position_embedding_type '{}' is not supported; supported is 'absolute'", kind));
    count_from(c, c.integer("pad_token_id", 1, Range::token()) + 1);
    settings_.eps = c.number("layer_norm_eps", 1e-12, Range::epsilon()), settings_.act = c.word("hidden_act", "gelu");
    base_ = w.has("roberta.embeddings.word_embeddings.weight") ? "roberta." : "";
    tokens_ = base_ + "embeddings.word_embeddings.weight", layer_ = "encoder.layer.";
    types_ = c.size("type_vocab_size", 2);
    names_ = bert_layer;
    sequence_ = {.dense = "classifier.dense", .act = "tanh", .out = "classifier.out_proj"};
    token_ = {.out = "classifier"};
    fill_ = {.dense = "lm_head.dense",
             .act = "gelu",
             .norm = "lm_head.layer_norm",
             .out = "lm_head.decoder",
             .bias = "lm_head.bias"};
  }
};

}  // namespace

const FamilyEntry& family_roberta() {
  using enum TaskKind;
  static const FamilyEntry entry{
      .name = "roberta",
      .types = {"roberta", "xlm-roberta"},
      .takes = {.text = true},
      .architectures = {{"RobertaModel", feature_extraction},
                        {"RobertaForMaskedLM", fill_mask, "lm_head.dense.weight"},
                        {"RobertaForSequenceClassification", text_classification, "classifier.out_proj.weight"},
                        {"RobertaForTokenClassification", token_classification, "classifier.weight"},
                        {"XLMRobertaModel", feature_extraction},
                        {"XLMRobertaForMaskedLM", fill_mask, "lm_head.dense.weight"},
                        {"XLMRobertaForSequenceClassification", text_classification, "classifier.out_proj.weight"},
                        {"XLMRobertaForTokenClassification", token_classification, "classifier.weight"}},
      .inputs = {"input_ids", "token_type_ids", "attention_mask"},
      .outputs = pooled_names({"pooled", "logits"}),
      .make = make_family<Roberta>};
  return entry;
}

}  // namespace bitloom
