// s = add(8x32, 8x32); relu(s), s
// on small

// ==== add + relu: elementwise/fused.wgsl?extra=2&threads=64#ecd1357d14c1a5b0
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
@group(0) @binding(1) var<storage, read> f0: array<vec4f>;

fn load4_f0(q: u32) -> vec4f {
  return f0[q + params.f0_at / 4u];
}
fn take_f0(i: u32) -> vec4<f32> {
  return load4_f0(i);
}
@group(0) @binding(2) var<storage, read> f1: array<vec4f>;

fn load4_f1(q: u32) -> vec4f {
  return f1[q + params.f1_at / 4u];
}
fn take_f1(i: u32) -> vec4<f32> {
  return load4_f1(i);
}
@group(0) @binding(3) var<storage, read_write> z0: array<vec4f>;

fn store4_z0(q: u32, v: vec4f) {
  z0[q] = v;
}
@group(0) @binding(4) var<storage, read_write> z1: array<vec4f>;

fn store4_z1(q: u32, v: vec4f) {
  z1[q] = v;
}
fn op0(a: vec4f, b: vec4f) -> vec4f {
  return a + b;
}
fn op1(x: vec4f) -> vec4f {
  return select(x, vec4f(0), x < vec4f(0));
}
fn fused_unit(i: u32) {
  let x0 = take_f0(i);
  let x1 = take_f1(i);
  let v2 = select(op0(x0, x1), x0 + x1, is_nan4(x0) | is_nan4(x1));
  let v3 = select(op1(v2), v2, is_nan4(v2));
  store4_z0(i, v2);
  store4_z1(i, v3);
}
struct Params {
  f0_at: u32,
  f1_at: u32,
  count: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q <= (params.count - 1u) / 4u) {
    fused_unit(q);
  }
}
