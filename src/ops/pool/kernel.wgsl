//# The largest or the mean of a window, a quad of results a thread.
//#   largest         1: the largest, NaN if there is one; 0: the mean
//#   count_padding   the mean divides by the whole window, not only by what lies inside the input
#param dtype, threads, largest, count_padding=0
#include "common/grid.wgsl"

struct Params {
  x_at: u32,
  count: u32,
  in_rows: u32,
  in_cols: u32,
  out_rows: u32,
  out_cols: u32,
  tap_rows: u32,
  tap_cols: u32,
  stride_rows: u32,
  stride_cols: u32,
  before_rows: u32,
  before_cols: u32,
  dilation_rows: u32,
  dilation_cols: u32,
  lowest: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${dtype}
#include "common/tensor.wgsl" with name=y, binding=2, dtype=${dtype}, access=write, width=4

#define load(i)
load_x(${i})
#end
#define store4(q, v)
store4_y(${q}, ${v});
#end

#if largest
// By its bits: compilers may assume that a number equals itself.
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}
#end

fn pooled(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
#if largest
  var total = params.lowest;
#else
  var total = 0.0;
  var inside = 0u;
#end
  for (var p = 0u; p < params.tap_rows; p++) {
    let row = row_first + p * params.dilation_rows;
    let row_at = (plane * params.in_rows + row) * params.in_cols;
    for (var q = 0u; q < params.tap_cols; q++) {
      let col = col_first + q * params.dilation_cols;
      if (row < params.in_rows && col < params.in_cols) {
        let v = #load(row_at + col);
#if largest
        if (!is_nan(total) && (is_nan(v) || v > total)) {
          total = v;
        }
#else
        total += v;
        inside++;
#end
      }
    }
  }
#if largest
  return total;
#elif count_padding
  return total / f32(params.tap_rows * params.tap_cols);
#else
  return total / f32(inside);
#end
}

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  #store4(q, v)
}
