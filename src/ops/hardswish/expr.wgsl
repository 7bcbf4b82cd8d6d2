#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
  // Not by clamping x + 3: -infinity · 0 would be no number.
  let bent = x * (x + 3.0) * 0.16666667;
  return select(select(bent, x, x >= vec4f(3.0)), vec4f(0.0), x <= vec4f(-3.0));
}
