#param f, V, T, fast=0
#param approximate
#if approximate == "tanh"
fn ${f}(x: ${V}) -> ${V} {
  // (1 + tanh(u)) / 2 is the sigmoid of 2u: no digits are lost far below 0.
  let u = 1.5957691216 * (x + 0.044715 * x * x * x);
  return x / (1.0 + exp(-u));
}
#else
#include "common/erf.wgsl"
fn ${f}(x: ${V}) -> ${V} {
  return 0.5 * x * (1.0 + erf4(x * 0.7071067811865476));
}
#end
