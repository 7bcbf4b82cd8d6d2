// quantized_matmul(37x160:f16, 24x10:u32, 24x5:f16, group=32, bits=2, x_bits=16)
// on software

// ==== quantized_matmul: quantized_matmul/whole_rows.wgsl?bits=8&threads=64&values=1&x=f16&x_bits=16&x_width=4
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
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

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
  if (k + 0u < params.k) {
    y[row * params.k + k + 0u] = f32(bitcast<i32>(v0[0]) - 0x4b400000) * unit;
  }
  if (k + 1u < params.k) {
    y[row * params.k + k + 1u] = f32(bitcast<i32>(v0[1]) - 0x4b400000) * unit;
  }
  if (k + 2u < params.k) {
    y[row * params.k + k + 2u] = f32(bitcast<i32>(v0[2]) - 0x4b400000) * unit;
  }
  if (k + 3u < params.k) {
    y[row * params.k + k + 3u] = f32(bitcast<i32>(v0[3]) - 0x4b400000) * unit;
  }
  if (k + 4u < params.k) {
    y[row * params.k + k + 4u] = f32(bitcast<i32>(v1[0]) - 0x4b400000) * unit;
  }
  if (k + 5u < params.k) {
    y[row * params.k + k + 5u] = f32(bitcast<i32>(v1[1]) - 0x4b400000) * unit;
  }
  if (k + 6u < params.k) {
    y[row * params.k + k + 6u] = f32(bitcast<i32>(v1[2]) - 0x4b400000) * unit;
  }
  if (k + 7u < params.k) {
    y[row * params.k + k + 7u] = f32(bitcast<i32>(v1[3]) - 0x4b400000) * unit;
  }
  if (k + 8u < params.k) {
    y[row * params.k + k + 8u] = f32(bitcast<i32>(v2[0]) - 0x4b400000) * unit;
  }
  if (k + 9u < params.k) {
    y[row * params.k + k + 9u] = f32(bitcast<i32>(v2[1]) - 0x4b400000) * unit;
  }
  if (k + 10u < params.k) {
    y[row * params.k + k + 10u] = f32(bitcast<i32>(v2[2]) - 0x4b400000) * unit;
  }
  if (k + 11u < params.k) {
    y[row * params.k + k + 11u] = f32(bitcast<i32>(v2[3]) - 0x4b400000) * unit;
  }
  if (k + 12u < params.k) {
    y[row * params.k + k + 12u] = f32(bitcast<i32>(v3[0]) - 0x4b400000) * unit;
  }
  if (k + 13u < params.k) {
    y[row * params.k + k + 13u] = f32(bitcast<i32>(v3[1]) - 0x4b400000) * unit;
  }
  if (k + 14u < params.k) {
    y[row * params.k + k + 14u] = f32(bitcast<i32>(v3[2]) - 0x4b400000) * unit;
  }
  if (k + 15u < params.k) {
    y[row * params.k + k + 15u] = f32(bitcast<i32>(v3[3]) - 0x4b400000) * unit;
  }
  if (k + 16u < params.k) {
    y[row * params.k + k + 16u] = f32(bitcast<i32>(v4[0]) - 0x4b400000) * unit;
  }
  if (k + 17u < params.k) {
    y[row * params.k + k + 17u] = f32(bitcast<i32>(v4[1]) - 0x4b400000) * unit;
  }
  if (k + 18u < params.k) {
    y[row * params.k + k + 18u] = f32(bitcast<i32>(v4[2]) - 0x4b400000) * unit;
  }
  if (k + 19u < params.k) {
    y[row * params.k + k + 19u] = f32(bitcast<i32>(v4[3]) - 0x4b400000) * unit;
  }
  if (k + 20u < params.k) {
    y[row * params.k + k + 20u] = f32(bitcast<i32>(v5[0]) - 0x4b400000) * unit;
  }
  if (k + 21u < params.k) {
    y[row * params.k + k + 21u] = f32(bitcast<i32>(v5[1]) - 0x4b400000) * unit;
  }
  if (k + 22u < params.k) {
    y[row * params.k + k + 22u] = f32(bitcast<i32>(v5[2]) - 0x4b400000) * unit;
  }
  if (k + 23u < params.k) {
    y[row * params.k + k + 23u] = f32(bitcast<i32>(v5[3]) - 0x4b400000) * unit;
  }
  if (k + 24u < params.k) {
    y[row * params.k + k + 24u] = f32(bitcast<i32>(v6[0]) - 0x4b400000) * unit;
  }
  if (k + 25u < params.k) {
    y[row * params.k + k + 25u] = f32(bitcast<i32>(v6[1]) - 0x4b400000) * unit;
  }
  if (k + 26u < params.k) {
    y[row * params.k + k + 26u] = f32(bitcast<i32>(v6[2]) - 0x4b400000) * unit;
  }
  if (k + 27u < params.k) {
    y[row * params.k + k + 27u] = f32(bitcast<i32>(v6[3]) - 0x4b400000) * unit;
  }
  if (k + 28u < params.k) {
    y[row * params.k + k + 28u] = f32(bitcast<i32>(v7[0]) - 0x4b400000) * unit;
  }
  if (k + 29u < params.k) {
    y[row * params.k + k + 29u] = f32(bitcast<i32>(v7[1]) - 0x4b400000) * unit;
  }
  if (k + 30u < params.k) {
    y[row * params.k + k + 30u] = f32(bitcast<i32>(v7[2]) - 0x4b400000) * unit;
  }
  if (k + 31u < params.k) {
    y[row * params.k + k + 31u] = f32(bitcast<i32>(v7[3]) - 0x4b400000) * unit;
  }
}

