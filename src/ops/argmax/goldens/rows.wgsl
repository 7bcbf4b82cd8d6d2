// argmax(9x64)
// on small

// ==== argmax: argmax/kernel.wgsl?dtype=f32&span=1&threads=128&width=4
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
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
fn reduce_key(v: i32, lane: u32) -> i32 {
  return v;
}
fn reduce_index(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = vec4i(-0x7fffffff - 1);
  var at = vec4i(-1);
  for (var i = w.begin; i < w.end; i += 1u) {
    let exact = key_of(load4_x(w.first + i * w.step));
    let key = select(exact, vec4i(0), exact == vec4i(-1));  // minus zero equals zero
    let better = (key > top) | (at < vec4i(0));
    top = select(top, key, better);
    at = select(at, vec4i(i32(i)), better);
  }
  let best = reduce_key(max(max(top.x, top.y), max(top.z, top.w)), lane);
  let place = at * 4 + vec4i(0, 1, 2, 3);
  let found = select(vec4i(0x7fffffff), place, (top == vec4i(best)) & (at >= vec4i(0)));
  let index = reduce_index(min(min(found.x, found.y), min(found.z, found.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}
