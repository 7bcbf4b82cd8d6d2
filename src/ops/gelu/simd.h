// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(gelu, { return gelu_of(d, x); })
BITLOOM_SIMD_UNARY(gelu_tanh, { return gelu_tanh_of(d, x); })
