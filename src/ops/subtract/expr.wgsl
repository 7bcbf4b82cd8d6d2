#param f, V, T, fast=0
fn ${f}(a: ${V}, b: ${V}) -> ${V} {
  return a - b;
}
