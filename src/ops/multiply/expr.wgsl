#param V, T="f32", fast=0
fn op_multiply(a: ${V}, b: ${V}) -> ${V} {
  return a * b;
}
