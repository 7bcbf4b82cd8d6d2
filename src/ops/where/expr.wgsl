#param f, V, T, a_type="f32", fast=0
// The condition is any number; what is not zero is true, NaN too. Compilers may assume there are none: look at the bits.
#let C = a_type == "i32" || a_type == "i8" ? "vec4i" : a_type == "u32" || a_type == "u8" ? "vec4u" : "vec4f"
fn ${f}(condition: ${C}, a: ${V}, b: ${V}) -> ${V} {
#if C == "vec4f"
  return select(b, a, (bitcast<vec4u>(condition) & vec4u(0x7fffffffu)) != vec4u(0u));
#else
  return select(b, a, condition != ${C}(0));
#end
}
