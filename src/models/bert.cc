// BERT: an encoder over text, with the heads its checkpoints have: pooled, masked words, classes of texts or words.
// MiniLM and the like are BERT; their sentence embeddings are the mean over words.
#include "models/family.h"

namespace bitloom {
namespace {

class Bert final : public Family {
 public:
  Bert(const Config& c, const Weights& w)
      : layers_(c.layers("num_hidden_layers")),
        heads_(c.size("num_attention_heads")),
        hidden_(c.size("hidden_size")),
        positions_(c.size("max_position_embeddings")),
        eps_(c.number("layer_norm_eps", 1e-12)),
        act_(c.word("hidden_act", "gelu")),
        of_words_(c.architecture() == "BertForTokenClassification"),
        base_(w.has("bert.embeddings.word_embeddings.weight") ? "bert." : "") {
    if (hidden_ % heads_ != 0) c.refuse(format("{} heads do not share a hidden size of {}", heads_, hidden_));
    if (const std::string kind = c.word("position_embedding_type", "absolute"); kind != "absolute")
      c.refuse(format("position_embedding_type '{}' is not there, only 'absolute'", kind));
  }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& text = inputs.at("input_ids");
    const int64_t length = text.shape[1];
    if (length > positions_)
      return net.refuse(
          error(Code::invalid_argument, "[bert] {} tokens: this model has {} positions", length, positions_));
    const std::string e = base_ + "embeddings.";
    Value x = net.embedding(net.input("input_ids", text), e + "word_embeddings.weight");
    x = net.add(x, net.rows(e + "position_embeddings.weight", 0, length));
    const bool typed = inputs.contains("token_type_ids");
    x = net.add(x, typed ? net.embedding(net.input("token_type_ids", inputs.at("token_type_ids")),
                                         e + "token_type_embeddings.weight")
                         : net.rows(e + "token_type_embeddings.weight", 0, 1));
    x = net.layer_norm(x, e + "LayerNorm", eps_);
    Value mask{}, seen{};
    if (inputs.contains("attention_mask")) {
      seen = net.input("attention_mask", inputs.at("attention_mask"));
      mask = additive_mask(net, seen);
    }
    expect_width(net, x, hidden_, "bert");
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      x = layer(net, x, mask, format("{}encoder.layer.{}.", base_, i));
      net.output(format("hidden_{}", i + 1), x);
    }
    net.output("last_hidden_state", x);
    heads(net, x, seen);
  }

  std::vector<Inputs> uses(DType) const override { return {{{"input_ids", {DType::i32, {1, 8}}}}}; }

 private:
  Value layer(Net& net, Value x, Value mask, const std::string& p) const {
    const std::string s = p + "attention.self.";
    const std::vector<Value> qkv = net.linears(x, {s + "query", s + "key", s + "value"});
    std::vector<Value> in;
    for (Value v : qkv) in.push_back(net.split_heads(v, heads_));
    if (mask.id >= 0) in.push_back(mask);
    const Value a = net.linear(net.join_heads(net.op("attention", in)), p + "attention.output.dense");
    x = net.layer_norm(net.add(a, x), p + "attention.output.LayerNorm", eps_);
    const Value h = net.activation(net.linear(x, p + "intermediate.dense"), act_);
    return net.layer_norm(net.add(net.linear(h, p + "output.dense"), x), p + "output.LayerNorm", eps_);
  }

  void heads(Net& net, Value x, Value seen) const {
    net.output("mean", mean_of_words(net, x, seen));
    if (net.has(base_ + "pooler.dense.weight")) {
      const Value pooled = net.op("tanh", {net.linear(first_word(net, x), base_ + "pooler.dense")});
      net.output("pooled", pooled);
      if (net.has("classifier.weight") && !of_words_) net.output("logits", net.linear(pooled, "classifier"));
    }
    if (net.has("classifier.weight") && of_words_) net.output("logits", net.linear(x, "classifier"));
    if (net.has("cls.predictions.transform.dense.weight")) {
      const std::string t = "cls.predictions.transform.";
      const Value h = net.layer_norm(net.activation(net.linear(x, t + "dense"), act_), t + "LayerNorm", eps_);
      const std::string decoder = "cls.predictions.decoder.weight";
      const Value y = net.product(h, net.has(decoder) ? decoder : base_ + "embeddings.word_embeddings.weight");
      net.output("logits", net.add(y, net.weight("cls.predictions.bias")));
    }
  }

  int64_t layers_, heads_, hidden_, positions_;
  double eps_;
  std::string act_;
  bool of_words_;
  std::string base_;
};

}  // namespace

const FamilyEntry& family_bert() {
  static const FamilyEntry entry{"bert", {"bert"}, open_family<Bert>};
  return entry;
}

}  // namespace bitloom
