#param f, V, T, fast=0
#param alpha
fn ${f}(x: ${V}) -> ${V} {
  return select(x, f32(${alpha}) * x, x < vec4f(0.0));
}