// ==== quantized_matmul: quantized_matmul/kernel.wgsl?a=f32&a_width=4&aligned=0&b=u32&b_width=4&batch_rank=1&bits=2&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=0&packed=1&rows=4&scales=f16&slices=2&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=1&y=f16&y_binding=4&y_width=4
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

@compute @workgroup_size(128)
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

  let own = lane % 64u;
  let slice = lane / 64u;
  let slice_first = slice * 4u;
  let a_side = own / 8u;
  let b_side = own % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 8u;
  let a_deep0 = lane % 8u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 128u) / 8u;
  let a_deep1 = (lane + 128u) % 8u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let b_line0 = (lane * 2u + 0u) / 8u;
  let b_deep0 = (lane * 2u + 0u) % 8u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane * 2u + 1u) / 8u;
  let b_deep1 = (lane * 2u + 1u) % 8u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u) / 4u), a_deep1 + 0u < params.k);
  {
    let at = scale_at(b_j0, b_deep0 + 0u);
    let word = codes_from(b_j0, b_deep0 + 0u);
    let code0 = low4(word);
    let code1 = low4(word >> 8u);
    let scale = vec4f(load_scales(at));
    let quad0 = code0 * scale;
    let quad1 = code1 * scale;
    b_next0 = select(vec4f(), quad0, b_deep0 + 0u + 0u < params.k);
    b_next1 = select(vec4f(), quad1, b_deep0 + 0u + 4u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    {
      let at = scale_at(b_j0, b_deep0 + ahead);
      let word = codes_from(b_j0, b_deep0 + ahead);
      let code0 = low4(word);
      let code1 = low4(word >> 8u);
      let scale = vec4f(load_scales(at));
      let quad0 = code0 * scale;
      let quad1 = code1 * scale;
      b_next0 = select(vec4f(), quad0, b_deep0 + ahead + 0u < params.k);
      b_next1 = select(vec4f(), quad1, b_deep0 + ahead + 4u < params.k);
    }
    let live = min(slice_first + 4u, (params.k - turn * 32u + 3u) / 4u);
    for (var q = slice_first; q < live; q += 1u) {
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
  b_tile[(lane + 0u) / 8u / 32u * 4u + (lane + 0u) / 8u % 4u][(lane + 0u) / 8u / 4u % 8u][(lane + 0u) % 8u] = sum_0_0;
  b_tile[(lane + 128u) / 8u / 32u * 4u + (lane + 128u) / 8u % 4u][(lane + 128u) / 8u / 4u % 8u][(lane + 128u) % 8u] = sum_1_0;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 8u / 32u * 4u + (own + 0u) / 8u % 4u][(own + 0u) / 8u / 4u % 8u][(own + 0u) % 8u]
              + b_tile[(own + 64u) / 8u / 32u * 4u + (own + 64u) / 8u % 4u][(own + 64u) / 8u / 4u % 8u][(own + 64u) % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 128u) / 8u / 32u * 4u + (own + 128u) / 8u % 4u][(own + 128u) / 8u / 4u % 8u][(own + 128u) % 8u]
              + b_tile[(own + 192u) / 8u / 32u * 4u + (own + 192u) / 8u % 4u][(own + 192u) / 8u / 4u % 8u][(own + 192u) % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 8u / 32u * 4u + (lane + 0u) / 8u % 4u][(lane + 0u) / 8u / 4u % 8u][(lane + 0u) % 8u] = sum_2_0;
  b_tile[(lane + 128u) / 8u / 32u * 4u + (lane + 128u) / 8u % 4u][(lane + 128u) / 8u / 4u % 8u][(lane + 128u) % 8u] = sum_3_0;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 8u / 32u * 4u + (own + 0u) / 8u % 4u][(own + 0u) / 8u / 4u % 8u][(own + 0u) % 8u]
              + b_tile[(own + 64u) / 8u / 32u * 4u + (own + 64u) / 8u % 4u][(own + 64u) / 8u / 4u % 8u][(own + 64u) % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 128u) / 8u / 32u * 4u + (own + 128u) / 8u % 4u][(own + 128u) / 8u / 4u % 8u][(own + 128u) % 8u]
              + b_tile[(own + 192u) / 8u / 32u * 4u + (own + 192u) / 8u % 4u][(own + 192u) / 8u / 4u % 8u][(own + 192u) % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
}
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
// The word with code k of a row at its low end.
fn codes_from(row: u32, k: u32) -> u32 {
  return b[params.b_at + row * params.words + k / 16u] >> (k % 16u * 2u);
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  return low4(codes_from(row, k));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
  return code4(row, k) * load_scales(at);
}
