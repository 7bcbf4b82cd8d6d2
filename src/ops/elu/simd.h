// Included once per SIMD target by src/cpu/elementwise.cc.
BITLOOM_SIMD_UNARY(elu, {
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)),
                        hn::Mul(hn::Set(d, settings[0]), hn::Sub(exp_of(d, x), hn::Set(d, 1.0f))), x);
})
