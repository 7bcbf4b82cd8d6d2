// Llama and its kin (Mistral, Qwen2, Phi-3): a decoder with rotary positions, heads that share keys and values, and a
// gate in its middle layer.
#include <bit>
#include <cmath>
#include <numbers>

#include "models/decoder.h"

namespace bitloom {
namespace {

// The turns per position of each pair of elements, with what the config does to them.
std::vector<double> frequencies(const Config& c, int64_t head) {
  const Config newer = c.part("rope_parameters"), older = c.part("rope_scaling");
  const Config& s = newer.has("rope_type") ? newer : older;
  const double base = newer.number("rope_theta", c.number("rope_theta", 10000.0));
  std::vector<double> out;
  for (int64_t j = 0; j < head / 2; ++j)
    out.push_back(1 / std::pow(base, 2 * static_cast<double>(j) / static_cast<double>(head)));
  const std::string kind = s.word("rope_type", s.word("type", "default"));
  if (kind == "default") return out;
  const double factor = s.number("factor", 1.0);
  if (kind == "linear") {
    for (double& f : out) f /= factor;
    return out;
  }
  if (kind == "llama3") {
    // Long waves are stretched, short ones are not, and between the two it is mixed.
    const double low = s.number("low_freq_factor", 1.0), high = s.number("high_freq_factor", 4.0);
    const double before = s.number("original_max_position_embeddings", 8192.0);
    for (double& f : out) {
      const double wave = 2 * std::numbers::pi / f;
      if (wave < before / high) continue;
      const double mix = wave > before / low ? 0 : (before / wave - low) / (high - low);
      f = (1 - mix) * f / factor + mix * f;
    }
    return out;
  }
  c.refuse(format("rope type '{}' is none of those that are there: default, linear, llama3", kind));
  return out;
}

class Llama final : public Decoder {
 public:
  Llama(const Config& c, const Weights& w)
      : layers_(c.layers("num_hidden_layers")),
        heads_(c.size("num_attention_heads")),
        shared_(c.size("num_key_value_heads", heads_)),
        hidden_(c.size("hidden_size")),
        head_(c.size("head_dim", hidden_ / std::max<int64_t>(heads_, 1))),
        positions_(c.size("max_position_embeddings", 2048)),
        vocabulary_(c.size("vocab_size")),
        window_(c.flag("use_sliding_window", true) ? c.integer("sliding_window", 0) : 0),
        eps_(c.number("rms_norm_eps", 1e-6)),
        act_(c.word("hidden_act", "silu")),
        frequencies_(frequencies(c, head_)),
        base_(w.has("model.embed_tokens.weight") ? "model." : "") {
    if (heads_ < 1 || shared_ < 1 || heads_ % shared_ != 0 || head_ % 2 != 0)
      c.refuse(format("{} heads of {} cannot share {} keys and values", heads_, head_, shared_));
    // Before anything is as large as the config says.
    const std::string first = base_ + "layers.0.self_attn.";
    const bool joined = w.has(first + "qkv_proj.weight");
    const std::string name = first + (joined ? "qkv_proj.weight" : "q_proj.weight");
    const int64_t rows = w.rows_of(name), wanted = (heads_ + (joined ? 2 * shared_ : 0)) * head_;
    if (w.has(name) && rows != wanted)
      c.refuse(format("{} heads of {} need {} rows of '{}', which has {}", heads_, head_, wanted, name, rows));
    if (c.number("partial_rotary_factor", 1.0) != 1.0) c.refuse("'partial_rotary_factor' other than 1 is not there");
  }

  CacheShape cache() const override { return {layers_, shared_, head_, positions_, vocabulary_}; }

  Tensor mask(int64_t place, int64_t n, int64_t room) const override {
    Tensor out = Decoder::mask(place, n, room);
    if (window_ > 0)
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j <= place + i - window_ && j < room; ++j)
          out.data<float>()[static_cast<size_t>(i * room + j)] = -6e4f;
    return out;
  }

