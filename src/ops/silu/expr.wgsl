fn op_silu(x: ${V}) -> ${V} {
  return x / (1.0 + exp(-x));
}
