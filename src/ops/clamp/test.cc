#include <algorithm>

#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(Clamp, BoundsHoldAndNaNStays) {
  const std::vector<float> x{-infinity, -2, -0.5f, 0.25f, 0.75f, 1e30f, infinity, nan_value};
  on_every_backend(
      "clamp", {Tensor::from<float>({8}, std::span<const float>(x))}, {{"min", -0.5}, {"max", 0.75}},
      [](const Tensor& y) { expect_floats(y, {-0.5f, -0.5f, -0.5f, 0.25f, 0.75f, 0.75f, 0.75f, nan_value}); });
}

TEST(Clamp, IsTheMiddleOfThree) {
  Random random(fresh_seed());
  for (int turn = 0; turn < 3; ++turn) {
    const Tensor x = make_input({DType::f32, {11, 7}}, {.kind = Fill::uniform, .low = -5, .high = 5}, random);
    const double low = 4 * random.uniform() - 4, high = 4 * random.uniform();
    std::vector<float> want;
    for (const float v : x.to_floats()) {
      double three[] = {v, low, high};
      std::ranges::sort(three);
      want.push_back(static_cast<float>(three[1]));
    }
    SCOPED_TRACE(format("{} to {}, seed {}", low, high, fresh_seed()));
    on_every_backend("clamp", {x}, {{"min", low}, {"max", high}}, [&](const Tensor& y) { expect_floats(y, want); });
  }
}

template <class T>
void expect_clamped(std::vector<T> x, int64_t low, int64_t high, std::vector<T> want) {
  const auto n = static_cast<int64_t>(x.size());
  on_every_backend("clamp", {Tensor::from<T>({n}, std::span<const T>(x))}, {{"min", low}, {"max", high}},
                   [&](const Tensor& y) {
                     for (size_t i = 0; i < want.size(); ++i) EXPECT_EQ(y.data<T>()[i], want[i]) << "element " << i;
                   });
}

TEST(Clamp, IntegersToTheEndsOfTheirTypes) {
  constexpr int32_t least = std::numeric_limits<int32_t>::min(), most = std::numeric_limits<int32_t>::max();
  expect_clamped<int32_t>({least, -5, 0, 16777217, most}, least, 16777217, {least, -5, 0, 16777217, 16777217});
  expect_clamped<int32_t>({least, -5, most}, -5, most, {-5, -5, most});
  expect_clamped<uint32_t>({0u, 7u, 3000000000u, 4294967295u}, 7, 4294967295, {7u, 7u, 3000000000u, 4294967295u});
  expect_clamped<uint32_t>({2999999999u, 4294967295u}, 3000000000, 3000000001, {3000000000u, 3000000001u});
  expect_clamped<int8_t>({-128, -3, 127}, -100, 100, {-100, -3, 100});
  expect_clamped<uint8_t>({0, 200, 255}, 1, 254, {1, 200, 254});
}

TEST(Clamp, WrongBoundsAreRefused) {
  const std::vector<Desc> f32{{DType::f32, {2}}}, u8{{DType::u8, {2}}};
  EXPECT_EQ(error_of("clamp", f32, {{"min", 1}, {"max", 0.5}}), "[clamp] min=1 is over max=0.5");
  EXPECT_EQ(error_of("clamp", f32, {{"min", 1}}), "[clamp] needs the setting 'max': the greatest, no less than min");
  const auto not_a_value = [&](const std::vector<Desc>& in, const Attrs& attrs, const char* what) {
    EXPECT_EQ(error_of("clamp", in, attrs),
              format("[clamp] {} is not a value of {}; for one bound alone there are max and min", what, in[0].dtype));
  };
  not_a_value(u8, {{"min", -1}, {"max", 5}}, "min=-1");
  not_a_value(u8, {{"min", 0}, {"max", 256}}, "max=256");
  not_a_value(u8, {{"min", 0.5}, {"max", 5}}, "min=0.5");
  not_a_value(f32, {{"min", 0}, {"max", 1e39}}, "max=1e+39");
  EXPECT_EQ(error_of("clamp", f32, {{"min", "low"}, {"max", 1}}), "[clamp] setting min=low must be a number");
}

TEST(Clamp, Relu6IsAnActivationOfModels) {
  const NamedActivation act = find_activation("relu6");
  EXPECT_EQ(act.op, find_op("clamp"));
  EXPECT_EQ(to_text(act.settings), "max=6, min=0");
}

}  // namespace
}  // namespace bitloom
