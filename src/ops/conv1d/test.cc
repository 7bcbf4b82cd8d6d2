#include <gtest/gtest.h>

#include "ops/conv/conv.h"

namespace bitloom {
namespace {

Result<Resolved> conv1d(const Shape& x, const Shape& w, const Attrs& attrs = {}) {
  return resolve("conv1d", std::vector<Desc>{{DType::f32, x}, {DType::f32, w}}, attrs);
}

TEST(Conv1d, SaysWhatDoesNotFit) {
  EXPECT_EQ(conv1d({1, 3, 8, 8}, {4, 3, 3}).error().message, "[conv1d] x is [1, 3, 8, 8]: it must be [N, C, L]");
  EXPECT_EQ(conv1d({1, 3, 8}, {4, 3, 3, 3}).error().message,
            "[conv1d] weight is [4, 3, 3, 3]: it must be [out, in / groups, K]");
  EXPECT_EQ(conv1d({1, 3, 2}, {4, 3, 3}).error().message,
            "[conv1d] x is [1, 3, 2]: a kernel of [3] is larger than the padded input of [2]");
  EXPECT_EQ(conv1d({1, 3, 8}, {4, 3, 3}, {{"dilation", {1, 1}}}).error().message,
            "[conv1d] dilation is [1, 1]: give one number");
  EXPECT_EQ(conv1d({1, 3, 8}, {4, 3, 0}).error().message, "[conv1d] kernel is [0]: each must be 1 to 16777216");
}

TEST(Conv1d, Shapes) {
  EXPECT_EQ(conv1d({1, 80, 3000}, {384, 80, 3}, {{"padding", {1}}, {"stride", {2}}})->out[0].shape,
            (Shape{1, 384, 1500}));
  EXPECT_EQ(conv1d({2, 3, 10}, {4, 3, 3}, {{"padding", {2, 0}}})->out[0].shape, (Shape{2, 4, 10}))
      << "starts, then ends";
  EXPECT_EQ(conv1d({2, 3, 10}, {4, 3, 3}, {{"dilation", {4}}})->out[0].shape, (Shape{2, 4, 2}));
}

}  // namespace
}  // namespace bitloom
