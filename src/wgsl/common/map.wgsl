//# The rest of a kernel that can say what each of its results is, one at a time. The file that includes this has declared
//# Params with a `count` (of results, not 0), its reads, the write `y` (tensor.wgsl, width=4), and
//#   fn element(i: u32) -> T      result i; T is y's f32, i32 or u32
//# One thread computes four consecutive results, so that narrow types are written by whole words: dispatch
//# linear_groups(ceil_div(count, 4 * threads)).
//# #store4(q, v): the epilogue, results 4q to 4q + 3; by default they go to y.
#param threads
#include "common/grid.wgsl"

#define store4(q, v)
store4_y(${q}, ${v});
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  let last = params.count - 1u;
  if (q > last / 4u) { return; }
  let i = q * 4u;
  let v = vec4(element(i), element(min(i + 1u, last)), element(min(i + 2u, last)), element(min(i + 3u, last)));
  #store4(q, v)
}
