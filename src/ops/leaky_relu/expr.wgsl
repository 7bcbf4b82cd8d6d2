#param alpha
fn op_leaky_relu(x: ${V}) -> ${V} {
  return select(x, f32(${alpha}) * x, x < vec4f(0.0));
}
