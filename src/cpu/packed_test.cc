#include "cpu/packed.h"

#include <gtest/gtest.h>

#include <cmath>
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

// Products on the codes against the same weights written out, for groups and whole rows.
TEST(CpuPacked, DotsWithCodes) {
  Random random(fresh_seed());
  for (int bits : {1, 2, 3, 4, 8})
    for (const bool groups : {false, true})
      for (int turn = 0; turn < 30; ++turn) {
        const int64_t count = 1 + static_cast<int64_t>(random.below(300));
        quant::Scheme scheme{.bits = bits, .granularity = quant::Granularity::channel};
        if (groups) scheme.granularity = quant::Granularity::group, scheme.group = turn % 2 ? 32 : 64;
        const quant::Layout l = *quant::layout_of(scheme, 1, count);
        std::vector<uint32_t> words(static_cast<size_t>(l.words));
        for (uint32_t& w : words) w = static_cast<uint32_t>(random.next());
        std::vector<uint8_t> codes(static_cast<size_t>(count));
        quant::unpack(scheme, words, codes);
        std::vector<float> scales, bases;
        for (int64_t i = 0; i < l.scales; ++i)
          scales.push_back(static_cast<float>(random.normal())), bases.push_back(static_cast<float>(random.normal()));
        const size_t rows = 1 + random.below(CodeRows::most), step = (codes.size() + 31) / 32 * 32;
        std::vector<float> x(rows * step), sums(x.size() / 32);
        for (size_t i = 0; i < x.size(); ++i)
          if (i % step < codes.size()) x[i] = static_cast<float>(random.normal()), sums[i / 32] += x[i];
        std::vector<float> got(rows);
        dot_codes({bits, words.data(), words.size(), codes.size(), static_cast<size_t>(l.stretch), scales.data(),
                   bases.data()},
                  {x.data(), sums.data(), rows, step}, got.data());
        for (size_t r = 0; r < rows; ++r) {
          double want = 0, size = 0;
          for (size_t i = 0; i < codes.size(); ++i) {
            const size_t at = i / static_cast<size_t>(l.stretch);
            const double w = bases[at] + static_cast<double>(scales[at]) * codes[i], v = x[r * step + i];
            want += w * v, size += std::abs(w * v);
          }
          ASSERT_NEAR(got[r], want, 2e-6 * size + 1e-4) << bits << " bits, row " << r << " of " << count;
        }
      }
}

TEST(CpuPacked, HalvesAreWidenedExactly) {
  std::vector<uint16_t> all;
  for (uint32_t bits = 0; bits < 0x10000; bits += 1 + bits % 3)
    if ((bits & 0x7c00) != 0x7c00) all.push_back(static_cast<uint16_t>(bits));
  std::vector<float> got(all.size());
  widen_halves(all.data(), all.size(), got.data());
  for (size_t i = 0; i < all.size(); ++i) ASSERT_EQ(got[i], half_to_float(all[i])) << all[i];
}

}  // namespace
}  // namespace bitloom
