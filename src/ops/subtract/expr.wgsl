#param V, T="f32", fast=0
fn op_subtract(a: ${V}, b: ${V}) -> ${V} {
  return a - b;
}
