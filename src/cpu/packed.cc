#include "cpu/packed.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>

#include "bitloom/dtype.h"

#ifndef HWY_WANT_SSE4
#define HWY_WANT_SSE4 1
#endif
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/packed.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cpu/mul_add-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitloom {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors of 32 bytes at most, the codes of a bundle.
using Wide = hn::CappedTag<float, 8>;
constexpr Wide wide;
constexpr hn::Repartition<uint8_t, Wide> narrow;
constexpr hn::Repartition<int16_t, Wide> shorts;
constexpr hn::Repartition<int32_t, Wide> whole;
constexpr hn::RebindToUnsigned<decltype(shorts)> unsigned_shorts;
constexpr size_t lanes = hn::MaxLanes(wide);
constexpr size_t bundle = 32;         // codes of `bits` words
constexpr size_t part = 32 * bundle;  // codes taken out at a time
static_assert(bundle % (4 * lanes) == 0);

using Sixteen = hn::FixedTag<uint8_t, 16>;
constexpr Sixteen sixteen;

// Zero for places from 128 on.
HWY_INLINE hn::Vec<Sixteen> bytes_at(hn::Vec<Sixteen> v, hn::Vec<Sixteen> places) {
#ifdef __wasm_simd128__
  return hn::Vec<Sixteen>{wasm_i8x16_swizzle(v.raw, places.raw)};  // Highway's goes byte by byte
#else
  return hn::TableLookupBytesOr0(v, places);
#endif
}

// A number kept from the compiler: what it knows to be positive it converts unsigned, many instructions on WebAssembly.
HWY_INLINE hn::Vec<decltype(whole)> unknown(int32_t value) {
  const volatile int32_t hidden = value;
  return hn::Set(whole, hidden);
}

// 32 codes, one a byte, from their 4 · bits bytes; 16 bytes may be read.
template <int bits>
void take(const uint8_t* from, uint8_t* codes) {
  static_assert(std::endian::native == std::endian::little);
  if constexpr (bits == 8) {
    std::memcpy(codes, from, bundle);
  } else if constexpr (bits == 4) {
    const auto v = hn::LoadU(sixteen, from);
    const auto low = hn::And(v, hn::Set(sixteen, 15)), high = hn::ShiftRight<4>(v);
    hn::Store(hn::InterleaveLower(sixteen, low, high), sixteen, codes);
    hn::Store(hn::InterleaveUpper(sixteen, low, high), sixteen, codes + 16);
  } else if constexpr (bits == 3) {
    // The two bytes each code lies in, and in them the code pushed to the top and down again. The first needs one byte
    // only, the other is zero, and its factor may have a 1 beside the power of two: of powers alone the compiler makes
    // shifts lane by lane, which WebAssembly does not have.
    const hn::FixedTag<uint16_t, 8> eight;
    alignas(16) constexpr uint8_t places[] = {0, 128, 0, 1, 0, 1, 1, 2, 1, 2, 1, 2, 2, 3, 2, 3};
    alignas(16) constexpr uint16_t pushes[] = {1 << 13 | 1, 1 << 10, 1 << 7, 1 << 12, 1 << 9, 1 << 6, 1 << 11, 1 << 8};
    const auto push = hn::Load(eight, pushes);
    const auto v = hn::LoadU(sixteen, from), three = hn::Set(sixteen, 3);
    auto place = hn::Load(sixteen, places);
    for (size_t i = 0; i < bundle; i += 8, place = hn::Add(place, three)) {
      const auto pairs = hn::BitCast(eight, bytes_at(v, place));
      const auto eight_codes = hn::ShiftRight<13>(hn::Mul(pairs, push));
      hn::Store(hn::DemoteTo(hn::FixedTag<uint8_t, 8>(), hn::BitCast(hn::FixedTag<int16_t, 8>(), eight_codes)),
                hn::FixedTag<uint8_t, 8>(), codes + i);
    }
  } else if constexpr (bits == 2) {
    // Each byte four times, then each of the four its own two bits.
    const hn::FixedTag<uint8_t, 8> eight;
    const auto v = hn::LoadU(eight, from), three = hn::Set(eight, 3);
    const auto a = hn::And(v, three), b = hn::And(hn::ShiftRight<2>(v), three);
    const auto c = hn::And(hn::ShiftRight<4>(v), three), d = hn::ShiftRight<6>(v);
    const auto even = hn::InterleaveLower(sixteen, hn::ZeroExtendVector(sixteen, a), hn::ZeroExtendVector(sixteen, c));
    const auto odd = hn::InterleaveLower(sixteen, hn::ZeroExtendVector(sixteen, b), hn::ZeroExtendVector(sixteen, d));
    hn::Store(hn::InterleaveLower(sixteen, even, odd), sixteen, codes);
    hn::Store(hn::InterleaveUpper(sixteen, even, odd), sixteen, codes + 16);
  } else {
    // Each byte eight times, then each of the eight its own bit.
    alignas(16) constexpr uint8_t places[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    alignas(16) constexpr uint8_t masks[] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const auto v = hn::LoadU(sixteen, from), place = hn::Load(sixteen, places), mask = hn::Load(sixteen, masks);
    const auto one = hn::Set(sixteen, 1);
    for (size_t half : {0, 1}) {
      const auto spread = bytes_at(v, hn::Add(place, hn::Set(sixteen, static_cast<uint8_t>(2 * half))));
      hn::Store(hn::Min(hn::And(spread, mask), one), sixteen, codes + 16 * half);
    }
  }
}

template <int bits>
void take_part(const uint8_t* from, size_t bundles, uint8_t* codes) {
  for (size_t i = 0; i < bundles; ++i) take<bits>(from + i * 4 * bits, codes + i * bundle);
}
void take_part(int bits, const uint8_t* from, size_t bundles, uint8_t* codes) {
  switch (bits) {
    case 1: return take_part<1>(from, bundles, codes);
    case 2: return take_part<2>(from, bundles, codes);
    case 3: return take_part<3>(from, bundles, codes);
    case 4: return take_part<4>(from, bundles, codes);
    default: return take_part<8>(from, bundles, codes);
  }
}

// The codes of some neighbouring rows part by part, in whole bundles; where the words end, from a copy of them. (Not a
// function that calls back: what a lambda does is not compiled for the target at hand.) With each 32 codes goes the
// scale and base at `fit`.
template <size_t rows>
class Parts {
 public:
  size_t from = 0, until = 0;  // the codes at hand
  size_t fit = 0;
  HWY_ALIGN uint8_t codes[rows][part];

  explicit Parts(const CodeRows& w)
      : w_(w), bytes_(reinterpret_cast<const uint8_t*>(w.words)), left_(4 * w.word_count), end_(w.stretch) {}
  bool next() {
    if (until >= w_.count) return false;
    const size_t bundles = std::min(part / bundle, (w_.count - until + bundle - 1) / bundle);
    const size_t size = bundles * static_cast<size_t>(4 * w_.bits);
    from = until, until += bundles * bundle;
    for (size_t r = 0; r < rows; ++r) {
      HWY_ALIGN uint8_t last[part + 16];
      const uint8_t* at = bytes_ + r * 4 * w_.word_count;
      if (left_ < size + 16) {
        std::memcpy(last, at, left_);
        std::memset(last + left_, 0, size + 16 - left_);
        at = last;
      }
      take_part(w_.bits, at, bundles, codes[r]);
    }
    bytes_ += size, left_ -= std::min(left_, size);
    return true;
  }
  void reach(size_t code) {
    if (code == end_) ++fit, end_ += w_.stretch;
  }

 private:
  const CodeRows& w_;
  const uint8_t* bytes_;
  size_t left_, end_;
};

template <size_t rows, size_t outs>
void dots(const CodeRows& w, const CodeFactors& x, float* y, size_t step) {
  hn::Vec<Wide> totals[outs][rows];
  float plain[outs][rows] = {};
  for (auto& out : totals)
    for (auto& total : out) total = hn::Zero(wide);
  const auto first = unknown(255), second = hn::ShiftLeft<8>(first), third = hn::ShiftLeft<16>(first);
  for (Parts<outs> parts(w); parts.next();)
    for (size_t from = parts.from; from < parts.until; from += bundle) {
      parts.reach(from);
      hn::Vec<Wide> sums[outs][rows];
      for (auto& out : sums)
        for (auto& sum : out) sum = hn::Zero(wide);
      for (size_t i = 0; i < bundle; i += 4 * lanes) {
        hn::Vec<Wide> v[outs][4];  // codes 4 l + j, times 256^j but for the last
        for (size_t o = 0; o < outs; ++o) {
          const auto four = hn::BitCast(whole, hn::Load(narrow, parts.codes[o] + (from - parts.from) + i));
          v[o][0] = hn::ConvertTo(wide, hn::And(four, first)), v[o][1] = hn::ConvertTo(wide, hn::And(four, second));
          v[o][2] = hn::ConvertTo(wide, hn::And(four, third));
          v[o][3] = hn::ConvertTo(wide, hn::And(hn::ShiftRight<24>(four), first));
        }
        for (size_t j = 0; j < 4; ++j)
          for (size_t r = 0; r < rows; ++r) {
            const auto factors = hn::LoadU(wide, x.x.data() + r * x.step + from + 8 * j + i / 4);
            for (size_t o = 0; o < outs; ++o) sums[o][r] = mul_add(v[o][j], factors, sums[o][r]);
          }
      }
      for (size_t o = 0; o < outs; ++o) {
        const size_t at = o * w.fits + parts.fit;
        const auto scale = hn::Set(wide, w.scales[at]);
        for (size_t r = 0; r < rows; ++r) {
          totals[o][r] = mul_add(sums[o][r], scale, totals[o][r]);
          plain[o][r] += w.bases[at] * x.sums[(r * x.step + from) / bundle];
        }
      }
    }
  for (size_t o = 0; o < outs; ++o)
    for (size_t r = 0; r < rows; ++r) y[r * step + o] = hn::GetLane(hn::SumOfLanes(wide, totals[o][r])) + plain[o][r];
}

// In whole numbers: exact within 32 codes.
template <size_t rows, size_t outs>
void whole_dots(const CodeRows& w, const CodeFactors& x, float* y, size_t step) {
  hn::Vec<Wide> totals[outs][rows];
  float plain[outs][rows] = {};
  for (auto& out : totals)
    for (auto& total : out) total = hn::Zero(wide);
  for (Parts<outs> parts(w); parts.next();)
    for (size_t from = parts.from; from < parts.until; from += bundle) {
      parts.reach(from);
      hn::Vec<decltype(whole)> sums[outs][rows], more[outs][rows];
      for (size_t o = 0; o < outs; ++o)
        for (size_t r = 0; r < rows; ++r) sums[o][r] = more[o][r] = hn::Zero(whole);
      for (size_t i = 0; i < bundle; i += 4 * lanes) {
        hn::Vec<decltype(shorts)> v[outs][2];
        for (size_t o = 0; o < outs; ++o) {
          const auto two = hn::BitCast(shorts, hn::Load(narrow, parts.codes[o] + (from - parts.from) + i));
          v[o][0] = hn::And(two, hn::Set(shorts, 255));
          v[o][1] = hn::BitCast(shorts, hn::ShiftRight<8>(hn::BitCast(unsigned_shorts, two)));
        }
        for (size_t j = 0; j < 2; ++j)
          for (size_t r = 0; r < rows; ++r) {
            const auto factors = hn::LoadU(shorts, x.whole.data() + r * x.step + from + 16 * j + i / 2);
            for (size_t o = 0; o < outs; ++o)
              sums[o][r] = hn::ReorderWidenMulAccumulate(whole, v[o][j], factors, sums[o][r], more[o][r]);
          }
      }
      for (size_t o = 0; o < outs; ++o) {
        const size_t at = o * w.fits + parts.fit;
        for (size_t r = 0; r < rows; ++r) {
          const size_t stretch = (r * x.step + from) / bundle;
          const auto unit = hn::Set(wide, w.scales[at] * x.units[stretch]);
          totals[o][r] = mul_add(hn::ConvertTo(wide, hn::Add(sums[o][r], more[o][r])), unit, totals[o][r]);
          plain[o][r] += w.bases[at] * x.sums[stretch];
        }
      }
    }
  for (size_t o = 0; o < outs; ++o)
    for (size_t r = 0; r < rows; ++r) y[r * step + o] = hn::GetLane(hn::SumOfLanes(wide, totals[o][r])) + plain[o][r];
}

// `outs` rows of weights at a time, which share what is read of x.
template <size_t rows, size_t outs>
void some_dots(CodeRows w, const CodeFactors& x, float* y, size_t step) {
  const size_t until = w.rows / outs * outs;
  for (size_t o = 0; o < until; o += outs) {
    x.whole.empty() ? dots<rows, outs>(w, x, y + o, step) : whole_dots<rows, outs>(w, x, y + o, step);
    w.words += outs * w.word_count, w.scales += outs * w.fits, w.bases += outs * w.fits;
  }
  if constexpr (outs > 1) {
    for (size_t o = until; o < w.rows; ++o) {
      x.whole.empty() ? dots<rows, 1>(w, x, y + o, step) : whole_dots<rows, 1>(w, x, y + o, step);
      w.words += w.word_count, w.scales += w.fits, w.bases += w.fits;
    }
  }
}
void DotCodes(const CodeRows& w, const CodeFactors& x, float* y, size_t step) {
  switch (x.rows) {
    case 1: return some_dots<1, 4>(w, x, y, step);
    case 2: return some_dots<2, 2>(w, x, y, step);
    case 3: return some_dots<3, 1>(w, x, y, step);
    default: return some_dots<4, 1>(w, x, y, step);
  }
}

void UnpackCodes(const CodeRows& w, float* to) {
  const hn::Rebind<uint8_t, Wide> few;
  const auto nothing = unknown(0);
  for (Parts<1> parts(w); parts.next();)
    for (size_t from = parts.from; from < parts.until; from += bundle) {
      const uint8_t* codes = parts.codes[0] + (from - parts.from);
      parts.reach(from);
      const auto times = hn::Set(wide, w.scales[parts.fit]), plus = hn::Set(wide, w.bases[parts.fit]);
      HWY_ALIGN float last[bundle];
      float* out = from + bundle <= w.count ? to + from : last;
      for (size_t i = 0; i < bundle; i += lanes) {
        const auto v = hn::Or(hn::PromoteTo(whole, hn::Load(few, codes + i)), nothing);
        hn::StoreU(mul_add(hn::ConvertTo(wide, v), times, plus), wide, out + i);
      }
      if (out == last) std::copy_n(last, w.count - from, to + from);
    }
}

void WidenHalves(const uint16_t* from, size_t count, float* to) {
  const hn::Rebind<uint16_t, Wide> bits;
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto v = hn::LoadU(bits, from + i);
#ifdef __wasm_simd128__
    // Exponent and mantissa where a float has them, 112 powers of two too small; finite numbers only, as Highway's.
    const auto sign = hn::ShiftLeft<16>(hn::PromoteTo(whole, hn::And(v, hn::Set(bits, 0x8000))));
    const auto rest = hn::ShiftLeft<13>(hn::PromoteTo(whole, hn::And(v, hn::Set(bits, 0x7fff))));
    const auto number = hn::Mul(hn::BitCast(wide, rest), hn::Set(wide, 0x1p112f));
    hn::StoreU(hn::Or(number, hn::BitCast(wide, sign)), wide, to + i);
#else
    hn::StoreU(hn::PromoteTo(wide, hn::BitCast(hn::Rebind<hwy::float16_t, Wide>(), v)), wide, to + i);
#endif
  }
  for (; i < count; ++i) to[i] = half_to_float(from[i]);
}

}  // namespace HWY_NAMESPACE
}  // namespace bitloom
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitloom {

HWY_EXPORT(UnpackCodes);
HWY_EXPORT(DotCodes);
HWY_EXPORT(WidenHalves);

void unpack_codes(const CodeRows& weights, float* to) { HWY_DYNAMIC_DISPATCH(UnpackCodes)(weights, to); }
void dot_codes(const CodeRows& weights, const CodeFactors& x, float* y, size_t step) {
  HWY_DYNAMIC_DISPATCH(DotCodes)(weights, x, y, step);
}

namespace {

// Up to 32 numbers as whole numbers of so many bits, times the unit that is returned; NaN if one is not finite.
float round_stretch(std::span<const float> x, int bits, std::span<int16_t> to) {
  const float most = bits == 8 ? 127.0f : 32512.0f;
  float size = 0;
  for (const float v : x) size = std::isfinite(v) ? std::max(size, std::abs(v)) : NAN;
  const float inverse = size > 1e-30f ? most / size : 0;
  for (size_t i = 0; i < x.size(); ++i) to[i] = inverse > 0 ? static_cast<int16_t>(std::nearbyint(x[i] * inverse)) : 0;
  return size / most;
}

}  // namespace

CodeFactors::CodeFactors(const float* from, size_t row_count, size_t count, int bits)
    : rows(row_count), step((count + 31) / 32 * 32), sums(rows * step / 32) {
  if (bits < 32) whole.resize(rows * step), units.resize(sums.size());
  else x.resize(rows * step);
  for (size_t i = 0; i < sums.size(); ++i) {
    const size_t row = 32 * i / step, at = 32 * i % step;
    const std::span<const float> here(from + row * count + at, std::min<size_t>(32, count - at));
    if (bits < 32) {
      std::array<int16_t, 32> rounded{};
      units[i] = round_stretch(here, bits, rounded);
      for (size_t j = 0; j < 32; ++j) whole[32 * i + j % 2 * 16 + j / 2] = rounded[j];
      sums[i] = units[i] * static_cast<float>(std::accumulate(rounded.begin(), rounded.end(), 0));
    } else {
      constexpr float shifts[] = {1, 0x1p-8f, 0x1p-16f, 1};
      for (size_t j = 0; j < here.size(); ++j) x[32 * i + j % 4 * 8 + j / 4] = here[j] * shifts[j % 4];
      sums[i] = std::accumulate(here.begin(), here.end(), 0.0f);
    }
  }
}

void round_activations(const float* from, size_t rows, size_t count, int bits, float* to) {
  std::array<int16_t, 32> rounded{};
  for (size_t r = 0; r < rows; ++r)
    for (size_t at = r * count; at < (r + 1) * count; at += 32) {
      const std::span<const float> here(from + at, std::min<size_t>(32, (r + 1) * count - at));
      const float unit = round_stretch(here, bits, rounded);
      for (size_t j = 0; j < here.size(); ++j) to[at + j] = static_cast<float>(rounded[j]) * unit;
    }
}

void widen_halves(const uint16_t* from, size_t count, float* to) { HWY_DYNAMIC_DISPATCH(WidenHalves)(from, count, to); }

}  // namespace bitloom
#endif
