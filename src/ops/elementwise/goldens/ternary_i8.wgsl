// where(3x11:u8, 3x11:i8, 11:i8)
// on small

// ==== where: elementwise/kernel.wgsl?a_form=flat&a_type=u8&b_form=flat&b_type=i8&c_form=strided&c_type=i8&handles_nan=1&inputs=3&op=where&threads=64&y_type=i8
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  b_at: u32,
  c_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
  b_row: u32,
  c_row: u32,
  sizes: array<vec4u, 2>,
  a_steps: array<vec4u, 2>,
  b_steps: array<vec4u, 2>,
  c_steps: array<vec4u, 2>,
}
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
@group(0) @binding(1) var<storage, read> a: array<u32>;

fn load4_a(q: u32) -> vec4u {
  let w = a[q + params.a_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
fn quad_a(q: u32) -> vec4u {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4i {
  let w = b[q + params.b_at / 4u];
  return vec4i(extractBits(i32(w), 0u, 8u), extractBits(i32(w), 8u, 8u), extractBits(i32(w), 16u, 8u), extractBits(i32(w), 24u, 8u));
}
fn quad_b(q: u32) -> vec4i {
  return load4_b(q);
}
@group(0) @binding(3) var<storage, read> c: array<u32>;

fn load_c(i: u32) -> i32 {
  let at = i + params.c_at;
  return extractBits(i32(c[at / 4u]), (at & 3u) * 8u, 8u);
}
// The element of c that result i takes.
fn at_c(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.c_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_c(q: u32) -> vec4i {
  var v: vec4i;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_c(at_c(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(4) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4i) {
  let b = bitcast<vec4u>(v) & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}
// The condition is any number; what is not zero is true, NaN too. Compilers may assume there are none: look at the bits.
fn op_where(condition: vec4u, a: vec4i, b: vec4i) -> vec4i {
  return select(b, a, condition != vec4u(0));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  let c = quad_c(q);
  var y = op_where(a, b, c);
  store4_y(q, y);
}
