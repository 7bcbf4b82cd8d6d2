#include <gtest/gtest.h>

#include <cmath>

#include "ops/pool/pool.h"

namespace bitloom {
namespace {

Result<Resolved> pool(const Shape& x, const Attrs& attrs, DType type = DType::f32) {
  return resolve("max_pool", std::vector<Desc>{{type, x}}, attrs);
}

std::vector<float> pooled(const Shape& shape, std::vector<float> values, const Attrs& attrs) {
  const std::vector<Tensor> in{Tensor::from<float>(shape, std::span<const float>(values))};
  const Resolved call = *pool(shape, attrs);
  const std::vector<Tensor> out{Tensor(DType::f32, call.out[0].shape)};
  call.op->cpu({.in = in, .attrs = call.attrs, .out = out, .in_descs = {}, .out_descs = {}});
  return out[0].to_floats();
}

TEST(MaxPool, SaysWhatDoesNotFit) {
  EXPECT_EQ(pool({8, 8}, {{"kernel", {2}}}).error().message,
            "[max_pool] x is [8, 8]: it must be [N, C, L] or [N, C, H, W]");
  EXPECT_EQ(pool({1, 1, 4, 4}, {}).error().message,
            "[max_pool] needs the setting 'kernel': the window's size: one number, or one per axis");
  EXPECT_EQ(pool({1, 1, 4, 4}, {{"kernel", 2}}).error().message,
            "[max_pool] setting kernel=2 must be a list of integers");
  EXPECT_EQ(pool({1, 1, 4, 4}, {{"kernel", {5}}}).error().message,
            "[max_pool] x is [1, 1, 4, 4]: a kernel of [5, 5] is larger than the padded input of [4, 4]");
  EXPECT_EQ(pool({1, 1, 4, 4}, {{"kernel", {2}}, {"padding", {2}}}).error().message,
            "[max_pool] padding [2] is over half of the kernel [2]");
  EXPECT_EQ(pool({1, 1, 0, 4}, {{"kernel", {1}}}).error().message,
            "[max_pool] x is [1, 1, 0, 4]: a window needs at least one element");
  EXPECT_EQ(pool({1, 1, 4}, {{"kernel", {2}}}, DType::u8).error().message,
            "[max_pool] x is u8[1, 1, 4]: only f32, f16 and bf16 can be pooled; cast it first");
}

TEST(MaxPool, PaddingIsBelowEverything) {
  EXPECT_EQ(pooled({1, 1, 3}, {-5, -7, -INFINITY}, {{"kernel", {2}}, {"stride", {1}}, {"padding", {1}}}),
            (std::vector<float>{-5, -5, -7, -INFINITY}));
}

TEST(MaxPool, NanWins) {
  const std::vector<float> y = pooled({1, 1, 5}, {1, NAN, 3, 4, 2}, {{"kernel", {2}}, {"stride", {1}}});
  EXPECT_TRUE(std::isnan(y[0]) && std::isnan(y[1]));
  EXPECT_EQ(y[2], 4);
  EXPECT_EQ(y[3], 4);
}

}  // namespace
}  // namespace bitloom
