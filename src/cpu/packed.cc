#include "cpu/packed.h"

#include <algorithm>
#include <bit>
#include <cstring>

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

HWY_BEFORE_NAMESPACE();
namespace bitloom {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::ScalableTag<float>;
constexpr Wide wide;
constexpr hn::Rebind<uint8_t, Wide> narrow;
constexpr hn::Rebind<int32_t, Wide> whole;
constexpr size_t lanes = hn::MaxLanes(wide);
constexpr size_t bundle = 32;  // codes taken out together: `bits` words
static_assert(bundle % lanes == 0);

// The bits of eight codes, spread to the bytes of a word.
template <int bits>
uint64_t spread(uint64_t v) {
  static_assert(bits <= 4);
  if constexpr (bits == 3) {
    v = (v | v << 20) & 0x00000fff00000fff;
    v = (v | v << 10) & 0x003f003f003f003f;
    return (v | v << 5) & 0x0707070707070707;
  } else {
    constexpr uint64_t halves[] = {0, 0x0000000f0000000f, 0x000000ff000000ff, 0, 0x0000ffff0000ffff};
    constexpr uint64_t pairs[] = {0, 0x0003000300030003, 0x000f000f000f000f, 0, 0x00ff00ff00ff00ff};
    constexpr uint64_t ones[] = {0, 0x0101010101010101, 0x0303030303030303, 0, 0x0f0f0f0f0f0f0f0f};
    v = (v | v << (4 * (8 - bits))) & halves[bits];
    v = (v | v << (2 * (8 - bits))) & pairs[bits];
    return (v | v << (8 - bits)) & ones[bits];
  }
}

// 32 codes, one a byte, from their 4 · bits bytes.
template <int bits>
void take(const uint8_t* bytes, uint8_t* codes) {
  static_assert(std::endian::native == std::endian::little);
  const hn::FixedTag<uint8_t, 16> sixteen;
  if constexpr (bits == 8) {
    std::memcpy(codes, bytes, bundle);
  } else if constexpr (bits == 4) {
    const auto v = hn::LoadU(sixteen, bytes);
    const auto low = hn::And(v, hn::Set(sixteen, 15)), high = hn::ShiftRight<4>(v);
    hn::Store(hn::InterleaveLower(sixteen, low, high), sixteen, codes);
    hn::Store(hn::InterleaveUpper(sixteen, low, high), sixteen, codes + 16);
  } else if constexpr (bits == 2) {
    // Each byte four times, then each of the four its own two bits.
    const hn::FixedTag<uint8_t, 8> eight;
    const auto v = hn::LoadU(eight, bytes), three = hn::Set(eight, 3);
    const auto a = hn::And(v, three), b = hn::And(hn::ShiftRight<2>(v), three);
    const auto c = hn::And(hn::ShiftRight<4>(v), three), d = hn::ShiftRight<6>(v);
    const auto even = hn::InterleaveLower(sixteen, hn::ZeroExtendVector(sixteen, a), hn::ZeroExtendVector(sixteen, c));
    const auto odd = hn::InterleaveLower(sixteen, hn::ZeroExtendVector(sixteen, b), hn::ZeroExtendVector(sixteen, d));
    hn::Store(hn::InterleaveLower(sixteen, even, odd), sixteen, codes);
    hn::Store(hn::InterleaveUpper(sixteen, even, odd), sixteen, codes + 16);
  } else {
    for (size_t i = 0; i < bundle; i += 8) {  // eight codes are `bits` bytes
      uint64_t v = 0;
      std::memcpy(&v, bytes + i / 8 * bits, bits);
      v = spread<bits>(v);
      std::memcpy(codes + i, &v, 8);
    }
  }
}

// The bundles of a row one after another; the last one, which may end with the row's words, from a copy.
template <int bits, class F>
void each_bundle(const uint32_t* words, size_t word_count, size_t count, F f) {
  HWY_ALIGN uint8_t codes[bundle];
  const auto* bytes = reinterpret_cast<const uint8_t*>(words);
  for (size_t from = 0; from < count; from += bundle, bytes += 4 * bits) {
    const size_t left = 4 * word_count - from / 8 * bits;
    if (left >= 4 * bits) {
      take<bits>(bytes, codes);
    } else {
      HWY_ALIGN uint8_t last[4 * bits] = {};
      std::memcpy(last, bytes, left);
      take<bits>(last, codes);
    }
    f(from, codes);
  }
}

hn::Vec<Wide> numbers(const uint8_t* codes) {
  return hn::ConvertTo(wide, hn::PromoteTo(whole, hn::Load(narrow, codes)));
}

template <int bits>
void unpack(const uint32_t* words, size_t count, float scale, float base, float* to) {
  const auto times = hn::Set(wide, scale), plus = hn::Set(wide, base);
  const size_t held = bits == 3 ? (count + 31) / 32 * 3 : (count * bits + 31) / 32;
  each_bundle<bits>(words, held, count, [&](size_t from, const uint8_t* codes) {
    HWY_ALIGN float last[bundle];
    float* out = from + bundle <= count ? to + from : last;
    for (size_t i = 0; i < bundle; i += lanes) hn::StoreU(hn::MulAdd(numbers(codes + i), times, plus), wide, out + i);
    if (out == last) std::copy_n(last, count - from, to + from);
  });
}

template <int bits, size_t rows>
void dots(const CodeRow& w, const CodeRows& x, float* y) {
  // A sum waits for the one before it: few rows have several each.
  constexpr size_t chains = std::min<size_t>(rows == 1 ? 4 : rows == 2 ? 2 : 1, bundle / lanes);
  hn::Vec<Wide> totals[rows], sums[rows][chains];
  float plain[rows] = {};
  const auto clear = [&](size_t r) {
    for (size_t c = 0; c < chains; ++c) sums[r][c] = hn::Zero(wide);
  };
  for (size_t r = 0; r < rows; ++r) totals[r] = hn::Zero(wide), clear(r);
  size_t at = 0, end = w.stretch;
  const auto finish = [&] {
    const auto scale = hn::Set(wide, w.scales[at]);
    for (size_t r = 0; r < rows; ++r) {
      for (size_t c = 0; c < chains; ++c) totals[r] = hn::MulAdd(sums[r][c], scale, totals[r]);
      clear(r);
    }
  };
  each_bundle<bits>(w.words, w.word_count, w.count, [&](size_t from, const uint8_t* codes) {
    if (from == end) finish(), ++at, end += w.stretch;
    for (size_t i = 0, c = 0; i < bundle; i += lanes, c = (c + 1) % chains) {
      const auto v = numbers(codes + i);
      for (size_t r = 0; r < rows; ++r)
        sums[r][c] = hn::MulAdd(v, hn::LoadU(wide, x.x + r * x.step + from + i), sums[r][c]);
    }
    for (size_t r = 0; r < rows; ++r) plain[r] += w.bases[at] * x.sums[(r * x.step + from) / bundle];
  });
  finish();
  for (size_t r = 0; r < rows; ++r) y[r] = hn::GetLane(hn::SumOfLanes(wide, totals[r])) + plain[r];
}
template <int bits>
void dots(const CodeRow& w, const CodeRows& x, float* y) {
  switch (x.rows) {
    case 1: return dots<bits, 1>(w, x, y);
    case 2: return dots<bits, 2>(w, x, y);
    case 3: return dots<bits, 3>(w, x, y);
    default: return dots<bits, 4>(w, x, y);
  }
}

void DotCodes(const CodeRow& w, const CodeRows& x, float* y) {
  switch (w.bits) {
    case 1: return dots<1>(w, x, y);
    case 2: return dots<2>(w, x, y);
    case 3: return dots<3>(w, x, y);
    case 4: return dots<4>(w, x, y);
    default: return dots<8>(w, x, y);
  }
}

void WidenHalves(const uint16_t* from, size_t count, float* to) {
  const hn::Rebind<hwy::float16_t, Wide> half;
  const hn::Rebind<uint16_t, Wide> bits;
  size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(hn::PromoteTo(wide, hn::BitCast(half, hn::LoadU(bits, from + i))), wide, to + i);
  for (; i < count; ++i) to[i] = half_to_float(from[i]);
}

void UnpackCodes(int bits, const uint32_t* words, size_t count, float scale, float base, float* to) {
  switch (bits) {
    case 1: return unpack<1>(words, count, scale, base, to);
    case 2: return unpack<2>(words, count, scale, base, to);
    case 3: return unpack<3>(words, count, scale, base, to);
    case 4: return unpack<4>(words, count, scale, base, to);
    default: return unpack<8>(words, count, scale, base, to);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitloom
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitloom {

HWY_EXPORT(UnpackCodes);
HWY_EXPORT(DotCodes);
HWY_EXPORT(WidenHalves);

void unpack_codes(int bits, const uint32_t* words, size_t count, float scale, float base, float* to) {
  HWY_DYNAMIC_DISPATCH(UnpackCodes)(bits, words, count, scale, base, to);
}
void dot_codes(const CodeRow& weights, const CodeRows& x, float* y) { HWY_DYNAMIC_DISPATCH(DotCodes)(weights, x, y); }
void widen_halves(const uint16_t* from, size_t count, float* to) { HWY_DYNAMIC_DISPATCH(WidenHalves)(from, count, to); }

}  // namespace bitloom
#endif
