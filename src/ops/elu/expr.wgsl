#param f, V, T, fast=0
#param alpha
fn ${f}(x: ${V}) -> ${V} {
  return select(x, f32(${alpha}) * (exp(x) - 1.0), x < vec4f(0.0));
}
