#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(ReduceMean, OfNothingIsNaN) {
  on_every_backend("reduce_mean", {Tensor(DType::f32, {2, 0})}, {{"axes", {1}}},
                   [](const Tensor& y) { expect_floats(y, {nan_value, nan_value}); });
}

TEST(ReduceMean, CountsEveryAxisOnce) {
  std::vector<float> x(3 * 5 * 7);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  on_every_backend("reduce_mean", {Tensor::from<float>({3, 5, 7}, x)}, {{"axes", {0, 2}}, {"keep", 1}},
                   [](const Tensor& y) {
                     EXPECT_EQ(y.shape(), (Shape{1, 5, 1}));
                     expect_floats(y, {38, 45, 52, 59, 66});
                   });
}

TEST(ReduceMean, IntegersAreRefused) {
  EXPECT_EQ(error_of("reduce_mean", {{DType::i32, {3}}}),
            "[reduce_mean] x is i32[3]; it takes f32, f16, bf16: cast integers first");
}

}  // namespace
}  // namespace bitloom
