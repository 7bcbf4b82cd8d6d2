// The way of BLIS: B is cut into panels of `panel_cols` columns and A into panels of `panel_rows` rows, each stored so
// that the innermost kernel reads both from front to back and keeps its tile of C in registers. A panel of B stays in
// the L1 cache while a block of A goes by from L2. Products with at most `thin_rows` rows (or `thin_cols` columns)
// would spend their time packing, so they read the large operand in place.
//
// Highway compiles this file once per instruction set and picks one at run time.
#include "cpu/gemm.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

#include "cpu/threads.h"

#ifndef HWY_WANT_SSE4
#define HWY_WANT_SSE4 1  // the least we support on x86: otherwise Highway would add a scalar version
#endif
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/gemm.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cpu/mul_add-inl.h"

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

// ---- the kernel

// A tile that hangs over the right edge of C: `cols` of each row of `tile`, which are `width` apart, go to C.
HWY_NOINLINE void store_edge(const float* tile, size_t rows, size_t width, float* c, ptrdiff_t ldc, size_t cols,
                             bool add) {
  for (; rows > 0; --rows, c += ldc, tile += width)
    for (size_t j = 0; j < cols; ++j) c[j] = add ? c[j] + tile[j] : tile[j];
}

// `rows` by `vectors` registers of C from a panel of A and the first columns of a panel of B. Meanwhile what lies
// `ahead` comes into the L2 cache, a cache line a step.
template <size_t rows, size_t vectors>
void tile(size_t depth, const float* HWY_RESTRICT a, const float* HWY_RESTRICT b, float* HWY_RESTRICT c, ptrdiff_t ldc,
          size_t cols, bool add, const float* ahead) {
  hn::Vec<Wide> sum[rows][vectors];
  HWY_UNROLL(16)
  for (size_t i = 0; i < rows; ++i) {
    HWY_UNROLL(2)
    for (size_t j = 0; j < vectors; ++j) sum[i][j] = hn::Zero(wide);
    hwy::Prefetch(c + static_cast<ptrdiff_t>(i) * ldc);
  }
  for (size_t p = 0; p < depth; ++p, a += panel_rows, b += panel_cols) {
    __builtin_prefetch(ahead + p * line_floats, 0, 2);
    hn::Vec<Wide> right[vectors];
    HWY_UNROLL(2)
    for (size_t j = 0; j < vectors; ++j) right[j] = hn::Load(wide, b + j * lanes);
    HWY_UNROLL(16)
    for (size_t i = 0; i < rows; ++i) {
      const auto left = hn::Set(wide, a[i]);
      HWY_UNROLL(2)
      for (size_t j = 0; j < vectors; ++j) sum[i][j] = mul_add(left, right[j], sum[i][j]);
    }
  }
  alignas(64) float edge[rows * vectors * lanes];
  const bool whole = cols == vectors * lanes;
  float* out = whole ? c : edge;
  const ptrdiff_t stride = whole ? ldc : static_cast<ptrdiff_t>(vectors * lanes);
  HWY_UNROLL(16)
  for (size_t i = 0; i < rows; ++i, out += stride) {
    HWY_UNROLL(2)
    for (size_t j = 0; j < vectors; ++j) {
      float* const to = out + j * lanes;
      hn::StoreU(add && whole ? hn::Add(sum[i][j], hn::LoadU(wide, to)) : sum[i][j], wide, to);
    }
  }
  if (!whole) store_edge(edge, rows, vectors * lanes, c, ldc, cols, add);
}

using Tile = void (*)(size_t, const float*, const float*, float*, ptrdiff_t, size_t, bool, const float*);

template <size_t vectors, size_t rows = panel_rows>
Tile tile_for(size_t count) {
  if constexpr (rows > 1) {
    if (count < rows) return tile_for<vectors, rows - 1>(count);
  }
  return tile<rows, vectors>;
}

