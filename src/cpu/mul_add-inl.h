// a · b + c for each instruction set in turn: included inside Highway's rounds, once a round.
#if defined(BITLOOM_CPU_MUL_ADD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef BITLOOM_CPU_MUL_ADD_INL_H
#undef BITLOOM_CPU_MUL_ADD_INL_H
#else
#define BITLOOM_CPU_MUL_ADD_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitloom {
namespace HWY_NAMESPACE {

// Highway's rounds twice on WebAssembly, even where relaxed SIMD has the machine's own instruction.
template <class V>
HWY_INLINE V mul_add(V a, V b, V c) {
#ifdef __wasm_relaxed_simd__
  return V{wasm_f32x4_relaxed_madd(a.raw, b.raw, c.raw)};
#else
  return hwy::HWY_NAMESPACE::MulAdd(a, b, c);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace bitloom
HWY_AFTER_NAMESPACE();

#endif
