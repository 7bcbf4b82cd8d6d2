fn op_sigmoid(x: ${V}) -> ${V} {
  return 1.0 / (1.0 + exp(-x));
}
