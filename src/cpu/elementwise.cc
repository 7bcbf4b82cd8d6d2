// The ops' simd.h files, compiled once for each SIMD target by Highway's foreach_target.
#include "cpu/elementwise.h"

#include <map>
#include <string>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/elementwise.cc"
#include <hwy/foreach_target.h>
// Highway wants its headers after the line above, for each target.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#ifndef BITLOOM_SIMD_REGISTRY
#define BITLOOM_SIMD_REGISTRY
namespace bitloom::simd {

struct Entry {
  int64_t target;
  SimdLoop loop;
};
inline std::map<std::string, std::vector<Entry>, std::less<>>& registry() {
  static std::map<std::string, std::vector<Entry>, std::less<>> entries;
  return entries;
}
struct Registered {
  Registered(const char* name, int64_t target, SimdLoop loop) { registry()[name].push_back({target, loop}); }
};

}  // namespace bitloom::simd
#endif

HWY_BEFORE_NAMESPACE();
namespace bitloom::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Highway's exp and log hold only in the range where the result is a normal number; the corners are added here.
template <class D, class V = hn::Vec<D>>
V exp_of(D d, V x) {
  V y = hn::Exp(d, hn::Min(hn::Max(x, hn::Set(d, -87.0f)), hn::Set(d, 88.0f)));
  y = hn::IfThenElse(hn::Gt(x, hn::Set(d, 88.7228f)), hn::Inf(d), y);
  // Between 88 and the overflow: e^x = e^(x - 1) · e.
  const auto edge = hn::And(hn::Gt(x, hn::Set(d, 88.0f)), hn::Le(x, hn::Set(d, 88.7228f)));
  y = hn::IfThenElse(
      edge, hn::Mul(hn::Exp(d, hn::Sub(hn::Min(x, hn::Set(d, 89.0f)), hn::Set(d, 1.0f))), hn::Set(d, 2.718281828f)), y);
  y = hn::IfThenElse(hn::Lt(x, hn::Set(d, -87.0f)), hn::Zero(d), y);
  return hn::IfThenElse(hn::IsNaN(x), x, y);
}

template <class D, class V = hn::Vec<D>>
V log_of(D d, V x) {
  V y = hn::Log(d, x);
  y = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::NaN(d), y);
  y = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Neg(hn::Inf(d)), y);
  return hn::IfThenElse(hn::Or(hn::IsNaN(x), hn::Eq(x, hn::Inf(d))), x, y);
}

template <class D, class V = hn::Vec<D>>
V sigmoid_of(D d, V x) {
  return hn::Div(hn::Set(d, 1.0f), hn::Add(hn::Set(d, 1.0f), exp_of(d, hn::Neg(x))));
}

// 1 - 2 / (e^2x + 1) loses digits near 0, where the odd series has them.
template <class D, class V = hn::Vec<D>>
V tanh_of(D d, V x) {
  const V one = hn::Set(d, 1.0f), s = hn::Mul(x, x);
  V series = hn::Set(d, 62.0f / 2835);
  series = hn::MulAdd(series, s, hn::Set(d, -17.0f / 315));
  series = hn::MulAdd(series, s, hn::Set(d, 2.0f / 15));
  series = hn::MulAdd(series, s, hn::Set(d, -1.0f / 3));
  series = hn::MulAdd(hn::Mul(series, s), x, x);
  const V far = hn::Sub(one, hn::Div(hn::Set(d, 2.0f), hn::Add(exp_of(d, hn::Add(x, x)), one)));
  return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0.2f)), series, far);
}

// As common/erf.wgsl: an odd polynomial up to 1, from there 1 - exp(-g) with g = -log(1 - erf). Within 1e-7.
template <class D, class V = hn::Vec<D>>
V erf_of(D d, V x) {
  const V one = hn::Set(d, 1.0f), size = hn::Abs(x), s = hn::Mul(x, x), z = hn::Min(size, hn::Set(d, 4.0f));
  V near = hn::Set(d, 7.85386122e-5f);
  for (float c : {-8.01019359e-4f, 5.18832768e-3f, -0.0268538119f, 0.112835851f, -0.376126258f, 0.128379166f})
    near = hn::MulAdd(near, s, hn::Set(d, c));
  near = hn::MulAdd(near, x, x);
  V g = hn::Set(d, -1.86379154e-4f);
  for (float c : {2.94765795e-3f, -0.0218380627f, 0.103106752f, 0.638144836f, 1.12708919f, 3.41523405e-4f})
    g = hn::MulAdd(g, z, hn::Set(d, c));
  const V far = hn::CopySign(hn::Sub(one, exp_of(d, hn::Neg(g))), x);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::IfThenElse(hn::Lt(size, one), near, far));
}

template <class D, class V = hn::Vec<D>>
V gelu_of(D d, V x) {
  const V half = hn::Mul(hn::Set(d, 0.5f), x);
  return hn::Mul(half, hn::Add(hn::Set(d, 1.0f), erf_of(d, hn::Mul(x, hn::Set(d, 0.70710678f)))));
}

// (1 + tanh(u)) / 2 is the sigmoid of 2u.
template <class D, class V = hn::Vec<D>>
V gelu_tanh_of(D d, V x) {
  const V cube = hn::Mul(hn::Mul(x, x), x);
  const V u = hn::Mul(hn::Set(d, -1.5957691216f), hn::MulAdd(hn::Set(d, 0.044715f), cube, x));
  return hn::Div(x, hn::Add(hn::Set(d, 1.0f), exp_of(d, u)));
}

// clang-format off
#define BITLOOM_SIMD_UNARY(name, ...)                                                           \
  template <class D, class V = hn::Vec<D>>                                                      \
  V one_##name(D d, V x, [[maybe_unused]] const float* settings) __VA_ARGS__                    \
  static void loop_##name(const float* const* x, float* y, size_t n, const float* settings) {   \
    const hn::ScalableTag<float> d;                                                             \
    size_t i = 0;                                                                               \
    for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d))                                            \
      hn::StoreU(one_##name(d, hn::LoadU(d, x[0] + i), settings), d, y + i);                    \
    const hn::CappedTag<float, 1> one;                                                          \
    for (; i < n; ++i) hn::StoreU(one_##name(one, hn::LoadU(one, x[0] + i), settings), one, y + i); \
  }                                                                                             \
  const Registered registered_##name(#name, HWY_TARGET, loop_##name);
// clang-format on

#include "bitloom_simd_ops.inc"
#undef BITLOOM_SIMD_UNARY

}  // namespace bitloom::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitloom {

SimdLoop find_simd(std::string_view op, const Attrs& attrs) {
  std::string name(op);
  for (const auto& [setting, value] : attrs)
    if (value.is_word() && value.word() != "none") name += "_" + value.word();
  const auto found = simd::registry().find(name);
  if (found == simd::registry().end()) return nullptr;
#ifdef __wasm__
  return found->second.front().loop;
#else
  // Highway numbers its targets so that the better ones are smaller.
  const simd::Entry* best = nullptr;
  for (const simd::Entry& e : found->second)
    if ((hwy::SupportedTargets() & e.target) && (!best || e.target < best->target)) best = &e;
  return best ? best->loop : nullptr;
#endif
}

}  // namespace bitloom
#endif
