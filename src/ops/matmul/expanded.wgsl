// ==== matmul/kernel.wgsl?a=bf16&a_width=1&b=bf16&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
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

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let w = b[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

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
  b_next0[0] = select(0.0, load_b(b_from0 + 0u + 0u), b_deep0 + 0u + 0u < params.k);
  b_next0[1] = select(0.0, load_b(b_from0 + 0u + 1u), b_deep0 + 0u + 1u < params.k);
  b_next0[2] = select(0.0, load_b(b_from0 + 0u + 2u), b_deep0 + 0u + 2u < params.k);
  b_next0[3] = select(0.0, load_b(b_from0 + 0u + 3u), b_deep0 + 0u + 3u < params.k);
  b_next1[0] = select(0.0, load_b(b_from1 + 0u + 0u), b_deep1 + 0u + 0u < params.k);
  b_next1[1] = select(0.0, load_b(b_from1 + 0u + 1u), b_deep1 + 0u + 1u < params.k);
  b_next1[2] = select(0.0, load_b(b_from1 + 0u + 2u), b_deep1 + 0u + 2u < params.k);
  b_next1[3] = select(0.0, load_b(b_from1 + 0u + 3u), b_deep1 + 0u + 3u < params.k);
  b_next2[0] = select(0.0, load_b(b_from2 + 0u + 0u), b_deep2 + 0u + 0u < params.k);
  b_next2[1] = select(0.0, load_b(b_from2 + 0u + 1u), b_deep2 + 0u + 1u < params.k);
  b_next2[2] = select(0.0, load_b(b_from2 + 0u + 2u), b_deep2 + 0u + 2u < params.k);
  b_next2[3] = select(0.0, load_b(b_from2 + 0u + 3u), b_deep2 + 0u + 3u < params.k);
  b_next3[0] = select(0.0, load_b(b_from3 + 0u + 0u), b_deep3 + 0u + 0u < params.k);
  b_next3[1] = select(0.0, load_b(b_from3 + 0u + 1u), b_deep3 + 0u + 1u < params.k);
  b_next3[2] = select(0.0, load_b(b_from3 + 0u + 2u), b_deep3 + 0u + 2u < params.k);
  b_next3[3] = select(0.0, load_b(b_from3 + 0u + 3u), b_deep3 + 0u + 3u < params.k);
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
    b_next0[0] = select(0.0, load_b(b_from0 + ahead + 0u), b_deep0 + ahead + 0u < params.k);
    b_next0[1] = select(0.0, load_b(b_from0 + ahead + 1u), b_deep0 + ahead + 1u < params.k);
    b_next0[2] = select(0.0, load_b(b_from0 + ahead + 2u), b_deep0 + ahead + 2u < params.k);
    b_next0[3] = select(0.0, load_b(b_from0 + ahead + 3u), b_deep0 + ahead + 3u < params.k);
    b_next1[0] = select(0.0, load_b(b_from1 + ahead + 0u), b_deep1 + ahead + 0u < params.k);
    b_next1[1] = select(0.0, load_b(b_from1 + ahead + 1u), b_deep1 + ahead + 1u < params.k);
    b_next1[2] = select(0.0, load_b(b_from1 + ahead + 2u), b_deep1 + ahead + 2u < params.k);
    b_next1[3] = select(0.0, load_b(b_from1 + ahead + 3u), b_deep1 + ahead + 3u < params.k);
    b_next2[0] = select(0.0, load_b(b_from2 + ahead + 0u), b_deep2 + ahead + 0u < params.k);
    b_next2[1] = select(0.0, load_b(b_from2 + ahead + 1u), b_deep2 + ahead + 1u < params.k);
    b_next2[2] = select(0.0, load_b(b_from2 + ahead + 2u), b_deep2 + ahead + 2u < params.k);
    b_next2[3] = select(0.0, load_b(b_from2 + ahead + 3u), b_deep2 + ahead + 3u < params.k);
    b_next3[0] = select(0.0, load_b(b_from3 + ahead + 0u), b_deep3 + ahead + 0u < params.k);
    b_next3[1] = select(0.0, load_b(b_from3 + ahead + 1u), b_deep3 + ahead + 1u < params.k);
    b_next3[2] = select(0.0, load_b(b_from3 + ahead + 2u), b_deep3 + ahead + 2u < params.k);
    b_next3[3] = select(0.0, load_b(b_from3 + ahead + 3u), b_deep3 + ahead + 3u < params.k);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=1&b=bf16&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
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

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let w = b[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 1u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 1u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = load_b(b_from2 + 0u * params.n + j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = load_b(b_from2 + 0u * params.n + j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = load_b(b_from2 + 0u * params.n + j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = load_b(b_from2 + 0u * params.n + j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = load_b(b_from3 + 0u * params.n + j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = load_b(b_from3 + 0u * params.n + j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = load_b(b_from3 + 0u * params.n + j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = load_b(b_from3 + 0u * params.n + j3);
    b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
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
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = load_b(b_from2 + ahead * params.n + j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = load_b(b_from2 + ahead * params.n + j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = load_b(b_from2 + ahead * params.n + j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = load_b(b_from2 + ahead * params.n + j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = load_b(b_from3 + ahead * params.n + j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = load_b(b_from3 + ahead * params.n + j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = load_b(b_from3 + ahead * params.n + j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = load_b(b_from3 + ahead * params.n + j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=1&b=f16&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=1&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<u32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  let pair = unpack2x16float(a[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let pair = unpack2x16float(b[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 16>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
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
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
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
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    let live = min(4u, (params.k - turn * 16u + 3u) / 4u);
    for (var q = 0u; q < live; q += 1u) {
    {
      let a_mine0 = a_tile[0][a_side][q];
      let a_mine1 = a_tile[1][a_side][q];
      let a_mine2 = a_tile[2][a_side][q];
      let a_mine3 = a_tile[3][a_side][q];
      {
        let b_mine0 = b_tile[q * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=1&b=f16&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
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

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let pair = unpack2x16float(b[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 1u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 1u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = load_b(b_from2 + 0u * params.n + j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = load_b(b_from2 + 0u * params.n + j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = load_b(b_from2 + 0u * params.n + j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = load_b(b_from2 + 0u * params.n + j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = load_b(b_from3 + 0u * params.n + j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = load_b(b_from3 + 0u * params.n + j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = load_b(b_from3 + 0u * params.n + j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = load_b(b_from3 + 0u * params.n + j3);
    b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
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
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = load_b(b_from2 + ahead * params.n + j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = load_b(b_from2 + ahead * params.n + j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = load_b(b_from2 + ahead * params.n + j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = load_b(b_from2 + ahead * params.n + j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = load_b(b_from3 + ahead * params.n + j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = load_b(b_from3 + ahead * params.n + j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = load_b(b_from3 + ahead * params.n + j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = load_b(b_from3 + ahead * params.n + j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=1&b=f16&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
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

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let pair = unpack2x16float(b[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

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
  b_next0[0] = select(0.0, load_b(b_from0 + 0u + 0u), b_deep0 + 0u + 0u < params.k);
  b_next0[1] = select(0.0, load_b(b_from0 + 0u + 1u), b_deep0 + 0u + 1u < params.k);
  b_next0[2] = select(0.0, load_b(b_from0 + 0u + 2u), b_deep0 + 0u + 2u < params.k);
  b_next0[3] = select(0.0, load_b(b_from0 + 0u + 3u), b_deep0 + 0u + 3u < params.k);
  b_next1[0] = select(0.0, load_b(b_from1 + 0u + 0u), b_deep1 + 0u + 0u < params.k);
  b_next1[1] = select(0.0, load_b(b_from1 + 0u + 1u), b_deep1 + 0u + 1u < params.k);
  b_next1[2] = select(0.0, load_b(b_from1 + 0u + 2u), b_deep1 + 0u + 2u < params.k);
  b_next1[3] = select(0.0, load_b(b_from1 + 0u + 3u), b_deep1 + 0u + 3u < params.k);
  b_next2[0] = select(0.0, load_b(b_from2 + 0u + 0u), b_deep2 + 0u + 0u < params.k);
  b_next2[1] = select(0.0, load_b(b_from2 + 0u + 1u), b_deep2 + 0u + 1u < params.k);
  b_next2[2] = select(0.0, load_b(b_from2 + 0u + 2u), b_deep2 + 0u + 2u < params.k);
  b_next2[3] = select(0.0, load_b(b_from2 + 0u + 3u), b_deep2 + 0u + 3u < params.k);
  b_next3[0] = select(0.0, load_b(b_from3 + 0u + 0u), b_deep3 + 0u + 0u < params.k);
  b_next3[1] = select(0.0, load_b(b_from3 + 0u + 1u), b_deep3 + 0u + 1u < params.k);
  b_next3[2] = select(0.0, load_b(b_from3 + 0u + 2u), b_deep3 + 0u + 2u < params.k);
  b_next3[3] = select(0.0, load_b(b_from3 + 0u + 3u), b_deep3 + 0u + 3u < params.k);
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
    b_next0[0] = select(0.0, load_b(b_from0 + ahead + 0u), b_deep0 + ahead + 0u < params.k);
    b_next0[1] = select(0.0, load_b(b_from0 + ahead + 1u), b_deep0 + ahead + 1u < params.k);
    b_next0[2] = select(0.0, load_b(b_from0 + ahead + 2u), b_deep0 + ahead + 2u < params.k);
    b_next0[3] = select(0.0, load_b(b_from0 + ahead + 3u), b_deep0 + ahead + 3u < params.k);
    b_next1[0] = select(0.0, load_b(b_from1 + ahead + 0u), b_deep1 + ahead + 0u < params.k);
    b_next1[1] = select(0.0, load_b(b_from1 + ahead + 1u), b_deep1 + ahead + 1u < params.k);
    b_next1[2] = select(0.0, load_b(b_from1 + ahead + 2u), b_deep1 + ahead + 2u < params.k);
    b_next1[3] = select(0.0, load_b(b_from1 + ahead + 3u), b_deep1 + ahead + 3u < params.k);
    b_next2[0] = select(0.0, load_b(b_from2 + ahead + 0u), b_deep2 + ahead + 0u < params.k);
    b_next2[1] = select(0.0, load_b(b_from2 + ahead + 1u), b_deep2 + ahead + 1u < params.k);
    b_next2[2] = select(0.0, load_b(b_from2 + ahead + 2u), b_deep2 + ahead + 2u < params.k);
    b_next2[3] = select(0.0, load_b(b_from2 + ahead + 3u), b_deep2 + ahead + 3u < params.k);
    b_next3[0] = select(0.0, load_b(b_from3 + ahead + 0u), b_deep3 + ahead + 0u < params.k);
    b_next3[1] = select(0.0, load_b(b_from3 + ahead + 1u), b_deep3 + ahead + 1u < params.k);
    b_next3[2] = select(0.0, load_b(b_from3 + ahead + 2u), b_deep3 + ahead + 2u < params.k);
    b_next3[3] = select(0.0, load_b(b_from3 + ahead + 3u), b_deep3 + ahead + 3u < params.k);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=1&b=f16&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=1&transpose_b=0&unroll=8&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<u32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  let pair = unpack2x16float(a[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
var<workgroup> a_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let pair = unpack2x16float(b[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

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

  let a_deep0 = lane / 8u;
  let a_line0 = lane % 8u;
  let a_j0 = min(a_first + a_line0 * 4u, params.m - 1u);
  let a_from0 = a_from + a_deep0 * params.m;
  var a_next0 = vec4f();
  let a_deep1 = (lane + 64u) / 8u;
  let a_line1 = (lane + 64u) % 8u;
  let a_j1 = min(a_first + a_line1 * 4u, params.m - 1u);
  let a_from1 = a_from + a_deep1 * params.m;
  var a_next1 = vec4f();
  let a_deep2 = (lane + 128u) / 8u;
  let a_line2 = (lane + 128u) % 8u;
  let a_j2 = min(a_first + a_line2 * 4u, params.m - 1u);
  let a_from2 = a_from + a_deep2 * params.m;
  var a_next2 = vec4f();
  let a_deep3 = (lane + 192u) / 8u;
  let a_line3 = (lane + 192u) % 8u;
  let a_j3 = min(a_first + a_line3 * 4u, params.m - 1u);
  let a_from3 = a_from + a_deep3 * params.m;
  var a_next3 = vec4f();
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 1u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 1u);
  let b_from3 = b_from + b_deep3 * params.n;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  {
    let j0 = a_j0;
    let v0 = load_a(a_from0 + 0u * params.m + j0);
    let j1 = min(a_j0 + 1u, params.m - 1u);
    let v1 = load_a(a_from0 + 0u * params.m + j1);
    let j2 = min(a_j0 + 2u, params.m - 1u);
    let v2 = load_a(a_from0 + 0u * params.m + j2);
    let j3 = min(a_j0 + 3u, params.m - 1u);
    let v3 = load_a(a_from0 + 0u * params.m + j3);
    a_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep0 + 0u < params.k);
  }
  {
    let j0 = a_j1;
    let v0 = load_a(a_from1 + 0u * params.m + j0);
    let j1 = min(a_j1 + 1u, params.m - 1u);
    let v1 = load_a(a_from1 + 0u * params.m + j1);
    let j2 = min(a_j1 + 2u, params.m - 1u);
    let v2 = load_a(a_from1 + 0u * params.m + j2);
    let j3 = min(a_j1 + 3u, params.m - 1u);
    let v3 = load_a(a_from1 + 0u * params.m + j3);
    a_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep1 + 0u < params.k);
  }
  {
    let j0 = a_j2;
    let v0 = load_a(a_from2 + 0u * params.m + j0);
    let j1 = min(a_j2 + 1u, params.m - 1u);
    let v1 = load_a(a_from2 + 0u * params.m + j1);
    let j2 = min(a_j2 + 2u, params.m - 1u);
    let v2 = load_a(a_from2 + 0u * params.m + j2);
    let j3 = min(a_j2 + 3u, params.m - 1u);
    let v3 = load_a(a_from2 + 0u * params.m + j3);
    a_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep2 + 0u < params.k);
  }
  {
    let j0 = a_j3;
    let v0 = load_a(a_from3 + 0u * params.m + j0);
    let j1 = min(a_j3 + 1u, params.m - 1u);
    let v1 = load_a(a_from3 + 0u * params.m + j1);
    let j2 = min(a_j3 + 2u, params.m - 1u);
    let v2 = load_a(a_from3 + 0u * params.m + j2);
    let j3 = min(a_j3 + 3u, params.m - 1u);
    let v3 = load_a(a_from3 + 0u * params.m + j3);
    a_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep3 + 0u < params.k);
  }
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = load_b(b_from2 + 0u * params.n + j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = load_b(b_from2 + 0u * params.n + j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = load_b(b_from2 + 0u * params.n + j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = load_b(b_from2 + 0u * params.n + j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = load_b(b_from3 + 0u * params.n + j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = load_b(b_from3 + 0u * params.n + j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = load_b(b_from3 + 0u * params.n + j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = load_b(b_from3 + 0u * params.n + j3);
    b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_deep0][a_line0 / 8u][a_line0 % 8u] = a_next0;
    a_tile[a_deep1][a_line1 / 8u][a_line1 % 8u] = a_next1;
    a_tile[a_deep2][a_line2 / 8u][a_line2 % 8u] = a_next2;
    a_tile[a_deep3][a_line3 / 8u][a_line3 % 8u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    {
      let j0 = a_j0;
      let v0 = load_a(a_from0 + ahead * params.m + j0);
      let j1 = min(a_j0 + 1u, params.m - 1u);
      let v1 = load_a(a_from0 + ahead * params.m + j1);
      let j2 = min(a_j0 + 2u, params.m - 1u);
      let v2 = load_a(a_from0 + ahead * params.m + j2);
      let j3 = min(a_j0 + 3u, params.m - 1u);
      let v3 = load_a(a_from0 + ahead * params.m + j3);
      a_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep0 + ahead < params.k);
    }
    {
      let j0 = a_j1;
      let v0 = load_a(a_from1 + ahead * params.m + j0);
      let j1 = min(a_j1 + 1u, params.m - 1u);
      let v1 = load_a(a_from1 + ahead * params.m + j1);
      let j2 = min(a_j1 + 2u, params.m - 1u);
      let v2 = load_a(a_from1 + ahead * params.m + j2);
      let j3 = min(a_j1 + 3u, params.m - 1u);
      let v3 = load_a(a_from1 + ahead * params.m + j3);
      a_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep1 + ahead < params.k);
    }
    {
      let j0 = a_j2;
      let v0 = load_a(a_from2 + ahead * params.m + j0);
      let j1 = min(a_j2 + 1u, params.m - 1u);
      let v1 = load_a(a_from2 + ahead * params.m + j1);
      let j2 = min(a_j2 + 2u, params.m - 1u);
      let v2 = load_a(a_from2 + ahead * params.m + j2);
      let j3 = min(a_j2 + 3u, params.m - 1u);
      let v3 = load_a(a_from2 + ahead * params.m + j3);
      a_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep2 + ahead < params.k);
    }
    {
      let j0 = a_j3;
      let v0 = load_a(a_from3 + ahead * params.m + j0);
      let j1 = min(a_j3 + 1u, params.m - 1u);
      let v1 = load_a(a_from3 + ahead * params.m + j1);
      let j2 = min(a_j3 + 2u, params.m - 1u);
      let v2 = load_a(a_from3 + ahead * params.m + j2);
      let j3 = min(a_j3 + 3u, params.m - 1u);
      let v3 = load_a(a_from3 + ahead * params.m + j3);
      a_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep3 + ahead < params.k);
    }
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = load_b(b_from2 + ahead * params.n + j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = load_b(b_from2 + ahead * params.n + j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = load_b(b_from2 + ahead * params.n + j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = load_b(b_from2 + ahead * params.n + j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = load_b(b_from3 + ahead * params.n + j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = load_b(b_from3 + ahead * params.n + j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = load_b(b_from3 + ahead * params.n + j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = load_b(b_from3 + ahead * params.n + j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    {
      {
        let a_mine0 = a_tile[0u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[1u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[2u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[3u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[4u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[5u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[6u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[7u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=4&b=bf16&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 4u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 4u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u * params.n + b_j0) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u * params.n + b_j1) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u * params.n + b_j2) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u * params.n + b_j3) / 4u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead * params.n + b_j2) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead * params.n + b_j3) / 4u), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=4&b=f16&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&slices=4&tile_k=64&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=16&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> a_tile: array<array<array<vec4f, 17>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> b_tile: array<array<array<vec4f, 17>, 8>, 4>;

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

@compute @workgroup_size(256)
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

  let a_line0 = lane / 16u;
  let a_deep0 = lane % 16u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 256u) / 16u;
  let a_deep1 = (lane + 256u) % 16u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let b_line0 = lane / 16u;
  let b_deep0 = lane % 16u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 256u) / 16u;
  let b_deep1 = (lane + 256u) % 16u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 63u) / 64u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u) / 4u), a_deep1 + 0u < params.k);
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u) / 4u), b_deep1 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 64u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead) / 4u), b_deep1 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][slice_first];
      let a_mine1 = a_tile[1][a_side][slice_first];
      let a_mine2 = a_tile[2][a_side][slice_first];
      let a_mine3 = a_tile[3][a_side][slice_first];
      let b_mine0 = b_tile[0][b_side][slice_first];
      let b_mine1 = b_tile[1][b_side][slice_first];
      let b_mine2 = b_tile[2][b_side][slice_first];
      let b_mine3 = b_tile[3][b_side][slice_first];
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
      let a_mine0 = a_tile[0][a_side][(slice_first + 1u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 1u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 1u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 1u)];
      let b_mine0 = b_tile[0][b_side][(slice_first + 1u)];
      let b_mine1 = b_tile[1][b_side][(slice_first + 1u)];
      let b_mine2 = b_tile[2][b_side][(slice_first + 1u)];
      let b_mine3 = b_tile[3][b_side][(slice_first + 1u)];
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
      let a_mine0 = a_tile[0][a_side][(slice_first + 2u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 2u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 2u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 2u)];
      let b_mine0 = b_tile[0][b_side][(slice_first + 2u)];
      let b_mine1 = b_tile[1][b_side][(slice_first + 2u)];
      let b_mine2 = b_tile[2][b_side][(slice_first + 2u)];
      let b_mine3 = b_tile[3][b_side][(slice_first + 2u)];
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
      let a_mine0 = a_tile[0][a_side][(slice_first + 3u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 3u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 3u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 3u)];
      let b_mine0 = b_tile[0][b_side][(slice_first + 3u)];
      let b_mine1 = b_tile[1][b_side][(slice_first + 3u)];
      let b_mine2 = b_tile[2][b_side][(slice_first + 3u)];
      let b_mine3 = b_tile[3][b_side][(slice_first + 3u)];
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
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_0_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_1_0;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_2_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_3_0;
  workgroupBarrier();
  if (slice == 2u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 3u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
}

// ==== matmul/kernel.wgsl?a=f16&a_width=4&b=f16&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=1&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 16>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 15u) / 16u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u) / 4u), a_deep1 + 0u < params.k);
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u * params.n + b_j0) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u * params.n + b_j1) / 4u), b_deep1 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 16u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
    let live = min(4u, (params.k - turn * 16u + 3u) / 4u);
    for (var q = 0u; q < live; q += 1u) {
    {
      let a_mine0 = a_tile[0][a_side][q];
      let a_mine1 = a_tile[1][a_side][q];
      let a_mine2 = a_tile[2][a_side][q];
      let a_mine3 = a_tile[3][a_side][q];
      {
        let b_mine0 = b_tile[q * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=4&b=f16&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 4u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 4u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u * params.n + b_j0) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u * params.n + b_j1) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u * params.n + b_j2) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u * params.n + b_j3) / 4u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead * params.n + b_j2) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead * params.n + b_j3) / 4u), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=4&b=f16&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

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
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u) / 4u), b_deep3 + 0u < params.k);
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
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead) / 4u), b_deep3 + ahead < params.k);
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

// ==== matmul/kernel.wgsl?a=f16&a_width=4&b=f16&b_width=4&batch_rank=1&cols=8&explicit_bounds=0&k_edge=0&lanes=8&rows=8&tile_k=16&tile_m=64&tile_n=128&transpose_a=0&transpose_b=0&unroll=4&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 8>;

@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
var<workgroup> b_tile: array<array<array<vec4f, 16>, 2>, 16>;

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

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 63u) / 64u;
  let tiles_n = (params.n + 127u) / 128u;
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
  let b_first = band_inside / band_height * 128u;

  let a_side = lane / 64u * 4u + lane % 32u / 8u;
  let b_side = lane / 32u % 2u * 8u + lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 4u;
  let a_deep0 = lane % 4u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 128u) / 4u;
  let a_deep1 = (lane + 128u) % 4u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let b_deep0 = lane / 32u;
  let b_line0 = lane % 32u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 128u) / 32u;
  let b_line1 = (lane + 128u) % 32u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 256u) / 32u;
  let b_line2 = (lane + 256u) % 32u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 4u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 384u) / 32u;
  let b_line3 = (lane + 384u) % 32u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 4u);
  let b_from3 = b_from + b_deep3 * params.n;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_0_1 = vec4f();
  var sum_1_0 = vec4f();
  var sum_1_1 = vec4f();
  var sum_2_0 = vec4f();
  var sum_2_1 = vec4f();
  var sum_3_0 = vec4f();
  var sum_3_1 = vec4f();
  var sum_4_0 = vec4f();
  var sum_4_1 = vec4f();
  var sum_5_0 = vec4f();
  var sum_5_1 = vec4f();
  var sum_6_0 = vec4f();
  var sum_6_1 = vec4f();
  var sum_7_0 = vec4f();
  var sum_7_1 = vec4f();

  let turns = (params.k + 15u) / 16u;
  a_next0 = load4_a((a_from0 + 0u) / 4u);
  a_next1 = load4_a((a_from1 + 0u) / 4u);
  b_next0 = load4_b((b_from0 + 0u * params.n + b_j0) / 4u);
  b_next1 = load4_b((b_from1 + 0u * params.n + b_j1) / 4u);
  b_next2 = load4_b((b_from2 + 0u * params.n + b_j2) / 4u);
  b_next3 = load4_b((b_from3 + 0u * params.n + b_j3) / 4u);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_deep0][b_line0 / 16u][b_line0 % 16u] = b_next0;
    b_tile[b_deep1][b_line1 / 16u][b_line1 % 16u] = b_next1;
    b_tile[b_deep2][b_line2 / 16u][b_line2 % 16u] = b_next2;
    b_tile[b_deep3][b_line3 / 16u][b_line3 % 16u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 16u;
    a_next0 = load4_a((a_from0 + ahead) / 4u);
    a_next1 = load4_a((a_from1 + ahead) / 4u);
    b_next0 = load4_b((b_from0 + ahead * params.n + b_j0) / 4u);
    b_next1 = load4_b((b_from1 + ahead * params.n + b_j1) / 4u);
    b_next2 = load4_b((b_from2 + ahead * params.n + b_j2) / 4u);
    b_next3 = load4_b((b_from3 + ahead * params.n + b_j3) / 4u);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let a_mine4 = a_tile[4][a_side][0u];
      let a_mine5 = a_tile[5][a_side][0u];
      let a_mine6 = a_tile[6][a_side][0u];
      let a_mine7 = a_tile[7][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[0u * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[0u * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[0u * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[0u * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), b_mine1, sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let a_mine4 = a_tile[4][a_side][1u];
      let a_mine5 = a_tile[5][a_side][1u];
      let a_mine6 = a_tile[6][a_side][1u];
      let a_mine7 = a_tile[7][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[1u * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[1u * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[1u * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[1u * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), b_mine1, sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let a_mine4 = a_tile[4][a_side][2u];
      let a_mine5 = a_tile[5][a_side][2u];
      let a_mine6 = a_tile[6][a_side][2u];
      let a_mine7 = a_tile[7][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[2u * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[2u * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[2u * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[2u * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), b_mine1, sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let a_mine4 = a_tile[4][a_side][3u];
      let a_mine5 = a_tile[5][a_side][3u];
      let a_mine6 = a_tile[6][a_side][3u];
      let a_mine7 = a_tile[7][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[3u * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[3u * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[3u * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[3u * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), b_mine1, sum_7_1);
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
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_1);
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
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_1);
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
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_1);
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
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_4_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 0u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_4_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_5_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 1u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_5_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_6_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 2u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_6_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_7_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 3u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_7_1);
    }
  }
}

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&slices=2&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 128u) / 8u;
  let b_line1 = (lane + 128u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
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
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
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
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let a_mine0 = a_tile[0][a_side][slice_first];
      let a_mine1 = a_tile[1][a_side][slice_first];
      let a_mine2 = a_tile[2][a_side][slice_first];
      let a_mine3 = a_tile[3][a_side][slice_first];
      {
        let b_mine0 = b_tile[slice_first * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[slice_first * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[slice_first * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[slice_first * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 1u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 1u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 1u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 1u)];
      {
        let b_mine0 = b_tile[(slice_first + 1u) * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 1u) * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 1u) * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 1u) * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 2u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 2u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 2u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 2u)];
      {
        let b_mine0 = b_tile[(slice_first + 2u) * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 2u) * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 2u) * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 2u) * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 3u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 3u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 3u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 3u)];
      {
        let b_mine0 = b_tile[(slice_first + 3u) * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 3u) * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 3u) * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[(slice_first + 3u) * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  b_tile[(lane + 0u) / 8u][(lane + 0u) % 8u / 8u][(lane + 0u) % 8u % 8u] = sum_0_0;
  b_tile[(lane + 128u) / 8u][(lane + 128u) % 8u / 8u][(lane + 128u) % 8u % 8u] = sum_1_0;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 8u][(own + 0u) % 8u / 8u][(own + 0u) % 8u % 8u]
              + b_tile[(own + 64u) / 8u][(own + 64u) % 8u / 8u][(own + 64u) % 8u % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum[3]);
      }
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 128u) / 8u][(own + 128u) % 8u / 8u][(own + 128u) % 8u % 8u]
              + b_tile[(own + 192u) / 8u][(own + 192u) % 8u / 8u][(own + 192u) % 8u % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum[3]);
      }
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 8u][(lane + 0u) % 8u / 8u][(lane + 0u) % 8u % 8u] = sum_2_0;
  b_tile[(lane + 128u) / 8u][(lane + 128u) % 8u / 8u][(lane + 128u) % 8u % 8u] = sum_3_0;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 8u][(own + 0u) % 8u / 8u][(own + 0u) % 8u % 8u]
              + b_tile[(own + 64u) / 8u][(own + 64u) % 8u / 8u][(own + 64u) % 8u % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum[3]);
      }
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 128u) / 8u][(own + 128u) % 8u / 8u][(own + 128u) % 8u % 8u]
              + b_tile[(own + 192u) / 8u][(own + 192u) % 8u / 8u][(own + 192u) % 8u % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store_y(at, sum.x);
      if (col + 1u < params.n) {
        store_y(at + 1u, sum[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, sum[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, sum[3]);
      }
    }
  }
}

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 16>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
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
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
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
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    let live = min(4u, (params.k - turn * 16u + 3u) / 4u);
    for (var q = 0u; q < live; q += 1u) {
    {
      let a_mine0 = a_tile[0][a_side][q];
      let a_mine1 = a_tile[1][a_side][q];
      let a_mine2 = a_tile[2][a_side][q];
      let a_mine3 = a_tile[3][a_side][q];
      {
        let b_mine0 = b_tile[q * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  b_next0[0] = select(0.0, load_b(b_from0 + 0u + 0u), b_deep0 + 0u + 0u < params.k);
  b_next0[1] = select(0.0, load_b(b_from0 + 0u + 1u), b_deep0 + 0u + 1u < params.k);
  b_next0[2] = select(0.0, load_b(b_from0 + 0u + 2u), b_deep0 + 0u + 2u < params.k);
  b_next0[3] = select(0.0, load_b(b_from0 + 0u + 3u), b_deep0 + 0u + 3u < params.k);
  b_next1[0] = select(0.0, load_b(b_from1 + 0u + 0u), b_deep1 + 0u + 0u < params.k);
  b_next1[1] = select(0.0, load_b(b_from1 + 0u + 1u), b_deep1 + 0u + 1u < params.k);
  b_next1[2] = select(0.0, load_b(b_from1 + 0u + 2u), b_deep1 + 0u + 2u < params.k);
  b_next1[3] = select(0.0, load_b(b_from1 + 0u + 3u), b_deep1 + 0u + 3u < params.k);
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
    b_next0[0] = select(0.0, load_b(b_from0 + ahead + 0u), b_deep0 + ahead + 0u < params.k);
    b_next0[1] = select(0.0, load_b(b_from0 + ahead + 1u), b_deep0 + ahead + 1u < params.k);
    b_next0[2] = select(0.0, load_b(b_from0 + ahead + 2u), b_deep0 + ahead + 2u < params.k);
    b_next0[3] = select(0.0, load_b(b_from0 + ahead + 3u), b_deep0 + ahead + 3u < params.k);
    b_next1[0] = select(0.0, load_b(b_from1 + ahead + 0u), b_deep1 + ahead + 0u < params.k);
    b_next1[1] = select(0.0, load_b(b_from1 + ahead + 1u), b_deep1 + ahead + 1u < params.k);
    b_next1[2] = select(0.0, load_b(b_from1 + ahead + 2u), b_deep1 + ahead + 2u < params.k);
    b_next1[3] = select(0.0, load_b(b_from1 + ahead + 3u), b_deep1 + ahead + 3u < params.k);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=bf16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 1u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 1u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = load_b(b_from2 + 0u * params.n + j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = load_b(b_from2 + 0u * params.n + j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = load_b(b_from2 + 0u * params.n + j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = load_b(b_from2 + 0u * params.n + j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = load_b(b_from3 + 0u * params.n + j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = load_b(b_from3 + 0u * params.n + j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = load_b(b_from3 + 0u * params.n + j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = load_b(b_from3 + 0u * params.n + j3);
    b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
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
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = load_b(b_from2 + ahead * params.n + j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = load_b(b_from2 + ahead * params.n + j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = load_b(b_from2 + ahead * params.n + j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = load_b(b_from2 + ahead * params.n + j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = load_b(b_from3 + ahead * params.n + j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = load_b(b_from3 + ahead * params.n + j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = load_b(b_from3 + ahead * params.n + j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = load_b(b_from3 + ahead * params.n + j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 1u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 1u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = load_b(b_from2 + 0u * params.n + j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = load_b(b_from2 + 0u * params.n + j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = load_b(b_from2 + 0u * params.n + j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = load_b(b_from2 + 0u * params.n + j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = load_b(b_from3 + 0u * params.n + j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = load_b(b_from3 + 0u * params.n + j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = load_b(b_from3 + 0u * params.n + j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = load_b(b_from3 + 0u * params.n + j3);
    b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
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
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = load_b(b_from2 + ahead * params.n + j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = load_b(b_from2 + ahead * params.n + j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = load_b(b_from2 + ahead * params.n + j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = load_b(b_from2 + ahead * params.n + j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = load_b(b_from3 + ahead * params.n + j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = load_b(b_from3 + ahead * params.n + j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = load_b(b_from3 + ahead * params.n + j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = load_b(b_from3 + ahead * params.n + j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 1u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 1u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = load_b(b_from2 + 0u * params.n + j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = load_b(b_from2 + 0u * params.n + j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = load_b(b_from2 + 0u * params.n + j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = load_b(b_from2 + 0u * params.n + j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = load_b(b_from3 + 0u * params.n + j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = load_b(b_from3 + 0u * params.n + j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = load_b(b_from3 + 0u * params.n + j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = load_b(b_from3 + 0u * params.n + j3);
    b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
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
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = load_b(b_from2 + ahead * params.n + j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = load_b(b_from2 + ahead * params.n + j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = load_b(b_from2 + ahead * params.n + j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = load_b(b_from2 + ahead * params.n + j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = load_b(b_from3 + ahead * params.n + j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = load_b(b_from3 + ahead * params.n + j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = load_b(b_from3 + ahead * params.n + j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = load_b(b_from3 + ahead * params.n + j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  b_next0[0] = select(0.0, load_b(b_from0 + 0u + 0u), b_deep0 + 0u + 0u < params.k);
  b_next0[1] = select(0.0, load_b(b_from0 + 0u + 1u), b_deep0 + 0u + 1u < params.k);
  b_next0[2] = select(0.0, load_b(b_from0 + 0u + 2u), b_deep0 + 0u + 2u < params.k);
  b_next0[3] = select(0.0, load_b(b_from0 + 0u + 3u), b_deep0 + 0u + 3u < params.k);
  b_next1[0] = select(0.0, load_b(b_from1 + 0u + 0u), b_deep1 + 0u + 0u < params.k);
  b_next1[1] = select(0.0, load_b(b_from1 + 0u + 1u), b_deep1 + 0u + 1u < params.k);
  b_next1[2] = select(0.0, load_b(b_from1 + 0u + 2u), b_deep1 + 0u + 2u < params.k);
  b_next1[3] = select(0.0, load_b(b_from1 + 0u + 3u), b_deep1 + 0u + 3u < params.k);
  b_next2[0] = select(0.0, load_b(b_from2 + 0u + 0u), b_deep2 + 0u + 0u < params.k);
  b_next2[1] = select(0.0, load_b(b_from2 + 0u + 1u), b_deep2 + 0u + 1u < params.k);
  b_next2[2] = select(0.0, load_b(b_from2 + 0u + 2u), b_deep2 + 0u + 2u < params.k);
  b_next2[3] = select(0.0, load_b(b_from2 + 0u + 3u), b_deep2 + 0u + 3u < params.k);
  b_next3[0] = select(0.0, load_b(b_from3 + 0u + 0u), b_deep3 + 0u + 0u < params.k);
  b_next3[1] = select(0.0, load_b(b_from3 + 0u + 1u), b_deep3 + 0u + 1u < params.k);
  b_next3[2] = select(0.0, load_b(b_from3 + 0u + 2u), b_deep3 + 0u + 2u < params.k);
  b_next3[3] = select(0.0, load_b(b_from3 + 0u + 3u), b_deep3 + 0u + 3u < params.k);
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
    b_next0[0] = select(0.0, load_b(b_from0 + ahead + 0u), b_deep0 + ahead + 0u < params.k);
    b_next0[1] = select(0.0, load_b(b_from0 + ahead + 1u), b_deep0 + ahead + 1u < params.k);
    b_next0[2] = select(0.0, load_b(b_from0 + ahead + 2u), b_deep0 + ahead + 2u < params.k);
    b_next0[3] = select(0.0, load_b(b_from0 + ahead + 3u), b_deep0 + ahead + 3u < params.k);
    b_next1[0] = select(0.0, load_b(b_from1 + ahead + 0u), b_deep1 + ahead + 0u < params.k);
    b_next1[1] = select(0.0, load_b(b_from1 + ahead + 1u), b_deep1 + ahead + 1u < params.k);
    b_next1[2] = select(0.0, load_b(b_from1 + ahead + 2u), b_deep1 + ahead + 2u < params.k);
    b_next1[3] = select(0.0, load_b(b_from1 + ahead + 3u), b_deep1 + ahead + 3u < params.k);
    b_next2[0] = select(0.0, load_b(b_from2 + ahead + 0u), b_deep2 + ahead + 0u < params.k);
    b_next2[1] = select(0.0, load_b(b_from2 + ahead + 1u), b_deep2 + ahead + 1u < params.k);
    b_next2[2] = select(0.0, load_b(b_from2 + ahead + 2u), b_deep2 + ahead + 2u < params.k);
    b_next2[3] = select(0.0, load_b(b_from2 + ahead + 3u), b_deep2 + ahead + 3u < params.k);
    b_next3[0] = select(0.0, load_b(b_from3 + ahead + 0u), b_deep3 + ahead + 0u < params.k);
    b_next3[1] = select(0.0, load_b(b_from3 + ahead + 1u), b_deep3 + ahead + 1u < params.k);
    b_next3[2] = select(0.0, load_b(b_from3 + ahead + 2u), b_deep3 + ahead + 2u < params.k);
    b_next3[3] = select(0.0, load_b(b_from3 + ahead + 3u), b_deep3 + ahead + 3u < params.k);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=1&transpose_b=0&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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

  let a_deep0 = lane / 8u;
  let a_line0 = lane % 8u;
  let a_j0 = min(a_first + a_line0 * 4u, params.m - 1u);
  let a_from0 = a_from + a_deep0 * params.m;
  var a_next0 = vec4f();
  let a_deep1 = (lane + 64u) / 8u;
  let a_line1 = (lane + 64u) % 8u;
  let a_j1 = min(a_first + a_line1 * 4u, params.m - 1u);
  let a_from1 = a_from + a_deep1 * params.m;
  var a_next1 = vec4f();
  let a_deep2 = (lane + 128u) / 8u;
  let a_line2 = (lane + 128u) % 8u;
  let a_j2 = min(a_first + a_line2 * 4u, params.m - 1u);
  let a_from2 = a_from + a_deep2 * params.m;
  var a_next2 = vec4f();
  let a_deep3 = (lane + 192u) / 8u;
  let a_line3 = (lane + 192u) % 8u;
  let a_j3 = min(a_first + a_line3 * 4u, params.m - 1u);
  let a_from3 = a_from + a_deep3 * params.m;
  var a_next3 = vec4f();
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 1u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 1u);
  let b_from3 = b_from + b_deep3 * params.n;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  {
    let j0 = a_j0;
    let v0 = load_a(a_from0 + 0u * params.m + j0);
    let j1 = min(a_j0 + 1u, params.m - 1u);
    let v1 = load_a(a_from0 + 0u * params.m + j1);
    let j2 = min(a_j0 + 2u, params.m - 1u);
    let v2 = load_a(a_from0 + 0u * params.m + j2);
    let j3 = min(a_j0 + 3u, params.m - 1u);
    let v3 = load_a(a_from0 + 0u * params.m + j3);
    a_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep0 + 0u < params.k);
  }
  {
    let j0 = a_j1;
    let v0 = load_a(a_from1 + 0u * params.m + j0);
    let j1 = min(a_j1 + 1u, params.m - 1u);
    let v1 = load_a(a_from1 + 0u * params.m + j1);
    let j2 = min(a_j1 + 2u, params.m - 1u);
    let v2 = load_a(a_from1 + 0u * params.m + j2);
    let j3 = min(a_j1 + 3u, params.m - 1u);
    let v3 = load_a(a_from1 + 0u * params.m + j3);
    a_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep1 + 0u < params.k);
  }
  {
    let j0 = a_j2;
    let v0 = load_a(a_from2 + 0u * params.m + j0);
    let j1 = min(a_j2 + 1u, params.m - 1u);
    let v1 = load_a(a_from2 + 0u * params.m + j1);
    let j2 = min(a_j2 + 2u, params.m - 1u);
    let v2 = load_a(a_from2 + 0u * params.m + j2);
    let j3 = min(a_j2 + 3u, params.m - 1u);
    let v3 = load_a(a_from2 + 0u * params.m + j3);
    a_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep2 + 0u < params.k);
  }
  {
    let j0 = a_j3;
    let v0 = load_a(a_from3 + 0u * params.m + j0);
    let j1 = min(a_j3 + 1u, params.m - 1u);
    let v1 = load_a(a_from3 + 0u * params.m + j1);
    let j2 = min(a_j3 + 2u, params.m - 1u);
    let v2 = load_a(a_from3 + 0u * params.m + j2);
    let j3 = min(a_j3 + 3u, params.m - 1u);
    let v3 = load_a(a_from3 + 0u * params.m + j3);
    a_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep3 + 0u < params.k);
  }
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = load_b(b_from2 + 0u * params.n + j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = load_b(b_from2 + 0u * params.n + j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = load_b(b_from2 + 0u * params.n + j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = load_b(b_from2 + 0u * params.n + j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = load_b(b_from3 + 0u * params.n + j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = load_b(b_from3 + 0u * params.n + j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = load_b(b_from3 + 0u * params.n + j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = load_b(b_from3 + 0u * params.n + j3);
    b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_deep0][a_line0 / 8u][a_line0 % 8u] = a_next0;
    a_tile[a_deep1][a_line1 / 8u][a_line1 % 8u] = a_next1;
    a_tile[a_deep2][a_line2 / 8u][a_line2 % 8u] = a_next2;
    a_tile[a_deep3][a_line3 / 8u][a_line3 % 8u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    {
      let j0 = a_j0;
      let v0 = load_a(a_from0 + ahead * params.m + j0);
      let j1 = min(a_j0 + 1u, params.m - 1u);
      let v1 = load_a(a_from0 + ahead * params.m + j1);
      let j2 = min(a_j0 + 2u, params.m - 1u);
      let v2 = load_a(a_from0 + ahead * params.m + j2);
      let j3 = min(a_j0 + 3u, params.m - 1u);
      let v3 = load_a(a_from0 + ahead * params.m + j3);
      a_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep0 + ahead < params.k);
    }
    {
      let j0 = a_j1;
      let v0 = load_a(a_from1 + ahead * params.m + j0);
      let j1 = min(a_j1 + 1u, params.m - 1u);
      let v1 = load_a(a_from1 + ahead * params.m + j1);
      let j2 = min(a_j1 + 2u, params.m - 1u);
      let v2 = load_a(a_from1 + ahead * params.m + j2);
      let j3 = min(a_j1 + 3u, params.m - 1u);
      let v3 = load_a(a_from1 + ahead * params.m + j3);
      a_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep1 + ahead < params.k);
    }
    {
      let j0 = a_j2;
      let v0 = load_a(a_from2 + ahead * params.m + j0);
      let j1 = min(a_j2 + 1u, params.m - 1u);
      let v1 = load_a(a_from2 + ahead * params.m + j1);
      let j2 = min(a_j2 + 2u, params.m - 1u);
      let v2 = load_a(a_from2 + ahead * params.m + j2);
      let j3 = min(a_j2 + 3u, params.m - 1u);
      let v3 = load_a(a_from2 + ahead * params.m + j3);
      a_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep2 + ahead < params.k);
    }
    {
      let j0 = a_j3;
      let v0 = load_a(a_from3 + ahead * params.m + j0);
      let j1 = min(a_j3 + 1u, params.m - 1u);
      let v1 = load_a(a_from3 + ahead * params.m + j1);
      let j2 = min(a_j3 + 2u, params.m - 1u);
      let v2 = load_a(a_from3 + ahead * params.m + j2);
      let j3 = min(a_j3 + 3u, params.m - 1u);
      let v3 = load_a(a_from3 + ahead * params.m + j3);
      a_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep3 + ahead < params.k);
    }
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = load_b(b_from2 + ahead * params.n + j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = load_b(b_from2 + ahead * params.n + j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = load_b(b_from2 + ahead * params.n + j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = load_b(b_from2 + ahead * params.n + j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = load_b(b_from3 + ahead * params.n + j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = load_b(b_from3 + ahead * params.n + j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = load_b(b_from3 + ahead * params.n + j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = load_b(b_from3 + ahead * params.n + j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    {
      {
        let a_mine0 = a_tile[0u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[1u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[2u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[3u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[4u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[5u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[6u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[7u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=1&transpose_b=1&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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

  let a_deep0 = lane / 8u;
  let a_line0 = lane % 8u;
  let a_j0 = min(a_first + a_line0 * 4u, params.m - 1u);
  let a_from0 = a_from + a_deep0 * params.m;
  var a_next0 = vec4f();
  let a_deep1 = (lane + 64u) / 8u;
  let a_line1 = (lane + 64u) % 8u;
  let a_j1 = min(a_first + a_line1 * 4u, params.m - 1u);
  let a_from1 = a_from + a_deep1 * params.m;
  var a_next1 = vec4f();
  let a_deep2 = (lane + 128u) / 8u;
  let a_line2 = (lane + 128u) % 8u;
  let a_j2 = min(a_first + a_line2 * 4u, params.m - 1u);
  let a_from2 = a_from + a_deep2 * params.m;
  var a_next2 = vec4f();
  let a_deep3 = (lane + 192u) / 8u;
  let a_line3 = (lane + 192u) % 8u;
  let a_j3 = min(a_first + a_line3 * 4u, params.m - 1u);
  let a_from3 = a_from + a_deep3 * params.m;
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
  {
    let j0 = a_j0;
    let v0 = load_a(a_from0 + 0u * params.m + j0);
    let j1 = min(a_j0 + 1u, params.m - 1u);
    let v1 = load_a(a_from0 + 0u * params.m + j1);
    let j2 = min(a_j0 + 2u, params.m - 1u);
    let v2 = load_a(a_from0 + 0u * params.m + j2);
    let j3 = min(a_j0 + 3u, params.m - 1u);
    let v3 = load_a(a_from0 + 0u * params.m + j3);
    a_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep0 + 0u < params.k);
  }
  {
    let j0 = a_j1;
    let v0 = load_a(a_from1 + 0u * params.m + j0);
    let j1 = min(a_j1 + 1u, params.m - 1u);
    let v1 = load_a(a_from1 + 0u * params.m + j1);
    let j2 = min(a_j1 + 2u, params.m - 1u);
    let v2 = load_a(a_from1 + 0u * params.m + j2);
    let j3 = min(a_j1 + 3u, params.m - 1u);
    let v3 = load_a(a_from1 + 0u * params.m + j3);
    a_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep1 + 0u < params.k);
  }
  {
    let j0 = a_j2;
    let v0 = load_a(a_from2 + 0u * params.m + j0);
    let j1 = min(a_j2 + 1u, params.m - 1u);
    let v1 = load_a(a_from2 + 0u * params.m + j1);
    let j2 = min(a_j2 + 2u, params.m - 1u);
    let v2 = load_a(a_from2 + 0u * params.m + j2);
    let j3 = min(a_j2 + 3u, params.m - 1u);
    let v3 = load_a(a_from2 + 0u * params.m + j3);
    a_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep2 + 0u < params.k);
  }
  {
    let j0 = a_j3;
    let v0 = load_a(a_from3 + 0u * params.m + j0);
    let j1 = min(a_j3 + 1u, params.m - 1u);
    let v1 = load_a(a_from3 + 0u * params.m + j1);
    let j2 = min(a_j3 + 2u, params.m - 1u);
    let v2 = load_a(a_from3 + 0u * params.m + j2);
    let j3 = min(a_j3 + 3u, params.m - 1u);
    let v3 = load_a(a_from3 + 0u * params.m + j3);
    a_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep3 + 0u < params.k);
  }
  b_next0[0] = select(0.0, load_b(b_from0 + 0u + 0u), b_deep0 + 0u + 0u < params.k);
  b_next0[1] = select(0.0, load_b(b_from0 + 0u + 1u), b_deep0 + 0u + 1u < params.k);
  b_next0[2] = select(0.0, load_b(b_from0 + 0u + 2u), b_deep0 + 0u + 2u < params.k);
  b_next0[3] = select(0.0, load_b(b_from0 + 0u + 3u), b_deep0 + 0u + 3u < params.k);
  b_next1[0] = select(0.0, load_b(b_from1 + 0u + 0u), b_deep1 + 0u + 0u < params.k);
  b_next1[1] = select(0.0, load_b(b_from1 + 0u + 1u), b_deep1 + 0u + 1u < params.k);
  b_next1[2] = select(0.0, load_b(b_from1 + 0u + 2u), b_deep1 + 0u + 2u < params.k);
  b_next1[3] = select(0.0, load_b(b_from1 + 0u + 3u), b_deep1 + 0u + 3u < params.k);
  b_next2[0] = select(0.0, load_b(b_from2 + 0u + 0u), b_deep2 + 0u + 0u < params.k);
  b_next2[1] = select(0.0, load_b(b_from2 + 0u + 1u), b_deep2 + 0u + 1u < params.k);
  b_next2[2] = select(0.0, load_b(b_from2 + 0u + 2u), b_deep2 + 0u + 2u < params.k);
  b_next2[3] = select(0.0, load_b(b_from2 + 0u + 3u), b_deep2 + 0u + 3u < params.k);
  b_next3[0] = select(0.0, load_b(b_from3 + 0u + 0u), b_deep3 + 0u + 0u < params.k);
  b_next3[1] = select(0.0, load_b(b_from3 + 0u + 1u), b_deep3 + 0u + 1u < params.k);
  b_next3[2] = select(0.0, load_b(b_from3 + 0u + 2u), b_deep3 + 0u + 2u < params.k);
  b_next3[3] = select(0.0, load_b(b_from3 + 0u + 3u), b_deep3 + 0u + 3u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_deep0][a_line0 / 8u][a_line0 % 8u] = a_next0;
    a_tile[a_deep1][a_line1 / 8u][a_line1 % 8u] = a_next1;
    a_tile[a_deep2][a_line2 / 8u][a_line2 % 8u] = a_next2;
    a_tile[a_deep3][a_line3 / 8u][a_line3 % 8u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    {
      let j0 = a_j0;
      let v0 = load_a(a_from0 + ahead * params.m + j0);
      let j1 = min(a_j0 + 1u, params.m - 1u);
      let v1 = load_a(a_from0 + ahead * params.m + j1);
      let j2 = min(a_j0 + 2u, params.m - 1u);
      let v2 = load_a(a_from0 + ahead * params.m + j2);
      let j3 = min(a_j0 + 3u, params.m - 1u);
      let v3 = load_a(a_from0 + ahead * params.m + j3);
      a_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep0 + ahead < params.k);
    }
    {
      let j0 = a_j1;
      let v0 = load_a(a_from1 + ahead * params.m + j0);
      let j1 = min(a_j1 + 1u, params.m - 1u);
      let v1 = load_a(a_from1 + ahead * params.m + j1);
      let j2 = min(a_j1 + 2u, params.m - 1u);
      let v2 = load_a(a_from1 + ahead * params.m + j2);
      let j3 = min(a_j1 + 3u, params.m - 1u);
      let v3 = load_a(a_from1 + ahead * params.m + j3);
      a_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep1 + ahead < params.k);
    }
    {
      let j0 = a_j2;
      let v0 = load_a(a_from2 + ahead * params.m + j0);
      let j1 = min(a_j2 + 1u, params.m - 1u);
      let v1 = load_a(a_from2 + ahead * params.m + j1);
      let j2 = min(a_j2 + 2u, params.m - 1u);
      let v2 = load_a(a_from2 + ahead * params.m + j2);
      let j3 = min(a_j2 + 3u, params.m - 1u);
      let v3 = load_a(a_from2 + ahead * params.m + j3);
      a_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep2 + ahead < params.k);
    }
    {
      let j0 = a_j3;
      let v0 = load_a(a_from3 + ahead * params.m + j0);
      let j1 = min(a_j3 + 1u, params.m - 1u);
      let v1 = load_a(a_from3 + ahead * params.m + j1);
      let j2 = min(a_j3 + 2u, params.m - 1u);
      let v2 = load_a(a_from3 + ahead * params.m + j2);
      let j3 = min(a_j3 + 3u, params.m - 1u);
      let v3 = load_a(a_from3 + ahead * params.m + j3);
      a_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), a_deep3 + ahead < params.k);
    }
    b_next0[0] = select(0.0, load_b(b_from0 + ahead + 0u), b_deep0 + ahead + 0u < params.k);
    b_next0[1] = select(0.0, load_b(b_from0 + ahead + 1u), b_deep0 + ahead + 1u < params.k);
    b_next0[2] = select(0.0, load_b(b_from0 + ahead + 2u), b_deep0 + ahead + 2u < params.k);
    b_next0[3] = select(0.0, load_b(b_from0 + ahead + 3u), b_deep0 + ahead + 3u < params.k);
    b_next1[0] = select(0.0, load_b(b_from1 + ahead + 0u), b_deep1 + ahead + 0u < params.k);
    b_next1[1] = select(0.0, load_b(b_from1 + ahead + 1u), b_deep1 + ahead + 1u < params.k);
    b_next1[2] = select(0.0, load_b(b_from1 + ahead + 2u), b_deep1 + ahead + 2u < params.k);
    b_next1[3] = select(0.0, load_b(b_from1 + ahead + 3u), b_deep1 + ahead + 3u < params.k);
    b_next2[0] = select(0.0, load_b(b_from2 + ahead + 0u), b_deep2 + ahead + 0u < params.k);
    b_next2[1] = select(0.0, load_b(b_from2 + ahead + 1u), b_deep2 + ahead + 1u < params.k);
    b_next2[2] = select(0.0, load_b(b_from2 + ahead + 2u), b_deep2 + ahead + 2u < params.k);
    b_next2[3] = select(0.0, load_b(b_from2 + ahead + 3u), b_deep2 + ahead + 3u < params.k);
    b_next3[0] = select(0.0, load_b(b_from3 + ahead + 0u), b_deep3 + ahead + 0u < params.k);
    b_next3[1] = select(0.0, load_b(b_from3 + ahead + 1u), b_deep3 + ahead + 1u < params.k);
    b_next3[2] = select(0.0, load_b(b_from3 + ahead + 2u), b_deep3 + ahead + 2u < params.k);
    b_next3[3] = select(0.0, load_b(b_from3 + ahead + 3u), b_deep3 + ahead + 3u < params.k);
    {
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        let a_mine0 = a_tile[0u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        let a_mine0 = a_tile[1u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        let a_mine0 = a_tile[2u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        let a_mine0 = a_tile[3u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        let a_mine0 = a_tile[4u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        let a_mine0 = a_tile[5u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        let a_mine0 = a_tile[6u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        let a_mine0 = a_tile[7u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=4&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  size_1: u32,
  a_step_1: u32,
  b_step_1: u32,
  size_2: u32,
  a_step_2: u32,
  b_step_2: u32,
  size_3: u32,
  a_step_3: u32,
  b_step_3: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

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

  var rest = batch;
  var a_from = 0u;
  var b_from = 0u;
  a_from += rest % params.size_3 * params.a_step_3;
  b_from += rest % params.size_3 * params.b_step_3;
  rest /= params.size_3;
  a_from += rest % params.size_2 * params.a_step_2;
  b_from += rest % params.size_2 * params.b_step_2;
  rest /= params.size_2;
  a_from += rest % params.size_1 * params.a_step_1;
  b_from += rest % params.size_1 * params.b_step_1;
  rest /= params.size_1;
  a_from += rest % params.size_0 * params.a_step_0;
  b_from += rest % params.size_0 * params.b_step_0;
  rest /= params.size_0;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 1u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 1u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 1u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 1u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  {
    let j0 = b_j0;
    let v0 = load_b(b_from0 + 0u * params.n + j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = load_b(b_from0 + 0u * params.n + j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = load_b(b_from0 + 0u * params.n + j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = load_b(b_from0 + 0u * params.n + j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = load_b(b_from1 + 0u * params.n + j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = load_b(b_from1 + 0u * params.n + j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = load_b(b_from1 + 0u * params.n + j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = load_b(b_from1 + 0u * params.n + j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = load_b(b_from2 + 0u * params.n + j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = load_b(b_from2 + 0u * params.n + j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = load_b(b_from2 + 0u * params.n + j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = load_b(b_from2 + 0u * params.n + j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = load_b(b_from3 + 0u * params.n + j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = load_b(b_from3 + 0u * params.n + j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = load_b(b_from3 + 0u * params.n + j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = load_b(b_from3 + 0u * params.n + j3);
    b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + 0u < params.k);
  }
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
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
    {
      let j0 = b_j0;
      let v0 = load_b(b_from0 + ahead * params.n + j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = load_b(b_from0 + ahead * params.n + j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = load_b(b_from0 + ahead * params.n + j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = load_b(b_from0 + ahead * params.n + j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = load_b(b_from1 + ahead * params.n + j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = load_b(b_from1 + ahead * params.n + j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = load_b(b_from1 + ahead * params.n + j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = load_b(b_from1 + ahead * params.n + j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = load_b(b_from2 + ahead * params.n + j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = load_b(b_from2 + ahead * params.n + j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = load_b(b_from2 + ahead * params.n + j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = load_b(b_from2 + ahead * params.n + j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = load_b(b_from3 + ahead * params.n + j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = load_b(b_from3 + ahead * params.n + j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = load_b(b_from3 + ahead * params.n + j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = load_b(b_from3 + ahead * params.n + j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 16>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 15u) / 16u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u) / 4u), a_deep1 + 0u < params.k);
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u * params.n + b_j0) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u * params.n + b_j1) / 4u), b_deep1 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 16u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
    let live = min(4u, (params.k - turn * 16u + 3u) / 4u);
    for (var q = 0u; q < live; q += 1u) {
    {
      let a_mine0 = a_tile[0][a_side][q];
      let a_mine1 = a_tile[1][a_side][q];
      let a_mine2 = a_tile[2][a_side][q];
      let a_mine3 = a_tile[3][a_side][q];
      {
        let b_mine0 = b_tile[q * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[q * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=16&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 5>, 8>, 4>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u) / 4u), b_deep1 + 0u < params.k);
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
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead) / 4u), b_deep1 + ahead < params.k);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=bf16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 4u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 4u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u * params.n + b_j0) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u * params.n + b_j1) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u * params.n + b_j2) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u * params.n + b_j3) / 4u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead * params.n + b_j2) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead * params.n + b_j3) / 4u), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 4u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 4u);
  let b_from3 = b_from + b_deep3 * params.n;
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
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u * params.n + b_j0) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u * params.n + b_j1) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u * params.n + b_j2) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u * params.n + b_j3) / 4u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead * params.n + b_j2) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead * params.n + b_j3) / 4u), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][4u];
      let a_mine1 = a_tile[1][a_side][4u];
      let a_mine2 = a_tile[2][a_side][4u];
      let a_mine3 = a_tile[3][a_side][4u];
      {
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][5u];
      let a_mine1 = a_tile[1][a_side][5u];
      let a_mine2 = a_tile[2][a_side][5u];
      let a_mine3 = a_tile[3][a_side][5u];
      {
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][6u];
      let a_mine1 = a_tile[1][a_side][6u];
      let a_mine2 = a_tile[2][a_side][6u];
      let a_mine3 = a_tile[3][a_side][6u];
      {
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][7u];
      let a_mine1 = a_tile[1][a_side][7u];
      let a_mine2 = a_tile[2][a_side][7u];
      let a_mine3 = a_tile[3][a_side][7u];
      {
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
      }
      {
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=1&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u) / 4u), b_deep3 + 0u < params.k);
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
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead) / 4u), b_deep3 + ahead < params.k);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=1&transpose_b=0&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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

  let a_deep0 = lane / 8u;
  let a_line0 = lane % 8u;
  let a_j0 = min(a_first + a_line0 * 4u, params.m - 4u);
  let a_from0 = a_from + a_deep0 * params.m;
  var a_next0 = vec4f();
  let a_deep1 = (lane + 64u) / 8u;
  let a_line1 = (lane + 64u) % 8u;
  let a_j1 = min(a_first + a_line1 * 4u, params.m - 4u);
  let a_from1 = a_from + a_deep1 * params.m;
  var a_next1 = vec4f();
  let a_deep2 = (lane + 128u) / 8u;
  let a_line2 = (lane + 128u) % 8u;
  let a_j2 = min(a_first + a_line2 * 4u, params.m - 4u);
  let a_from2 = a_from + a_deep2 * params.m;
  var a_next2 = vec4f();
  let a_deep3 = (lane + 192u) / 8u;
  let a_line3 = (lane + 192u) % 8u;
  let a_j3 = min(a_first + a_line3 * 4u, params.m - 4u);
  let a_from3 = a_from + a_deep3 * params.m;
  var a_next3 = vec4f();
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 64u) / 8u;
  let b_line1 = (lane + 64u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 128u) / 8u;
  let b_line2 = (lane + 128u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 4u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 192u) / 8u;
  let b_line3 = (lane + 192u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 4u);
  let b_from3 = b_from + b_deep3 * params.n;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u * params.m + a_j0) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u * params.m + a_j1) / 4u), a_deep1 + 0u < params.k);
  a_next2 = select(vec4f(), load4_a((a_from2 + 0u * params.m + a_j2) / 4u), a_deep2 + 0u < params.k);
  a_next3 = select(vec4f(), load4_a((a_from3 + 0u * params.m + a_j3) / 4u), a_deep3 + 0u < params.k);
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u * params.n + b_j0) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u * params.n + b_j1) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u * params.n + b_j2) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u * params.n + b_j3) / 4u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_deep0][a_line0 / 8u][a_line0 % 8u] = a_next0;
    a_tile[a_deep1][a_line1 / 8u][a_line1 % 8u] = a_next1;
    a_tile[a_deep2][a_line2 / 8u][a_line2 % 8u] = a_next2;
    a_tile[a_deep3][a_line3 / 8u][a_line3 % 8u] = a_next3;
    b_tile[b_deep0][b_line0 / 8u][b_line0 % 8u] = b_next0;
    b_tile[b_deep1][b_line1 / 8u][b_line1 % 8u] = b_next1;
    b_tile[b_deep2][b_line2 / 8u][b_line2 % 8u] = b_next2;
    b_tile[b_deep3][b_line3 / 8u][b_line3 % 8u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead * params.m + a_j0) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead * params.m + a_j1) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead * params.m + a_j2) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead * params.m + a_j3) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead * params.n + b_j2) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead * params.n + b_j3) / 4u), b_deep3 + ahead < params.k);
    {
      {
        let a_mine0 = a_tile[0u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[1u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[2u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[3u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[4u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[4u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[5u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[5u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[6u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[6u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
    }
    {
      {
        let a_mine0 = a_tile[7u * 4u + 0u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 0u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 1u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 1u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 2u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 2u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 3u][0][a_side];
        let b_mine0 = b_tile[7u * 4u + 3u][0][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=1&transpose_b=1&unroll=8&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 8>, 1>, 32>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 9>, 8>, 4>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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

  let a_deep0 = lane / 8u;
  let a_line0 = lane % 8u;
  let a_j0 = min(a_first + a_line0 * 4u, params.m - 4u);
  let a_from0 = a_from + a_deep0 * params.m;
  var a_next0 = vec4f();
  let a_deep1 = (lane + 64u) / 8u;
  let a_line1 = (lane + 64u) % 8u;
  let a_j1 = min(a_first + a_line1 * 4u, params.m - 4u);
  let a_from1 = a_from + a_deep1 * params.m;
  var a_next1 = vec4f();
  let a_deep2 = (lane + 128u) / 8u;
  let a_line2 = (lane + 128u) % 8u;
  let a_j2 = min(a_first + a_line2 * 4u, params.m - 4u);
  let a_from2 = a_from + a_deep2 * params.m;
  var a_next2 = vec4f();
  let a_deep3 = (lane + 192u) / 8u;
  let a_line3 = (lane + 192u) % 8u;
  let a_j3 = min(a_first + a_line3 * 4u, params.m - 4u);
  let a_from3 = a_from + a_deep3 * params.m;
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
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u * params.m + a_j0) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u * params.m + a_j1) / 4u), a_deep1 + 0u < params.k);
  a_next2 = select(vec4f(), load4_a((a_from2 + 0u * params.m + a_j2) / 4u), a_deep2 + 0u < params.k);
  a_next3 = select(vec4f(), load4_a((a_from3 + 0u * params.m + a_j3) / 4u), a_deep3 + 0u < params.k);
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u) / 4u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_deep0][a_line0 / 8u][a_line0 % 8u] = a_next0;
    a_tile[a_deep1][a_line1 / 8u][a_line1 % 8u] = a_next1;
    a_tile[a_deep2][a_line2 / 8u][a_line2 % 8u] = a_next2;
    a_tile[a_deep3][a_line3 / 8u][a_line3 % 8u] = a_next3;
    b_tile[b_line0 / 32u * 4u + b_line0 % 4u][b_line0 / 4u % 8u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 32u * 4u + b_line1 % 4u][b_line1 / 4u % 8u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 32u * 4u + b_line2 % 4u][b_line2 / 4u % 8u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 32u * 4u + b_line3 % 4u][b_line3 / 4u % 8u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead * params.m + a_j0) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead * params.m + a_j1) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead * params.m + a_j2) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead * params.m + a_j3) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead) / 4u), b_deep3 + ahead < params.k);
    {
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      {
        let a_mine0 = a_tile[0u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[0u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      {
        let a_mine0 = a_tile[1u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[1u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      {
        let a_mine0 = a_tile[2u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[2u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      {
        let a_mine0 = a_tile[3u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[3u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][4u];
      let b_mine1 = b_tile[1][b_side][4u];
      let b_mine2 = b_tile[2][b_side][4u];
      let b_mine3 = b_tile[3][b_side][4u];
      {
        let a_mine0 = a_tile[4u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[4u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][5u];
      let b_mine1 = b_tile[1][b_side][5u];
      let b_mine2 = b_tile[2][b_side][5u];
      let b_mine3 = b_tile[3][b_side][5u];
      {
        let a_mine0 = a_tile[5u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[5u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][6u];
      let b_mine1 = b_tile[1][b_side][6u];
      let b_mine2 = b_tile[2][b_side][6u];
      let b_mine3 = b_tile[3][b_side][6u];
      {
        let a_mine0 = a_tile[6u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[6u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
      }
    }
    {
      let b_mine0 = b_tile[0][b_side][7u];
      let b_mine1 = b_tile[1][b_side][7u];
      let b_mine2 = b_tile[2][b_side][7u];
      let b_mine3 = b_tile[3][b_side][7u];
      {
        let a_mine0 = a_tile[7u * 4u + 0u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 1u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 2u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
      }
      {
        let a_mine0 = a_tile[7u * 4u + 3u][0][a_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_1_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_2_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_3_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
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

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=8&explicit_bounds=0&k_edge=0&lanes=8&rows=8&slices=4&tile_k=64&tile_m=64&tile_n=64&transpose_a=0&transpose_b=1&unroll=16&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 17>, 8>, 8>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 17>, 8>, 8>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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

  let own = lane % 64u;
  let slice = lane / 64u;
  let slice_first = slice * 4u;
  let a_side = own / 8u;
  let b_side = own % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 16u;
  let a_deep0 = lane % 16u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 256u) / 16u;
  let a_deep1 = (lane + 256u) % 16u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 512u) / 16u;
  let a_deep2 = (lane + 512u) % 16u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 768u) / 16u;
  let a_deep3 = (lane + 768u) % 16u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_line0 = lane / 16u;
  let b_deep0 = lane % 16u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 256u) / 16u;
  let b_deep1 = (lane + 256u) % 16u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 512u) / 16u;
  let b_deep2 = (lane + 512u) % 16u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 768u) / 16u;
  let b_deep3 = (lane + 768u) % 16u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_0_1 = vec4f();
  var sum_1_0 = vec4f();
  var sum_1_1 = vec4f();
  var sum_2_0 = vec4f();
  var sum_2_1 = vec4f();
  var sum_3_0 = vec4f();
  var sum_3_1 = vec4f();
  var sum_4_0 = vec4f();
  var sum_4_1 = vec4f();
  var sum_5_0 = vec4f();
  var sum_5_1 = vec4f();
  var sum_6_0 = vec4f();
  var sum_6_1 = vec4f();
  var sum_7_0 = vec4f();
  var sum_7_1 = vec4f();

  let turns = (params.k + 63u) / 64u;
  a_next0 = load4_a((a_from0 + 0u) / 4u);
  a_next1 = load4_a((a_from1 + 0u) / 4u);
  a_next2 = load4_a((a_from2 + 0u) / 4u);
  a_next3 = load4_a((a_from3 + 0u) / 4u);
  b_next0 = load4_b((b_from0 + 0u) / 4u);
  b_next1 = load4_b((b_from1 + 0u) / 4u);
  b_next2 = load4_b((b_from2 + 0u) / 4u);
  b_next3 = load4_b((b_from3 + 0u) / 4u);
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
    let ahead = (turn + 1u) * 64u;
    a_next0 = load4_a((a_from0 + ahead) / 4u);
    a_next1 = load4_a((a_from1 + ahead) / 4u);
    a_next2 = load4_a((a_from2 + ahead) / 4u);
    a_next3 = load4_a((a_from3 + ahead) / 4u);
    b_next0 = load4_b((b_from0 + ahead) / 4u);
    b_next1 = load4_b((b_from1 + ahead) / 4u);
    b_next2 = load4_b((b_from2 + ahead) / 4u);
    b_next3 = load4_b((b_from3 + ahead) / 4u);
    {
      let a_mine0 = a_tile[0][a_side][slice_first];
      let a_mine1 = a_tile[1][a_side][slice_first];
      let a_mine2 = a_tile[2][a_side][slice_first];
      let a_mine3 = a_tile[3][a_side][slice_first];
      let a_mine4 = a_tile[4][a_side][slice_first];
      let a_mine5 = a_tile[5][a_side][slice_first];
      let a_mine6 = a_tile[6][a_side][slice_first];
      let a_mine7 = a_tile[7][a_side][slice_first];
      let b_mine0 = b_tile[0][b_side][slice_first];
      let b_mine1 = b_tile[1][b_side][slice_first];
      let b_mine2 = b_tile[2][b_side][slice_first];
      let b_mine3 = b_tile[3][b_side][slice_first];
      let b_mine4 = b_tile[4][b_side][slice_first];
      let b_mine5 = b_tile[5][b_side][slice_first];
      let b_mine6 = b_tile[6][b_side][slice_first];
      let b_mine7 = b_tile[7][b_side][slice_first];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 1u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 1u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 1u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 1u)];
      let a_mine4 = a_tile[4][a_side][(slice_first + 1u)];
      let a_mine5 = a_tile[5][a_side][(slice_first + 1u)];
      let a_mine6 = a_tile[6][a_side][(slice_first + 1u)];
      let a_mine7 = a_tile[7][a_side][(slice_first + 1u)];
      let b_mine0 = b_tile[0][b_side][(slice_first + 1u)];
      let b_mine1 = b_tile[1][b_side][(slice_first + 1u)];
      let b_mine2 = b_tile[2][b_side][(slice_first + 1u)];
      let b_mine3 = b_tile[3][b_side][(slice_first + 1u)];
      let b_mine4 = b_tile[4][b_side][(slice_first + 1u)];
      let b_mine5 = b_tile[5][b_side][(slice_first + 1u)];
      let b_mine6 = b_tile[6][b_side][(slice_first + 1u)];
      let b_mine7 = b_tile[7][b_side][(slice_first + 1u)];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 2u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 2u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 2u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 2u)];
      let a_mine4 = a_tile[4][a_side][(slice_first + 2u)];
      let a_mine5 = a_tile[5][a_side][(slice_first + 2u)];
      let a_mine6 = a_tile[6][a_side][(slice_first + 2u)];
      let a_mine7 = a_tile[7][a_side][(slice_first + 2u)];
      let b_mine0 = b_tile[0][b_side][(slice_first + 2u)];
      let b_mine1 = b_tile[1][b_side][(slice_first + 2u)];
      let b_mine2 = b_tile[2][b_side][(slice_first + 2u)];
      let b_mine3 = b_tile[3][b_side][(slice_first + 2u)];
      let b_mine4 = b_tile[4][b_side][(slice_first + 2u)];
      let b_mine5 = b_tile[5][b_side][(slice_first + 2u)];
      let b_mine6 = b_tile[6][b_side][(slice_first + 2u)];
      let b_mine7 = b_tile[7][b_side][(slice_first + 2u)];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 3u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 3u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 3u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 3u)];
      let a_mine4 = a_tile[4][a_side][(slice_first + 3u)];
      let a_mine5 = a_tile[5][a_side][(slice_first + 3u)];
      let a_mine6 = a_tile[6][a_side][(slice_first + 3u)];
      let a_mine7 = a_tile[7][a_side][(slice_first + 3u)];
      let b_mine0 = b_tile[0][b_side][(slice_first + 3u)];
      let b_mine1 = b_tile[1][b_side][(slice_first + 3u)];
      let b_mine2 = b_tile[2][b_side][(slice_first + 3u)];
      let b_mine3 = b_tile[3][b_side][(slice_first + 3u)];
      let b_mine4 = b_tile[4][b_side][(slice_first + 3u)];
      let b_mine5 = b_tile[5][b_side][(slice_first + 3u)];
      let b_mine6 = b_tile[6][b_side][(slice_first + 3u)];
      let b_mine7 = b_tile[7][b_side][(slice_first + 3u)];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_7_1);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_0_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_0_1;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (8u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_1_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_1_1;
  workgroupBarrier();
  if (slice == 2u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 3u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (8u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_2_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_2_1;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (8u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_3_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_3_1;
  workgroupBarrier();
  if (slice == 2u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 3u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (8u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_4_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_4_1;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (8u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (8u + a_side) * 4u + 0u;
    let col = b_first + (8u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_5_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_5_1;
  workgroupBarrier();
  if (slice == 2u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (8u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 3u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (8u + a_side) * 4u + 1u;
    let col = b_first + (8u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_6_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_6_1;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (8u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (8u + a_side) * 4u + 2u;
    let col = b_first + (8u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 16u / 32u * 4u + (lane + 0u) / 16u % 4u][(lane + 0u) / 16u / 4u % 8u][(lane + 0u) % 16u] = sum_7_0;
  b_tile[(lane + 256u) / 16u / 32u * 4u + (lane + 256u) / 16u % 4u][(lane + 256u) / 16u / 4u % 8u][(lane + 256u) % 16u] = sum_7_1;
  workgroupBarrier();
  if (slice == 2u) {
    let sum = b_tile[(own + 0u) / 16u / 32u * 4u + (own + 0u) / 16u % 4u][(own + 0u) / 16u / 4u % 8u][(own + 0u) % 16u]
              + b_tile[(own + 64u) / 16u / 32u * 4u + (own + 64u) / 16u % 4u][(own + 64u) / 16u / 4u % 8u][(own + 64u) % 16u]
              + b_tile[(own + 128u) / 16u / 32u * 4u + (own + 128u) / 16u % 4u][(own + 128u) / 16u / 4u % 8u][(own + 128u) % 16u]
              + b_tile[(own + 192u) / 16u / 32u * 4u + (own + 192u) / 16u % 4u][(own + 192u) / 16u / 4u % 8u][(own + 192u) % 16u]
              ;
    let row = a_first + (8u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 3u) {
    let sum = b_tile[(own + 256u) / 16u / 32u * 4u + (own + 256u) / 16u % 4u][(own + 256u) / 16u / 4u % 8u][(own + 256u) % 16u]
              + b_tile[(own + 320u) / 16u / 32u * 4u + (own + 320u) / 16u % 4u][(own + 320u) / 16u / 4u % 8u][(own + 320u) % 16u]
              + b_tile[(own + 384u) / 16u / 32u * 4u + (own + 384u) / 16u % 4u][(own + 384u) / 16u / 4u % 8u][(own + 384u) % 16u]
              + b_tile[(own + 448u) / 16u / 32u * 4u + (own + 448u) / 16u % 4u][(own + 448u) / 16u / 4u % 8u][(own + 448u) % 16u]
              ;
    let row = a_first + (8u + a_side) * 4u + 3u;
    let col = b_first + (8u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
}

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=8&explicit_bounds=0&k_edge=0&lanes=8&rows=8&tile_k=16&tile_m=64&tile_n=128&transpose_a=0&transpose_b=0&unroll=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 8>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 16>, 2>, 16>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 63u) / 64u;
  let tiles_n = (params.n + 127u) / 128u;
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
  let b_first = band_inside / band_height * 128u;

  let a_side = lane / 64u * 4u + lane % 32u / 8u;
  let b_side = lane / 32u % 2u * 8u + lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 4u;
  let a_deep0 = lane % 4u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 128u) / 4u;
  let a_deep1 = (lane + 128u) % 4u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let b_deep0 = lane / 32u;
  let b_line0 = lane % 32u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 128u) / 32u;
  let b_line1 = (lane + 128u) % 32u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 256u) / 32u;
  let b_line2 = (lane + 256u) % 32u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 4u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 384u) / 32u;
  let b_line3 = (lane + 384u) % 32u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 4u);
  let b_from3 = b_from + b_deep3 * params.n;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_0_1 = vec4f();
  var sum_1_0 = vec4f();
  var sum_1_1 = vec4f();
  var sum_2_0 = vec4f();
  var sum_2_1 = vec4f();
  var sum_3_0 = vec4f();
  var sum_3_1 = vec4f();
  var sum_4_0 = vec4f();
  var sum_4_1 = vec4f();
  var sum_5_0 = vec4f();
  var sum_5_1 = vec4f();
  var sum_6_0 = vec4f();
  var sum_6_1 = vec4f();
  var sum_7_0 = vec4f();
  var sum_7_1 = vec4f();

  let turns = (params.k + 15u) / 16u;
  a_next0 = load4_a((a_from0 + 0u) / 4u);
  a_next1 = load4_a((a_from1 + 0u) / 4u);
  b_next0 = load4_b((b_from0 + 0u * params.n + b_j0) / 4u);
  b_next1 = load4_b((b_from1 + 0u * params.n + b_j1) / 4u);
  b_next2 = load4_b((b_from2 + 0u * params.n + b_j2) / 4u);
  b_next3 = load4_b((b_from3 + 0u * params.n + b_j3) / 4u);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_deep0][b_line0 / 16u][b_line0 % 16u] = b_next0;
    b_tile[b_deep1][b_line1 / 16u][b_line1 % 16u] = b_next1;
    b_tile[b_deep2][b_line2 / 16u][b_line2 % 16u] = b_next2;
    b_tile[b_deep3][b_line3 / 16u][b_line3 % 16u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 16u;
    a_next0 = load4_a((a_from0 + ahead) / 4u);
    a_next1 = load4_a((a_from1 + ahead) / 4u);
    b_next0 = load4_b((b_from0 + ahead * params.n + b_j0) / 4u);
    b_next1 = load4_b((b_from1 + ahead * params.n + b_j1) / 4u);
    b_next2 = load4_b((b_from2 + ahead * params.n + b_j2) / 4u);
    b_next3 = load4_b((b_from3 + ahead * params.n + b_j3) / 4u);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let a_mine4 = a_tile[4][a_side][0u];
      let a_mine5 = a_tile[5][a_side][0u];
      let a_mine6 = a_tile[6][a_side][0u];
      let a_mine7 = a_tile[7][a_side][0u];
      {
        let b_mine0 = b_tile[0u * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[0u * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[0u * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[0u * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[0u * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[0u * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), b_mine1, sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let a_mine4 = a_tile[4][a_side][1u];
      let a_mine5 = a_tile[5][a_side][1u];
      let a_mine6 = a_tile[6][a_side][1u];
      let a_mine7 = a_tile[7][a_side][1u];
      {
        let b_mine0 = b_tile[1u * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[1u * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[1u * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[1u * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[1u * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[1u * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), b_mine1, sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let a_mine4 = a_tile[4][a_side][2u];
      let a_mine5 = a_tile[5][a_side][2u];
      let a_mine6 = a_tile[6][a_side][2u];
      let a_mine7 = a_tile[7][a_side][2u];
      {
        let b_mine0 = b_tile[2u * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[2u * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[2u * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[2u * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[2u * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[2u * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), b_mine1, sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let a_mine4 = a_tile[4][a_side][3u];
      let a_mine5 = a_tile[5][a_side][3u];
      let a_mine6 = a_tile[6][a_side][3u];
      let a_mine7 = a_tile[7][a_side][3u];
      {
        let b_mine0 = b_tile[3u * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[3u * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[3u * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[3u * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), b_mine1, sum_7_1);
      }
      {
        let b_mine0 = b_tile[3u * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[3u * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), b_mine0, sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), b_mine1, sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), b_mine0, sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), b_mine1, sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), b_mine0, sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), b_mine1, sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), b_mine0, sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), b_mine1, sum_7_1);
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
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_1);
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
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_1);
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
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_1);
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
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_4_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 0u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_4_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_5_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 1u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_5_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_6_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 2u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_6_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_7_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 3u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_7_1);
    }
  }
}

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=8&explicit_bounds=0&k_edge=0&lanes=8&rows=8&tile_k=16&tile_m=64&tile_n=128&transpose_a=0&transpose_b=1&unroll=4&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 5>, 8>, 8>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 5>, 16>, 8>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + 63u) / 64u;
  let tiles_n = (params.n + 127u) / 128u;
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
  let b_first = band_inside / band_height * 128u;

  let a_side = lane / 64u * 4u + lane % 32u / 8u;
  let b_side = lane / 32u % 2u * 8u + lane % 8u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 4u;
  let a_deep0 = lane % 4u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 128u) / 4u;
  let a_deep1 = (lane + 128u) % 4u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let b_line0 = lane / 4u;
  let b_deep0 = lane % 4u * 4u;
  let b_j0 = min(b_first + b_line0, params.n - 1u);
  let b_from0 = b_from + b_j0 * params.k + b_deep0;
  var b_next0 = vec4f();
  let b_line1 = (lane + 128u) / 4u;
  let b_deep1 = (lane + 128u) % 4u * 4u;
  let b_j1 = min(b_first + b_line1, params.n - 1u);
  let b_from1 = b_from + b_j1 * params.k + b_deep1;
  var b_next1 = vec4f();
  let b_line2 = (lane + 256u) / 4u;
  let b_deep2 = (lane + 256u) % 4u * 4u;
  let b_j2 = min(b_first + b_line2, params.n - 1u);
  let b_from2 = b_from + b_j2 * params.k + b_deep2;
  var b_next2 = vec4f();
  let b_line3 = (lane + 384u) / 4u;
  let b_deep3 = (lane + 384u) % 4u * 4u;
  let b_j3 = min(b_first + b_line3, params.n - 1u);
  let b_from3 = b_from + b_j3 * params.k + b_deep3;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_0_1 = vec4f();
  var sum_1_0 = vec4f();
  var sum_1_1 = vec4f();
  var sum_2_0 = vec4f();
  var sum_2_1 = vec4f();
  var sum_3_0 = vec4f();
  var sum_3_1 = vec4f();
  var sum_4_0 = vec4f();
  var sum_4_1 = vec4f();
  var sum_5_0 = vec4f();
  var sum_5_1 = vec4f();
  var sum_6_0 = vec4f();
  var sum_6_1 = vec4f();
  var sum_7_0 = vec4f();
  var sum_7_1 = vec4f();

  let turns = (params.k + 15u) / 16u;
  a_next0 = load4_a((a_from0 + 0u) / 4u);
  a_next1 = load4_a((a_from1 + 0u) / 4u);
  b_next0 = load4_b((b_from0 + 0u) / 4u);
  b_next1 = load4_b((b_from1 + 0u) / 4u);
  b_next2 = load4_b((b_from2 + 0u) / 4u);
  b_next3 = load4_b((b_from3 + 0u) / 4u);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    b_tile[b_line0 / 64u * 4u + b_line0 % 4u][b_line0 / 4u % 16u][b_deep0 / 4u] = b_next0;
    b_tile[b_line1 / 64u * 4u + b_line1 % 4u][b_line1 / 4u % 16u][b_deep1 / 4u] = b_next1;
    b_tile[b_line2 / 64u * 4u + b_line2 % 4u][b_line2 / 4u % 16u][b_deep2 / 4u] = b_next2;
    b_tile[b_line3 / 64u * 4u + b_line3 % 4u][b_line3 / 4u % 16u][b_deep3 / 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 16u;
    a_next0 = load4_a((a_from0 + ahead) / 4u);
    a_next1 = load4_a((a_from1 + ahead) / 4u);
    b_next0 = load4_b((b_from0 + ahead) / 4u);
    b_next1 = load4_b((b_from1 + ahead) / 4u);
    b_next2 = load4_b((b_from2 + ahead) / 4u);
    b_next3 = load4_b((b_from3 + ahead) / 4u);
    {
      let a_mine0 = a_tile[0][a_side][0u];
      let a_mine1 = a_tile[1][a_side][0u];
      let a_mine2 = a_tile[2][a_side][0u];
      let a_mine3 = a_tile[3][a_side][0u];
      let a_mine4 = a_tile[4][a_side][0u];
      let a_mine5 = a_tile[5][a_side][0u];
      let a_mine6 = a_tile[6][a_side][0u];
      let a_mine7 = a_tile[7][a_side][0u];
      let b_mine0 = b_tile[0][b_side][0u];
      let b_mine1 = b_tile[1][b_side][0u];
      let b_mine2 = b_tile[2][b_side][0u];
      let b_mine3 = b_tile[3][b_side][0u];
      let b_mine4 = b_tile[4][b_side][0u];
      let b_mine5 = b_tile[5][b_side][0u];
      let b_mine6 = b_tile[6][b_side][0u];
      let b_mine7 = b_tile[7][b_side][0u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][1u];
      let a_mine1 = a_tile[1][a_side][1u];
      let a_mine2 = a_tile[2][a_side][1u];
      let a_mine3 = a_tile[3][a_side][1u];
      let a_mine4 = a_tile[4][a_side][1u];
      let a_mine5 = a_tile[5][a_side][1u];
      let a_mine6 = a_tile[6][a_side][1u];
      let a_mine7 = a_tile[7][a_side][1u];
      let b_mine0 = b_tile[0][b_side][1u];
      let b_mine1 = b_tile[1][b_side][1u];
      let b_mine2 = b_tile[2][b_side][1u];
      let b_mine3 = b_tile[3][b_side][1u];
      let b_mine4 = b_tile[4][b_side][1u];
      let b_mine5 = b_tile[5][b_side][1u];
      let b_mine6 = b_tile[6][b_side][1u];
      let b_mine7 = b_tile[7][b_side][1u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][2u];
      let a_mine1 = a_tile[1][a_side][2u];
      let a_mine2 = a_tile[2][a_side][2u];
      let a_mine3 = a_tile[3][a_side][2u];
      let a_mine4 = a_tile[4][a_side][2u];
      let a_mine5 = a_tile[5][a_side][2u];
      let a_mine6 = a_tile[6][a_side][2u];
      let a_mine7 = a_tile[7][a_side][2u];
      let b_mine0 = b_tile[0][b_side][2u];
      let b_mine1 = b_tile[1][b_side][2u];
      let b_mine2 = b_tile[2][b_side][2u];
      let b_mine3 = b_tile[3][b_side][2u];
      let b_mine4 = b_tile[4][b_side][2u];
      let b_mine5 = b_tile[5][b_side][2u];
      let b_mine6 = b_tile[6][b_side][2u];
      let b_mine7 = b_tile[7][b_side][2u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_7_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][3u];
      let a_mine1 = a_tile[1][a_side][3u];
      let a_mine2 = a_tile[2][a_side][3u];
      let a_mine3 = a_tile[3][a_side][3u];
      let a_mine4 = a_tile[4][a_side][3u];
      let a_mine5 = a_tile[5][a_side][3u];
      let a_mine6 = a_tile[6][a_side][3u];
      let a_mine7 = a_tile[7][a_side][3u];
      let b_mine0 = b_tile[0][b_side][3u];
      let b_mine1 = b_tile[1][b_side][3u];
      let b_mine2 = b_tile[2][b_side][3u];
      let b_mine3 = b_tile[3][b_side][3u];
      let b_mine4 = b_tile[4][b_side][3u];
      let b_mine5 = b_tile[5][b_side][3u];
      let b_mine6 = b_tile[6][b_side][3u];
      let b_mine7 = b_tile[7][b_side][3u];
      {
        sum_0_0 = fma(vec4f(a_mine0[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[0]), vec4f(b_mine0[0], b_mine1[0], b_mine2[0], b_mine3[0]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[0]), vec4f(b_mine4[0], b_mine5[0], b_mine6[0], b_mine7[0]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[1]), vec4f(b_mine0[1], b_mine1[1], b_mine2[1], b_mine3[1]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[1]), vec4f(b_mine4[1], b_mine5[1], b_mine6[1], b_mine7[1]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[2]), vec4f(b_mine0[2], b_mine1[2], b_mine2[2], b_mine3[2]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[2]), vec4f(b_mine4[2], b_mine5[2], b_mine6[2], b_mine7[2]), sum_7_1);
      }
      {
        sum_0_0 = fma(vec4f(a_mine0[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_3_1);
        sum_4_0 = fma(vec4f(a_mine4[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_4_0);
        sum_4_1 = fma(vec4f(a_mine4[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_4_1);
        sum_5_0 = fma(vec4f(a_mine5[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_5_0);
        sum_5_1 = fma(vec4f(a_mine5[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_5_1);
        sum_6_0 = fma(vec4f(a_mine6[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_6_0);
        sum_6_1 = fma(vec4f(a_mine6[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_6_1);
        sum_7_0 = fma(vec4f(a_mine7[3]), vec4f(b_mine0[3], b_mine1[3], b_mine2[3], b_mine3[3]), sum_7_0);
        sum_7_1 = fma(vec4f(a_mine7[3]), vec4f(b_mine4[3], b_mine5[3], b_mine6[3], b_mine7[3]), sum_7_1);
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
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_0_1);
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
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_1_1);
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
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_2_1);
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
  {
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_3_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_4_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 0u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_4_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_5_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 1u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_5_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_6_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 2u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_6_1);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_7_0);
    }
  }
  {
    let row = a_first + (8u + a_side) * 4u + 3u;
    let col = b_first + (16u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum_7_1);
    }
  }
}

// ==== matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=8&explicit_bounds=0&k_edge=1&lanes=4&rows=4&slices=8&tile_k=128&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=32&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
var<workgroup> a_tile: array<array<array<vec4f, 33>, 8>, 4>;

@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
var<workgroup> b_tile: array<array<array<vec4f, 4>, 2>, 128>;

@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

@compute @workgroup_size(256)
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

  let own = lane % 32u;
  let slice = lane / 32u;
  let slice_first = slice * 4u;
  let a_side = own / 4u;
  let b_side = own % 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let a_line0 = lane / 32u;
  let a_deep0 = lane % 32u * 4u;
  let a_j0 = min(a_first + a_line0, params.m - 1u);
  let a_from0 = a_from + a_j0 * params.k + a_deep0;
  var a_next0 = vec4f();
  let a_line1 = (lane + 256u) / 32u;
  let a_deep1 = (lane + 256u) % 32u * 4u;
  let a_j1 = min(a_first + a_line1, params.m - 1u);
  let a_from1 = a_from + a_j1 * params.k + a_deep1;
  var a_next1 = vec4f();
  let a_line2 = (lane + 512u) / 32u;
  let a_deep2 = (lane + 512u) % 32u * 4u;
  let a_j2 = min(a_first + a_line2, params.m - 1u);
  let a_from2 = a_from + a_j2 * params.k + a_deep2;
  var a_next2 = vec4f();
  let a_line3 = (lane + 768u) / 32u;
  let a_deep3 = (lane + 768u) % 32u * 4u;
  let a_j3 = min(a_first + a_line3, params.m - 1u);
  let a_from3 = a_from + a_j3 * params.k + a_deep3;
  var a_next3 = vec4f();
  let b_deep0 = lane / 8u;
  let b_line0 = lane % 8u;
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 256u) / 8u;
  let b_line1 = (lane + 256u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  let b_deep2 = (lane + 512u) / 8u;
  let b_line2 = (lane + 512u) % 8u;
  let b_j2 = min(b_first + b_line2 * 4u, params.n - 4u);
  let b_from2 = b_from + b_deep2 * params.n;
  var b_next2 = vec4f();
  let b_deep3 = (lane + 768u) / 8u;
  let b_line3 = (lane + 768u) % 8u;
  let b_j3 = min(b_first + b_line3 * 4u, params.n - 4u);
  let b_from3 = b_from + b_deep3 * params.n;
  var b_next3 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_0_1 = vec4f();
  var sum_1_0 = vec4f();
  var sum_1_1 = vec4f();
  var sum_2_0 = vec4f();
  var sum_2_1 = vec4f();
  var sum_3_0 = vec4f();
  var sum_3_1 = vec4f();

  let turns = (params.k + 127u) / 128u;
  a_next0 = select(vec4f(), load4_a((a_from0 + 0u) / 4u), a_deep0 + 0u < params.k);
  a_next1 = select(vec4f(), load4_a((a_from1 + 0u) / 4u), a_deep1 + 0u < params.k);
  a_next2 = select(vec4f(), load4_a((a_from2 + 0u) / 4u), a_deep2 + 0u < params.k);
  a_next3 = select(vec4f(), load4_a((a_from3 + 0u) / 4u), a_deep3 + 0u < params.k);
  b_next0 = select(vec4f(), load4_b((b_from0 + 0u * params.n + b_j0) / 4u), b_deep0 + 0u < params.k);
  b_next1 = select(vec4f(), load4_b((b_from1 + 0u * params.n + b_j1) / 4u), b_deep1 + 0u < params.k);
  b_next2 = select(vec4f(), load4_b((b_from2 + 0u * params.n + b_j2) / 4u), b_deep2 + 0u < params.k);
  b_next3 = select(vec4f(), load4_b((b_from3 + 0u * params.n + b_j3) / 4u), b_deep3 + 0u < params.k);
  for (var turn = 0u; turn < turns; turn++) {
    a_tile[a_line0 / 32u * 4u + a_line0 % 4u][a_line0 / 4u % 8u][a_deep0 / 4u] = a_next0;
    a_tile[a_line1 / 32u * 4u + a_line1 % 4u][a_line1 / 4u % 8u][a_deep1 / 4u] = a_next1;
    a_tile[a_line2 / 32u * 4u + a_line2 % 4u][a_line2 / 4u % 8u][a_deep2 / 4u] = a_next2;
    a_tile[a_line3 / 32u * 4u + a_line3 % 4u][a_line3 / 4u % 8u][a_deep3 / 4u] = a_next3;
    b_tile[b_deep0][b_line0 / 4u][b_line0 % 4u] = b_next0;
    b_tile[b_deep1][b_line1 / 4u][b_line1 % 4u] = b_next1;
    b_tile[b_deep2][b_line2 / 4u][b_line2 % 4u] = b_next2;
    b_tile[b_deep3][b_line3 / 4u][b_line3 % 4u] = b_next3;
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * 128u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    a_next2 = select(vec4f(), load4_a((a_from2 + ahead) / 4u), a_deep2 + ahead < params.k);
    a_next3 = select(vec4f(), load4_a((a_from3 + ahead) / 4u), a_deep3 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
    b_next2 = select(vec4f(), load4_b((b_from2 + ahead * params.n + b_j2) / 4u), b_deep2 + ahead < params.k);
    b_next3 = select(vec4f(), load4_b((b_from3 + ahead * params.n + b_j3) / 4u), b_deep3 + ahead < params.k);
    {
      let a_mine0 = a_tile[0][a_side][slice_first];
      let a_mine1 = a_tile[1][a_side][slice_first];
      let a_mine2 = a_tile[2][a_side][slice_first];
      let a_mine3 = a_tile[3][a_side][slice_first];
      {
        let b_mine0 = b_tile[slice_first * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[slice_first * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[slice_first * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[slice_first * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[slice_first * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[slice_first * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[slice_first * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[slice_first * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 1u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 1u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 1u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 1u)];
      {
        let b_mine0 = b_tile[(slice_first + 1u) * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 1u) * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 1u) * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 1u) * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 1u) * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 1u) * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 1u) * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 1u) * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 2u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 2u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 2u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 2u)];
      {
        let b_mine0 = b_tile[(slice_first + 2u) * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 2u) * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 2u) * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 2u) * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 2u) * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 2u) * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 2u) * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 2u) * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
      }
    }
    {
      let a_mine0 = a_tile[0][a_side][(slice_first + 3u)];
      let a_mine1 = a_tile[1][a_side][(slice_first + 3u)];
      let a_mine2 = a_tile[2][a_side][(slice_first + 3u)];
      let a_mine3 = a_tile[3][a_side][(slice_first + 3u)];
      {
        let b_mine0 = b_tile[(slice_first + 3u) * 4u + 0u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 3u) * 4u + 0u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[0]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[0]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[0]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[0]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[0]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[0]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[0]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[0]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 3u) * 4u + 1u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 3u) * 4u + 1u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[1]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[1]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[1]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[1]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[1]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[1]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[1]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[1]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 3u) * 4u + 2u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 3u) * 4u + 2u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[2]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[2]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[2]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[2]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[2]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[2]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[2]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[2]), b_mine1, sum_3_1);
      }
      {
        let b_mine0 = b_tile[(slice_first + 3u) * 4u + 3u][0][b_side];
        let b_mine1 = b_tile[(slice_first + 3u) * 4u + 3u][1][b_side];
        sum_0_0 = fma(vec4f(a_mine0[3]), b_mine0, sum_0_0);
        sum_0_1 = fma(vec4f(a_mine0[3]), b_mine1, sum_0_1);
        sum_1_0 = fma(vec4f(a_mine1[3]), b_mine0, sum_1_0);
        sum_1_1 = fma(vec4f(a_mine1[3]), b_mine1, sum_1_1);
        sum_2_0 = fma(vec4f(a_mine2[3]), b_mine0, sum_2_0);
        sum_2_1 = fma(vec4f(a_mine2[3]), b_mine1, sum_2_1);
        sum_3_0 = fma(vec4f(a_mine3[3]), b_mine0, sum_3_0);
        sum_3_1 = fma(vec4f(a_mine3[3]), b_mine1, sum_3_1);
      }
    }
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
  b_tile[(lane + 0u) / 8u][(lane + 0u) % 8u / 4u][(lane + 0u) % 8u % 4u] = sum_0_0;
  b_tile[(lane + 256u) / 8u][(lane + 256u) % 8u / 4u][(lane + 256u) % 8u % 4u] = sum_0_1;
  workgroupBarrier();
  if (slice == 0u) {
    let sum = b_tile[(own + 0u) / 8u][(own + 0u) % 8u / 4u][(own + 0u) % 8u % 4u]
              + b_tile[(own + 32u) / 8u][(own + 32u) % 8u / 4u][(own + 32u) % 8u % 4u]
              + b_tile[(own + 64u) / 8u][(own + 64u) % 8u / 4u][(own + 64u) % 8u % 4u]
              + b_tile[(own + 96u) / 8u][(own + 96u) % 8u / 4u][(own + 96u) % 8u % 4u]
              + b_tile[(own + 128u) / 8u][(own + 128u) % 8u / 4u][(own + 128u) % 8u % 4u]
              + b_tile[(own + 160u) / 8u][(own + 160u) % 8u / 4u][(own + 160u) % 8u % 4u]
              + b_tile[(own + 192u) / 8u][(own + 192u) % 8u / 4u][(own + 192u) % 8u % 4u]
              + b_tile[(own + 224u) / 8u][(own + 224u) % 8u / 4u][(own + 224u) % 8u % 4u]
              ;
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 1u) {
    let sum = b_tile[(own + 256u) / 8u][(own + 256u) % 8u / 4u][(own + 256u) % 8u % 4u]
              + b_tile[(own + 288u) / 8u][(own + 288u) % 8u / 4u][(own + 288u) % 8u % 4u]
              + b_tile[(own + 320u) / 8u][(own + 320u) % 8u / 4u][(own + 320u) % 8u % 4u]
              + b_tile[(own + 352u) / 8u][(own + 352u) % 8u / 4u][(own + 352u) % 8u % 4u]
              + b_tile[(own + 384u) / 8u][(own + 384u) % 8u / 4u][(own + 384u) % 8u % 4u]
              + b_tile[(own + 416u) / 8u][(own + 416u) % 8u / 4u][(own + 416u) % 8u % 4u]
              + b_tile[(own + 448u) / 8u][(own + 448u) % 8u / 4u][(own + 448u) % 8u % 4u]
              + b_tile[(own + 480u) / 8u][(own + 480u) % 8u / 4u][(own + 480u) % 8u % 4u]
              ;
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (4u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 8u][(lane + 0u) % 8u / 4u][(lane + 0u) % 8u % 4u] = sum_1_0;
  b_tile[(lane + 256u) / 8u][(lane + 256u) % 8u / 4u][(lane + 256u) % 8u % 4u] = sum_1_1;
  workgroupBarrier();
  if (slice == 2u) {
    let sum = b_tile[(own + 0u) / 8u][(own + 0u) % 8u / 4u][(own + 0u) % 8u % 4u]
              + b_tile[(own + 32u) / 8u][(own + 32u) % 8u / 4u][(own + 32u) % 8u % 4u]
              + b_tile[(own + 64u) / 8u][(own + 64u) % 8u / 4u][(own + 64u) % 8u % 4u]
              + b_tile[(own + 96u) / 8u][(own + 96u) % 8u / 4u][(own + 96u) % 8u % 4u]
              + b_tile[(own + 128u) / 8u][(own + 128u) % 8u / 4u][(own + 128u) % 8u % 4u]
              + b_tile[(own + 160u) / 8u][(own + 160u) % 8u / 4u][(own + 160u) % 8u % 4u]
              + b_tile[(own + 192u) / 8u][(own + 192u) % 8u / 4u][(own + 192u) % 8u % 4u]
              + b_tile[(own + 224u) / 8u][(own + 224u) % 8u / 4u][(own + 224u) % 8u % 4u]
              ;
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 3u) {
    let sum = b_tile[(own + 256u) / 8u][(own + 256u) % 8u / 4u][(own + 256u) % 8u % 4u]
              + b_tile[(own + 288u) / 8u][(own + 288u) % 8u / 4u][(own + 288u) % 8u % 4u]
              + b_tile[(own + 320u) / 8u][(own + 320u) % 8u / 4u][(own + 320u) % 8u % 4u]
              + b_tile[(own + 352u) / 8u][(own + 352u) % 8u / 4u][(own + 352u) % 8u % 4u]
              + b_tile[(own + 384u) / 8u][(own + 384u) % 8u / 4u][(own + 384u) % 8u % 4u]
              + b_tile[(own + 416u) / 8u][(own + 416u) % 8u / 4u][(own + 416u) % 8u % 4u]
              + b_tile[(own + 448u) / 8u][(own + 448u) % 8u / 4u][(own + 448u) % 8u % 4u]
              + b_tile[(own + 480u) / 8u][(own + 480u) % 8u / 4u][(own + 480u) % 8u % 4u]
              ;
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (4u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 8u][(lane + 0u) % 8u / 4u][(lane + 0u) % 8u % 4u] = sum_2_0;
  b_tile[(lane + 256u) / 8u][(lane + 256u) % 8u / 4u][(lane + 256u) % 8u % 4u] = sum_2_1;
  workgroupBarrier();
  if (slice == 4u) {
    let sum = b_tile[(own + 0u) / 8u][(own + 0u) % 8u / 4u][(own + 0u) % 8u % 4u]
              + b_tile[(own + 32u) / 8u][(own + 32u) % 8u / 4u][(own + 32u) % 8u % 4u]
              + b_tile[(own + 64u) / 8u][(own + 64u) % 8u / 4u][(own + 64u) % 8u % 4u]
              + b_tile[(own + 96u) / 8u][(own + 96u) % 8u / 4u][(own + 96u) % 8u % 4u]
              + b_tile[(own + 128u) / 8u][(own + 128u) % 8u / 4u][(own + 128u) % 8u % 4u]
              + b_tile[(own + 160u) / 8u][(own + 160u) % 8u / 4u][(own + 160u) % 8u % 4u]
              + b_tile[(own + 192u) / 8u][(own + 192u) % 8u / 4u][(own + 192u) % 8u % 4u]
              + b_tile[(own + 224u) / 8u][(own + 224u) % 8u / 4u][(own + 224u) % 8u % 4u]
              ;
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 5u) {
    let sum = b_tile[(own + 256u) / 8u][(own + 256u) % 8u / 4u][(own + 256u) % 8u % 4u]
              + b_tile[(own + 288u) / 8u][(own + 288u) % 8u / 4u][(own + 288u) % 8u % 4u]
              + b_tile[(own + 320u) / 8u][(own + 320u) % 8u / 4u][(own + 320u) % 8u % 4u]
              + b_tile[(own + 352u) / 8u][(own + 352u) % 8u / 4u][(own + 352u) % 8u % 4u]
              + b_tile[(own + 384u) / 8u][(own + 384u) % 8u / 4u][(own + 384u) % 8u % 4u]
              + b_tile[(own + 416u) / 8u][(own + 416u) % 8u / 4u][(own + 416u) % 8u % 4u]
              + b_tile[(own + 448u) / 8u][(own + 448u) % 8u / 4u][(own + 448u) % 8u % 4u]
              + b_tile[(own + 480u) / 8u][(own + 480u) % 8u / 4u][(own + 480u) % 8u % 4u]
              ;
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (4u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 8u][(lane + 0u) % 8u / 4u][(lane + 0u) % 8u % 4u] = sum_3_0;
  b_tile[(lane + 256u) / 8u][(lane + 256u) % 8u / 4u][(lane + 256u) % 8u % 4u] = sum_3_1;
  workgroupBarrier();
  if (slice == 6u) {
    let sum = b_tile[(own + 0u) / 8u][(own + 0u) % 8u / 4u][(own + 0u) % 8u % 4u]
              + b_tile[(own + 32u) / 8u][(own + 32u) % 8u / 4u][(own + 32u) % 8u % 4u]
              + b_tile[(own + 64u) / 8u][(own + 64u) % 8u / 4u][(own + 64u) % 8u % 4u]
              + b_tile[(own + 96u) / 8u][(own + 96u) % 8u / 4u][(own + 96u) % 8u % 4u]
              + b_tile[(own + 128u) / 8u][(own + 128u) % 8u / 4u][(own + 128u) % 8u % 4u]
              + b_tile[(own + 160u) / 8u][(own + 160u) % 8u / 4u][(own + 160u) % 8u % 4u]
              + b_tile[(own + 192u) / 8u][(own + 192u) % 8u / 4u][(own + 192u) % 8u % 4u]
              + b_tile[(own + 224u) / 8u][(own + 224u) % 8u / 4u][(own + 224u) % 8u % 4u]
              ;
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  if (slice == 7u) {
    let sum = b_tile[(own + 256u) / 8u][(own + 256u) % 8u / 4u][(own + 256u) % 8u % 4u]
              + b_tile[(own + 288u) / 8u][(own + 288u) % 8u / 4u][(own + 288u) % 8u % 4u]
              + b_tile[(own + 320u) / 8u][(own + 320u) % 8u / 4u][(own + 320u) % 8u % 4u]
              + b_tile[(own + 352u) / 8u][(own + 352u) % 8u / 4u][(own + 352u) % 8u % 4u]
              + b_tile[(own + 384u) / 8u][(own + 384u) % 8u / 4u][(own + 384u) % 8u % 4u]
              + b_tile[(own + 416u) / 8u][(own + 416u) % 8u / 4u][(own + 416u) % 8u % 4u]
              + b_tile[(own + 448u) / 8u][(own + 448u) % 8u / 4u][(own + 448u) % 8u % 4u]
              + b_tile[(own + 480u) / 8u][(own + 480u) % 8u / 4u][(own + 480u) % 8u % 4u]
              ;
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (4u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
}

// ==== matmul/skinny.wgsl?a=bf16&a_width=1&b=bf16&b_width=1&batch_rank=1&columns=4&k_edge=1&rows=4&slices=32&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<u32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  let w = a[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let w = b[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
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
var<workgroup> parts: array<array<array<vec4f, 4>, 32>, 4>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 32u;
  let column = lane / 32u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      select(0.0, load_b(at0 + 0u), k + 0u < params.k),
      select(0.0, load_b(at0 + 1u), k + 1u < params.k),
      select(0.0, load_b(at0 + 2u), k + 2u < params.k),
      select(0.0, load_b(at0 + 3u), k + 3u < params.k),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      select(0.0, load_b(at1 + 0u), k + 0u < params.k),
      select(0.0, load_b(at1 + 1u), k + 1u < params.k),
      select(0.0, load_b(at1 + 2u), k + 2u < params.k),
      select(0.0, load_b(at1 + 3u), k + 3u < params.k),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      select(0.0, load_b(at2 + 0u), k + 0u < params.k),
      select(0.0, load_b(at2 + 1u), k + 1u < params.k),
      select(0.0, load_b(at2 + 2u), k + 2u < params.k),
      select(0.0, load_b(at2 + 3u), k + 3u < params.k),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      select(0.0, load_b(at3 + 0u), k + 0u < params.k),
      select(0.0, load_b(at3 + 1u), k + 1u < params.k),
      select(0.0, load_b(at3 + 2u), k + 2u < params.k),
      select(0.0, load_b(at3 + 3u), k + 3u < params.k),
    );
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row1 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row1 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row1 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row1 * params.k + k + 3u), k + 3u < params.k),
      );
      c1 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row2 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row2 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row2 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row2 * params.k + k + 3u), k + 3u < params.k),
      );
      c2 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row3 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row3 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row3 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row3 * params.k + k + 3u), k + 3u < params.k),
      );
      c3 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=bf16&a_width=1&b=bf16&b_width=1&batch_rank=1&columns=4&k_edge=1&rows=4&slices=64&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<u32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  let w = a[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let w = b[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
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
var<workgroup> parts: array<array<array<vec4f, 4>, 64>, 4>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 64u;
  let column = lane / 64u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 256u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      select(0.0, load_b(at0 + 0u), k + 0u < params.k),
      select(0.0, load_b(at0 + 1u), k + 1u < params.k),
      select(0.0, load_b(at0 + 2u), k + 2u < params.k),
      select(0.0, load_b(at0 + 3u), k + 3u < params.k),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      select(0.0, load_b(at1 + 0u), k + 0u < params.k),
      select(0.0, load_b(at1 + 1u), k + 1u < params.k),
      select(0.0, load_b(at1 + 2u), k + 2u < params.k),
      select(0.0, load_b(at1 + 3u), k + 3u < params.k),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      select(0.0, load_b(at2 + 0u), k + 0u < params.k),
      select(0.0, load_b(at2 + 1u), k + 1u < params.k),
      select(0.0, load_b(at2 + 2u), k + 2u < params.k),
      select(0.0, load_b(at2 + 3u), k + 3u < params.k),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      select(0.0, load_b(at3 + 0u), k + 0u < params.k),
      select(0.0, load_b(at3 + 1u), k + 1u < params.k),
      select(0.0, load_b(at3 + 2u), k + 2u < params.k),
      select(0.0, load_b(at3 + 3u), k + 3u < params.k),
    );
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row1 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row1 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row1 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row1 * params.k + k + 3u), k + 3u < params.k),
      );
      c1 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row2 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row2 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row2 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row2 * params.k + k + 3u), k + 3u < params.k),
      );
      c2 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row3 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row3 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row3 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row3 * params.k + k + 3u), k + 3u < params.k),
      );
      c3 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(64u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f16&a_width=1&b=f16&b_width=1&batch_rank=1&columns=8&k_edge=0&rows=8&slices=16&transpose_a=0&transpose_b=0&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<u32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  let pair = unpack2x16float(a[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> b: array<u32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  let pair = unpack2x16float(b[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
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
var<workgroup> parts: array<array<array<vec4f, 8>, 16>, 4>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 8u;
  let column = lane % 8u;
  let col = (index % blocks * 8u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var c4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var c5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var c6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var c7 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 64u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3));
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3));
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3));
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3));
    {
      let v = vec4f(
        load_a(a_from + row0 * params.k + k + 0u),
        load_a(a_from + row0 * params.k + k + 1u),
        load_a(a_from + row0 * params.k + k + 2u),
        load_a(a_from + row0 * params.k + k + 3u),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = vec4f(
        load_a(a_from + row1 * params.k + k + 0u),
        load_a(a_from + row1 * params.k + k + 1u),
        load_a(a_from + row1 * params.k + k + 2u),
        load_a(a_from + row1 * params.k + k + 3u),
      );
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
    {
      let v = vec4f(
        load_a(a_from + row2 * params.k + k + 0u),
        load_a(a_from + row2 * params.k + k + 1u),
        load_a(a_from + row2 * params.k + k + 2u),
        load_a(a_from + row2 * params.k + k + 3u),
      );
      c2 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c2))));
    }
    {
      let v = vec4f(
        load_a(a_from + row3 * params.k + k + 0u),
        load_a(a_from + row3 * params.k + k + 1u),
        load_a(a_from + row3 * params.k + k + 2u),
        load_a(a_from + row3 * params.k + k + 3u),
      );
      c3 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c3))));
    }
    {
      let v = vec4f(
        load_a(a_from + row4 * params.k + k + 0u),
        load_a(a_from + row4 * params.k + k + 1u),
        load_a(a_from + row4 * params.k + k + 2u),
        load_a(a_from + row4 * params.k + k + 3u),
      );
      c4 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c4))));
    }
    {
      let v = vec4f(
        load_a(a_from + row5 * params.k + k + 0u),
        load_a(a_from + row5 * params.k + k + 1u),
        load_a(a_from + row5 * params.k + k + 2u),
        load_a(a_from + row5 * params.k + k + 3u),
      );
      c5 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c5))));
    }
    {
      let v = vec4f(
        load_a(a_from + row6 * params.k + k + 0u),
        load_a(a_from + row6 * params.k + k + 1u),
        load_a(a_from + row6 * params.k + k + 2u),
        load_a(a_from + row6 * params.k + k + 3u),
      );
      c6 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c6))));
    }
    {
      let v = vec4f(
        load_a(a_from + row7 * params.k + k + 0u),
        load_a(a_from + row7 * params.k + k + 1u),
        load_a(a_from + row7 * params.k + k + 2u),
        load_a(a_from + row7 * params.k + k + 3u),
      );
      c7 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c7))));
    }
  }

  // Slices that had anything to add.
  let live = min(16u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
  workgroupBarrier();
  parts[0][slice][column] = c4;
  parts[1][slice][column] = c5;
  parts[2][slice][column] = c6;
  parts[3][slice][column] = c7;
  workgroupBarrier();
  if (slice < 4u && slice + 4u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 4u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f16&a_width=4&b=f16&b_width=4&batch_rank=1&columns=16&k_edge=0&rows=8&slices=16&transpose_a=0&transpose_b=0&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 16>, 4>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var c4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var c5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var c6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var c7 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 64u) {
    let b0 = load4_b((b_from + (k + 0u) * params.n + col0) / 4u);
    let b1 = load4_b((b_from + (k + 1u) * params.n + col0) / 4u);
    let b2 = load4_b((b_from + (k + 2u) * params.n + col0) / 4u);
    let b3 = load4_b((b_from + (k + 3u) * params.n + col0) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = load4_a((a_from + row1 * params.k + k) / 4u);
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
    {
      let v = load4_a((a_from + row2 * params.k + k) / 4u);
      c2 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c2))));
    }
    {
      let v = load4_a((a_from + row3 * params.k + k) / 4u);
      c3 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c3))));
    }
    {
      let v = load4_a((a_from + row4 * params.k + k) / 4u);
      c4 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c4))));
    }
    {
      let v = load4_a((a_from + row5 * params.k + k) / 4u);
      c5 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c5))));
    }
    {
      let v = load4_a((a_from + row6 * params.k + k) / 4u);
      c6 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c6))));
    }
    {
      let v = load4_a((a_from + row7 * params.k + k) / 4u);
      c7 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c7))));
    }
  }

  // Slices that had anything to add.
  let live = min(16u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
  workgroupBarrier();
  parts[0][slice][column] = c4;
  parts[1][slice][column] = c5;
  parts[2][slice][column] = c6;
  parts[3][slice][column] = c7;
  workgroupBarrier();
  if (slice < 4u && slice + 4u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 4u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f16&a_width=4&b=f16&b_width=4&batch_rank=1&columns=8&k_edge=0&rows=8&slices=16&transpose_a=0&transpose_b=0&y=f16&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
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
var<workgroup> parts: array<array<array<vec4f, 8>, 16>, 4>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 8u;
  let column = lane % 8u;
  let col = (index % blocks * 8u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var c4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var c5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var c6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var c7 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 64u) {
    let b0 = load4_b((b_from + (k + 0u) * params.n + col0) / 4u);
    let b1 = load4_b((b_from + (k + 1u) * params.n + col0) / 4u);
    let b2 = load4_b((b_from + (k + 2u) * params.n + col0) / 4u);
    let b3 = load4_b((b_from + (k + 3u) * params.n + col0) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = load4_a((a_from + row1 * params.k + k) / 4u);
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
    {
      let v = load4_a((a_from + row2 * params.k + k) / 4u);
      c2 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c2))));
    }
    {
      let v = load4_a((a_from + row3 * params.k + k) / 4u);
      c3 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c3))));
    }
    {
      let v = load4_a((a_from + row4 * params.k + k) / 4u);
      c4 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c4))));
    }
    {
      let v = load4_a((a_from + row5 * params.k + k) / 4u);
      c5 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c5))));
    }
    {
      let v = load4_a((a_from + row6 * params.k + k) / 4u);
      c6 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c6))));
    }
    {
      let v = load4_a((a_from + row7 * params.k + k) / 4u);
      c7 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c7))));
    }
  }

  // Slices that had anything to add.
  let live = min(16u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
  workgroupBarrier();
  parts[0][slice][column] = c4;
  parts[1][slice][column] = c5;
  parts[2][slice][column] = c6;
  parts[3][slice][column] = c7;
  workgroupBarrier();
  if (slice < 4u && slice + 4u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 4u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=16&k_edge=0&rows=1&slices=8&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 8u;
  let column = lane / 8u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      load_b(at0 + 0u),
      load_b(at0 + 1u),
      load_b(at0 + 2u),
      load_b(at0 + 3u),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      load_b(at1 + 0u),
      load_b(at1 + 1u),
      load_b(at1 + 2u),
      load_b(at1 + 3u),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      load_b(at2 + 0u),
      load_b(at2 + 1u),
      load_b(at2 + 2u),
      load_b(at2 + 3u),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      load_b(at3 + 0u),
      load_b(at3 + 1u),
      load_b(at3 + 2u),
      load_b(at3 + 3u),
    );
    {
      let v = vec4f(
        load_a(a_from + row0 * params.k + k + 0u),
        load_a(a_from + row0 * params.k + k + 1u),
        load_a(a_from + row0 * params.k + k + 2u),
        load_a(a_from + row0 * params.k + k + 3u),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=16&k_edge=0&rows=4&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 4>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3));
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3));
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3));
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3));
    {
      let v = vec4f(
        load_a(a_from + row0 * params.k + k + 0u),
        load_a(a_from + row0 * params.k + k + 1u),
        load_a(a_from + row0 * params.k + k + 2u),
        load_a(a_from + row0 * params.k + k + 3u),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = vec4f(
        load_a(a_from + row1 * params.k + k + 0u),
        load_a(a_from + row1 * params.k + k + 1u),
        load_a(a_from + row1 * params.k + k + 2u),
        load_a(a_from + row1 * params.k + k + 3u),
      );
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
    {
      let v = vec4f(
        load_a(a_from + row2 * params.k + k + 0u),
        load_a(a_from + row2 * params.k + k + 1u),
        load_a(a_from + row2 * params.k + k + 2u),
        load_a(a_from + row2 * params.k + k + 3u),
      );
      c2 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c2))));
    }
    {
      let v = vec4f(
        load_a(a_from + row3 * params.k + k + 0u),
        load_a(a_from + row3 * params.k + k + 1u),
        load_a(a_from + row3 * params.k + k + 2u),
        load_a(a_from + row3 * params.k + k + 3u),
      );
      c3 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c3))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=16&k_edge=1&rows=1&slices=16&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 16>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 64u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(16u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=16&k_edge=1&rows=1&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=16&k_edge=1&rows=1&slices=8&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 8u;
  let column = lane / 8u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      select(0.0, load_b(at0 + 0u), k + 0u < params.k),
      select(0.0, load_b(at0 + 1u), k + 1u < params.k),
      select(0.0, load_b(at0 + 2u), k + 2u < params.k),
      select(0.0, load_b(at0 + 3u), k + 3u < params.k),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      select(0.0, load_b(at1 + 0u), k + 0u < params.k),
      select(0.0, load_b(at1 + 1u), k + 1u < params.k),
      select(0.0, load_b(at1 + 2u), k + 2u < params.k),
      select(0.0, load_b(at1 + 3u), k + 3u < params.k),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      select(0.0, load_b(at2 + 0u), k + 0u < params.k),
      select(0.0, load_b(at2 + 1u), k + 1u < params.k),
      select(0.0, load_b(at2 + 2u), k + 2u < params.k),
      select(0.0, load_b(at2 + 3u), k + 3u < params.k),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      select(0.0, load_b(at3 + 0u), k + 0u < params.k),
      select(0.0, load_b(at3 + 1u), k + 1u < params.k),
      select(0.0, load_b(at3 + 2u), k + 2u < params.k),
      select(0.0, load_b(at3 + 3u), k + 3u < params.k),
    );
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=16&k_edge=1&rows=2&slices=8&transpose_a=1&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 2>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + (k + 0u) * params.m + row0), k + 0u < params.k),
        select(0.0, load_a(a_from + (k + 1u) * params.m + row0), k + 1u < params.k),
        select(0.0, load_a(a_from + (k + 2u) * params.m + row0), k + 2u < params.k),
        select(0.0, load_a(a_from + (k + 3u) * params.m + row0), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + (k + 0u) * params.m + row1), k + 0u < params.k),
        select(0.0, load_a(a_from + (k + 1u) * params.m + row1), k + 1u < params.k),
        select(0.0, load_a(a_from + (k + 2u) * params.m + row1), k + 2u < params.k),
        select(0.0, load_a(a_from + (k + 3u) * params.m + row1), k + 3u < params.k),
      );
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  workgroupBarrier();
  if (slice < 2u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=32&k_edge=1&rows=1&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 32>, 8>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 127u) / 128u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 32u;
  let column = lane % 32u;
  let col = (index % blocks * 32u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=32&k_edge=1&rows=1&slices=8&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 32>, 8>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 127u) / 128u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 8u;
  let column = lane / 8u;
  let col = (index % blocks * 32u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      select(0.0, load_b(at0 + 0u), k + 0u < params.k),
      select(0.0, load_b(at0 + 1u), k + 1u < params.k),
      select(0.0, load_b(at0 + 2u), k + 2u < params.k),
      select(0.0, load_b(at0 + 3u), k + 3u < params.k),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      select(0.0, load_b(at1 + 0u), k + 0u < params.k),
      select(0.0, load_b(at1 + 1u), k + 1u < params.k),
      select(0.0, load_b(at1 + 2u), k + 2u < params.k),
      select(0.0, load_b(at1 + 3u), k + 3u < params.k),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      select(0.0, load_b(at2 + 0u), k + 0u < params.k),
      select(0.0, load_b(at2 + 1u), k + 1u < params.k),
      select(0.0, load_b(at2 + 2u), k + 2u < params.k),
      select(0.0, load_b(at2 + 3u), k + 3u < params.k),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      select(0.0, load_b(at3 + 0u), k + 0u < params.k),
      select(0.0, load_b(at3 + 1u), k + 1u < params.k),
      select(0.0, load_b(at3 + 2u), k + 2u < params.k),
      select(0.0, load_b(at3 + 3u), k + 3u < params.k),
    );
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=32&k_edge=1&rows=2&slices=8&transpose_a=1&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 32>, 8>, 2>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 127u) / 128u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 32u;
  let column = lane % 32u;
  let col = (index % blocks * 32u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + (k + 0u) * params.m + row0), k + 0u < params.k),
        select(0.0, load_a(a_from + (k + 1u) * params.m + row0), k + 1u < params.k),
        select(0.0, load_a(a_from + (k + 2u) * params.m + row0), k + 2u < params.k),
        select(0.0, load_a(a_from + (k + 3u) * params.m + row0), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + (k + 0u) * params.m + row1), k + 0u < params.k),
        select(0.0, load_a(a_from + (k + 1u) * params.m + row1), k + 1u < params.k),
        select(0.0, load_a(a_from + (k + 2u) * params.m + row1), k + 2u < params.k),
        select(0.0, load_a(a_from + (k + 3u) * params.m + row1), k + 3u < params.k),
      );
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  workgroupBarrier();
  if (slice < 2u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=4&k_edge=0&rows=1&slices=32&transpose_a=0&transpose_b=0&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 4>, 32>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 4u;
  let column = lane % 4u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3));
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3));
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3));
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3));
    {
      let v = vec4f(
        load_a(a_from + row0 * params.k + k + 0u),
        load_a(a_from + row0 * params.k + k + 1u),
        load_a(a_from + row0 * params.k + k + 2u),
        load_a(a_from + row0 * params.k + k + 3u),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=4&k_edge=0&rows=1&slices=32&transpose_a=0&transpose_b=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 4>, 32>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 32u;
  let column = lane / 32u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      load_b(at0 + 0u),
      load_b(at0 + 1u),
      load_b(at0 + 2u),
      load_b(at0 + 3u),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      load_b(at1 + 0u),
      load_b(at1 + 1u),
      load_b(at1 + 2u),
      load_b(at1 + 3u),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      load_b(at2 + 0u),
      load_b(at2 + 1u),
      load_b(at2 + 2u),
      load_b(at2 + 3u),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      load_b(at3 + 0u),
      load_b(at3 + 1u),
      load_b(at3 + 2u),
      load_b(at3 + 3u),
    );
    {
      let v = vec4f(
        load_a(a_from + row0 * params.k + k + 0u),
        load_a(a_from + row0 * params.k + k + 1u),
        load_a(a_from + row0 * params.k + k + 2u),
        load_a(a_from + row0 * params.k + k + 3u),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=4&k_edge=1&rows=1&slices=32&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 4>, 32>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 4u;
  let column = lane % 4u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=4&k_edge=1&rows=1&slices=32&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 4>, 32>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 32u;
  let column = lane / 32u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      select(0.0, load_b(at0 + 0u), k + 0u < params.k),
      select(0.0, load_b(at0 + 1u), k + 1u < params.k),
      select(0.0, load_b(at0 + 2u), k + 2u < params.k),
      select(0.0, load_b(at0 + 3u), k + 3u < params.k),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      select(0.0, load_b(at1 + 0u), k + 0u < params.k),
      select(0.0, load_b(at1 + 1u), k + 1u < params.k),
      select(0.0, load_b(at1 + 2u), k + 2u < params.k),
      select(0.0, load_b(at1 + 3u), k + 3u < params.k),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      select(0.0, load_b(at2 + 0u), k + 0u < params.k),
      select(0.0, load_b(at2 + 1u), k + 1u < params.k),
      select(0.0, load_b(at2 + 2u), k + 2u < params.k),
      select(0.0, load_b(at2 + 3u), k + 3u < params.k),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      select(0.0, load_b(at3 + 0u), k + 0u < params.k),
      select(0.0, load_b(at3 + 1u), k + 1u < params.k),
      select(0.0, load_b(at3 + 2u), k + 2u < params.k),
      select(0.0, load_b(at3 + 3u), k + 3u < params.k),
    );
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=8&k_edge=1&rows=1&slices=16&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 8>, 16>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 8u;
  let column = lane % 8u;
  let col = (index % blocks * 8u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 64u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(16u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=8&k_edge=1&rows=1&slices=32&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 8>, 32>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 8u;
  let column = lane % 8u;
  let col = (index % blocks * 8u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=8&k_edge=1&rows=1&slices=32&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 8>, 32>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 32u;
  let column = lane / 32u;
  let col = (index % blocks * 8u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      select(0.0, load_b(at0 + 0u), k + 0u < params.k),
      select(0.0, load_b(at0 + 1u), k + 1u < params.k),
      select(0.0, load_b(at0 + 2u), k + 2u < params.k),
      select(0.0, load_b(at0 + 3u), k + 3u < params.k),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      select(0.0, load_b(at1 + 0u), k + 0u < params.k),
      select(0.0, load_b(at1 + 1u), k + 1u < params.k),
      select(0.0, load_b(at1 + 2u), k + 2u < params.k),
      select(0.0, load_b(at1 + 3u), k + 3u < params.k),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      select(0.0, load_b(at2 + 0u), k + 0u < params.k),
      select(0.0, load_b(at2 + 1u), k + 1u < params.k),
      select(0.0, load_b(at2 + 2u), k + 2u < params.k),
      select(0.0, load_b(at2 + 3u), k + 3u < params.k),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      select(0.0, load_b(at3 + 0u), k + 0u < params.k),
      select(0.0, load_b(at3 + 1u), k + 1u < params.k),
      select(0.0, load_b(at3 + 2u), k + 2u < params.k),
      select(0.0, load_b(at3 + 3u), k + 3u < params.k),
    );
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=4&columns=16&k_edge=0&rows=2&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  size_1: u32,
  a_step_1: u32,
  b_step_1: u32,
  size_2: u32,
  a_step_2: u32,
  b_step_2: u32,
  size_3: u32,
  a_step_3: u32,
  b_step_3: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 2>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  var rest = batch;
  var a_from = 0u;
  var b_from = 0u;
  a_from += rest % params.size_3 * params.a_step_3;
  b_from += rest % params.size_3 * params.b_step_3;
  rest /= params.size_3;
  a_from += rest % params.size_2 * params.a_step_2;
  b_from += rest % params.size_2 * params.b_step_2;
  rest /= params.size_2;
  a_from += rest % params.size_1 * params.a_step_1;
  b_from += rest % params.size_1 * params.b_step_1;
  rest /= params.size_1;
  a_from += rest % params.size_0 * params.a_step_0;
  b_from += rest % params.size_0 * params.b_step_0;
  rest /= params.size_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3));
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3));
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3));
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3));
    {
      let v = vec4f(
        load_a(a_from + row0 * params.k + k + 0u),
        load_a(a_from + row0 * params.k + k + 1u),
        load_a(a_from + row0 * params.k + k + 2u),
        load_a(a_from + row0 * params.k + k + 3u),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = vec4f(
        load_a(a_from + row1 * params.k + k + 0u),
        load_a(a_from + row1 * params.k + k + 1u),
        load_a(a_from + row1 * params.k + k + 2u),
        load_a(a_from + row1 * params.k + k + 3u),
      );
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  workgroupBarrier();
  if (slice < 2u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=1&batch_rank=1&columns=16&k_edge=0&rows=4&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 4>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3));
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3));
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3));
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3));
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = load4_a((a_from + row1 * params.k + k) / 4u);
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
    {
      let v = load4_a((a_from + row2 * params.k + k) / 4u);
      c2 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c2))));
    }
    {
      let v = load4_a((a_from + row3 * params.k + k) / 4u);
      c3 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c3))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=1&batch_rank=1&columns=32&k_edge=0&rows=4&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
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
var<workgroup> parts: array<array<array<vec4f, 32>, 8>, 4>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 127u) / 128u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 32u;
  let column = lane % 32u;
  let col = (index % blocks * 32u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3));
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3));
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3));
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3));
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = load4_a((a_from + row1 * params.k + k) / 4u);
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
    {
      let v = load4_a((a_from + row2 * params.k + k) / 4u);
      c2 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c2))));
    }
    {
      let v = load4_a((a_from + row3 * params.k + k) / 4u);
      c3 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c3))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=16&k_edge=0&rows=1&slices=8&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
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
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 8u;
  let column = lane / 8u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let b0 = load4_b((b_from + col0 * params.k + k) / 4u);
    let b1 = load4_b((b_from + col1 * params.k + k) / 4u);
    let b2 = load4_b((b_from + col2 * params.k + k) / 4u);
    let b3 = load4_b((b_from + col3 * params.k + k) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=32&k_edge=0&rows=1&slices=8&transpose_a=0&transpose_b=1&y=f32&y_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
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
var<workgroup> parts: array<array<array<vec4f, 32>, 8>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 127u) / 128u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 8u;
  let column = lane / 8u;
  let col = (index % blocks * 32u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let b0 = load4_b((b_from + col0 * params.k + k) / 4u);
    let b1 = load4_b((b_from + col1 * params.k + k) / 4u);
    let b2 = load4_b((b_from + col2 * params.k + k) / 4u);
    let b3 = load4_b((b_from + col3 * params.k + k) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=4&k_edge=0&rows=1&slices=32&transpose_a=0&transpose_b=0&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 4>, 32>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 4u;
  let column = lane % 4u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let b0 = load4_b((b_from + (k + 0u) * params.n + col0) / 4u);
    let b1 = load4_b((b_from + (k + 1u) * params.n + col0) / 4u);
    let b2 = load4_b((b_from + (k + 2u) * params.n + col0) / 4u);
    let b3 = load4_b((b_from + (k + 3u) * params.n + col0) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=4&k_edge=0&rows=1&slices=32&transpose_a=0&transpose_b=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 4>, 32>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 32u;
  let column = lane / 32u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let b0 = load4_b((b_from + col0 * params.k + k) / 4u);
    let b1 = load4_b((b_from + col1 * params.k + k) / 4u);
    let b2 = load4_b((b_from + col2 * params.k + k) / 4u);
    let b3 = load4_b((b_from + col3 * params.k + k) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=4&k_edge=0&rows=1&slices=64&transpose_a=0&transpose_b=0&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 4>, 64>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 4u;
  let column = lane % 4u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 256u) {
    let b0 = load4_b((b_from + (k + 0u) * params.n + col0) / 4u);
    let b1 = load4_b((b_from + (k + 1u) * params.n + col0) / 4u);
    let b2 = load4_b((b_from + (k + 2u) * params.n + col0) / 4u);
    let b3 = load4_b((b_from + (k + 3u) * params.n + col0) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(64u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=4&k_edge=0&rows=1&slices=64&transpose_a=0&transpose_b=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 4>, 64>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 64u;
  let column = lane / 64u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 256u) {
    let b0 = load4_b((b_from + col0 * params.k + k) / 4u);
    let b1 = load4_b((b_from + col1 * params.k + k) / 4u);
    let b2 = load4_b((b_from + col2 * params.k + k) / 4u);
    let b3 = load4_b((b_from + col3 * params.k + k) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(64u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=8&k_edge=0&rows=1&slices=32&transpose_a=0&transpose_b=0&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 8>, 32>, 1>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 8u;
  let column = lane % 8u;
  let col = (index % blocks * 8u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let b0 = load4_b((b_from + (k + 0u) * params.n + col0) / 4u);
    let b1 = load4_b((b_from + (k + 1u) * params.n + col0) / 4u);
    let b2 = load4_b((b_from + (k + 2u) * params.n + col0) / 4u);
    let b3 = load4_b((b_from + (k + 3u) * params.n + col0) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=4&columns=16&k_edge=0&rows=2&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  size_1: u32,
  a_step_1: u32,
  b_step_1: u32,
  size_2: u32,
  a_step_2: u32,
  b_step_2: u32,
  size_3: u32,
  a_step_3: u32,
  b_step_3: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 2>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  var rest = batch;
  var a_from = 0u;
  var b_from = 0u;
  a_from += rest % params.size_3 * params.a_step_3;
  b_from += rest % params.size_3 * params.b_step_3;
  rest /= params.size_3;
  a_from += rest % params.size_2 * params.a_step_2;
  b_from += rest % params.size_2 * params.b_step_2;
  rest /= params.size_2;
  a_from += rest % params.size_1 * params.a_step_1;
  b_from += rest % params.size_1 * params.b_step_1;
  rest /= params.size_1;
  a_from += rest % params.size_0 * params.a_step_0;
  b_from += rest % params.size_0 * params.b_step_0;
  rest /= params.size_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let b0 = load4_b((b_from + (k + 0u) * params.n + col0) / 4u);
    let b1 = load4_b((b_from + (k + 1u) * params.n + col0) / 4u);
    let b2 = load4_b((b_from + (k + 2u) * params.n + col0) / 4u);
    let b3 = load4_b((b_from + (k + 3u) * params.n + col0) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = load4_a((a_from + row1 * params.k + k) / 4u);
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  workgroupBarrier();
  if (slice < 2u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

// ==== matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=4&columns=32&k_edge=0&rows=2&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  size_1: u32,
  a_step_1: u32,
  b_step_1: u32,
  size_2: u32,
  a_step_2: u32,
  b_step_2: u32,
  size_3: u32,
  a_step_3: u32,
  b_step_3: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 32>, 8>, 2>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 127u) / 128u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 32u;
  let column = lane % 32u;
  let col = (index % blocks * 32u + column) * 4u;

  var rest = batch;
  var a_from = 0u;
  var b_from = 0u;
  a_from += rest % params.size_3 * params.a_step_3;
  b_from += rest % params.size_3 * params.b_step_3;
  rest /= params.size_3;
  a_from += rest % params.size_2 * params.a_step_2;
  b_from += rest % params.size_2 * params.b_step_2;
  rest /= params.size_2;
  a_from += rest % params.size_1 * params.a_step_1;
  b_from += rest % params.size_1 * params.b_step_1;
  rest /= params.size_1;
  a_from += rest % params.size_0 * params.a_step_0;
  b_from += rest % params.size_0 * params.b_step_0;
  rest /= params.size_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let b0 = load4_b((b_from + (k + 0u) * params.n + col0) / 4u);
    let b1 = load4_b((b_from + (k + 1u) * params.n + col0) / 4u);
    let b2 = load4_b((b_from + (k + 2u) * params.n + col0) / 4u);
    let b3 = load4_b((b_from + (k + 3u) * params.n + col0) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = load4_a((a_from + row1 * params.k + k) / 4u);
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  workgroupBarrier();
  if (slice < 2u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}

