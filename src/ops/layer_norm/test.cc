#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(LayerNorm, AConstantRowGivesBetaExactly) {
  // 0.1 is not a binary number: a variance from E[x^2] - E[x]^2 would be a little off zero, perhaps negative.
  std::vector<float> x(2 * 96, 0.1f), gamma(96, 3), beta(96, 7);
  const auto in = {Tensor::from<float>({2, 96}, x), Tensor::from<float>({96}, gamma), Tensor::from<float>({96}, beta)};
  on_every_backend("layer_norm", in, {}, [](const Tensor& y) {
    for (float v : y.to_floats()) EXPECT_NEAR(v, 7, 1e-4f);
  });
}

TEST(LayerNorm, NaNAndInfinityStayInTheirRow) {
  const Tensor x = Tensor::from<float>({3, 4}, {1, nan_value, 2, 3, -1, 1, -1, 1, infinity, 1, 2, 3});
  on_every_backend("layer_norm", {x}, {{"eps", 0.0}}, [](const Tensor& y) {
    expect_floats(
        y, {nan_value, nan_value, nan_value, nan_value, -1, 1, -1, 1, nan_value, nan_value, nan_value, nan_value});
  });
}

TEST(LayerNorm, ErrorsShowTheShapes) {
  const Desc x{DType::f32, {2, 3, 4}};
  EXPECT_EQ(error_of("layer_norm", {x, {DType::f32, {3}}}),
            "[layer_norm] gamma is f32[3] and x is f32[2, 3, 4]: gamma must have the shape [4]");
  EXPECT_EQ(error_of("layer_norm", {x, {DType::f32, {3, 4}}, {DType::f32, {4}}}, {{"axes", 2}}),
            "[layer_norm] beta is f32[4] and x is f32[2, 3, 4]: beta must have the shape [3, 4]");
  EXPECT_EQ(error_of("layer_norm", {x, {DType::f16, {4}}}),
            "[layer_norm] gamma is f16[4] and x is f32[2, 3, 4]: gamma must be f32 or of x's type");
  EXPECT_EQ(error_of("layer_norm", {x}, {{"axes", 4}}),
            "[layer_norm] axes=4 of x f32[2, 3, 4]: it takes 1 to 3 trailing axes");
  EXPECT_EQ(error_of("layer_norm", {{DType::i8, {4}}}), "[layer_norm] x is i8[4]; it takes f32, f16 and bf16");
}

}  // namespace
}  // namespace bitloom
