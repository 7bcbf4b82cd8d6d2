#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
#if T == "u32"
  return vec4u(0u) - x;
#else
  return -x;
#end
}
