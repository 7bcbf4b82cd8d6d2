// concat(3x7, 5x7)
// on small

// ==== concat: concat/kernel.wgsl?dtype=u32&inputs=2&threads=64&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return x0[at];
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return x1[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> u32 {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  return load_x1(row * (params.end1 - params.end0) + at - params.end0);
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  let last = params.count - 1u;
  if (q > last / 4u) { return; }
  let i = q * 4u;
  let v = vec4(element(i), element(min(i + 1u, last)), element(min(i + 2u, last)), element(min(i + 3u, last)));
  store4_y(q, v);
}
