//# Copies along a walk (moves.h): y[c0, c1, ...] = x[base + c0 * step0 + c1 * step1 + ...].
//#   width    4: the walk is over whole quads of x; 1: over elements, four to a thread
//#   padded   some coordinates are outside [low, high) of their axis and give params.value
#param dtype, rank, width, padded, threads
#include "common/grid.wgsl"
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, ${rank}>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${dtype}, width=${width}
#include "common/tensor.wgsl" with name=y, binding=2, dtype=${dtype}, width=4, access=write
#define load(i)
${width == 4 ? "load4_x" : "load_x"}(${i})
#end
#define store(q, v)
store4_y(${q}, ${v});
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  if (q >= params.quads) { return; }
  var c0 = q${width == 4 ? "" : " * 4u"};
#for k in 1..rank
#let d = rank - k
  var c${d} = c0 % params.axes[${d}].x;
  c0 /= params.axes[${d}].x;
#end
  var v: vec4u;
#for turn in 0..4 / width
#let part = width == 4 ? "v" : "v[" + turn + "]"
#if turn > 0
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c${rank - 1}++;
#for k in 1..rank
#let d = rank - k
  if (c${d} == params.axes[${d}].x) { c${d} = 0u; c${d - 1}++; }
#end
#end
#let indent = padded ? "    " : "  "
#if padded
  ${part} = ${width == 4 ? "vec4u(params.value)" : "params.value"};
#for d in 0..rank
  ${d == 0 ? "if (" : "    "}c${d} - params.axes[${d}].z < params.axes[${d}].w${d == rank - 1 ? ") {" : " &&"}
#end
#end
${indent}var i${turn} = params.base;
#for d in 0..rank
${indent}i${turn} += c${d} * params.axes[${d}].y;
#end
${indent}${part} = #load(i${turn});
#if padded
  }
#end
#end
  #store(q, v)
}