// C[rows, cols] of one packed block of A and one run of packed panels of B.
void block(size_t rows, size_t cols, size_t depth, const float* a, const float* b, float* c, ptrdiff_t ldc, bool add) {
  const Tile full = tile<panel_rows, 2>;
  for (size_t j = 0; j < cols; j += panel_cols, b += panel_cols * depth) {
    const size_t width = std::min(panel_cols, cols - j);
    const float* ahead = b + panel_cols * depth;  // the next panel: the first tiles fetch it
    for (size_t i = 0; i < rows; i += panel_rows) {
      const size_t height = std::min(panel_rows, rows - i);
      const Tile kernel = width <= lanes ? tile_for<1>(height) : height == panel_rows ? full : tile_for<2>(height);
      kernel(depth, a + i * depth, b, c + static_cast<ptrdiff_t>(i) * ldc + j, ldc, width, add, ahead);
      if (ahead < b + 2 * panel_cols * depth) ahead += line_floats * depth;
    }
  }
}

void packed_gemm(size_t m, size_t n, size_t k, const MatrixRef& a, const MatrixRef& b, float* c, ptrdiff_t ldc) {
  const bool parallel = double(m) * double(n) * double(k) >= parallel_work;
  const size_t workers = parallel ? static_cast<size_t>(threads()) : 1;
  const size_t depth_step = std::min(k, packed_depth);
  const size_t cols_step =
      std::min(round_up(n, panel_cols), packed_floats / round_up(depth_step, block_depth) / panel_cols * panel_cols);
  // Blocks of A of equal height, and enough of them (or of pieces of their width) to keep all threads busy to the end.
  const size_t panels = ceil_div(m, panel_rows);
  size_t row_blocks = ceil_div(m, block_rows);
  if (workers > 1) row_blocks = std::min(panels, round_up(row_blocks, 4 * workers));
  const size_t rows_step = ceil_div(panels, row_blocks) * panel_rows;
  row_blocks = ceil_div(m, rows_step);

  auto&& b_memory = b_scratch();
  float* const packed_b = b_memory.get(depth_step * cols_step);
  for (size_t col = 0; col < n; col += cols_step) {
    const size_t cols = std::min(cols_step, n - col), col_panels = ceil_div(cols, panel_cols);
    const size_t wanted = ceil_div(4 * workers, row_blocks), possible = ceil_div(cols, 256);
    const size_t pieces = workers > 1 ? std::min(wanted, possible) : 1;
    const size_t piece_panels = ceil_div(col_panels, pieces), piece_cols = piece_panels * panel_cols;
    const size_t col_pieces = ceil_div(col_panels, piece_panels);

    for (size_t deep = 0; deep < k; deep += depth_step) {
      const size_t part = std::min(depth_step, k - deep), depth_blocks = ceil_div(part, block_depth);
      const auto b_block = [&](size_t start) { return packed_b + start * col_panels * panel_cols; };

      maybe_parallel(parallel, depth_blocks * col_panels, 8, [&](size_t begin, size_t end) {
        for (size_t t = begin; t < end; ++t) {
          const size_t start = t / col_panels * block_depth, j = t % col_panels * panel_cols;
          const size_t depth = std::min(block_depth, part - start);
          with_float_type(b.type, [&](auto* type) {
            const auto* src = element<std::remove_cvref_t<decltype(*type)>>(b, deep + start, col + j);
            pack_panel<panel_cols>(src, b.col_stride, b.row_stride, std::min(panel_cols, cols - j), depth,
                                   b_block(start) + j * depth);
          });
        }
      });

      maybe_parallel(parallel, row_blocks * col_pieces, 1, [&](size_t begin, size_t end) {
        auto&& a_memory = a_scratch();
        float* const packed_a = a_memory.get(block_rows * block_depth + 4);
        for (size_t t = begin; t < end; ++t) {
          const size_t row = t / col_pieces * rows_step, rows = std::min(rows_step, m - row);
          const size_t first = t % col_pieces * piece_cols, width = std::min(piece_cols, cols - first);
          for (size_t start = 0; start < part; start += block_depth) {
            const size_t depth = std::min(block_depth, part - start);
            with_float_type(a.type, [&](auto* type) {
              for (size_t i = 0; i < rows; i += panel_rows) {
                const auto* src = element<std::remove_cvref_t<decltype(*type)>>(a, row + i, deep + start);
                pack_panel<panel_rows>(src, a.row_stride, a.col_stride, std::min(panel_rows, rows - i), depth,
                                       packed_a + i * depth);
              }
            });
            block(rows, width, depth, packed_a, b_block(start) + first * depth,
                  c + static_cast<ptrdiff_t>(row) * ldc + col + first, ldc, deep + start > 0);
          }
        }
      });
    }
  }
}

