#include <gtest/gtest.h>

#include <cmath>

#include "bitloom/backend.h"
#include "ops/op.h"

namespace bitloom {
namespace {

TEST(Gather, TellsWhatDoesNotFit) {
  const auto message = [](Desc x, Desc indices, const Attrs& attrs = {}) {
    return resolve("gather", std::vector{x, indices}, attrs).error().message;
  };
  EXPECT_EQ(message({DType::f32, {4, 5}}, {DType::f32, {3}}),
            "[gather] indices are f32[3]: their type must be i32 or u32");
  EXPECT_TRUE(
      message({DType::f32, {4, 5}}, {DType::i32, {3}}, {{"axis", -3}}).starts_with("[gather] axis -3 is outside"));
  EXPECT_TRUE(message({DType::f32, {}}, {DType::i32, {3}}).starts_with("[gather] axis 0 is outside shape []"));
  EXPECT_TRUE(message({DType::f32, {2, 2, 2, 2}}, {DType::i32, {1, 1, 1, 1}})
                  .starts_with("[gather] shape [1, 1, 1, 1, 2, 2, 2] has 7 axes"));
}

TEST(Gather, CountsFromTheEndAndMarksWhatIsNotThere) {
  CpuBackend cpu;
  const Tensor x = Tensor::from<float>({3}, {10, 20, 30});
  const Tensor indices = Tensor::from<int32_t>({7}, {0, 2, -1, -3, 3, -4, INT32_MIN});
  const std::vector<float> y = run_sync(cpu.run("gather", {x, indices}))->to_floats();
  EXPECT_EQ(std::vector(y.begin(), y.begin() + 4), (std::vector<float>{10, 30, 30, 10}));
  for (size_t i = 4; i < y.size(); ++i) EXPECT_TRUE(std::isnan(y[i])) << i;

  const Tensor far = Tensor::from<uint32_t>({3}, {1, 3, 4294967295u});  // no -1 among unsigned ones
  const Tensor whole = Tensor::from<int32_t>({3}, {10, 20, 30});
  EXPECT_EQ(run_sync(cpu.run("gather", {whole, far}))->to_floats(), (std::vector<float>{20, 0, 0}));
}

TEST(Gather, TheAxisBecomesTheIndicesShape) {
  const std::vector<Desc> in{{DType::f16, {2, 3, 4}}, {DType::u32, {5, 6}}};
  EXPECT_EQ(resolve("gather", in, {{"axis", 1}})->out[0], (Desc{DType::f16, {2, 5, 6, 4}}));
  const std::vector<Desc> scalar{{DType::f16, {2, 3, 4}}, {DType::u32, {}}};
  EXPECT_EQ(resolve("gather", scalar, {{"axis", 1}})->out[0], (Desc{DType::f16, {2, 4}}));
}

}  // namespace
}  // namespace bitloom
