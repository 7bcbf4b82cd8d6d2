#param f, V, T, fast=0
#param min, max
fn ${f}(x: ${V}) -> ${V} {
  return clamp(x, ${V}(${T}(${min})), ${V}(${T}(${max})));
}
