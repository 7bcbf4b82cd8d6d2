// ==== softmax/kernel.wgsl?columns=1&dtype=bf16&log=1&out=f32&per_thread=5&span=2&threads=128&width=1
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
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
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=bf16&out=f32&per_thread=5&span=2&threads=128&width=1
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
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
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
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
    if (w.begin + 2u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
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
    let i = w.begin + 2u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f16&log=1&out=f16&per_thread=5&span=2&threads=128&width=4
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
var<workgroup> scratch_max: array<vec4<f32>, 128>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 128>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f16&log=1&out=f32&per_thread=5&span=2&threads=128&width=1
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f16&out=f16&per_thread=5&span=2&threads=128&width=4
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
var<workgroup> scratch_max: array<vec4<f32>, 128>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 128>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 * scale);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f16&out=f32&per_thread=5&span=2&threads=128&width=1
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
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
    if (w.begin + 2u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
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
    let i = w.begin + 2u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=10&span=64&threads=512&width=4
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
var<workgroup> scratch_max: array<vec4<f32>, 512>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 64u;
  scratch_max[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 512>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 64u;
  scratch_sum[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  var v8 = vec4<f32>();
  var v9 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v8 = load4_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      v9 = load4_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 320u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 448u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v8 -= top;
      sums += exp(v8);
    }
  }
  {
    if (w.begin + 576u < w.end) {
      v9 -= top;
      sums += exp(v9);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 - shift);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v8 - shift);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v9 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=16&span=64&threads=512&width=4
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
var<workgroup> scratch_max: array<vec4<f32>, 512>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 64u;
  scratch_max[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 512>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 64u;
  scratch_sum[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  var v8 = vec4<f32>();
  var v9 = vec4<f32>();
  var v10 = vec4<f32>();
  var v11 = vec4<f32>();
  var v12 = vec4<f32>();
  var v13 = vec4<f32>();
  var v14 = vec4<f32>();
  var v15 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v8 = load4_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      v9 = load4_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v10 = load4_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      v11 = load4_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v12 = load4_x(w.first + i * w.step);
      most = max(most, v12);
    }
  }
  {
    let i = w.begin + 832u;
    if (i < w.end) {
      v13 = load4_x(w.first + i * w.step);
      most = max(most, v13);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      v14 = load4_x(w.first + i * w.step);
      most = max(most, v14);
    }
  }
  {
    let i = w.begin + 960u;
    if (i < w.end) {
      v15 = load4_x(w.first + i * w.step);
      most = max(most, v15);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 320u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 448u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v8 -= top;
      sums += exp(v8);
    }
  }
  {
    if (w.begin + 576u < w.end) {
      v9 -= top;
      sums += exp(v9);
    }
  }
  {
    if (w.begin + 640u < w.end) {
      v10 -= top;
      sums += exp(v10);
    }
  }
  {
    if (w.begin + 704u < w.end) {
      v11 -= top;
      sums += exp(v11);
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v12 -= top;
      sums += exp(v12);
    }
  }
  {
    if (w.begin + 832u < w.end) {
      v13 -= top;
      sums += exp(v13);
    }
  }
  {
    if (w.begin + 896u < w.end) {
      v14 -= top;
      sums += exp(v14);
    }
  }
  {
    if (w.begin + 960u < w.end) {
      v15 -= top;
      sums += exp(v15);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 - shift);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v8 - shift);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v9 - shift);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v10 - shift);
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v11 - shift);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v12 - shift);
    }
  }
  {
    let i = w.begin + 832u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v13 - shift);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v14 - shift);
    }
  }
  {
    let i = w.begin + 960u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v15 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=5&span=1&threads=128&width=1
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
fn reduce_max(v: f32, lane: u32) -> f32 {
  return v;
}
fn reduce_sum(v: f32, lane: u32) -> f32 {
  return v;
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 1u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 3u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 1u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 3u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 1u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 3u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=5&span=1&threads=128&width=4
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
fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  return v;
}
fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 1u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 3u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 1u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 3u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 1u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 3u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=5&span=2&threads=128&width=1
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=5&span=2&threads=128&width=4
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
var<workgroup> scratch_max: array<vec4<f32>, 128>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 128>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=6&span=4&threads=128&width=1
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
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 12u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 20u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=6&span=4&threads=128&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_max: array<vec4<f32>, 128>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
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
var<workgroup> scratch_sum: array<vec4<f32>, 128>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
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
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 12u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 20u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&per_thread=9&span=16&threads=128&width=1
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
  let place = (lane / 8u) % 16u;
  scratch_max[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 8u) % 16u;
  scratch_sum[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 112u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v8 -= top;
      sums += exp(v8);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 - shift);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&span=16&threads=128&width=1
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
  let place = (lane / 8u) % 16u;
  scratch_max[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 8u) % 16u;
  scratch_sum[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = f32(0.0);
  for (var i = w.begin; i < w.end; i += 16u) {
    let v = load_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(most, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  for (var i = w.begin; i < w.end; i += 16u) {
    let v = load_x(w.first + i * w.step) - top;
    store_y(w.first + i * w.step, v - shift);
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&log=1&out=f32&span=16&threads=128&width=4
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
var<workgroup> scratch_max: array<vec4<f32>, 128>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 16u;
  scratch_max[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 128>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 16u;
  scratch_sum[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = vec4<f32>(0.0);
  for (var i = w.begin; i < w.end; i += 16u) {
    let v = load4_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(most, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  for (var i = w.begin; i < w.end; i += 16u) {
    let v = load4_x(w.first + i * w.step) - top;
    store4_y(w.first + i * w.step, v - shift);
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=10&span=64&threads=512&width=4
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
var<workgroup> scratch_max: array<vec4<f32>, 512>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 64u;
  scratch_max[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 512>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 64u;
  scratch_sum[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  var v8 = vec4<f32>();
  var v9 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v8 = load4_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      v9 = load4_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 320u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 448u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v8 = exp(v8 - top);
      sums += v8;
    }
  }
  {
    if (w.begin + 576u < w.end) {
      v9 = exp(v9 - top);
      sums += v9;
    }
  }
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 * scale);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 * scale);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v8 * scale);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v9 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=16&span=64&threads=512&width=4
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
var<workgroup> scratch_max: array<vec4<f32>, 512>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 64u;
  scratch_max[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 512>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 64u;
  scratch_sum[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  var v8 = vec4<f32>();
  var v9 = vec4<f32>();
  var v10 = vec4<f32>();
  var v11 = vec4<f32>();
  var v12 = vec4<f32>();
  var v13 = vec4<f32>();
  var v14 = vec4<f32>();
  var v15 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v8 = load4_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      v9 = load4_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v10 = load4_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      v11 = load4_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v12 = load4_x(w.first + i * w.step);
      most = max(most, v12);
    }
  }
  {
    let i = w.begin + 832u;
    if (i < w.end) {
      v13 = load4_x(w.first + i * w.step);
      most = max(most, v13);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      v14 = load4_x(w.first + i * w.step);
      most = max(most, v14);
    }
  }
  {
    let i = w.begin + 960u;
    if (i < w.end) {
      v15 = load4_x(w.first + i * w.step);
      most = max(most, v15);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 320u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 448u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v8 = exp(v8 - top);
      sums += v8;
    }
  }
  {
    if (w.begin + 576u < w.end) {
      v9 = exp(v9 - top);
      sums += v9;
    }
  }
  {
    if (w.begin + 640u < w.end) {
      v10 = exp(v10 - top);
      sums += v10;
    }
  }
  {
    if (w.begin + 704u < w.end) {
      v11 = exp(v11 - top);
      sums += v11;
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v12 = exp(v12 - top);
      sums += v12;
    }
  }
  {
    if (w.begin + 832u < w.end) {
      v13 = exp(v13 - top);
      sums += v13;
    }
  }
  {
    if (w.begin + 896u < w.end) {
      v14 = exp(v14 - top);
      sums += v14;
    }
  }
  {
    if (w.begin + 960u < w.end) {
      v15 = exp(v15 - top);
      sums += v15;
    }
  }
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 * scale);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 * scale);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v8 * scale);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v9 * scale);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v10 * scale);
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v11 * scale);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v12 * scale);
    }
  }
  {
    let i = w.begin + 832u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v13 * scale);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v14 * scale);
    }
  }
  {
    let i = w.begin + 960u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v15 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=5&span=1&threads=128&width=1
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
fn reduce_max(v: f32, lane: u32) -> f32 {
  return v;
}
fn reduce_sum(v: f32, lane: u32) -> f32 {
  return v;
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 1u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 3u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
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
    if (w.begin + 1u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 3u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
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
    let i = w.begin + 1u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 3u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=5&span=1&threads=128&width=4
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
fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  return v;
}
fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 1u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 3u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 1u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 3u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 * scale);
    }
  }
  {
    let i = w.begin + 1u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 3u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=5&span=2&threads=128&width=1
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
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
    if (w.begin + 2u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
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
    let i = w.begin + 2u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=5&span=2&threads=128&width=4
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
  w.row = group * 64u + lane % 64u;
  w.place = lane / 64u;
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
var<workgroup> scratch_max: array<vec4<f32>, 128>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 64u) % 2u;
  scratch_max[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 64u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 64u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 128>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 64u) % 2u;
  scratch_sum[lane] = v;
  for (var half = 1u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 64u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 64u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 2u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 4u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 6u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 * scale);
    }
  }
  {
    let i = w.begin + 2u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 6u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=6&span=4&threads=128&width=1
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
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
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

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=6&span=4&threads=128&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_max: array<vec4<f32>, 128>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
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
var<workgroup> scratch_sum: array<vec4<f32>, 128>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
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
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  let top = reduce_max(most, lane);
  var sums = vec4<f32>(0.0);
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
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 * scale);
    }
  }
  {
    let i = w.begin + 4u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 12u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 20u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&per_thread=9&span=16&threads=128&width=1
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
  let place = (lane / 8u) % 16u;
  scratch_max[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 8u) % 16u;
  scratch_sum[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
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
    if (w.begin + 16u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 112u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v8 = exp(v8 - top);
      sums += v8;
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
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 * scale);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&span=16&threads=128&width=1
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
  let place = (lane / 8u) % 16u;
  scratch_max[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 8u) % 16u;
  scratch_sum[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = f32(0.0);
  for (var i = w.begin; i < w.end; i += 16u) {
    let v = load_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(most, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  for (var i = w.begin; i < w.end; i += 16u) {
    let v = load_x(w.first + i * w.step) - top;
    store_y(w.first + i * w.step, exp(v) * scale);
  }
}

// ==== softmax/kernel.wgsl?columns=1&dtype=f32&out=f32&span=16&threads=128&width=4
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
var<workgroup> scratch_max: array<vec4<f32>, 128>;

fn reduce_max(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 16u;
  scratch_max[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 8u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 8u];
}
var<workgroup> scratch_sum: array<vec4<f32>, 128>;

fn reduce_sum(v: vec4<f32>, lane: u32) -> vec4<f32> {
  let place = (lane / 8u) % 16u;
  scratch_sum[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 8u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 8u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = vec4<f32>(0.0);
  for (var i = w.begin; i < w.end; i += 16u) {
    let v = load4_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(most, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<vec4u>(top) & vec4u(0x7f800000u)) == vec4u(0x7f800000u)) | (total == vec4<f32>(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = vec4<f32>(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  for (var i = w.begin; i < w.end; i += 16u) {
    let v = load4_x(w.first + i * w.step) - top;
    store4_y(w.first + i * w.step, exp(v) * scale);
  }
}

// ==== softmax/kernel.wgsl?dtype=bf16&log=1&out=bf16&per_thread=4&span=8&threads=128&width=4
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn bfloat_y(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let rounded = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
  let quiet = (bits >> vec4u(16u)) | vec4u(0x40u);
  return select(rounded, quiet, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
fn store4_y(q: u32, v: vec4f) {
  let h = bfloat_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
var<workgroup> scratch_max: array<f32, 128>;

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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=bf16&log=1&out=f32&per_thread=16&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  var v9 = f32();
  var v10 = f32();
  var v11 = f32();
  var v12 = f32();
  var v13 = f32();
  var v14 = f32();
  var v15 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      v9 = load_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v10 = load_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      v11 = load_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v12 = load_x(w.first + i * w.step);
      most = max(most, v12);
    }
  }
  {
    let i = w.begin + 104u;
    if (i < w.end) {
      v13 = load_x(w.first + i * w.step);
      most = max(most, v13);
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      v14 = load_x(w.first + i * w.step);
      most = max(most, v14);
    }
  }
  {
    let i = w.begin + 120u;
    if (i < w.end) {
      v15 = load_x(w.first + i * w.step);
      most = max(most, v15);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v8 -= top;
      sums += exp(v8);
    }
  }
  {
    if (w.begin + 72u < w.end) {
      v9 -= top;
      sums += exp(v9);
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v10 -= top;
      sums += exp(v10);
    }
  }
  {
    if (w.begin + 88u < w.end) {
      v11 -= top;
      sums += exp(v11);
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v12 -= top;
      sums += exp(v12);
    }
  }
  {
    if (w.begin + 104u < w.end) {
      v13 -= top;
      sums += exp(v13);
    }
  }
  {
    if (w.begin + 112u < w.end) {
      v14 -= top;
      sums += exp(v14);
    }
  }
  {
    if (w.begin + 120u < w.end) {
      v15 -= top;
      sums += exp(v15);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 - shift);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 - shift);
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v9 - shift);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v10 - shift);
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v11 - shift);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v12 - shift);
    }
  }
  {
    let i = w.begin + 104u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v13 - shift);
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v14 - shift);
    }
  }
  {
    let i = w.begin + 120u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v15 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=bf16&out=bf16&per_thread=4&span=8&threads=128&width=4
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn bfloat_y(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let rounded = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
  let quiet = (bits >> vec4u(16u)) | vec4u(0x40u);
  return select(rounded, quiet, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
fn store4_y(q: u32, v: vec4f) {
  let h = bfloat_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
var<workgroup> scratch_max: array<f32, 128>;

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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=bf16&out=f32&per_thread=16&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  var v9 = f32();
  var v10 = f32();
  var v11 = f32();
  var v12 = f32();
  var v13 = f32();
  var v14 = f32();
  var v15 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      v9 = load_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v10 = load_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      v11 = load_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v12 = load_x(w.first + i * w.step);
      most = max(most, v12);
    }
  }
  {
    let i = w.begin + 104u;
    if (i < w.end) {
      v13 = load_x(w.first + i * w.step);
      most = max(most, v13);
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      v14 = load_x(w.first + i * w.step);
      most = max(most, v14);
    }
  }
  {
    let i = w.begin + 120u;
    if (i < w.end) {
      v15 = load_x(w.first + i * w.step);
      most = max(most, v15);
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
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v8 = exp(v8 - top);
      sums += v8;
    }
  }
  {
    if (w.begin + 72u < w.end) {
      v9 = exp(v9 - top);
      sums += v9;
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v10 = exp(v10 - top);
      sums += v10;
    }
  }
  {
    if (w.begin + 88u < w.end) {
      v11 = exp(v11 - top);
      sums += v11;
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v12 = exp(v12 - top);
      sums += v12;
    }
  }
  {
    if (w.begin + 104u < w.end) {
      v13 = exp(v13 - top);
      sums += v13;
    }
  }
  {
    if (w.begin + 112u < w.end) {
      v14 = exp(v14 - top);
      sums += v14;
    }
  }
  {
    if (w.begin + 120u < w.end) {
      v15 = exp(v15 - top);
      sums += v15;
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
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 * scale);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 * scale);
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v9 * scale);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v10 * scale);
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v11 * scale);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v12 * scale);
    }
  }
  {
    let i = w.begin + 104u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v13 * scale);
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v14 * scale);
    }
  }
  {
    let i = w.begin + 120u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v15 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f16&log=1&out=f16&per_thread=3&span=8&threads=128&width=4
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
var<workgroup> scratch_max: array<f32, 128>;

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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f16&log=1&out=f32&per_thread=12&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  var v9 = f32();
  var v10 = f32();
  var v11 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      v9 = load_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v10 = load_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      v11 = load_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v8 -= top;
      sums += exp(v8);
    }
  }
  {
    if (w.begin + 72u < w.end) {
      v9 -= top;
      sums += exp(v9);
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v10 -= top;
      sums += exp(v10);
    }
  }
  {
    if (w.begin + 88u < w.end) {
      v11 -= top;
      sums += exp(v11);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 - shift);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 - shift);
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v9 - shift);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v10 - shift);
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v11 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f16&log=1&out=f32&per_thread=5&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f16&out=f16&per_thread=3&span=8&threads=128&width=4
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}
var<workgroup> scratch_max: array<f32, 128>;

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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f16&out=f32&per_thread=12&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  var v9 = f32();
  var v10 = f32();
  var v11 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      v9 = load_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v10 = load_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      v11 = load_x(w.first + i * w.step);
      most = max(most, v11);
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
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v8 = exp(v8 - top);
      sums += v8;
    }
  }
  {
    if (w.begin + 72u < w.end) {
      v9 = exp(v9 - top);
      sums += v9;
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v10 = exp(v10 - top);
      sums += v10;
    }
  }
  {
    if (w.begin + 88u < w.end) {
      v11 = exp(v11 - top);
      sums += v11;
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
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 * scale);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 * scale);
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v9 * scale);
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v10 * scale);
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v11 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f16&out=f32&per_thread=5&span=8&threads=128&width=1
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
  rows: u32,
  length: u32,
  inner: u32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
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
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
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
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=1&span=8&threads=128&width=1
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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=1&span=8&threads=128&width=4
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
var<workgroup> scratch_max: array<f32, 128>;

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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=10&span=512&threads=512&width=4
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
  w.row = group * 1u + lane / 512u;
  w.place = lane % 512u;
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
var<workgroup> scratch_max: array<f32, 512>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 512u;
  scratch_max[lane] = v;
  for (var half = 256u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 512>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 512u;
  scratch_sum[lane] = v;
  for (var half = 256u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  var v8 = vec4<f32>();
  var v9 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 4096u;
    if (i < w.end) {
      v8 = load4_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 4608u;
    if (i < w.end) {
      v9 = load4_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 2048u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 2560u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 3072u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 3584u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  {
    if (w.begin + 4096u < w.end) {
      v8 -= top;
      sums += exp(v8);
    }
  }
  {
    if (w.begin + 4608u < w.end) {
      v9 -= top;
      sums += exp(v9);
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 - shift);
    }
  }
  {
    let i = w.begin + 4096u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v8 - shift);
    }
  }
  {
    let i = w.begin + 4608u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v9 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=16&span=256&threads=256&width=1
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
  w.row = group * 1u + lane / 256u;
  w.place = lane % 256u;
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
var<workgroup> scratch_max: array<f32, 256>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_max[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 256>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_sum[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(256)
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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  var v9 = f32();
  var v10 = f32();
  var v11 = f32();
  var v12 = f32();
  var v13 = f32();
  var v14 = f32();
  var v15 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 2304u;
    if (i < w.end) {
      v9 = load_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      v10 = load_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 2816u;
    if (i < w.end) {
      v11 = load_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      v12 = load_x(w.first + i * w.step);
      most = max(most, v12);
    }
  }
  {
    let i = w.begin + 3328u;
    if (i < w.end) {
      v13 = load_x(w.first + i * w.step);
      most = max(most, v13);
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      v14 = load_x(w.first + i * w.step);
      most = max(most, v14);
    }
  }
  {
    let i = w.begin + 3840u;
    if (i < w.end) {
      v15 = load_x(w.first + i * w.step);
      most = max(most, v15);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 1280u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 1792u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  {
    if (w.begin + 2048u < w.end) {
      v8 -= top;
      sums += exp(v8);
    }
  }
  {
    if (w.begin + 2304u < w.end) {
      v9 -= top;
      sums += exp(v9);
    }
  }
  {
    if (w.begin + 2560u < w.end) {
      v10 -= top;
      sums += exp(v10);
    }
  }
  {
    if (w.begin + 2816u < w.end) {
      v11 -= top;
      sums += exp(v11);
    }
  }
  {
    if (w.begin + 3072u < w.end) {
      v12 -= top;
      sums += exp(v12);
    }
  }
  {
    if (w.begin + 3328u < w.end) {
      v13 -= top;
      sums += exp(v13);
    }
  }
  {
    if (w.begin + 3584u < w.end) {
      v14 -= top;
      sums += exp(v14);
    }
  }
  {
    if (w.begin + 3840u < w.end) {
      v15 -= top;
      sums += exp(v15);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 - shift);
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 - shift);
    }
  }
  {
    let i = w.begin + 2304u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v9 - shift);
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v10 - shift);
    }
  }
  {
    let i = w.begin + 2816u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v11 - shift);
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v12 - shift);
    }
  }
  {
    let i = w.begin + 3328u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v13 - shift);
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v14 - shift);
    }
  }
  {
    let i = w.begin + 3840u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v15 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=16&span=64&threads=128&width=1
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
  w.row = group * 2u + lane / 64u;
  w.place = lane % 64u;
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
  let place = (lane / 1u) % 64u;
  scratch_max[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 64u;
  scratch_sum[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  var v9 = f32();
  var v10 = f32();
  var v11 = f32();
  var v12 = f32();
  var v13 = f32();
  var v14 = f32();
  var v15 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      v9 = load_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v10 = load_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      v11 = load_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v12 = load_x(w.first + i * w.step);
      most = max(most, v12);
    }
  }
  {
    let i = w.begin + 832u;
    if (i < w.end) {
      v13 = load_x(w.first + i * w.step);
      most = max(most, v13);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      v14 = load_x(w.first + i * w.step);
      most = max(most, v14);
    }
  }
  {
    let i = w.begin + 960u;
    if (i < w.end) {
      v15 = load_x(w.first + i * w.step);
      most = max(most, v15);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 320u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 448u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v8 -= top;
      sums += exp(v8);
    }
  }
  {
    if (w.begin + 576u < w.end) {
      v9 -= top;
      sums += exp(v9);
    }
  }
  {
    if (w.begin + 640u < w.end) {
      v10 -= top;
      sums += exp(v10);
    }
  }
  {
    if (w.begin + 704u < w.end) {
      v11 -= top;
      sums += exp(v11);
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v12 -= top;
      sums += exp(v12);
    }
  }
  {
    if (w.begin + 832u < w.end) {
      v13 -= top;
      sums += exp(v13);
    }
  }
  {
    if (w.begin + 896u < w.end) {
      v14 -= top;
      sums += exp(v14);
    }
  }
  {
    if (w.begin + 960u < w.end) {
      v15 -= top;
      sums += exp(v15);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 - shift);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 - shift);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v9 - shift);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v10 - shift);
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v11 - shift);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v12 - shift);
    }
  }
  {
    let i = w.begin + 832u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v13 - shift);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v14 - shift);
    }
  }
  {
    let i = w.begin + 960u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v15 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=2&span=8&threads=128&width=4
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
var<workgroup> scratch_max: array<f32, 128>;

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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=3&span=8&threads=128&width=1
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=5&span=8&threads=128&width=1
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=8&span=128&threads=128&width=4
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
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 640u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 896u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=8&span=256&threads=256&width=4
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
  w.row = group * 1u + lane / 256u;
  w.place = lane % 256u;
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
var<workgroup> scratch_max: array<f32, 256>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_max[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 256>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_sum[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 1280u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 1792u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=8&span=32&threads=128&width=4
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
  w.row = group * 4u + lane / 32u;
  w.place = lane % 32u;
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
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_max[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_sum[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 160u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 224u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&per_thread=8&span=8&threads=128&width=1
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  var v6 = f32();
  var v7 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  let top = reduce_max(most, lane);
  var sums = f32(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 -= top;
      sums += exp(v0);
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= top;
      sums += exp(v1);
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= top;
      sums += exp(v2);
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= top;
      sums += exp(v3);
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= top;
      sums += exp(v4);
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= top;
      sums += exp(v5);
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= top;
      sums += exp(v6);
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= top;
      sums += exp(v7);
    }
  }
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v0 - shift);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 - shift);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 - shift);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 - shift);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 - shift);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 - shift);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 - shift);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 - shift);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&span=256&threads=256&width=1
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
  w.row = group * 1u + lane / 256u;
  w.place = lane % 256u;
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
var<workgroup> scratch_max: array<f32, 256>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_max[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 256>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_sum[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = f32(0.0);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(most, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i * w.step) - top;
    store_y(w.first + i * w.step, v - shift);
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&span=256&threads=256&width=4
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
  w.row = group * 1u + lane / 256u;
  w.place = lane % 256u;
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
var<workgroup> scratch_max: array<f32, 256>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_max[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 256>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_sum[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = vec4<f32>(0.0);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load4_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  sums *= exp(most - top);
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load4_x(w.first + i * w.step) - top;
    store4_y(w.first + i * w.step, v - shift);
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&span=512&subgroups=1&threads=512&width=1
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
  w.row = group * 1u + lane / 512u;
  w.place = lane % 512u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

var<private> reduce_wave: u32;

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
var<workgroup> scratch_max: array<f32, 512>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let part = subgroupMax(v);
  if (lane % reduce_wave == 0u) {
    scratch_max[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_max[first];
  for (var i = 1u; i < waves; i++) {
    total = max(total, scratch_max[first + i]);
  }
  return total;
}
var<workgroup> scratch_sum: array<f32, 512>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_sum[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_sum[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_sum[first + i];
  }
  return total;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = f32(0.0);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(most, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load_x(w.first + i * w.step) - top;
    store_y(w.first + i * w.step, v - shift);
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&log=1&out=f32&span=512&subgroups=1&threads=512&width=4
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
  w.row = group * 1u + lane / 512u;
  w.place = lane % 512u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

var<private> reduce_wave: u32;

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
var<workgroup> scratch_max: array<f32, 512>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let part = subgroupMax(v);
  if (lane % reduce_wave == 0u) {
    scratch_max[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_max[first];
  for (var i = 1u; i < waves; i++) {
    total = max(total, scratch_max[first + i]);
  }
  return total;
}
var<workgroup> scratch_sum: array<f32, 512>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_sum[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_sum[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_sum[first + i];
  }
  return total;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = vec4<f32>(0.0);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load4_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  sums *= exp(most - top);
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var shift = log(total);
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  shift = select(shift, nan, lost);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load4_x(w.first + i * w.step) - top;
    store4_y(w.first + i * w.step, v - shift);
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=1&span=8&threads=128&width=1
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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
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
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=1&span=8&threads=128&width=4
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
var<workgroup> scratch_max: array<f32, 128>;

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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
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

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=10&span=512&threads=512&width=4
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
  w.row = group * 1u + lane / 512u;
  w.place = lane % 512u;
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
var<workgroup> scratch_max: array<f32, 512>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 512u;
  scratch_max[lane] = v;
  for (var half = 256u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 512>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 512u;
  scratch_sum[lane] = v;
  for (var half = 256u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  var v8 = vec4<f32>();
  var v9 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 4096u;
    if (i < w.end) {
      v8 = load4_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 4608u;
    if (i < w.end) {
      v9 = load4_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 2048u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 2560u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 3072u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 3584u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
    }
  }
  {
    if (w.begin + 4096u < w.end) {
      v8 = exp(v8 - top);
      sums += v8;
    }
  }
  {
    if (w.begin + 4608u < w.end) {
      v9 = exp(v9 - top);
      sums += v9;
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
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 * scale);
    }
  }
  {
    let i = w.begin + 4096u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v8 * scale);
    }
  }
  {
    let i = w.begin + 4608u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v9 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=16&span=256&threads=256&width=1
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
  w.row = group * 1u + lane / 256u;
  w.place = lane % 256u;
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
var<workgroup> scratch_max: array<f32, 256>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_max[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 256>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_sum[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(256)
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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  var v9 = f32();
  var v10 = f32();
  var v11 = f32();
  var v12 = f32();
  var v13 = f32();
  var v14 = f32();
  var v15 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 2304u;
    if (i < w.end) {
      v9 = load_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      v10 = load_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 2816u;
    if (i < w.end) {
      v11 = load_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      v12 = load_x(w.first + i * w.step);
      most = max(most, v12);
    }
  }
  {
    let i = w.begin + 3328u;
    if (i < w.end) {
      v13 = load_x(w.first + i * w.step);
      most = max(most, v13);
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      v14 = load_x(w.first + i * w.step);
      most = max(most, v14);
    }
  }
  {
    let i = w.begin + 3840u;
    if (i < w.end) {
      v15 = load_x(w.first + i * w.step);
      most = max(most, v15);
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
    if (w.begin + 256u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 1280u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 1792u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
    }
  }
  {
    if (w.begin + 2048u < w.end) {
      v8 = exp(v8 - top);
      sums += v8;
    }
  }
  {
    if (w.begin + 2304u < w.end) {
      v9 = exp(v9 - top);
      sums += v9;
    }
  }
  {
    if (w.begin + 2560u < w.end) {
      v10 = exp(v10 - top);
      sums += v10;
    }
  }
  {
    if (w.begin + 2816u < w.end) {
      v11 = exp(v11 - top);
      sums += v11;
    }
  }
  {
    if (w.begin + 3072u < w.end) {
      v12 = exp(v12 - top);
      sums += v12;
    }
  }
  {
    if (w.begin + 3328u < w.end) {
      v13 = exp(v13 - top);
      sums += v13;
    }
  }
  {
    if (w.begin + 3584u < w.end) {
      v14 = exp(v14 - top);
      sums += v14;
    }
  }
  {
    if (w.begin + 3840u < w.end) {
      v15 = exp(v15 - top);
      sums += v15;
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
    let i = w.begin + 256u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 * scale);
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 * scale);
    }
  }
  {
    let i = w.begin + 2304u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v9 * scale);
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v10 * scale);
    }
  }
  {
    let i = w.begin + 2816u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v11 * scale);
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v12 * scale);
    }
  }
  {
    let i = w.begin + 3328u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v13 * scale);
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v14 * scale);
    }
  }
  {
    let i = w.begin + 3840u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v15 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=16&span=64&threads=128&width=1
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
  w.row = group * 2u + lane / 64u;
  w.place = lane % 64u;
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
  let place = (lane / 1u) % 64u;
  scratch_max[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 64u;
  scratch_sum[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
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
  var v6 = f32();
  var v7 = f32();
  var v8 = f32();
  var v9 = f32();
  var v10 = f32();
  var v11 = f32();
  var v12 = f32();
  var v13 = f32();
  var v14 = f32();
  var v15 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v8 = load_x(w.first + i * w.step);
      most = max(most, v8);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      v9 = load_x(w.first + i * w.step);
      most = max(most, v9);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v10 = load_x(w.first + i * w.step);
      most = max(most, v10);
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      v11 = load_x(w.first + i * w.step);
      most = max(most, v11);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v12 = load_x(w.first + i * w.step);
      most = max(most, v12);
    }
  }
  {
    let i = w.begin + 832u;
    if (i < w.end) {
      v13 = load_x(w.first + i * w.step);
      most = max(most, v13);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      v14 = load_x(w.first + i * w.step);
      most = max(most, v14);
    }
  }
  {
    let i = w.begin + 960u;
    if (i < w.end) {
      v15 = load_x(w.first + i * w.step);
      most = max(most, v15);
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
    if (w.begin + 64u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 320u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 448u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v8 = exp(v8 - top);
      sums += v8;
    }
  }
  {
    if (w.begin + 576u < w.end) {
      v9 = exp(v9 - top);
      sums += v9;
    }
  }
  {
    if (w.begin + 640u < w.end) {
      v10 = exp(v10 - top);
      sums += v10;
    }
  }
  {
    if (w.begin + 704u < w.end) {
      v11 = exp(v11 - top);
      sums += v11;
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v12 = exp(v12 - top);
      sums += v12;
    }
  }
  {
    if (w.begin + 832u < w.end) {
      v13 = exp(v13 - top);
      sums += v13;
    }
  }
  {
    if (w.begin + 896u < w.end) {
      v14 = exp(v14 - top);
      sums += v14;
    }
  }
  {
    if (w.begin + 960u < w.end) {
      v15 = exp(v15 - top);
      sums += v15;
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
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 * scale);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v8 * scale);
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v9 * scale);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v10 * scale);
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v11 * scale);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v12 * scale);
    }
  }
  {
    let i = w.begin + 832u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v13 * scale);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v14 * scale);
    }
  }
  {
    let i = w.begin + 960u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v15 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=2&span=8&threads=128&width=4
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
var<workgroup> scratch_max: array<f32, 128>;

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
var<workgroup> scratch_sum: array<f32, 128>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=3&span=8&threads=128&width=1
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
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
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
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
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=5&span=8&threads=128&width=1
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
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
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
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
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=8&span=128&threads=128&width=4
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
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 640u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 896u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
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
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=8&span=256&threads=256&width=4
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
  w.row = group * 1u + lane / 256u;
  w.place = lane % 256u;
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
var<workgroup> scratch_max: array<f32, 256>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_max[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 256>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_sum[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 1280u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 1792u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
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
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=8&span=32&threads=128&width=4
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
  w.row = group * 4u + lane / 32u;
  w.place = lane % 32u;
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
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_max[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_sum[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  var v7 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v1 = load4_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v2 = load4_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v3 = load4_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v4 = load4_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      v5 = load4_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v6 = load4_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      v7 = load4_x(w.first + i * w.step);
      most = max(most, v7);
    }
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  var sums = vec4<f32>(0.0);
  {
    if (w.begin + 0u < w.end) {
      v0 = exp(v0 - top);
      sums += v0;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 160u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 224u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
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
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      store4_y(w.first + i * w.step, v7 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&per_thread=8&span=8&threads=128&width=1
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
var<workgroup> scratch_sum: array<f32, 128>;

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
  var v6 = f32();
  var v7 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i * w.step);
      most = max(most, v0);
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i * w.step);
      most = max(most, v1);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i * w.step);
      most = max(most, v2);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i * w.step);
      most = max(most, v3);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i * w.step);
      most = max(most, v4);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i * w.step);
      most = max(most, v5);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i * w.step);
      most = max(most, v6);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i * w.step);
      most = max(most, v7);
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
    if (w.begin + 8u < w.end) {
      v1 = exp(v1 - top);
      sums += v1;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 = exp(v2 - top);
      sums += v2;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 = exp(v3 - top);
      sums += v3;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 = exp(v4 - top);
      sums += v4;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 = exp(v5 - top);
      sums += v5;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 = exp(v6 - top);
      sums += v6;
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 = exp(v7 - top);
      sums += v7;
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
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v1 * scale);
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v2 * scale);
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v3 * scale);
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v4 * scale);
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v5 * scale);
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v6 * scale);
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i * w.step, v7 * scale);
    }
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&span=256&threads=256&width=1
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
  w.row = group * 1u + lane / 256u;
  w.place = lane % 256u;
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
var<workgroup> scratch_max: array<f32, 256>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_max[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 256>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_sum[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = f32(0.0);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(most, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i * w.step) - top;
    store_y(w.first + i * w.step, exp(v) * scale);
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&span=256&threads=256&width=4
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
  w.row = group * 1u + lane / 256u;
  w.place = lane % 256u;
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
var<workgroup> scratch_max: array<f32, 256>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_max[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 256>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_sum[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = vec4<f32>(0.0);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load4_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  sums *= exp(most - top);
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load4_x(w.first + i * w.step) - top;
    store4_y(w.first + i * w.step, exp(v) * scale);
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&span=512&subgroups=1&threads=512&width=1
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
  w.row = group * 1u + lane / 512u;
  w.place = lane % 512u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

var<private> reduce_wave: u32;

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
var<workgroup> scratch_max: array<f32, 512>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let part = subgroupMax(v);
  if (lane % reduce_wave == 0u) {
    scratch_max[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_max[first];
  for (var i = 1u; i < waves; i++) {
    total = max(total, scratch_max[first + i]);
  }
  return total;
}
var<workgroup> scratch_sum: array<f32, 512>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_sum[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_sum[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_sum[first + i];
  }
  return total;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = f32(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = f32(0.0);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(most, lane);
  sums *= exp(most - top);
  let total = reduce_sum(sums, lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load_x(w.first + i * w.step) - top;
    store_y(w.first + i * w.step, exp(v) * scale);
  }
}

// ==== softmax/kernel.wgsl?dtype=f32&out=f32&span=512&subgroups=1&threads=512&width=4
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
  w.row = group * 1u + lane / 512u;
  w.place = lane % 512u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

var<private> reduce_wave: u32;

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
var<workgroup> scratch_max: array<f32, 512>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let part = subgroupMax(v);
  if (lane % reduce_wave == 0u) {
    scratch_max[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_max[first];
  for (var i = 1u; i < waves; i++) {
    total = max(total, scratch_max[first + i]);
  }
  return total;
}
var<workgroup> scratch_sum: array<f32, 512>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_sum[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_sum[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_sum[first + i];
  }
  return total;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var most = vec4<f32>(-3.4028234e38);
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = vec4<f32>(0.0);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load4_x(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
  }
  let top = reduce_max(max(max(most.x, most.y), max(most.z, most.w)), lane);
  sums *= exp(most - top);
  let total = reduce_sum(((sums.x + sums.y) + (sums.z + sums.w)), lane);
  var scale = 1.0 / total;
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<u32>(top) & u32(0x7f800000u)) == u32(0x7f800000u)) | (total == f32(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = f32(bitcast<f32>(nan_bits));
  scale = select(scale, nan, lost);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load4_x(w.first + i * w.step) - top;
    store4_y(w.first + i * w.step, exp(v) * scale);
  }
}

