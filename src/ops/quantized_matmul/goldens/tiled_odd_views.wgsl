// quantized_matmul(128x4096, 4096x512:u32, 4096x128:f16, 4096x128:f16, group=32, bits=4)
// on small-odd

// ==== quantized_matmul: quantized_matmul/kernel.wgsl?a=f32&a_width=1&aligned=0&b=u32&b_width=4&batch_rank=1&bits=4&cols=4&explicit_bounds=0&group=32&k_edge=1&lanes=8&minimums=1&packed=1&rows=4&scales=f16&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=1&y=f32&y_binding=5&y_width=4
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
  let b_line0 = (lane * 2u + 0u) / 4u;
  let b_deep0 = (lane * 2u + 0u) % 4u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane * 2u + 1u) / 4u;
  let b_deep1 = (lane * 2u + 1u) % 4u * 4u;
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
  {
    let at = scale_at(b_j0, b_deep0 + 0u);
    let word = codes_from(b_j0, b_deep0 + 0u);
    let code0 = low4(word);
    let code1 = low4(word >> 16u);
    let scale = vec4f(load_scales(at));
    let quad0 = fma(code0, scale, vec4f(load_minimums(at)));
    let quad1 = fma(code1, scale, vec4f(load_minimums(at)));
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
    let ahead = (turn + 1u) * 16u;
    a_next0[0] = select(0.0, load_a(a_from0 + ahead + 0u), a_deep0 + ahead + 0u < params.k);
    a_next0[1] = select(0.0, load_a(a_from0 + ahead + 1u), a_deep0 + ahead + 1u < params.k);
    a_next0[2] = select(0.0, load_a(a_from0 + ahead + 2u), a_deep0 + ahead + 2u < params.k);
    a_next0[3] = select(0.0, load_a(a_from0 + ahead + 3u), a_deep0 + ahead + 3u < params.k);
    a_next1[0] = select(0.0, load_a(a_from1 + ahead + 0u), a_deep1 + ahead + 0u < params.k);
    a_next1[1] = select(0.0, load_a(a_from1 + ahead + 1u), a_deep1 + ahead + 1u < params.k);
    a_next1[2] = select(0.0, load_a(a_from1 + ahead + 2u), a_deep1 + ahead + 2u < params.k);
    a_next1[3] = select(0.0, load_a(a_from1 + ahead + 3u), a_deep1 + ahead + 3u < params.k);
    {
      let at = scale_at(b_j0, b_deep0 + ahead);
      let word = codes_from(b_j0, b_deep0 + ahead);
      let code0 = low4(word);
      let code1 = low4(word >> 16u);
      let scale = vec4f(load_scales(at));
      let quad0 = fma(code0, scale, vec4f(load_minimums(at)));
      let quad1 = fma(code1, scale, vec4f(load_minimums(at)));
      b_next0 = select(vec4f(), quad0, b_deep0 + ahead + 0u < params.k);
      b_next1 = select(vec4f(), quad1, b_deep0 + ahead + 4u < params.k);
    }
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
// The word with code k of a row at its low end.
fn codes_from(row: u32, k: u32) -> u32 {
  return b[params.b_at + row * params.words + k / 8u] >> (k % 8u * 4u);
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
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
}
