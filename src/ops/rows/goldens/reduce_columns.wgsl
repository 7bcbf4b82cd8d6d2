// reduce_sum(50x24, axes=[0], keep=1)
// on small

// ==== reduce_sum: rows/reduce.wgsl?columns=1&dtype=f32&op=sum&out=f32&span=8&threads=128&unroll=1&width=4
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
var<workgroup> scratch_all: array<vec4<f32>, 128>;

fn reduce_all(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 16u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  for (; i < w.end; i += 8u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, total * params.scale);
  }
}
