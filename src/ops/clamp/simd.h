// Included once per SIMD target by src/cpu/elementwise.cc. Settings come in the order of their names: max, min.
BITLOOM_SIMD_UNARY(clamp, {
  const V y = hn::Min(hn::Max(x, hn::Set(d, settings[1])), hn::Set(d, settings[0]));
  return hn::IfThenElse(hn::IsNaN(x), x, y);
})
