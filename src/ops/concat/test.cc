#include <gtest/gtest.h>

#include "bitloom/backend.h"
#include "ops/op.h"

namespace bitloom {
namespace {

TEST(Concat, TellsWhatDoesNotFit) {
  const auto message = [](const std::vector<Desc>& in, const Attrs& attrs) {
    return resolve("concat", in, attrs).error().message;
  };
  const Desc x{DType::f32, {4, 5}};
  EXPECT_EQ(
      message({x, {DType::f32, {4, 6}}}, {}),
      "[concat] input 0 is f32[4, 5] and input 1 is f32[4, 6]: types and all sizes but those of axis 0 must be equal");
  EXPECT_TRUE(
      message({x, {DType::f16, {4, 5}}}, {}).starts_with("[concat] input 0 is f32[4, 5] and input 1 is f16[4, 5]"));
  EXPECT_TRUE(
      message({x, x, {DType::f32, {4}}}, {}).starts_with("[concat] input 0 is f32[4, 5] and input 2 is f32[4]"));
  EXPECT_TRUE(message({x, x}, {{"axis", 2}}).starts_with("[concat] axis 2 is outside shape [4, 5]"));
  EXPECT_TRUE(message({{DType::f32, {}}}, {}).starts_with("[concat] axis 0 is outside shape []"));
  EXPECT_EQ(message(std::vector<Desc>(17, x), {}), "[concat] takes 1 to 16 inputs, got 17");
  EXPECT_TRUE(message({}, {}).starts_with("[concat] takes 1 to 16 inputs, got 0"));
}

TEST(Concat, KnownValues) {
  CpuBackend cpu;
  const Tensor a = Tensor::from<int8_t>({2, 2}, {1, 2, 3, 4}), b = Tensor::from<int8_t>({2, 1}, {5, 6});
  EXPECT_EQ(run_sync(cpu.run("concat", {a, b}, {{"axis", -1}}))->to_floats(), (std::vector<float>{1, 2, 5, 3, 4, 6}));
  EXPECT_EQ(run_sync(cpu.run("concat", {a, a}))->to_floats(), (std::vector<float>{1, 2, 3, 4, 1, 2, 3, 4}));
  EXPECT_EQ(run_sync(cpu.run("concat", {a}))->raw(), a.raw());
}

}  // namespace
}  // namespace bitloom
