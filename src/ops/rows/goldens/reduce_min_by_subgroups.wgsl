// reduce_min(65536x1024, axes=[1])
// on large

// ==== reduce_min: rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=8&threads=128&unroll=4&width=4
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
