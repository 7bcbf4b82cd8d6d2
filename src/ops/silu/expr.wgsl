#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
  return x / (1.0 + exp(-x));
}
