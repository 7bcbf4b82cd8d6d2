#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(ReduceMax, NaNWinsAndInfinitiesCount) {
  const std::vector<float> x = {1,         -nan_value, 3,         infinity,   // NaN, even a negative one
                                -infinity, -infinity,  -infinity, -infinity,  //
                                -3,        -2,         -5,        -3e38f,     //
                                -infinity, 3e38f,      1,         0};
  on_every_backend("reduce_max", {Tensor::from<float>({4, 4}, x)}, {{"axes", {1}}},
                   [](const Tensor& y) { expect_floats(y, {nan_value, -infinity, -2, 3e38f}); });
  on_every_backend("reduce_max", {Tensor::from<float>({4, 4}, x)}, {{"axes", {0}}},
                   [](const Tensor& y) { expect_floats(y, {1, nan_value, 3, infinity}); });
}

TEST(ReduceMax, IntegersOverTheirWholeRange) {
  on_every_backend("reduce_max", {Tensor::from<int32_t>({2, 2}, {-2147483647 - 1, -2147483647 - 1, 5, -7})},
                   {{"axes", {1}}}, [](const Tensor& y) {
                     EXPECT_EQ(y.data<int32_t>()[0], -2147483647 - 1);
                     EXPECT_EQ(y.data<int32_t>()[1], 5);
                   });
  on_every_backend("reduce_max", {Tensor::from<uint32_t>({3}, {3, 4000000000u, 7})}, {},
                   [](const Tensor& y) { EXPECT_EQ(y.data<uint32_t>()[0], 4000000000u); });
}

TEST(ReduceMax, OfNothingIsAnErrorButNothingOfSomethingIsNot) {
  EXPECT_EQ(error_of("reduce_max", {{DType::f32, {3, 0}}}, {{"axes", {1}}}),
            "[reduce_max] x is f32[3, 0]: there is no largest of nothing, axes [1] have no elements");
  EXPECT_EQ(resolve("reduce_max", std::vector<Desc>{{DType::f32, {3, 0}}}, {{"axes", {0}}})->out[0].shape, Shape{0});
}

}  // namespace
}  // namespace bitloom
