// Thin products: few rows times a large matrix that is read once, in place. Included inside Highway's rounds, once a
// round.
#if defined(BITLOOM_CPU_GEMM_THIN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef BITLOOM_CPU_GEMM_THIN_INL_H
#undef BITLOOM_CPU_GEMM_THIN_INL_H
#else
#define BITLOOM_CPU_GEMM_THIN_INL_H
#endif

#include "cpu/gemm_pack-inl.h"
#include "cpu/mul_add-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitloom {
namespace HWY_NAMESPACE {

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
// NOLINTNEXTLINE(misc-definitions-in-headers): gemm.cc alone includes this, once for each instruction set.
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

}  // namespace HWY_NAMESPACE
}  // namespace bitloom
HWY_AFTER_NAMESPACE();

#endif
