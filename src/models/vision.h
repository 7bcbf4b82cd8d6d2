// What models of pictures share: patches, and the token in front of them.
#pragma once

#include "models/family.h"

namespace bitloom {

struct Patches {
  int64_t channels = 3, height = 0, width = 0, size = 0;
  int64_t count() const { return height / size * (width / size); }
  Desc picture(int64_t batch) const { return {DType::f32, {batch, channels, height, width}}; }
};
Patches patches_of(const Config& config);

// [B, C, H, W] to [B, patches, hidden], by NAME.weight [hidden, C, p, p] and NAME.bias.
Value patch_embeddings(Net& net, Value picture, const Patches& patches, int64_t hidden, const std::string& name,
                       bool has_bias, std::string_view who);
// A learned vector in front of each sequence.
Value with_class_token(Net& net, Value x, const std::string& name);

}  // namespace bitloom
