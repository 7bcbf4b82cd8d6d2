#include "ops/rows/testing.h"

namespace bitloom {
namespace {

// Three rows are NaN throughout, whatever else is in them; -inf alone is a weight of zero, as in a mask.
const std::vector<float> awkward = {
    -infinity, 0,         -infinity, 0,                              // masked
    -infinity, -infinity, -infinity, -infinity, 1, nan_value, 2, 3,  //
    1,         infinity,  2,         -infinity,                      //
    3e38f,     3e38f,     -3e38f,    -3e38f,                         // huge: exp must not see them as they are
    -3.4e38f,  -3.4e38f,  -3.4e38f,  -3.4e38f,
};
const std::vector<float> weights = {
    0,         0.5f,      0,         0.5f,       //
    nan_value, nan_value, nan_value, nan_value,  //
    nan_value, nan_value, nan_value, nan_value,  //
    nan_value, nan_value, nan_value, nan_value,  //
    0.5f,      0.5f,      0,         0,          //
    0.25f,     0.25f,     0.25f,     0.25f,
};

std::vector<float> transposed(const std::vector<float>& v, size_t rows, size_t columns) {
  std::vector<float> out(v.size());
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) out[c * rows + r] = v[r * columns + c];
  return out;
}

TEST(Softmax, MasksNaNInfinitiesAndHugeValues) {
  on_every_backend("softmax", {Tensor::from<float>({6, 4}, awkward)}, {},
                   [](const Tensor& y) { expect_floats(y, weights); });
  on_every_backend("softmax", {Tensor::from<float>({4, 6}, transposed(awkward, 6, 4))}, {{"axis", 0}},
                   [](const Tensor& y) { expect_floats(y, transposed(weights, 6, 4)); });
}

TEST(Softmax, LongRowsKeepTheSameRules) {
  constexpr int64_t n = 40001;  // longer than any device keeps in registers
  std::vector<float> x(3 * n, -infinity);
  x[100] = x[n - 1] = 3e38f;
  x[static_cast<size_t>(n) + 5] = nan_value;
  on_every_backend("softmax", {Tensor::from<float>({3, n}, x)}, {}, [](const Tensor& y) {
    const std::vector<float> v = y.to_floats();
    EXPECT_NEAR(v[100], 0.5f, 1e-6f);
    EXPECT_NEAR(v[n - 1], 0.5f, 1e-6f);
    EXPECT_EQ(v[101], 0.0f);
    for (size_t i : {0, 5, 40000}) EXPECT_TRUE(std::isnan(v[n + i]) && std::isnan(v[2 * n + i])) << i;
  });
}

TEST(Softmax, RowsSumToOne) {
  Random random(fresh_seed());
  const Tensor x = make_input({DType::f32, {9, 250}}, {Fill::uniform, -100, 100}, random);
  on_every_backend("softmax", {x}, {}, [](const Tensor& y) {
    const std::vector<float> v = y.to_floats();
    for (size_t r = 0; r < 9; ++r) {
      double total = 0;
      for (size_t i = 0; i < 250; ++i) total += static_cast<double>(v[r * 250 + i]);
      EXPECT_NEAR(total, 1, 1e-5) << "row " << r;
    }
  });
}

TEST(Softmax, ErrorsNameTheAxisAndTheType) {
  EXPECT_NE(error_of("softmax", {{DType::f32, {2, 3}}}, {{"axis", 2}}).find("[softmax]"), std::string::npos);
  EXPECT_NE(error_of("softmax", {{DType::f32, {2, 3}}}, {{"axis", 2}}).find("[2, 3]"), std::string::npos);
  EXPECT_NE(error_of("softmax", {{DType::f32, {}}}).find("[softmax]"), std::string::npos);
  EXPECT_EQ(error_of("softmax", {{DType::i32, {2, 3}}}), "[softmax] x is i32[2, 3]; it takes f32, f16 and bf16");
}

}  // namespace
}  // namespace bitloom
