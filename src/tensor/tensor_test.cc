#include <gtest/gtest.h>

#include <cmath>

#include "bitloom/tensor.h"

namespace bitloom {
namespace {

TEST(Tensor, ViewsShareBytesBothWays) {
  Tensor x = Tensor::from<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  Tensor row = *x.view(3, {3});
  row.data<float>()[0] = 40;
  x.data<float>()[5] = 60;
  EXPECT_EQ(x.to_floats(), (std::vector<float>{1, 2, 3, 40, 5, 60}));
  EXPECT_EQ(row.to_floats(), (std::vector<float>{40, 5, 60}));
  EXPECT_EQ((*row.view(1, {2})).offset(), 4);
  EXPECT_EQ(row.whole().shape(), (Shape{6}));
}

TEST(Tensor, ViewsOutsideAreErrors) {
  const Tensor x(DType::f16, {2, 3});
  EXPECT_EQ(x.view(4, {3}).error().message, "[view] 3 elements from 4 are outside f16[2, 3], which has 6");
  EXPECT_FALSE(x.view(-1, {1}).ok());
  EXPECT_TRUE(x.view(6, {0}).ok());
  EXPECT_EQ(x.reshape({4}).error().message, "[reshape] f16[2, 3] has 6 elements, shape [4] wants 4");
}

TEST(Tensor, CpuBytesAreCounted) {
  const size_t before = cpu_memory().live;
  {
    const Tensor x(DType::f32, {1000});
    const Tensor view = *x.view(10, {5});
    EXPECT_EQ(cpu_memory().live, before + 4000) << "a view holds no bytes of its own";
  }
  EXPECT_EQ(cpu_memory().live, before);
  EXPECT_GE(cpu_memory().peak, before + 4000);
}

TEST(Tensor, FloatsRoundAndIntegersClamp) {
  EXPECT_EQ(Tensor::from_floats(DType::i8, {4}, std::vector<float>{-1000, 2.6f, NAN, 200}).to_floats(),
            (std::vector<float>{-128, 3, 0, 127}));
  EXPECT_EQ(Tensor::from_floats(DType::u32, {2}, std::vector<float>{-1, 5e9f}).to_doubles(),
            (std::vector<double>{0, 4294967295.0}));
  EXPECT_EQ(Tensor::from_floats(DType::f16, {1}, std::vector<float>{0.1f}).to_floats()[0], 0.0999755859375f);
}

TEST(TensorDeathTest, WrongTypeStopsWithBoth) {
  const Tensor x(DType::f16, {2});
  EXPECT_DEATH((void)x.data<float>(), "f16\\[2\\] read as f32");
}

}  // namespace
}  // namespace bitloom
