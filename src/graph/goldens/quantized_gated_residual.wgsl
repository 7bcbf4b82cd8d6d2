// add(quantized_matmul(1x64, 24x8:u32, 24x2:f16, 24x2:f16, group=32, bits=4, gated=1), 1x12)
// on small

// ==== quantized_matmul + add: quantized_matmul/few_rows.wgsl?aligned=0&bits=4&extra=1&gated=1&group=32&looped=1&minimums=1&rows=1&scales=f16&span=8&staged=1&threads=128&wide=1&x=f32&x_width=4&y=f32&y_width=1#a09bfead77d4f4c5
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
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
@group(0) @binding(5) var<storage, read> f0: array<f32>;

fn load_f0(i: u32) -> f32 {
  let at = i + params.f0_at;
  return f0[at];
}
fn take_f0(i: u32) -> f32 {
  return load_f0(i);
}
fn op0(a: vec4f, b: vec4f) -> vec4f {
  return a + b;
}
fn fused_post(i: u32, v: f32) -> f32 {
  let x0 = vec4f(take_f0(i));
  let v6 = select(op0(vec4f(v), x0), vec4f(v) + x0, is_nan4(vec4f(v)) | is_nan4(x0));
  return v6.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  f0_at: u32,
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
// The word with code k of a row at its low end.
fn codes_from(row: u32, k: u32) -> u32 {
  return codes[params.codes_at + row * params.words + k / 8u] >> (k % 8u * 4u);
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  return low4(codes_from(row, k));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(6) var<storage, read_write> y: array<f32>;

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
var<workgroup> shared_x: array<vec4f, 72>;

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
  // Columns past the last repeat those before; nothing is stored for them.
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let last = (params.k - 1u) / 32u * 32u;
  for (var base = 0u; base < params.k; base += 256u) {
    // Past the last stretch x is zero and the codes are the last one's.
    let k = min(base + part * 32u, last);
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    if (base > 0u) {
      workgroupBarrier();
    }
    if (lane < 64u) {
      shared_x[0u + lane + lane / 8u] = quad_x(row0, base + lane * 4u);
    }
    workgroupBarrier();
    var sum0 = vec4f();
    var all0 = 0.0;
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = shared_x[0u + part * 9u + q / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store_y(at / 2u, fused_post(at / 2u, v.x / (1.0 + exp(-v.x)) * v.y));
      if (col + 2u < params.n) {
        store_y(at / 2u + 1u, fused_post(at / 2u + 1u, v.z / (1.0 + exp(-v.z)) * v.w));
      }
    }
  }
}
