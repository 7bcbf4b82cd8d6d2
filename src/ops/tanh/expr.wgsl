fn op_tanh(x: ${V}) -> ${V} {
  // Past 10 it is ±1 in f32, and some devices overflow on the way.
  return tanh(clamp(x, vec4f(-10.0), vec4f(10.0)));
}