  void build(Net& net, const Inputs& inputs) const override {
    const Desc& ids = inputs.at("input_ids");
    const int64_t n = ids.shape[1];
    const bool cached = inputs.contains("place");
    const int64_t room = cached ? inputs.at("mask").shape[1] : n;
    if (room > positions_)
      return net.refuse(
          error(Code::invalid_argument, "[llama] {} tokens: this model has {} positions", room, positions_));
    if (!cached && window_ > 0 && n > window_)
      return net.refuse(error(Code::unsupported, "[llama] {} tokens at once are over its window of {}", n, window_));
    Value x = net.embedding(net.input("input_ids", ids), base_ + "embed_tokens.weight");
    const Past before = past(net, inputs);
    Value positions{};
    if (cached) positions = net.input("positions", inputs.at("positions"));
    else {
      std::vector<int32_t> all;
      for (int64_t i = 0; i < n; ++i) all.push_back(static_cast<int32_t>(i));
      positions = net.graph.constant(Tensor::from<int32_t>({n}, all));
    }
    const Rope rope = tables(net, positions, room);
    expect_width(net, x, hidden_, "llama");
    net.output("hidden_0", x);
    for (int64_t i = 0; i < layers_; ++i) {
      x = layer(net, x, inputs, before, rope, i);
      if (i + 1 < layers_) net.output(format("hidden_{}", i + 1), x);
    }
    x = net.rms_norm(x, base_ + "norm", eps_);
    net.output(format("hidden_{}", layers_), x);
    net.output("last_hidden_state", x);
    finish(net, inputs, x, [&](Value v) {
      return net.product(v, net.has("lm_head.weight") ? "lm_head.weight" : base_ + "embed_tokens.weight");
    });
  }

  std::vector<Inputs> uses(DType dtype) const override {
    return {{{"input_ids", {DType::i32, {1, 2}}}}, step(1, std::min<int64_t>(positions_, 64), dtype)};
  }

 private:
  struct Rope {
    Value positions, cosines, sines;
  };
  // As many positions as are needed, in steps, so that few tables are made.
  Rope tables(Net& net, Value positions, int64_t needed) const {
    const auto stepped = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(std::max<int64_t>(needed, 256))));
    const int64_t count = std::min(stepped, positions_);
    const auto table = [&](bool cosine) {
      Tensor t(DType::f32, {count, head_ / 2});
      for (int64_t p = 0; p < count; ++p)
        for (size_t j = 0; j < frequencies_.size(); ++j) {
          const double angle = static_cast<double>(p) * frequencies_[j];
          t.data<float>()[static_cast<size_t>(p) * frequencies_.size() + j] =
              static_cast<float>(cosine ? std::cos(angle) : std::sin(angle));
        }
      return t;
    };
    return {positions,
            net.graph.constant(net.weights().kept(format("rope cosines {}", count), [&] { return table(true); })),
            net.graph.constant(net.weights().kept(format("rope sines {}", count), [&] { return table(false); }))};
  }
  static Value turned(Net& net, Value x, const Rope& rope, int64_t until = 0) {
    return net.op("rope", {x, rope.positions, rope.cosines, rope.sines}, {{"until", until}});
  }

  Value layer(Net& net, Value x, const Inputs& inputs, const Past& before, const Rope& rope, int64_t i) const {
    const std::string p = format("{}layers.{}.", base_, i), s = p + "self_attn.";
    const Value n = net.rms_norm(x, p + "input_layernorm", eps_);
    const int64_t q_end = heads_ * head_, k_end = q_end + shared_ * head_, v_end = k_end + shared_ * head_;
    std::optional<Value> all;
    if (net.has(s + "qkv_proj.weight")) all = net.linear(n, s + "qkv_proj");
    else all = net.side_by_side(n, {s + "q_proj", s + "k_proj", s + "v_proj"});
    Value q{}, k{}, v{};
    if (all) {
      const Value y = turned(net, *all, rope, k_end);
      q = net.slice(y, -1, 0, q_end), k = net.slice(y, -1, q_end, k_end), v = net.slice(y, -1, k_end, v_end);
    } else {
      q = turned(net, net.linear(n, s + "q_proj"), rope), k = turned(net, net.linear(n, s + "k_proj"), rope);
      v = net.linear(n, s + "v_proj");
    }
    const Value a = attend(net, before, inputs, i, net.split_heads(q, heads_), net.split_heads(k, shared_),
                           net.split_heads(v, shared_));
    x = net.add(net.linear(net.join_heads(a), s + "o_proj"), x);
    const Value h = net.rms_norm(x, p + "post_attention_layernorm", eps_);
    Value middle{};
    if (net.has(p + "mlp.gate_up_proj.weight")) {
      const Value both = net.linear(h, p + "mlp.gate_up_proj");
      const int64_t width = net.weights().rows_of(p + "mlp.gate_up_proj.weight") / 2;
      middle = net.multiply(net.activation(net.slice(both, -1, 0, width), act_), net.slice(both, -1, width, 2 * width));
    } else middle = net.gated(h, p + "mlp.gate_proj", p + "mlp.up_proj", act_);
    return net.add(net.linear(middle, p + "mlp.down_proj"), x);
  }

  int64_t layers_, heads_, shared_, hidden_, head_, positions_, vocabulary_, window_;
  double eps_;
  std::string act_;
  std::vector<double> frequencies_;
  std::string base_;
};

}  // namespace

const FamilyEntry& family_llama() {
  static const FamilyEntry entry{"llama", {"llama", "mistral", "qwen2", "phi3"}, open_family<Llama>};
  return entry;
}

}  // namespace bitloom
