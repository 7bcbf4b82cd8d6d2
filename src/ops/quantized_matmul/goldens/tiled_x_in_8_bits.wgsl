// quantized_matmul(11x64, 35x16:u32, 35x2:f16, group=32, bits=8, x_bits=8)
// on wide

// ==== quantized_matmul: quantized_matmul/whole_rows.wgsl?bits=8&threads=64&x=f32&x_bits=8&x_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  k: u32,
  stretches: u32,  // of a row
  count: u32,      // of all
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> fits: array<vec2f>;

fn pack_bytes(v: vec4u) -> u32 {
  return (v.x & 255u) | ((v.y & 255u) << 8u) | ((v.z & 255u) << 16u) | (v.w << 24u);
}

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let i = linear_group(group, groups) * 64u + lane;
  if (i >= params.count) {
    return;
  }
  let row = i / params.stretches;
  let k = i % params.stretches * 32u;
  let x0 = quad_x(row, k + 0u);
  let x1 = quad_x(row, k + 4u);
  let x2 = quad_x(row, k + 8u);
  let x3 = quad_x(row, k + 12u);
  let x4 = quad_x(row, k + 16u);
  let x5 = quad_x(row, k + 20u);
  let x6 = quad_x(row, k + 24u);
  let x7 = quad_x(row, k + 28u);
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
  let high0 = pack_bytes(vec4u(v0[0], v0[1], v0[2], v0[3]));
  let high1 = pack_bytes(vec4u(v1[0], v1[1], v1[2], v1[3]));
  let high2 = pack_bytes(vec4u(v2[0], v2[1], v2[2], v2[3]));
  let high3 = pack_bytes(vec4u(v3[0], v3[1], v3[2], v3[3]));
  let high4 = pack_bytes(vec4u(v4[0], v4[1], v4[2], v4[3]));
  let high5 = pack_bytes(vec4u(v5[0], v5[1], v5[2], v5[3]));
  let high6 = pack_bytes(vec4u(v6[0], v6[1], v6[2], v6[3]));
  let high7 = pack_bytes(vec4u(v7[0], v7[1], v7[2], v7[3]));
  let all = f32(dot4I8Packed(0x01010101u, high0) + dot4I8Packed(0x01010101u, high1) + dot4I8Packed(0x01010101u, high2) + dot4I8Packed(0x01010101u, high3) + dot4I8Packed(0x01010101u, high4) + dot4I8Packed(0x01010101u, high5) + dot4I8Packed(0x01010101u, high6) + dot4I8Packed(0x01010101u, high7)) * unit;
  y[i * 2u + 0u] = vec4u(high0, high1, high2, high3);
  y[i * 2u + 1u] = vec4u(high4, high5, high6, high7);
  fits[i] = vec2f(unit, all);
}

// ==== quantized_matmul: quantized_matmul/whole_tiles.wgsl?aligned=0&bits=8&deep=2&group=32&minimums=0&ragged=0&scales=f16&tile_m=128&tile_n=128&unrolled=1&wide=4&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  fits_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  stretches: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4u>;
@group(0) @binding(2) var<storage, read> fits: array<vec2f>;
@group(0) @binding(3) var<storage, read> codes: array<vec4u>;
@group(0) @binding(4) var<storage, read> scales: array<u32>;

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

fn pack_bytes(v: vec4u) -> u32 {
  return (v.x & 255u) | ((v.y & 255u) << 8u) | ((v.z & 255u) << 16u) | (v.w << 24u);
}

var<workgroup> x_tile: array<vec4u, 640>;
var<workgroup> w_tile: array<vec4u, 640>;
var<workgroup> x_units: array<vec4f, 64>;
var<workgroup> x_sums: array<vec4f, 64>;
var<workgroup> w_scales: array<vec4f, 64>;
var<workgroup> w_bases: array<vec4f, 64>;

