#param approximate
#include "common/erf.wgsl"
fn op_gelu(x: ${V}) -> ${V} {
#if approximate == "tanh"
  let u = 0.7978845608 * (x + 0.044715 * x * x * x);
  return 0.5 * x * (1.0 + tanh(clamp(u, vec4f(-10.0), vec4f(10.0))));
#else
  return 0.5 * x * (1.0 + erf4(x * 0.7071067811865476));
#end
}
