// ==== argmax/kernel.wgsl?candidates=1&columns=1&dtype=f32&span=8&threads=128&width=1
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
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  best_at: u32,
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> best: array<i32>;

fn load_best(i: u32) -> i32 {
  let at = i + params.best_at;
  return best[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<i32>;

fn store_y(i: u32, v: i32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4i) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 16u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 16u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  // One candidate per part, each an index along the row; single elements, since candidates of neighbours differ.
  if (w.live) {
    for (var i = w.place; i < params.parts; i += 8u) {
      let index = load_best((w.row / w.step * params.parts + i) * w.step + w.row % w.step);
      let exact = key_of(load_x(w.first + u32(index) * w.step));
      let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
      let better = (key > top) | (at < i32(0));
      top = select(top, key, better);
      at = select(at, i32(index), better);
    }
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?candidates=1&dtype=f32&span=1&threads=128&width=1
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
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  best_at: u32,
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> best: array<i32>;

fn load_best(i: u32) -> i32 {
  let at = i + params.best_at;
  return best[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<i32>;

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
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  // One candidate per part, each an index along the row; single elements, since candidates of neighbours differ.
  if (w.live) {
    for (var i = w.place; i < params.parts; i += 1u) {
      let index = load_best((w.row / w.step * params.parts + i) * w.step + w.row % w.step);
      let exact = key_of(load_x(w.first + u32(index) * w.step));
      let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
      let better = (key > top) | (at < i32(0));
      top = select(top, key, better);
      at = select(at, i32(index), better);
    }
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?candidates=1&dtype=f32&span=8&threads=128&width=1
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
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  best_at: u32,
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> best: array<i32>;

fn load_best(i: u32) -> i32 {
  let at = i + params.best_at;
  return best[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<i32>;

fn store_y(i: u32, v: i32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4i) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 1u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 1u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  // One candidate per part, each an index along the row; single elements, since candidates of neighbours differ.
  if (w.live) {
    for (var i = w.place; i < params.parts; i += 8u) {
      let index = load_best((w.row / w.step * params.parts + i) * w.step + w.row % w.step);
      let exact = key_of(load_x(w.first + u32(index) * w.step));
      let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
      let better = (key > top) | (at < i32(0));
      top = select(top, key, better);
      at = select(at, i32(index), better);
    }
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?columns=1&dtype=bf16&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 16u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 16u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 8u) {
    let exact = key_of(load_x(w.first + i * w.step));
    let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?columns=1&dtype=bf16&span=8&threads=128&width=4
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}
var<workgroup> scratch_key: array<vec4i, 128>;

fn reduce_key(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 16u];
}
var<workgroup> scratch_index: array<vec4i, 128>;

fn reduce_index(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 16u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = vec4i(-0x7fffffff - 1);
  var at = vec4i(-1);
  for (var i = w.begin; i < w.end; i += 8u) {
    let exact = key_of(load4_x(w.first + i * w.step));
    let key = select(exact, vec4i(0), exact == vec4i(-1));  // minus zero equals zero
    let better = (key > top) | (at < vec4i(0));
    top = select(top, key, better);
    at = select(at, vec4i(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(vec4i(0x7fffffff), place, (top == vec4i(best)) & (at >= vec4i(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?columns=1&dtype=f32&span=1&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
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
fn reduce_key(v: i32, lane: u32) -> i32 {
  return v;
}
fn reduce_index(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 1u) {
    let exact = key_of(load_x(w.first + i * w.step));
    let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?columns=1&dtype=f32&span=1&threads=128&width=4
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
@group(0) @binding(2) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}
fn reduce_key(v: vec4i, lane: u32) -> vec4i {
  return v;
}
fn reduce_index(v: vec4i, lane: u32) -> vec4i {
  return v;
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(0x7fffffff);
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
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(vec4i(0x7fffffff), place, (top == vec4i(best)) & (at >= vec4i(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?columns=1&dtype=f32&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 16u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 16u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 8u) {
    let exact = key_of(load_x(w.first + i * w.step));
    let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?columns=1&dtype=f32&span=8&threads=128&width=4
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
@group(0) @binding(2) var<storage, read_write> y: array<vec4i>;

fn store4_y(q: u32, v: vec4i) {
  y[q] = v;
}
var<workgroup> scratch_key: array<vec4i, 128>;

fn reduce_key(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 16u];
}
var<workgroup> scratch_index: array<vec4i, 128>;

fn reduce_index(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 16u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = vec4i(-0x7fffffff - 1);
  var at = vec4i(-1);
  for (var i = w.begin; i < w.end; i += 8u) {
    let exact = key_of(load4_x(w.first + i * w.step));
    let key = select(exact, vec4i(0), exact == vec4i(-1));  // minus zero equals zero
    let better = (key > top) | (at < vec4i(0));
    top = select(top, key, better);
    at = select(at, vec4i(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(vec4i(0x7fffffff), place, (top == vec4i(best)) & (at >= vec4i(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?dtype=f16&span=1&threads=128&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
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

// ==== argmax/kernel.wgsl?dtype=f16&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 1u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 1u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 8u) {
    let exact = key_of(load_x(w.first + i * w.step));
    let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?dtype=f32&span=1&threads=128&width=4
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

// ==== argmax/kernel.wgsl?dtype=f32&span=128&subgroups=1&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let part = subgroupMax(v);
  if (lane % reduce_wave == 0u) {
    scratch_key[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_key[first];
  for (var i = 1u; i < waves; i++) {
    total = max(total, scratch_key[first + i]);
  }
  return total;
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let part = subgroupMin(v);
  if (lane % reduce_wave == 0u) {
    scratch_index[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_index[first];
  for (var i = 1u; i < waves; i++) {
    total = min(total, scratch_index[first + i]);
  }
  return total;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 128u) {
    let exact = key_of(load_x(w.first + i * w.step));
    let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?dtype=f32&span=128&subgroups=1&threads=128&width=4
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let part = subgroupMax(v);
  if (lane % reduce_wave == 0u) {
    scratch_key[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_key[first];
  for (var i = 1u; i < waves; i++) {
    total = max(total, scratch_key[first + i]);
  }
  return total;
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let part = subgroupMin(v);
  if (lane % reduce_wave == 0u) {
    scratch_index[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_index[first];
  for (var i = 1u; i < waves; i++) {
    total = min(total, scratch_index[first + i]);
  }
  return total;
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
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  // Every component of a unit keeps its own largest key and where it was.
  var top = vec4i(-0x7fffffff - 1);
  var at = vec4i(-1);
  for (var i = w.begin; i < w.end; i += 128u) {
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

// ==== argmax/kernel.wgsl?dtype=f32&span=128&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_key[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 1u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_index[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 1u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 128u) {
    let exact = key_of(load_x(w.first + i * w.step));
    let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?dtype=f32&span=128&threads=128&width=4
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_key[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 1u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_index[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 1u];
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
  for (var i = w.begin; i < w.end; i += 128u) {
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

// ==== argmax/kernel.wgsl?dtype=f32&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 1u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 1u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 8u) {
    let exact = key_of(load_x(w.first + i * w.step));
    let key = select(exact, i32(0), exact == i32(-1));  // minus zero equals zero
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?dtype=f32&span=8&threads=128&width=4
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 1u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 1u];
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
  for (var i = w.begin; i < w.end; i += 8u) {
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

// ==== argmax/kernel.wgsl?dtype=i32&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 1u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 1u];
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 8u) {
    let key = key_of(load_x(w.first + i * w.step));
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

// ==== argmax/kernel.wgsl?dtype=u32&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
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
var<workgroup> scratch_key: array<i32, 128>;

fn reduce_key(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_key[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_key[lane] = max(scratch_key[lane], scratch_key[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_key[lane - place * 1u];
}
var<workgroup> scratch_index: array<i32, 128>;

fn reduce_index(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_index[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_index[lane] = min(scratch_index[lane], scratch_index[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_index[lane - place * 1u];
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
  // Every component of a unit keeps its own largest key and where it was.
  var top = i32(-0x7fffffff - 1);
  var at = i32(-1);
  for (var i = w.begin; i < w.end; i += 8u) {
    let key = key_of(load_x(w.first + i * w.step));
    let better = (key > top) | (at < i32(0));
    top = select(top, key, better);
    at = select(at, i32(i32(i)), better);
  }
  let best = reduce_key(top, lane);
  let place = at;
  let found = select(i32(0x7fffffff), place, (top == i32(best)) & (at >= i32(0)));
  let index = reduce_index(found, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, index);
  }
}

