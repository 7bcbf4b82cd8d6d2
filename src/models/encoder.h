// What encoders share: a layer, and, of those over text, everything but the names of their weights and how tokens are
// embedded.
#pragma once

#include "models/family.h"

namespace bitloom {

// A layer's weights, by their names below its prefix.
struct EncoderLayer {
  std::string_view query, key, value, output, attention_norm, up, down, mlp_norm;
  bool norm_first = false;  // the norms come before attention and middle, not after what they are added to
  bool key_bias = true;
};
struct LayerSettings {
  int64_t heads = 1, hidden = 0;
  int64_t middle = 0;  // outputs of `up`; 0: as many as the file has
  double eps = 1e-12;
  std::string act = "gelu";
  bool norm_biases = true;
  bool query_biases = true;  // of query, key and value
};
// x [B, L, width] to the same; the mask is what is added to scores, and may be undefined.
Value encoder_layer(Net& net, Value x, Value mask, const std::string& prefix, const EncoderLayer& names,
                    const LayerSettings& settings, const Attrs& attention = {});

// What comes after the layers: x·W', an activation and a norm (each may be missing), and the last product.
struct EncoderHead {
  std::string dense = {}, act = {}, norm = {}, out = {};
  std::string bias = {};                    // of the last product, where it is not out.bias
  bool mean_of_tokens = false;              // of a text, not its first token
  bool dense_bias = true, out_bias = true;  // whether there are any
};

// BERT's layer, which others have too.
inline constexpr EncoderLayer bert_layer{.query = "attention.self.query",
                                         .key = "attention.self.key",
                                         .value = "attention.self.value",
                                         .output = "attention.output.dense",
                                         .attention_norm = "attention.output.LayerNorm",
                                         .up = "intermediate.dense",
                                         .down = "output.dense",
                                         .mlp_norm = "output.LayerNorm"};

struct EncoderKeys {  // of config.json
  std::string_view layers = "num_hidden_layers", heads = "num_attention_heads", hidden = "hidden_size",
                   middle = "intermediate_size";
};

class TextEncoder : public Family {
 public:
  int64_t vocabulary() const final { return vocabulary_; }
  int64_t positions() const final { return positions_; }
  NamedTensors text_inputs(const Encoding& text) const final;
  void build(Net& net, const Inputs& inputs) const final;
  std::vector<Use> uses(DType dtype) const final;

 protected:
  explicit TextEncoder(const Config& config, const EncoderKeys& keys = {});

  // Tokens, positions and, where there are any, types, as BERT has them.
  virtual Value embed(Net& net, const Inputs& inputs, Value ids, Value mask) const;
  // What is added to scores; a layer may choose between several.
  virtual std::vector<Value> masks(Net& net, int64_t length, Value mask) const;
  virtual Value layer(Net& net, Value x, const std::vector<Value>& masks, int64_t i) const;
  virtual Value finish(Net&, Value x) const { return x; }

  Value norm(Net& net, Value x, const std::string& name) const {
    return net.layer_norm(x, name, settings_.eps, settings_.norm_biases);
  }
  // Tokens are counted from a position on, without those that are padding, which have the one before.
  void count_from(const Config& config, int64_t first);

  int64_t layers_, heads_, hidden_, vocabulary_, positions_, table_;  // table_: rows of that of positions
  LayerSettings settings_;
  EncoderLayer names_{};
  std::string base_, layer_;  // of all weights but the heads'; of a layer: "encoder.layer."
  std::string tokens_;        // the table of tokens
  EncoderHead sequence_, token_, fill_;
  int64_t types_ = 0;   // kinds of token_type_ids; 0: it takes none
  int64_t labels_ = 0;  // of a classifier; 0: the config does not say
  bool tied_;           // the last product of a fill-mask head is the table of tokens, where it has none of its own

 private:
  Value positions_of(Net& net, const std::string& table, int64_t length, Value mask) const;
  Value through(Net& net, Value x, const EncoderHead& head) const;
  int64_t counted_from_ = 0;  // 0: padding counts too
};

}  // namespace bitloom
