// The yardstick for bandwidth: y = x, 16 bytes at a time.
#param threads, quads
#include "common/grid.wgsl"
struct Params { x_at: u32, quads: u32 };
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * ${threads * quads}u + lane;
#for i in 0..quads
  if (first + ${i * threads}u < params.quads) {
    y[first + ${i * threads}u] = x[first + ${i * threads}u];
  }
#end
}
