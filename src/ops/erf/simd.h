// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(erf, { return erf_of(d, x); })
