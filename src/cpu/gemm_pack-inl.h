// What products are made from: sizes of tiles and blocks, memory for panels, and operands brought into them as f32.
// Included inside Highway's rounds, once a round.
#if defined(BITLOOM_CPU_GEMM_PACK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef BITLOOM_CPU_GEMM_PACK_INL_H
#undef BITLOOM_CPU_GEMM_PACK_INL_H
#else
#define BITLOOM_CPU_GEMM_PACK_INL_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "cpu/gemm.h"
#include "cpu/threads.h"

#ifndef BITLOOM_CPU_GEMM_ONCE
#define BITLOOM_CPU_GEMM_ONCE
namespace bitloom {
namespace {

constexpr size_t ceil_div(size_t a, size_t b) { return (a + b - 1) / b; }
constexpr size_t round_up(size_t a, size_t b) { return ceil_div(a, b) * b; }

// Memory for panels, kept for the next product where a thread can keep it. Callers ask for bounded sizes: see the
// constants below.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { release(); }

  float* get(size_t count) {
    if (count > capacity_) {
      release();
      data_ = static_cast<float*>(::operator new(count * sizeof(float), alignment));
      capacity_ = count;
    }
    return data_;
  }

 private:
  static constexpr std::align_val_t alignment{64};
  void release() { ::operator delete(data_, alignment); }

  float* data_ = nullptr;
  size_t capacity_ = 0;
};
#ifdef __wasi__
// A new one each time, which costs nothing next to a product: wasm-ld 19 gives thread_local variables wrong addresses
// (twice their offset) in a program without shared memory, and nothing would run their destructors in one with it.
Scratch a_scratch() { return {}; }
Scratch b_scratch() { return {}; }
#else
Scratch& a_scratch() {
  thread_local Scratch scratch;
  return scratch;
}
Scratch& b_scratch() {
  thread_local Scratch scratch;
  return scratch;
}
#endif

// Below this many multiply-adds, waking another thread costs more than it brings.
constexpr double parallel_work = 1 << 18;

void maybe_parallel(bool parallel, size_t count, size_t grain, FunctionRef<void(size_t, size_t)> f) {
  if (parallel) parallel_for(count, grain, f);
  else if (count) f(0, count);
}

}  // namespace
}  // namespace bitloom
#endif  // BITLOOM_CPU_GEMM_ONCE

HWY_BEFORE_NAMESPACE();
namespace bitloom {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::ScalableTag<float>;
using Quad = hn::FixedTag<float, 4>;
constexpr Wide wide;
constexpr Quad quad;
constexpr size_t lanes = hn::MaxLanes(wide);

// The tile of C in registers: with 32 registers, 28 sums, 2 of B and 2 to spare; with 16, 12, 2 and 2. V8 on x86 keeps
// one of its 16 for itself: 10 sums leave room for a product without fused multiply-add, and are few enough for V8 to
// unroll the loop, which more than makes up for the 2 fewer.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL || HWY_ARCH_ARM_A64
constexpr size_t panel_rows = 14;
constexpr size_t thin_sums = 16;  // sums in registers of the thin kernels
#elif HWY_TARGET == HWY_WASM
constexpr size_t panel_rows = 5;
constexpr size_t thin_sums = 8;
#else
constexpr size_t panel_rows = 6;
constexpr size_t thin_sums = 8;
#endif
constexpr size_t panel_cols = 2 * lanes;

constexpr size_t block_depth = 256;                            // a panel of B is at most 32 KB: it stays in L1
constexpr size_t block_rows = round_up(240, panel_rows);       // a block of A is about 256 KB: it stays in L2
constexpr size_t packed_depth = 16 * block_depth;              // B is packed in parts of at most this depth
constexpr size_t packed_floats = size_t{1} << 21;              // and 8 MB
constexpr size_t thin_rows = HWY_TARGET == HWY_WASM ? 16 : 8;  // packing B takes longer with narrow registers
constexpr size_t thin_cols = 8;
constexpr size_t strip_depth = 32;  // of the thin kernels on WebAssembly
constexpr size_t line_floats = 16;  // in a cache line

// ---- loading, with conversion to f32

template <class D>
hn::Vec<D> load(D d, const float* p) {
  return hn::LoadU(d, p);
}
template <class D>
hn::Vec<D> load(D d, const Half* p) {
#if HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_WASM || HWY_TARGET == HWY_EMU128
  // Highway's conversion without hardware help makes finite numbers of inf and NaN. Moved to its place in an f32, a
  // half is 2^112 too small, subnormals included, except that those two need the highest exponent.
  const hn::Rebind<uint16_t, D> narrow;
  const hn::Rebind<uint32_t, D> wide_bits;
  const auto bits = hn::PromoteTo(wide_bits, hn::LoadU(narrow, &p->bits));
  const auto magnitude = hn::ShiftLeft<13>(hn::And(bits, hn::Set(wide_bits, 0x7fff)));
  const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(wide_bits, 0x8000)));
  const auto scaled = hn::BitCast(wide_bits, hn::Mul(hn::BitCast(d, magnitude), hn::Set(d, 0x1p112f)));
  const auto special = hn::Gt(magnitude, hn::Set(wide_bits, (0x7c00 << 13) - 1));
  return hn::BitCast(d, hn::Or(hn::Or(scaled, sign), hn::IfThenElseZero(special, hn::Set(wide_bits, 0x7f800000))));
