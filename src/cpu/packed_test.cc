#include "cpu/packed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "ops/check.h"
#include "quant/scheme.h"
#include "tests/support.h"
#include "tests/targets.h"

namespace bitloom {
namespace {

class CpuPacked : public EachTarget {};
INSTANTIATE_TEST_SUITE_P(Targets, CpuPacked, targets_here(), target_name);

// Against the quantizer's own unpacking, for every width and all short lengths.
TEST_P(CpuPacked, CodesAreTakenOutExactly) {
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
      const float scale = 0.5f, base = -3;
      unpack_codes({bits, packed.data(), words, codes.size(), codes.size(), &scale, &base}, got.data());
      for (size_t i = 0; i < codes.size(); ++i)
        ASSERT_EQ(got[i], -3.0f + 0.5f * static_cast<float>(codes[i])) << bits << " bits, " << i << " of " << count;
      ASSERT_EQ(got.back(), 77.0f) << "it wrote past the end";
    }
}

// Products on the codes against the same weights written out, by groups, rows and all together.
TEST_P(CpuPacked, DotsWithCodes) {
  using enum quant::Granularity;
  Random random(fresh_seed());
  for (int bits : {1, 2, 3, 4, 8})
    for (const auto granularity : {tensor, channel, group})
      for (int turn = 0; turn < 30; ++turn) {
        const quant::Scheme scheme{.bits = bits, .granularity = granularity, .group = turn % 2 ? 32 : 64};
        const size_t count = 1 + random.below(turn % 3 ? 300 : 2500), outs = 1 + random.below(9);
        const size_t rows = 1 + random.below(CodeFactors::most);
        const quant::Layout l = *quant::layout_of(scheme, static_cast<int64_t>(outs), static_cast<int64_t>(count));
        const auto words = static_cast<size_t>(l.words), stretch = static_cast<size_t>(l.stretch);
        std::vector<uint32_t> packed(outs * words);
        for (uint32_t& w : packed) w = static_cast<uint32_t>(random.next());
        std::vector<float> scales, bases;
        for (int64_t i = 0; i < l.scales; ++i)
          scales.push_back(static_cast<float>(random.normal())), bases.push_back(static_cast<float>(random.normal()));
        const size_t fits = granularity == tensor ? 0 : scales.size() / outs;
        std::vector<float> x(rows * count);
        for (float& v : x) v = static_cast<float>(random.normal());
        // To be rounded: such as rounding leaves as it is.
        const int x_bits = std::array{32, 16, 8}[random.below(3)];
        if (x_bits < 32)
          for (size_t i = 0; i < x.size(); ++i) {
            const int64_t most = x_bits == 8 ? 127 : 32512;
            const bool largest = i % count % 32 == 0;
            const auto n =
                largest ? most : static_cast<int64_t>(random.below(static_cast<uint64_t>(2 * most + 1))) - most;
            x[i] = std::ldexp(static_cast<float>(n), -static_cast<int>(i % count / 32 % 5));
          }
        const size_t step = outs + 1;
        std::vector<float> got(rows * step, 77);
        dot_codes({bits, packed.data(), words, count, stretch, scales.data(), bases.data(), outs, fits},
                  CodeFactors(x.data(), rows, count, x_bits), got.data(), step);
        std::vector<uint8_t> codes(count);
        for (size_t o = 0; o < outs; ++o) {
          quant::unpack(scheme, std::span(packed).subspan(o * words, words), codes);
          for (size_t r = 0; r < rows; ++r) {
            double want = 0, size = 0;
            for (size_t i = 0; i < count; ++i) {
              const size_t at = o * fits + i / stretch;
              const double w = bases[at] + static_cast<double>(scales[at]) * codes[i], v = x[r * count + i];
              want += w * v, size += std::abs(w * v);
            }
            ASSERT_NEAR(got[r * step + o], want, 2e-6 * size + 1e-4)
                << bits << " bits, x in " << x_bits << ", " << rows << "x" << count << "x" << outs << ", row " << r
                << ", column " << o;
          }
        }
        for (size_t r = 0; r < rows; ++r) ASSERT_EQ(got[r * step + outs], 77) << "it wrote beside its place";
      }
}

// A number that is none, rounded or not, is not lost.
TEST_P(CpuPacked, WhatIsNotFiniteStaysSo) {
  Random random(fresh_seed());
  const std::vector<uint32_t> words(12, 0x76543210);  // 96 codes of 4 bits
  const std::vector<float> scales(3, 0.5f), bases(3, 1.0f);
  for (const int x_bits : {32, 16, 8})
    for (const float odd : {NAN, INFINITY, -INFINITY, 1.0f}) {
      std::vector<float> x(2 * 90), y(2);
      for (float& v : x) v = static_cast<float>(random.normal());
      x[90 + random.below(90)] = odd;
      const CodeFactors factors(x.data(), 2, 90, x_bits);
      dot_codes({4, words.data(), words.size(), 90, 32, scales.data(), bases.data()}, factors, y.data(), 1);
      EXPECT_TRUE(std::isfinite(y[0])) << x_bits;
      EXPECT_EQ(std::isfinite(y[1]), std::isfinite(odd)) << x_bits << " bits, " << odd;
      std::vector<float> rounded = x;
      if (x_bits < 32) round_activations(x.data(), 2, 90, x_bits, rounded.data());
      EXPECT_EQ(std::ranges::all_of(rounded, [](float v) { return std::isfinite(v); }), std::isfinite(odd)) << x_bits;
    }
}

TEST_P(CpuPacked, HalvesAreWidenedExactly) {
  std::vector<uint16_t> all;
  for (uint32_t bits = 0; bits < 0x10000; bits += 1 + bits % 3)
    if ((bits & 0x7c00) != 0x7c00) all.push_back(static_cast<uint16_t>(bits));
  std::vector<float> got(all.size());
  widen_halves(all.data(), all.size(), got.data());
  for (size_t i = 0; i < all.size(); ++i) ASSERT_EQ(got[i], half_to_float(all[i])) << all[i];
}

}  // namespace
}  // namespace bitloom
