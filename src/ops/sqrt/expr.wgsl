#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
#if fast
  return sqrt(x);
#else
  return select(sqrt(x), vec4f(not_a_number()), x < vec4f(0.0));
#end
}
