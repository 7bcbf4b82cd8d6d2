#param V, T="f32", fast=0
fn op_max(a: ${V}, b: ${V}) -> ${V} {
  return max(a, b);
}
