fn op_quick_gelu(x: ${V}) -> ${V} {
  return x / (1.0 + exp(-1.702 * x));
}
