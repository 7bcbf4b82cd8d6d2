#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
  return 1.0 / (1.0 + exp(-x));
}
