// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(silu, { return hn::Div(x, hn::Add(hn::Set(d, 1.0f), exp_of(d, hn::Neg(x)))); })
