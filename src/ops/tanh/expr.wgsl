#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
#if fast
  return tanh(x);
#else
  // WGSL allows tanh an error of 1e-5, and some devices overflow on the way: an odd polynomial up to 0.6, from there
  // exp of something negative. Within 2e-7.
  let size = abs(x);
  let s = x * x;
  var near = vec4f(-0.00590586863);
  near = fma(near, s, vec4f(0.0208053848));
  near = fma(near, s, vec4f(-0.0537866836));
  near = fma(near, s, vec4f(0.133319582));
  near = fma(near, s, vec4f(-0.333332993));
  near = fma(x * s, near, x);
  let e = exp(-2.0 * size);
  let far = sign_of(x) * (1.0 - e) / (1.0 + e);
  return select(far, near, size < vec4f(0.6));
#end
}
