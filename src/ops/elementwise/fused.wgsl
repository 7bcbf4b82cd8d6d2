//# Element-wise ops fused with each other: everything they do is in the prelude, as fused_unit(q) for quad q of the results.
#param threads
#include "common/grid.wgsl"
#include "common/fused.wgsl"
struct Params {
  #fused_reads()
  count: u32,
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  if (q <= (params.count - 1u) / 4u) {
    fused_unit(q);
  }
}
