//# erf within 2e-7: its series up to 1, from there 1 - exp(-x²) times a polynomial in 1 / (1 + 0.33 x).
fn erf4(x: vec4f) -> vec4f {
  let z = min(abs(x), vec4f(6.0));
  let s = z * z;
  var series = vec4f(1.31225329e-8);
  series = fma(series, -s, vec4f(1.45038522e-7));
  series = fma(series, -s, vec4f(1.45891690e-6));
  series = fma(series, -s, vec4f(1.32275132e-5));
  series = fma(series, -s, vec4f(1.06837606e-4));
  series = fma(series, -s, vec4f(7.57575758e-4));
  series = fma(series, -s, vec4f(4.62962963e-3));
  series = fma(series, -s, vec4f(2.38095238e-2));
  series = fma(series, -s, vec4f(0.1));
  series = fma(series, -s, vec4f(0.333333333));
  series = fma(series, -s, vec4f(1.0));
  let near = 1.12837917 * z * series;
  let t = 1.0 / fma(vec4f(0.3275911), z, vec4f(1.0));
  var tail = vec4f(1.061405429);
  tail = fma(tail, t, vec4f(-1.453152027));
  tail = fma(tail, t, vec4f(1.421413741));
  tail = fma(tail, t, vec4f(-0.284496736));
  tail = fma(tail, t, vec4f(0.254829592));
  let far = 1.0 - tail * t * exp(-s);
  return sign(x) * select(far, near, z < vec4f(1.0));
}
