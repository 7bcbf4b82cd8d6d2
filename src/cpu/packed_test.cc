#include "cpu/packed.h"

#include <gtest/gtest.h>

#include <vector>

#include "ops/check.h"
#include "quant/scheme.h"
#include "tests/support.h"

namespace bitloom {
namespace {

// Against the quantiser's own unpacking, for every width and all short lengths.
TEST(CpuPacked, CodesAreTakenOutExactly) {
  Random random(fresh_seed());
  for (int bits : {1, 2, 3, 4, 8})
    for (int64_t count = 1; count <= 100; ++count) {
      const quant::Scheme scheme{.bits = bits, .granularity = quant::Granularity::channel};
      const auto words = static_cast<size_t>(quant::layout_of(scheme, 1, count)->words);
      std::vector<uint32_t> packed(words);
      for (uint32_t& w : packed) w = static_cast<uint32_t>(random.next());
      std::vector<uint8_t> codes(static_cast<size_t>(count));
      quant::unpack(scheme, packed, codes);
      std::vector<float> got(codes.size() + 1, 77.0f);
      unpack_codes(bits, packed.data(), codes.size(), 0.5f, -3.0f, got.data());
      for (size_t i = 0; i < codes.size(); ++i)
        ASSERT_EQ(got[i], -3.0f + 0.5f * static_cast<float>(codes[i])) << bits << " bits, " << i << " of " << count;
      ASSERT_EQ(got.back(), 77.0f) << "it wrote past the end";
    }
}

TEST(CpuPacked, DotsOfAnyLength) {
  Random random(fresh_seed());
  for (size_t count = 0; count < 200; ++count) {
    std::vector<float> a, b;
    double want = 0;
    for (size_t i = 0; i < count; ++i) {
      a.push_back(static_cast<float>(random.normal())), b.push_back(static_cast<float>(random.normal()));
      want += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    }
    EXPECT_NEAR(dot(a.data(), b.data(), count), want, 1e-4) << count;
  }
}

}  // namespace
}  // namespace bitloom
