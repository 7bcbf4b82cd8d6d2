// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=0&looped=1&minimums=1&rows=1&scales=f32&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}
@group(0) @binding(4) var<storage, read> minimums: array<f32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  return minimums[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=0&looped=1&minimums=1&rows=1&scales=f32&span=8&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}
@group(0) @binding(4) var<storage, read> minimums: array<f32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  return minimums[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=0&minimums=1&rows=1&scales=f32&span=8&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}
@group(0) @binding(4) var<storage, read> minimums: array<f32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  return minimums[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 1u);
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 1u);
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 1u);
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 1u);
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 0u);
      let d1 = low4(w1_0 >> 0u);
      let d2 = low4(w2_0 >> 0u);
      let d3 = low4(w3_0 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 4u);
      let d1 = low4(w1_0 >> 4u);
      let d2 = low4(w2_0 >> 4u);
      let d3 = low4(w3_0 >> 4u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 8u);
      let d1 = low4(w1_0 >> 8u);
      let d2 = low4(w2_0 >> 8u);
      let d3 = low4(w3_0 >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 12u);
      let d1 = low4(w1_0 >> 12u);
      let d2 = low4(w2_0 >> 12u);
      let d3 = low4(w3_0 >> 12u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 16u);
      let d1 = low4(w1_0 >> 16u);
      let d2 = low4(w2_0 >> 16u);
      let d3 = low4(w3_0 >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 20u);
      let d1 = low4(w1_0 >> 20u);
      let d2 = low4(w2_0 >> 20u);
      let d3 = low4(w3_0 >> 20u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 24u);
      let d1 = low4(w1_0 >> 24u);
      let d2 = low4(w2_0 >> 24u);
      let d3 = low4(w3_0 >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 28u);
      let d1 = low4(w1_0 >> 28u);
      let d2 = low4(w2_0 >> 28u);
      let d3 = low4(w3_0 >> 28u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=128&looped=1&minimums=0&rows=4&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return select(vec4f(-1.0), vec4f(1.0), v != vec4u());
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 128u;
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
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 128>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 128>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 128>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var sum1 = vec4f();
    var sum2 = vec4f();
    var sum3 = vec4f();
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      let x1 = quad_x(row1, k + q);
      let x2 = quad_x(row2, k + q);
      let x3 = quad_x(row3, k + q);
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
    total1 = fma(sum1, scale, total1);
    total2 = fma(sum2, scale, total2);
    total3 = fma(sum3, scale, total3);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=128&minimums=0&rows=4&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return select(vec4f(-1.0), vec4f(1.0), v != vec4u());
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 128u;
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
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 128>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 128>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 128>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 1u);
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 1u);
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 1u);
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 1u);
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var sum1 = vec4f();
    var sum2 = vec4f();
    var sum3 = vec4f();
    {
      let x0 = quad_x(row0, k + 0u);
      let x1 = quad_x(row1, k + 0u);
      let x2 = quad_x(row2, k + 0u);
      let x3 = quad_x(row3, k + 0u);
      let d0 = low4(w0_0 >> 0u);
      let d1 = low4(w1_0 >> 0u);
      let d2 = low4(w2_0 >> 0u);
      let d3 = low4(w3_0 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      let x1 = quad_x(row1, k + 4u);
      let x2 = quad_x(row2, k + 4u);
      let x3 = quad_x(row3, k + 4u);
      let d0 = low4(w0_0 >> 4u);
      let d1 = low4(w1_0 >> 4u);
      let d2 = low4(w2_0 >> 4u);
      let d3 = low4(w3_0 >> 4u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      let x1 = quad_x(row1, k + 8u);
      let x2 = quad_x(row2, k + 8u);
      let x3 = quad_x(row3, k + 8u);
      let d0 = low4(w0_0 >> 8u);
      let d1 = low4(w1_0 >> 8u);
      let d2 = low4(w2_0 >> 8u);
      let d3 = low4(w3_0 >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      let x1 = quad_x(row1, k + 12u);
      let x2 = quad_x(row2, k + 12u);
      let x3 = quad_x(row3, k + 12u);
      let d0 = low4(w0_0 >> 12u);
      let d1 = low4(w1_0 >> 12u);
      let d2 = low4(w2_0 >> 12u);
      let d3 = low4(w3_0 >> 12u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      let x1 = quad_x(row1, k + 16u);
      let x2 = quad_x(row2, k + 16u);
      let x3 = quad_x(row3, k + 16u);
      let d0 = low4(w0_0 >> 16u);
      let d1 = low4(w1_0 >> 16u);
      let d2 = low4(w2_0 >> 16u);
      let d3 = low4(w3_0 >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      let x1 = quad_x(row1, k + 20u);
      let x2 = quad_x(row2, k + 20u);
      let x3 = quad_x(row3, k + 20u);
      let d0 = low4(w0_0 >> 20u);
      let d1 = low4(w1_0 >> 20u);
      let d2 = low4(w2_0 >> 20u);
      let d3 = low4(w3_0 >> 20u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      let x1 = quad_x(row1, k + 24u);
      let x2 = quad_x(row2, k + 24u);
      let x3 = quad_x(row3, k + 24u);
      let d0 = low4(w0_0 >> 24u);
      let d1 = low4(w1_0 >> 24u);
      let d2 = low4(w2_0 >> 24u);
      let d3 = low4(w3_0 >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      let x1 = quad_x(row1, k + 28u);
      let x2 = quad_x(row2, k + 28u);
      let x3 = quad_x(row3, k + 28u);
      let d0 = low4(w0_0 >> 28u);
      let d1 = low4(w1_0 >> 28u);
      let d2 = low4(w2_0 >> 28u);
      let d3 = low4(w3_0 >> 28u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
    total1 = fma(sum1, scale, total1);
    total2 = fma(sum2, scale, total2);
    total3 = fma(sum3, scale, total3);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=32&minimums=1&rows=1&scales=f16&span=64&subgroups=1&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
enable subgroups;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<private> reduce_wave: u32;
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_row0[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 64u / reduce_wave;
  let first = lane / 64u * waves;
  var total = scratch_row0[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_row0[first + i];
  }
  return total;
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) wave: u32) {
  reduce_wave = wave;
  let first = linear_group(group, groups) * 8u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 64u;
  let col = first + lane / 64u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 2048u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 1u);
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 1u);
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 1u);
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 1u);
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 0u);
      let d1 = low4(w1_0 >> 0u);
      let d2 = low4(w2_0 >> 0u);
      let d3 = low4(w3_0 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 4u);
      let d1 = low4(w1_0 >> 4u);
      let d2 = low4(w2_0 >> 4u);
      let d3 = low4(w3_0 >> 4u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 8u);
      let d1 = low4(w1_0 >> 8u);
      let d2 = low4(w2_0 >> 8u);
      let d3 = low4(w3_0 >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 12u);
      let d1 = low4(w1_0 >> 12u);
      let d2 = low4(w2_0 >> 12u);
      let d3 = low4(w3_0 >> 12u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 16u);
      let d1 = low4(w1_0 >> 16u);
      let d2 = low4(w2_0 >> 16u);
      let d3 = low4(w3_0 >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 20u);
      let d1 = low4(w1_0 >> 20u);
      let d2 = low4(w2_0 >> 20u);
      let d3 = low4(w3_0 >> 20u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 24u);
      let d1 = low4(w1_0 >> 24u);
      let d2 = low4(w2_0 >> 24u);
      let d3 = low4(w3_0 >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 28u);
      let d1 = low4(w1_0 >> 28u);
      let d2 = low4(w2_0 >> 28u);
      let d3 = low4(w3_0 >> 28u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 64u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=0&looped=1&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 16u] >> (k % 16u * 2u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=0&looped=1&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 16u] >> (k % 16u * 2u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=0&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=2&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<vec2u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 2u) / 2u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 2u) / 2u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 2u) / 2u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 2u) / 2u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 8u);
      let d1 = low4(w1_0[0] >> 8u);
      let d2 = low4(w2_0[0] >> 8u);
      let d3 = low4(w3_0[0] >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 24u);
      let d1 = low4(w1_0[0] >> 24u);
      let d2 = low4(w2_0[0] >> 24u);
      let d3 = low4(w3_0[0] >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 8u);
      let d1 = low4(w1_0[1] >> 8u);
      let d2 = low4(w2_0[1] >> 8u);
      let d3 = low4(w3_0[1] >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 24u);
      let d1 = low4(w1_0[1] >> 24u);
      let d2 = low4(w2_0[1] >> 24u);
      let d3 = low4(w3_0[1] >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 16u] >> (k % 16u * 2u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 16u] >> (k % 16u * 2u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=32&looped=1&minimums=1&rows=8&scales=f16&span=8&threads=64&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 16u] >> (k % 16u * 2u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_row0: array<vec4f, 64>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 64>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 64>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 64>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}
var<workgroup> scratch_row4: array<vec4f, 64>;

