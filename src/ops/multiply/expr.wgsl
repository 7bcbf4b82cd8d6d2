fn op_multiply(a: ${V}, b: ${V}) -> ${V} {
  return a * b;
}
