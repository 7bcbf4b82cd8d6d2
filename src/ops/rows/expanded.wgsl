// ==== rows/norm.wgsl?beta=bf16&center=1&channels=1&dtype=bf16&gamma=bf16&out=bf16&per_thread=1&span=8&threads=128&width=4
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let w = gamma[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(3) var<storage, read> beta: array<u32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  let w = beta[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(4) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=bf16&center=1&channels=1&dtype=bf16&gamma=bf16&out=f32&per_thread=4&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let w = gamma[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(3) var<storage, read> beta: array<u32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  let w = beta[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  var v1 = f32();
  var v2 = f32();
  var v3 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f16&center=1&channels=1&dtype=f16&gamma=f16&out=f16&per_thread=3&span=8&threads=128&width=4
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let pair = unpack2x16float(gamma[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(3) var<storage, read> beta: array<u32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  let pair = unpack2x16float(beta[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f16&center=1&channels=1&dtype=f16&gamma=f16&out=f32&per_thread=9&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let pair = unpack2x16float(gamma[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(3) var<storage, read> beta: array<u32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  let pair = unpack2x16float(beta[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      sum += v6;
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      sum += v7;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      sum += v8;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v8 -= mean;
      let s = v8 * v8;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f16&center=1&dtype=f16&gamma=f16&out=f16&per_thread=3&span=8&threads=128&width=4
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> gamma: array<vec2u>;

fn load4_gamma(q: u32) -> vec4f {
  let w = gamma[q + params.gamma_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(3) var<storage, read> beta: array<vec2u>;

fn load4_beta(q: u32) -> vec4f {
  let w = beta[q + params.beta_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(4) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f16&center=1&dtype=f16&gamma=f16&out=f32&per_thread=12&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let pair = unpack2x16float(gamma[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(3) var<storage, read> beta: array<u32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  let pair = unpack2x16float(beta[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      sum += v6;
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      sum += v7;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      sum += v8;
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      sum += v9;
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      sum += v10;
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      sum += v11;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v8 -= mean;
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    if (w.begin + 72u < w.end) {
      v9 -= mean;
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v10 -= mean;
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    if (w.begin + 88u < w.end) {
      v11 -= mean;
      let s = v11 * v11;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f16&gamma=f32&out=f32&per_thread=2&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  var v1 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&per_thread=1&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
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

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&per_thread=1&span=8&threads=128&width=4
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&per_thread=2&span=8&threads=128&width=4
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&per_thread=3&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  var v1 = f32();
  var v2 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&per_thread=6&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&per_thread=8&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      sum += v6;
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      sum += v7;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&per_thread=9&span=512&threads=512&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 512>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 512u;
  scratch_mean[lane] = v;
  for (var half = 256u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 512>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 512u;
  scratch_square[lane] = v;
  for (var half = 256u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      sum += ((v3.x + v3.y) + (v3.z + v3.w));
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      sum += ((v4.x + v4.y) + (v4.z + v4.w));
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      sum += ((v5.x + v5.y) + (v5.z + v5.w));
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      sum += ((v6.x + v6.y) + (v6.z + v6.w));
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      v7 = load4_x(w.first + i);
      sum += ((v7.x + v7.y) + (v7.z + v7.w));
    }
  }
  {
    let i = w.begin + 4096u;
    if (i < w.end) {
      v8 = load4_x(w.first + i);
      sum += ((v8.x + v8.y) + (v8.z + v8.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 2048u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 2560u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 3072u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 3584u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 4096u < w.end) {
      v8 -= mean;
      let s = v8 * v8;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 4096u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&span=256&threads=256&width=1
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 256>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_mean[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 256>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_square[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
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
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i);
    sum += v;
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i) - mean;
    let s = v * v;
    squares += s;
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = (load_x(w.first + i) - mean) * factor;
    store_y(w.first + i, affine(w.row, i, v));
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&span=256&threads=256&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 256>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_mean[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 256>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_square[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load4_x(w.first + i);
    sum += ((v.x + v.y) + (v.z + v.w));
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load4_x(w.first + i) - mean;
    let s = v * v;
    squares += ((s.x + s.y) + (s.z + s.w));
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = (load4_x(w.first + i) - mean) * factor;
    store4_y(w.first + i, affine(w.row, i, v));
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&channels=1&dtype=f32&gamma=f32&out=f32&span=512&subgroups=1&threads=512&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 512>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_mean[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_mean[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_mean[first + i];
  }
  return total;
}
var<workgroup> scratch_square: array<f32, 512>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_square[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_square[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_square[first + i];
  }
  return total;
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = row % params.groups * params.group_channels + i / params.channel_length;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load4_x(w.first + i);
    sum += ((v.x + v.y) + (v.z + v.w));
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load4_x(w.first + i) - mean;
    let s = v * v;
    squares += ((s.x + s.y) + (s.z + s.w));
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = (load4_x(w.first + i) - mean) * factor;
    store4_y(w.first + i, affine(w.row, i, v));
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=bf16&gamma=f32&out=bf16&per_thread=6&span=32&threads=128&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_mean[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_square[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      sum += ((v3.x + v3.y) + (v3.z + v3.w));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      sum += ((v4.x + v4.y) + (v4.z + v4.w));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      sum += ((v5.x + v5.y) + (v5.z + v5.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 160u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=bf16&gamma=f32&out=f32&per_thread=12&span=64&threads=128&width=1
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 64u;
  scratch_mean[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 64u;
  scratch_square[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      sum += v6;
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      sum += v7;
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      sum += v8;
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      sum += v9;
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      sum += v10;
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      sum += v11;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 320u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    if (w.begin + 448u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v8 -= mean;
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    if (w.begin + 576u < w.end) {
      v9 -= mean;
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    if (w.begin + 640u < w.end) {
      v10 -= mean;
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    if (w.begin + 704u < w.end) {
      v11 -= mean;
      let s = v11 * v11;
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
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f16&gamma=f32&out=f32&per_thread=5&span=8&threads=128&width=1
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  var v1 = f32();
  var v2 = f32();
  var v3 = f32();
  var v4 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=1&span=8&threads=128&width=1
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
  beta_at: u32,
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
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

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=10&span=512&threads=512&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 512>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 512u;
  scratch_mean[lane] = v;
  for (var half = 256u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 512>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 512u;
  scratch_square[lane] = v;
  for (var half = 256u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      sum += ((v3.x + v3.y) + (v3.z + v3.w));
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      sum += ((v4.x + v4.y) + (v4.z + v4.w));
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      sum += ((v5.x + v5.y) + (v5.z + v5.w));
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      sum += ((v6.x + v6.y) + (v6.z + v6.w));
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      v7 = load4_x(w.first + i);
      sum += ((v7.x + v7.y) + (v7.z + v7.w));
    }
  }
  {
    let i = w.begin + 4096u;
    if (i < w.end) {
      v8 = load4_x(w.first + i);
      sum += ((v8.x + v8.y) + (v8.z + v8.w));
    }
  }
  {
    let i = w.begin + 4608u;
    if (i < w.end) {
      v9 = load4_x(w.first + i);
      sum += ((v9.x + v9.y) + (v9.z + v9.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 2048u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 2560u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 3072u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 3584u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 4096u < w.end) {
      v8 -= mean;
      let s = v8 * v8;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 4608u < w.end) {
      v9 -= mean;
      let s = v9 * v9;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 4096u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 4608u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=16&span=16&threads=128&width=1
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
  w.row = group * 8u + lane / 16u;
  w.place = lane % 16u;
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
  beta_at: u32,
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 16u;
  scratch_mean[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 16u;
  scratch_square[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      sum += v6;
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      sum += v7;
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      sum += v8;
    }
  }
  {
    let i = w.begin + 144u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      sum += v9;
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      sum += v10;
    }
  }
  {
    let i = w.begin + 176u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      sum += v11;
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v12 = load_x(w.first + i);
      sum += v12;
    }
  }
  {
    let i = w.begin + 208u;
    if (i < w.end) {
      v13 = load_x(w.first + i);
      sum += v13;
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      v14 = load_x(w.first + i);
      sum += v14;
    }
  }
  {
    let i = w.begin + 240u;
    if (i < w.end) {
      v15 = load_x(w.first + i);
      sum += v15;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    if (w.begin + 112u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v8 -= mean;
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    if (w.begin + 144u < w.end) {
      v9 -= mean;
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    if (w.begin + 160u < w.end) {
      v10 -= mean;
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    if (w.begin + 176u < w.end) {
      v11 -= mean;
      let s = v11 * v11;
      squares += s;
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v12 -= mean;
      let s = v12 * v12;
      squares += s;
    }
  }
  {
    if (w.begin + 208u < w.end) {
      v13 -= mean;
      let s = v13 * v13;
      squares += s;
    }
  }
  {
    if (w.begin + 224u < w.end) {
      v14 -= mean;
      let s = v14 * v14;
      squares += s;
    }
  }
  {
    if (w.begin + 240u < w.end) {
      v15 -= mean;
      let s = v15 * v15;
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
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 144u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 176u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v12 * factor));
    }
  }
  {
    let i = w.begin + 208u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v13 * factor));
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v14 * factor));
    }
  }
  {
    let i = w.begin + 240u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v15 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=16&span=256&threads=256&width=1
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
  gamma_at: u32,
  beta_at: u32,
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 256>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_mean[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 256>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_square[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      sum += v6;
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      sum += v7;
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      sum += v8;
    }
  }
  {
    let i = w.begin + 2304u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      sum += v9;
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      sum += v10;
    }
  }
  {
    let i = w.begin + 2816u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      sum += v11;
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      v12 = load_x(w.first + i);
      sum += v12;
    }
  }
  {
    let i = w.begin + 3328u;
    if (i < w.end) {
      v13 = load_x(w.first + i);
      sum += v13;
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      v14 = load_x(w.first + i);
      sum += v14;
    }
  }
  {
    let i = w.begin + 3840u;
    if (i < w.end) {
      v15 = load_x(w.first + i);
      sum += v15;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 1280u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    if (w.begin + 1792u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    if (w.begin + 2048u < w.end) {
      v8 -= mean;
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    if (w.begin + 2304u < w.end) {
      v9 -= mean;
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    if (w.begin + 2560u < w.end) {
      v10 -= mean;
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    if (w.begin + 2816u < w.end) {
      v11 -= mean;
      let s = v11 * v11;
      squares += s;
    }
  }
  {
    if (w.begin + 3072u < w.end) {
      v12 -= mean;
      let s = v12 * v12;
      squares += s;
    }
  }
  {
    if (w.begin + 3328u < w.end) {
      v13 -= mean;
      let s = v13 * v13;
      squares += s;
    }
  }
  {
    if (w.begin + 3584u < w.end) {
      v14 -= mean;
      let s = v14 * v14;
      squares += s;
    }
  }
  {
    if (w.begin + 3840u < w.end) {
      v15 -= mean;
      let s = v15 * v15;
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
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 2304u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 2816u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v12 * factor));
    }
  }
  {
    let i = w.begin + 3328u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v13 * factor));
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v14 * factor));
    }
  }
  {
    let i = w.begin + 3840u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v15 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=2&span=8&threads=128&width=4
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=5&span=8&threads=128&width=1
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
  beta_at: u32,
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  var v1 = f32();
  var v2 = f32();
  var v3 = f32();
  var v4 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=8&span=128&threads=128&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_mean[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_square[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      sum += ((v3.x + v3.y) + (v3.z + v3.w));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      sum += ((v4.x + v4.y) + (v4.z + v4.w));
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      sum += ((v5.x + v5.y) + (v5.z + v5.w));
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      sum += ((v6.x + v6.y) + (v6.z + v6.w));
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      v7 = load4_x(w.first + i);
      sum += ((v7.x + v7.y) + (v7.z + v7.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 384u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 640u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 896u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=8&span=256&threads=256&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 256>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_mean[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 256>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_square[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      sum += ((v3.x + v3.y) + (v3.z + v3.w));
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      sum += ((v4.x + v4.y) + (v4.z + v4.w));
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      sum += ((v5.x + v5.y) + (v5.z + v5.w));
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      sum += ((v6.x + v6.y) + (v6.z + v6.w));
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      v7 = load4_x(w.first + i);
      sum += ((v7.x + v7.y) + (v7.z + v7.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 256u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 512u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 768u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 1024u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 1280u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 1536u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 1792u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=8&span=32&threads=128&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_mean[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_square[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      sum += ((v3.x + v3.y) + (v3.z + v3.w));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      sum += ((v4.x + v4.y) + (v4.z + v4.w));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      sum += ((v5.x + v5.y) + (v5.z + v5.w));
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      sum += ((v6.x + v6.y) + (v6.z + v6.w));
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      v7 = load4_x(w.first + i);
      sum += ((v7.x + v7.y) + (v7.z + v7.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 128u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 160u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 192u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 224u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=8&span=8&threads=128&width=1
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
  beta_at: u32,
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      sum += v6;
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      sum += v7;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&per_thread=8&span=8&threads=128&width=4
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
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
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
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      sum += ((v3.x + v3.y) + (v3.z + v3.w));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      sum += ((v4.x + v4.y) + (v4.z + v4.w));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      sum += ((v5.x + v5.y) + (v5.z + v5.w));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      sum += ((v6.x + v6.y) + (v6.z + v6.w));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load4_x(w.first + i);
      sum += ((v7.x + v7.y) + (v7.z + v7.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&span=256&threads=256&width=1
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
  gamma_at: u32,
  beta_at: u32,
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 256>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_mean[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 256>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_square[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
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
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i);
    sum += v;
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i) - mean;
    let s = v * v;
    squares += s;
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = (load_x(w.first + i) - mean) * factor;
    store_y(w.first + i, affine(w.row, i, v));
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&span=256&threads=256&width=4
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
  gamma_at: u32,
  beta_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 256>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_mean[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 256>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_square[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load4_x(w.first + i);
    sum += ((v.x + v.y) + (v.z + v.w));
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load4_x(w.first + i) - mean;
    let s = v * v;
    squares += ((s.x + s.y) + (s.z + s.w));
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = (load4_x(w.first + i) - mean) * factor;
    store4_y(w.first + i, affine(w.row, i, v));
  }
}

// ==== rows/norm.wgsl?beta=f32&center=1&dtype=f32&gamma=f32&out=f32&span=512&subgroups=1&threads=512&width=1
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
  gamma_at: u32,
  beta_at: u32,
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
@group(0) @binding(3) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_mean: array<f32, 512>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_mean[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_mean[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_mean[first + i];
  }
  return total;
}
var<workgroup> scratch_square: array<f32, 512>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_square[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_square[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_square[first + i];
  }
  return total;
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: f32) -> f32 {
  let at = i;
  var r = v;
  r *= load_gamma(at);
  r += load_beta(at);
  return r;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load_x(w.first + i);
    sum += v;
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load_x(w.first + i) - mean;
    let s = v * v;
    squares += s;
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = (load_x(w.first + i) - mean) * factor;
    store_y(w.first + i, affine(w.row, i, v));
  }
}

// ==== rows/norm.wgsl?center=0&dtype=bf16&gamma=f32&out=bf16&per_thread=6&span=32&threads=128&width=4
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
  gamma_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 32u;
  scratch_square[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
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
      v0 = load4_x(w.first + i);
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=bf16&gamma=f32&out=f32&per_thread=12&span=64&threads=128&width=1
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
  gamma_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
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
  let place = (lane / 1u) % 64u;
  scratch_square[lane] = v;
  for (var half = 32u; half > 0u; half /= 2u) {
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
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      let s = v11 * v11;
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
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 320u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 448u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 576u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 704u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f16&gamma=f16&out=f16&per_thread=3&span=8&threads=128&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> gamma: array<vec2u>;

fn load4_gamma(q: u32) -> vec4f {
  let w = gamma[q + params.gamma_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f16&gamma=f16&out=f32&per_thread=12&span=8&threads=128&width=1
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let pair = unpack2x16float(gamma[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      let s = v11 * v11;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f16&gamma=f32&out=f32&per_thread=5&span=8&threads=128&width=1
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
  var v1 = f32();
  var v2 = f32();
  var v3 = f32();
  var v4 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      let s = v4 * v4;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=1&span=8&threads=128&width=1
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

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=13&span=16&threads=128&width=1
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
  w.row = group * 8u + lane / 16u;
  w.place = lane % 16u;
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
  let place = (lane / 1u) % 16u;
  scratch_square[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
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
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    let i = w.begin + 144u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    let i = w.begin + 176u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      let s = v11 * v11;
      squares += s;
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v12 = load_x(w.first + i);
      let s = v12 * v12;
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
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 144u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 176u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v12 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=16&span=16&threads=128&width=1
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
  w.row = group * 8u + lane / 16u;
  w.place = lane % 16u;
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
  let place = (lane / 1u) % 16u;
  scratch_square[lane] = v;
  for (var half = 8u; half > 0u; half /= 2u) {
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
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    let i = w.begin + 144u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    let i = w.begin + 176u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      let s = v11 * v11;
      squares += s;
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      v12 = load_x(w.first + i);
      let s = v12 * v12;
      squares += s;
    }
  }
  {
    let i = w.begin + 208u;
    if (i < w.end) {
      v13 = load_x(w.first + i);
      let s = v13 * v13;
      squares += s;
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      v14 = load_x(w.first + i);
      let s = v14 * v14;
      squares += s;
    }
  }
  {
    let i = w.begin + 240u;
    if (i < w.end) {
      v15 = load_x(w.first + i);
      let s = v15 * v15;
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
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 144u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 160u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 176u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
  {
    let i = w.begin + 192u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v12 * factor));
    }
  }
  {
    let i = w.begin + 208u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v13 * factor));
    }
  }
  {
    let i = w.begin + 224u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v14 * factor));
    }
  }
  {
    let i = w.begin + 240u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v15 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=16&span=256&threads=256&width=1
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
var<workgroup> scratch_square: array<f32, 256>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_square[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
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
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    let i = w.begin + 2304u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    let i = w.begin + 2816u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      let s = v11 * v11;
      squares += s;
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      v12 = load_x(w.first + i);
      let s = v12 * v12;
      squares += s;
    }
  }
  {
    let i = w.begin + 3328u;
    if (i < w.end) {
      v13 = load_x(w.first + i);
      let s = v13 * v13;
      squares += s;
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      v14 = load_x(w.first + i);
      let s = v14 * v14;
      squares += s;
    }
  }
  {
    let i = w.begin + 3840u;
    if (i < w.end) {
      v15 = load_x(w.first + i);
      let s = v15 * v15;
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
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 1024u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 1280u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 1536u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 1792u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 2048u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 2304u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 2560u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 2816u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
  {
    let i = w.begin + 3072u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v12 * factor));
    }
  }
  {
    let i = w.begin + 3328u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v13 * factor));
    }
  }
  {
    let i = w.begin + 3584u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v14 * factor));
    }
  }
  {
    let i = w.begin + 3840u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v15 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=2&span=8&threads=128&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=5&span=8&threads=128&width=1
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
  var v1 = f32();
  var v2 = f32();
  var v3 = f32();
  var v4 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      let s = v4 * v4;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=7&span=8&threads=128&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  var v4 = vec4<f32>();
  var v5 = vec4<f32>();
  var v6 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=8&span=128&threads=128&width=4
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
  gamma_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_square[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
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
      v0 = load4_x(w.first + i);
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      v7 = load4_x(w.first + i);
      let s = v7 * v7;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 128u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 256u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 384u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 512u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 640u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 768u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 896u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=8&span=8&threads=128&width=1
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
      v0 = load_x(w.first + i);
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      let s = v7 * v7;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&per_thread=8&span=8&threads=128&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
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
      v0 = load4_x(w.first + i);
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load4_x(w.first + i);
      let s = v4 * v4;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load4_x(w.first + i);
      let s = v5 * v5;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load4_x(w.first + i);
      let s = v6 * v6;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load4_x(w.first + i);
      let s = v7 * v7;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&span=256&threads=256&width=1
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
var<workgroup> scratch_square: array<f32, 256>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 256u;
  scratch_square[lane] = v;
  for (var half = 128u; half > 0u; half /= 2u) {
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  let mean = 0.0;
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = load_x(w.first + i) - mean;
    let s = v * v;
    squares += s;
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  for (var i = w.begin; i < w.end; i += 256u) {
    let v = (load_x(w.first + i) - mean) * factor;
    store_y(w.first + i, affine(w.row, i, v));
  }
}

// ==== rows/norm.wgsl?center=0&dtype=f32&gamma=f32&out=f32&span=512&subgroups=1&threads=512&width=1
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
var<workgroup> scratch_square: array<f32, 512>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_square[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 512u / reduce_wave;
  let first = lane / 512u * waves;
  var total = scratch_square[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_square[first + i];
  }
  return total;
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: f32) -> f32 {
  let at = i;
  var r = v;
  r *= load_gamma(at);
  return r;
}

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  let mean = 0.0;
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = load_x(w.first + i) - mean;
    let s = v * v;
    squares += s;
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  for (var i = w.begin; i < w.end; i += 512u) {
    let v = (load_x(w.first + i) - mean) * factor;
    store_y(w.first + i, affine(w.row, i, v));
  }
}

// ==== rows/norm.wgsl?center=1&dtype=f32&gamma=f32&out=f32&per_thread=16&span=8&threads=128&width=1
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
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  var sum = 0.0;
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
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load_x(w.first + i);
      sum += v3;
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      v4 = load_x(w.first + i);
      sum += v4;
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      v5 = load_x(w.first + i);
      sum += v5;
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      v6 = load_x(w.first + i);
      sum += v6;
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      v7 = load_x(w.first + i);
      sum += v7;
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      v8 = load_x(w.first + i);
      sum += v8;
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      v9 = load_x(w.first + i);
      sum += v9;
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      v10 = load_x(w.first + i);
      sum += v10;
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      v11 = load_x(w.first + i);
      sum += v11;
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      v12 = load_x(w.first + i);
      sum += v12;
    }
  }
  {
    let i = w.begin + 104u;
    if (i < w.end) {
      v13 = load_x(w.first + i);
      sum += v13;
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      v14 = load_x(w.first + i);
      sum += v14;
    }
  }
  {
    let i = w.begin + 120u;
    if (i < w.end) {
      v15 = load_x(w.first + i);
      sum += v15;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += s;
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += s;
    }
  }
  {
    if (w.begin + 32u < w.end) {
      v4 -= mean;
      let s = v4 * v4;
      squares += s;
    }
  }
  {
    if (w.begin + 40u < w.end) {
      v5 -= mean;
      let s = v5 * v5;
      squares += s;
    }
  }
  {
    if (w.begin + 48u < w.end) {
      v6 -= mean;
      let s = v6 * v6;
      squares += s;
    }
  }
  {
    if (w.begin + 56u < w.end) {
      v7 -= mean;
      let s = v7 * v7;
      squares += s;
    }
  }
  {
    if (w.begin + 64u < w.end) {
      v8 -= mean;
      let s = v8 * v8;
      squares += s;
    }
  }
  {
    if (w.begin + 72u < w.end) {
      v9 -= mean;
      let s = v9 * v9;
      squares += s;
    }
  }
  {
    if (w.begin + 80u < w.end) {
      v10 -= mean;
      let s = v10 * v10;
      squares += s;
    }
  }
  {
    if (w.begin + 88u < w.end) {
      v11 -= mean;
      let s = v11 * v11;
      squares += s;
    }
  }
  {
    if (w.begin + 96u < w.end) {
      v12 -= mean;
      let s = v12 * v12;
      squares += s;
    }
  }
  {
    if (w.begin + 104u < w.end) {
      v13 -= mean;
      let s = v13 * v13;
      squares += s;
    }
  }
  {
    if (w.begin + 112u < w.end) {
      v14 -= mean;
      let s = v14 * v14;
      squares += s;
    }
  }
  {
    if (w.begin + 120u < w.end) {
      v15 -= mean;
      let s = v15 * v15;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
  {
    let i = w.begin + 32u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v4 * factor));
    }
  }
  {
    let i = w.begin + 40u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v5 * factor));
    }
  }
  {
    let i = w.begin + 48u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v6 * factor));
    }
  }
  {
    let i = w.begin + 56u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v7 * factor));
    }
  }
  {
    let i = w.begin + 64u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v8 * factor));
    }
  }
  {
    let i = w.begin + 72u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v9 * factor));
    }
  }
  {
    let i = w.begin + 80u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v10 * factor));
    }
  }
  {
    let i = w.begin + 88u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v11 * factor));
    }
  }
  {
    let i = w.begin + 96u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v12 * factor));
    }
  }
  {
    let i = w.begin + 104u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v13 * factor));
    }
  }
  {
    let i = w.begin + 112u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v14 * factor));
    }
  }
  {
    let i = w.begin + 120u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v15 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=1&dtype=f32&gamma=f32&out=f32&per_thread=4&span=8&threads=128&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  var v2 = vec4<f32>();
  var v3 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load4_x(w.first + i);
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load4_x(w.first + i);
      sum += ((v2.x + v2.y) + (v2.z + v2.w));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      v3 = load4_x(w.first + i);
      sum += ((v3.x + v3.y) + (v3.z + v3.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 24u < w.end) {
      v3 -= mean;
      let s = v3 * v3;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
  {
    let i = w.begin + 24u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v3 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=1&dtype=f32&gamma=none&out=f32&per_thread=1&span=8&threads=128&width=4
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
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, affine(w.row, i, v0 * factor));
    }
  }
}

// ==== rows/norm.wgsl?center=1&dtype=f32&gamma=none&out=f32&per_thread=3&span=8&threads=128&width=1
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
  scale: f32,          // 1 / elements of a row
  eps: f32,
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
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
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
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = f32();
  var v1 = f32();
  var v2 = f32();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load_x(w.first + i);
      sum += v0;
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = load_x(w.first + i);
      sum += v1;
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      v2 = load_x(w.first + i);
      sum += v2;
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += s;
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += s;
    }
  }
  {
    if (w.begin + 16u < w.end) {
      v2 -= mean;
      let s = v2 * v2;
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
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v1 * factor));
    }
  }
  {
    let i = w.begin + 16u;
    if (i < w.end) {
      store_y(w.first + i, affine(w.row, i, v2 * factor));
    }
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=bf16&op=max&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: i32, lane: u32) -> i32 {
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=bf16&op=min&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
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
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=bf16&op=sum&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: f32, lane: u32) -> f32 {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = f32(0);
  for (; i < w.end; i += 1u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f16&op=max&out=f16&span=8&threads=128&unroll=1&width=4
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
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f16&op=max&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f16&op=min&out=f16&span=8&threads=128&unroll=1&width=4
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
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
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
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f16&op=min&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
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

// ==== rows/reduce.wgsl?columns=1&dtype=f16&op=sum&out=f16&span=8&threads=128&unroll=1&width=4
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

// ==== rows/reduce.wgsl?columns=1&dtype=f16&op=sum&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
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
  var r0 = f32(0);
  for (; i < w.end; i += 8u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=max&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: i32, lane: u32) -> i32 {
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=max&out=f32&span=1&threads=128&unroll=1&width=4
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
fn reduce_all(v: vec4i, lane: u32) -> vec4i {
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=max&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=max&out=f32&span=8&threads=128&unroll=1&width=4
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
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=max&out=f32&span=8&threads=128&unroll=4&width=4
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
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  var r1 = vec4i(-0x7fffffff - 1);
  var r2 = vec4i(-0x7fffffff - 1);
  var r3 = vec4i(-0x7fffffff - 1);
  for (; i + 24u < w.end; i += 32u) {
    let v0 = key_of(load4_x(w.first + (i + 0u) * w.step));
    let v1 = key_of(load4_x(w.first + (i + 8u) * w.step));
    let v2 = key_of(load4_x(w.first + (i + 16u) * w.step));
    let v3 = key_of(load4_x(w.first + (i + 24u) * w.step));
    r0 = max(r0, v0);
    r1 = max(r1, v1);
    r2 = max(r2, v2);
    r3 = max(r3, v3);
  }
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  r0 = max(r0, r1);
  r0 = max(r0, r2);
  r0 = max(r0, r3);
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
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
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=1&threads=128&unroll=1&width=4
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
fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  return v;
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
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
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
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

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=8&threads=128&unroll=1&width=4
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
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
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
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=min&out=f32&span=8&threads=128&unroll=4&width=4
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
var<workgroup> scratch_all: array<vec4i, 128>;

fn reduce_all(v: vec4i, lane: u32) -> vec4i {
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
}
fn key_of(v: vec4<f32>) -> vec4i {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<vec4i>(v);
  let key = bits ^ ((bits >> vec4u(31u)) & vec4i(0x7fffffff));
  let end = vec4i(-0x7fffffff);
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
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=sum&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: f32, lane: u32) -> f32 {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = f32(0);
  for (; i < w.end; i += 1u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=sum&out=f32&span=1&threads=128&unroll=1&width=4
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
fn reduce_all(v: vec4<f32>, lane: u32) -> vec4<f32> {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  for (; i < w.end; i += 1u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=sum&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
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
  var r0 = f32(0);
  for (; i < w.end; i += 8u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=sum&out=f32&span=8&threads=128&unroll=1&width=4
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

// ==== rows/reduce.wgsl?columns=1&dtype=f32&op=sum&out=f32&span=8&threads=128&unroll=4&width=4
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
  var r1 = vec4<f32>(0);
  var r2 = vec4<f32>(0);
  var r3 = vec4<f32>(0);
  for (; i + 24u < w.end; i += 32u) {
    let v0 = load4_x(w.first + (i + 0u) * w.step);
    let v1 = load4_x(w.first + (i + 8u) * w.step);
    let v2 = load4_x(w.first + (i + 16u) * w.step);
    let v3 = load4_x(w.first + (i + 24u) * w.step);
    r0 = r0 + v0;
    r1 = r1 + v1;
    r2 = r2 + v2;
    r3 = r3 + v3;
  }
  for (; i < w.end; i += 8u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  r0 = r0 + r1;
  r0 = r0 + r2;
  r0 = r0 + r3;
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store4_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=i32&op=max&out=i32&span=8&threads=128&unroll=1&width=1
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
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
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
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?columns=1&dtype=i32&op=min&out=i32&span=8&threads=128&unroll=1&width=1
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
  let place = (lane / 16u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 16u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 16u];
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

// ==== rows/reduce.wgsl?columns=1&dtype=i32&op=sum&out=i32&span=8&threads=128&unroll=1&width=1
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
  var r0 = i32(0);
  for (; i < w.end; i += 8u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total);
  }
}

// ==== rows/reduce.wgsl?dtype=f16&op=max&out=f32&span=1&threads=128&unroll=1&width=4
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
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
fn reduce_all(v: i32, lane: u32) -> i32 {
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(max(max(r0.x, r0.y), max(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f16&op=max&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f16&op=min&out=f32&span=1&threads=128&unroll=1&width=4
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
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
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
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
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f16&op=min&out=f32&span=8&threads=128&unroll=1&width=1
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
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
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

// ==== rows/reduce.wgsl?dtype=f16&op=sum&out=f32&span=1&threads=128&unroll=1&width=4
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
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
fn reduce_all(v: f32, lane: u32) -> f32 {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  for (; i < w.end; i += 1u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(((r0.x + r0.y) + (r0.z + r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f16&op=sum&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = f32(0);
  for (; i < w.end; i += 8u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=max&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: i32, lane: u32) -> i32 {
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=max&out=f32&span=1&threads=128&unroll=1&width=4
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
fn reduce_all(v: i32, lane: u32) -> i32 {
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(max(max(r0.x, r0.y), max(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=max&out=f32&span=128&subgroups=1&threads=128&unroll=1&width=4
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
  let part = subgroupMax(v);
  if (lane % reduce_wave == 0u) {
    scratch_all[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_all[first];
  for (var i = 1u; i < waves; i++) {
    total = max(total, scratch_all[first + i]);
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  for (; i < w.end; i += 128u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(max(max(r0.x, r0.y), max(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=max&out=f32&span=128&subgroups=1&threads=128&unroll=4&width=4
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
  let part = subgroupMax(v);
  if (lane % reduce_wave == 0u) {
    scratch_all[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_all[first];
  for (var i = 1u; i < waves; i++) {
    total = max(total, scratch_all[first + i]);
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  var r1 = vec4i(-0x7fffffff - 1);
  var r2 = vec4i(-0x7fffffff - 1);
  var r3 = vec4i(-0x7fffffff - 1);
  for (; i + 384u < w.end; i += 512u) {
    let v0 = key_of(load4_x(w.first + (i + 0u) * w.step));
    let v1 = key_of(load4_x(w.first + (i + 128u) * w.step));
    let v2 = key_of(load4_x(w.first + (i + 256u) * w.step));
    let v3 = key_of(load4_x(w.first + (i + 384u) * w.step));
    r0 = max(r0, v0);
    r1 = max(r1, v1);
    r2 = max(r2, v2);
    r3 = max(r3, v3);
  }
  for (; i < w.end; i += 128u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  r0 = max(r0, r1);
  r0 = max(r0, r2);
  r0 = max(r0, r3);
  let total = reduce_all(max(max(r0.x, r0.y), max(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=max&out=f32&span=128&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 128u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=max&out=f32&span=128&threads=128&unroll=1&width=4
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
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  for (; i < w.end; i += 128u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(max(max(r0.x, r0.y), max(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=max&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=max&out=f32&span=8&threads=128&unroll=4&width=4
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
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
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
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  var r1 = vec4i(-0x7fffffff - 1);
  var r2 = vec4i(-0x7fffffff - 1);
  var r3 = vec4i(-0x7fffffff - 1);
  for (; i + 24u < w.end; i += 32u) {
    let v0 = key_of(load4_x(w.first + (i + 0u) * w.step));
    let v1 = key_of(load4_x(w.first + (i + 8u) * w.step));
    let v2 = key_of(load4_x(w.first + (i + 16u) * w.step));
    let v3 = key_of(load4_x(w.first + (i + 24u) * w.step));
    r0 = max(r0, v0);
    r1 = max(r1, v1);
    r2 = max(r2, v2);
    r3 = max(r3, v3);
  }
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  r0 = max(r0, r1);
  r0 = max(r0, r2);
  r0 = max(r0, r3);
  let total = reduce_all(max(max(r0.x, r0.y), max(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
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
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 1u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=1&threads=128&unroll=1&width=4
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
fn reduce_all(v: i32, lane: u32) -> i32 {
  return v;
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
  for (; i < w.end; i += 1u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=128&subgroups=1&threads=128&unroll=1&width=4
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
  let part = subgroupMin(v);
  if (lane % reduce_wave == 0u) {
    scratch_all[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_all[first];
  for (var i = 1u; i < waves; i++) {
    total = min(total, scratch_all[first + i]);
  }
  return total;
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
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 128u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=128&subgroups=1&threads=128&unroll=4&width=4
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
  let part = subgroupMin(v);
  if (lane % reduce_wave == 0u) {
    scratch_all[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_all[first];
  for (var i = 1u; i < waves; i++) {
    total = min(total, scratch_all[first + i]);
  }
  return total;
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
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  var r1 = vec4i(0x7fffffff);
  var r2 = vec4i(0x7fffffff);
  var r3 = vec4i(0x7fffffff);
  for (; i + 384u < w.end; i += 512u) {
    let v0 = key_of(load4_x(w.first + (i + 0u) * w.step));
    let v1 = key_of(load4_x(w.first + (i + 128u) * w.step));
    let v2 = key_of(load4_x(w.first + (i + 256u) * w.step));
    let v3 = key_of(load4_x(w.first + (i + 384u) * w.step));
    r0 = min(r0, v0);
    r1 = min(r1, v1);
    r2 = min(r2, v2);
    r3 = min(r3, v3);
  }
  for (; i < w.end; i += 128u) {
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

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=128&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
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
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 128u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=128&threads=128&unroll=1&width=4
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
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
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
  for (; i < w.end; i += 128u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=8&threads=128&unroll=1&width=1
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
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(-0x7fffffff);
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

// ==== rows/reduce.wgsl?dtype=f32&op=min&out=f32&span=8&threads=128&unroll=4&width=4
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

// ==== rows/reduce.wgsl?dtype=f32&op=sum&out=f32&span=1&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
fn reduce_all(v: f32, lane: u32) -> f32 {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = f32(0);
  for (; i < w.end; i += 1u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=sum&out=f32&span=1&threads=128&unroll=1&width=4
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
fn reduce_all(v: f32, lane: u32) -> f32 {
  return v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  for (; i < w.end; i += 1u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(((r0.x + r0.y) + (r0.z + r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=sum&out=f32&span=128&subgroups=1&threads=128&unroll=1&width=4
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_all[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_all[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_all[first + i];
  }
  return total;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  for (; i < w.end; i += 128u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(((r0.x + r0.y) + (r0.z + r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=sum&out=f32&span=128&subgroups=1&threads=128&unroll=4&width=4
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_all[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 128u / reduce_wave;
  let first = lane / 128u * waves;
  var total = scratch_all[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_all[first + i];
  }
  return total;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(subgroup_size) wave: u32,
        @builtin(local_invocation_index) lane: u32) {
  reduce_wave = wave;
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  var r1 = vec4<f32>(0);
  var r2 = vec4<f32>(0);
  var r3 = vec4<f32>(0);
  for (; i + 384u < w.end; i += 512u) {
    let v0 = load4_x(w.first + (i + 0u) * w.step);
    let v1 = load4_x(w.first + (i + 128u) * w.step);
    let v2 = load4_x(w.first + (i + 256u) * w.step);
    let v3 = load4_x(w.first + (i + 384u) * w.step);
    r0 = r0 + v0;
    r1 = r1 + v1;
    r2 = r2 + v2;
    r3 = r3 + v3;
  }
  for (; i < w.end; i += 128u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  r0 = r0 + r1;
  r0 = r0 + r2;
  r0 = r0 + r3;
  let total = reduce_all(((r0.x + r0.y) + (r0.z + r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=sum&out=f32&span=128&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = f32(0);
  for (; i < w.end; i += 128u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=sum&out=f32&span=128&threads=128&unroll=1&width=4
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  for (; i < w.end; i += 128u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(((r0.x + r0.y) + (r0.z + r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=sum&out=f32&span=8&threads=128&unroll=1&width=1
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = f32(0);
  for (; i < w.end; i += 8u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=f32&op=sum&out=f32&span=8&threads=128&unroll=4&width=4
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
var<workgroup> scratch_all: array<f32, 128>;

fn reduce_all(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<f32>(0);
  var r1 = vec4<f32>(0);
  var r2 = vec4<f32>(0);
  var r3 = vec4<f32>(0);
  for (; i + 24u < w.end; i += 32u) {
    let v0 = load4_x(w.first + (i + 0u) * w.step);
    let v1 = load4_x(w.first + (i + 8u) * w.step);
    let v2 = load4_x(w.first + (i + 16u) * w.step);
    let v3 = load4_x(w.first + (i + 24u) * w.step);
    r0 = r0 + v0;
    r1 = r1 + v1;
    r2 = r2 + v2;
    r3 = r3 + v3;
  }
  for (; i < w.end; i += 8u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  r0 = r0 + r1;
  r0 = r0 + r2;
  r0 = r0 + r3;
  let total = reduce_all(((r0.x + r0.y) + (r0.z + r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total * params.scale);
  }
}

// ==== rows/reduce.wgsl?dtype=i32&op=max&out=i32&span=8&threads=128&unroll=1&width=1
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
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 1u]);
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
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=i32&op=min&out=i32&span=8&threads=128&unroll=1&width=1
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

// ==== rows/reduce.wgsl?dtype=i32&op=sum&out=i32&span=8&threads=128&unroll=1&width=1
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
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = i32(0);
  for (; i < w.end; i += 8u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total);
  }
}

// ==== rows/reduce.wgsl?dtype=u32&op=max&out=u32&span=128&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
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
  var i = w.begin;
  var r0 = i32(-0x7fffffff - 1);
  for (; i < w.end; i += 128u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=u32&op=max&out=u32&span=8&threads=128&unroll=1&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
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
      scratch_all[lane] = max(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}
fn key_of(v: vec4<u32>) -> vec4i {
  return bitcast<vec4i>(v ^ vec4u(0x80000000u));
}

fn value_of(key: i32) -> u32 {
  return bitcast<u32>(key) ^ u32(0x80000000u);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(-0x7fffffff - 1);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = max(r0, v);
  }
  let total = reduce_all(max(max(r0.x, r0.y), max(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=u32&op=min&out=u32&span=128&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<i32, 128>;

fn reduce_all(v: i32, lane: u32) -> i32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = min(scratch_all[lane], scratch_all[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
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
  var i = w.begin;
  var r0 = i32(0x7fffffff);
  for (; i < w.end; i += 128u) {
    let v = key_of(load_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=u32&op=min&out=u32&span=8&threads=128&unroll=1&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
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
fn key_of(v: vec4<u32>) -> vec4i {
  return bitcast<vec4i>(v ^ vec4u(0x80000000u));
}

fn value_of(key: i32) -> u32 {
  return bitcast<u32>(key) ^ u32(0x80000000u);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4i(0x7fffffff);
  for (; i < w.end; i += 8u) {
    let v = key_of(load4_x(w.first + i * w.step));
    r0 = min(r0, v);
  }
  let total = reduce_all(min(min(r0.x, r0.y), min(r0.z, r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, value_of(total));
  }
}

// ==== rows/reduce.wgsl?dtype=u32&op=sum&out=u32&span=128&threads=128&unroll=1&width=1
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
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
}
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<u32, 128>;

fn reduce_all(v: u32, lane: u32) -> u32 {
  let place = (lane / 1u) % 128u;
  scratch_all[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = u32(0);
  for (; i < w.end; i += 128u) {
    let v = load_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(r0, lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total);
  }
}

// ==== rows/reduce.wgsl?dtype=u32&op=sum&out=u32&span=8&threads=128&unroll=1&width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_all: array<u32, 128>;

fn reduce_all(v: u32, lane: u32) -> u32 {
  let place = (lane / 1u) % 8u;
  scratch_all[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_all[lane] = scratch_all[lane] + scratch_all[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_all[lane - place * 1u];
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var i = w.begin;
  var r0 = vec4<u32>(0);
  for (; i < w.end; i += 8u) {
    let v = load4_x(w.first + i * w.step);
    r0 = r0 + v;
  }
  let total = reduce_all(((r0.x + r0.y) + (r0.z + r0.w)), lane);
  if (w.live && w.place == 0u) {
    store_y(w.row, total);
  }
}

