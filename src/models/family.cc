#include "models/family.h"

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

Value additive_mask(Net& net, Value mask) {
  const Shape s = net.shape(mask);
  const Value seen = net.op("cast", {mask}, {{"to", std::string(name(net.dtype()))}});
  // f16 ends at 65504.
  const Value far = net.number(net.dtype() == DType::f16 ? 6e4 : 1e9);
  return net.reshape(net.multiply(net.op("subtract", {seen, net.number(1)}), far), {s[0], 1, 1, s[1]});
}

}  // namespace bitloom
