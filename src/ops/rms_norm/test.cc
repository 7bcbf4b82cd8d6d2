#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(RmsNorm, KnownValuesZerosAndNaN) {
  const Tensor x = Tensor::from<float>({3, 2}, {3, 4, 0, 0, nan_value, 1}), gamma = Tensor::from<float>({2}, {1, 2});
  const float rms = std::sqrt(12.5f);
  on_every_backend("rms_norm", {x, gamma}, {},
                   [&](const Tensor& y) { expect_floats(y, {3 / rms, 8 / rms, 0, 0, nan_value, nan_value}); });
}

TEST(RmsNorm, ErrorsShowTheShapes) {
  EXPECT_EQ(error_of("rms_norm", {{DType::f32, {2, 4}}, {DType::f32, {2}}}),
            "[rms_norm] gamma is f32[2] and x is f32[2, 4]: gamma must have the shape [4]");
  EXPECT_EQ(error_of("rms_norm", {{DType::f32, {}}, {DType::f32, {1}}}),
            "[rms_norm] x is f32[]: it needs an axis to normalize over");
}

}  // namespace
}  // namespace bitloom
