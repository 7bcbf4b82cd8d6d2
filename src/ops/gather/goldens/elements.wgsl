// gather(50x37, 3x11:i32)
// on small

// ==== gather: gather/kernel.wgsl?dtype=u32&threads=64&width=1
struct Params {
  x_at: u32,
  indices_at: u32,
  count: u32,    // of results
  inner: u32,
  indices_count: u32,
  size: u32,     // of x along the axis
  wrap: u32,     // added to indices over 2^31: the size if they are i32, so negative, 0 if they are u32
  missing: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> indices: array<u32>;

fn load_indices(i: u32) -> u32 {
  let at = i + params.indices_at;
  return indices[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> u32 {
  let k = i % params.inner;
  let j = i / params.inner % params.indices_count;
  let o = i / params.inner / params.indices_count;
  let index = load_indices(j);
  let at = select(index, index + params.wrap, index >= 0x80000000u);
  if (at >= params.size) { return params.missing; }
  return load_x((o * params.size + at) * params.inner + k);
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
