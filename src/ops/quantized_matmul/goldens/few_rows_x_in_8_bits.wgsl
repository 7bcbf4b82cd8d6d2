// quantized_matmul(1x96, 20x12:u32, 20x3:f16, 20x3:f16, group=32, bits=4, x_bits=8)
// on large

// ==== quantized_matmul: quantized_matmul/few_rows.wgsl?aligned=0&bits=4&group=32&minimums=1&rows=1&scales=f16&span=8&staged=1&threads=128&wide=4&x=f32&x_bits=8&x_width=4&y=f32&y_width=4
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

fn pack_bytes(v: vec4u) -> u32 {
  return (v.x & 255u) | ((v.y & 255u) << 8u) | ((v.z & 255u) << 16u) | (v.w << 24u);
}

struct Fit { scale: vec4f, base: vec4f }

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
  let col0 = min(col, params.n - 4u) + 0u;
  let col1 = min(col, params.n - 4u) + 1u;
  let col2 = min(col, params.n - 4u) + 2u;
  let col3 = min(col, params.n - 4u) + 3u;
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let last = (params.k - 1u) / 32u * 32u;
  for (var base = 0u; base < params.k; base += 256u) {
    // Past the last stretch x is zero and the codes are the last one's.
    let k = min(base + part * 32u, last);
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 4u) / 4u;
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 4u) / 4u;
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 4u) / 4u;
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 4u) / 4u;
    let w3_0 = codes[at3 + 0u];
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
    let fit = Fit(scale, minimum);
    let bytes0_0 = (w0_0[0u] >> 0u) & 0x0f0f0f0fu;
    let bytes0_1 = (w0_0[0u] >> 4u) & 0x0f0f0f0fu;
    let bytes0_2 = (w0_0[1u] >> 0u) & 0x0f0f0f0fu;
    let bytes0_3 = (w0_0[1u] >> 4u) & 0x0f0f0f0fu;
    let bytes0_4 = (w0_0[2u] >> 0u) & 0x0f0f0f0fu;
    let bytes0_5 = (w0_0[2u] >> 4u) & 0x0f0f0f0fu;
    let bytes0_6 = (w0_0[3u] >> 0u) & 0x0f0f0f0fu;
    let bytes0_7 = (w0_0[3u] >> 4u) & 0x0f0f0f0fu;
    let bytes1_0 = (w1_0[0u] >> 0u) & 0x0f0f0f0fu;
    let bytes1_1 = (w1_0[0u] >> 4u) & 0x0f0f0f0fu;
    let bytes1_2 = (w1_0[1u] >> 0u) & 0x0f0f0f0fu;
    let bytes1_3 = (w1_0[1u] >> 4u) & 0x0f0f0f0fu;
    let bytes1_4 = (w1_0[2u] >> 0u) & 0x0f0f0f0fu;
    let bytes1_5 = (w1_0[2u] >> 4u) & 0x0f0f0f0fu;
    let bytes1_6 = (w1_0[3u] >> 0u) & 0x0f0f0f0fu;
    let bytes1_7 = (w1_0[3u] >> 4u) & 0x0f0f0f0fu;
    let bytes2_0 = (w2_0[0u] >> 0u) & 0x0f0f0f0fu;
    let bytes2_1 = (w2_0[0u] >> 4u) & 0x0f0f0f0fu;
    let bytes2_2 = (w2_0[1u] >> 0u) & 0x0f0f0f0fu;
    let bytes2_3 = (w2_0[1u] >> 4u) & 0x0f0f0f0fu;
    let bytes2_4 = (w2_0[2u] >> 0u) & 0x0f0f0f0fu;
    let bytes2_5 = (w2_0[2u] >> 4u) & 0x0f0f0f0fu;
    let bytes2_6 = (w2_0[3u] >> 0u) & 0x0f0f0f0fu;
    let bytes2_7 = (w2_0[3u] >> 4u) & 0x0f0f0f0fu;
    let bytes3_0 = (w3_0[0u] >> 0u) & 0x0f0f0f0fu;
    let bytes3_1 = (w3_0[0u] >> 4u) & 0x0f0f0f0fu;
    let bytes3_2 = (w3_0[1u] >> 0u) & 0x0f0f0f0fu;
    let bytes3_3 = (w3_0[1u] >> 4u) & 0x0f0f0f0fu;
    let bytes3_4 = (w3_0[2u] >> 0u) & 0x0f0f0f0fu;
    let bytes3_5 = (w3_0[2u] >> 4u) & 0x0f0f0f0fu;
    let bytes3_6 = (w3_0[3u] >> 0u) & 0x0f0f0f0fu;
    let bytes3_7 = (w3_0[3u] >> 4u) & 0x0f0f0f0fu;
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
      let inverse = select(0.0, 127.0 / size, size > 1e-30);
      let unit = bitcast<f32>(select(bitcast<u32>(size / 127.0), 0x7fc00000u, largest >= 0x7f800000u));
      let v0 = bitcast<vec4u>(fma(x0, vec4f(inverse), vec4f(12582912.0)));
      let v1 = bitcast<vec4u>(fma(x1, vec4f(inverse), vec4f(12582912.0)));
      let v2 = bitcast<vec4u>(fma(x2, vec4f(inverse), vec4f(12582912.0)));
      let v3 = bitcast<vec4u>(fma(x3, vec4f(inverse), vec4f(12582912.0)));
      let v4 = bitcast<vec4u>(fma(x4, vec4f(inverse), vec4f(12582912.0)));
      let v5 = bitcast<vec4u>(fma(x5, vec4f(inverse), vec4f(12582912.0)));
      let v6 = bitcast<vec4u>(fma(x6, vec4f(inverse), vec4f(12582912.0)));
      let v7 = bitcast<vec4u>(fma(x7, vec4f(inverse), vec4f(12582912.0)));
      let high0 = pack_bytes(vec4u(v0[0], v0[2], v1[0], v1[2]));
      let high1 = pack_bytes(vec4u(v0[1], v0[3], v1[1], v1[3]));
      let high2 = pack_bytes(vec4u(v2[0], v2[2], v3[0], v3[2]));
      let high3 = pack_bytes(vec4u(v2[1], v2[3], v3[1], v3[3]));
      let high4 = pack_bytes(vec4u(v4[0], v4[2], v5[0], v5[2]));
      let high5 = pack_bytes(vec4u(v4[1], v4[3], v5[1], v5[3]));
      let high6 = pack_bytes(vec4u(v6[0], v6[2], v7[0], v7[2]));
      let high7 = pack_bytes(vec4u(v6[1], v6[3], v7[1], v7[3]));
      let all = f32(dot4I8Packed(0x01010101u, high0) + dot4I8Packed(0x01010101u, high1) + dot4I8Packed(0x01010101u, high2) + dot4I8Packed(0x01010101u, high3) + dot4I8Packed(0x01010101u, high4) + dot4I8Packed(0x01010101u, high5) + dot4I8Packed(0x01010101u, high6) + dot4I8Packed(0x01010101u, high7)) * unit;
      let sum = vec4f(
        f32(dot4I8Packed(bytes0_0, high0) + dot4I8Packed(bytes0_1, high1) + dot4I8Packed(bytes0_2, high2) + dot4I8Packed(bytes0_3, high3) + dot4I8Packed(bytes0_4, high4) + dot4I8Packed(bytes0_5, high5) + dot4I8Packed(bytes0_6, high6) + dot4I8Packed(bytes0_7, high7)),
        f32(dot4I8Packed(bytes1_0, high0) + dot4I8Packed(bytes1_1, high1) + dot4I8Packed(bytes1_2, high2) + dot4I8Packed(bytes1_3, high3) + dot4I8Packed(bytes1_4, high4) + dot4I8Packed(bytes1_5, high5) + dot4I8Packed(bytes1_6, high6) + dot4I8Packed(bytes1_7, high7)),
        f32(dot4I8Packed(bytes2_0, high0) + dot4I8Packed(bytes2_1, high1) + dot4I8Packed(bytes2_2, high2) + dot4I8Packed(bytes2_3, high3) + dot4I8Packed(bytes2_4, high4) + dot4I8Packed(bytes2_5, high5) + dot4I8Packed(bytes2_6, high6) + dot4I8Packed(bytes2_7, high7)),
        f32(dot4I8Packed(bytes3_0, high0) + dot4I8Packed(bytes3_1, high1) + dot4I8Packed(bytes3_2, high2) + dot4I8Packed(bytes3_3, high3) + dot4I8Packed(bytes3_4, high4) + dot4I8Packed(bytes3_5, high5) + dot4I8Packed(bytes3_6, high6) + dot4I8Packed(bytes3_7, high7)),
      );
      total0 = fma(sum * unit, fit.scale, fma(vec4f(all), fit.base, total0));
    }
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}
