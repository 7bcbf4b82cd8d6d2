//# Joins what row.wgsl has left of each part of the keys. A workgroup has one row; a thread has one quad of the result and
//# every slices-th part. params.columns is how many quads a row has, rounded up to a power of two.
#param y, y_width, threads
#include "common/fused.wgsl"
struct Params {
  parts_at: u32,
  #fused_reads()
  rows: u32,
  count: u32,  // parts of a row
  e: u32,
  columns: u32,
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/grid.wgsl"
#include "common/tensor.wgsl" with name=parts, binding=1, dtype=f32, width=4
#include "common/tensor.wgsl" with name=y, binding=${2 + extra}, dtype=${y}, access=write, width=${y_width}
#include "common/reduce.wgsl" with name=max, op=max, T=f32, span=${threads}, stride=1, subgroups=0
#include "common/reduce.wgsl" with name=sum, op=sum, T=f32, span=${threads}, stride=1, subgroups=0
#include "attention/put.wgsl"
var<workgroup> sums: array<vec4f, ${threads}>;

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  if (row >= params.rows) {
    return;
  }
  let quads = (params.e + 3u) / 4u;
  let first = row * params.count * (quads + 1u);
  var most = ${lowest};
  for (var i = lane; i < params.count; i += ${threads}u) {
    most = max(most, load4_parts(first + i * (quads + 1u) + quads).x);
  }
  let top = reduce_max(most, lane);
  let column = lane % params.columns;
  let slices = ${threads}u / params.columns;
  var total = 0.0;
  var sum = vec4f();
  for (var i = lane / params.columns; i < params.count; i += slices) {
    let part = first + i * (quads + 1u);
    let state = load4_parts(part + quads);
    let share = exp(state.x - top);
    total = fma(state.y, share, total);
    sum = fma(load4_parts(part + min(column, quads - 1u)), vec4f(share), sum);
  }
  total = reduce_sum(select(0.0, total, column == 0u), lane);
  sums[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      sums[lane] += sums[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, sums[lane], total);
  }
}
