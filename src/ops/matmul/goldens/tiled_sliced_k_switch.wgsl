// matmul(33x136, 136x40)
// on large-edge

// ==== matmul: matmul/kernel.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&cols=4&explicit_bounds=0&k_edge=1&lanes=8&rows=4&slices=2&tile_k=32&tile_m=32&tile_n=32&transpose_a=0&transpose_b=0&unroll=8&use_switch=1&y=f32&y_width=4
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
  let b_j0 = min(b_first + b_line0 * 4u, params.n - 4u);
  let b_from0 = b_from + b_deep0 * params.n;
  var b_next0 = vec4f();
  let b_deep1 = (lane + 128u) / 8u;
  let b_line1 = (lane + 128u) % 8u;
  let b_j1 = min(b_first + b_line1 * 4u, params.n - 4u);
  let b_from1 = b_from + b_deep1 * params.n;
  var b_next1 = vec4f();
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
  var sum_0_0 = vec4f();
  var sum_1_0 = vec4f();
  var sum_2_0 = vec4f();
  var sum_3_0 = vec4f();

  let turns = (params.k + 31u) / 32u;
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
    let ahead = (turn + 1u) * 32u;
    a_next0 = select(vec4f(), load4_a((a_from0 + ahead) / 4u), a_deep0 + ahead < params.k);
    a_next1 = select(vec4f(), load4_a((a_from1 + ahead) / 4u), a_deep1 + ahead < params.k);
    b_next0 = select(vec4f(), load4_b((b_from0 + ahead * params.n + b_j0) / 4u), b_deep0 + ahead < params.k);
    b_next1 = select(vec4f(), load4_b((b_from1 + ahead * params.n + b_j1) / 4u), b_deep1 + ahead < params.k);
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
  switch (slice) {
  case 0u: {
    let sum = b_tile[(own + 0u) / 8u][(own + 0u) % 8u / 8u][(own + 0u) % 8u % 8u]
              + b_tile[(own + 64u) / 8u][(own + 64u) % 8u / 8u][(own + 64u) % 8u % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 0u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  case 1u: {
    let sum = b_tile[(own + 128u) / 8u][(own + 128u) % 8u / 8u][(own + 128u) % 8u % 8u]
              + b_tile[(own + 192u) / 8u][(own + 192u) % 8u / 8u][(own + 192u) % 8u % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 1u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  default: {}
  }
  workgroupBarrier();
  b_tile[(lane + 0u) / 8u][(lane + 0u) % 8u / 8u][(lane + 0u) % 8u % 8u] = sum_2_0;
  b_tile[(lane + 128u) / 8u][(lane + 128u) % 8u / 8u][(lane + 128u) % 8u % 8u] = sum_3_0;
  workgroupBarrier();
  switch (slice) {
  case 0u: {
    let sum = b_tile[(own + 0u) / 8u][(own + 0u) % 8u / 8u][(own + 0u) % 8u % 8u]
              + b_tile[(own + 64u) / 8u][(own + 64u) % 8u / 8u][(own + 64u) % 8u % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 2u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  case 1u: {
    let sum = b_tile[(own + 128u) / 8u][(own + 128u) % 8u / 8u][(own + 128u) % 8u % 8u]
              + b_tile[(own + 192u) / 8u][(own + 192u) % 8u / 8u][(own + 192u) % 8u % 8u]
              ;
    let row = a_first + (0u + a_side) * 4u + 3u;
    let col = b_first + (0u + b_side) * 4u;
    if (row < params.m && col < params.n) {
      let at = y_from + row * params.n + col;
      store4_y(at / 4u, sum);
    }
  }
  default: {}
  }
}
