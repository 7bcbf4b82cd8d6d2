// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f16&b_form=flat&b_type=f16&inputs=2&op=max&threads=256&y_type=f16
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f16&b_form=flat&b_type=f16&inputs=2&op=max&threads=64&y_type=f16
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f32&b_form=flat&b_type=f32&inputs=2&op=max&threads=256&y_type=f32
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f32&b_form=flat&b_type=f32&inputs=2&op=max&threads=64&y_type=f32
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f32&b_form=row&b_type=f32&inputs=2&op=max&threads=256&y_type=f32
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=f32&b_form=row&b_type=f32&inputs=2&op=max&threads=64&y_type=f32
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=i32&b_form=flat&b_type=i32&inputs=2&op=max&threads=256&y_type=i32
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
fn op_max(a: vec4i, b: vec4i) -> vec4i {
  return max(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=i32&b_form=flat&b_type=i32&inputs=2&op=max&threads=64&y_type=i32
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
fn op_max(a: vec4i, b: vec4i) -> vec4i {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=u32&b_form=flat&b_type=u32&inputs=2&op=max&threads=256&y_type=u32
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
fn op_max(a: vec4u, b: vec4u) -> vec4u {
  return max(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=flat&a_type=u32&b_form=flat&b_type=u32&inputs=2&op=max&threads=64&y_type=u32
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
fn op_max(a: vec4u, b: vec4u) -> vec4u {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=scalar&a_type=f32&b_form=scalar&b_type=f32&inputs=2&op=max&threads=256&y_type=f32
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=scalar&a_type=f32&b_form=scalar&b_type=f32&inputs=2&op=max&threads=64&y_type=f32
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=strided&a_type=f16&b_form=strided&b_type=f16&inputs=2&op=max&threads=64&y_type=f16
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=strided&a_type=f32&b_form=strided&b_type=f32&inputs=2&op=max&threads=64&y_type=f32
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
fn op_max(a: vec4f, b: vec4f) -> vec4f {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=strided&a_type=i32&b_form=strided&b_type=i32&inputs=2&op=max&threads=64&y_type=i32
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
fn op_max(a: vec4i, b: vec4i) -> vec4i {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  store4_y(q, y);
}

// ==== elementwise/kernel.wgsl?a_form=strided&a_type=u32&b_form=strided&b_type=u32&inputs=2&op=max&threads=64&y_type=u32
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
fn op_max(a: vec4u, b: vec4u) -> vec4u {
  return max(a, b);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  let b = quad_b(q);
  var y = op_max(a, b);
  store4_y(q, y);
}

