#param V, T="f32", fast=0
fn op_abs(x: ${V}) -> ${V} {
  return abs(x);
}