// ---- thin products: few rows times a large matrix that is read once, in place

// The few rows as f32 (row r at rows + r * stride), the large operand's lines, and where the result goes.
template <class T>
struct Thin {
  const float* rows;
  size_t stride;
  const T* lines;
  ptrdiff_t line, step;
  float* c;
  ptrdiff_t c_row, c_line;
};

// Lines that are contiguous along the sum: dot products of `height` rows with `count` lines.
template <size_t height, size_t count, class T>
void dots(const Thin<T>& t, size_t row, size_t first, size_t depth, bool add) {
  hn::Vec<Wide> sum[height][count];
  for (auto& s : sum)
    for (auto& v : s) v = hn::Zero(wide);
  const float* rows = t.rows + row * t.stride;
  const T* lines = t.lines + static_cast<ptrdiff_t>(first) * t.line;
  const auto add_products = [&](auto read, size_t p) HWY_ATTR {
    hn::Vec<Wide> left[height];
    for (size_t i = 0; i < height; ++i) left[i] = read(rows + i * t.stride + p);
    for (size_t j = 0; j < count; ++j) {
      const auto right = read(lines + static_cast<ptrdiff_t>(j) * t.line + p);
      for (size_t i = 0; i < height; ++i) sum[i][j] = mul_add(left[i], right, sum[i][j]);
    }
  };
  size_t p = 0;
  for (; p + lanes <= depth; p += lanes) add_products([](auto* x) HWY_ATTR { return load(wide, x); }, p);
  if (p < depth) add_products([&](auto* x) HWY_ATTR { return load_some(x, depth - p); }, p);
  for (size_t i = 0; i < height; ++i)
    for (size_t j = 0; j < count; ++j) {
      float& out = t.c[static_cast<ptrdiff_t>(row + i) * t.c_row + static_cast<ptrdiff_t>(first + j) * t.c_line];
      const float total = hn::GetLane(hn::SumOfLanes(wide, sum[i][j]));
      out = add ? out + total : total;
    }
}

// Lines that lie side by side: `height` rows with `vectors` registers of neighbouring lines, of which `width` exist.
template <size_t height, size_t vectors, class T>
void outer(const Thin<T>& t, size_t row, size_t first, size_t width, size_t start, size_t depth, bool add) {
  hn::Vec<Wide> sum[height][vectors];
  for (auto& s : sum)
    for (auto& v : s) v = hn::Zero(wide);
  const float* rows = t.rows + row * t.stride + start;
  const T* lines = t.lines + first + static_cast<ptrdiff_t>(start) * t.step;
  const auto add_products = [&](auto read, size_t p) HWY_ATTR {
    for (size_t j = 0; j < vectors; ++j) {
      const auto right = read(lines + j * lanes);
      for (size_t i = 0; i < height; ++i) sum[i][j] = mul_add(hn::Set(wide, rows[i * t.stride + p]), right, sum[i][j]);
    }
  };
  if (width == vectors * lanes) {
    for (size_t p = 0; p < depth; ++p, lines += t.step) add_products([](auto* x) HWY_ATTR { return load(wide, x); }, p);
  } else {  // only one register's worth, and not all of that
    for (size_t p = 0; p < depth; ++p, lines += t.step)
      add_products([&](auto* x) HWY_ATTR { return load_some(x, width); }, p);
  }
  for (size_t i = 0; i < height; ++i)
    for (size_t j = 0; j < vectors; ++j)
      store_some(sum[i][j],
                 t.c + static_cast<ptrdiff_t>(row + i) * t.c_row + static_cast<ptrdiff_t>(first + j * lanes) * t.c_line,
                 t.c_line, std::min(lanes, width), add);
}

