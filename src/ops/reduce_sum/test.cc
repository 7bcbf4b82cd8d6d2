#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(ReduceSum, ALargeTensorIsSummedInTwoStages) {
  // Integers up to 2^24 are exact in f32, so nothing may be lost or counted twice.
  constexpr int64_t n = 300007;
  std::vector<float> x(n);
  Random random(fresh_seed());
  double want = 0;
  for (float& v : x) v = static_cast<float>(random.below(21)) - 5, want += static_cast<double>(v);
  for (const Shape& shape : {Shape{n}, Shape{1, n, 1}})
    on_every_backend("reduce_sum", {Tensor::from<float>(shape, x)}, {}, [&](const Tensor& y) {
      EXPECT_EQ(y.shape(), Shape{});
      EXPECT_EQ(y.to_doubles()[0], want);
    });
}

TEST(ReduceSum, ManyRowsOfFewColumns) {
  constexpr size_t rows = 60001, columns = 3;
  std::vector<float> x(rows * columns), want(columns, 0);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 5), want[i % columns] += x[i];
  on_every_backend("reduce_sum", {Tensor::from<float>({rows, columns}, x)}, {{"axes", {0}}},
                   [&](const Tensor& y) { EXPECT_EQ(y.to_floats(), want); });
}

TEST(ReduceSum, IntegersWrapAndNothingIsZero) {
  const Tensor big = Tensor::from<int32_t>({2}, {2147483647, 1});
  on_every_backend("reduce_sum", {big}, {}, [](const Tensor& y) { EXPECT_EQ(y.data<int32_t>()[0], -2147483647 - 1); });
  on_every_backend("reduce_sum", {Tensor(DType::f32, {2, 0, 3})}, {{"axes", {1}}}, [](const Tensor& y) {
    EXPECT_EQ(y.shape(), (Shape{2, 3}));
    expect_floats(y, std::vector<float>(6, 0));
  });
  const Tensor mixed = Tensor::from<float>({3, 2}, {infinity, 1, infinity, -infinity, nan_value, 1});
  on_every_backend("reduce_sum", {mixed}, {{"axes", {1}}},
                   [](const Tensor& y) { expect_floats(y, {infinity, nan_value, nan_value}); });
}

TEST(ReduceSum, ErrorsShowTheAxes) {
  const Desc x{DType::f32, {2, 3}};
  EXPECT_EQ(error_of("reduce_sum", {x}, {{"axes", {1, -1}}}), "[reduce_sum] axes [1, -1] of [2, 3] name axis 1 twice");
  EXPECT_NE(error_of("reduce_sum", {x}, {{"axes", {2}}}).find("[reduce_sum]"), std::string::npos);
  EXPECT_EQ(error_of("reduce_sum", {{DType::i8, {3}}}),
            "[reduce_sum] x is i8[3]; it takes f32, f16, bf16, i32 and u32");
}

}  // namespace
}  // namespace bitloom
