#include <gtest/gtest.h>

#include "bitloom/backend.h"
#include "ops/op.h"

namespace bitloom {
namespace {

std::string message(const Attrs& attrs) {
  const Desc desc{DType::f32, {4, 5}};
  return resolve("slice", std::span(&desc, 1), attrs).error().message;
}

TEST(Slice, TellsWhatDoesNotFit) {
  EXPECT_EQ(message({{"starts", {0}}, {"ends", {1, 2}}}),
            "[slice] starts [0], ends [1, 2], steps [] and axes [] differ in length (steps and axes may be empty)");
  EXPECT_EQ(message({{"starts", {0, 0, 0}}, {"ends", {1, 1, 1}}}),
            "[slice] starts [0, 0, 0] has 3 entries for the 2 axes of [4, 5]");
  EXPECT_EQ(message({{"starts", {0}}, {"ends", {1}}, {"steps", {0}}}),
            "[slice] steps [0] of [4, 5]: a step must not be 0");
  EXPECT_EQ(message({{"starts", {0, 0}}, {"ends", {1, 1}}, {"axes", {1, -1}}}),
            "[slice] axes [1, -1] of [4, 5] names axis 1 twice");
  EXPECT_TRUE(message({{"starts", {0}}, {"ends", {1}}, {"axes", {2}}}).starts_with("[slice] axis 2 is outside"));
  EXPECT_TRUE(message({{"starts", 0}, {"ends", {1}}}).starts_with("[slice] setting starts=0 must be "));
}

// What Python prints for list(range(size))[start:end:step].
TEST(Slice, MeansWhatPythonMeans) {
  constexpr int64_t most = INT64_MAX, least = INT64_MIN;
  struct {
    int64_t size, start, end, step;
    std::vector<float> taken;
  } const table[] = {
      {5, 1, 4, 1, {1, 2, 3}},
      {5, -3, -1, 1, {2, 3}},
      {5, 0, 100, 2, {0, 2, 4}},
      {5, -100, 100, 3, {0, 3}},
      {5, 4, 0, -1, {4, 3, 2, 1}},
      {5, 4, -100, -1, {4, 3, 2, 1, 0}},
      {5, -1, -6, -2, {4, 2, 0}},
      {5, 100, -100, -3, {4, 1}},
      {5, 2, 2, 1, {}},
      {5, 3, 1, 1, {}},
      {5, 1, 3, -1, {}},
      {0, 0, 5, 1, {}},
      {0, -1, -5, -1, {}},
      {1, 0, 1, 7, {0}},
      {5, -1, 0, least, {4}},
      {5, 1, most, most, {1}},
      {5, least, most, 1, {0, 1, 2, 3, 4}},
  };
  CpuBackend cpu;
  for (const auto& [size, start, end, step, taken] : table) {
    Tensor x(DType::f32, {size});
    for (size_t i = 0; i < static_cast<size_t>(size); ++i) x.data<float>()[i] = static_cast<float>(i);
    const Tensor y = *run_sync(cpu.run("slice", {x}, {{"starts", {start}}, {"ends", {end}}, {"steps", {step}}}));
    EXPECT_EQ(y.to_floats(), taken) << format("{}: {}:{}:{}", size, start, end, step);
  }
}

TEST(Slice, OneStretchIsAView) {
  CpuBackend cpu;
  const Tensor x(DType::f32, {4, 6});
  const Tensor rows = *run_sync(cpu.run("slice", {x}, {{"starts", {1}}, {"ends", {3}}}));
  EXPECT_EQ(rows.raw(), x.raw() + 6 * sizeof(float));
  const Tensor part = *run_sync(cpu.run("slice", {x}, {{"starts", {2, 1}}, {"ends", {3, 4}}}));
  EXPECT_EQ(part.raw(), x.raw() + 13 * sizeof(float));
  const Tensor columns = *run_sync(cpu.run("slice", {x}, {{"starts", {1}}, {"ends", {3}}, {"axes", {1}}}));
  EXPECT_EQ(columns.offset(), 0);
}

}  // namespace
}  // namespace bitloom
