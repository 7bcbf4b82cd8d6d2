#include <gtest/gtest.h>

#include "ops/pool/pool.h"

namespace bitloom {
namespace {

std::vector<float> pooled(const Shape& shape, std::vector<float> values, const Attrs& attrs) {
  const std::vector<Tensor> in{Tensor::from<float>(shape, std::span<const float>(values))};
  const Resolved call = *resolve("average_pool", std::vector{in[0].desc()}, attrs);
  const std::vector<Tensor> out{Tensor(DType::f32, call.out[0].shape)};
  call.op->cpu({.in = in, .attrs = call.attrs, .out = out, .in_descs = {}, .out_descs = {}});
  return out[0].to_floats();
}

TEST(AveragePool, CountsPaddingOnlyIfAsked) {
  const Attrs counted{{"kernel", {2}}, {"stride", {1}}, {"padding", {1}}};
  EXPECT_EQ(pooled({1, 1, 3}, {2, 4, 6}, counted), (std::vector<float>{1, 3, 5, 3}));
  Attrs inside = counted;
  inside.set("count_include_pad", 0);
  EXPECT_EQ(pooled({1, 1, 3}, {2, 4, 6}, inside), (std::vector<float>{2, 3, 5, 6}));
}

TEST(AveragePool, StrideIsTheKernelUnlessGiven) {
  EXPECT_EQ(pooled({1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}, {{"kernel", {2}}}), (std::vector<float>{3.5f, 5.5f}));
}

TEST(AveragePool, KnowsNoDilation) {
  const auto made =
      resolve("average_pool", std::vector<Desc>{{DType::f32, {1, 1, 4}}}, {{"kernel", {2}}, {"dilation", {2}}});
  EXPECT_EQ(made.error().message,
            "[average_pool] has no setting 'dilation'; it has: kernel, stride, padding, count_include_pad");
}

}  // namespace
}  // namespace bitloom
