#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(TopK, InOrderTheFirstOfEqualsAndNaNFirstOfAll) {
  const std::vector<float> x = {1,         5,         -2,        5,         0,          //
                                -0.0f,     0,         -0.0f,     -1,        -infinity,  // zeros are equal
                                nan_value, 3,         infinity,  nan_value, 3,          //
                                -infinity, -infinity, -infinity, -7,        -8,         //
                                2,         2,         2,         2,         2};
  on_every_backend("top_k", {Tensor::from<float>({5, 5}, x)}, {{"k", 3}}, [](const Tensor& y) {
    EXPECT_EQ(y.shape(), Shape({5, 6}));
    expect_floats(y, {5,         5,         1,         1, 3, 0,  //
                      0,         0,         0,         0, 1, 2,  //
                      nan_value, nan_value, infinity,  0, 3, 2,  //
                      -7,        -8,        -infinity, 3, 4, 0,  //
                      2,         2,         2,         0, 1, 2},
                  0);
  });
}

TEST(TopK, ALongRowInStagesKeepsTheFirst) {
  constexpr size_t n = 3004;
  std::vector<float> x(2 * n, 1);
  x[1001] = x[1002] = x[2900] = 3, x[2999] = 2;
  for (size_t i = 0; i < n; ++i) x[n + i] = static_cast<float>(i);
  on_every_backend("top_k", {Tensor::from<float>({2, n}, x)}, {{"k", 6}}, [](const Tensor& y) {
    expect_floats(y, {3,    3,    3,    2,    1,    1,    1001, 1002, 2900, 2999, 0,    1,  //
                      3003, 3002, 3001, 3000, 2999, 2998, 3003, 3002, 3001, 3000, 2999, 2998},
                  0);
  });
}

TEST(TopK, ErrorsSayHowMany) {
  EXPECT_EQ(error_of("top_k", {{DType::f32, {3, 5}}}, {{"k", 6}}),
            "[top_k] k is 6: of rows of 5 elements 1 to 5 can be taken");
  EXPECT_EQ(error_of("top_k", {{DType::f32, {3, 500}}}, {{"k", 257}}),
            "[top_k] k is 257: of rows of 500 elements 1 to 256 can be taken");
  EXPECT_NE(error_of("top_k", {{DType::f32, {3, 5}}}), "no error");
  EXPECT_NE(error_of("top_k", {{DType::i32, {3, 5}}}, {{"k", 1}}), "no error");
  EXPECT_NE(error_of("top_k", {{DType::f32, {}}}, {{"k", 1}}), "no error");
}

}  // namespace
}  // namespace bitloom
