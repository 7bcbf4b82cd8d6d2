#include "models/family.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace bitloom {

#define FAMILY(name) const FamilyEntry& family_##name();
#include "models/families.def"
#undef FAMILY

const std::vector<FamilyEntry>& families() {
  static const auto* all = new std::vector<FamilyEntry>{
#define FAMILY(name) family_##name(),
#include "models/families.def"
#undef FAMILY
  };
  return *all;
}

int32_t distance_bucket(int64_t ahead, bool both_ways, int64_t buckets, int64_t farthest) {
  const int64_t count = both_ways ? buckets / 2 : buckets, exact = count / 2;
  const int64_t side = both_ways && ahead > 0 ? count : 0;
  const int64_t away = both_ways ? std::abs(ahead) : std::max<int64_t>(-ahead, 0);
  if (away < exact) return static_cast<int32_t>(side + away);
  // In f32, as the reference does it: some distances are just at an edge.
  const float far = std::log(static_cast<float>(away) / static_cast<float>(exact)) /
                    static_cast<float>(std::log(static_cast<double>(farthest) / static_cast<double>(exact))) *
                    static_cast<float>(count - exact);
  return static_cast<int32_t>(side + std::min(exact + static_cast<int64_t>(far), count - 1));
}

Value additive_mask(Net& net, Value mask) {
  const Shape s = net.shape(mask);
  const Value seen = net.op("cast", {mask}, {{"to", std::string(name(net.dtype()))}});
  // f16 ends at 65504.
  const Value far = net.number(net.dtype() == DType::f16 ? 6e4 : 1e9);
  return net.reshape(net.multiply(net.op("subtract", {seen, net.number(1)}), far), {s[0], 1, 1, s[1]});
}

Value mean_of_words(Net& net, Value x, Value mask) {
  if (!net.status().ok()) return {};
  if (mask.id < 0) return net.op("reduce_mean", {x}, {{"axes", {1}}});
  const Shape s = net.shape(x);
  const Value ones = net.op("cast", {mask}, {{"to", std::string(name(net.dtype()))}});
  const Value weighed = net.multiply(x, net.reshape(ones, {s[0], s[1], 1}));
  return net.op("divide", {net.op("reduce_sum", {weighed}, {{"axes", {1}}}),
                           net.op("reduce_sum", {ones}, {{"axes", {1}}, {"keep", 1}})});
}

void expect_width(Net& net, Value x, int64_t width, std::string_view who) {
  if (net.status().ok() && net.shape(x)[2] != width)
    net.refuse(error(Code::invalid_argument, "[{}] the embeddings are {} wide, the config says {}", who,
                     net.shape(x)[2], width));
}

Value first_word(Net& net, Value x) {
  if (!net.status().ok()) return {};
  const Shape s = net.shape(x);
  return net.reshape(net.slice(x, 1, 0, 1), {s[0], s[2]});
}

}  // namespace bitloom
