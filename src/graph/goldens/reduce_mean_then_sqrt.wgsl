// sqrt(add(reduce_mean(6x32, axes=[1]), scalar))
// on small

// ==== reduce_mean + add + sqrt: rows/reduce.wgsl?dtype=f32&extra=1&op=sum&out=f32&span=1&threads=128&unroll=1&width=4#f588977f320b94a6
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
@group(0) @binding(2) var<storage, read> f0: array<f32>;

fn load_f0(i: u32) -> f32 {
  let at = i + params.f0_at;
  return f0[at];
}
fn take_f0(i: u32) -> f32 {
  return f32(load_f0(0u));
}
fn op0(a: vec4f, b: vec4f) -> vec4f {
  return a + b;
}
fn op1(x: vec4f) -> vec4f {
  return select(sqrt(x), vec4f(not_a_number()), x < vec4f(0.0));
}
fn fused_post(i: u32, v: f32) -> f32 {
  let x0 = vec4f(take_f0(i));
  let v3 = select(op0(vec4f(v), x0), vec4f(v) + x0, is_nan4(vec4f(v)) | is_nan4(x0));
  let v4 = select(op1(v3), v3, is_nan4(v3));
  return v4.x;
}

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
  f0_at: u32,
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
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn reduce_all(v: f32, lane: u32) -> f32 {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  for (; i < w.end; i += 1u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(((r0.x + r0.y) + (r0.z + r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, fused_post(w.row, total * params.scale));
  }
}
