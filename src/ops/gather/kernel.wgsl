//# y[o, j, k] = x[o, indices[j], k], or `missing` where indices[j] is out of range.
//#   width    4: an inner stretch (k) is whole quads and counted in them; 1: counted in elements
#param dtype, width, threads
struct Params {
  x_at: u32,
  indices_at: u32,
  count: u32,    // of results
  inner: u32,
  indices_count: u32,
  size: u32,     // of x along the axis
  wrap: u32,     // added to indices over 2^31: the size if they are i32, so negative, 0 if they are u32
  missing: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${dtype}, width=${width}
#include "common/tensor.wgsl" with name=indices, binding=2, dtype=u32
#include "common/tensor.wgsl" with name=y, binding=3, dtype=${dtype}, width=4, access=write
#define load(i)
${width == 4 ? "load4_x" : "load_x"}(${i})
#end
#define load_index(j)
load_indices(${j})
#end

fn element(i: u32) -> ${width == 4 ? "vec4u" : "u32"} {
  let k = i % params.inner;
  let j = i / params.inner % params.indices_count;
  let o = i / params.inner / params.indices_count;
  let index = #load_index(j);
  let at = select(index, index + params.wrap, index >= 0x80000000u);
  if (at >= params.size) { return ${width == 4 ? "vec4u(params.missing)" : "params.missing"}; }
  return #load((o * params.size + at) * params.inner + k);
}
#if width == 4
#include "moves/map4.wgsl"
#else
#include "common/map.wgsl"
#end
