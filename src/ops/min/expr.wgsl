#param V, T="f32", fast=0
fn op_min(a: ${V}, b: ${V}) -> ${V} {
  return min(a, b);
}
