// softmax(40x24)
// on software

// ==== softmax: softmax/kernel.wgsl?dtype=f32&find_nan=1&out=f32&per_thread=1&span=8&threads=64&width=4
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
  w.row = group * 8u + lane / 8u;
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_max: array<f32, 64>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_max[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 64>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_sum[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  var magnitude = vec4u(0u);  // the largest, as bits: max() may lose a NaN, this does not
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
      magnitude = max(magnitude, bitcast<vec4u>(v0) & vec4u(0x7fffffffu));
    }
  }
  // One NaN makes the whole row NaN, as infinity does.
  var infinity_bits = 0x7f800000u;
  let seen = select(most, vec4<f32>(bitcast<f32>(infinity_bits)), magnitude > vec4u(0x7f800000u));
  let top = reduce_max(max(max(seen.x, seen.y), max(seen.z, seen.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 * scale);
    }
  }
}
