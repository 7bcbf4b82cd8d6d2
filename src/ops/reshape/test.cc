#include <gtest/gtest.h>

#include "bitloom/backend.h"
#include "ops/op.h"

namespace bitloom {
namespace {

std::string message(Shape x, AttrValue shape) {
  const Desc desc{DType::f32, x};
  return resolve("reshape", std::span(&desc, 1), {{"shape", std::move(shape)}}).error().message;
}

TEST(Reshape, TellsWhatDoesNotFit) {
  EXPECT_EQ(message({2, 3}, {4, 2}), "[reshape] f32[2, 3] has 6 elements and shape [4, 2] has 8; they must be equal");
  EXPECT_EQ(message({2, 3}, {4, -1}),
            "[reshape] f32[2, 3] has 6 elements, which shape [4, -1] cannot hold: its other sizes multiply to 4");
  EXPECT_EQ(message({2, 3}, {-1, -1}), "[reshape] shape [-1, -1] has more than one -1");
  EXPECT_TRUE(message({0, 3}, {0, -1}).starts_with("[reshape] f32[0, 3] has 0 elements, which shape [0, -1] cannot"));
  EXPECT_TRUE(message({2, 3}, {6, 0}).starts_with("[reshape] f32[2, 3] has 6 elements and shape [6, 0] has 0"));
  EXPECT_EQ(message({2, 3}, {-2, -3}), "[reshape] shape [-2, -3] has a negative size");
  EXPECT_TRUE(message({1}, {1, 1, 1, 1, 1, 1, 1}).starts_with("[reshape] shape [1, 1, 1, 1, 1, 1, 1] has 7 axes"));
  EXPECT_TRUE(message({2, 3}, 6).starts_with("[reshape] setting shape=6 must be "));
  const Desc desc{DType::f32, {2}};
  EXPECT_TRUE(
      resolve("reshape", std::span(&desc, 1), {}).error().message.starts_with("[reshape] needs the setting 'shape'"));
}

TEST(Reshape, IsAViewAlsoOfAView) {
  CpuBackend cpu;
  const Tensor x = *Tensor::from<float>({7}, {0, 1, 2, 3, 4, 5, 6}).view(1, {6});
  const Tensor y = *run_sync(cpu.run("reshape", {x}, {{"shape", {3, -1}}}));
  EXPECT_EQ(y.raw(), x.raw());
  EXPECT_EQ(y.shape(), (Shape{3, 2}));
  EXPECT_EQ(y.to_floats(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace bitloom
