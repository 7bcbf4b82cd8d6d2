//# Rotary positions: of each head in the first `until` elements of a line, element j and its partner half a head away are
//# turned by the angle of the line's position; what follows is copied.
//#   width   4: half a head is whole quads; 1: single elements
#param dtype, y, width, threads
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${dtype}, width=${width}
#include "common/tensor.wgsl" with name=positions, binding=2, dtype=u32
#include "common/tensor.wgsl" with name=cosines, binding=3, dtype=f32, width=${width}
#include "common/tensor.wgsl" with name=sines, binding=4, dtype=f32, width=${width}
#include "common/tensor.wgsl" with name=y, binding=5, dtype=${y}, width=4, access=write
#let T = width == 4 ? "vec4f" : "f32"
#let load = width == 4 ? "load4" : "load"

fn element(i: u32) -> ${T} {
  let own = ${load}_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return ${T}(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = ${load}_x(select(i - params.half, i + params.half, first));
  return fma(own, ${load}_cosines(angle), select(other, -other, first) * ${load}_sines(angle));
}
#if width == 4
#include "moves/map4.wgsl"
#else
#include "common/map.wgsl"
#end
