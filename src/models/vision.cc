#include "models/vision.h"

namespace bitloom {

Patches patches_of(const Config& c) {
  const std::vector<int64_t> sides = c.integers("image_size"), size = c.integers("patch_size");
  Patches p{.channels = c.size("num_channels", 3, 1000)};
  if (sides.empty() || sides.size() > 2 || size.empty() || size.size() > 2 || size[0] != size.back()) {
    c.refuse("'image_size' and 'patch_size' must be there, and patches must be square");
    return p;
  }
  p.height = sides[0], p.width = sides.back(), p.size = size[0];
  constexpr int64_t most = 1 << 14;
  if (p.size < 1 || p.height < 1 || p.width < 1 || p.height > most || p.width > most || p.height % p.size != 0 ||
      p.width % p.size != 0)
    c.refuse(format("image_size is {} x {}, which cannot be divided into patches of patch_size {}", p.height, p.width,
                    p.size));
  return p;
}

Value patch_embeddings(Net& net, Value picture, const Patches& p, int64_t hidden, const std::string& name,
                       bool has_bias, std::string_view who) {
  const Shape s = net.shape(picture);
  if (s != p.picture(s[0]).shape)
    net.refuse(
        error(Code::invalid_argument, "[{}] a picture is {}: this model takes {}", who, s, p.picture(s[0]).shape));
  std::vector<Value> in{net.typed(picture), net.weight(name + ".weight", {hidden, p.channels, p.size, p.size})};
  if (has_bias) in.push_back(net.weight(name + ".bias", {hidden}));
  const Value y = net.op("conv2d", in, {{"stride", {p.size, p.size}}});
  if (!net.status().ok()) return {};
  return net.transpose(net.reshape(y, {s[0], hidden, p.count()}), {0, 2, 1});
}

Value with_class_token(Net& net, Value x, const std::string& name) {
  if (!net.status().ok()) return {};
  const Shape s = net.shape(x);
  Value token = net.reshaped(name, {1, 1, s[2]});
  std::vector<Value> tokens(static_cast<size_t>(s[0]), token);
  if (s[0] > 1) token = net.op("concat", tokens, {{"axis", 0}});
  return net.op("concat", {token, x}, {{"axis", 1}});
}

}  // namespace bitloom
