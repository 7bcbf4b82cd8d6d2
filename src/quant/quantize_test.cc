#include "bitloom/quantize.h"

#include <algorithm>
#include <cmath>

#include "bitloom/backend.h"
#include "ops/check.h"
#include "tests/support.h"

namespace bitloom {
namespace {

// A backend quantizes some rows at a time, so that a page stays alive; nobody should be able to tell.
TEST(Quantize, ManyPiecesAreTheWhole) {
  Random random(fresh_seed());
  CpuBackend cpu;
  const Tensor w = make_input({DType::f32, {700, 1100}}, {}, random);  // more than two threads take at once
  for (const std::optional<bool> per_channel : {std::optional<bool>(), std::optional(true), std::optional(false)}) {
    QuantizeOptions options;
    options.bits_per_weight = 3, options.use_per_channel_quantization = per_channel, options.solver = "mse";
    const QuantizedTensor whole = *quantize(w, options), pieces = *run_sync(cpu.quantize(w, options));
    EXPECT_TRUE(std::ranges::equal(pieces.codes.data<uint32_t>(), whole.codes.data<uint32_t>()));
    EXPECT_EQ(pieces.scales.to_floats(), whole.scales.to_floats());
    EXPECT_EQ(pieces.minimums.to_floats(), whole.minimums.to_floats());
    EXPECT_EQ(pieces.scales.shape(), whole.scales.shape());
    EXPECT_NEAR(pieces.error, whole.error, 1e-9);
  }
}

TEST(Quantize, TheWeightThatIsNotFiniteIsNamedByItsPlace) {
  CpuBackend cpu;
  const Tensor w(DType::f32, {700, 1100});
  w.data<float>()[650 * 1100 + 3] = INFINITY;
  QuantizeOptions options;
  options.transpose_b = true;
  const auto made = run_sync(cpu.quantize(w, options));
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().message, "[quantize] weight [650, 3] is inf: only finite weights can be quantized");
}

}  // namespace
}  // namespace bitloom
