// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(sigmoid, { return sigmoid_of(d, x); })
