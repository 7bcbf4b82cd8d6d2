fn op_exp(x: ${V}) -> ${V} {
  return exp(x);
}
