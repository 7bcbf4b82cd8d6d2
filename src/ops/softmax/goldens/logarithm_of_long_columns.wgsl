// log_softmax(600x8, axis=0)
// on software

// ==== log_softmax: softmax/kernel.wgsl?columns=1&dtype=f32&find_nan=1&log=1&out=f32&span=8&threads=64&width=4
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
  w.row = group * 8u + lane % 8u;
  w.place = lane / 8u;
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
var<workgroup> scratch_max: array<vec4<f32>, 64>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 8u;
  scratch_max[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 64>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 8u;
  scratch_sum[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  var magnitude = vec4u(0u);  // the largest, as bits: max() may lose a NaN, this does not
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = vec4<f32>(0.0);
  for (var i = w.begin; i < w.end; i += 8u) {
    let v = load4_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
    magnitude = max(magnitude, bitcast<vec4u>(v) & vec4u(0x7fffffffu));
  }
  // One NaN makes the whole row NaN, as infinity does.
  var infinity_bits = 0x7f800000u;
  let seen = select(most, vec4<f32>(bitcast<f32>(infinity_bits)), magnitude > vec4u(0x7f800000u));
  let top = reduce_max(seen, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  for (var i = w.begin; i < w.end; i += 8u) {
    let v = load4_x(w.first + i * w.step) - top;
    store4_y(w.first + i * w.step, v - shift);
  }
}
