fn op_sqrt(x: ${V}) -> ${V} {
#if fast
  return sqrt(x);
#else
  return select(sqrt(x), vec4f(not_a_number()), x < vec4f(0.0));
#end
}
