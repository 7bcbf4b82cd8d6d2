#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
#if fast
  return inverseSqrt(x);
#else
  // 1 / √-0 is -inf, as IEEE has it.
  var y = select(inverseSqrt(x), vec4f(not_a_number()), x < vec4f(0.0));
  y = select(y, vec4f(infinity()) * sign_of(x), x == vec4f(0.0));
  return select(y, vec4f(0.0), x == vec4f(infinity()));
#end
}
