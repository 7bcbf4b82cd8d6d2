// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(tanh, { return tanh_of(d, x); })
