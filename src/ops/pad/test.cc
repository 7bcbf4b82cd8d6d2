#include <gtest/gtest.h>

#include <cmath>

#include "bitloom/backend.h"
#include "ops/op.h"

namespace bitloom {
namespace {

std::string message(DType t, const Attrs& attrs) {
  const Desc desc{t, {4, 5}};
  return resolve("pad", std::span(&desc, 1), attrs).error().message;
}

TEST(Pad, TellsWhatDoesNotFit) {
  EXPECT_EQ(message(DType::f32, {{"before", {1}}, {"after", {0, 0}}}),
            "[pad] before [1] and after [0, 0] do not fit f32[4, 5]: each needs 2 sizes of 0 or more, at most 2^40");
  EXPECT_TRUE(message(DType::f32, {{"before", {0, -1}}, {"after", {0, 0}}}).starts_with("[pad] before [0, -1]"));
  EXPECT_EQ(message(DType::u8, {{"before", {0, 0}}, {"after", {0, 1}}, {"value", 256}}),
            "[pad] value 256 is not a valid u8: it must be an integer from 0 to 255");
  EXPECT_EQ(message(DType::i32, {{"before", {0, 0}}, {"after", {0, 1}}, {"value", 0.5}}),
            "[pad] value 0.5 is not a valid i32: it must be an integer from -2147483648 to 2147483647");
  EXPECT_TRUE(message(DType::i8, {{"before", {0, 0}}, {"after", {0, 1}}, {"value", NAN}}).starts_with("[pad] value "));
  EXPECT_TRUE(message(DType::f32, {{"before", {0, 0}}, {"after", {0, int64_t{1} << 40}}}).starts_with("[pad] shape ["));
}

TEST(Pad, TheValueIsRoundedToTheType) {
  CpuBackend cpu;
  const auto padded = [&](DType t, double value) {
    return run_sync(cpu.run("pad", {Tensor(t, {1})}, {{"before", {1}}, {"after", {0}}, {"value", value}}))
        ->to_doubles()[0];
  };
  EXPECT_EQ(padded(DType::f32, 0.1), double{0.1f});
  EXPECT_EQ(padded(DType::f16, 0.1), 0.0999755859375);
  EXPECT_EQ(padded(DType::bf16, 0.1), 0.10009765625);
  EXPECT_EQ(padded(DType::f16, 1e6), HUGE_VAL);
  EXPECT_EQ(padded(DType::i32, -2147483647), -2147483647.0);  // over 2^24: no trip through f32
  EXPECT_EQ(padded(DType::u32, 4294967295.0), 4294967295.0);
  EXPECT_EQ(padded(DType::i8, -128), -128.0);
  EXPECT_TRUE(std::isnan(padded(DType::bf16, NAN)));
}

TEST(Pad, WithNothingIsAView) {
  CpuBackend cpu;
  const Tensor x(DType::f32, {4, 6});
  EXPECT_EQ(run_sync(cpu.run("pad", {x}, {{"before", {0, 0}}, {"after", {0, 0}}}))->raw(), x.raw());
}

TEST(Pad, AnEmptyTensorBecomesAllValue) {
  CpuBackend cpu;
  const Tensor y =
      *run_sync(cpu.run("pad", {Tensor(DType::f32, {2, 0})}, {{"before", {0, 1}}, {"after", {1, 0}}, {"value", 5}}));
  EXPECT_EQ(y.to_floats(), (std::vector<float>{5, 5, 5}));
}

}  // namespace
}  // namespace bitloom
