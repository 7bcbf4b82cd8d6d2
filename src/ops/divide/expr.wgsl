#param f, V, T, fast=0
fn ${f}(a: ${V}, b: ${V}) -> ${V} {
#if T == "f32"
  return a / b;
#else
  return select(a / b, ${V}(0), b == ${V}(0));
#end
}
