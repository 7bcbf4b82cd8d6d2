fn op_min(a: ${V}, b: ${V}) -> ${V} {
  return min(a, b);
}
