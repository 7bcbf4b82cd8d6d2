#param alpha
fn op_elu(x: ${V}) -> ${V} {
  return select(x, f32(${alpha}) * (exp(x) - 1.0), x < vec4f(0.0));
}
