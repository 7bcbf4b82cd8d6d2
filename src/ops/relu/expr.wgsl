#param f, V, T, fast=0
fn ${f}(x: ${V}) -> ${V} {
#if T == "u32"
  return x;
#else
  return select(x, ${V}(0), x < ${V}(0));
#end
}
