// write_rows(relu(2x3x9x8), 2x3x1x8, 1:i32)
// on small

// ==== relu: elementwise/kernel.wgsl?a_form=flat&a_type=f32&inputs=1&op=relu&threads=64&y_type=f32
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
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
fn quad_a(q: u32) -> vec4f {
  return load4_a(q);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn op_relu(x: vec4f) -> vec4f {
  return select(x, vec4f(0), x < vec4f(0));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = quad_a(q);
  var y = op_relu(a);
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
  y = select(y, a, is_nan4(a));
  store4_y(q, y);
}

// ==== write_rows: write_rows/kernel.wgsl?dtype=u32&fresh_width=4&threads=64&unit=4
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<vec4u>;

fn load4_fresh(q: u32) -> vec4u {
  return fresh[q + params.fresh_at / 4u];
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store4_y((outer * params.room + first + row) * params.line + q % params.line, load4_fresh(q));
  }
}
