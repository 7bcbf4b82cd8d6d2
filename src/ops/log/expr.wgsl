#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
#if fast
  return log(x);
#else
  var y = select(log(x), vec4f(not_a_number()), x < vec4f(0.0));
  y = select(y, vec4f(-infinity()), x == vec4f(0.0));
  return select(y, x, x == vec4f(infinity()));
#end
}
