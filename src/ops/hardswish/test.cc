#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(Hardswish, HasThreePieces) {
  const std::vector<float> x{-infinity, -1e30f, -3, -2.25f, -1.5f, 0, 1, 2.25f, 3, 1e30f, infinity, nan_value};
  on_every_backend("hardswish", {Tensor::from<float>({12}, std::span<const float>(x))}, {}, [](const Tensor& y) {
    expect_floats(y, {0, 0, 0, -0.28125f, -0.375f, 0, 2.0f / 3, 1.96875f, 3, 1e30f, infinity, nan_value});
  });
}

TEST(Hardswish, IsXTimesASixthOfRelu6) {
  Random random(fresh_seed());
  const Tensor x = make_input({DType::f32, {13, 17}}, {.kind = Fill::uniform, .low = -5, .high = 5}, random);
  std::vector<float> want;
  for (const float v : x.to_floats()) want.push_back(v * std::min(std::max(v + 3, 0.0f), 6.0f) / 6);
  on_every_backend("hardswish", {x}, {}, [&](const Tensor& y) { expect_floats(y, want); });
}

TEST(Hardswish, IsAnActivationOfModels) {
  for (const char* name : {"hardswish", "hard_swish"}) EXPECT_EQ(find_activation(name).op, find_op("hardswish"));
}

}  // namespace
}  // namespace bitloom
