// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(leaky_relu,
                   { return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Mul(x, hn::Set(d, settings[0])), x); })
