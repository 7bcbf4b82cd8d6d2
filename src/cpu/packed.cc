#include "cpu/packed.h"

#include <algorithm>
#include <bit>
#include <cstring>

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

template <int bits>
void unpack(const uint32_t* words, size_t count, float scale, float base, float* to) {
  static_assert(std::endian::native == std::endian::little);
  const auto* bytes = reinterpret_cast<const uint8_t*>(words);
  const auto times = hn::Set(wide, scale), plus = hn::Set(wide, base);
  for (size_t from = 0; from < count; from += bundle, bytes += 4 * bits) {
    const size_t here = std::min(bundle, count - from);
    HWY_ALIGN uint8_t codes[bundle] = {};
    HWY_ALIGN float numbers[bundle];
    if constexpr (bits == 8) {
      std::memcpy(codes, bytes, here);
    } else {
      for (size_t i = 0; i < here; i += 8) {  // eight codes are `bits` bytes
        uint64_t v = 0;
        std::memcpy(&v, bytes + i / 8 * bits, bits);
        v = spread<bits>(v);
        std::memcpy(codes + i, &v, 8);
      }
    }
    float* out = here == bundle ? to + from : numbers;
    for (size_t i = 0; i < bundle; i += lanes) {
      const auto v = hn::ConvertTo(wide, hn::PromoteTo(whole, hn::Load(narrow, codes + i)));
      hn::StoreU(hn::MulAdd(v, times, plus), wide, out + i);
    }
    if (here < bundle) std::copy_n(numbers, here, to + from);
  }
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

float Dot(const float* a, const float* b, size_t count) {
  hn::Vec<Wide> sums[4] = {hn::Zero(wide), hn::Zero(wide), hn::Zero(wide), hn::Zero(wide)};
  size_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes)
    for (size_t k = 0; k < 4; ++k)
      sums[k] = hn::MulAdd(hn::LoadU(wide, a + i + k * lanes), hn::LoadU(wide, b + i + k * lanes), sums[k]);
  for (; i + lanes <= count; i += lanes) sums[0] = hn::MulAdd(hn::LoadU(wide, a + i), hn::LoadU(wide, b + i), sums[0]);
  float sum = hn::GetLane(hn::SumOfLanes(wide, hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]))));
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace HWY_NAMESPACE
}  // namespace bitloom
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitloom {

HWY_EXPORT(UnpackCodes);
HWY_EXPORT(Dot);

void unpack_codes(int bits, const uint32_t* words, size_t count, float scale, float base, float* to) {
  HWY_DYNAMIC_DISPATCH(UnpackCodes)(bits, words, count, scale, base, to);
}
float dot(const float* a, const float* b, size_t count) { return HWY_DYNAMIC_DISPATCH(Dot)(a, b, count); }

}  // namespace bitloom
#endif
