//# erf within 1e-7 of its value: an odd polynomial up to 1; from there 1 - exp(-g), where g = -log(1 - erf) is smooth.
#include "common/math.wgsl"
fn erf4(x: vec4f) -> vec4f {
  let size = abs(x);
  let s = x * x;
  var near = vec4f(7.85386122e-5);
  near = fma(near, s, vec4f(-8.01019359e-4));
  near = fma(near, s, vec4f(5.18832768e-3));
  near = fma(near, s, vec4f(-0.0268538119));
  near = fma(near, s, vec4f(0.112835851));
  near = fma(near, s, vec4f(-0.376126258));
  near = fma(near, s, vec4f(0.128379166));
  near = fma(near, x, x);
  let z = min(size, vec4f(4.0));  // from there on erf is 1 in f32
  var g = vec4f(-1.86379154e-4);
  g = fma(g, z, vec4f(2.94765795e-3));
  g = fma(g, z, vec4f(-0.0218380627));
  g = fma(g, z, vec4f(0.103106752));
  g = fma(g, z, vec4f(0.638144836));
  g = fma(g, z, vec4f(1.12708919));
  g = fma(g, z, vec4f(3.41523405e-4));
  let far = sign_of(x) * (1.0 - exp(-g));
  return select(far, near, size < vec4f(1.0));
}
