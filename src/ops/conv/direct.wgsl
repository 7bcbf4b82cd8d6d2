//# Convolution, a quad of results a thread, tap by tap: for few output channels a group, as in depthwise ones.
//#   a, b, y   element types of weight, x and result; bias: its type, or empty
#param a, b, y, threads, bias=""
#include "common/grid.wgsl"
#include "common/fused.wgsl"

struct Params {
  w_at: u32,
  x_at: u32,
#if bias != ""
  bias_at: u32,
#end
  #fused_reads()
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
  in_channels: u32,
  out_channels: u32,
  in_per_group: u32,
  out_per_group: u32,
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=w, binding=1, dtype=${a}
#include "common/tensor.wgsl" with name=x, binding=2, dtype=${b}
#if bias != ""
#include "common/tensor.wgsl" with name=bias, binding=3, dtype=${bias}
#end
#include "common/tensor.wgsl" with name=y, binding=${(bias != "" ? 4 : 3) + extra}, dtype=${y}, access=write, width=4

#define load_x(i)
load_x(${i})
#end
#define store4(q, v)
#post(store4_y, ${q}, ${v})
#end

fn convolved(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  let o = plane % params.out_channels;
  let first = plane / params.out_channels * params.in_channels + o / params.out_per_group * params.in_per_group;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var w_next = o * params.in_per_group * params.tap_rows * params.tap_cols;
#if bias != ""
  var sum = load_bias(o);
#else
  var sum = 0.0;
#end
  for (var channel = 0u; channel < params.in_per_group; channel++) {
    for (var p = 0u; p < params.tap_rows; p++) {
      let row = row_first + p * params.dilation_rows;
      let row_at = ((first + channel) * params.in_rows + row) * params.in_cols;
      for (var q = 0u; q < params.tap_cols; q++) {
        let col = col_first + q * params.dilation_cols;
        if (row < params.in_rows && col < params.in_cols) {
          sum = fma(load_w(w_next), #load_x(row_at + col), sum);
        }
        w_next++;
      }
    }
  }
  return sum;
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
  let v = vec4f(convolved(at), convolved(min(at + 1u, last)), convolved(min(at + 2u, last)), convolved(min(at + 3u, last)));
  #store4(q, v)
}
