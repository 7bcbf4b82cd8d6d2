#param V, T="f32", fast=0
fn op_add(a: ${V}, b: ${V}) -> ${V} {
  return a + b;
}
