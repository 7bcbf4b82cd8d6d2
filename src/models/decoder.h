// What decoders share: the cache of keys and values, and what it takes to write a token after the others.
//
// A decoder's graph takes input_ids [B, n] and, to go on from tokens that came before, `place` i32 [1] (how many those
// are), `positions` i32 [n], `mask` [n, room] (what each token may see, added to scores) and key_I, value_I [B, heads,
// room, d] for each layer, which are written in place. Without a cache the tokens are all there is.
//
// With `beams` i32 [B] text i goes on from text beams[i] of the cache, which may hold another number of them; what
// becomes of the cache then comes out as next_key_I and next_value_I.
//
// Of the last token of each text come out, as f32 and with `bias` f32 [vocabulary] added where that is given (-inf for
// what may not be said):
//   next          the likeliest token after it, i32
//   last_logits   the logits of all tokens
//   log_probs     their log probabilities; the bias is added to those
//   top_K         the K largest logits, then whose they are
//   best_K        the same of log probabilities; with `heat` f32 [1], of logits (with the bias) times heat
//   best_K_S      of the tokens below S only, followed by the log probabilities of all from S on
#pragma once

#include "models/family.h"

namespace bitloom {

struct CacheShape {
  int64_t layers = 0, heads = 0, size = 0;  // keys and values of a layer: [1, heads, room, size]
  int64_t positions = 0;                    // the most there can be
  int64_t vocabulary = 0;
};

class Decoder : public Family {
 public:
  const Decoder* decoder() const override { return this; }
  explicit Decoder(const Config& c)
      : stop_tokens_(c.integers("eos_token_id", {-1, Range::token().most})),
        start_token_(c.integer("decoder_start_token_id", c.integer("pad_token_id", 0), {-1, Range::token().most})) {}
  int64_t vocabulary() const override { return cache().vocabulary; }
  int64_t positions() const override { return cache().positions; }
  // A text that is to go on does not end with a stop token.
  NamedTensors text_inputs(const Encoding& text) const override;
  std::string text_embedding() const override { return has_encoder() ? "" : "last_token"; }
  const std::vector<int64_t>& stop_tokens() const { return stop_tokens_; }
  int64_t start_token() const { return start_token_; }  // of a decoder that has an encoder

  virtual CacheShape cache() const = 0;
  // The inputs of a step of n tokens, with caches of `room` tokens; and that as a use, where there is something to
  // write.
  Inputs step(int64_t n, int64_t room, DType dtype) const;
  Use step_use(int64_t room, DType dtype) const;
  // The use of decoders without an encoder that has no cache.
  static Use whole_text();
  // What each of n tokens from `place` on may see of `room`.
  virtual Tensor mask(int64_t place, int64_t n, int64_t room) const;
  // Whether there is an encoder, whose result the decoder looks at; and what else a step takes, by name.
  virtual bool has_encoder() const { return false; }
  virtual void add_inputs(std::map<std::string, Tensor, std::less<>>&, int64_t, int64_t, int64_t) const {}

 protected:
  struct Past {
    Value place{}, beams{};
    Value mask{};     // what is added to scores
    Value padding{};  // without a cache: 1 for a token, 0 for padding, where that is given
    bool used = false;
    Value seen{};  // what of the encoder's result may be looked at, added to scores
  };
  Past past(Net& net, const Inputs& inputs) const;
  // Keys and values of a layer, with the new ones, and attention of q over them: [B, heads, n, d] each.
  static Value attend(Net& net, const Past& past, const Inputs& inputs, int64_t layer, Value q, Value k, Value v,
                      const Attrs& attrs = {});
  // Attention of q [B, n, heads * d] over what the encoder gave for a layer: for each text its own, or one for all.
  static Value look(Net& net, const Past& past, const Inputs& inputs, int64_t layer, Value q, int64_t heads,
                    const Attrs& attrs = {});
  // From the last layer's result to what is asked for: logits of all tokens, or what comes out of the last ones.
  template <class Head>
  static void finish(Net& net, const Inputs& inputs, Value x, const Head& head) {
    if (net.wants("logits")) net.output("logits", head(x));
    if (!net.status().ok() || !chooses(net)) return;
    const Shape s = net.shape(x);
    choose(net, inputs, head(net.slice(x, 1, s[1] - 1, s[1])));
  }

 private:
  std::vector<int64_t> stop_tokens_;
  int64_t start_token_;
  static bool chooses(const Net& net);
  static void choose(Net& net, const Inputs& inputs, Value logits);
};

}  // namespace bitloom
