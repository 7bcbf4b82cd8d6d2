// The way of BLIS: B is cut into panels of `panel_cols` columns and A into panels of `panel_rows` rows, each stored so
// that the innermost kernel reads both from front to back and keeps its tile of C in registers. A panel of B stays in
// the L1 cache while a block of A goes by from L2. Products with at most `thin_rows` rows (or `thin_cols` columns)
// would spend their time packing, so they read the large operand in place (gemm_thin-inl.h).
//
// Highway compiles this file once per instruction set and picks one at run time.
#include "cpu/gemm.h"

#include <algorithm>
#include <cstdint>

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

#include "cpu/gemm_thin-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitloom {
namespace HWY_NAMESPACE {

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
