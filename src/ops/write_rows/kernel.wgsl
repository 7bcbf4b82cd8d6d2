//# Rows `at` to `at + rows` of y's last but one axis become the given ones; the others stay, or come from `old`.
//#   dtype   as raw bits: u32, u16 or u8
//#   whole   1: all of y is written; 0: y is the old tensor itself, and only the new rows are
//#   unit    elements a thread moves: 4, or 1 where rows are no whole quads
#param dtype, whole=0, old_width=4, fresh_width=4, unit=4, threads
struct Params {
#if whole
  old_at: u32,
#end
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
#if whole
#include "common/tensor.wgsl" with name=old, binding=1, dtype=${dtype}, width=${old_width}
#end
#include "common/tensor.wgsl" with name=fresh, binding=${1 + whole}, dtype=${dtype}, width=${fresh_width}
#include "common/tensor.wgsl" with name=place, binding=${2 + whole}, dtype=u32
#include "common/tensor.wgsl" with name=y, binding=${3 + whole}, dtype=${dtype}, width=${unit}, access=write
#include "common/grid.wgsl"
//# Operands that start inside a quad are read element by element.
#define load(x, width, q)
${unit == 1 ? "load_" + x + "(" + q + ")" : width == 4 ? "load4_" + x + "(" + q + ")" : "vec4u(load_" + x + "(4u * (" + q + ")), load_" + x + "(4u * (" + q + ") + 1u), load_" + x + "(4u * (" + q + ") + 2u), load_" + x + "(4u * (" + q + ") + 3u))"}
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
#if whole
  let row = q / params.line % params.room;
  let outer = q / params.line / params.room;
  // Rows before the first one are far past the last: unsigned.
  if (first < params.room && row - first < params.rows) {
    ${unit == 4 ? "store4_y" : "store_y"}(q, #load(fresh, ${fresh_width}, (outer * params.rows + row - first) * params.line + q % params.line));
  } else {
    ${unit == 4 ? "store4_y" : "store_y"}(q, #load(old, ${old_width}, q));
  }
#else
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    ${unit == 4 ? "store4_y" : "store_y"}((outer * params.room + first + row) * params.line + q % params.line, #load(fresh, ${fresh_width}, q));
  }
#end
}
