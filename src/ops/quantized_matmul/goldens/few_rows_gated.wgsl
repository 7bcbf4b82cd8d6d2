// quantized_matmul(3x50, 14x4:u32, 14x2:f16, 14x2:f16, group=32, bits=2, gated=1)
// on small

// ==== quantized_matmul: quantized_matmul/few_rows.wgsl?aligned=0&bits=2&gated=1&group=32&looped=1&minimums=1&rows=4&scales=f16&span=8&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
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
// The word with code k of a row at its low end.
fn codes_from(row: u32, k: u32) -> u32 {
  return codes[params.codes_at + row * params.words + k / 16u] >> (k % 16u * 2u);
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  return low4(codes_from(row, k));
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
  // Columns past the last repeat those before; nothing is stored for them.
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
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    var sum0 = vec4f();
    var all0 = 0.0;
    var sum1 = vec4f();
    var all1 = 0.0;
    var sum2 = vec4f();
    var all2 = 0.0;
    var sum3 = vec4f();
    var all3 = 0.0;
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
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
      sum1 += vec4f(dot(x1, d0), dot(x1, d1), dot(x1, d2), dot(x1, d3));
      sum2 += vec4f(dot(x2, d0), dot(x2, d1), dot(x2, d2), dot(x2, d3));
      sum3 += vec4f(dot(x3, d0), dot(x3, d1), dot(x3, d2), dot(x3, d3));
    }
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
    total1 = fma(sum1, scale, total1);
    total1 = fma(vec4f(all1), minimum, total1);
    total2 = fma(sum2, scale, total2);
    total2 = fma(vec4f(all2), minimum, total2);
    total3 = fma(sum3, scale, total3);
    total3 = fma(vec4f(all3), minimum, total3);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store_y(at / 2u, v.x / (1.0 + exp(-v.x)) * v.y);
      if (col + 2u < params.n) {
        store_y(at / 2u + 1u, v.z / (1.0 + exp(-v.z)) * v.w);
      }
    }
  }
  {
    let v = reduce_row1(total1, lane);
    if (part == 1u % 8u && 1u < params.m && col < params.n) {
      let at = 1u * params.n + col;
      store_y(at / 2u, v.x / (1.0 + exp(-v.x)) * v.y);
      if (col + 2u < params.n) {
        store_y(at / 2u + 1u, v.z / (1.0 + exp(-v.z)) * v.w);
      }
    }
  }
  {
    let v = reduce_row2(total2, lane);
    if (part == 2u % 8u && 2u < params.m && col < params.n) {
      let at = 2u * params.n + col;
      store_y(at / 2u, v.x / (1.0 + exp(-v.x)) * v.y);
      if (col + 2u < params.n) {
        store_y(at / 2u + 1u, v.z / (1.0 + exp(-v.z)) * v.w);
      }
    }
  }
  {
    let v = reduce_row3(total3, lane);
    if (part == 3u % 8u && 3u < params.m && col < params.n) {
      let at = 3u * params.n + col;
      store_y(at / 2u, v.x / (1.0 + exp(-v.x)) * v.y);
      if (col + 2u < params.n) {
        store_y(at / 2u + 1u, v.z / (1.0 + exp(-v.z)) * v.w);
      }
    }
  }
}
