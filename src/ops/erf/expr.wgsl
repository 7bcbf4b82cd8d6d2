#include "common/erf.wgsl"
fn op_erf(x: ${V}) -> ${V} {
  return erf4(x);
}
