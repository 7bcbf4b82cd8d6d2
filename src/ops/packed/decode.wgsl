//# Codes as numbers.
//#   bits       1 2 3 4 8
//#   minimums   0: codes count from the middle
#param bits, minimums
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
#if bits == 1 && !minimums
  return select(vec4f(-1.0), vec4f(1.0), v != vec4u());
#else
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - ${minimums ? "8388608.0" : bits == 8 ? "8388736.0" : bits == 4 ? "8388616.0" : bits == 3 ? "8388612.0" : "8388610.0"};
#end
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, ${bits}u, ${2 * bits}u, ${3 * bits}u)) & vec4u(${bits == 8 ? 255 : bits == 4 ? 15 : bits == 3 ? 7 : bits == 2 ? 3 : 1}u));
}