// Rows `row` to `row` + `height` of the result, for lines [begin, end).
template <size_t height, class T>
void thin_lines(const Thin<T>& t, size_t row, size_t begin, size_t end, size_t depth, bool add) {
  constexpr size_t group = thin_sums / height;
  if (t.step == 1) {
    size_t j = begin;
    for (; j + group <= end; j += group) dots<height, group>(t, row, j, depth, add);
    for (; j < end; ++j) dots<height, 1>(t, row, j, depth, add);
  } else {
    // In strips, so as not to touch too many pages at once. Where registers are narrow, each strip takes so little of a
    // row of lines that they should stay in L1 until the next takes more, even if they are a power of two apart.
    const size_t most = HWY_TARGET == HWY_WASM && t.c_line == 1 ? strip_depth : block_depth;
    for (size_t start = 0; start < depth; start += most) {
      const size_t strip = std::min(most, depth - start);
      size_t j = begin;
      for (; j + group * lanes <= end; j += group * lanes)
        outer<height, group>(t, row, j, group * lanes, start, strip, add || start > 0);
      for (; j < end; j += lanes) outer<height, 1>(t, row, j, std::min(lanes, end - j), start, strip, add || start > 0);
    }
  }
}

// C[r, j] = sum over p of few(r, p) * many(j, p), r < m, where `many` is contiguous along j or p.
void thin_gemm(size_t m, size_t n, size_t k, const MatrixRef& few, const MatrixRef& many, float* c, ptrdiff_t c_row,
               ptrdiff_t c_line) {
  const bool parallel = double(m) * double(n) * double(k) >= parallel_work;
  const size_t depth_step = std::min(k, packed_depth), stride = round_up(depth_step, lanes);
  auto&& memory = a_scratch();
  float* const rows = memory.get(m * stride);
  for (size_t deep = 0; deep < k; deep += depth_step) {
    const size_t depth = std::min(depth_step, k - deep);
    with_float_type(few.type, [&](auto* type) {
      using T = std::remove_cvref_t<decltype(*type)>;
      for (size_t r = 0; r < m; ++r) pack_line(element<T>(few, r, deep), few.col_stride, depth, rows + r * stride);
    });
    with_float_type(many.type, [&](auto* type) {
      using T = std::remove_cvref_t<decltype(*type)>;
      const Thin<T> t{rows, stride, element<T>(many, 0, deep), many.row_stride, many.col_stride, c, c_row, c_line};
      maybe_parallel(parallel, n, thin_sums * lanes, [&](size_t begin, size_t end) {
        size_t row = 0;
        for (; row + 4 <= m; row += 4) thin_lines<4>(t, row, begin, end, depth, deep > 0);
        if (m & 2) thin_lines<2>(t, row, begin, end, depth, deep > 0), row += 2;
        if (m & 1) thin_lines<1>(t, row, begin, end, depth, deep > 0);
      });
    });
  }
}

void gemm(size_t m, size_t n, size_t k, const MatrixRef& a, const MatrixRef& b, float* c, ptrdiff_t ldc) {
  const auto contiguous = [](const MatrixRef& x) { return x.row_stride == 1 || x.col_stride == 1; };
  if (m <= thin_rows && m <= n && contiguous(b)) return thin_gemm(m, n, k, a, b.transposed(), c, ldc, 1);
  if (n <= thin_cols && contiguous(a)) return thin_gemm(n, m, k, b.transposed(), a, c, 1, ldc);
  packed_gemm(m, n, k, a, b, c, ldc);
}

}  // namespace HWY_NAMESPACE
}  // namespace bitloom
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitloom {

HWY_EXPORT(gemm);

void gemm_f32(size_t m, size_t n, size_t k, MatrixRef a, MatrixRef b, float* c, ptrdiff_t ldc) {
  if (m == 0 || n == 0) return;
  if (k == 0) {
    for (size_t i = 0; i < m; ++i) std::fill_n(c + static_cast<ptrdiff_t>(i) * ldc, n, 0.0f);
    return;
  }
  HWY_DYNAMIC_DISPATCH(gemm)(m, n, k, a, b, c, ldc);
}

}  // namespace bitloom
#endif  // HWY_ONCE
