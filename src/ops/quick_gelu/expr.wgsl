#param V, T="f32", fast=0
fn op_quick_gelu(x: ${V}) -> ${V} {
  return x / (1.0 + exp(-1.702 * x));
}
