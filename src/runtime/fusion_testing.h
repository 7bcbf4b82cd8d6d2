// Tensors for tests of lists of ops.
#pragma once

#include "bitloom/fusion.h"
#include "ops/check.h"

namespace bitloom {

inline std::vector<Desc> f32(std::initializer_list<Shape> shapes) {
  std::vector<Desc> out;
  for (const Shape& s : shapes) out.push_back({DType::f32, s});
  return out;
}

inline Tensor random_tensor(Random& random, const Shape& shape, DType dtype = DType::f32) {
  return make_input({dtype, shape}, {.kind = Fill::uniform, .low = 0.1, .high = 1.5}, random);
}

}  // namespace bitloom
