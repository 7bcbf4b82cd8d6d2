// conv1d(1x5x23, 17x5x3, dilation=[2], padding=[3, 1])
// on software

// ==== conv1d: conv/kernel.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&cols=4&explicit_bounds=0&gather=1&k_edge=1&lanes=8&rows=4&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=1&y=f32&y_binding=3&y_width=1
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
  groups: u32,
  in_rows: u32,
  in_cols: u32,
  out_cols: u32,
  taps: u32,
  tap_cols: u32,
  stride_rows: u32,
  stride_cols: u32,
  before_rows: u32,
  before_cols: u32,
  dilation_rows: u32,
  dilation_cols: u32,
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
    let v0 = gathered(b_from, b_deep0 + 0u, j0);
    let j1 = min(b_j0 + 1u, params.n - 1u);
    let v1 = gathered(b_from, b_deep0 + 0u, j1);
    let j2 = min(b_j0 + 2u, params.n - 1u);
    let v2 = gathered(b_from, b_deep0 + 0u, j2);
    let j3 = min(b_j0 + 3u, params.n - 1u);
    let v3 = gathered(b_from, b_deep0 + 0u, j3);
    b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + 0u < params.k);
  }
  {
    let j0 = b_j1;
    let v0 = gathered(b_from, b_deep1 + 0u, j0);
    let j1 = min(b_j1 + 1u, params.n - 1u);
    let v1 = gathered(b_from, b_deep1 + 0u, j1);
    let j2 = min(b_j1 + 2u, params.n - 1u);
    let v2 = gathered(b_from, b_deep1 + 0u, j2);
    let j3 = min(b_j1 + 3u, params.n - 1u);
    let v3 = gathered(b_from, b_deep1 + 0u, j3);
    b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + 0u < params.k);
  }
  {
    let j0 = b_j2;
    let v0 = gathered(b_from, b_deep2 + 0u, j0);
    let j1 = min(b_j2 + 1u, params.n - 1u);
    let v1 = gathered(b_from, b_deep2 + 0u, j1);
    let j2 = min(b_j2 + 2u, params.n - 1u);
    let v2 = gathered(b_from, b_deep2 + 0u, j2);
    let j3 = min(b_j2 + 3u, params.n - 1u);
    let v3 = gathered(b_from, b_deep2 + 0u, j3);
    b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + 0u < params.k);
  }
  {
    let j0 = b_j3;
    let v0 = gathered(b_from, b_deep3 + 0u, j0);
    let j1 = min(b_j3 + 1u, params.n - 1u);
    let v1 = gathered(b_from, b_deep3 + 0u, j1);
    let j2 = min(b_j3 + 2u, params.n - 1u);
    let v2 = gathered(b_from, b_deep3 + 0u, j2);
    let j3 = min(b_j3 + 3u, params.n - 1u);
    let v3 = gathered(b_from, b_deep3 + 0u, j3);
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
      let v0 = gathered(b_from, b_deep0 + ahead, j0);
      let j1 = min(b_j0 + 1u, params.n - 1u);
      let v1 = gathered(b_from, b_deep0 + ahead, j1);
      let j2 = min(b_j0 + 2u, params.n - 1u);
      let v2 = gathered(b_from, b_deep0 + ahead, j2);
      let j3 = min(b_j0 + 3u, params.n - 1u);
      let v3 = gathered(b_from, b_deep0 + ahead, j3);
      b_next0 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep0 + ahead < params.k);
    }
    {
      let j0 = b_j1;
      let v0 = gathered(b_from, b_deep1 + ahead, j0);
      let j1 = min(b_j1 + 1u, params.n - 1u);
      let v1 = gathered(b_from, b_deep1 + ahead, j1);
      let j2 = min(b_j1 + 2u, params.n - 1u);
      let v2 = gathered(b_from, b_deep1 + ahead, j2);
      let j3 = min(b_j1 + 3u, params.n - 1u);
      let v3 = gathered(b_from, b_deep1 + ahead, j3);
      b_next1 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep1 + ahead < params.k);
    }
    {
      let j0 = b_j2;
      let v0 = gathered(b_from, b_deep2 + ahead, j0);
      let j1 = min(b_j2 + 1u, params.n - 1u);
      let v1 = gathered(b_from, b_deep2 + ahead, j1);
      let j2 = min(b_j2 + 2u, params.n - 1u);
      let v2 = gathered(b_from, b_deep2 + ahead, j2);
      let j3 = min(b_j2 + 3u, params.n - 1u);
      let v3 = gathered(b_from, b_deep2 + ahead, j3);
      b_next2 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep2 + ahead < params.k);
    }
    {
      let j0 = b_j3;
      let v0 = gathered(b_from, b_deep3 + ahead, j0);
      let j1 = min(b_j3 + 1u, params.n - 1u);
      let v1 = gathered(b_from, b_deep3 + ahead, j1);
      let j2 = min(b_j3 + 2u, params.n - 1u);
      let v2 = gathered(b_from, b_deep3 + ahead, j2);
      let j3 = min(b_j3 + 3u, params.n - 1u);
      let v3 = gathered(b_from, b_deep3 + ahead, j3);
      b_next3 = select(vec4f(), vec4f(v0, v1, v2, v3), b_deep3 + ahead < params.k);
    }
    let live = min(8u, (params.k - turn * 32u + 3u) / 4u);
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

// The input under tap k (channel, row, column) of pixel j, or 0 in the padding, where a negative place wraps to a large one.
fn gathered(start: u32, k: u32, j: u32) -> f32 {
  let tap = k % params.taps;
  let row = j / params.out_cols * params.stride_rows + tap / params.tap_cols * params.dilation_rows - params.before_rows;
  let col = j % params.out_cols * params.stride_cols + tap % params.tap_cols * params.dilation_cols - params.before_cols;
  if (row >= params.in_rows || col >= params.in_cols) {
    return 0.0;
  }
  return load_b(start + (k / params.taps * params.in_rows + row) * params.in_cols + col);
}
