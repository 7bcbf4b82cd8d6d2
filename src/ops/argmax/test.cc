#include "ops/rows/testing.h"

namespace bitloom {
namespace {

void expect_indices(const Tensor& y, const std::vector<int32_t>& want) {
  ASSERT_EQ(y.dtype(), DType::i32);
  const auto got = y.data<int32_t>();
  EXPECT_EQ(std::vector<int32_t>(got.begin(), got.end()), want);
}

TEST(Argmax, TheFirstOfEqualsAndNaNFirstOfAll) {
  const std::vector<float> x = {-0.0f,     0,         -0.0f,     0,          // zeros are equal
                                1,         nan_value, infinity,  nan_value,  //
                                -infinity, -infinity, -infinity, -infinity,  //
                                2,         5,         5,         1};
  on_every_backend("argmax", {Tensor::from<float>({4, 4}, x)}, {},
                   [](const Tensor& y) { expect_indices(y, {0, 1, 0, 1}); });
}

TEST(Argmax, IntegersOverTheirWholeRange) {
  const int32_t low = -2147483647 - 1;
  on_every_backend("argmax", {Tensor::from<int32_t>({3, 3}, {low, low, low, -1, 0, -1, 0, -1, 2147483647})}, {},
                   [](const Tensor& y) { expect_indices(y, {0, 1, 2}); });
  on_every_backend("argmax", {Tensor::from<uint32_t>({3}, {0, 0, 0})}, {},
                   [](const Tensor& y) { expect_indices(y, {0}); });
}

TEST(Argmax, ALongRowInTwoStagesKeepsTheFirst) {
  constexpr size_t n = 120004;
  std::vector<float> x(2 * n, 1);
  x[70001] = x[70002] = x[110000] = 3;
  x[n + 119999] = x[n + 5] = nan_value;
  on_every_backend("argmax", {Tensor::from<float>({2, n}, x)}, {},
                   [](const Tensor& y) { expect_indices(y, {70001, 5}); });
}

TEST(Argmax, OnlyFiniteOnesAreThereIfAskedFor) {
  const std::vector<float> x = {1,         nan_value, 7,         2,          //
                                1,         infinity,  7,         2,          //
                                -infinity, -infinity, -infinity, -infinity,  //
                                -infinity, -3,        -2,        -infinity,  //
                                -3e38f,    3e38f,     0,         1};
  on_every_backend("argmax", {Tensor::from<float>({5, 4}, x)}, {{"finite", 1}},
                   [](const Tensor& y) { expect_indices(y, {-1, -1, -1, 2, 1}); });
  std::vector<float> row(120004, 1);
  row[70001] = nan_value;
  on_every_backend("argmax", {Tensor::from<float>({1, 120004}, row)}, {{"finite", 1}},
                   [](const Tensor& y) { expect_indices(y, {-1}); });
}

TEST(Argmax, ErrorsShowTheAxis) {
  EXPECT_EQ(error_of("argmax", {{DType::f32, {3, 0}}}),
            "[argmax] x is f32[3, 0]: axis 1 has no elements, so none is largest");
  EXPECT_EQ(error_of("argmax", {{DType::u8, {3}}}), "[argmax] x is u8[3]; it takes f32, f16, bf16, i32 and u32");
  EXPECT_NE(error_of("argmax", {{DType::f32, {3}}}, {{"axis", 1}}).find("[argmax]"), std::string::npos);
}

}  // namespace
}  // namespace bitloom
