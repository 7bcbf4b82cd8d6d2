#param f, V, T, fast=0
#include "common/erf.wgsl"
fn ${f}(x: ${V}) -> ${V} {
  return erf4(x);
}
