//# common/map.wgsl for kernels that move whole quads: fn element(q: u32) -> vec4u is four results, and params.count
//# counts quads.
#param threads
#include "common/grid.wgsl"

#define store4(q, v)
store4_y(${q}, ${v});
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  if (q >= params.count) { return; }
  #store4(q, element(q))
}
