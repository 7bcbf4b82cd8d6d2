// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(log, { return log_of(d, x); })