@compute @workgroup_size(1024)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 127u) / 128u;
  let index = linear_group(group, groups);
  let row0 = index % tiles_m * 128u;
  let col0 = index / tiles_m * 128u;
  if (col0 >= params.n) {
    return;
  }
  let tx = lane % 32u;
  let ty = lane / 32u;
  var next_x0: vec4u;
  var next_f0: vec2f;
  var w0_0: vec4u;
  var w0_1: vec4u;
  var next_at0: u32;
  var next_s0: u32;
  var next_m0: u32;
  var sum0 = vec4f();
  var sum1 = vec4f();
  var sum2 = vec4f();
  var sum3 = vec4f();
  {
    let at = lane + 0u;
    let s = 0u + at % 4u / 2u;
    let row = min(row0 + at / 4u, params.m - 1u);
    let v = x[params.x_at / 4u + (row * params.stretches + s) * 2u + at % 2u];
    next_x0 = v;
  }
  {
    let at = lane + 0u;
    let s = 0u + at % 2u;
    let row = min(row0 + at / 2u, params.m - 1u);
    let v = fits[params.fits_at / 2u + row * params.stretches + s];
    next_f0 = v;
  }
  {
    let at = lane + 0u;
    let s = 0u + at % 2u;
    let row = min(col0 + at / 2u, params.n - 1u);
    let first = (params.codes_at + row * params.words + s * 8u) / 4u;
    w0_0 = codes[first + 0u];
    w0_1 = codes[first + 1u];
    next_at0 = scale_at(row, s * 32u);
    next_s0 = scales[(next_at0 + params.scales_at) / 2u];
  }
  for (var turn = 0u; turn < params.stretches; turn += 2u) {
    workgroupBarrier();
    if (lane + 0u < 512u) {
      let at = lane + 0u;
      let line = at / 4u;
      x_tile[(line % 4u * 32u + line / 4u) * 5u + at % 4u] = next_x0;
    }
    if (lane + 0u < 256u) {
      let line = (lane + 0u) / 2u;
      let four = (lane + 0u) % 2u * 32u + line / 4u;
      x_units[four][line % 4u] = next_f0.x;
      x_sums[four][line % 4u] = next_f0.y;
    }
    if (lane + 0u < 256u) {
      let bytes0_0 = w0_0[0u] ^ 0x80808080u;
      let bytes0_1 = w0_0[1u] ^ 0x80808080u;
      let bytes0_2 = w0_0[2u] ^ 0x80808080u;
      let bytes0_3 = w0_0[3u] ^ 0x80808080u;
      let bytes0_4 = w0_1[0u] ^ 0x80808080u;
      let bytes0_5 = w0_1[1u] ^ 0x80808080u;
      let bytes0_6 = w0_1[2u] ^ 0x80808080u;
      let bytes0_7 = w0_1[3u] ^ 0x80808080u;
      let line = (lane + 0u) / 2u;
      let slot = line % 4u * 32u + line / 4u;
      let s = (lane + 0u) % 2u;
      w_tile[slot * 5u + s * 2u] = vec4u(bytes0_0, bytes0_1, bytes0_2, bytes0_3);
      w_tile[slot * 5u + s * 2u + 1u] = vec4u(bytes0_4, bytes0_5, bytes0_6, bytes0_7);
      let scale = unpack2x16float(next_s0 >> (((next_at0 + params.scales_at) & 1u) * 16u)).x;
      let fit = vec2f(scale, 0.0 * scale);
      w_scales[s * 32u + line / 4u][line % 4u] = fit.x;
      w_bases[s * 32u + line / 4u][line % 4u] = fit.y;
    }
    workgroupBarrier();
    if (turn + 2u < params.stretches) {
      {
        let at = lane + 0u;
        let s = turn + 2u + at % 4u / 2u;
        let row = min(row0 + at / 4u, params.m - 1u);
        let v = x[params.x_at / 4u + (row * params.stretches + s) * 2u + at % 2u];
        next_x0 = v;
      }
      {
        let at = lane + 0u;
        let s = turn + 2u + at % 2u;
        let row = min(row0 + at / 2u, params.m - 1u);
        let v = fits[params.fits_at / 2u + row * params.stretches + s];
        next_f0 = v;
      }
      {
        let at = lane + 0u;
        let s = turn + 2u + at % 2u;
        let row = min(col0 + at / 2u, params.n - 1u);
        let first = (params.codes_at + row * params.words + s * 8u) / 4u;
        w0_0 = codes[first + 0u];
        w0_1 = codes[first + 1u];
        next_at0 = scale_at(row, s * 32u);
        next_s0 = scales[(next_at0 + params.scales_at) / 2u];
      }
    }
    {
      const s = 0u;
      let units = x_units[s * 32u + ty];
      let sums = x_sums[s * 32u + ty];
      let scales4 = w_scales[s * 32u + tx];
      let bases4 = w_bases[s * 32u + tx];
      let c0_0 = w_tile[(tx + 0u) * 5u + s * 2u];
      let c0_1 = w_tile[(tx + 0u) * 5u + s * 2u + 1u];
      let c1_0 = w_tile[(tx + 32u) * 5u + s * 2u];
      let c1_1 = w_tile[(tx + 32u) * 5u + s * 2u + 1u];
      let c2_0 = w_tile[(tx + 64u) * 5u + s * 2u];
      let c2_1 = w_tile[(tx + 64u) * 5u + s * 2u + 1u];
      let c3_0 = w_tile[(tx + 96u) * 5u + s * 2u];
      let c3_1 = w_tile[(tx + 96u) * 5u + s * 2u + 1u];
      {
        let x0 = x_tile[(ty + 0u) * 5u + s * 2u];
        let x1 = x_tile[(ty + 0u) * 5u + s * 2u + 1u];
        let d = bitcast<vec4f>(vec4i(
          0x4b400000 + dot4I8Packed(c0_0.x, x0.x) + dot4I8Packed(c0_0.y, x0.y) + dot4I8Packed(c0_0.z, x0.z) +
              dot4I8Packed(c0_0.w, x0.w) + dot4I8Packed(c0_1.x, x1.x) + dot4I8Packed(c0_1.y, x1.y) +
              dot4I8Packed(c0_1.z, x1.z) + dot4I8Packed(c0_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c1_0.x, x0.x) + dot4I8Packed(c1_0.y, x0.y) + dot4I8Packed(c1_0.z, x0.z) +
              dot4I8Packed(c1_0.w, x0.w) + dot4I8Packed(c1_1.x, x1.x) + dot4I8Packed(c1_1.y, x1.y) +
              dot4I8Packed(c1_1.z, x1.z) + dot4I8Packed(c1_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c2_0.x, x0.x) + dot4I8Packed(c2_0.y, x0.y) + dot4I8Packed(c2_0.z, x0.z) +
              dot4I8Packed(c2_0.w, x0.w) + dot4I8Packed(c2_1.x, x1.x) + dot4I8Packed(c2_1.y, x1.y) +
              dot4I8Packed(c2_1.z, x1.z) + dot4I8Packed(c2_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c3_0.x, x0.x) + dot4I8Packed(c3_0.y, x0.y) + dot4I8Packed(c3_0.z, x0.z) +
              dot4I8Packed(c3_0.w, x0.w) + dot4I8Packed(c3_1.x, x1.x) + dot4I8Packed(c3_1.y, x1.y) +
              dot4I8Packed(c3_1.z, x1.z) + dot4I8Packed(c3_1.w, x1.w),
        )) - 12582912.0;
        sum0 = fma(d * units[0], scales4, fma(vec4f(sums[0]), bases4, sum0));
      }
      {
        let x0 = x_tile[(ty + 32u) * 5u + s * 2u];
        let x1 = x_tile[(ty + 32u) * 5u + s * 2u + 1u];
        let d = bitcast<vec4f>(vec4i(
          0x4b400000 + dot4I8Packed(c0_0.x, x0.x) + dot4I8Packed(c0_0.y, x0.y) + dot4I8Packed(c0_0.z, x0.z) +
              dot4I8Packed(c0_0.w, x0.w) + dot4I8Packed(c0_1.x, x1.x) + dot4I8Packed(c0_1.y, x1.y) +
              dot4I8Packed(c0_1.z, x1.z) + dot4I8Packed(c0_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c1_0.x, x0.x) + dot4I8Packed(c1_0.y, x0.y) + dot4I8Packed(c1_0.z, x0.z) +
              dot4I8Packed(c1_0.w, x0.w) + dot4I8Packed(c1_1.x, x1.x) + dot4I8Packed(c1_1.y, x1.y) +
              dot4I8Packed(c1_1.z, x1.z) + dot4I8Packed(c1_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c2_0.x, x0.x) + dot4I8Packed(c2_0.y, x0.y) + dot4I8Packed(c2_0.z, x0.z) +
              dot4I8Packed(c2_0.w, x0.w) + dot4I8Packed(c2_1.x, x1.x) + dot4I8Packed(c2_1.y, x1.y) +
              dot4I8Packed(c2_1.z, x1.z) + dot4I8Packed(c2_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c3_0.x, x0.x) + dot4I8Packed(c3_0.y, x0.y) + dot4I8Packed(c3_0.z, x0.z) +
              dot4I8Packed(c3_0.w, x0.w) + dot4I8Packed(c3_1.x, x1.x) + dot4I8Packed(c3_1.y, x1.y) +
              dot4I8Packed(c3_1.z, x1.z) + dot4I8Packed(c3_1.w, x1.w),
        )) - 12582912.0;
        sum1 = fma(d * units[1], scales4, fma(vec4f(sums[1]), bases4, sum1));
      }
      {
        let x0 = x_tile[(ty + 64u) * 5u + s * 2u];
        let x1 = x_tile[(ty + 64u) * 5u + s * 2u + 1u];
        let d = bitcast<vec4f>(vec4i(
          0x4b400000 + dot4I8Packed(c0_0.x, x0.x) + dot4I8Packed(c0_0.y, x0.y) + dot4I8Packed(c0_0.z, x0.z) +
              dot4I8Packed(c0_0.w, x0.w) + dot4I8Packed(c0_1.x, x1.x) + dot4I8Packed(c0_1.y, x1.y) +
              dot4I8Packed(c0_1.z, x1.z) + dot4I8Packed(c0_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c1_0.x, x0.x) + dot4I8Packed(c1_0.y, x0.y) + dot4I8Packed(c1_0.z, x0.z) +
              dot4I8Packed(c1_0.w, x0.w) + dot4I8Packed(c1_1.x, x1.x) + dot4I8Packed(c1_1.y, x1.y) +
              dot4I8Packed(c1_1.z, x1.z) + dot4I8Packed(c1_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c2_0.x, x0.x) + dot4I8Packed(c2_0.y, x0.y) + dot4I8Packed(c2_0.z, x0.z) +
              dot4I8Packed(c2_0.w, x0.w) + dot4I8Packed(c2_1.x, x1.x) + dot4I8Packed(c2_1.y, x1.y) +
              dot4I8Packed(c2_1.z, x1.z) + dot4I8Packed(c2_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c3_0.x, x0.x) + dot4I8Packed(c3_0.y, x0.y) + dot4I8Packed(c3_0.z, x0.z) +
              dot4I8Packed(c3_0.w, x0.w) + dot4I8Packed(c3_1.x, x1.x) + dot4I8Packed(c3_1.y, x1.y) +
              dot4I8Packed(c3_1.z, x1.z) + dot4I8Packed(c3_1.w, x1.w),
        )) - 12582912.0;
        sum2 = fma(d * units[2], scales4, fma(vec4f(sums[2]), bases4, sum2));
      }
      {
        let x0 = x_tile[(ty + 96u) * 5u + s * 2u];
        let x1 = x_tile[(ty + 96u) * 5u + s * 2u + 1u];
        let d = bitcast<vec4f>(vec4i(
          0x4b400000 + dot4I8Packed(c0_0.x, x0.x) + dot4I8Packed(c0_0.y, x0.y) + dot4I8Packed(c0_0.z, x0.z) +
              dot4I8Packed(c0_0.w, x0.w) + dot4I8Packed(c0_1.x, x1.x) + dot4I8Packed(c0_1.y, x1.y) +
              dot4I8Packed(c0_1.z, x1.z) + dot4I8Packed(c0_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c1_0.x, x0.x) + dot4I8Packed(c1_0.y, x0.y) + dot4I8Packed(c1_0.z, x0.z) +
              dot4I8Packed(c1_0.w, x0.w) + dot4I8Packed(c1_1.x, x1.x) + dot4I8Packed(c1_1.y, x1.y) +
              dot4I8Packed(c1_1.z, x1.z) + dot4I8Packed(c1_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c2_0.x, x0.x) + dot4I8Packed(c2_0.y, x0.y) + dot4I8Packed(c2_0.z, x0.z) +
              dot4I8Packed(c2_0.w, x0.w) + dot4I8Packed(c2_1.x, x1.x) + dot4I8Packed(c2_1.y, x1.y) +
              dot4I8Packed(c2_1.z, x1.z) + dot4I8Packed(c2_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c3_0.x, x0.x) + dot4I8Packed(c3_0.y, x0.y) + dot4I8Packed(c3_0.z, x0.z) +
              dot4I8Packed(c3_0.w, x0.w) + dot4I8Packed(c3_1.x, x1.x) + dot4I8Packed(c3_1.y, x1.y) +
              dot4I8Packed(c3_1.z, x1.z) + dot4I8Packed(c3_1.w, x1.w),
        )) - 12582912.0;
        sum3 = fma(d * units[3], scales4, fma(vec4f(sums[3]), bases4, sum3));
      }
    }
    {
      const s = 1u;
      let units = x_units[s * 32u + ty];
      let sums = x_sums[s * 32u + ty];
      let scales4 = w_scales[s * 32u + tx];
      let bases4 = w_bases[s * 32u + tx];
      let c0_0 = w_tile[(tx + 0u) * 5u + s * 2u];
      let c0_1 = w_tile[(tx + 0u) * 5u + s * 2u + 1u];
      let c1_0 = w_tile[(tx + 32u) * 5u + s * 2u];
      let c1_1 = w_tile[(tx + 32u) * 5u + s * 2u + 1u];
      let c2_0 = w_tile[(tx + 64u) * 5u + s * 2u];
      let c2_1 = w_tile[(tx + 64u) * 5u + s * 2u + 1u];
      let c3_0 = w_tile[(tx + 96u) * 5u + s * 2u];
      let c3_1 = w_tile[(tx + 96u) * 5u + s * 2u + 1u];
      {
        let x0 = x_tile[(ty + 0u) * 5u + s * 2u];
        let x1 = x_tile[(ty + 0u) * 5u + s * 2u + 1u];
        let d = bitcast<vec4f>(vec4i(
          0x4b400000 + dot4I8Packed(c0_0.x, x0.x) + dot4I8Packed(c0_0.y, x0.y) + dot4I8Packed(c0_0.z, x0.z) +
              dot4I8Packed(c0_0.w, x0.w) + dot4I8Packed(c0_1.x, x1.x) + dot4I8Packed(c0_1.y, x1.y) +
              dot4I8Packed(c0_1.z, x1.z) + dot4I8Packed(c0_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c1_0.x, x0.x) + dot4I8Packed(c1_0.y, x0.y) + dot4I8Packed(c1_0.z, x0.z) +
              dot4I8Packed(c1_0.w, x0.w) + dot4I8Packed(c1_1.x, x1.x) + dot4I8Packed(c1_1.y, x1.y) +
              dot4I8Packed(c1_1.z, x1.z) + dot4I8Packed(c1_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c2_0.x, x0.x) + dot4I8Packed(c2_0.y, x0.y) + dot4I8Packed(c2_0.z, x0.z) +
              dot4I8Packed(c2_0.w, x0.w) + dot4I8Packed(c2_1.x, x1.x) + dot4I8Packed(c2_1.y, x1.y) +
              dot4I8Packed(c2_1.z, x1.z) + dot4I8Packed(c2_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c3_0.x, x0.x) + dot4I8Packed(c3_0.y, x0.y) + dot4I8Packed(c3_0.z, x0.z) +
              dot4I8Packed(c3_0.w, x0.w) + dot4I8Packed(c3_1.x, x1.x) + dot4I8Packed(c3_1.y, x1.y) +
              dot4I8Packed(c3_1.z, x1.z) + dot4I8Packed(c3_1.w, x1.w),
        )) - 12582912.0;
        sum0 = fma(d * units[0], scales4, fma(vec4f(sums[0]), bases4, sum0));
      }
      {
        let x0 = x_tile[(ty + 32u) * 5u + s * 2u];
        let x1 = x_tile[(ty + 32u) * 5u + s * 2u + 1u];
        let d = bitcast<vec4f>(vec4i(
          0x4b400000 + dot4I8Packed(c0_0.x, x0.x) + dot4I8Packed(c0_0.y, x0.y) + dot4I8Packed(c0_0.z, x0.z) +
              dot4I8Packed(c0_0.w, x0.w) + dot4I8Packed(c0_1.x, x1.x) + dot4I8Packed(c0_1.y, x1.y) +
              dot4I8Packed(c0_1.z, x1.z) + dot4I8Packed(c0_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c1_0.x, x0.x) + dot4I8Packed(c1_0.y, x0.y) + dot4I8Packed(c1_0.z, x0.z) +
              dot4I8Packed(c1_0.w, x0.w) + dot4I8Packed(c1_1.x, x1.x) + dot4I8Packed(c1_1.y, x1.y) +
              dot4I8Packed(c1_1.z, x1.z) + dot4I8Packed(c1_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c2_0.x, x0.x) + dot4I8Packed(c2_0.y, x0.y) + dot4I8Packed(c2_0.z, x0.z) +
              dot4I8Packed(c2_0.w, x0.w) + dot4I8Packed(c2_1.x, x1.x) + dot4I8Packed(c2_1.y, x1.y) +
              dot4I8Packed(c2_1.z, x1.z) + dot4I8Packed(c2_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c3_0.x, x0.x) + dot4I8Packed(c3_0.y, x0.y) + dot4I8Packed(c3_0.z, x0.z) +
              dot4I8Packed(c3_0.w, x0.w) + dot4I8Packed(c3_1.x, x1.x) + dot4I8Packed(c3_1.y, x1.y) +
              dot4I8Packed(c3_1.z, x1.z) + dot4I8Packed(c3_1.w, x1.w),
        )) - 12582912.0;
        sum1 = fma(d * units[1], scales4, fma(vec4f(sums[1]), bases4, sum1));
      }
      {
        let x0 = x_tile[(ty + 64u) * 5u + s * 2u];
        let x1 = x_tile[(ty + 64u) * 5u + s * 2u + 1u];
        let d = bitcast<vec4f>(vec4i(
          0x4b400000 + dot4I8Packed(c0_0.x, x0.x) + dot4I8Packed(c0_0.y, x0.y) + dot4I8Packed(c0_0.z, x0.z) +
              dot4I8Packed(c0_0.w, x0.w) + dot4I8Packed(c0_1.x, x1.x) + dot4I8Packed(c0_1.y, x1.y) +
              dot4I8Packed(c0_1.z, x1.z) + dot4I8Packed(c0_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c1_0.x, x0.x) + dot4I8Packed(c1_0.y, x0.y) + dot4I8Packed(c1_0.z, x0.z) +
              dot4I8Packed(c1_0.w, x0.w) + dot4I8Packed(c1_1.x, x1.x) + dot4I8Packed(c1_1.y, x1.y) +
              dot4I8Packed(c1_1.z, x1.z) + dot4I8Packed(c1_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c2_0.x, x0.x) + dot4I8Packed(c2_0.y, x0.y) + dot4I8Packed(c2_0.z, x0.z) +
              dot4I8Packed(c2_0.w, x0.w) + dot4I8Packed(c2_1.x, x1.x) + dot4I8Packed(c2_1.y, x1.y) +
              dot4I8Packed(c2_1.z, x1.z) + dot4I8Packed(c2_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c3_0.x, x0.x) + dot4I8Packed(c3_0.y, x0.y) + dot4I8Packed(c3_0.z, x0.z) +
              dot4I8Packed(c3_0.w, x0.w) + dot4I8Packed(c3_1.x, x1.x) + dot4I8Packed(c3_1.y, x1.y) +
              dot4I8Packed(c3_1.z, x1.z) + dot4I8Packed(c3_1.w, x1.w),
        )) - 12582912.0;
        sum2 = fma(d * units[2], scales4, fma(vec4f(sums[2]), bases4, sum2));
      }
      {
        let x0 = x_tile[(ty + 96u) * 5u + s * 2u];
        let x1 = x_tile[(ty + 96u) * 5u + s * 2u + 1u];
        let d = bitcast<vec4f>(vec4i(
          0x4b400000 + dot4I8Packed(c0_0.x, x0.x) + dot4I8Packed(c0_0.y, x0.y) + dot4I8Packed(c0_0.z, x0.z) +
              dot4I8Packed(c0_0.w, x0.w) + dot4I8Packed(c0_1.x, x1.x) + dot4I8Packed(c0_1.y, x1.y) +
              dot4I8Packed(c0_1.z, x1.z) + dot4I8Packed(c0_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c1_0.x, x0.x) + dot4I8Packed(c1_0.y, x0.y) + dot4I8Packed(c1_0.z, x0.z) +
              dot4I8Packed(c1_0.w, x0.w) + dot4I8Packed(c1_1.x, x1.x) + dot4I8Packed(c1_1.y, x1.y) +
              dot4I8Packed(c1_1.z, x1.z) + dot4I8Packed(c1_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c2_0.x, x0.x) + dot4I8Packed(c2_0.y, x0.y) + dot4I8Packed(c2_0.z, x0.z) +
              dot4I8Packed(c2_0.w, x0.w) + dot4I8Packed(c2_1.x, x1.x) + dot4I8Packed(c2_1.y, x1.y) +
              dot4I8Packed(c2_1.z, x1.z) + dot4I8Packed(c2_1.w, x1.w),
          0x4b400000 + dot4I8Packed(c3_0.x, x0.x) + dot4I8Packed(c3_0.y, x0.y) + dot4I8Packed(c3_0.z, x0.z) +
              dot4I8Packed(c3_0.w, x0.w) + dot4I8Packed(c3_1.x, x1.x) + dot4I8Packed(c3_1.y, x1.y) +
              dot4I8Packed(c3_1.z, x1.z) + dot4I8Packed(c3_1.w, x1.w),
        )) - 12582912.0;
        sum3 = fma(d * units[3], scales4, fma(vec4f(sums[3]), bases4, sum3));
      }
    }
  }
  {
    let row = row0 + ty * 4u + 0u;
    let col = col0 + tx * 4u;
    if (row < params.m && col < params.n) {
      let at = row * params.n + col;
      store_y(at, sum0.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum0[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum0[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum0[3]);
      }
    }
  }
  {
    let row = row0 + ty * 4u + 1u;
    let col = col0 + tx * 4u;
    if (row < params.m && col < params.n) {
      let at = row * params.n + col;
      store_y(at, sum1.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum1[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum1[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum1[3]);
      }
    }
  }
  {
    let row = row0 + ty * 4u + 2u;
    let col = col0 + tx * 4u;
    if (row < params.m && col < params.n) {
      let at = row * params.n + col;
      store_y(at, sum2.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum2[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum2[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum2[3]);
      }
    }
  }
  {
    let row = row0 + ty * 4u + 3u;
    let col = col0 + tx * 4u;
    if (row < params.m && col < params.n) {
      let at = row * params.n + col;
      store_y(at, sum3.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum3[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum3[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum3[3]);
      }
    }
  }
}
