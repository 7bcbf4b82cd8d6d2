// gather(9x8:i8, 13:i32)
// on small

// ==== gather: gather/kernel.wgsl?dtype=u8&threads=64&width=4
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

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read> indices: array<u32>;

fn load_indices(i: u32) -> u32 {
  let at = i + params.indices_at;
  return indices[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

fn element(i: u32) -> vec4u {
  let k = i % params.inner;
  let j = i / params.inner % params.indices_count;
  let o = i / params.inner / params.indices_count;
  let index = load_indices(j);
  let at = select(index, index + params.wrap, index >= 0x80000000u);
  if (at >= params.size) { return vec4u(params.missing); }
  return load4_x((o * params.size + at) * params.inner + k);
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  store4_y(q, element(q));
}
