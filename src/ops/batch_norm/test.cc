#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(BatchNorm, KnownValuesAndNaN) {
  const Tensor x = Tensor::from<float>({1, 2, 3}, {1, 2, nan_value, 10, 12, infinity});
  const auto v = [](float a, float b) { return Tensor::from<float>({2}, {a, b}); };
  on_every_backend("batch_norm", {x, v(1, 10), v(4, 1), v(2, 3), v(0, 5)}, {{"eps", 0.0}},
                   [](const Tensor& y) { expect_floats(y, {0, 1, nan_value, 5, 11, infinity}); });
}

TEST(BatchNorm, ErrorsShowTheShapes) {
  const Desc x{DType::f16, {2, 6, 5}}, six{DType::f32, {6}}, half{DType::f16, {6}};
  EXPECT_EQ(error_of("batch_norm", {x, six, six, six, {DType::f32, {5}}}),
            "[batch_norm] beta is f32[5] and x is f16[2, 6, 5]: beta must have the shape [6]");
  EXPECT_EQ(error_of("batch_norm", {x, six, half, six, six}),
            "[batch_norm] mean is f32[6] and var is f16[6]: they must have one type");
  EXPECT_EQ(error_of("batch_norm", {x, six, six, six}), "[batch_norm] takes 5 inputs, got 4");
}

}  // namespace
}  // namespace bitloom
