#include "cpu/rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#ifndef HWY_WANT_SSE4
#define HWY_WANT_SSE4 1
#endif
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/rows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace bitloom {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::ScalableTag<float>;
using V = hn::Vec<Wide>;
constexpr Wide wide;
constexpr size_t lanes = hn::MaxLanes(wide);
constexpr size_t sum_block = 4096;  // elements summed in f32 before they go to the double

// Of the first `count` elements; the other lanes are `fill`.
V load_some(const float* p, size_t count, float fill) {
  HWY_ALIGN float buffer[lanes];
  for (size_t i = 0; i < lanes; ++i) buffer[i] = i < count ? p[i] : fill;
  return hn::Load(wide, buffer);
}
void store_some(V v, float* p, size_t count) {
  HWY_ALIGN float buffer[lanes];
  hn::Store(v, wide, buffer);
  std::copy(buffer, buffer + count, p);
}

// y[i] = f(x[i]) over a row.
template <class F>
void map(const float* x, float* y, size_t n, F f) {
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(f(hn::LoadU(wide, x + i)), wide, y + i);
  if (i < n) store_some(f(load_some(x + i, n - i, 0)), y + i, n - i);
}

// The fold of f over a row, four vectors at a time; `fill` stands where there is no element.
template <class F>
V fold(const float* x, size_t n, float fill, F f) {
  V r[4] = {hn::Set(wide, fill), hn::Set(wide, fill), hn::Set(wide, fill), hn::Set(wide, fill)};
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes)
    for (size_t k = 0; k < 4; ++k) r[k] = f(r[k], hn::LoadU(wide, x + i + k * lanes));
  for (; i + lanes <= n; i += lanes) r[0] = f(r[0], hn::LoadU(wide, x + i));
  if (i < n) r[1] = f(r[1], load_some(x + i, n - i, fill));
  return f(f(r[0], r[1]), f(r[2], r[3]));
}

// The sum of f(x[i]) over a row, blocks in f32, their sums in double; f(fill) must be 0.
template <class F>
double sum(const float* x, size_t n, float fill, F f) {
  double total = 0;
  for (size_t at = 0; at < n; at += sum_block) {
    const size_t m = std::min(sum_block, n - at);
    const float* p = x + at;
    V r[4] = {hn::Zero(wide), hn::Zero(wide), hn::Zero(wide), hn::Zero(wide)};
    size_t i = 0;
    for (; i + 4 * lanes <= m; i += 4 * lanes)
      for (size_t k = 0; k < 4; ++k) r[k] = hn::Add(r[k], f(hn::LoadU(wide, p + i + k * lanes)));
    for (; i + lanes <= m; i += lanes) r[0] = hn::Add(r[0], f(hn::LoadU(wide, p + i)));
    if (i < m) r[1] = hn::Add(r[1], f(load_some(p + i, m - i, fill)));
    total += hn::GetLane(hn::SumOfLanes(wide, hn::Add(hn::Add(r[0], r[1]), hn::Add(r[2], r[3]))));
  }
  return total;
}

// Once NaN, always NaN, on every instruction set.
V max_nan(V a, V b) { return hn::IfThenElse(hn::Or(hn::IsNaN(a), hn::IsNaN(b)), hn::Add(a, b), hn::Max(a, b)); }
V min_nan(V a, V b) { return hn::IfThenElse(hn::Or(hn::IsNaN(a), hn::IsNaN(b)), hn::Add(a, b), hn::Min(a, b)); }
// Exp of the library is 0 at NaN.
V exp_nan(V x) { return hn::IfThenElse(hn::IsNaN(x), x, hn::Exp(wide, x)); }

float MaxRow(const float* x, size_t n) {
  const V v = fold(x, n, -std::numeric_limits<float>::infinity(), max_nan);
  if (!hn::AllFalse(wide, hn::IsNaN(v))) return std::numeric_limits<float>::quiet_NaN();
  return hn::GetLane(hn::MaxOfLanes(wide, v));
}
float MinRow(const float* x, size_t n) {
  const V v = fold(x, n, std::numeric_limits<float>::infinity(), min_nan);
  if (!hn::AllFalse(wide, hn::IsNaN(v))) return std::numeric_limits<float>::quiet_NaN();
  return hn::GetLane(hn::MinOfLanes(wide, v));
}
double SumRow(const float* x, size_t n) {
  return sum(x, n, 0, [](V v) { return v; });
}

void SoftmaxRow(const float* x, float* y, size_t n, bool log) {
  const float top = MaxRow(x, n);
  const V most = hn::Set(wide, top);
  if (log) {
    // A lane without an element is -inf, whose exp is 0; where the row's maximum is -inf too, all is NaN anyway.
    const double total =
        sum(x, n, -std::numeric_limits<float>::infinity(), [&](V v) { return exp_nan(hn::Sub(v, most)); });
    const V shift = hn::Set(wide, static_cast<float>(std::log(total)));
    return map(x, y, n, [&](V v) { return hn::Sub(hn::Sub(v, most), shift); });
  }
  map(x, y, n, [&](V v) { return exp_nan(hn::Sub(v, most)); });
  const V scale = hn::Set(wide, static_cast<float>(1 / SumRow(y, n)));
  map(y, y, n, [&](V v) { return hn::Mul(v, scale); });
}

