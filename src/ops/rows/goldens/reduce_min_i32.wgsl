// reduce_min(6x50:i32, axes=[1])
// on small

// ==== reduce_min: rows/reduce.wgsl?dtype=i32&op=min&out=i32&span=8&threads=128&unroll=1&width=1
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
