fn op_max(a: ${V}, b: ${V}) -> ${V} {
  return max(a, b);
}
