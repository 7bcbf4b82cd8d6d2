#include "ops/rows/testing.h"

namespace bitloom {
namespace {

TEST(LogSoftmax, DoesNotTakeTheLogarithmOfZero) {
  // exp(-200) is 0 in f32, but its logarithm is still -200.
  const Tensor x = Tensor::from<float>({4, 2}, {0, -200, -infinity, 5, -infinity, -infinity, 1, nan_value});
  on_every_backend("log_softmax", {x}, {}, [](const Tensor& y) {
    expect_floats(y, {0, -200, -infinity, 0, nan_value, nan_value, nan_value, nan_value});
  });
}

TEST(LogSoftmax, ErrorsCarryItsOwnName) {
  EXPECT_EQ(error_of("log_softmax", {{DType::u8, {3}}}), "[log_softmax] x is u8[3]; it takes f32, f16 and bf16");
}

}  // namespace
}  // namespace bitloom
