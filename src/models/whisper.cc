// Whisper: an encoder over the log-mel picture of a sound, and a decoder of text.
//
// The encoder takes input_features [1, mels, 2 * positions] and gives last_hidden_state, cross_key_I and cross_value_I,
// which the decoder takes with its cache, as T5's does.
#include "models/decoder.h"
#include "models/encoder.h"

namespace bitloom {
namespace {

constexpr EncoderLayer layer_names{.query = "self_attn.q_proj",
                                   .key = "self_attn.k_proj",
                                   .value = "self_attn.v_proj",
                                   .output = "self_attn.out_proj",
                                   .attention_norm = "self_attn_layer_norm",
                                   .up = "fc1",
                                   .down = "fc2",
                                   .mlp_norm = "final_layer_norm",
                                   .norm_first = true,
                                   .key_bias = false};

class Whisper final : public Decoder {
 public:
  explicit Whisper(const Config& c)
      : Decoder(c),
        layers_(c.layers("encoder_layers")),
        decoder_layers_(c.layers("decoder_layers")),
        heads_(c.size("encoder_attention_heads")),
        decoder_heads_(c.size("decoder_attention_heads")),
        hidden_(c.size("d_model")),
        mels_(c.size("num_mel_bins", 80)),
        frames_(c.size("max_source_positions", 1500)),
        positions_(c.size("max_target_positions", 448)),
        vocabulary_(c.size("vocab_size")),
        middle_(c.size_or_zero("decoder_ffn_dim")),
        act_(c.word("activation_function", "gelu")),
        settings_{
            .heads = heads_, .hidden = hidden_, .middle = c.size_or_zero("encoder_ffn_dim"), .eps = 1e-5, .act = act_} {
    expect_heads(c, heads_, hidden_), expect_heads(c, decoder_heads_, hidden_);
  }

  bool has_encoder() const override { return true; }

  CacheShape cache() const override {
    return {decoder_layers_, decoder_heads_, hidden_ / decoder_heads_, positions_, vocabulary_};
  }

  void build(Net& net, const Inputs& inputs) const override {
    if (inputs.contains("input_ids")) return decode(net, inputs);
    const Desc& sound = inputs.at("input_features");
    if (sound.shape.rank() != 3 || sound.shape != Shape{sound.shape[0], mels_, 2 * frames_})
      return net.refuse(error(Code::invalid_argument, "[whisper] input_features is {}; this model takes {}",
                              sound.shape, Shape{1, mels_, 2 * frames_}));
    const std::string base = "model.encoder.";
    Value x = net.typed(net.input("input_features", sound));
    for (const char* conv : {"conv1", "conv2"}) {
      const bool first = std::string_view(conv) == "conv1";
      const int64_t stride = first ? 1 : 2;
      x = net.op("conv1d",
                 {x, net.weight(base + conv + ".weight", {hidden_, first ? mels_ : hidden_, 3}),
                  net.weight(base + conv + ".bias", {hidden_})},
                 {{"stride", {stride}}, {"padding", {1}}});
      x = net.op("gelu", {x});
    }
    x = net.add(net.transpose(x, {0, 2, 1}), net.rows(base + "embed_positions.weight", {frames_, hidden_}, 0, frames_));
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      x = encoder_layer(net, x, {}, format("{}layers.{}.", base, i), layer_names, settings_);
      if (i + 1 < layers_) net.output(format("hidden_{}", i + 1), x);
    }
    x = net.layer_norm(x, base + "layer_norm", 1e-5);
    net.output(format("hidden_{}", layers_), x);
    net.output("last_hidden_state", x);
    for (int64_t i = 0; i < decoder_layers_; ++i) {
      if (!net.wants(format("cross_key_{}", i))) continue;
      const std::string s = format("model.decoder.layers.{}.encoder_attn.", i);
      net.output(format("cross_key_{}", i),
                 net.split_heads(net.linear(x, s + "k_proj", hidden_, false), decoder_heads_));
      net.output(format("cross_value_{}", i), net.split_heads(net.linear(x, s + "v_proj", hidden_), decoder_heads_));
    }
  }

