#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(GroupNorm, EachGroupHasItsOwnMean) {
  // Two groups of two channels; gamma tells the channels apart.
  const Tensor x = Tensor::from<float>({1, 4, 2}, {-1, 1, -1, 1, 99, 101, 99, 101}),
               gamma = Tensor::from<float>({4}, {1, 2, 3, 4}), beta = Tensor::from<float>({4}, {0, 0, 10, 10});
  on_every_backend("group_norm", {x, gamma, beta}, {{"groups", 2}, {"eps", 0.0}},
                   [](const Tensor& y) { expect_floats(y, {-1, 1, -2, 2, 7, 13, 6, 14}); });
}

TEST(GroupNorm, ErrorsShowTheShapes) {
  const Desc x{DType::f32, {2, 6, 5}}, six{DType::f32, {6}}, five{DType::f32, {5}};
  EXPECT_EQ(error_of("group_norm", {x, six, six}, {{"groups", 4}}),
            "[group_norm] groups=4 of x f32[2, 6, 5]: it must divide the 6 channels");
  EXPECT_EQ(error_of("group_norm", {x, six, six}, {{"groups", 0}}),
            "[group_norm] groups=0 of x f32[2, 6, 5]: it must divide the 6 channels");
  EXPECT_EQ(error_of("group_norm", {x, six, five}),
            "[group_norm] beta is f32[5] and x is f32[2, 6, 5]: beta must have the shape [6]");
  EXPECT_EQ(error_of("group_norm", {six, six, six}), "[group_norm] x is f32[6]: it must be [N, C, ...]");
}

}  // namespace
}  // namespace bitloom
