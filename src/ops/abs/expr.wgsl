fn op_abs(x: ${V}) -> ${V} {
  return abs(x);
}
