// quantized_matmul(2x77, 9x9:u32, 9x3:f16, 9x3:f16, group=32, bits=3, x_bits=16)
// on large

// ==== quantized_matmul: quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=32&minimums=1&rows=2&scales=f16&span=8&staged=1&threads=128&wide=1&x=f32&x_bits=16&x_width=1&y=f32&y_width=1
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
var<workgroup> shared_x: array<vec4f, 144>;

fn pack_bytes(v: vec4u) -> u32 {
  return (v.x & 255u) | ((v.y & 255u) << 8u) | ((v.z & 255u) << 16u) | (v.w << 24u);
}
fn spread(w: u32) -> u32 {
  return (w & 7u) | ((w & 0x38u) << 5u) | ((w & 0x1c0u) << 10u) | ((w & 0xe00u) << 15u);
}

struct Fit { scale: vec4f, base: vec4f }

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
  let last = (params.k - 1u) / 32u * 32u;
  for (var base = 0u; base < params.k; base += 256u) {
    // Past the last stretch x is zero and the codes are the last one's.
    let k = min(base + part * 32u, last);
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
    if (lane < 64u) {
      shared_x[72u + lane + lane / 8u] = quad_x(row1, base + lane * 4u);
    }
    workgroupBarrier();
    let fit = Fit(scale, minimum);
    let bytes0_0 = spread(w0_0 >> 0u);
    let bytes0_1 = spread(w0_0 >> 12u);
    let bytes0_2 = spread((w0_0 >> 24u) | (w0_1 << 8u));
    let bytes0_3 = spread(w0_1 >> 4u);
    let bytes0_4 = spread(w0_1 >> 16u);
    let bytes0_5 = spread((w0_1 >> 28u) | (w0_2 << 4u));
    let bytes0_6 = spread(w0_2 >> 8u);
    let bytes0_7 = spread(w0_2 >> 20u);
    let bytes1_0 = spread(w1_0 >> 0u);
    let bytes1_1 = spread(w1_0 >> 12u);
    let bytes1_2 = spread((w1_0 >> 24u) | (w1_1 << 8u));
    let bytes1_3 = spread(w1_1 >> 4u);
    let bytes1_4 = spread(w1_1 >> 16u);
    let bytes1_5 = spread((w1_1 >> 28u) | (w1_2 << 4u));
    let bytes1_6 = spread(w1_2 >> 8u);
    let bytes1_7 = spread(w1_2 >> 20u);
    let bytes2_0 = spread(w2_0 >> 0u);
    let bytes2_1 = spread(w2_0 >> 12u);
    let bytes2_2 = spread((w2_0 >> 24u) | (w2_1 << 8u));
    let bytes2_3 = spread(w2_1 >> 4u);
    let bytes2_4 = spread(w2_1 >> 16u);
    let bytes2_5 = spread((w2_1 >> 28u) | (w2_2 << 4u));
    let bytes2_6 = spread(w2_2 >> 8u);
    let bytes2_7 = spread(w2_2 >> 20u);
    let bytes3_0 = spread(w3_0 >> 0u);
    let bytes3_1 = spread(w3_0 >> 12u);
    let bytes3_2 = spread((w3_0 >> 24u) | (w3_1 << 8u));
    let bytes3_3 = spread(w3_1 >> 4u);
    let bytes3_4 = spread(w3_1 >> 16u);
    let bytes3_5 = spread((w3_1 >> 28u) | (w3_2 << 4u));
    let bytes3_6 = spread(w3_2 >> 8u);
    let bytes3_7 = spread(w3_2 >> 20u);
    {
      let x0 = shared_x[0u + part * 9u];
      let x1 = shared_x[1u + part * 9u];
      let x2 = shared_x[2u + part * 9u];
      let x3 = shared_x[3u + part * 9u];
      let x4 = shared_x[4u + part * 9u];
      let x5 = shared_x[5u + part * 9u];
      let x6 = shared_x[6u + part * 9u];
      let x7 = shared_x[7u + part * 9u];
      let sizes = max(max(max((bitcast<vec4u>(x0) & vec4u(0x7fffffffu)), (bitcast<vec4u>(x1) & vec4u(0x7fffffffu))), max((bitcast<vec4u>(x2) & vec4u(0x7fffffffu)), (bitcast<vec4u>(x3) & vec4u(0x7fffffffu)))), max(max((bitcast<vec4u>(x4) & vec4u(0x7fffffffu)), (bitcast<vec4u>(x5) & vec4u(0x7fffffffu))), max((bitcast<vec4u>(x6) & vec4u(0x7fffffffu)), (bitcast<vec4u>(x7) & vec4u(0x7fffffffu)))));
      let largest = max(max(sizes.x, sizes.y), max(sizes.z, sizes.w));
      let size = bitcast<f32>(largest);
      let inverse = select(0.0, 32512.0 / size, size > 1e-30);
      let unit = bitcast<f32>(select(bitcast<u32>(size / 32512.0), 0x7fc00000u, largest >= 0x7f800000u));
      let v0 = bitcast<vec4u>(fma(x0, vec4f(inverse), vec4f(12582912.0)));
      let v1 = bitcast<vec4u>(fma(x1, vec4f(inverse), vec4f(12582912.0)));
      let v2 = bitcast<vec4u>(fma(x2, vec4f(inverse), vec4f(12582912.0)));
      let v3 = bitcast<vec4u>(fma(x3, vec4f(inverse), vec4f(12582912.0)));
      let v4 = bitcast<vec4u>(fma(x4, vec4f(inverse), vec4f(12582912.0)));
      let v5 = bitcast<vec4u>(fma(x5, vec4f(inverse), vec4f(12582912.0)));
      let v6 = bitcast<vec4u>(fma(x6, vec4f(inverse), vec4f(12582912.0)));
      let v7 = bitcast<vec4u>(fma(x7, vec4f(inverse), vec4f(12582912.0)));
      let high0 = pack_bytes((vec4u(v0[0], v0[1], v0[2], v0[3]) + 128u) >> vec4u(8u));
      let low0 = pack_bytes(vec4u(v0[0], v0[1], v0[2], v0[3]));
      let high1 = pack_bytes((vec4u(v1[0], v1[1], v1[2], v1[3]) + 128u) >> vec4u(8u));
      let low1 = pack_bytes(vec4u(v1[0], v1[1], v1[2], v1[3]));
      let high2 = pack_bytes((vec4u(v2[0], v2[1], v2[2], v2[3]) + 128u) >> vec4u(8u));
      let low2 = pack_bytes(vec4u(v2[0], v2[1], v2[2], v2[3]));
      let high3 = pack_bytes((vec4u(v3[0], v3[1], v3[2], v3[3]) + 128u) >> vec4u(8u));
      let low3 = pack_bytes(vec4u(v3[0], v3[1], v3[2], v3[3]));
      let high4 = pack_bytes((vec4u(v4[0], v4[1], v4[2], v4[3]) + 128u) >> vec4u(8u));
      let low4 = pack_bytes(vec4u(v4[0], v4[1], v4[2], v4[3]));
      let high5 = pack_bytes((vec4u(v5[0], v5[1], v5[2], v5[3]) + 128u) >> vec4u(8u));
      let low5 = pack_bytes(vec4u(v5[0], v5[1], v5[2], v5[3]));
      let high6 = pack_bytes((vec4u(v6[0], v6[1], v6[2], v6[3]) + 128u) >> vec4u(8u));
      let low6 = pack_bytes(vec4u(v6[0], v6[1], v6[2], v6[3]));
      let high7 = pack_bytes((vec4u(v7[0], v7[1], v7[2], v7[3]) + 128u) >> vec4u(8u));
      let low7 = pack_bytes(vec4u(v7[0], v7[1], v7[2], v7[3]));
      let all = f32((dot4I8Packed(0x01010101u, high0) + dot4I8Packed(0x01010101u, high1) + dot4I8Packed(0x01010101u, high2) + dot4I8Packed(0x01010101u, high3) + dot4I8Packed(0x01010101u, high4) + dot4I8Packed(0x01010101u, high5) + dot4I8Packed(0x01010101u, high6) + dot4I8Packed(0x01010101u, high7)) * 256 + dot4I8Packed(0x01010101u, low0) + dot4I8Packed(0x01010101u, low1) + dot4I8Packed(0x01010101u, low2) + dot4I8Packed(0x01010101u, low3) + dot4I8Packed(0x01010101u, low4) + dot4I8Packed(0x01010101u, low5) + dot4I8Packed(0x01010101u, low6) + dot4I8Packed(0x01010101u, low7)) * unit;
      let sum = vec4f(
        f32((dot4I8Packed(bytes0_0, high0) + dot4I8Packed(bytes0_1, high1) + dot4I8Packed(bytes0_2, high2) + dot4I8Packed(bytes0_3, high3) + dot4I8Packed(bytes0_4, high4) + dot4I8Packed(bytes0_5, high5) + dot4I8Packed(bytes0_6, high6) + dot4I8Packed(bytes0_7, high7)) * 256 + dot4I8Packed(bytes0_0, low0) + dot4I8Packed(bytes0_1, low1) + dot4I8Packed(bytes0_2, low2) + dot4I8Packed(bytes0_3, low3) + dot4I8Packed(bytes0_4, low4) + dot4I8Packed(bytes0_5, low5) + dot4I8Packed(bytes0_6, low6) + dot4I8Packed(bytes0_7, low7)),
        f32((dot4I8Packed(bytes1_0, high0) + dot4I8Packed(bytes1_1, high1) + dot4I8Packed(bytes1_2, high2) + dot4I8Packed(bytes1_3, high3) + dot4I8Packed(bytes1_4, high4) + dot4I8Packed(bytes1_5, high5) + dot4I8Packed(bytes1_6, high6) + dot4I8Packed(bytes1_7, high7)) * 256 + dot4I8Packed(bytes1_0, low0) + dot4I8Packed(bytes1_1, low1) + dot4I8Packed(bytes1_2, low2) + dot4I8Packed(bytes1_3, low3) + dot4I8Packed(bytes1_4, low4) + dot4I8Packed(bytes1_5, low5) + dot4I8Packed(bytes1_6, low6) + dot4I8Packed(bytes1_7, low7)),
        f32((dot4I8Packed(bytes2_0, high0) + dot4I8Packed(bytes2_1, high1) + dot4I8Packed(bytes2_2, high2) + dot4I8Packed(bytes2_3, high3) + dot4I8Packed(bytes2_4, high4) + dot4I8Packed(bytes2_5, high5) + dot4I8Packed(bytes2_6, high6) + dot4I8Packed(bytes2_7, high7)) * 256 + dot4I8Packed(bytes2_0, low0) + dot4I8Packed(bytes2_1, low1) + dot4I8Packed(bytes2_2, low2) + dot4I8Packed(bytes2_3, low3) + dot4I8Packed(bytes2_4, low4) + dot4I8Packed(bytes2_5, low5) + dot4I8Packed(bytes2_6, low6) + dot4I8Packed(bytes2_7, low7)),
        f32((dot4I8Packed(bytes3_0, high0) + dot4I8Packed(bytes3_1, high1) + dot4I8Packed(bytes3_2, high2) + dot4I8Packed(bytes3_3, high3) + dot4I8Packed(bytes3_4, high4) + dot4I8Packed(bytes3_5, high5) + dot4I8Packed(bytes3_6, high6) + dot4I8Packed(bytes3_7, high7)) * 256 + dot4I8Packed(bytes3_0, low0) + dot4I8Packed(bytes3_1, low1) + dot4I8Packed(bytes3_2, low2) + dot4I8Packed(bytes3_3, low3) + dot4I8Packed(bytes3_4, low4) + dot4I8Packed(bytes3_5, low5) + dot4I8Packed(bytes3_6, low6) + dot4I8Packed(bytes3_7, low7)),
      );
      total0 = fma(sum * unit, fit.scale, fma(vec4f(all), fit.base, total0));
    }
    {
      let x0 = shared_x[72u + part * 9u];
      let x1 = shared_x[73u + part * 9u];
      let x2 = shared_x[74u + part * 9u];
      let x3 = shared_x[75u + part * 9u];
      let x4 = shared_x[76u + part * 9u];
      let x5 = shared_x[77u + part * 9u];
      let x6 = shared_x[78u + part * 9u];
      let x7 = shared_x[79u + part * 9u];
      let sizes = max(max(max((bitcast<vec4u>(x0) & vec4u(0x7fffffffu)), (bitcast<vec4u>(x1) & vec4u(0x7fffffffu))), max((bitcast<vec4u>(x2) & vec4u(0x7fffffffu)), (bitcast<vec4u>(x3) & vec4u(0x7fffffffu)))), max(max((bitcast<vec4u>(x4) & vec4u(0x7fffffffu)), (bitcast<vec4u>(x5) & vec4u(0x7fffffffu))), max((bitcast<vec4u>(x6) & vec4u(0x7fffffffu)), (bitcast<vec4u>(x7) & vec4u(0x7fffffffu)))));
      let largest = max(max(sizes.x, sizes.y), max(sizes.z, sizes.w));
      let size = bitcast<f32>(largest);
      let inverse = select(0.0, 32512.0 / size, size > 1e-30);
      let unit = bitcast<f32>(select(bitcast<u32>(size / 32512.0), 0x7fc00000u, largest >= 0x7f800000u));
      let v0 = bitcast<vec4u>(fma(x0, vec4f(inverse), vec4f(12582912.0)));
      let v1 = bitcast<vec4u>(fma(x1, vec4f(inverse), vec4f(12582912.0)));
      let v2 = bitcast<vec4u>(fma(x2, vec4f(inverse), vec4f(12582912.0)));
      let v3 = bitcast<vec4u>(fma(x3, vec4f(inverse), vec4f(12582912.0)));
      let v4 = bitcast<vec4u>(fma(x4, vec4f(inverse), vec4f(12582912.0)));
      let v5 = bitcast<vec4u>(fma(x5, vec4f(inverse), vec4f(12582912.0)));
      let v6 = bitcast<vec4u>(fma(x6, vec4f(inverse), vec4f(12582912.0)));
      let v7 = bitcast<vec4u>(fma(x7, vec4f(inverse), vec4f(12582912.0)));
      let high0 = pack_bytes((vec4u(v0[0], v0[1], v0[2], v0[3]) + 128u) >> vec4u(8u));
      let low0 = pack_bytes(vec4u(v0[0], v0[1], v0[2], v0[3]));
      let high1 = pack_bytes((vec4u(v1[0], v1[1], v1[2], v1[3]) + 128u) >> vec4u(8u));
      let low1 = pack_bytes(vec4u(v1[0], v1[1], v1[2], v1[3]));
      let high2 = pack_bytes((vec4u(v2[0], v2[1], v2[2], v2[3]) + 128u) >> vec4u(8u));
      let low2 = pack_bytes(vec4u(v2[0], v2[1], v2[2], v2[3]));
      let high3 = pack_bytes((vec4u(v3[0], v3[1], v3[2], v3[3]) + 128u) >> vec4u(8u));
      let low3 = pack_bytes(vec4u(v3[0], v3[1], v3[2], v3[3]));
      let high4 = pack_bytes((vec4u(v4[0], v4[1], v4[2], v4[3]) + 128u) >> vec4u(8u));
      let low4 = pack_bytes(vec4u(v4[0], v4[1], v4[2], v4[3]));
      let high5 = pack_bytes((vec4u(v5[0], v5[1], v5[2], v5[3]) + 128u) >> vec4u(8u));
      let low5 = pack_bytes(vec4u(v5[0], v5[1], v5[2], v5[3]));
      let high6 = pack_bytes((vec4u(v6[0], v6[1], v6[2], v6[3]) + 128u) >> vec4u(8u));
      let low6 = pack_bytes(vec4u(v6[0], v6[1], v6[2], v6[3]));
      let high7 = pack_bytes((vec4u(v7[0], v7[1], v7[2], v7[3]) + 128u) >> vec4u(8u));
      let low7 = pack_bytes(vec4u(v7[0], v7[1], v7[2], v7[3]));
      let all = f32((dot4I8Packed(0x01010101u, high0) + dot4I8Packed(0x01010101u, high1) + dot4I8Packed(0x01010101u, high2) + dot4I8Packed(0x01010101u, high3) + dot4I8Packed(0x01010101u, high4) + dot4I8Packed(0x01010101u, high5) + dot4I8Packed(0x01010101u, high6) + dot4I8Packed(0x01010101u, high7)) * 256 + dot4I8Packed(0x01010101u, low0) + dot4I8Packed(0x01010101u, low1) + dot4I8Packed(0x01010101u, low2) + dot4I8Packed(0x01010101u, low3) + dot4I8Packed(0x01010101u, low4) + dot4I8Packed(0x01010101u, low5) + dot4I8Packed(0x01010101u, low6) + dot4I8Packed(0x01010101u, low7)) * unit;
      let sum = vec4f(
        f32((dot4I8Packed(bytes0_0, high0) + dot4I8Packed(bytes0_1, high1) + dot4I8Packed(bytes0_2, high2) + dot4I8Packed(bytes0_3, high3) + dot4I8Packed(bytes0_4, high4) + dot4I8Packed(bytes0_5, high5) + dot4I8Packed(bytes0_6, high6) + dot4I8Packed(bytes0_7, high7)) * 256 + dot4I8Packed(bytes0_0, low0) + dot4I8Packed(bytes0_1, low1) + dot4I8Packed(bytes0_2, low2) + dot4I8Packed(bytes0_3, low3) + dot4I8Packed(bytes0_4, low4) + dot4I8Packed(bytes0_5, low5) + dot4I8Packed(bytes0_6, low6) + dot4I8Packed(bytes0_7, low7)),
        f32((dot4I8Packed(bytes1_0, high0) + dot4I8Packed(bytes1_1, high1) + dot4I8Packed(bytes1_2, high2) + dot4I8Packed(bytes1_3, high3) + dot4I8Packed(bytes1_4, high4) + dot4I8Packed(bytes1_5, high5) + dot4I8Packed(bytes1_6, high6) + dot4I8Packed(bytes1_7, high7)) * 256 + dot4I8Packed(bytes1_0, low0) + dot4I8Packed(bytes1_1, low1) + dot4I8Packed(bytes1_2, low2) + dot4I8Packed(bytes1_3, low3) + dot4I8Packed(bytes1_4, low4) + dot4I8Packed(bytes1_5, low5) + dot4I8Packed(bytes1_6, low6) + dot4I8Packed(bytes1_7, low7)),
        f32((dot4I8Packed(bytes2_0, high0) + dot4I8Packed(bytes2_1, high1) + dot4I8Packed(bytes2_2, high2) + dot4I8Packed(bytes2_3, high3) + dot4I8Packed(bytes2_4, high4) + dot4I8Packed(bytes2_5, high5) + dot4I8Packed(bytes2_6, high6) + dot4I8Packed(bytes2_7, high7)) * 256 + dot4I8Packed(bytes2_0, low0) + dot4I8Packed(bytes2_1, low1) + dot4I8Packed(bytes2_2, low2) + dot4I8Packed(bytes2_3, low3) + dot4I8Packed(bytes2_4, low4) + dot4I8Packed(bytes2_5, low5) + dot4I8Packed(bytes2_6, low6) + dot4I8Packed(bytes2_7, low7)),
        f32((dot4I8Packed(bytes3_0, high0) + dot4I8Packed(bytes3_1, high1) + dot4I8Packed(bytes3_2, high2) + dot4I8Packed(bytes3_3, high3) + dot4I8Packed(bytes3_4, high4) + dot4I8Packed(bytes3_5, high5) + dot4I8Packed(bytes3_6, high6) + dot4I8Packed(bytes3_7, high7)) * 256 + dot4I8Packed(bytes3_0, low0) + dot4I8Packed(bytes3_1, low1) + dot4I8Packed(bytes3_2, low2) + dot4I8Packed(bytes3_3, low3) + dot4I8Packed(bytes3_4, low4) + dot4I8Packed(bytes3_5, low5) + dot4I8Packed(bytes3_6, low6) + dot4I8Packed(bytes3_7, low7)),
      );
      total1 = fma(sum * unit, fit.scale, fma(vec4f(all), fit.base, total1));
    }
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
