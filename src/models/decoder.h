// What decoders share: the cache of keys and values, and what it takes to write a token after the others.
//
// A decoder's graph takes input_ids [1, n] and, to go on from tokens that came before, `place` i32 [1] (how many those
// are), `positions` i32 [n], `mask` [n, room] (what each token may see, added to scores) and key_I, value_I [1, heads,
// room, d] for each layer, which are written in place. Without a cache the tokens are all there is.
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
  virtual CacheShape cache() const = 0;
  // Adds caches of `room` tokens to the inputs of a step of n tokens.
  Inputs step(int64_t n, int64_t room, DType dtype) const;
  // What each of n tokens from `place` on may see of `room`.
  virtual Tensor mask(int64_t place, int64_t n, int64_t room) const;
  // Whether there is an encoder, whose result the decoder looks at; and what else a step takes, by name.
  virtual bool has_encoder() const { return false; }
  virtual void add_inputs(std::map<std::string, Tensor, std::less<>>&, int64_t, int64_t, int64_t) const {}

 protected:
  // Keys and values of a layer, with the new ones, and attention of q over them: [1, heads, n, d] each.
  struct Past {
    Value place{}, mask{};
    bool used = false;
  };
  static Past past(Net& net, const Inputs& inputs);
  static Value attend(Net& net, const Past& past, const Inputs& inputs, int64_t layer, Value q, Value k, Value v,
                      const Attrs& attrs = {});
  // From the last layer's result to what is asked for: logits of all tokens, or of the last, or its best successor.
  template <class Head>
  static void finish(Net& net, Value x, const Head& head) {
    if (net.wants("logits")) net.output("logits", head(x));
    if (!net.wants("last_logits") && !net.wants("next")) return;
    if (!net.status().ok()) return;
    const Shape s = net.shape(x);
    const Value y = head(net.slice(x, 1, s[1] - 1, s[1]));
    net.output("last_logits", y);
    net.output("next", net.op("argmax", {y}));
  }
};

}  // namespace bitloom
