// rms_norm(3x1, 1)
// on small

// ==== rms_norm: rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=1&span=8&threads=128&width=1
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
  gamma_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
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
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_square[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: f32) -> f32 {
  let at = i;
  var r = v;
  r *= load_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
}
