#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(ReduceMin, NaNWinsAndInfinitiesCount) {
  const std::vector<float> x = {1, nan_value, 3, -infinity, infinity, infinity, infinity, infinity, 3, 2, 5, 3e38f};
  on_every_backend("reduce_min", {Tensor::from<float>({3, 4}, x)}, {{"axes", {1}}},
                   [](const Tensor& y) { expect_floats(y, {nan_value, infinity, 2}); });
}

TEST(ReduceMin, ALongRowInTwoStages) {
  std::vector<float> x(200003, 2);
  x[150001] = -1;
  on_every_backend("reduce_min", {Tensor::from<float>({200003}, x)}, {},
                   [](const Tensor& y) { expect_floats(y, {-1}); });
  x[77777] = nan_value;
  on_every_backend("reduce_min", {Tensor::from<float>({200003}, x)}, {},
                   [](const Tensor& y) { expect_floats(y, {nan_value}); });
}

TEST(ReduceMin, OfNothingIsAnError) {
  EXPECT_EQ(error_of("reduce_min", {{DType::f32, {0}}}),
            "[reduce_min] x is f32[0]: there is no smallest of nothing, axes [] have no elements");
}

}  // namespace
}  // namespace bitloom
