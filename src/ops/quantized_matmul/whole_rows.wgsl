//# Rows of x in whole numbers, as packed/whole.wgsl wants them, one stretch a thread.
//#   x, x_width   element type; 4: quads, 1: single elements
//#   values       1: y is what x was rounded to, f32; 0: y is the bytes of each stretch, fits the unit and the sum
#param x, x_width=4, x_bits, bits, minimums=1, values=0, threads
#include "common/grid.wgsl"
#include "common/fused.wgsl"
struct Params {
  x_at: u32,
  #fused_reads()
  k: u32,
  stretches: u32,  // of a row
  count: u32,      // of all
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${x}, width=${x_width}
#if values
@group(0) @binding(${2 + extra}) var<storage, read_write> y: array<f32>;
#else
@group(0) @binding(${2 + extra}) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(${3 + extra}) var<storage, read_write> fits: array<vec2f>;
#end
#include "packed/whole.wgsl"

#include "quantized_matmul/quad_x.wgsl"

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let i = linear_group(group, groups) * ${threads}u + lane;
  if (i >= params.count) {
    return;
  }
  let row = i / params.stretches;
  let k = i % params.stretches * 32u;
#for q in 0..8
  let x${q} = quad_x(row, k + ${4 * q}u);
#end
  #whole_stretch()
#if values
#for q in 0..8
#for t in 0..4
  if (k + ${4 * q + t}u < params.k) {
    y[row * params.k + k + ${4 * q + t}u] = f32(bitcast<i32>(v${q}[${t}]) - 0x4b400000) * unit;
  }
#end
#end
#else
#for h in 0..(x_bits / 8)
#let bytes = h == 0 ? "high" : "low"
  y[i * ${x_bits / 4}u + ${2 * h}u] = vec4u(${bytes}0, ${bytes}1, ${bytes}2, ${bytes}3);
  y[i * ${x_bits / 4}u + ${2 * h + 1}u] = vec4u(${bytes}4, ${bytes}5, ${bytes}6, ${bytes}7);
#end
  fits[i] = vec2f(unit, all);
#end
}
