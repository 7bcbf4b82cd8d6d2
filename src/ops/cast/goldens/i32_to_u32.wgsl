// cast(3x37:i32, to=u32)
// on small

// ==== cast: cast/kernel.wgsl?threads=64&width=4&x_type=i32&y_type=u32
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
@group(0) @binding(1) var<storage, read> x: array<vec4i>;

fn load4_x(q: u32) -> vec4i {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn convert(v: vec4i) -> vec4u {
  return bitcast<vec4u>(v);
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
