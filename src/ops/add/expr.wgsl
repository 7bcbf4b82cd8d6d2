fn op_add(a: ${V}, b: ${V}) -> ${V} {
  return a + b;
}
