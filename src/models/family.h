// A family of models: how its config is read and its graph is built. One file a family, and one line in families.def.
#pragma once

#include "models/config.h"
#include "models/net.h"

namespace bitloom {

// What a model is given, by name, with shapes; which inputs are there decides what is computed.
using Inputs = std::map<std::string, Desc, std::less<>>;

class Family {
 public:
  virtual ~Family() = default;
  // Adds inputs, layers and outputs to the net.
  virtual void build(Net& net, const Inputs& inputs) const = 0;
  // Inputs of the smallest uses, with activations of a type, to see at once whether all weights are there.
  virtual std::vector<Inputs> uses(DType dtype) const = 0;
  // Whether a matrix is stored [inputs, outputs].
  virtual bool is_turned(std::string_view) const { return false; }
};

struct FamilyEntry {
  std::string_view name;
  std::vector<std::string_view> types;  // of config.json's model_type
  Result<std::unique_ptr<Family>> (*open)(const Config& config, const Weights& weights);
};
const std::vector<FamilyEntry>& families();

// How a family is opened: its constructor reads the config, and looks at the weights if it needs to.
template <class F>
Result<std::unique_ptr<Family>> open_family(const Config& config, const Weights& weights) {
  std::unique_ptr<Family> made;
  if constexpr (std::is_constructible_v<F, const Config&, const Weights&>) made = std::make_unique<F>(config, weights);
  else made = std::make_unique<F>(config);
  (void)TRY(config.status());
  return made;
}

// Keys that may be seen and those that may not, as what is added to scores: 0 or very little, [B, 1, 1, L], from 1 and
// 0.
Value additive_mask(Net& net, Value mask);
// Of x [B, L, width]: the mean over the words that are there (all, without such a mask), and the first word.
Value mean_of_words(Net& net, Value x, Value mask);
Value first_word(Net& net, Value x);
// Refuses x [B, L, width] of another width than the config says.
void expect_width(Net& net, Value x, int64_t width, std::string_view who);

// Distances from a query to a key in buckets: near ones each have their own, far ones share, the further the more. With
// both ways half of the buckets look back and half ahead; else those ahead are all as near as can be.
int32_t distance_bucket(int64_t ahead, bool both_ways, int64_t buckets, int64_t farthest);

}  // namespace bitloom
