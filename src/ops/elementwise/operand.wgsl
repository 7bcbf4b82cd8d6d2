//# A tensor that fused code reads: take_<name>(i) is what belongs to unit i of the result, whatever broadcasting lies between.
//#   unit    4: units are quads of the result; 1: single elements
//#   form    how its elements follow the result's (ops/elementwise/elementwise.h); rank: axes of the walk, for the last three
#param name, binding, dtype, form, unit, rank=0
#let wide = unit == 4 && (form == "flat" || form == "row" || form == "runs") ? 4 : 1
#let T = dtype == "i32" || dtype == "i8" ? "i32" : dtype == "u32" || dtype == "u8" ? "u32" : "f32"
#let N = unit == 4 ? "vec4<" + T + ">" : T
#include "common/tensor.wgsl" with name=${name}, binding=${binding}, dtype=${dtype}, width=${wide}
#if form == "runs" || form == "splat" || form == "strided"
fn at_${name}(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
#for d in 1..rank
  at += rest % params.${name}_size${rank - d} * params.${name}_step${rank - d};
  rest /= params.${name}_size${rank - d};
#end
  return at + rest * params.${name}_step0;
}
#end
fn take_${name}(i: u32) -> ${N} {
#if form == "flat"
#if unit == 4
  return load4_${name}(i);
#else
  return load_${name}(i);
#end
#elif form == "row"
  return load4_${name}(i % params.${name}_row);
#elif form == "scalar"
  return ${N}(load_${name}(0u));
#elif form == "runs"
  return load4_${name}(at_${name}(i * 4u) / 4u);
#elif form == "splat"
  return ${N}(load_${name}(at_${name}(i * 4u)));
#elif unit == 4
  //# The last quad may run past the end.
  let last = params.${name}_last;
  let j = i * 4u;
  return ${N}(load_${name}(at_${name}(min(j, last))), load_${name}(at_${name}(min(j + 1u, last))),
              load_${name}(at_${name}(min(j + 2u, last))), load_${name}(at_${name}(min(j + 3u, last))));
#else
  return load_${name}(at_${name}(i));
#end
}
