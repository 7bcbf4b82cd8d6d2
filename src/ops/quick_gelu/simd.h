// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(quick_gelu,
                   { return hn::Div(x, hn::Add(hn::Set(d, 1.0f), exp_of(d, hn::Mul(x, hn::Set(d, -1.702f))))); })
