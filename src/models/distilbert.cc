// DistilBERT: BERT's layers under other names, without types of tokens and without a pooler.
#include "models/encoder.h"

namespace bitloom {
namespace {

class DistilBert final : public TextEncoder {
 public:
  DistilBert(const Config& c, const Weights& w)
      : TextEncoder(c, {.layers = "n_layers", .heads = "n_heads", .hidden = "dim", .middle = "hidden_dim"}) {
    settings_.act = c.word("activation", "gelu");
    base_ = w.has("distilbert.embeddings.word_embeddings.weight") ? "distilbert." : "";
    tokens_ = base_ + "embeddings.word_embeddings.weight", layer_ = "transformer.layer.";
    names_ = {.query = "attention.q_lin",
              .key = "attention.k_lin",
              .value = "attention.v_lin",
              .output = "attention.out_lin",
              .attention_norm = "sa_layer_norm",
              .up = "ffn.lin1",
              .down = "ffn.lin2",
              .mlp_norm = "output_layer_norm"};
    sequence_ = {.dense = "pre_classifier", .act = "relu", .out = "classifier"};
    token_ = {.out = "classifier"};
    fill_ = {.dense = "vocab_transform", .act = settings_.act, .norm = "vocab_layer_norm", .out = "vocab_projector"};
  }
};

}  // namespace

const FamilyEntry& family_distilbert() {
  using enum TaskKind;
  static const FamilyEntry entry{
      .name = "distilbert",
      .types = {"distilbert"},
      .takes = {.text = true},
      .architectures = {{"DistilBertModel", feature_extraction},
                        {"DistilBertForMaskedLM", fill_mask, "vocab_transform.weight"},
                        {"DistilBertForSequenceClassification", text_classification, "pre_classifier.weight"},
                        {"DistilBertForTokenClassification", token_classification, "classifier.weight"}},
      .inputs = {"input_ids", "attention_mask"},
      .outputs = pooled_names({"logits"}),
      .make = make_family<DistilBert>};
  return entry;
}

}  // namespace bitloom
