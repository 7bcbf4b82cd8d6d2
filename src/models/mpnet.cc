// MPNet: BERT's layers, with what distances between words add to scores, and without types of words. Its sentence
// embeddings (all-mpnet-base-v2 and the like) are the mean over words.
#include "models/family.h"

namespace bitloom {
namespace {

class Mpnet final : public Family {
 public:
  Mpnet(const Config& c, const Weights& w)
      : layers_(c.layers("num_hidden_layers")),
        heads_(c.size("num_attention_heads")),
        hidden_(c.size("hidden_size")),
        positions_(c.size("max_position_embeddings") - first),
        eps_(c.number("layer_norm_eps", 1e-12)),
        act_(c.word("hidden_act", "gelu")),
        base_(w.has("mpnet.embeddings.word_embeddings.weight") ? "mpnet." : "") {
    if (hidden_ % heads_ != 0) c.refuse(format("{} heads do not share a hidden size of {}", heads_, hidden_));
    if (const int64_t n = c.size("relative_attention_num_buckets", buckets); n != buckets)
      c.refuse(format("relative_attention_num_buckets {} is not there, only {}", n, buckets));
  }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& text = inputs.at("input_ids");
    const int64_t length = text.shape[1];
    if (length > positions_)
      return net.refuse(
          error(Code::invalid_argument, "[mpnet] {} tokens: this model has {} positions", length, positions_));
    const std::string e = base_ + "embeddings.";
    Value x = net.embedding(net.input("input_ids", text), e + "word_embeddings.weight");
    x = net.add(x, net.rows(e + "position_embeddings.weight", first, length));
    x = net.layer_norm(x, e + "LayerNorm", eps_);
    Value mask = distances(net, length), seen{};
    if (inputs.contains("attention_mask")) {
      seen = net.input("attention_mask", inputs.at("attention_mask"));
      mask = net.add(mask, additive_mask(net, seen));
    }
    expect_width(net, x, hidden_, "mpnet");
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
  static constexpr int64_t first = 2;  // the first position: after that of padding
  static constexpr int64_t buckets = 32;

  // [1, heads, L, L] of what is added to scores.
  Value distances(Net& net, int64_t length) const {
    std::vector<int32_t> ids;
    for (int64_t q = 0; q < length; ++q)
      for (int64_t k = 0; k < length; ++k) ids.push_back(distance_bucket(k - q, true, buckets, 128));
    const Value rows = net.embedding(net.graph.constant(Tensor::from<int32_t>({length, length}, ids)),
                                     base_ + "encoder.relative_attention_bias.weight");
    return net.reshape(net.transpose(rows, {2, 0, 1}), {1, heads_, length, length});
  }

  Value layer(Net& net, Value x, Value mask, const std::string& p) const {
    const std::string s = p + "attention.attn.";
    std::vector<Value> in;
    for (Value v : net.linears(x, {s + "q", s + "k", s + "v"})) in.push_back(net.split_heads(v, heads_));
    in.push_back(mask);
    const Value a = net.linear(net.join_heads(net.op("attention", in)), s + "o");
    x = net.layer_norm(net.add(a, x), p + "attention.LayerNorm", eps_);
    const Value h = net.activation(net.linear(x, p + "intermediate.dense"), act_);
    return net.layer_norm(net.add(net.linear(h, p + "output.dense"), x), p + "output.LayerNorm", eps_);
  }

  void heads(Net& net, Value x, Value seen) const {
    net.output("mean", mean_of_words(net, x, seen));
    const Value start = first_word(net, x);
    if (net.has(base_ + "pooler.dense.weight"))
      net.output("pooled", net.op("tanh", {net.linear(start, base_ + "pooler.dense")}));
    if (net.has("classifier.out_proj.weight"))
      net.output("logits", net.linear(net.op("tanh", {net.linear(start, "classifier.dense")}), "classifier.out_proj"));
    if (net.has("classifier.weight")) net.output("logits", net.linear(x, "classifier"));
    if (net.has("lm_head.dense.weight")) {
      const Value h = net.layer_norm(net.op("gelu", {net.linear(x, "lm_head.dense")}), "lm_head.layer_norm", eps_);
      const std::string own = "lm_head.decoder.weight";
      const Value y = net.product(h, net.has(own) ? own : base_ + "embeddings.word_embeddings.weight");
      net.output("logits", net.add(y, net.weight("lm_head.bias")));
    }
  }

  int64_t layers_, heads_, hidden_, positions_;
  double eps_;
  std::string act_, base_;
};

}  // namespace

const FamilyEntry& family_mpnet() {
  static const FamilyEntry entry{"mpnet", {"mpnet"}, open_family<Mpnet>};
  return entry;
}

}  // namespace bitloom
