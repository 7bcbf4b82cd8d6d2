#param V, T="f32", fast=0
#include "common/erf.wgsl"
fn op_erf(x: ${V}) -> ${V} {
  return erf4(x);
}
