// divide(relu(neg(abs(5x27:i32))), 5x27:i32)
// on small

// ==== abs: elementwise/kernel.wgsl?a_form=flat&a_type=i32&inputs=1&op=abs&threads=64&y_type=i32
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
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
@group(0) @binding(1) var<storage, read> a: array<vec4i>;

fn load4_a(q: u32) -> vec4i {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4i {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}
fn op_abs(x: vec4i) -> vec4i {
  return abs(x);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  var y = op_abs(a);
  store4_y(q, y);
}

// ==== neg: elementwise/kernel.wgsl?a_form=flat&a_type=i32&inputs=1&op=neg&threads=64&y_type=i32
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
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
@group(0) @binding(1) var<storage, read> a: array<vec4i>;

fn load4_a(q: u32) -> vec4i {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4i {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}
fn op_neg(x: vec4i) -> vec4i {
  return -x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  var y = op_neg(a);
  store4_y(q, y);
}

// ==== relu: elementwise/kernel.wgsl?a_form=flat&a_type=i32&inputs=1&op=relu&threads=64&y_type=i32
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
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
@group(0) @binding(1) var<storage, read> a: array<vec4i>;

fn load4_a(q: u32) -> vec4i {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4i {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}
fn op_relu(x: vec4i) -> vec4i {
  return select(x, vec4i(0), x < vec4i(0));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  var y = op_relu(a);
  store4_y(q, y);
}

// ==== divide: elementwise/kernel.wgsl?a_form=flat&a_type=i32&b_form=flat&b_type=i32&inputs=2&op=divide&threads=64&y_type=i32
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  b_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
  b_row: u32,
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
@group(0) @binding(1) var<storage, read> a: array<vec4i>;

fn load4_a(q: u32) -> vec4i {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4i {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec4i>;

fn load4_b(q: u32) -> vec4i {
  return b[q + params.b_at / 4u];
}
fn quad_b(q: u32) -> vec4i {
  return load4_b(q);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}
fn op_divide(a: vec4i, b: vec4i) -> vec4i {
  return select(a / b, vec4i(0), b == vec4i(0));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_divide(a, b);
  store4_y(q, y);
}