void SoftmaxColumns(const float* x, float* y, size_t n, size_t stride, size_t columns, bool log) {
  for (size_t c = 0; c < columns; c += lanes) {
    const size_t some = std::min(lanes, columns - c);
    const auto load = [&](const float* p) { return some == lanes ? hn::LoadU(wide, p) : load_some(p, some, 0); };
    const auto store = [&](V v, float* p) { some == lanes ? hn::StoreU(v, wide, p) : store_some(v, p, some); };
    V most = hn::Set(wide, -std::numeric_limits<float>::infinity());
    for (size_t i = 0; i < n; ++i) most = max_nan(most, load(x + i * stride + c));
    V total = hn::Zero(wide);
    for (size_t i = 0; i < n; ++i) {
      const V d = hn::Sub(load(x + i * stride + c), most);
      const V e = exp_nan(d);
      store(log ? d : e, y + i * stride + c);
      total = hn::Add(total, e);
    }
    if (log) {
      HWY_ALIGN float shift[lanes];
      hn::Store(total, wide, shift);
      for (float& s : shift) s = std::log(s);
      for (size_t i = 0; i < n; ++i)
        store(hn::Sub(load(y + i * stride + c), hn::Load(wide, shift)), y + i * stride + c);
    } else {
      for (size_t i = 0; i < n; ++i) store(hn::Div(load(y + i * stride + c), total), y + i * stride + c);
    }
  }
}

void ScaleRow(const float* x, float* y, size_t n, float scale, float shift) {
  const V a = hn::Set(wide, scale), b = hn::Set(wide, shift);
  map(x, y, n, [&](V v) { return hn::MulAdd(v, a, b); });
}

void NormRow(const float* x, float* y, size_t n, const float* gamma, const float* beta, bool center, float eps) {
  const double count = static_cast<double>(n);
  const float mean = center ? static_cast<float>(SumRow(x, n) / count) : 0;
  const V m = hn::Set(wide, mean);
  const double squares = sum(x, n, mean, [&](V v) {
    const V d = hn::Sub(v, m);
    return hn::Mul(d, d);
  });
  const V factor = hn::Set(wide, static_cast<float>(1 / std::sqrt(squares / count + static_cast<double>(eps))));
  for (size_t i = 0; i < n; i += lanes) {
    const size_t some = std::min(lanes, n - i);
    const auto load = [&](const float* p) { return some == lanes ? hn::LoadU(wide, p) : load_some(p, some, 0); };
    V v = hn::Mul(hn::Sub(load(x + i), m), factor);
    if (gamma) v = hn::Mul(v, load(gamma + i));
    if (beta) v = hn::Add(v, load(beta + i));
    if (some == lanes) hn::StoreU(v, wide, y + i);
    else store_some(v, y + i, some);
  }
}

template <class F>
void fold_with(const float* x, float* y, size_t n, size_t stride, size_t columns, F f) {
  for (size_t i = 0; i < n; ++i) {
    const float* row = x + i * stride;
    size_t c = 0;
    for (; c + lanes <= columns; c += lanes)
      hn::StoreU(f(hn::LoadU(wide, y + c), hn::LoadU(wide, row + c)), wide, y + c);
    if (c < columns)
      store_some(f(load_some(y + c, columns - c, 0), load_some(row + c, columns - c, 0)), y + c, columns - c);
  }
}
void FoldColumns(Fold op, const float* x, float* y, size_t n, size_t stride, size_t columns) {
  if (op == Fold::sum) fold_with(x, y, n, stride, columns, [](V a, V b) { return hn::Add(a, b); });
  else if (op == Fold::max) fold_with(x, y, n, stride, columns, max_nan);
  else fold_with(x, y, n, stride, columns, min_nan);
}

}  // namespace HWY_NAMESPACE
}  // namespace bitloom
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitloom {

HWY_EXPORT(SoftmaxRow);
HWY_EXPORT(SoftmaxColumns);
HWY_EXPORT(NormRow);
HWY_EXPORT(ScaleRow);
HWY_EXPORT(SumRow);
HWY_EXPORT(MaxRow);
HWY_EXPORT(MinRow);
HWY_EXPORT(FoldColumns);

void softmax_row(const float* x, float* y, size_t n, bool log) { HWY_DYNAMIC_DISPATCH(SoftmaxRow)(x, y, n, log); }
void softmax_columns(const float* x, float* y, size_t n, size_t stride, size_t columns, bool log) {
  HWY_DYNAMIC_DISPATCH(SoftmaxColumns)(x, y, n, stride, columns, log);
}
void norm_row(const float* x, float* y, size_t n, const float* gamma, const float* beta, bool center, float eps) {
  HWY_DYNAMIC_DISPATCH(NormRow)(x, y, n, gamma, beta, center, eps);
}
void scale_row(const float* x, float* y, size_t n, float scale, float shift) {
  HWY_DYNAMIC_DISPATCH(ScaleRow)(x, y, n, scale, shift);
}
double sum_row(const float* x, size_t n) { return HWY_DYNAMIC_DISPATCH(SumRow)(x, n); }
float max_row(const float* x, size_t n) { return HWY_DYNAMIC_DISPATCH(MaxRow)(x, n); }
float min_row(const float* x, size_t n) { return HWY_DYNAMIC_DISPATCH(MinRow)(x, n); }
void fold_columns(Fold op, const float* x, float* y, size_t n, size_t stride, size_t columns) {
  HWY_DYNAMIC_DISPATCH(FoldColumns)(op, x, y, n, stride, columns);
}

}  // namespace bitloom
#endif  // HWY_ONCE
