#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
  return exp(x);
}