fn reduce_row4(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row4[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row4[lane] = scratch_row4[lane] + scratch_row4[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row4[lane - place * 1u];
}
var<workgroup> scratch_row5: array<vec4f, 64>;

fn reduce_row5(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row5[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row5[lane] = scratch_row5[lane] + scratch_row5[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row5[lane - place * 1u];
}
var<workgroup> scratch_row6: array<vec4f, 64>;

fn reduce_row6(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row6[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row6[lane] = scratch_row6[lane] + scratch_row6[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row6[lane - place * 1u];
}
var<workgroup> scratch_row7: array<vec4f, 64>;

fn reduce_row7(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row7[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row7[lane] = scratch_row7[lane] + scratch_row7[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row7[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 32u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var total4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var total5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var total6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var total7 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    var sum1 = vec4f();
    var all1 = 0.0;
    var sum2 = vec4f();
    var all2 = 0.0;
    var sum3 = vec4f();
    var all3 = 0.0;
    var sum4 = vec4f();
    var all4 = 0.0;
    var sum5 = vec4f();
    var all5 = 0.0;
    var sum6 = vec4f();
    var all6 = 0.0;
    var sum7 = vec4f();
    var all7 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + q);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + q);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + q);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + q);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + q);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + q);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + q);
      all7 += dot(x7, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
    total1 = fma(sum1, scale, total1);
    total1 = fma(vec4f(all1), minimum, total1);
    total2 = fma(sum2, scale, total2);
    total2 = fma(vec4f(all2), minimum, total2);
    total3 = fma(sum3, scale, total3);
    total3 = fma(vec4f(all3), minimum, total3);
    total4 = fma(sum4, scale, total4);
    total4 = fma(vec4f(all4), minimum, total4);
    total5 = fma(sum5, scale, total5);
    total5 = fma(vec4f(all5), minimum, total5);
    total6 = fma(sum6, scale, total6);
    total6 = fma(vec4f(all6), minimum, total6);
    total7 = fma(sum7, scale, total7);
    total7 = fma(vec4f(all7), minimum, total7);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row4(total4, lane);
    if (part == 4u % 8u && 4u < params.m && col < params.n) {
      let at = 4u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row5(total5, lane);
    if (part == 5u % 8u && 5u < params.m && col < params.n) {
      let at = 5u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row6(total6, lane);
    if (part == 6u % 8u && 6u < params.m && col < params.n) {
      let at = 6u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row7(total7, lane);
    if (part == 7u % 8u && 7u < params.m && col < params.n) {
      let at = 7u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=32&looped=1&minimums=1&rows=8&scales=f16&span=8&threads=64&wide=1&x=f32&x_width=4&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 16u] >> (k % 16u * 2u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_row0: array<vec4f, 64>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 64>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 64>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 64>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}
var<workgroup> scratch_row4: array<vec4f, 64>;

fn reduce_row4(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row4[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row4[lane] = scratch_row4[lane] + scratch_row4[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row4[lane - place * 1u];
}
var<workgroup> scratch_row5: array<vec4f, 64>;

fn reduce_row5(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row5[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row5[lane] = scratch_row5[lane] + scratch_row5[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row5[lane - place * 1u];
}
var<workgroup> scratch_row6: array<vec4f, 64>;

fn reduce_row6(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row6[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row6[lane] = scratch_row6[lane] + scratch_row6[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row6[lane - place * 1u];
}
var<workgroup> scratch_row7: array<vec4f, 64>;

fn reduce_row7(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row7[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row7[lane] = scratch_row7[lane] + scratch_row7[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row7[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 32u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var total4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var total5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var total6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var total7 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    var sum1 = vec4f();
    var all1 = 0.0;
    var sum2 = vec4f();
    var all2 = 0.0;
    var sum3 = vec4f();
    var all3 = 0.0;
    var sum4 = vec4f();
    var all4 = 0.0;
    var sum5 = vec4f();
    var all5 = 0.0;
    var sum6 = vec4f();
    var all6 = 0.0;
    var sum7 = vec4f();
    var all7 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + q);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + q);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + q);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + q);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + q);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + q);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + q);
      all7 += dot(x7, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
    total1 = fma(sum1, scale, total1);
    total1 = fma(vec4f(all1), minimum, total1);
    total2 = fma(sum2, scale, total2);
    total2 = fma(vec4f(all2), minimum, total2);
    total3 = fma(sum3, scale, total3);
    total3 = fma(vec4f(all3), minimum, total3);
    total4 = fma(sum4, scale, total4);
    total4 = fma(vec4f(all4), minimum, total4);
    total5 = fma(sum5, scale, total5);
    total5 = fma(vec4f(all5), minimum, total5);
    total6 = fma(sum6, scale, total6);
    total6 = fma(vec4f(all6), minimum, total6);
    total7 = fma(sum7, scale, total7);
    total7 = fma(vec4f(all7), minimum, total7);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row4(total4, lane);
    if (part == 4u % 8u && 4u < params.m && col < params.n) {
      let at = 4u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row5(total5, lane);
    if (part == 5u % 8u && 5u < params.m && col < params.n) {
      let at = 5u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row6(total6, lane);
    if (part == 6u % 8u && 6u < params.m && col < params.n) {
      let at = 6u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row7(total7, lane);
    if (part == 7u % 8u && 7u < params.m && col < params.n) {
      let at = 7u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=32&minimums=1&rows=1&scales=f16&span=64&subgroups=1&threads=128&wide=2&x=f32&x_width=4&y=f32&y_width=4
enable subgroups;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<vec2u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<private> reduce_wave: u32;
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_row0[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 64u / reduce_wave;
  let first = lane / 64u * waves;
  var total = scratch_row0[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_row0[first + i];
  }
  return total;
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) wave: u32) {
  reduce_wave = wave;
  let first = linear_group(group, groups) * 8u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 64u;
  let col = first + lane / 64u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 2048u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 2u) / 2u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 2u) / 2u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 2u) / 2u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 2u) / 2u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 8u);
      let d1 = low4(w1_0[0] >> 8u);
      let d2 = low4(w2_0[0] >> 8u);
      let d3 = low4(w3_0[0] >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 24u);
      let d1 = low4(w1_0[0] >> 24u);
      let d2 = low4(w2_0[0] >> 24u);
      let d3 = low4(w3_0[0] >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 8u);
      let d1 = low4(w1_0[1] >> 8u);
      let d2 = low4(w2_0[1] >> 8u);
      let d3 = low4(w3_0[1] >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 24u);
      let d1 = low4(w1_0[1] >> 24u);
      let d2 = low4(w2_0[1] >> 24u);
      let d3 = low4(w3_0[1] >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 64u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=32&minimums=1&rows=8&scales=f16&span=8&threads=64&wide=2&x=f32&x_width=4&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<vec2u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_row0: array<vec4f, 64>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 64>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 64>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 64>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}
var<workgroup> scratch_row4: array<vec4f, 64>;

fn reduce_row4(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row4[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row4[lane] = scratch_row4[lane] + scratch_row4[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row4[lane - place * 1u];
}
var<workgroup> scratch_row5: array<vec4f, 64>;

fn reduce_row5(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row5[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row5[lane] = scratch_row5[lane] + scratch_row5[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row5[lane - place * 1u];
}
var<workgroup> scratch_row6: array<vec4f, 64>;

fn reduce_row6(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row6[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row6[lane] = scratch_row6[lane] + scratch_row6[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row6[lane - place * 1u];
}
var<workgroup> scratch_row7: array<vec4f, 64>;

fn reduce_row7(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row7[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row7[lane] = scratch_row7[lane] + scratch_row7[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row7[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 32u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var total4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var total5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var total6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var total7 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 2u) / 2u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 2u) / 2u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 2u) / 2u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 2u) / 2u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    var sum1 = vec4f();
    var all1 = 0.0;
    var sum2 = vec4f();
    var all2 = 0.0;
    var sum3 = vec4f();
    var all3 = 0.0;
    var sum4 = vec4f();
    var all4 = 0.0;
    var sum5 = vec4f();
    var all5 = 0.0;
    var sum6 = vec4f();
    var all6 = 0.0;
    var sum7 = vec4f();
    var all7 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 0u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 0u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 0u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 0u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 0u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 0u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 0u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 4u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 4u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 4u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 4u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 4u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 4u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 4u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 8u);
      let d1 = low4(w1_0[0] >> 8u);
      let d2 = low4(w2_0[0] >> 8u);
      let d3 = low4(w3_0[0] >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 8u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 8u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 8u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 8u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 8u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 8u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 8u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 12u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 12u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 12u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 12u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 12u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 12u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 12u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 24u);
      let d1 = low4(w1_0[0] >> 24u);
      let d2 = low4(w2_0[0] >> 24u);
      let d3 = low4(w3_0[0] >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 16u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 16u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 16u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 16u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 16u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 16u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 16u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 20u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 20u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 20u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 20u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 20u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 20u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 20u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 8u);
      let d1 = low4(w1_0[1] >> 8u);
      let d2 = low4(w2_0[1] >> 8u);
      let d3 = low4(w3_0[1] >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 24u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 24u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 24u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 24u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 24u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 24u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 24u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 28u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 28u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 28u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 28u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 28u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 28u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 28u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 24u);
      let d1 = low4(w1_0[1] >> 24u);
      let d2 = low4(w2_0[1] >> 24u);
      let d3 = low4(w3_0[1] >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
    total1 = fma(sum1, scale, total1);
    total1 = fma(vec4f(all1), minimum, total1);
    total2 = fma(sum2, scale, total2);
    total2 = fma(vec4f(all2), minimum, total2);
    total3 = fma(sum3, scale, total3);
    total3 = fma(vec4f(all3), minimum, total3);
    total4 = fma(sum4, scale, total4);
    total4 = fma(vec4f(all4), minimum, total4);
    total5 = fma(sum5, scale, total5);
    total5 = fma(vec4f(all5), minimum, total5);
    total6 = fma(sum6, scale, total6);
    total6 = fma(vec4f(all6), minimum, total6);
    total7 = fma(sum7, scale, total7);
    total7 = fma(vec4f(all7), minimum, total7);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row4(total4, lane);
    if (part == 4u % 8u && 4u < params.m && col < params.n) {
      let at = 4u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row5(total5, lane);
    if (part == 5u % 8u && 5u < params.m && col < params.n) {
      let at = 5u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row6(total6, lane);
    if (part == 6u % 8u && 6u < params.m && col < params.n) {
      let at = 6u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row7(total7, lane);
    if (part == 7u % 8u && 7u < params.m && col < params.n) {
      let at = 7u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=64&looped=1&minimums=0&rows=1&scales=f32&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388610.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 16u] >> (k % 16u * 2u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 64u;
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
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=2&group=64&minimums=0&rows=1&scales=f32&span=8&threads=128&wide=2&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<vec2u>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388610.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 64u;
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
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 2u) / 2u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 2u) / 2u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 2u) / 2u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 2u) / 2u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    {
      let x0 = quad_x(row0, k + 0u);
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      let d0 = low4(w0_0[0] >> 8u);
      let d1 = low4(w1_0[0] >> 8u);
      let d2 = low4(w2_0[0] >> 8u);
      let d3 = low4(w3_0[0] >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      let d0 = low4(w0_0[0] >> 24u);
      let d1 = low4(w1_0[0] >> 24u);
      let d2 = low4(w2_0[0] >> 24u);
      let d3 = low4(w3_0[0] >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      let d0 = low4(w0_0[1] >> 8u);
      let d1 = low4(w1_0[1] >> 8u);
      let d2 = low4(w2_0[1] >> 8u);
      let d3 = low4(w3_0[1] >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      let d0 = low4(w0_0[1] >> 24u);
      let d1 = low4(w1_0[1] >> 24u);
      let d2 = low4(w2_0[1] >> 24u);
      let d3 = low4(w3_0[1] >> 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=0&looped=1&minimums=0&rows=2&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388612.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = codes[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (codes[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
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
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 128>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var sum1 = vec4f();
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      let x1 = quad_x(row1, k + q);
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
    total1 = fma(sum1, scale, total1);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=0&minimums=0&rows=2&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388612.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = codes[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (codes[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
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
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 128>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 3u);
    let w0_0 = codes[at0 + 0u];
    let w0_1 = codes[at0 + 1u];
    let w0_2 = codes[at0 + 2u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 3u);
    let w1_0 = codes[at1 + 0u];
    let w1_1 = codes[at1 + 1u];
    let w1_2 = codes[at1 + 2u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 3u);
    let w2_0 = codes[at2 + 0u];
    let w2_1 = codes[at2 + 1u];
    let w2_2 = codes[at2 + 2u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 3u);
    let w3_0 = codes[at3 + 0u];
    let w3_1 = codes[at3 + 1u];
    let w3_2 = codes[at3 + 2u];
    var sum0 = vec4f();
    var sum1 = vec4f();
    {
      let x0 = quad_x(row0, k + 0u);
      let x1 = quad_x(row1, k + 0u);
      let d0 = low4(w0_0 >> 0u);
      let d1 = low4(w1_0 >> 0u);
      let d2 = low4(w2_0 >> 0u);
      let d3 = low4(w3_0 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      let x1 = quad_x(row1, k + 4u);
      let d0 = low4(w0_0 >> 12u);
      let d1 = low4(w1_0 >> 12u);
      let d2 = low4(w2_0 >> 12u);
      let d3 = low4(w3_0 >> 12u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      let x1 = quad_x(row1, k + 8u);
      let d0 = low4((w0_0 >> 24u) | (w0_1 << 8u));
      let d1 = low4((w1_0 >> 24u) | (w1_1 << 8u));
      let d2 = low4((w2_0 >> 24u) | (w2_1 << 8u));
      let d3 = low4((w3_0 >> 24u) | (w3_1 << 8u));
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      let x1 = quad_x(row1, k + 12u);
      let d0 = low4(w0_1 >> 4u);
      let d1 = low4(w1_1 >> 4u);
      let d2 = low4(w2_1 >> 4u);
      let d3 = low4(w3_1 >> 4u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      let x1 = quad_x(row1, k + 16u);
      let d0 = low4(w0_1 >> 16u);
      let d1 = low4(w1_1 >> 16u);
      let d2 = low4(w2_1 >> 16u);
      let d3 = low4(w3_1 >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      let x1 = quad_x(row1, k + 20u);
      let d0 = low4((w0_1 >> 28u) | (w0_2 << 4u));
      let d1 = low4((w1_1 >> 28u) | (w1_2 << 4u));
      let d2 = low4((w2_1 >> 28u) | (w2_2 << 4u));
      let d3 = low4((w3_1 >> 28u) | (w3_2 << 4u));
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      let x1 = quad_x(row1, k + 24u);
      let d0 = low4(w0_2 >> 8u);
      let d1 = low4(w1_2 >> 8u);
      let d2 = low4(w2_2 >> 8u);
      let d3 = low4(w3_2 >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      let x1 = quad_x(row1, k + 28u);
      let d0 = low4(w0_2 >> 20u);
      let d1 = low4(w1_2 >> 20u);
      let d2 = low4(w2_2 >> 20u);
      let d3 = low4(w3_2 >> 20u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
    total1 = fma(sum1, scale, total1);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = codes[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (codes[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = codes[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (codes[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=32&looped=1&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = codes[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (codes[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=32&minimums=1&rows=1&scales=f16&span=64&subgroups=1&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
enable subgroups;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = codes[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (codes[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<private> reduce_wave: u32;
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_row0[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 64u / reduce_wave;
  let first = lane / 64u * waves;
  var total = scratch_row0[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_row0[first + i];
  }
  return total;
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) wave: u32) {
  reduce_wave = wave;
  let first = linear_group(group, groups) * 8u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 64u;
  let col = first + lane / 64u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 2048u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 3u);
    let w0_0 = codes[at0 + 0u];
    let w0_1 = codes[at0 + 1u];
    let w0_2 = codes[at0 + 2u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 3u);
    let w1_0 = codes[at1 + 0u];
    let w1_1 = codes[at1 + 1u];
    let w1_2 = codes[at1 + 2u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 3u);
    let w2_0 = codes[at2 + 0u];
    let w2_1 = codes[at2 + 1u];
    let w2_2 = codes[at2 + 2u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 3u);
    let w3_0 = codes[at3 + 0u];
    let w3_1 = codes[at3 + 1u];
    let w3_2 = codes[at3 + 2u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 0u);
      let d1 = low4(w1_0 >> 0u);
      let d2 = low4(w2_0 >> 0u);
      let d3 = low4(w3_0 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 12u);
      let d1 = low4(w1_0 >> 12u);
      let d2 = low4(w2_0 >> 12u);
      let d3 = low4(w3_0 >> 12u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4((w0_0 >> 24u) | (w0_1 << 8u));
      let d1 = low4((w1_0 >> 24u) | (w1_1 << 8u));
      let d2 = low4((w2_0 >> 24u) | (w2_1 << 8u));
      let d3 = low4((w3_0 >> 24u) | (w3_1 << 8u));
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1 >> 4u);
      let d1 = low4(w1_1 >> 4u);
      let d2 = low4(w2_1 >> 4u);
      let d3 = low4(w3_1 >> 4u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1 >> 16u);
      let d1 = low4(w1_1 >> 16u);
      let d2 = low4(w2_1 >> 16u);
      let d3 = low4(w3_1 >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4((w0_1 >> 28u) | (w0_2 << 4u));
      let d1 = low4((w1_1 >> 28u) | (w1_2 << 4u));
      let d2 = low4((w2_1 >> 28u) | (w2_2 << 4u));
      let d3 = low4((w3_1 >> 28u) | (w3_2 << 4u));
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_2 >> 8u);
      let d1 = low4(w1_2 >> 8u);
      let d2 = low4(w2_2 >> 8u);
      let d3 = low4(w3_2 >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_2 >> 20u);
      let d1 = low4(w1_2 >> 20u);
      let d2 = low4(w2_2 >> 20u);
      let d3 = low4(w3_2 >> 20u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 64u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=32&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = codes[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (codes[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 3u);
    let w0_0 = codes[at0 + 0u];
    let w0_1 = codes[at0 + 1u];
    let w0_2 = codes[at0 + 2u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 3u);
    let w1_0 = codes[at1 + 0u];
    let w1_1 = codes[at1 + 1u];
    let w1_2 = codes[at1 + 2u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 3u);
    let w2_0 = codes[at2 + 0u];
    let w2_1 = codes[at2 + 1u];
    let w2_2 = codes[at2 + 2u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 3u);
    let w3_0 = codes[at3 + 0u];
    let w3_1 = codes[at3 + 1u];
    let w3_2 = codes[at3 + 2u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 0u);
      let d1 = low4(w1_0 >> 0u);
      let d2 = low4(w2_0 >> 0u);
      let d3 = low4(w3_0 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0 >> 12u);
      let d1 = low4(w1_0 >> 12u);
      let d2 = low4(w2_0 >> 12u);
      let d3 = low4(w3_0 >> 12u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4((w0_0 >> 24u) | (w0_1 << 8u));
      let d1 = low4((w1_0 >> 24u) | (w1_1 << 8u));
      let d2 = low4((w2_0 >> 24u) | (w2_1 << 8u));
      let d3 = low4((w3_0 >> 24u) | (w3_1 << 8u));
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1 >> 4u);
      let d1 = low4(w1_1 >> 4u);
      let d2 = low4(w2_1 >> 4u);
      let d3 = low4(w3_1 >> 4u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1 >> 16u);
      let d1 = low4(w1_1 >> 16u);
      let d2 = low4(w2_1 >> 16u);
      let d3 = low4(w3_1 >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4((w0_1 >> 28u) | (w0_2 << 4u));
      let d1 = low4((w1_1 >> 28u) | (w1_2 << 4u));
      let d2 = low4((w2_1 >> 28u) | (w2_2 << 4u));
      let d3 = low4((w3_1 >> 28u) | (w3_2 << 4u));
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_2 >> 8u);
      let d1 = low4(w1_2 >> 8u);
      let d2 = low4(w2_2 >> 8u);
      let d3 = low4(w3_2 >> 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_2 >> 20u);
      let d1 = low4(w1_2 >> 20u);
      let d2 = low4(w2_2 >> 20u);
      let d3 = low4(w3_2 >> 20u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=0&looped=1&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=0&looped=1&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=0&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=4&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<vec4u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 4u) / 4u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 4u) / 4u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 4u) / 4u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 4u) / 4u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 0u);
      let d1 = low4(w1_0[2] >> 0u);
      let d2 = low4(w2_0[2] >> 0u);
      let d3 = low4(w3_0[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 16u);
      let d1 = low4(w1_0[2] >> 16u);
      let d2 = low4(w2_0[2] >> 16u);
      let d3 = low4(w3_0[2] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 0u);
      let d1 = low4(w1_0[3] >> 0u);
      let d2 = low4(w2_0[3] >> 0u);
      let d3 = low4(w3_0[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 16u);
      let d1 = low4(w1_0[3] >> 16u);
      let d2 = low4(w2_0[3] >> 16u);
      let d3 = low4(w3_0[3] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&looped=1&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&looped=1&minimums=1&rows=8&scales=f16&span=8&threads=64&wide=1&x=f16&x_width=1&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> scratch_row0: array<vec4f, 64>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 64>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 64>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 64>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}
var<workgroup> scratch_row4: array<vec4f, 64>;

fn reduce_row4(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row4[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row4[lane] = scratch_row4[lane] + scratch_row4[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row4[lane - place * 1u];
}
var<workgroup> scratch_row5: array<vec4f, 64>;

fn reduce_row5(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row5[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row5[lane] = scratch_row5[lane] + scratch_row5[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row5[lane - place * 1u];
}
var<workgroup> scratch_row6: array<vec4f, 64>;

fn reduce_row6(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row6[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row6[lane] = scratch_row6[lane] + scratch_row6[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row6[lane - place * 1u];
}
var<workgroup> scratch_row7: array<vec4f, 64>;

fn reduce_row7(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row7[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row7[lane] = scratch_row7[lane] + scratch_row7[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row7[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 32u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var total4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var total5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var total6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var total7 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    var sum1 = vec4f();
    var all1 = 0.0;
    var sum2 = vec4f();
    var all2 = 0.0;
    var sum3 = vec4f();
    var all3 = 0.0;
    var sum4 = vec4f();
    var all4 = 0.0;
    var sum5 = vec4f();
    var all5 = 0.0;
    var sum6 = vec4f();
    var all6 = 0.0;
    var sum7 = vec4f();
    var all7 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + q);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + q);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + q);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + q);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + q);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + q);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + q);
      all7 += dot(x7, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
    total1 = fma(sum1, scale, total1);
    total1 = fma(vec4f(all1), minimum, total1);
    total2 = fma(sum2, scale, total2);
    total2 = fma(vec4f(all2), minimum, total2);
    total3 = fma(sum3, scale, total3);
    total3 = fma(vec4f(all3), minimum, total3);
    total4 = fma(sum4, scale, total4);
    total4 = fma(vec4f(all4), minimum, total4);
    total5 = fma(sum5, scale, total5);
    total5 = fma(vec4f(all5), minimum, total5);
    total6 = fma(sum6, scale, total6);
    total6 = fma(vec4f(all6), minimum, total6);
    total7 = fma(sum7, scale, total7);
    total7 = fma(vec4f(all7), minimum, total7);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row4(total4, lane);
    if (part == 4u % 8u && 4u < params.m && col < params.n) {
      let at = 4u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row5(total5, lane);
    if (part == 5u % 8u && 5u < params.m && col < params.n) {
      let at = 5u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row6(total6, lane);
    if (part == 6u % 8u && 6u < params.m && col < params.n) {
      let at = 6u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row7(total7, lane);
    if (part == 7u % 8u && 7u < params.m && col < params.n) {
      let at = 7u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&looped=1&minimums=1&rows=8&scales=f16&span=8&threads=64&wide=1&x=f16&x_width=4&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> scratch_row0: array<vec4f, 64>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 64>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 64>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 64>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}
var<workgroup> scratch_row4: array<vec4f, 64>;

fn reduce_row4(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row4[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row4[lane] = scratch_row4[lane] + scratch_row4[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row4[lane - place * 1u];
}
var<workgroup> scratch_row5: array<vec4f, 64>;

fn reduce_row5(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row5[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row5[lane] = scratch_row5[lane] + scratch_row5[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row5[lane - place * 1u];
}
var<workgroup> scratch_row6: array<vec4f, 64>;

fn reduce_row6(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row6[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row6[lane] = scratch_row6[lane] + scratch_row6[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row6[lane - place * 1u];
}
var<workgroup> scratch_row7: array<vec4f, 64>;

fn reduce_row7(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row7[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row7[lane] = scratch_row7[lane] + scratch_row7[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row7[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 32u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var total4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var total5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var total6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var total7 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    var sum1 = vec4f();
    var all1 = 0.0;
    var sum2 = vec4f();
    var all2 = 0.0;
    var sum3 = vec4f();
    var all3 = 0.0;
    var sum4 = vec4f();
    var all4 = 0.0;
    var sum5 = vec4f();
    var all5 = 0.0;
    var sum6 = vec4f();
    var all6 = 0.0;
    var sum7 = vec4f();
    var all7 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + q);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + q);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + q);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + q);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + q);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + q);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + q);
      all7 += dot(x7, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
    total1 = fma(sum1, scale, total1);
    total1 = fma(vec4f(all1), minimum, total1);
    total2 = fma(sum2, scale, total2);
    total2 = fma(vec4f(all2), minimum, total2);
    total3 = fma(sum3, scale, total3);
    total3 = fma(vec4f(all3), minimum, total3);
    total4 = fma(sum4, scale, total4);
    total4 = fma(vec4f(all4), minimum, total4);
    total5 = fma(sum5, scale, total5);
    total5 = fma(vec4f(all5), minimum, total5);
    total6 = fma(sum6, scale, total6);
    total6 = fma(vec4f(all6), minimum, total6);
    total7 = fma(sum7, scale, total7);
    total7 = fma(vec4f(all7), minimum, total7);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row4(total4, lane);
    if (part == 4u % 8u && 4u < params.m && col < params.n) {
      let at = 4u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row5(total5, lane);
    if (part == 5u % 8u && 5u < params.m && col < params.n) {
      let at = 5u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row6(total6, lane);
    if (part == 6u % 8u && 6u < params.m && col < params.n) {
      let at = 6u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row7(total7, lane);
    if (part == 7u % 8u && 7u < params.m && col < params.n) {
      let at = 7u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&minimums=1&rows=1&scales=f16&span=64&subgroups=1&threads=128&wide=4&x=f32&x_width=4&y=f32&y_width=4
enable subgroups;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<vec4u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<private> reduce_wave: u32;
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_row0[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 64u / reduce_wave;
  let first = lane / 64u * waves;
  var total = scratch_row0[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_row0[first + i];
  }
  return total;
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) wave: u32) {
  reduce_wave = wave;
  let first = linear_group(group, groups) * 8u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 64u;
  let col = first + lane / 64u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 2048u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 4u) / 4u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 4u) / 4u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 4u) / 4u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 4u) / 4u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 0u);
      let d1 = low4(w1_0[2] >> 0u);
      let d2 = low4(w2_0[2] >> 0u);
      let d3 = low4(w3_0[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 16u);
      let d1 = low4(w1_0[2] >> 16u);
      let d2 = low4(w2_0[2] >> 16u);
      let d3 = low4(w3_0[2] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 0u);
      let d1 = low4(w1_0[3] >> 0u);
      let d2 = low4(w2_0[3] >> 0u);
      let d3 = low4(w3_0[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 16u);
      let d1 = low4(w1_0[3] >> 16u);
      let d2 = low4(w2_0[3] >> 16u);
      let d3 = low4(w3_0[3] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 64u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=4&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<vec4u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 4u) / 4u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 4u) / 4u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 4u) / 4u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 4u) / 4u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 0u);
      let d1 = low4(w1_0[2] >> 0u);
      let d2 = low4(w2_0[2] >> 0u);
      let d3 = low4(w3_0[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 16u);
      let d1 = low4(w1_0[2] >> 16u);
      let d2 = low4(w2_0[2] >> 16u);
      let d3 = low4(w3_0[2] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 0u);
      let d1 = low4(w1_0[3] >> 0u);
      let d2 = low4(w2_0[3] >> 0u);
      let d3 = low4(w3_0[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 16u);
      let d1 = low4(w1_0[3] >> 16u);
      let d2 = low4(w2_0[3] >> 16u);
      let d3 = low4(w3_0[3] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&minimums=1&rows=8&scales=f16&span=8&threads=64&wide=4&x=f16&x_width=4&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> codes: array<vec4u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> scratch_row0: array<vec4f, 64>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 64>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 64>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 64>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}
var<workgroup> scratch_row4: array<vec4f, 64>;

fn reduce_row4(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row4[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row4[lane] = scratch_row4[lane] + scratch_row4[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row4[lane - place * 1u];
}
var<workgroup> scratch_row5: array<vec4f, 64>;

fn reduce_row5(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row5[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row5[lane] = scratch_row5[lane] + scratch_row5[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row5[lane - place * 1u];
}
var<workgroup> scratch_row6: array<vec4f, 64>;

fn reduce_row6(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row6[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row6[lane] = scratch_row6[lane] + scratch_row6[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row6[lane - place * 1u];
}
var<workgroup> scratch_row7: array<vec4f, 64>;

fn reduce_row7(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row7[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row7[lane] = scratch_row7[lane] + scratch_row7[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row7[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 32u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var total4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var total5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var total6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var total7 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 4u) / 4u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 4u) / 4u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 4u) / 4u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 4u) / 4u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var all0 = 0.0;
    var sum1 = vec4f();
    var all1 = 0.0;
    var sum2 = vec4f();
    var all2 = 0.0;
    var sum3 = vec4f();
    var all3 = 0.0;
    var sum4 = vec4f();
    var all4 = 0.0;
    var sum5 = vec4f();
    var all5 = 0.0;
    var sum6 = vec4f();
    var all6 = 0.0;
    var sum7 = vec4f();
    var all7 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 0u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 0u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 0u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 0u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 0u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 0u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 0u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 4u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 4u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 4u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 4u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 4u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 4u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 4u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 8u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 8u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 8u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 8u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 8u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 8u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 8u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 12u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 12u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 12u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 12u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 12u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 12u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 12u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 16u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 16u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 16u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 16u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 16u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 16u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 16u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 0u);
      let d1 = low4(w1_0[2] >> 0u);
      let d2 = low4(w2_0[2] >> 0u);
      let d3 = low4(w3_0[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 20u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 20u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 20u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 20u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 20u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 20u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 20u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 16u);
      let d1 = low4(w1_0[2] >> 16u);
      let d2 = low4(w2_0[2] >> 16u);
      let d3 = low4(w3_0[2] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 24u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 24u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 24u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 24u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 24u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 24u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 24u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 0u);
      let d1 = low4(w1_0[3] >> 0u);
      let d2 = low4(w2_0[3] >> 0u);
      let d3 = low4(w3_0[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let x1 = quad_x(row1, k + 28u);
      all1 += dot(x1, vec4f(1.0));
      let x2 = quad_x(row2, k + 28u);
      all2 += dot(x2, vec4f(1.0));
      let x3 = quad_x(row3, k + 28u);
      all3 += dot(x3, vec4f(1.0));
      let x4 = quad_x(row4, k + 28u);
      all4 += dot(x4, vec4f(1.0));
      let x5 = quad_x(row5, k + 28u);
      all5 += dot(x5, vec4f(1.0));
      let x6 = quad_x(row6, k + 28u);
      all6 += dot(x6, vec4f(1.0));
      let x7 = quad_x(row7, k + 28u);
      all7 += dot(x7, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 16u);
      let d1 = low4(w1_0[3] >> 16u);
      let d2 = low4(w2_0[3] >> 16u);
      let d3 = low4(w3_0[3] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
    total1 = fma(sum1, scale, total1);
    total1 = fma(vec4f(all1), minimum, total1);
    total2 = fma(sum2, scale, total2);
    total2 = fma(vec4f(all2), minimum, total2);
    total3 = fma(sum3, scale, total3);
    total3 = fma(vec4f(all3), minimum, total3);
    total4 = fma(sum4, scale, total4);
    total4 = fma(vec4f(all4), minimum, total4);
    total5 = fma(sum5, scale, total5);
    total5 = fma(vec4f(all5), minimum, total5);
    total6 = fma(sum6, scale, total6);
    total6 = fma(vec4f(all6), minimum, total6);
    total7 = fma(sum7, scale, total7);
    total7 = fma(vec4f(all7), minimum, total7);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row4(total4, lane);
    if (part == 4u % 8u && 4u < params.m && col < params.n) {
      let at = 4u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row5(total5, lane);
    if (part == 5u % 8u && 5u < params.m && col < params.n) {
      let at = 5u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row6(total6, lane);
    if (part == 6u % 8u && 6u < params.m && col < params.n) {
      let at = 6u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
  {
    let v = reduce_row7(total7, lane);
    if (part == 7u % 8u && 7u < params.m && col < params.n) {
      let at = 7u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=64&looped=1&minimums=0&rows=8&scales=f32&span=8&threads=64&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388616.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 64u;
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
var<workgroup> scratch_row0: array<vec4f, 64>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 64>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 64>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 64>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}
var<workgroup> scratch_row4: array<vec4f, 64>;

fn reduce_row4(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row4[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row4[lane] = scratch_row4[lane] + scratch_row4[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row4[lane - place * 1u];
}
var<workgroup> scratch_row5: array<vec4f, 64>;

fn reduce_row5(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row5[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row5[lane] = scratch_row5[lane] + scratch_row5[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row5[lane - place * 1u];
}
var<workgroup> scratch_row6: array<vec4f, 64>;

fn reduce_row6(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row6[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row6[lane] = scratch_row6[lane] + scratch_row6[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row6[lane - place * 1u];
}
var<workgroup> scratch_row7: array<vec4f, 64>;

fn reduce_row7(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row7[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row7[lane] = scratch_row7[lane] + scratch_row7[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row7[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 32u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var total4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var total5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var total6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var total7 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var sum1 = vec4f();
    var sum2 = vec4f();
    var sum3 = vec4f();
    var sum4 = vec4f();
    var sum5 = vec4f();
    var sum6 = vec4f();
    var sum7 = vec4f();
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      let x1 = quad_x(row1, k + q);
      let x2 = quad_x(row2, k + q);
      let x3 = quad_x(row3, k + q);
      let x4 = quad_x(row4, k + q);
      let x5 = quad_x(row5, k + q);
      let x6 = quad_x(row6, k + q);
      let x7 = quad_x(row7, k + q);
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
    total1 = fma(sum1, scale, total1);
    total2 = fma(sum2, scale, total2);
    total3 = fma(sum3, scale, total3);
    total4 = fma(sum4, scale, total4);
    total5 = fma(sum5, scale, total5);
    total6 = fma(sum6, scale, total6);
    total7 = fma(sum7, scale, total7);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row4(total4, lane);
    if (part == 4u % 8u && 4u < params.m && col < params.n) {
      let at = 4u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row5(total5, lane);
    if (part == 5u % 8u && 5u < params.m && col < params.n) {
      let at = 5u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row6(total6, lane);
    if (part == 6u % 8u && 6u < params.m && col < params.n) {
      let at = 6u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row7(total7, lane);
    if (part == 7u % 8u && 7u < params.m && col < params.n) {
      let at = 7u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=64&minimums=0&rows=8&scales=f32&span=8&threads=64&wide=4&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<vec4u>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388616.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 64u;
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
var<workgroup> scratch_row0: array<vec4f, 64>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> scratch_row1: array<vec4f, 64>;

fn reduce_row1(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row1[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row1[lane] = scratch_row1[lane] + scratch_row1[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row1[lane - place * 1u];
}
var<workgroup> scratch_row2: array<vec4f, 64>;

fn reduce_row2(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row2[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row2[lane] = scratch_row2[lane] + scratch_row2[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row2[lane - place * 1u];
}
var<workgroup> scratch_row3: array<vec4f, 64>;

fn reduce_row3(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row3[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row3[lane] = scratch_row3[lane] + scratch_row3[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row3[lane - place * 1u];
}
var<workgroup> scratch_row4: array<vec4f, 64>;

fn reduce_row4(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row4[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row4[lane] = scratch_row4[lane] + scratch_row4[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row4[lane - place * 1u];
}
var<workgroup> scratch_row5: array<vec4f, 64>;

fn reduce_row5(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row5[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row5[lane] = scratch_row5[lane] + scratch_row5[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row5[lane - place * 1u];
}
var<workgroup> scratch_row6: array<vec4f, 64>;

fn reduce_row6(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row6[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row6[lane] = scratch_row6[lane] + scratch_row6[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row6[lane - place * 1u];
}
var<workgroup> scratch_row7: array<vec4f, 64>;

fn reduce_row7(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row7[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row7[lane] = scratch_row7[lane] + scratch_row7[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row7[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 32u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var total1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var total2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var total3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var total4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var total5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var total6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var total7 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 4u) / 4u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 4u) / 4u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 4u) / 4u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 4u) / 4u;
    let w3_0 = codes[at3 + 0u];
    var sum0 = vec4f();
    var sum1 = vec4f();
    var sum2 = vec4f();
    var sum3 = vec4f();
    var sum4 = vec4f();
    var sum5 = vec4f();
    var sum6 = vec4f();
    var sum7 = vec4f();
    {
      let x0 = quad_x(row0, k + 0u);
      let x1 = quad_x(row1, k + 0u);
      let x2 = quad_x(row2, k + 0u);
      let x3 = quad_x(row3, k + 0u);
      let x4 = quad_x(row4, k + 0u);
      let x5 = quad_x(row5, k + 0u);
      let x6 = quad_x(row6, k + 0u);
      let x7 = quad_x(row7, k + 0u);
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      let x1 = quad_x(row1, k + 4u);
      let x2 = quad_x(row2, k + 4u);
      let x3 = quad_x(row3, k + 4u);
      let x4 = quad_x(row4, k + 4u);
      let x5 = quad_x(row5, k + 4u);
      let x6 = quad_x(row6, k + 4u);
      let x7 = quad_x(row7, k + 4u);
      let d0 = low4(w0_0[0] >> 16u);
      let d1 = low4(w1_0[0] >> 16u);
      let d2 = low4(w2_0[0] >> 16u);
      let d3 = low4(w3_0[0] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      let x1 = quad_x(row1, k + 8u);
      let x2 = quad_x(row2, k + 8u);
      let x3 = quad_x(row3, k + 8u);
      let x4 = quad_x(row4, k + 8u);
      let x5 = quad_x(row5, k + 8u);
      let x6 = quad_x(row6, k + 8u);
      let x7 = quad_x(row7, k + 8u);
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      let x1 = quad_x(row1, k + 12u);
      let x2 = quad_x(row2, k + 12u);
      let x3 = quad_x(row3, k + 12u);
      let x4 = quad_x(row4, k + 12u);
      let x5 = quad_x(row5, k + 12u);
      let x6 = quad_x(row6, k + 12u);
      let x7 = quad_x(row7, k + 12u);
      let d0 = low4(w0_0[1] >> 16u);
      let d1 = low4(w1_0[1] >> 16u);
      let d2 = low4(w2_0[1] >> 16u);
      let d3 = low4(w3_0[1] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      let x1 = quad_x(row1, k + 16u);
      let x2 = quad_x(row2, k + 16u);
      let x3 = quad_x(row3, k + 16u);
      let x4 = quad_x(row4, k + 16u);
      let x5 = quad_x(row5, k + 16u);
      let x6 = quad_x(row6, k + 16u);
      let x7 = quad_x(row7, k + 16u);
      let d0 = low4(w0_0[2] >> 0u);
      let d1 = low4(w1_0[2] >> 0u);
      let d2 = low4(w2_0[2] >> 0u);
      let d3 = low4(w3_0[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      let x1 = quad_x(row1, k + 20u);
      let x2 = quad_x(row2, k + 20u);
      let x3 = quad_x(row3, k + 20u);
      let x4 = quad_x(row4, k + 20u);
      let x5 = quad_x(row5, k + 20u);
      let x6 = quad_x(row6, k + 20u);
      let x7 = quad_x(row7, k + 20u);
      let d0 = low4(w0_0[2] >> 16u);
      let d1 = low4(w1_0[2] >> 16u);
      let d2 = low4(w2_0[2] >> 16u);
      let d3 = low4(w3_0[2] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      let x1 = quad_x(row1, k + 24u);
      let x2 = quad_x(row2, k + 24u);
      let x3 = quad_x(row3, k + 24u);
      let x4 = quad_x(row4, k + 24u);
      let x5 = quad_x(row5, k + 24u);
      let x6 = quad_x(row6, k + 24u);
      let x7 = quad_x(row7, k + 24u);
      let d0 = low4(w0_0[3] >> 0u);
      let d1 = low4(w1_0[3] >> 0u);
      let d2 = low4(w2_0[3] >> 0u);
      let d3 = low4(w3_0[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      let x1 = quad_x(row1, k + 28u);
      let x2 = quad_x(row2, k + 28u);
      let x3 = quad_x(row3, k + 28u);
      let x4 = quad_x(row4, k + 28u);
      let x5 = quad_x(row5, k + 28u);
      let x6 = quad_x(row6, k + 28u);
      let x7 = quad_x(row7, k + 28u);
      let d0 = low4(w0_0[3] >> 16u);
      let d1 = low4(w1_0[3] >> 16u);
      let d2 = low4(w2_0[3] >> 16u);
      let d3 = low4(w3_0[3] >> 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
      sum4 += vec4f(dot(x4, d0), dot(x4, d1), dot(x4, d2), dot(x4, d3));
      sum5 += vec4f(dot(x5, d0), dot(x5, d1), dot(x5, d2), dot(x5, d3));
      sum6 += vec4f(dot(x6, d0), dot(x6, d1), dot(x6, d2), dot(x6, d3));
      sum7 += vec4f(dot(x7, d0), dot(x7, d1), dot(x7, d2), dot(x7, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
    total1 = fma(sum1, scale, total1);
    total2 = fma(sum2, scale, total2);
    total3 = fma(sum3, scale, total3);
    total4 = fma(sum4, scale, total4);
    total5 = fma(sum5, scale, total5);
    total6 = fma(sum6, scale, total6);
    total7 = fma(sum7, scale, total7);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row4(total4, lane);
    if (part == 4u % 8u && 4u < params.m && col < params.n) {
      let at = 4u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row5(total5, lane);
    if (part == 5u % 8u && 5u < params.m && col < params.n) {
      let at = 5u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row6(total6, lane);
    if (part == 6u % 8u && 6u < params.m && col < params.n) {
      let at = 6u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
  {
    let v = reduce_row7(total7, lane);
    if (part == 7u % 8u && 7u < params.m && col < params.n) {
      let at = 7u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=8&group=0&looped=1&minimums=0&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388736.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 4u] >> (k % 4u * 8u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=8&group=0&minimums=0&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388736.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 4u] >> (k % 4u * 8u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 8u);
    let w0_0 = codes[at0 + 0u];
    let w0_1 = codes[at0 + 1u];
    let w0_2 = codes[at0 + 2u];
    let w0_3 = codes[at0 + 3u];
    let w0_4 = codes[at0 + 4u];
    let w0_5 = codes[at0 + 5u];
    let w0_6 = codes[at0 + 6u];
    let w0_7 = codes[at0 + 7u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 8u);
    let w1_0 = codes[at1 + 0u];
    let w1_1 = codes[at1 + 1u];
    let w1_2 = codes[at1 + 2u];
    let w1_3 = codes[at1 + 3u];
    let w1_4 = codes[at1 + 4u];
    let w1_5 = codes[at1 + 5u];
    let w1_6 = codes[at1 + 6u];
    let w1_7 = codes[at1 + 7u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 8u);
    let w2_0 = codes[at2 + 0u];
    let w2_1 = codes[at2 + 1u];
    let w2_2 = codes[at2 + 2u];
    let w2_3 = codes[at2 + 3u];
    let w2_4 = codes[at2 + 4u];
    let w2_5 = codes[at2 + 5u];
    let w2_6 = codes[at2 + 6u];
    let w2_7 = codes[at2 + 7u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 8u);
    let w3_0 = codes[at3 + 0u];
    let w3_1 = codes[at3 + 1u];
    let w3_2 = codes[at3 + 2u];
    let w3_3 = codes[at3 + 3u];
    let w3_4 = codes[at3 + 4u];
    let w3_5 = codes[at3 + 5u];
    let w3_6 = codes[at3 + 6u];
    let w3_7 = codes[at3 + 7u];
    var sum0 = vec4f();
    {
      let x0 = quad_x(row0, k + 0u);
      let d0 = low4(w0_0 >> 0u);
      let d1 = low4(w1_0 >> 0u);
      let d2 = low4(w2_0 >> 0u);
      let d3 = low4(w3_0 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      let d0 = low4(w0_1 >> 0u);
      let d1 = low4(w1_1 >> 0u);
      let d2 = low4(w2_1 >> 0u);
      let d3 = low4(w3_1 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      let d0 = low4(w0_2 >> 0u);
      let d1 = low4(w1_2 >> 0u);
      let d2 = low4(w2_2 >> 0u);
      let d3 = low4(w3_2 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      let d0 = low4(w0_3 >> 0u);
      let d1 = low4(w1_3 >> 0u);
      let d2 = low4(w2_3 >> 0u);
      let d3 = low4(w3_3 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      let d0 = low4(w0_4 >> 0u);
      let d1 = low4(w1_4 >> 0u);
      let d2 = low4(w2_4 >> 0u);
      let d3 = low4(w3_4 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      let d0 = low4(w0_5 >> 0u);
      let d1 = low4(w1_5 >> 0u);
      let d2 = low4(w2_5 >> 0u);
      let d3 = low4(w3_5 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      let d0 = low4(w0_6 >> 0u);
      let d1 = low4(w1_6 >> 0u);
      let d2 = low4(w2_6 >> 0u);
      let d3 = low4(w3_6 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      let d0 = low4(w0_7 >> 0u);
      let d1 = low4(w1_7 >> 0u);
      let d2 = low4(w2_7 >> 0u);
      let d3 = low4(w3_7 >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=8&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 4u] >> (k % 4u * 8u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=8&group=32&looped=1&minimums=1&rows=1&scales=f16&span=32&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 4u] >> (k % 4u * 8u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 32u;
  scratch_row0[lane] = v;
  for (var half = 16u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 16u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 32u;
  let col = first + lane / 32u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 1024u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 32u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=8&group=32&looped=1&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  return low4(codes[first + k / 4u] >> (k % 4u * 8u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=8&group=32&minimums=1&rows=1&scales=f16&span=64&subgroups=1&threads=128&wide=4&x=f32&x_width=4&y=f32&y_width=4
enable subgroups;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<vec4u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<private> reduce_wave: u32;
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let part = subgroupAdd(v);
  if (lane % reduce_wave == 0u) {
    scratch_row0[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = 64u / reduce_wave;
  let first = lane / 64u * waves;
  var total = scratch_row0[first];
  for (var i = 1u; i < waves; i++) {
    total = total + scratch_row0[first + i];
  }
  return total;
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) wave: u32) {
  reduce_wave = wave;
  let first = linear_group(group, groups) * 8u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 64u;
  let col = first + lane / 64u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 2048u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 8u) / 4u;
    let w0_0 = codes[at0 + 0u];
    let w0_1 = codes[at0 + 1u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 8u) / 4u;
    let w1_0 = codes[at1 + 0u];
    let w1_1 = codes[at1 + 1u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 8u) / 4u;
    let w2_0 = codes[at2 + 0u];
    let w2_1 = codes[at2 + 1u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 8u) / 4u;
    let w3_0 = codes[at3 + 0u];
    let w3_1 = codes[at3 + 1u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 0u);
      let d1 = low4(w1_0[2] >> 0u);
      let d2 = low4(w2_0[2] >> 0u);
      let d3 = low4(w3_0[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 0u);
      let d1 = low4(w1_0[3] >> 0u);
      let d2 = low4(w2_0[3] >> 0u);
      let d3 = low4(w3_0[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1[0] >> 0u);
      let d1 = low4(w1_1[0] >> 0u);
      let d2 = low4(w2_1[0] >> 0u);
      let d3 = low4(w3_1[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1[1] >> 0u);
      let d1 = low4(w1_1[1] >> 0u);
      let d2 = low4(w2_1[1] >> 0u);
      let d3 = low4(w3_1[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1[2] >> 0u);
      let d1 = low4(w1_1[2] >> 0u);
      let d2 = low4(w2_1[2] >> 0u);
      let d3 = low4(w3_1[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1[3] >> 0u);
      let d1 = low4(w1_1[3] >> 0u);
      let d2 = low4(w2_1[3] >> 0u);
      let d3 = low4(w3_1[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 64u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=0&bits=8&group=32&minimums=1&rows=1&scales=f16&span=8&threads=128&wide=4&x=f32&x_width=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<vec4u>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 8u) / 4u;
    let w0_0 = codes[at0 + 0u];
    let w0_1 = codes[at0 + 1u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 8u) / 4u;
    let w1_0 = codes[at1 + 0u];
    let w1_1 = codes[at1 + 1u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 8u) / 4u;
    let w2_0 = codes[at2 + 0u];
    let w2_1 = codes[at2 + 1u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 8u) / 4u;
    let w3_0 = codes[at3 + 0u];
    let w3_1 = codes[at3 + 1u];
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[0] >> 0u);
      let d1 = low4(w1_0[0] >> 0u);
      let d2 = low4(w2_0[0] >> 0u);
      let d3 = low4(w3_0[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[1] >> 0u);
      let d1 = low4(w1_0[1] >> 0u);
      let d2 = low4(w2_0[1] >> 0u);
      let d3 = low4(w3_0[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[2] >> 0u);
      let d1 = low4(w1_0[2] >> 0u);
      let d2 = low4(w2_0[2] >> 0u);
      let d3 = low4(w3_0[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_0[3] >> 0u);
      let d1 = low4(w1_0[3] >> 0u);
      let d2 = low4(w2_0[3] >> 0u);
      let d3 = low4(w3_0[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1[0] >> 0u);
      let d1 = low4(w1_1[0] >> 0u);
      let d2 = low4(w2_1[0] >> 0u);
      let d3 = low4(w3_1[0] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1[1] >> 0u);
      let d1 = low4(w1_1[1] >> 0u);
      let d2 = low4(w2_1[1] >> 0u);
      let d3 = low4(w3_1[1] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1[2] >> 0u);
      let d1 = low4(w1_1[2] >> 0u);
      let d2 = low4(w2_1[2] >> 0u);
      let d3 = low4(w3_1[2] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = low4(w0_1[3] >> 0u);
      let d1 = low4(w1_1[3] >> 0u);
      let d2 = low4(w2_1[3] >> 0u);
      let d3 = low4(w3_1[3] >> 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=1&bits=3&group=0&looped=1&minimums=1&rows=1&scales=f32&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}
@group(0) @binding(4) var<storage, read> minimums: array<f32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  return minimums[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let i = vec4u(k, k + 1u, k + 2u, k + 3u);
  let w = first + i / 10u;
  return codes4((vec4u(codes[w.x], codes[w.y], codes[w.z], codes[w.w]) >> (i % 10u * 3u)) & vec4u(7u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=1&bits=3&group=0&looped=1&minimums=1&rows=1&scales=f32&span=8&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}
@group(0) @binding(4) var<storage, read> minimums: array<f32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  return minimums[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let i = vec4u(k, k + 1u, k + 2u, k + 3u);
  let w = first + i / 10u;
  return codes4((vec4u(codes[w.x], codes[w.y], codes[w.z], codes[w.w]) >> (i % 10u * 3u)) & vec4u(7u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=1&bits=3&group=0&minimums=1&rows=1&scales=f32&span=8&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}
@group(0) @binding(4) var<storage, read> minimums: array<f32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  return minimums[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let i = vec4u(k, k + 1u, k + 2u, k + 3u);
  let w = first + i / 10u;
  return codes4((vec4u(codes[w.x], codes[w.y], codes[w.z], codes[w.w]) >> (i % 10u * 3u)) & vec4u(7u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = quad_x(row0, k + 0u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + 0u);
      let d1 = code4(col1, k + 0u);
      let d2 = code4(col2, k + 0u);
      let d3 = code4(col3, k + 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + 4u);
      let d1 = code4(col1, k + 4u);
      let d2 = code4(col2, k + 4u);
      let d3 = code4(col3, k + 4u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + 8u);
      let d1 = code4(col1, k + 8u);
      let d2 = code4(col2, k + 8u);
      let d3 = code4(col3, k + 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + 12u);
      let d1 = code4(col1, k + 12u);
      let d2 = code4(col2, k + 12u);
      let d3 = code4(col3, k + 12u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + 16u);
      let d1 = code4(col1, k + 16u);
      let d2 = code4(col2, k + 16u);
      let d3 = code4(col3, k + 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + 20u);
      let d1 = code4(col1, k + 20u);
      let d2 = code4(col2, k + 20u);
      let d3 = code4(col3, k + 20u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + 24u);
      let d1 = code4(col1, k + 24u);
      let d2 = code4(col2, k + 24u);
      let d3 = code4(col3, k + 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + 28u);
      let d1 = code4(col1, k + 28u);
      let d2 = code4(col2, k + 28u);
      let d3 = code4(col3, k + 28u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=1&bits=3&group=128&looped=1&minimums=0&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388612.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let i = vec4u(k, k + 1u, k + 2u, k + 3u);
  let w = first + i / 10u;
  return codes4((vec4u(codes[w.x], codes[w.y], codes[w.z], codes[w.w]) >> (i % 10u * 3u)) & vec4u(7u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 128u;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = quad_x(row0, k + q);
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/few_rows.wgsl?aligned=1&bits=3&group=128&minimums=0&rows=1&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388612.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let i = vec4u(k, k + 1u, k + 2u, k + 3u);
  let w = first + i / 10u;
  return codes4((vec4u(codes[w.x], codes[w.y], codes[w.z], codes[w.w]) >> (i % 10u * 3u)) & vec4u(7u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 128u;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  for (var k = part * 32u; k < params.k; k += 256u) {
    var sum0 = vec4f();
    {
      let x0 = quad_x(row0, k + 0u);
      let d0 = code4(col0, k + 0u);
      let d1 = code4(col1, k + 0u);
      let d2 = code4(col2, k + 0u);
      let d3 = code4(col3, k + 0u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 4u);
      let d0 = code4(col0, k + 4u);
      let d1 = code4(col1, k + 4u);
      let d2 = code4(col2, k + 4u);
      let d3 = code4(col3, k + 4u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 8u);
      let d0 = code4(col0, k + 8u);
      let d1 = code4(col1, k + 8u);
      let d2 = code4(col2, k + 8u);
      let d3 = code4(col3, k + 8u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 12u);
      let d0 = code4(col0, k + 12u);
      let d1 = code4(col1, k + 12u);
      let d2 = code4(col2, k + 12u);
      let d3 = code4(col3, k + 12u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 16u);
      let d0 = code4(col0, k + 16u);
      let d1 = code4(col1, k + 16u);
      let d2 = code4(col2, k + 16u);
      let d3 = code4(col3, k + 16u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 20u);
      let d0 = code4(col0, k + 20u);
      let d1 = code4(col1, k + 20u);
      let d2 = code4(col2, k + 20u);
      let d3 = code4(col3, k + 20u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 24u);
      let d0 = code4(col0, k + 24u);
      let d1 = code4(col1, k + 24u);
      let d2 = code4(col2, k + 24u);
      let d3 = code4(col3, k + 24u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = quad_x(row0, k + 28u);
      let d0 = code4(col0, k + 28u);
      let d1 = code4(col1, k + 28u);
      let d2 = code4(col2, k + 28u);
      let d3 = code4(col3, k + 28u);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    total0 = fma(sum0, scale, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}

// ==== quantized_matmul/kernel.wgsl?a=bf16&a_width=1&aligned=0&b=u32&b_width=4&batch_rank=1&bits=3&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f16&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_binding=5&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<u32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  let w = a[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 8u;
  let a_deep0 = lane % 8u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 8u;
  let a_deep1 = (lane + 64u) % 8u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 128u) / 8u;
  let a_deep2 = (lane + 128u) % 8u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 192u) / 8u;
  let a_deep3 = (lane + 192u) % 8u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_line0 = lane / 8u;
  let b_deep0 = lane % 8u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 8u;
  let b_deep1 = (lane + 64u) % 8u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 128u) / 8u;
  let b_deep2 = (lane + 128u) % 8u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 192u) / 8u;
  let b_deep3 = (lane + 192u) % 8u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0[0] = select(0.0, load_a(a_from0 + 0u + 0u), a_deep0 + 0u + 0u < params.k);
  a_next0[1] = select(0.0, load_a(a_from0 + 0u + 1u), a_deep0 + 0u + 1u < params.k);
  a_next0[2] = select(0.0, load_a(a_from0 + 0u + 2u), a_deep0 + 0u + 2u < params.k);
  a_next0[3] = select(0.0, load_a(a_from0 + 0u + 3u), a_deep0 + 0u + 3u < params.k);
  a_next1[0] = select(0.0, load_a(a_from1 + 0u + 0u), a_deep1 + 0u + 0u < params.k);
  a_next1[1] = select(0.0, load_a(a_from1 + 0u + 1u), a_deep1 + 0u + 1u < params.k);
  a_next1[2] = select(0.0, load_a(a_from1 + 0u + 2u), a_deep1 + 0u + 2u < params.k);
  a_next1[3] = select(0.0, load_a(a_from1 + 0u + 3u), a_deep1 + 0u + 3u < params.k);
  a_next2[0] = select(0.0, load_a(a_from2 + 0u + 0u), a_deep2 + 0u + 0u < params.k);
  a_next2[1] = select(0.0, load_a(a_from2 + 0u + 1u), a_deep2 + 0u + 1u < params.k);
  a_next2[2] = select(0.0, load_a(a_from2 + 0u + 2u), a_deep2 + 0u + 2u < params.k);
  a_next2[3] = select(0.0, load_a(a_from2 + 0u + 3u), a_deep2 + 0u + 3u < params.k);
  a_next3[0] = select(0.0, load_a(a_from3 + 0u + 0u), a_deep3 + 0u + 0u < params.k);
  a_next3[1] = select(0.0, load_a(a_from3 + 0u + 1u), a_deep3 + 0u + 1u < params.k);
  a_next3[2] = select(0.0, load_a(a_from3 + 0u + 2u), a_deep3 + 0u + 2u < params.k);
  a_next3[3] = select(0.0, load_a(a_from3 + 0u + 3u), a_deep3 + 0u + 3u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + 0u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + 0u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0[0] = select(0.0, load_a(a_from0 + ahead + 0u), a_deep0 + ahead + 0u < params.k);
    a_next0[1] = select(0.0, load_a(a_from0 + ahead + 1u), a_deep0 + ahead + 1u < params.k);
    a_next0[2] = select(0.0, load_a(a_from0 + ahead + 2u), a_deep0 + ahead + 2u < params.k);
    a_next0[3] = select(0.0, load_a(a_from0 + ahead + 3u), a_deep0 + ahead + 3u < params.k);
    a_next1[0] = select(0.0, load_a(a_from1 + ahead + 0u), a_deep1 + ahead + 0u < params.k);
    a_next1[1] = select(0.0, load_a(a_from1 + ahead + 1u), a_deep1 + ahead + 1u < params.k);
    a_next1[2] = select(0.0, load_a(a_from1 + ahead + 2u), a_deep1 + ahead + 2u < params.k);
    a_next1[3] = select(0.0, load_a(a_from1 + ahead + 3u), a_deep1 + ahead + 3u < params.k);
    a_next2[0] = select(0.0, load_a(a_from2 + ahead + 0u), a_deep2 + ahead + 0u < params.k);
    a_next2[1] = select(0.0, load_a(a_from2 + ahead + 1u), a_deep2 + ahead + 1u < params.k);
    a_next2[2] = select(0.0, load_a(a_from2 + ahead + 2u), a_deep2 + ahead + 2u < params.k);
    a_next2[3] = select(0.0, load_a(a_from2 + ahead + 3u), a_deep2 + ahead + 3u < params.k);
    a_next3[0] = select(0.0, load_a(a_from3 + ahead + 0u), a_deep3 + ahead + 0u < params.k);
    a_next3[1] = select(0.0, load_a(a_from3 + ahead + 1u), a_deep3 + ahead + 1u < params.k);
    a_next3[2] = select(0.0, load_a(a_from3 + ahead + 2u), a_deep3 + ahead + 2u < params.k);
    a_next3[3] = select(0.0, load_a(a_from3 + ahead + 3u), a_deep3 + ahead + 3u < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + ahead), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + ahead), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_0_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_0_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_0_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_0_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_1_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_1_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_1_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_1_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_2_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_2_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_2_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_2_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_3_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_3_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_3_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_3_0[3]);
      }
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = b[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (b[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}

// ==== quantized_matmul/kernel.wgsl?a=f16&a_width=1&aligned=0&b=u32&b_width=4&batch_rank=1&bits=1&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f16&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_binding=5&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<u32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  let pair = unpack2x16float(a[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 8u;
  let a_deep0 = lane % 8u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 8u;
  let a_deep1 = (lane + 64u) % 8u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 128u) / 8u;
  let a_deep2 = (lane + 128u) % 8u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 192u) / 8u;
  let a_deep3 = (lane + 192u) % 8u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_line0 = lane / 8u;
  let b_deep0 = lane % 8u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 8u;
  let b_deep1 = (lane + 64u) % 8u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 128u) / 8u;
  let b_deep2 = (lane + 128u) % 8u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 192u) / 8u;
  let b_deep3 = (lane + 192u) % 8u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0[0] = select(0.0, load_a(a_from0 + 0u + 0u), a_deep0 + 0u + 0u < params.k);
  a_next0[1] = select(0.0, load_a(a_from0 + 0u + 1u), a_deep0 + 0u + 1u < params.k);
  a_next0[2] = select(0.0, load_a(a_from0 + 0u + 2u), a_deep0 + 0u + 2u < params.k);
  a_next0[3] = select(0.0, load_a(a_from0 + 0u + 3u), a_deep0 + 0u + 3u < params.k);
  a_next1[0] = select(0.0, load_a(a_from1 + 0u + 0u), a_deep1 + 0u + 0u < params.k);
  a_next1[1] = select(0.0, load_a(a_from1 + 0u + 1u), a_deep1 + 0u + 1u < params.k);
  a_next1[2] = select(0.0, load_a(a_from1 + 0u + 2u), a_deep1 + 0u + 2u < params.k);
  a_next1[3] = select(0.0, load_a(a_from1 + 0u + 3u), a_deep1 + 0u + 3u < params.k);
  a_next2[0] = select(0.0, load_a(a_from2 + 0u + 0u), a_deep2 + 0u + 0u < params.k);
  a_next2[1] = select(0.0, load_a(a_from2 + 0u + 1u), a_deep2 + 0u + 1u < params.k);
  a_next2[2] = select(0.0, load_a(a_from2 + 0u + 2u), a_deep2 + 0u + 2u < params.k);
  a_next2[3] = select(0.0, load_a(a_from2 + 0u + 3u), a_deep2 + 0u + 3u < params.k);
  a_next3[0] = select(0.0, load_a(a_from3 + 0u + 0u), a_deep3 + 0u + 0u < params.k);
  a_next3[1] = select(0.0, load_a(a_from3 + 0u + 1u), a_deep3 + 0u + 1u < params.k);
  a_next3[2] = select(0.0, load_a(a_from3 + 0u + 2u), a_deep3 + 0u + 2u < params.k);
  a_next3[3] = select(0.0, load_a(a_from3 + 0u + 3u), a_deep3 + 0u + 3u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + 0u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + 0u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0[0] = select(0.0, load_a(a_from0 + ahead + 0u), a_deep0 + ahead + 0u < params.k);
    a_next0[1] = select(0.0, load_a(a_from0 + ahead + 1u), a_deep0 + ahead + 1u < params.k);
    a_next0[2] = select(0.0, load_a(a_from0 + ahead + 2u), a_deep0 + ahead + 2u < params.k);
    a_next0[3] = select(0.0, load_a(a_from0 + ahead + 3u), a_deep0 + ahead + 3u < params.k);
    a_next1[0] = select(0.0, load_a(a_from1 + ahead + 0u), a_deep1 + ahead + 0u < params.k);
    a_next1[1] = select(0.0, load_a(a_from1 + ahead + 1u), a_deep1 + ahead + 1u < params.k);
    a_next1[2] = select(0.0, load_a(a_from1 + ahead + 2u), a_deep1 + ahead + 2u < params.k);
    a_next1[3] = select(0.0, load_a(a_from1 + ahead + 3u), a_deep1 + ahead + 3u < params.k);
    a_next2[0] = select(0.0, load_a(a_from2 + ahead + 0u), a_deep2 + ahead + 0u < params.k);
    a_next2[1] = select(0.0, load_a(a_from2 + ahead + 1u), a_deep2 + ahead + 1u < params.k);
    a_next2[2] = select(0.0, load_a(a_from2 + ahead + 2u), a_deep2 + ahead + 2u < params.k);
    a_next2[3] = select(0.0, load_a(a_from2 + ahead + 3u), a_deep2 + ahead + 3u < params.k);
    a_next3[0] = select(0.0, load_a(a_from3 + ahead + 0u), a_deep3 + ahead + 0u < params.k);
    a_next3[1] = select(0.0, load_a(a_from3 + ahead + 1u), a_deep3 + ahead + 1u < params.k);
    a_next3[2] = select(0.0, load_a(a_from3 + ahead + 2u), a_deep3 + ahead + 2u < params.k);
    a_next3[3] = select(0.0, load_a(a_from3 + ahead + 3u), a_deep3 + ahead + 3u < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + ahead), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + ahead), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_0_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_0_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_0_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_0_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_1_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_1_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_1_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_1_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_2_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_2_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_2_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_2_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_3_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_3_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_3_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_3_0[3]);
      }
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  return low4(b[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}

// ==== quantized_matmul/kernel.wgsl?a=f32&a_width=1&aligned=0&b=u32&b_width=4&batch_rank=1&bits=1&cols=4&explicit_bounds=0&group=0&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f32&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_binding=5&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 8u;
  let a_deep0 = lane % 8u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 8u;
  let a_deep1 = (lane + 64u) % 8u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 128u) / 8u;
  let a_deep2 = (lane + 128u) % 8u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 192u) / 8u;
  let a_deep3 = (lane + 192u) % 8u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_line0 = lane / 8u;
  let b_deep0 = lane % 8u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 8u;
  let b_deep1 = (lane + 64u) % 8u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 128u) / 8u;
  let b_deep2 = (lane + 128u) % 8u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 192u) / 8u;
  let b_deep3 = (lane + 192u) % 8u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0[0] = select(0.0, load_a(a_from0 + 0u + 0u), a_deep0 + 0u + 0u < params.k);
  a_next0[1] = select(0.0, load_a(a_from0 + 0u + 1u), a_deep0 + 0u + 1u < params.k);
  a_next0[2] = select(0.0, load_a(a_from0 + 0u + 2u), a_deep0 + 0u + 2u < params.k);
  a_next0[3] = select(0.0, load_a(a_from0 + 0u + 3u), a_deep0 + 0u + 3u < params.k);
  a_next1[0] = select(0.0, load_a(a_from1 + 0u + 0u), a_deep1 + 0u + 0u < params.k);
  a_next1[1] = select(0.0, load_a(a_from1 + 0u + 1u), a_deep1 + 0u + 1u < params.k);
  a_next1[2] = select(0.0, load_a(a_from1 + 0u + 2u), a_deep1 + 0u + 2u < params.k);
  a_next1[3] = select(0.0, load_a(a_from1 + 0u + 3u), a_deep1 + 0u + 3u < params.k);
  a_next2[0] = select(0.0, load_a(a_from2 + 0u + 0u), a_deep2 + 0u + 0u < params.k);
  a_next2[1] = select(0.0, load_a(a_from2 + 0u + 1u), a_deep2 + 0u + 1u < params.k);
  a_next2[2] = select(0.0, load_a(a_from2 + 0u + 2u), a_deep2 + 0u + 2u < params.k);
  a_next2[3] = select(0.0, load_a(a_from2 + 0u + 3u), a_deep2 + 0u + 3u < params.k);
  a_next3[0] = select(0.0, load_a(a_from3 + 0u + 0u), a_deep3 + 0u + 0u < params.k);
  a_next3[1] = select(0.0, load_a(a_from3 + 0u + 1u), a_deep3 + 0u + 1u < params.k);
  a_next3[2] = select(0.0, load_a(a_from3 + 0u + 2u), a_deep3 + 0u + 2u < params.k);
  a_next3[3] = select(0.0, load_a(a_from3 + 0u + 3u), a_deep3 + 0u + 3u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + 0u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + 0u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0[0] = select(0.0, load_a(a_from0 + ahead + 0u), a_deep0 + ahead + 0u < params.k);
    a_next0[1] = select(0.0, load_a(a_from0 + ahead + 1u), a_deep0 + ahead + 1u < params.k);
    a_next0[2] = select(0.0, load_a(a_from0 + ahead + 2u), a_deep0 + ahead + 2u < params.k);
    a_next0[3] = select(0.0, load_a(a_from0 + ahead + 3u), a_deep0 + ahead + 3u < params.k);
    a_next1[0] = select(0.0, load_a(a_from1 + ahead + 0u), a_deep1 + ahead + 0u < params.k);
    a_next1[1] = select(0.0, load_a(a_from1 + ahead + 1u), a_deep1 + ahead + 1u < params.k);
    a_next1[2] = select(0.0, load_a(a_from1 + ahead + 2u), a_deep1 + ahead + 2u < params.k);
    a_next1[3] = select(0.0, load_a(a_from1 + ahead + 3u), a_deep1 + ahead + 3u < params.k);
    a_next2[0] = select(0.0, load_a(a_from2 + ahead + 0u), a_deep2 + ahead + 0u < params.k);
    a_next2[1] = select(0.0, load_a(a_from2 + ahead + 1u), a_deep2 + ahead + 1u < params.k);
    a_next2[2] = select(0.0, load_a(a_from2 + ahead + 2u), a_deep2 + ahead + 2u < params.k);
    a_next2[3] = select(0.0, load_a(a_from2 + ahead + 3u), a_deep2 + ahead + 3u < params.k);
    a_next3[0] = select(0.0, load_a(a_from3 + ahead + 0u), a_deep3 + ahead + 0u < params.k);
    a_next3[1] = select(0.0, load_a(a_from3 + ahead + 1u), a_deep3 + ahead + 1u < params.k);
    a_next3[2] = select(0.0, load_a(a_from3 + ahead + 2u), a_deep3 + ahead + 2u < params.k);
    a_next3[3] = select(0.0, load_a(a_from3 + ahead + 3u), a_deep3 + ahead + 3u < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + ahead), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + ahead), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_0_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_0_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_0_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_0_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_1_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_1_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_1_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_1_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_2_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_2_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_2_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_2_0[3]);
      }
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum_3_0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum_3_0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum_3_0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum_3_0[3]);
      }
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}
@group(0) @binding(4) var<storage, read> minimums: array<f32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  return minimums[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  return low4(b[first + k / 32u] >> (k % 32u * 1u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}

// ==== quantized_matmul/kernel.wgsl?a=f32&a_width=1&aligned=0&b=u32&b_width=4&batch_rank=1&bits=3&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f16&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_binding=5&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 8u;
  let a_deep0 = lane % 8u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 8u;
  let a_deep1 = (lane + 64u) % 8u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 128u) / 8u;
  let a_deep2 = (lane + 128u) % 8u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 192u) / 8u;
  let a_deep3 = (lane + 192u) % 8u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_line0 = lane / 8u;
  let b_deep0 = lane % 8u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 8u;
  let b_deep1 = (lane + 64u) % 8u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 128u) / 8u;
  let b_deep2 = (lane + 128u) % 8u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 192u) / 8u;
  let b_deep3 = (lane + 192u) % 8u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0[0] = select(0.0, load_a(a_from0 + 0u + 0u), a_deep0 + 0u + 0u < params.k);
  a_next0[1] = select(0.0, load_a(a_from0 + 0u + 1u), a_deep0 + 0u + 1u < params.k);
  a_next0[2] = select(0.0, load_a(a_from0 + 0u + 2u), a_deep0 + 0u + 2u < params.k);
  a_next0[3] = select(0.0, load_a(a_from0 + 0u + 3u), a_deep0 + 0u + 3u < params.k);
  a_next1[0] = select(0.0, load_a(a_from1 + 0u + 0u), a_deep1 + 0u + 0u < params.k);
  a_next1[1] = select(0.0, load_a(a_from1 + 0u + 1u), a_deep1 + 0u + 1u < params.k);
  a_next1[2] = select(0.0, load_a(a_from1 + 0u + 2u), a_deep1 + 0u + 2u < params.k);
  a_next1[3] = select(0.0, load_a(a_from1 + 0u + 3u), a_deep1 + 0u + 3u < params.k);
  a_next2[0] = select(0.0, load_a(a_from2 + 0u + 0u), a_deep2 + 0u + 0u < params.k);
  a_next2[1] = select(0.0, load_a(a_from2 + 0u + 1u), a_deep2 + 0u + 1u < params.k);
  a_next2[2] = select(0.0, load_a(a_from2 + 0u + 2u), a_deep2 + 0u + 2u < params.k);
  a_next2[3] = select(0.0, load_a(a_from2 + 0u + 3u), a_deep2 + 0u + 3u < params.k);
  a_next3[0] = select(0.0, load_a(a_from3 + 0u + 0u), a_deep3 + 0u + 0u < params.k);
  a_next3[1] = select(0.0, load_a(a_from3 + 0u + 1u), a_deep3 + 0u + 1u < params.k);
  a_next3[2] = select(0.0, load_a(a_from3 + 0u + 2u), a_deep3 + 0u + 2u < params.k);
  a_next3[3] = select(0.0, load_a(a_from3 + 0u + 3u), a_deep3 + 0u + 3u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + 0u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + 0u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0[0] = select(0.0, load_a(a_from0 + ahead + 0u), a_deep0 + ahead + 0u < params.k);
    a_next0[1] = select(0.0, load_a(a_from0 + ahead + 1u), a_deep0 + ahead + 1u < params.k);
    a_next0[2] = select(0.0, load_a(a_from0 + ahead + 2u), a_deep0 + ahead + 2u < params.k);
    a_next0[3] = select(0.0, load_a(a_from0 + ahead + 3u), a_deep0 + ahead + 3u < params.k);
    a_next1[0] = select(0.0, load_a(a_from1 + ahead + 0u), a_deep1 + ahead + 0u < params.k);
    a_next1[1] = select(0.0, load_a(a_from1 + ahead + 1u), a_deep1 + ahead + 1u < params.k);
    a_next1[2] = select(0.0, load_a(a_from1 + ahead + 2u), a_deep1 + ahead + 2u < params.k);
    a_next1[3] = select(0.0, load_a(a_from1 + ahead + 3u), a_deep1 + ahead + 3u < params.k);
    a_next2[0] = select(0.0, load_a(a_from2 + ahead + 0u), a_deep2 + ahead + 0u < params.k);
    a_next2[1] = select(0.0, load_a(a_from2 + ahead + 1u), a_deep2 + ahead + 1u < params.k);
    a_next2[2] = select(0.0, load_a(a_from2 + ahead + 2u), a_deep2 + ahead + 2u < params.k);
    a_next2[3] = select(0.0, load_a(a_from2 + ahead + 3u), a_deep2 + ahead + 3u < params.k);
    a_next3[0] = select(0.0, load_a(a_from3 + ahead + 0u), a_deep3 + ahead + 0u < params.k);
    a_next3[1] = select(0.0, load_a(a_from3 + ahead + 1u), a_deep3 + ahead + 1u < params.k);
    a_next3[2] = select(0.0, load_a(a_from3 + ahead + 2u), a_deep3 + ahead + 2u < params.k);
    a_next3[3] = select(0.0, load_a(a_from3 + ahead + 3u), a_deep3 + ahead + 3u < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + ahead), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + ahead), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_0);
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = b[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (b[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}

// ==== quantized_matmul/kernel.wgsl?a=f32&a_width=1&aligned=0&b=u32&b_width=4&batch_rank=1&bits=4&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f16&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=1&y=f32&y_binding=5&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 4u;
  let a_deep0 = lane % 4u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 4u;
  let a_deep1 = (lane + 64u) % 4u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let b_line0 = lane / 4u;
  let b_deep0 = lane % 4u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 4u;
  let b_deep1 = (lane + 64u) % 4u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 15u) / 16u;
  a_next0[0] = select(0.0, load_a(a_from0 + 0u + 0u), a_deep0 + 0u + 0u < params.k);
  a_next0[1] = select(0.0, load_a(a_from0 + 0u + 1u), a_deep0 + 0u + 1u < params.k);
  a_next0[2] = select(0.0, load_a(a_from0 + 0u + 2u), a_deep0 + 0u + 2u < params.k);
  a_next0[3] = select(0.0, load_a(a_from0 + 0u + 3u), a_deep0 + 0u + 3u < params.k);
  a_next1[0] = select(0.0, load_a(a_from1 + 0u + 0u), a_deep1 + 0u + 0u < params.k);
  a_next1[1] = select(0.0, load_a(a_from1 + 0u + 1u), a_deep1 + 0u + 1u < params.k);
  a_next1[2] = select(0.0, load_a(a_from1 + 0u + 2u), a_deep1 + 0u + 2u < params.k);
  a_next1[3] = select(0.0, load_a(a_from1 + 0u + 3u), a_deep1 + 0u + 3u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 16u;
    a_next0[0] = select(0.0, load_a(a_from0 + ahead + 0u), a_deep0 + ahead + 0u < params.k);
    a_next0[1] = select(0.0, load_a(a_from0 + ahead + 1u), a_deep0 + ahead + 1u < params.k);
    a_next0[2] = select(0.0, load_a(a_from0 + ahead + 2u), a_deep0 + ahead + 2u < params.k);
    a_next0[3] = select(0.0, load_a(a_from0 + ahead + 3u), a_deep0 + ahead + 3u < params.k);
    a_next1[0] = select(0.0, load_a(a_from1 + ahead + 0u), a_deep1 + ahead + 0u < params.k);
    a_next1[1] = select(0.0, load_a(a_from1 + ahead + 1u), a_deep1 + ahead + 1u < params.k);
    a_next1[2] = select(0.0, load_a(a_from1 + ahead + 2u), a_deep1 + ahead + 2u < params.k);
    a_next1[3] = select(0.0, load_a(a_from1 + ahead + 3u), a_deep1 + ahead + 3u < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    let live = min(4u, (params.k - turn * 16u + 3u) / 4u);
    for (var q = 0u; q < live; q += 1u) {
    {
      let a_mine0 = a_tile[0][a_side][q];
      let a_mine1 = a_tile[1][a_side][q];
      let a_mine2 = a_tile[2][a_side][q];
      let a_mine3 = a_tile[3][a_side][q];
      let b_mine0 = b_tile[0][b_side][q];
      let b_mine1 = b_tile[1][b_side][q];
      let b_mine2 = b_tile[2][b_side][q];
      let b_mine3 = b_tile[3][b_side][q];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_0);
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  return low4(b[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}

// ==== quantized_matmul/kernel.wgsl?a=f32&a_width=1&aligned=0&b=u32&b_width=4&batch_rank=1&bits=4&cols=4&explicit_bounds=0&group=64&k_edge=1&lanes=8&minimums=0&packed=1&rows=4&scales=f32&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_binding=4&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 8u;
  let a_deep0 = lane % 8u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 8u;
  let a_deep1 = (lane + 64u) % 8u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 128u) / 8u;
  let a_deep2 = (lane + 128u) % 8u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 192u) / 8u;
  let a_deep3 = (lane + 192u) % 8u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_line0 = lane / 8u;
  let b_deep0 = lane % 8u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 8u;
  let b_deep1 = (lane + 64u) % 8u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 128u) / 8u;
  let b_deep2 = (lane + 128u) % 8u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 192u) / 8u;
  let b_deep3 = (lane + 192u) % 8u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0[0] = select(0.0, load_a(a_from0 + 0u + 0u), a_deep0 + 0u + 0u < params.k);
  a_next0[1] = select(0.0, load_a(a_from0 + 0u + 1u), a_deep0 + 0u + 1u < params.k);
  a_next0[2] = select(0.0, load_a(a_from0 + 0u + 2u), a_deep0 + 0u + 2u < params.k);
  a_next0[3] = select(0.0, load_a(a_from0 + 0u + 3u), a_deep0 + 0u + 3u < params.k);
  a_next1[0] = select(0.0, load_a(a_from1 + 0u + 0u), a_deep1 + 0u + 0u < params.k);
  a_next1[1] = select(0.0, load_a(a_from1 + 0u + 1u), a_deep1 + 0u + 1u < params.k);
  a_next1[2] = select(0.0, load_a(a_from1 + 0u + 2u), a_deep1 + 0u + 2u < params.k);
  a_next1[3] = select(0.0, load_a(a_from1 + 0u + 3u), a_deep1 + 0u + 3u < params.k);
  a_next2[0] = select(0.0, load_a(a_from2 + 0u + 0u), a_deep2 + 0u + 0u < params.k);
  a_next2[1] = select(0.0, load_a(a_from2 + 0u + 1u), a_deep2 + 0u + 1u < params.k);
  a_next2[2] = select(0.0, load_a(a_from2 + 0u + 2u), a_deep2 + 0u + 2u < params.k);
  a_next2[3] = select(0.0, load_a(a_from2 + 0u + 3u), a_deep2 + 0u + 3u < params.k);
  a_next3[0] = select(0.0, load_a(a_from3 + 0u + 0u), a_deep3 + 0u + 0u < params.k);
  a_next3[1] = select(0.0, load_a(a_from3 + 0u + 1u), a_deep3 + 0u + 1u < params.k);
  a_next3[2] = select(0.0, load_a(a_from3 + 0u + 2u), a_deep3 + 0u + 2u < params.k);
  a_next3[3] = select(0.0, load_a(a_from3 + 0u + 3u), a_deep3 + 0u + 3u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + 0u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + 0u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0[0] = select(0.0, load_a(a_from0 + ahead + 0u), a_deep0 + ahead + 0u < params.k);
    a_next0[1] = select(0.0, load_a(a_from0 + ahead + 1u), a_deep0 + ahead + 1u < params.k);
    a_next0[2] = select(0.0, load_a(a_from0 + ahead + 2u), a_deep0 + ahead + 2u < params.k);
    a_next0[3] = select(0.0, load_a(a_from0 + ahead + 3u), a_deep0 + ahead + 3u < params.k);
    a_next1[0] = select(0.0, load_a(a_from1 + ahead + 0u), a_deep1 + ahead + 0u < params.k);
    a_next1[1] = select(0.0, load_a(a_from1 + ahead + 1u), a_deep1 + ahead + 1u < params.k);
    a_next1[2] = select(0.0, load_a(a_from1 + ahead + 2u), a_deep1 + ahead + 2u < params.k);
    a_next1[3] = select(0.0, load_a(a_from1 + ahead + 3u), a_deep1 + ahead + 3u < params.k);
    a_next2[0] = select(0.0, load_a(a_from2 + ahead + 0u), a_deep2 + ahead + 0u < params.k);
    a_next2[1] = select(0.0, load_a(a_from2 + ahead + 1u), a_deep2 + ahead + 1u < params.k);
    a_next2[2] = select(0.0, load_a(a_from2 + ahead + 2u), a_deep2 + ahead + 2u < params.k);
    a_next2[3] = select(0.0, load_a(a_from2 + ahead + 3u), a_deep2 + ahead + 3u < params.k);
    a_next3[0] = select(0.0, load_a(a_from3 + ahead + 0u), a_deep3 + ahead + 0u < params.k);
    a_next3[1] = select(0.0, load_a(a_from3 + ahead + 1u), a_deep3 + ahead + 1u < params.k);
    a_next3[2] = select(0.0, load_a(a_from3 + ahead + 2u), a_deep3 + ahead + 2u < params.k);
    a_next3[3] = select(0.0, load_a(a_from3 + ahead + 3u), a_deep3 + ahead + 3u < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + ahead), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + ahead), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_0);
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388616.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  return low4(b[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 64u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return code4(row, k) * load_scales(at);
}

// ==== quantized_matmul/kernel.wgsl?a=f32&a_width=4&aligned=0&b=u32&b_width=4&batch_rank=1&bits=3&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f16&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_binding=5&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 8u;
  let a_deep0 = lane % 8u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 8u;
  let a_deep1 = (lane + 64u) % 8u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 128u) / 8u;
  let a_deep2 = (lane + 128u) % 8u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 192u) / 8u;
  let a_deep3 = (lane + 192u) % 8u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_line0 = lane / 8u;
  let b_deep0 = lane % 8u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 8u;
  let b_deep1 = (lane + 64u) % 8u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 128u) / 8u;
  let b_deep2 = (lane + 128u) % 8u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 192u) / 8u;
  let b_deep3 = (lane + 192u) % 8u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u) / 4u), a_deep1 + 0u < params.k);
  a_next2 = select(vec4f(), load4_a((a_from2 + 0u) / 4u), a_deep2 + 0u < params.k);
  a_next3 = select(vec4f(), load4_a((a_from3 + 0u) / 4u), a_deep3 + 0u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + 0u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + 0u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + ahead), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + ahead), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_0);
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = b[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (b[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}

// ==== quantized_matmul/kernel.wgsl?a=f32&a_width=4&aligned=0&b=u32&b_width=4&batch_rank=1&bits=4&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f16&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=1&y=f32&y_binding=5&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 4u;
  let a_deep0 = lane % 4u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 4u;
  let a_deep1 = (lane + 64u) % 4u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let b_line0 = lane / 4u;
  let b_deep0 = lane % 4u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 4u;
  let b_deep1 = (lane + 64u) % 4u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 15u) / 16u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u) / 4u), a_deep1 + 0u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 16u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    let live = min(4u, (params.k - turn * 16u + 3u) / 4u);
    for (var q = 0u; q < live; q += 1u) {
    {
      let a_mine0 = a_tile[0][a_side][q];
      let a_mine1 = a_tile[1][a_side][q];
      let a_mine2 = a_tile[2][a_side][q];
      let a_mine3 = a_tile[3][a_side][q];
      let b_mine0 = b_tile[0][b_side][q];
      let b_mine1 = b_tile[1][b_side][q];
      let b_mine2 = b_tile[2][b_side][q];
      let b_mine3 = b_tile[3][b_side][q];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_0);
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  return low4(b[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}

// ==== quantized_matmul/kernel.wgsl?a=f32&a_width=4&aligned=0&b=u32&b_width=4&batch_rank=1&bits=4&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f16&tile_k=16&tile_m=64&tile_n=64&transpose_a=0&transpose_b=1&unroll=4&y=f32&y_binding=5&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 16>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 5>, 16>, 4>;

@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 63u) / 64u;
  let tiles_n = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 64u;
  let b_first = band_inside / band_height * 64u;

  let a_side = lane / 64u * 4u + lane % 32u / 8u;
  let b_side = lane / 32u % 2u * 8u + lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 4u;
  let a_deep0 = lane % 4u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let b_line0 = lane / 4u;
  let b_deep0 = lane % 4u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 15u) / 16u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 64u * 4u + a_line0 % 4u][a_line0 / 4u % 16u][a_deep0 / 4u] = a_next0;
    b_tile[b_line0 / 64u * 4u + b_line0 % 4u][b_line0 / 4u % 16u][b_deep0 / 4u] = b_next0;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 16u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_0);
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  return low4(b[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}

// ==== quantized_matmul/kernel.wgsl?a=f32&a_width=4&aligned=0&b=u32&b_width=4&batch_rank=1&bits=4&cols=4&explicit_bounds=0&group=64&k_edge=1&lanes=8&minimums=0&packed=1&rows=4&scales=f32&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_binding=4&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load4_b(q: u32) -> vec4u {
  let w = b[q + params.b_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 31u) / 32u;
  let tiles_n = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * 32u;
  let b_first = band_inside / band_height * 32u;

  let a_side = lane / 8u;
  let b_side = lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 8u;
  let a_deep0 = lane % 8u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 64u) / 8u;
  let a_deep1 = (lane + 64u) % 8u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 128u) / 8u;
  let a_deep2 = (lane + 128u) % 8u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 192u) / 8u;
  let a_deep3 = (lane + 192u) % 8u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_line0 = lane / 8u;
  let b_deep0 = lane % 8u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 64u) / 8u;
  let b_deep1 = (lane + 64u) % 8u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 128u) / 8u;
  let b_deep2 = (lane + 128u) % 8u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 192u) / 8u;
  let b_deep3 = (lane + 192u) % 8u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u) / 4u), a_deep1 + 0u < params.k);
  a_next2 = select(vec4f(), load4_a((a_from2 + 0u) / 4u), a_deep2 + 0u < params.k);
  a_next3 = select(vec4f(), load4_a((a_from3 + 0u) / 4u), a_deep3 + 0u < params.k);
  b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + 0u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + 0u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + 0u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + 0u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), weights4(b_j0, b_deep0 + ahead), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), weights4(b_j1, b_deep1 + ahead), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), weights4(b_j2, b_deep2 + ahead), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), weights4(b_j3, b_deep3 + ahead), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  {
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_0);
    }
  }
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_0);
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388616.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.b_at + row * params.words;
  return low4(b[first + k / 8u] >> (k % 8u * 4u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 64u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return code4(row, k) * load_scales(at);
}

