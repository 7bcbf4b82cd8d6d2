// x = 8x32; y = 8x32; pow(min(max(divide(multiply(subtract(add(x, y), y), y), y), y), y), y)
// on small

// ==== add + subtract + multiply + divide + max + min + pow: elementwise/fused.wgsl?extra=2&threads=64#b8d9aa73f5c9a833
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
fn op0(a: vec4f, b: vec4f) -> vec4f {
  return a + b;
}
fn op1(a: vec4f, b: vec4f) -> vec4f {
  return a - b;
}
fn op2(a: vec4f, b: vec4f) -> vec4f {
  return a * b;
}
fn op3(a: vec4f, b: vec4f) -> vec4f {
  return a / b;
}
fn op4(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}
fn op5(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}
fn op6(a: vec4f, b: vec4f) -> vec4f {
  // |a|^b first, then the sign and the corners where exp2(b · log2 |a|) is not what IEEE says.
  let size = abs(a);
  var y = pow(size, b);
  let whole = floor(b) == b;
  let odd = whole & (abs(b) < vec4f(16777216.0)) & (abs(b - 2.0 * floor(b * 0.5)) == vec4f(1.0));
  let negative = (bitcast<vec4u>(a) & vec4u(0x80000000u)) != vec4u(0u);
  let inf = vec4f(infinity());
  let rising = b > vec4f(0.0);
  y = select(y, select(inf, vec4f(0.0), rising), size == vec4f(0.0));
  y = select(y, select(vec4f(0.0), inf, rising), size == inf);
  y = select(y, select(vec4f(0.0), inf, (size > vec4f(1.0)) == rising), abs(b) == inf);
  y = select(y, vec4f(1.0), size == vec4f(1.0));
  y = select(y, -y, negative & odd);
  y = select(y, vec4f(not_a_number()), (a < vec4f(0.0)) & !whole & (size < inf));
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  return select(y, vec4f(1.0), (b == vec4f(0.0)) | (a == vec4f(1.0)));
}
fn fused_unit(i: u32) {
  let x0 = take_f0(i);
  let x1 = take_f1(i);
  let v2 = select(op0(x0, x1), x0 + x1, is_nan4(x0) | is_nan4(x1));
  let v3 = select(op1(v2, x1), v2 + x1, is_nan4(v2) | is_nan4(x1));
  let v4 = select(op2(v3, x1), v3 + x1, is_nan4(v3) | is_nan4(x1));
  let v5 = select(op3(v4, x1), v4 + x1, is_nan4(v4) | is_nan4(x1));
  let v6 = select(op4(v5, x1), v5 + x1, is_nan4(v5) | is_nan4(x1));
  let v7 = select(op5(v6, x1), v6 + x1, is_nan4(v6) | is_nan4(x1));
  let v8 = op6(v7, x1);
  store4_z0(i, v8);
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