  std::vector<Use> uses(DType dtype) const override {
    Use decoder = step_use(std::min<int64_t>(positions_, 64), dtype);
    Inputs& one = decoder.inputs;
    for (int64_t i = 0; i < decoder_layers_; ++i)
      for (const char* what : {"cross_key_", "cross_value_"})
        one.emplace(format("{}{}", what, i), Desc{dtype, {1, decoder_heads_, 4, hidden_ / decoder_heads_}});
    const Desc sound{DType::f32, {1, mels_, 2 * frames_}};
    return {{.inputs = {{"input_features", sound}}, .mains = {"input_features"}}, decoder};
  }

 private:
  Value middle(Net& net, Value x, const std::string& p) const {
    const Value h = net.linear(net.layer_norm(x, p + "final_layer_norm", 1e-5), p + "fc1", middle_);
    return net.add(net.linear(net.activation(h, act_), p + "fc2", hidden_), x);
  }

  void decode(Net& net, const Inputs& inputs) const {
    const Desc& ids = inputs.at("input_ids");
    const int64_t n = ids.shape[1];
    const std::string base = "model.decoder.";
    if (!fits(net, n, positions_, entry().name)) return;
    const Past before = past(net, inputs);
    Value x = net.embedding(net.input("input_ids", ids), base + "embed_tokens.weight", {vocabulary_, hidden_});
    const std::string places = base + "embed_positions.weight";
    const Net::Table size{positions_, hidden_};
    x = net.add(x, before.used ? net.embedding(net.input("positions", inputs.at("positions")), places, size)
                               : net.rows(places, size, 0, n));
    net.output("hidden_0", x);
    for (int64_t i = 0; i < decoder_layers_; ++i) {
      const std::string p = format("{}layers.{}.", base, i), s = p + "self_attn.", e = p + "encoder_attn.";
      const Value a = net.layer_norm(x, p + "self_attn_layer_norm", 1e-5);
      std::vector<Value> qkv;
      for (const char* name : {"q_proj", "k_proj", "v_proj"})
        qkv.push_back(net.split_heads(net.linear(a, s + name, hidden_, *name != 'k'), decoder_heads_));
      const Value own = attend(net, before, inputs, i, qkv[0], qkv[1], qkv[2]);
      x = net.add(net.linear(net.join_heads(own), s + "out_proj", hidden_), x);
      const Value b = net.layer_norm(x, p + "encoder_attn_layer_norm", 1e-5);
      const Value other = look(net, before, inputs, i, net.linear(b, e + "q_proj", hidden_), decoder_heads_);
      x = net.add(net.linear(other, e + "out_proj", hidden_), x);
      x = middle(net, x, p);
      if (i + 1 < decoder_layers_) net.output(format("hidden_{}", i + 1), x);
    }
    x = net.layer_norm(x, base + "layer_norm", 1e-5);
    net.output(format("hidden_{}", decoder_layers_), x);
    net.output("last_hidden_state", x);
    finish(net, inputs, x, [&](Value v) {
      return net.product(v, net.has("proj_out.weight") ? "proj_out.weight" : base + "embed_tokens.weight", vocabulary_);
    });
  }

  int64_t layers_, decoder_layers_, heads_, decoder_heads_, hidden_, mels_, frames_, positions_, vocabulary_, middle_;
  std::string act_;
  LayerSettings settings_;
};

}  // namespace

const FamilyEntry& family_whisper() {
  static const FamilyEntry entry{
      .name = "whisper",
      .types = {"whisper"},
      .takes = {.audio = true},
      .architectures = {{"WhisperForConditionalGeneration", TaskKind::automatic_speech_recognition}},
      .inputs = {"input_features"},
      .outputs = {"last_hidden_state", "cross_key_0", "cross_value_0"},
      .make = make_family<Whisper>};
  return entry;
}

}  // namespace bitloom