#else
  const hn::Rebind<hwy::float16_t, D> narrow;
  return hn::PromoteTo(d, hn::LoadU(narrow, reinterpret_cast<const hwy::float16_t*>(p)));
#endif
}
template <class D>
hn::Vec<D> load(D d, const Bfloat* p) {
  const hn::Rebind<uint16_t, D> narrow;
  const hn::Rebind<uint32_t, D> bits;
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(bits, hn::LoadU(narrow, &p->bits))));
}

// The first `count` elements, zeros after them; reads nothing past them.
template <class T>
hn::Vec<Wide> load_some(const T* p, size_t count) {
  T buffer[lanes] = {};
  std::memcpy(static_cast<void*>(buffer), p, count * sizeof(T));
  return load(wide, buffer);
}

// Vector v to c[0], c[stride], ...: `count` of them, added to what is there or stored over it.
// NOLINTNEXTLINE(misc-definitions-in-headers): gemm.cc alone includes this, once for each instruction set.
void store_some(hn::Vec<Wide> v, float* c, ptrdiff_t stride, size_t count, bool add) {
  if (stride == 1 && count == lanes) {
    hn::StoreU(add ? hn::Add(v, hn::LoadU(wide, c)) : v, wide, c);
    return;
  }
  float buffer[lanes];
  hn::StoreU(v, wide, buffer);
  for (size_t j = 0; j < count; ++j) {
    float& out = c[static_cast<ptrdiff_t>(j) * stride];
    out = add ? out + buffer[j] : buffer[j];
  }
}

// ---- packing

// out[p * width + i] = line i, element p. Lines from `count` on repeat the last one: the kernel drops what it computes
// from them. May write up to 3 floats past the panel.
template <size_t width, class T>
void pack_panel(const T* src, ptrdiff_t line, ptrdiff_t step, size_t count, size_t depth, float* out) {
  size_t p = 0;
  if (line == 1 && count == width) {
    for (; p < depth; ++p, src += step, out += width) {
      if constexpr (width % lanes == 0) {
        for (size_t i = 0; i < width; i += lanes) hn::StoreU(load(wide, src + i), wide, out + i);
      } else {
        size_t i = 0;
        for (; i + 4 <= width; i += 4) hn::StoreU(load(quad, src + i), quad, out + i);
        for (; i < width; ++i) out[i] = static_cast<float>(src[i]);
      }
    }
    return;
  }
  const auto at = [&](size_t i) { return src + static_cast<ptrdiff_t>(std::min(i, count - 1)) * line; };
  if (step == 1) {
    // Transpose squares of 4 by 4, the last lines first: where width is no multiple of 4 they run into the next four
    // rows' first lines, which come after.
    for (; p + 4 <= depth; p += 4) {
      for (size_t i = round_up(width, 4); i > 0;) {
        i -= 4;
        const auto v0 = load(quad, at(i) + p), v1 = load(quad, at(i + 1) + p);
        const auto v2 = load(quad, at(i + 2) + p), v3 = load(quad, at(i + 3) + p);
        const auto low01 = hn::InterleaveLower(quad, v0, v1), high01 = hn::InterleaveUpper(quad, v0, v1);
        const auto low23 = hn::InterleaveLower(quad, v2, v3), high23 = hn::InterleaveUpper(quad, v2, v3);
        float* to = out + p * width + i;
        hn::StoreU(hn::ConcatLowerLower(quad, low23, low01), quad, to);
        hn::StoreU(hn::ConcatUpperUpper(quad, low23, low01), quad, to + width);
        hn::StoreU(hn::ConcatLowerLower(quad, high23, high01), quad, to + 2 * width);
        hn::StoreU(hn::ConcatUpperUpper(quad, high23, high01), quad, to + 3 * width);
      }
    }
  }
  for (; p < depth; ++p)
    for (size_t i = 0; i < width; ++i) out[p * width + i] = static_cast<float>(at(i)[static_cast<ptrdiff_t>(p) * step]);
}

// Elements of any type and stride, as f32.
template <class T>
void pack_line(const T* src, ptrdiff_t step, size_t count, float* out) {
  size_t p = 0;
  if (step == 1)
    for (; p + lanes <= count; p += lanes) hn::StoreU(load(wide, src + p), wide, out + p);
  for (; p < count; ++p) out[p] = static_cast<float>(src[static_cast<ptrdiff_t>(p) * step]);
}

template <class T>
const T* element(const MatrixRef& m, size_t i, size_t j) {
  return static_cast<const T*>(m.data) + static_cast<ptrdiff_t>(i) * m.row_stride +
         static_cast<ptrdiff_t>(j) * m.col_stride;
}

// Calls f with a null pointer of the element type behind `t`.
template <class F>
void with_float_type(DType t, F f) {
  if (t == DType::f16) f(static_cast<const Half*>(nullptr));
  else if (t == DType::bf16) f(static_cast<const Bfloat*>(nullptr));
  else f(static_cast<const float*>(nullptr));
}

}  // namespace HWY_NAMESPACE
}  // namespace bitloom
HWY_AFTER_NAMESPACE();

#endif
