// softmax(relu(24x6), axis=0)
// on small

// ==== relu + softmax: softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=6&span=4&threads=128&width=1#f0b7e3502d02b68b
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
fn op0(x: vec4f) -> vec4f {
  return select(x, vec4f(0), x < vec4f(0));
}
fn fused_pre(i: u32, v: f32) -> f32 {
  let v1 = select(op0(vec4f(v)), vec4f(v), is_nan4(vec4f(v)));
  return v1.x;
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
  w.row = group * 32u + lane % 32u;
  w.place = lane / 32u;
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
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
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
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 32u) % 4u;
  scratch_max[lane] = v;
  for (var half = 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 32u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 32u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 32u) % 4u;
  scratch_sum[lane] = v;
  for (var half = 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 32u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 32u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  var v1 = f32();
  var v2 = f32();
  var v3 = f32();
  var v4 = f32();
  var v5 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = fused_pre(w.first + i * w.step, load_x(w.first + i * w.step));
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v1 = fused_pre(w.first + i * w.step, load_x(w.first + i * w.step));
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v2 = fused_pre(w.first + i * w.step, load_x(w.first + i * w.step));
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      v3 = fused_pre(w.first + i * w.step, load_x(w.first + i * w.step));
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v4 = fused_pre(w.first + i * w.step, load_x(w.first + i * w.step));
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      v5 = fused_pre(w.first + i * w.step, load_x(w.first + i * w.step));
      most = max(most, v5);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 12u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 20u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 * scale);
    }
  }
}
