// slice(6x24:f16, axes=[1], ends=[20], starts=[4])
// on small

// ==== slice: moves/walk.wgsl?dtype=u16&padded=0&rank=2&threads=64&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v = load4_x(i0);
  store4_y(q, v);
}
