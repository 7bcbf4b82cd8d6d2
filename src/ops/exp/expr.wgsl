#param V, T="f32", fast=0
fn op_exp(x: ${V}) -> ${V} {
  return exp(x);
}
