//# Transposes planes of x through tiles of workgroup memory, so that reads and writes both run along memory:
//# y[outer, c, r] = x[outer, r, c], where rows r lie row_step apart in x and columns c lie column_step apart in y.
//#   load_width, store_width   4: whole quads along a row of x, along a column of x (a row of y)
//#   outer                     how many other axes there are
#param dtype, tile=32, threads, load_width, store_width, outer
#include "common/grid.wgsl"
struct Params {
  x_at: u32,
  rows: u32,
  columns: u32,
  row_step: u32,
  column_step: u32,
  row_tiles: u32,
  column_tiles: u32,
  tiles: u32,  // in all planes
#if outer
  outer: array<vec4u, ${outer}>,  // size, step in x, step in y
#end
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${dtype}, width=${load_width}
#include "common/tensor.wgsl" with name=y, binding=2, dtype=${dtype}, width=${store_width}, access=write
#define load(i)
load_x(${i})
#end
#define load4(i)
load4_x(${i} / 4u)
#end
#define store(i, v)
store_y(${i}, ${v});
#end
#define store4(i, v)
store4_y(${i} / 4u, ${v});
#end

// One column more than the tile has, so that neither direction meets the same bank twice in a row.
var<workgroup> cells: array<array<u32, ${tile + 1}>, ${tile}>;

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let index = linear_group(group, groups);
  if (index >= params.tiles) { return; }
  let column0 = index % params.column_tiles * ${tile}u;
  let row0 = index / params.column_tiles % params.row_tiles * ${tile}u;
  var x0 = 0u;
  var y0 = 0u;
#if outer
  var plane = index / (params.column_tiles * params.row_tiles);
#for k in 0..outer
#let d = outer - 1 - k
  x0 += plane % params.outer[${d}].x * params.outer[${d}].y;
  y0 += plane % params.outer[${d}].x * params.outer[${d}].z;
  plane /= params.outer[${d}].x;
#end
#end

  for (var k = lane; k < ${tile * tile / load_width}u; k += ${threads}u) {
    let r = k / ${tile / load_width}u;
    let c = k % ${tile / load_width}u * ${load_width}u;
    if (row0 + r < params.rows && column0 + c < params.columns) {
      let i = x0 + (row0 + r) * params.row_step + column0 + c;
#if load_width == 4
      let v = #load4(i);
      cells[r][c] = v.x;
      cells[r][c + 1u] = v.y;
      cells[r][c + 2u] = v.z;
      cells[r][c + 3u] = v.w;
#else
      cells[r][c] = #load(i);
#end
    }
  }
  workgroupBarrier();
  for (var k = lane; k < ${tile * tile / store_width}u; k += ${threads}u) {
    let c = k / ${tile / store_width}u;
    let r = k % ${tile / store_width}u * ${store_width}u;
    if (row0 + r < params.rows && column0 + c < params.columns) {
      let i = y0 + (column0 + c) * params.column_step + row0 + r;
#if store_width == 4
      #store4(i, vec4u(cells[r][c], cells[r + 1u][c], cells[r + 2u][c], cells[r + 3u][c]))
#else
      #store(i, cells[r][c])
#end
    }
  }
}
