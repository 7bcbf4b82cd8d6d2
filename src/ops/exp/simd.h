// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(exp, { return exp_of(d, x); })
