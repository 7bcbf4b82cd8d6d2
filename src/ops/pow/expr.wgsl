#param f, V, T, fast=0
fn ${f}(a: ${V}, b: ${V}) -> ${V} {
  // |a|^b first, then the sign and the corners where exp2(b · log2 |a|) is not what IEEE says.
  let size = abs(a);
  var y = pow(size, b);
  let whole = floor(b) == b;
  let odd = whole & (abs(b) < vec4f(16777216.0)) & (abs(b - 2.0 * floor(b * 0.5)) == vec4f(1.0));
  let negative = (bitcast<vec4u>(a) & vec4u(0x80000000u)) != vec4u(0u);
  let inf = vec4f(infinity());
  let rising = b > vec4f(0.0);
  y = select(y, select(inf, vec4f(0.0), rising), size == vec4f(0.0));
  y = select(y, select(vec4f(0.0), inf, rising), size == inf);
  y = select(y, select(vec4f(0.0), inf, (size > vec4f(1.0)) == rising), abs(b) == inf);
  y = select(y, vec4f(1.0), size == vec4f(1.0));
  y = select(y, -y, negative & odd);
  y = select(y, vec4f(not_a_number()), (a < vec4f(0.0)) & !whole & (size < inf));
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  return select(y, vec4f(1.0), (b == vec4f(0.0)) | (a == vec4f(1.0)));
}
