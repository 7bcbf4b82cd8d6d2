//# y is rows; a row of y is a row of each input in turn, of the lengths end0, end1 - end0, ...
//#   width    4: all lengths are whole quads and counted in them; 1: counted in elements
//#   use_switch   1: which input an element is from is counted, and then a switch; 0: an if/else chain
#param dtype, inputs, width, threads, use_switch=0
struct Params {
#for k in 0..inputs
  x${k}_at: u32,
#end
  count: u32,
#for k in 0..inputs
  end${k}: u32,
#end
}
@group(0) @binding(0) var<uniform> params: Params;
#for k in 0..inputs
#include "common/tensor.wgsl" with name=x${k}, binding=${k + 1}, dtype=${dtype}, width=${width}
#define load${k}(i)
${width == 4 ? "load4_x" : "load_x"}${k}(${i})
#end
#end
#include "common/tensor.wgsl" with name=y, binding=${inputs + 1}, dtype=${dtype}, width=4, access=write

fn element(i: u32) -> ${width == 4 ? "vec4u" : "u32"} {
  let row = i / params.end${inputs - 1};
  let at = i % params.end${inputs - 1};
#if use_switch
  var part = 0u;
#for k in 0..inputs - 1
  part += u32(at >= params.end${k});
#end
  var v: ${width == 4 ? "vec4u" : "u32"};
  switch (part) {
    case 0u: { v = #load0(row * params.end0 + at); }
#for k in 1..inputs
    ${k == inputs - 1 ? "default" : "case " + k + "u"}: { v = #load${k}(row * (params.end${k} - params.end${k - 1}) + at - params.end${k - 1}); }
#end
  }
  return v;
#else
  if (at < params.end0) { return #load0(row * params.end0 + at); }
#for k in 1..inputs - 1
  if (at < params.end${k}) { return #load${k}(row * (params.end${k} - params.end${k - 1}) + at - params.end${k - 1}); }
#end
#let k = inputs - 1
  return #load${k}(row * (params.end${k} - params.end${k - 1}) + at - params.end${k - 1});
#end
}
#if width == 4
#include "moves/map4.wgsl"
#else
#include "common/map.wgsl"
#end
