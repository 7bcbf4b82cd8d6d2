// The condition is any number; what is not zero is true.
#let C = a_type == "i32" || a_type == "i8" ? "vec4i" : a_type == "u32" || a_type == "u8" ? "vec4u" : "vec4f"
fn op_where(condition: ${C}, a: ${V}, b: ${V}) -> ${V} {
  return select(b, a, condition != ${C}(0));
}
