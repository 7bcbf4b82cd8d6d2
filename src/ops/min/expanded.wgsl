// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f16&b_form=flat&b_type=f16&inputs=2&op=min&threads=256&y_type=f16
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
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_a(q: u32) -> vec4f {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_b(q: u32) -> vec4f {
  return load4_b(q);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f16&b_form=flat&b_type=f16&inputs=2&op=min&threads=64&y_type=f16
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
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_a(q: u32) -> vec4f {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_b(q: u32) -> vec4f {
  return load4_b(q);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f32&b_form=flat&b_type=f32&inputs=2&op=min&threads=256&y_type=f32
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
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4f {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
fn quad_b(q: u32) -> vec4f {
  return load4_b(q);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f32&b_form=flat&b_type=f32&inputs=2&op=min&threads=64&y_type=f32
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
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4f {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
fn quad_b(q: u32) -> vec4f {
  return load4_b(q);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f32&b_form=row&b_type=f32&inputs=2&op=min&threads=256&y_type=f32
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
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4f {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
fn quad_b(q: u32) -> vec4f {
  return load4_b(q % params.b_row);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f32&b_form=row&b_type=f32&inputs=2&op=min&threads=64&y_type=f32
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
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4f {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
fn quad_b(q: u32) -> vec4f {
  return load4_b(q % params.b_row);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=i32&b_form=flat&b_type=i32&inputs=2&op=min&threads=256&y_type=i32
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
fn op_min(a: vec4i, b: vec4i) -> vec4i {
  return min(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=i32&b_form=flat&b_type=i32&inputs=2&op=min&threads=64&y_type=i32
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
fn op_min(a: vec4i, b: vec4i) -> vec4i {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=u32&b_form=flat&b_type=u32&inputs=2&op=min&threads=256&y_type=u32
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
@group(0) @binding(1) var<storage, read> a: array<vec4u>;

fn load4_a(q: u32) -> vec4u {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4u {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec4u>;

fn load4_b(q: u32) -> vec4u {
  return b[q + params.b_at / 4u];
}
fn quad_b(q: u32) -> vec4u {
  return load4_b(q);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}
fn op_min(a: vec4u, b: vec4u) -> vec4u {
  return min(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=u32&b_form=flat&b_type=u32&inputs=2&op=min&threads=64&y_type=u32
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
@group(0) @binding(1) var<storage, read> a: array<vec4u>;

fn load4_a(q: u32) -> vec4u {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4u {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read> b: array<vec4u>;

fn load4_b(q: u32) -> vec4u {
  return b[q + params.b_at / 4u];
}
fn quad_b(q: u32) -> vec4u {
  return load4_b(q);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}
fn op_min(a: vec4u, b: vec4u) -> vec4u {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=scalar&a_type=f32&b_form=scalar&b_type=f32&inputs=2&op=min&threads=256&y_type=f32
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
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
fn quad_a(q: u32) -> vec4f {
  return vec4f(load_a(0u));
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
fn quad_b(q: u32) -> vec4f {
  return vec4f(load_b(0u));
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=scalar&a_type=f32&b_form=scalar&b_type=f32&inputs=2&op=min&threads=64&y_type=f32
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
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
fn quad_a(q: u32) -> vec4f {
  return vec4f(load_a(0u));
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
fn quad_b(q: u32) -> vec4f {
  return vec4f(load_b(0u));
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=strided&a_type=f16&b_form=strided&b_type=f16&inputs=2&op=min&threads=64&y_type=f16
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  b_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
  b_row: u32,
  pad0: u32,
  pad1: u32,
  sizes: array<vec4u, 2>,
  a_steps: array<vec4u, 2>,
  b_steps: array<vec4u, 2>,
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

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  let pair = unpack2x16float(a[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
// The element of a that result i takes.
fn at_a(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.a_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_a(q: u32) -> vec4f {
  var v: vec4f;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_a(at_a(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let pair = unpack2x16float(b[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
// The element of b that result i takes.
fn at_b(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.b_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_b(q: u32) -> vec4f {
  var v: vec4f;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_b(at_b(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=strided&a_type=f32&b_form=strided&b_type=f32&inputs=2&op=min&threads=64&y_type=f32
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  b_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
  b_row: u32,
  pad0: u32,
  pad1: u32,
  sizes: array<vec4u, 2>,
  a_steps: array<vec4u, 2>,
  b_steps: array<vec4u, 2>,
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
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
// The element of a that result i takes.
fn at_a(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.a_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_a(q: u32) -> vec4f {
  var v: vec4f;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_a(at_a(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
// The element of b that result i takes.
fn at_b(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.b_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_b(q: u32) -> vec4f {
  var v: vec4f;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_b(at_b(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn op_min(a: vec4f, b: vec4f) -> vec4f {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=strided&a_type=i32&b_form=strided&b_type=i32&inputs=2&op=min&threads=64&y_type=i32
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  b_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
  b_row: u32,
  pad0: u32,
  pad1: u32,
  sizes: array<vec4u, 2>,
  a_steps: array<vec4u, 2>,
  b_steps: array<vec4u, 2>,
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
@group(0) @binding(1) var<storage, read> a: array<i32>;

fn load_a(i: u32) -> i32 {
  let at = i + params.a_at;
  return a[at];
}
// The element of a that result i takes.
fn at_a(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.a_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_a(q: u32) -> vec4i {
  var v: vec4i;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_a(at_a(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(2) var<storage, read> b: array<i32>;

fn load_b(i: u32) -> i32 {
  let at = i + params.b_at;
  return b[at];
}
// The element of b that result i takes.
fn at_b(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.b_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_b(q: u32) -> vec4i {
  var v: vec4i;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_b(at_b(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}
fn op_min(a: vec4i, b: vec4i) -> vec4i {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=strided&a_type=u32&b_form=strided&b_type=u32&inputs=2&op=min&threads=64&y_type=u32
// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
struct Params {
  a_at: u32,
  b_at: u32,
  count: u32,
  rank: u32,
  a_row: u32,
  b_row: u32,
  pad0: u32,
  pad1: u32,
  sizes: array<vec4u, 2>,
  a_steps: array<vec4u, 2>,
  b_steps: array<vec4u, 2>,
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

fn load_a(i: u32) -> u32 {
  let at = i + params.a_at;
  return a[at];
}
// The element of a that result i takes.
fn at_a(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.a_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_a(q: u32) -> vec4u {
  var v: vec4u;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_a(at_a(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load_b(i: u32) -> u32 {
  let at = i + params.b_at;
  return b[at];
}
// The element of b that result i takes.
fn at_b(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.b_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
fn quad_b(q: u32) -> vec4u {
  var v: vec4u;
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_b(at_b(min(q * 4u + k, params.count - 1u)));
  }
  return v;
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}
fn op_min(a: vec4u, b: vec4u) -> vec4u {
  return min(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_min(a, b);
  store4_y(q, y);
}

// ==== rows/reduce.wgsl?columns=1&dtype=bf16&op=min&out=f32&span=1&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 128u + lane % 128u;
  w.place = lane / 128u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f16&op=min&out=f16&span=8&threads=128&unroll=1&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane % 16u;
  w.place = lane / 16u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: vec4i) -> vec4<f32> {
  return bitcast<vec4<f32>>(key ^ ((key >> vec4u(31u)) & vec4i(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f16&op=min&out=f32&span=8&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane % 16u;
  w.place = lane / 16u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=1&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 128u + lane % 128u;
  w.place = lane / 128u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=1&threads=128&unroll=1&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 128u + lane % 128u;
  w.place = lane / 128u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  return v;
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: vec4i) -> vec4<f32> {
  return bitcast<vec4<f32>>(key ^ ((key >> vec4u(31u)) & vec4i(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=8&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane % 16u;
  w.place = lane / 16u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=8&threads=128&unroll=1&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane % 16u;
  w.place = lane / 16u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: vec4i) -> vec4<f32> {
  return bitcast<vec4<f32>>(key ^ ((key >> vec4u(31u)) & vec4i(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=8&threads=128&unroll=4&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane % 16u;
  w.place = lane / 16u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: vec4i) -> vec4<f32> {
  return bitcast<vec4<f32>>(key ^ ((key >> vec4u(31u)) & vec4i(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  var r1 = vec4i(0x7fffffff);
  var r2 = vec4i(0x7fffffff);
  var r3 = vec4i(0x7fffffff);
  for (; i + 24u < w.end; i += 32u) {
    let v0 = key_of(load4_x(w.first + (i + 0u) * w.step));
    let v1 = key_of(load4_x(w.first + (i + 8u) * w.step));
    let v2 = key_of(load4_x(w.first + (i + 16u) * w.step));
    let v3 = key_of(load4_x(w.first + (i + 24u) * w.step));
    r0 = min(r0, v0);
    r1 = min(r1, v1);
    r2 = min(r2, v2);
    r3 = min(r3, v3);
  }
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  r0 = min(r0, r1);
  r0 = min(r0, r2);
  r0 = min(r0, r3);
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=i32&op=min&out=i32&span=8&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane % 16u;
  w.place = lane / 16u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<i32>;

fn load_x(i: u32) -> i32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<i32>;

fn store_y(i: u32, v: i32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4i) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: i32) -> i32 {
  return v;
}

fn value_of(key: i32) -> i32 {
  return key;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f16&op=min&out=f32&span=1&threads=128&unroll=1&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 128u + lane / 1u;
  w.place = lane % 1u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f16&op=min&out=f32&span=8&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane / 8u;
  w.place = lane % 8u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=1&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 128u + lane / 1u;
  w.place = lane % 1u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=1&threads=128&unroll=1&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 128u + lane / 1u;
  w.place = lane % 1u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=128&subgroups=1&threads=128&unroll=1&width=4
enable subgroups;

@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 1u + lane / 128u;
  w.place = lane % 128u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

var<private> reduce_wave: u32;

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let part = subgroupMin(v);
  if (lane % reduce_wave == 0u) {
    scratch_all[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_all[first];
  for (var i = 1u; i < waves; i++) {
    total = min(total, scratch_all[first + i]);
  }
  return total;
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 128u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=128&subgroups=1&threads=128&unroll=4&width=4
enable subgroups;

@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 1u + lane / 128u;
  w.place = lane % 128u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

var<private> reduce_wave: u32;

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let part = subgroupMin(v);
  if (lane % reduce_wave == 0u) {
    scratch_all[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_all[first];
  for (var i = 1u; i < waves; i++) {
    total = min(total, scratch_all[first + i]);
  }
  return total;
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  var r1 = vec4i(0x7fffffff);
  var r2 = vec4i(0x7fffffff);
  var r3 = vec4i(0x7fffffff);
  for (; i + 384u < w.end; i += 512u) {
    let v0 = key_of(load4_x(w.first + (i + 0u) * w.step));
    let v1 = key_of(load4_x(w.first + (i + 128u) * w.step));
    let v2 = key_of(load4_x(w.first + (i + 256u) * w.step));
    let v3 = key_of(load4_x(w.first + (i + 384u) * w.step));
    r0 = min(r0, v0);
    r1 = min(r1, v1);
    r2 = min(r2, v2);
    r3 = min(r3, v3);
  }
  for (; i < w.end; i += 128u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  r0 = min(r0, r1);
  r0 = min(r0, r2);
  r0 = min(r0, r3);
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=128&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 1u + lane / 128u;
  w.place = lane % 128u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 128u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=128&threads=128&unroll=1&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 1u + lane / 128u;
  w.place = lane % 128u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 128u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=8&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane / 8u;
  w.place = lane % 8u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=8&threads=128&unroll=4&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane / 8u;
  w.place = lane % 8u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
  return select(key, end, (bits & vec4i(0x7fffffff)) > vec4i(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  var r1 = vec4i(0x7fffffff);
  var r2 = vec4i(0x7fffffff);
  var r3 = vec4i(0x7fffffff);
  for (; i + 24u < w.end; i += 32u) {
    let v0 = key_of(load4_x(w.first + (i + 0u) * w.step));
    let v1 = key_of(load4_x(w.first + (i + 8u) * w.step));
    let v2 = key_of(load4_x(w.first + (i + 16u) * w.step));
    let v3 = key_of(load4_x(w.first + (i + 24u) * w.step));
    r0 = min(r0, v0);
    r1 = min(r1, v1);
    r2 = min(r2, v2);
    r3 = min(r3, v3);
  }
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  r0 = min(r0, r1);
  r0 = min(r0, r2);
  r0 = min(r0, r3);
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=i32&op=min&out=i32&span=8&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane / 8u;
  w.place = lane % 8u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<i32>;

fn load_x(i: u32) -> i32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<i32>;

fn store_y(i: u32, v: i32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4i) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: i32) -> i32 {
  return v;
}

fn value_of(key: i32) -> i32 {
  return key;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=u32&op=min&out=u32&span=128&threads=128&unroll=1&width=1
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 1u + lane / 128u;
  w.place = lane % 128u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: u32) -> i32 {
  return bitcast<i32>(v ^ u32(0x80000000u));
}

fn value_of(key: i32) -> u32 {
  return bitcast<u32>(key) ^ u32(0x80000000u);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 128u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=u32&op=min&out=u32&span=8&threads=128&unroll=1&width=4
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane / 8u;
  w.place = lane % 8u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: vec4<u32>) -> vec4i {
  return bitcast<vec4i>(v ^ vec4u(0x80000000u));
}

fn value_of(key: i32) -> u32 {
  return bitcast<u32>(key) ^ u32(0x80000000u);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

