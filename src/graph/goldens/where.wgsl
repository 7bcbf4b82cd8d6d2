// where(8x32:u8, add(8x32, 32), 8x32)
// on small

// ==== add + where: elementwise/fused.wgsl?extra=4&threads=64#3d2ee8d4672d583e
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
  return load4_f1(i % params.f1_row);
}
@group(0) @binding(3) var<storage, read> f2: array<u32>;

fn load4_f2(q: u32) -> vec4u {
  let w = f2[q + params.f2_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
fn take_f2(i: u32) -> vec4<u32> {
  return load4_f2(i);
}
@group(0) @binding(4) var<storage, read> f3: array<vec4f>;

fn load4_f3(q: u32) -> vec4f {
  return f3[q + params.f3_at / 4u];
}
fn take_f3(i: u32) -> vec4<f32> {
  return load4_f3(i);
}
@group(0) @binding(5) var<storage, read_write> z0: array<vec4f>;

fn store4_z0(q: u32, v: vec4f) {
  z0[q] = v;
}
fn op0(a: vec4f, b: vec4f) -> vec4f {
  return a + b;
}
// The condition is any number; what is not zero is true, NaN too. Compilers may assume there are none: look at the bits.
fn op1(condition: vec4u, a: vec4f, b: vec4f) -> vec4f {
  return select(b, a, condition != vec4u(0));
}
fn fused_unit(i: u32) {
  let x0 = take_f0(i);
  let x1 = take_f1(i);
  let v4 = select(op0(x0, x1), x0 + x1, is_nan4(x0) | is_nan4(x1));
  let x2 = take_f2(i);
  let x3 = take_f3(i);
  let v5 = op1(x2, v4, x3);
  store4_z0(i, v5);
}
struct Params {
  f0_at: u32,
  f1_at: u32,
  f2_at: u32,
  f3_at: u32,
  count: u32,
  f1_row: u32,
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
