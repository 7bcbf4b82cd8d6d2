// cast(3x37:bf16, to=i32)
// on small

// ==== cast: cast/kernel.wgsl?threads=64&width=4&x_type=bf16&y_type=i32
// y = x in another type, flat; a thread converts four. Floats become integers toward zero, within the type's range, NaN
// as 0; integers become narrower ones by their low bits.
struct Params { x_at: u32, count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
fn is_nan4(v: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(v) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}
fn infinity() -> f32 {
  var bits = 0x7f800000u;
  return bitcast<f32>(bits);
}
fn not_a_number() -> f32 {
  var bits = 0x7fc00000u;
  return bitcast<f32>(bits);
}
// 1 or -1 by the sign bit, which zero has too.
fn sign_of(v: vec4f) -> vec4f {
  return select(vec4f(1.0), vec4f(-1.0), (bitcast<vec4u>(v) & vec4u(0x80000000u)) != vec4u(0u));
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}

fn convert(v: vec4f) -> vec4i {
  let within = select(clamp(trunc(v), vec4f(-2147483648.0), vec4f(2147483520.0)), vec4f(0.0), is_nan4(v));
  // The largest f32 below the limit is not the limit itself.
  return select(vec4i(within), vec4i(2147483647), v >= vec4f(2147483648.0));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  let last = params.count - 1u;
  if (q > last / 4u) { return; }
  let v = load4_x(q);
  let y = convert(v);
  store4_y(q, y);
}
