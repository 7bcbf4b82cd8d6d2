fn op_subtract(a: ${V}, b: ${V}) -> ${V} {
  return a - b;
}
