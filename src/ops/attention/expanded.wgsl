// ==== attention/combine.wgsl?threads=128&y=f32&y_width=1
struct Params {
  parts_at: u32,
  rows: u32,
  count: u32,  // parts of a row
  e: u32,
  columns: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
@group(0) @binding(1) var<storage, read> parts: array<vec4f>;

fn load4_parts(q: u32) -> vec4f {
  return parts[q + params.parts_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store_y(at, v.x);
  if (col + 1u < params.e) {
    store_y(at + 1u, v[1]);
  }
  if (col + 2u < params.e) {
    store_y(at + 2u, v[2]);
  }
  if (col + 3u < params.e) {
    store_y(at + 3u, v[3]);
  }
}
var<workgroup> sums: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  if (row >= params.rows) {
    return;
  }
  let quads = (params.e + 3u) / 4u;
  let first = row * params.count * (quads + 1u);
  var most = -3.4028234e38;
  for (var i = lane; i < params.count; i += 128u) {
    most = max(most, load4_parts(first + i * (quads + 1u) + quads).x);
  }
  let top = reduce_max(most, lane);
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  var total = 0.0;
  var sum = vec4f();
  for (var i = lane / params.columns; i < params.count; i += slices) {
    let part = first + i * (quads + 1u);
    let state = load4_parts(part + quads);
    let share = exp(state.x - top);
    total = fma(state.y, share, total);
    sum = fma(load4_parts(part + min(column, quads - 1u)), vec4f(share), sum);
  }
  total = reduce_sum(select(0.0, total, column == 0u), lane);
  sums[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      sums[lane] += sums[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, sums[lane], total);
  }
}

// ==== attention/combine.wgsl?threads=128&y=f32&y_width=4
struct Params {
  parts_at: u32,
  rows: u32,
  count: u32,  // parts of a row
  e: u32,
  columns: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
@group(0) @binding(1) var<storage, read> parts: array<vec4f>;

fn load4_parts(q: u32) -> vec4f {
  return parts[q + params.parts_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}
var<workgroup> sums: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  if (row >= params.rows) {
    return;
  }
  let quads = (params.e + 3u) / 4u;
  let first = row * params.count * (quads + 1u);
  var most = -3.4028234e38;
  for (var i = lane; i < params.count; i += 128u) {
    most = max(most, load4_parts(first + i * (quads + 1u) + quads).x);
  }
  let top = reduce_max(most, lane);
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  var total = 0.0;
  var sum = vec4f();
  for (var i = lane / params.columns; i < params.count; i += slices) {
    let part = first + i * (quads + 1u);
    let state = load4_parts(part + quads);
    let share = exp(state.x - top);
    total = fma(state.y, share, total);
    sum = fma(load4_parts(part + min(column, quads - 1u)), vec4f(share), sum);
  }
  total = reduce_sum(select(0.0, total, column == 0u), lane);
  sums[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      sums[lane] += sums[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, sums[lane], total);
  }
}

// ==== attention/held.wgsl?across=8&cols=1&deep=8&down=32&dtype=f32&keys=8&kv_bits=4&qk_width=4&rows=4&subgroups=1&unroll=1&v_width=4&y=f32&y_width=4
enable subgroups;
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> q_tile: array<array<array<array<array<vec4f, 4>, 4>, 1>, 8>, 8>;
var<workgroup> kv_tile: array<array<array<array<vec4f, 8>, 8>, 1>, 8>;

fn row_of_v(start: u32, key: u32, col: u32) -> vec4f {
  return select(vec4f(), quad_v(start + key * params.e, col), key < params.keys);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 32u * 4u + lane % 4u;
  let side_k = lane / 4u % 8u;
  let q_from = (head * params.queries + first) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var top0 = vec4f(-3.4028234e38);
  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum1_0 = vec4f();
  var sum2_0 = vec4f();
  var sum3_0 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
      {
        let m = lane / 8u + 0u;
        k_next0 = quad_k(k_from + (0u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
      }
      {
        let m = lane / 8u + 32u;
        k_next1 = quad_k(k_from + (0u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
      }
  let m0 = (lane + 0u) / 4u;
  let row0 = m0 / 8u;  // one of `near` that are `rows` apart
  let q_next0 = quad_q(q_from + ((row0 / 4u * 4u + lane % 4u) * 4u + row0 % 4u) * params.d, m0 % 8u * 4u);
  let m1 = (lane + 256u) / 4u;
  let row1 = m1 / 8u;  // one of `near` that are `rows` apart
  let q_next1 = quad_q(q_from + ((row1 / 4u * 4u + lane % 4u) * 4u + row1 % 4u) * params.d, m1 % 8u * 4u);
  let m2 = (lane + 512u) / 4u;
  let row2 = m2 / 8u;  // one of `near` that are `rows` apart
  let q_next2 = quad_q(q_from + ((row2 / 4u * 4u + lane % 4u) * 4u + row2 % 4u) * params.d, m2 % 8u * 4u);
  let m3 = (lane + 768u) / 4u;
  let row3 = m3 / 8u;  // one of `near` that are `rows` apart
  let q_next3 = quad_q(q_from + ((row3 / 4u * 4u + lane % 4u) * 4u + row3 % 4u) * params.d, m3 % 8u * 4u);
  q_tile[row0 / 4u][m0 % 8u / 1u][m0 % 8u % 1u][row0 % 4u][lane % 4u] = q_next0;
  q_tile[row1 / 4u][m1 % 8u / 1u][m1 % 8u % 1u][row1 % 4u][lane % 4u] = q_next1;
  q_tile[row2 / 4u][m2 % 8u / 1u][m2 % 8u % 1u][row2 % 4u][lane % 4u] = q_next2;
  q_tile[row3 / 4u][m3 % 8u / 1u][m3 % 8u % 1u][row3 % 4u][lane % 4u] = q_next3;
  for (var key_first = 0u; key_first < end; key_first += 64u) {
        {
          let m = lane / 8u + 0u;
          let n = m % 8u;
          kv_tile[n / 1u][n % 1u][m / 8u][lane % 8u] = k_next0;
        }
        {
          let m = lane / 8u + 32u;
          let n = m % 8u;
          kv_tile[n / 1u][n % 1u][m / 8u][lane % 8u] = k_next1;
        }
    workgroupBarrier();
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    var s0_4 = vec4f();
    var s0_5 = vec4f();
    var s0_6 = vec4f();
    var s0_7 = vec4f();
    for (var n = 0u; n * 4u < params.d; n += 1u) {
      {
        let q0 = q_tile[side_q / 4u][n / 1u][n % 1u][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 1u][n % 1u][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 1u][n % 1u][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 1u][n % 1u][3][side_q % 4u];
        let k0 = kv_tile[n / 1u][n % 1u][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 1u][n % 1u][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 1u][n % 1u][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 1u][n % 1u][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 1u][n % 1u][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 1u][n % 1u][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 1u][n % 1u][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 1u][n % 1u][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
    }
        v_next0 = row_of_v(v_from, key_first + (lane + 0u) / 8u, (lane + 0u) % 8u * 4u);
        v_next1 = row_of_v(v_from, key_first + (lane + 256u) / 8u, (lane + 256u) % 8u * 4u);

    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    s0_4 *= params.scale;
    s0_5 *= params.scale;
    s0_6 *= params.scale;
    s0_7 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let row0 = first + side_q * 4u + 0u;
      let count0 = vec4u(seen(row0), seen(row0 + 1u), seen(row0 + 2u), seen(row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
      s0_4 = select(unseen, s0_4, vec4u(key + 32u) < count0);
      s0_5 = select(unseen, s0_5, vec4u(key + 40u) < count0);
      s0_6 = select(unseen, s0_6, vec4u(key + 48u) < count0);
      s0_7 = select(unseen, s0_7, vec4u(key + 56u) < count0);
    }
    var most0 = top0;
    most0 = max(most0, s0_0);
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    most0 = max(most0, s0_4);
    most0 = max(most0, s0_5);
    most0 = max(most0, s0_6);
    most0 = max(most0, s0_7);
        most0 = max(most0, subgroupShuffleXor(most0, 4u));
        most0 = max(most0, subgroupShuffleXor(most0, 8u));
        most0 = max(most0, subgroupShuffleXor(most0, 16u));
    {
      let less = exp(top0 - most0);
      top0 = most0;
      total0 *= less;
      sum0_0 *= less[0];
      sum1_0 *= less[1];
      sum2_0 *= less[2];
      sum3_0 *= less[3];
      s0_0 = weights(s0_0, most0);
      total0 += s0_0;
      s0_1 = weights(s0_1, most0);
      total0 += s0_1;
      s0_2 = weights(s0_2, most0);
      total0 += s0_2;
      s0_3 = weights(s0_3, most0);
      total0 += s0_3;
      s0_4 = weights(s0_4, most0);
      total0 += s0_4;
      s0_5 = weights(s0_5, most0);
      total0 += s0_5;
      s0_6 = weights(s0_6, most0);
      total0 += s0_6;
      s0_7 = weights(s0_7, most0);
      total0 += s0_7;
    }
    workgroupBarrier();
        {
          let key = (lane + 0u) / 8u;
          let col = (lane + 0u) % 8u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next0;
        }
        {
          let key = (lane + 256u) / 8u;
          let col = (lane + 256u) % 8u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next1;
        }
    workgroupBarrier();
        {
          let m = lane / 8u + 0u;
          k_next0 = quad_k(k_from + (key_first + 64u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
        }
        {
          let m = lane / 8u + 32u;
          k_next1 = quad_k(k_from + (key_first + 64u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
        }
    let live = min(64u, end - key_first);
    if (edge && params.causal != 0u) {
      let reach = first + side_q * 4u + params.keys;
      for (var t = 0u; t < min(8u, live); t++) {
        let key = key_first + t + params.queries;
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 0u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 0u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 0u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 0u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 8u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 8u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 8u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 8u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 16u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 16u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 16u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 16u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 24u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 24u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 24u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 24u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 32u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 32u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 32u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 32u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 40u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 40u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 40u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 40u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 48u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 48u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 48u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 48u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 56u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 56u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 56u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 56u <= reach + 3u);
        }
      }
    } else {
      for (var t = 0u; t < min(8u, live); t++) {
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
      }
    }
    workgroupBarrier();
  }

      total0 += subgroupShuffleXor(total0, 4u);
      total0 += subgroupShuffleXor(total0, 8u);
      total0 += subgroupShuffleXor(total0, 16u);
  {
    let row = side_q * 4u + 0u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total0[0]);
    }
  }
  {
    let row = side_q * 4u + 1u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total0[1]);
    }
  }
  {
    let row = side_q * 4u + 2u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total0[2]);
    }
  }
  {
    let row = side_q * 4u + 3u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total0[3]);
    }
  }
}

// ==== attention/held.wgsl?across=8&cols=2&deep=16&down=32&dtype=f32&keys=8&kv_bits=8&qk_width=4&rows=4&subgroups=1&unroll=2&v_width=4&y=f32&y_width=4
enable subgroups;
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> q_tile: array<array<array<array<array<vec4f, 4>, 4>, 2>, 8>, 8>;
var<workgroup> kv_tile: array<array<array<array<vec4f, 8>, 8>, 2>, 8>;

fn row_of_v(start: u32, key: u32, col: u32) -> vec4f {
  return select(vec4f(), quad_v(start + key * params.e, col), key < params.keys);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 32u * 4u + lane % 4u;
  let side_k = lane / 4u % 8u;
  let q_from = (head * params.queries + first) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var top0 = vec4f(-3.4028234e38);
  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var k_next2 = vec4f();
  var k_next3 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var v_next2 = vec4f();
  var v_next3 = vec4f();
      {
        let m = lane / 8u + 0u;
        k_next0 = quad_k(k_from + (0u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
      }
      {
        let m = lane / 8u + 32u;
        k_next1 = quad_k(k_from + (0u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
      }
      {
        let m = lane / 8u + 64u;
        k_next2 = quad_k(k_from + (0u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
      }
      {
        let m = lane / 8u + 96u;
        k_next3 = quad_k(k_from + (0u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
      }
  let m0 = (lane + 0u) / 4u;
  let row0 = m0 / 16u;  // one of `near` that are `rows` apart
  let q_next0 = quad_q(q_from + ((row0 / 4u * 4u + lane % 4u) * 4u + row0 % 4u) * params.d, m0 % 16u * 4u);
  let m1 = (lane + 256u) / 4u;
  let row1 = m1 / 16u;  // one of `near` that are `rows` apart
  let q_next1 = quad_q(q_from + ((row1 / 4u * 4u + lane % 4u) * 4u + row1 % 4u) * params.d, m1 % 16u * 4u);
  let m2 = (lane + 512u) / 4u;
  let row2 = m2 / 16u;  // one of `near` that are `rows` apart
  let q_next2 = quad_q(q_from + ((row2 / 4u * 4u + lane % 4u) * 4u + row2 % 4u) * params.d, m2 % 16u * 4u);
  let m3 = (lane + 768u) / 4u;
  let row3 = m3 / 16u;  // one of `near` that are `rows` apart
  let q_next3 = quad_q(q_from + ((row3 / 4u * 4u + lane % 4u) * 4u + row3 % 4u) * params.d, m3 % 16u * 4u);
  let m4 = (lane + 1024u) / 4u;
  let row4 = m4 / 16u;  // one of `near` that are `rows` apart
  let q_next4 = quad_q(q_from + ((row4 / 4u * 4u + lane % 4u) * 4u + row4 % 4u) * params.d, m4 % 16u * 4u);
  let m5 = (lane + 1280u) / 4u;
  let row5 = m5 / 16u;  // one of `near` that are `rows` apart
  let q_next5 = quad_q(q_from + ((row5 / 4u * 4u + lane % 4u) * 4u + row5 % 4u) * params.d, m5 % 16u * 4u);
  let m6 = (lane + 1536u) / 4u;
  let row6 = m6 / 16u;  // one of `near` that are `rows` apart
  let q_next6 = quad_q(q_from + ((row6 / 4u * 4u + lane % 4u) * 4u + row6 % 4u) * params.d, m6 % 16u * 4u);
  let m7 = (lane + 1792u) / 4u;
  let row7 = m7 / 16u;  // one of `near` that are `rows` apart
  let q_next7 = quad_q(q_from + ((row7 / 4u * 4u + lane % 4u) * 4u + row7 % 4u) * params.d, m7 % 16u * 4u);
  q_tile[row0 / 4u][m0 % 16u / 2u][m0 % 16u % 2u][row0 % 4u][lane % 4u] = q_next0;
  q_tile[row1 / 4u][m1 % 16u / 2u][m1 % 16u % 2u][row1 % 4u][lane % 4u] = q_next1;
  q_tile[row2 / 4u][m2 % 16u / 2u][m2 % 16u % 2u][row2 % 4u][lane % 4u] = q_next2;
  q_tile[row3 / 4u][m3 % 16u / 2u][m3 % 16u % 2u][row3 % 4u][lane % 4u] = q_next3;
  q_tile[row4 / 4u][m4 % 16u / 2u][m4 % 16u % 2u][row4 % 4u][lane % 4u] = q_next4;
  q_tile[row5 / 4u][m5 % 16u / 2u][m5 % 16u % 2u][row5 % 4u][lane % 4u] = q_next5;
  q_tile[row6 / 4u][m6 % 16u / 2u][m6 % 16u % 2u][row6 % 4u][lane % 4u] = q_next6;
  q_tile[row7 / 4u][m7 % 16u / 2u][m7 % 16u % 2u][row7 % 4u][lane % 4u] = q_next7;
  for (var key_first = 0u; key_first < end; key_first += 64u) {
        {
          let m = lane / 8u + 0u;
          let n = m % 16u;
          kv_tile[n / 2u][n % 2u][m / 16u][lane % 8u] = k_next0;
        }
        {
          let m = lane / 8u + 32u;
          let n = m % 16u;
          kv_tile[n / 2u][n % 2u][m / 16u][lane % 8u] = k_next1;
        }
        {
          let m = lane / 8u + 64u;
          let n = m % 16u;
          kv_tile[n / 2u][n % 2u][m / 16u][lane % 8u] = k_next2;
        }
        {
          let m = lane / 8u + 96u;
          let n = m % 16u;
          kv_tile[n / 2u][n % 2u][m / 16u][lane % 8u] = k_next3;
        }
    workgroupBarrier();
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    var s0_4 = vec4f();
    var s0_5 = vec4f();
    var s0_6 = vec4f();
    var s0_7 = vec4f();
    for (var n = 0u; n * 4u < params.d; n += 2u) {
      {
        let q0 = q_tile[side_q / 4u][n / 2u][0][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 2u][0][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 2u][0][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 2u][0][3][side_q % 4u];
        let k0 = kv_tile[n / 2u][0][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 2u][0][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 2u][0][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 2u][0][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 2u][0][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 2u][0][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 2u][0][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 2u][0][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
      {
        let q0 = q_tile[side_q / 4u][n / 2u][1][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 2u][1][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 2u][1][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 2u][1][3][side_q % 4u];
        let k0 = kv_tile[n / 2u][1][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 2u][1][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 2u][1][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 2u][1][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 2u][1][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 2u][1][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 2u][1][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 2u][1][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
    }
        v_next0 = row_of_v(v_from, key_first + (lane + 0u) / 16u, (lane + 0u) % 16u * 4u);
        v_next1 = row_of_v(v_from, key_first + (lane + 256u) / 16u, (lane + 256u) % 16u * 4u);
        v_next2 = row_of_v(v_from, key_first + (lane + 512u) / 16u, (lane + 512u) % 16u * 4u);
        v_next3 = row_of_v(v_from, key_first + (lane + 768u) / 16u, (lane + 768u) % 16u * 4u);

    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    s0_4 *= params.scale;
    s0_5 *= params.scale;
    s0_6 *= params.scale;
    s0_7 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let row0 = first + side_q * 4u + 0u;
      let count0 = vec4u(seen(row0), seen(row0 + 1u), seen(row0 + 2u), seen(row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
      s0_4 = select(unseen, s0_4, vec4u(key + 32u) < count0);
      s0_5 = select(unseen, s0_5, vec4u(key + 40u) < count0);
      s0_6 = select(unseen, s0_6, vec4u(key + 48u) < count0);
      s0_7 = select(unseen, s0_7, vec4u(key + 56u) < count0);
    }
    var most0 = top0;
    most0 = max(most0, s0_0);
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    most0 = max(most0, s0_4);
    most0 = max(most0, s0_5);
    most0 = max(most0, s0_6);
    most0 = max(most0, s0_7);
        most0 = max(most0, subgroupShuffleXor(most0, 4u));
        most0 = max(most0, subgroupShuffleXor(most0, 8u));
        most0 = max(most0, subgroupShuffleXor(most0, 16u));
    {
      let less = exp(top0 - most0);
      top0 = most0;
      total0 *= less;
      sum0_0 *= less[0];
      sum0_1 *= less[0];
      sum1_0 *= less[1];
      sum1_1 *= less[1];
      sum2_0 *= less[2];
      sum2_1 *= less[2];
      sum3_0 *= less[3];
      sum3_1 *= less[3];
      s0_0 = weights(s0_0, most0);
      total0 += s0_0;
      s0_1 = weights(s0_1, most0);
      total0 += s0_1;
      s0_2 = weights(s0_2, most0);
      total0 += s0_2;
      s0_3 = weights(s0_3, most0);
      total0 += s0_3;
      s0_4 = weights(s0_4, most0);
      total0 += s0_4;
      s0_5 = weights(s0_5, most0);
      total0 += s0_5;
      s0_6 = weights(s0_6, most0);
      total0 += s0_6;
      s0_7 = weights(s0_7, most0);
      total0 += s0_7;
    }
    workgroupBarrier();
        {
          let key = (lane + 0u) / 16u;
          let col = (lane + 0u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next0;
        }
        {
          let key = (lane + 256u) / 16u;
          let col = (lane + 256u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next1;
        }
        {
          let key = (lane + 512u) / 16u;
          let col = (lane + 512u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next2;
        }
        {
          let key = (lane + 768u) / 16u;
          let col = (lane + 768u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next3;
        }
    workgroupBarrier();
        {
          let m = lane / 8u + 0u;
          k_next0 = quad_k(k_from + (key_first + 64u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
        }
        {
          let m = lane / 8u + 32u;
          k_next1 = quad_k(k_from + (key_first + 64u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
        }
        {
          let m = lane / 8u + 64u;
          k_next2 = quad_k(k_from + (key_first + 64u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
        }
        {
          let m = lane / 8u + 96u;
          k_next3 = quad_k(k_from + (key_first + 64u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
        }
    let live = min(64u, end - key_first);
    if (edge && params.causal != 0u) {
      let reach = first + side_q * 4u + params.keys;
      for (var t = 0u; t < min(8u, live); t++) {
        let key = key_first + t + params.queries;
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          let v1 = kv_tile[t][1][0][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 0u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 0u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 0u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 0u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 0u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 0u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 0u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 0u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          let v1 = kv_tile[t][1][1][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 8u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 8u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 8u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 8u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 8u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 8u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 8u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 8u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          let v1 = kv_tile[t][1][2][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 16u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 16u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 16u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 16u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 16u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 16u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 16u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 16u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          let v1 = kv_tile[t][1][3][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 24u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 24u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 24u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 24u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 24u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 24u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 24u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 24u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          let v1 = kv_tile[t][1][4][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 32u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 32u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 32u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 32u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 32u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 32u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 32u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 32u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          let v1 = kv_tile[t][1][5][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 40u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 40u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 40u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 40u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 40u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 40u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 40u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 40u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          let v1 = kv_tile[t][1][6][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 48u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 48u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 48u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 48u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 48u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 48u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 48u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 48u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          let v1 = kv_tile[t][1][7][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 56u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 56u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 56u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 56u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 56u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 56u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 56u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 56u <= reach + 3u);
        }
      }
    } else {
      for (var t = 0u; t < min(8u, live); t++) {
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          let v1 = kv_tile[t][1][0][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          let v1 = kv_tile[t][1][1][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          let v1 = kv_tile[t][1][2][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          let v1 = kv_tile[t][1][3][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          let v1 = kv_tile[t][1][4][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          let v1 = kv_tile[t][1][5][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          let v1 = kv_tile[t][1][6][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          let v1 = kv_tile[t][1][7][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
    }
    workgroupBarrier();
  }

      total0 += subgroupShuffleXor(total0, 4u);
      total0 += subgroupShuffleXor(total0, 8u);
      total0 += subgroupShuffleXor(total0, 16u);
  {
    let row = side_q * 4u + 0u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total0[0]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total0[0]);
    }
  }
  {
    let row = side_q * 4u + 1u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total0[1]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total0[1]);
    }
  }
  {
    let row = side_q * 4u + 2u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total0[2]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total0[2]);
    }
  }
  {
    let row = side_q * 4u + 3u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total0[3]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total0[3]);
    }
  }
}

// ==== attention/held.wgsl?across=8&cols=2&deep=16&down=32&dtype=f32&keys=8&qk_width=4&rows=4&subgroups=1&unroll=2&v_width=4&y=f32&y_width=4
enable subgroups;
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> q_tile: array<array<array<array<array<vec4f, 4>, 4>, 2>, 8>, 8>;
var<workgroup> kv_tile: array<array<array<array<vec4f, 8>, 8>, 2>, 8>;

fn row_of_v(start: u32, key: u32, col: u32) -> vec4f {
  return select(vec4f(), quad_v(start + key * params.e, col), key < params.keys);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 32u * 4u + lane % 4u;
  let side_k = lane / 4u % 8u;
  let q_from = (head * params.queries + first) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var top0 = vec4f(-3.4028234e38);
  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var k_next2 = vec4f();
  var k_next3 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var v_next2 = vec4f();
  var v_next3 = vec4f();
      {
        let m = lane / 8u + 0u;
        k_next0 = quad_k(k_from + (0u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
      }
      {
        let m = lane / 8u + 32u;
        k_next1 = quad_k(k_from + (0u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
      }
      {
        let m = lane / 8u + 64u;
        k_next2 = quad_k(k_from + (0u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
      }
      {
        let m = lane / 8u + 96u;
        k_next3 = quad_k(k_from + (0u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
      }
  let m0 = (lane + 0u) / 4u;
  let row0 = m0 / 16u;  // one of `near` that are `rows` apart
  let q_next0 = quad_q(q_from + ((row0 / 4u * 4u + lane % 4u) * 4u + row0 % 4u) * params.d, m0 % 16u * 4u);
  let m1 = (lane + 256u) / 4u;
  let row1 = m1 / 16u;  // one of `near` that are `rows` apart
  let q_next1 = quad_q(q_from + ((row1 / 4u * 4u + lane % 4u) * 4u + row1 % 4u) * params.d, m1 % 16u * 4u);
  let m2 = (lane + 512u) / 4u;
  let row2 = m2 / 16u;  // one of `near` that are `rows` apart
  let q_next2 = quad_q(q_from + ((row2 / 4u * 4u + lane % 4u) * 4u + row2 % 4u) * params.d, m2 % 16u * 4u);
  let m3 = (lane + 768u) / 4u;
  let row3 = m3 / 16u;  // one of `near` that are `rows` apart
  let q_next3 = quad_q(q_from + ((row3 / 4u * 4u + lane % 4u) * 4u + row3 % 4u) * params.d, m3 % 16u * 4u);
  let m4 = (lane + 1024u) / 4u;
  let row4 = m4 / 16u;  // one of `near` that are `rows` apart
  let q_next4 = quad_q(q_from + ((row4 / 4u * 4u + lane % 4u) * 4u + row4 % 4u) * params.d, m4 % 16u * 4u);
  let m5 = (lane + 1280u) / 4u;
  let row5 = m5 / 16u;  // one of `near` that are `rows` apart
  let q_next5 = quad_q(q_from + ((row5 / 4u * 4u + lane % 4u) * 4u + row5 % 4u) * params.d, m5 % 16u * 4u);
  let m6 = (lane + 1536u) / 4u;
  let row6 = m6 / 16u;  // one of `near` that are `rows` apart
  let q_next6 = quad_q(q_from + ((row6 / 4u * 4u + lane % 4u) * 4u + row6 % 4u) * params.d, m6 % 16u * 4u);
  let m7 = (lane + 1792u) / 4u;
  let row7 = m7 / 16u;  // one of `near` that are `rows` apart
  let q_next7 = quad_q(q_from + ((row7 / 4u * 4u + lane % 4u) * 4u + row7 % 4u) * params.d, m7 % 16u * 4u);
  q_tile[row0 / 4u][m0 % 16u / 2u][m0 % 16u % 2u][row0 % 4u][lane % 4u] = q_next0;
  q_tile[row1 / 4u][m1 % 16u / 2u][m1 % 16u % 2u][row1 % 4u][lane % 4u] = q_next1;
  q_tile[row2 / 4u][m2 % 16u / 2u][m2 % 16u % 2u][row2 % 4u][lane % 4u] = q_next2;
  q_tile[row3 / 4u][m3 % 16u / 2u][m3 % 16u % 2u][row3 % 4u][lane % 4u] = q_next3;
  q_tile[row4 / 4u][m4 % 16u / 2u][m4 % 16u % 2u][row4 % 4u][lane % 4u] = q_next4;
  q_tile[row5 / 4u][m5 % 16u / 2u][m5 % 16u % 2u][row5 % 4u][lane % 4u] = q_next5;
  q_tile[row6 / 4u][m6 % 16u / 2u][m6 % 16u % 2u][row6 % 4u][lane % 4u] = q_next6;
  q_tile[row7 / 4u][m7 % 16u / 2u][m7 % 16u % 2u][row7 % 4u][lane % 4u] = q_next7;
  for (var key_first = 0u; key_first < end; key_first += 64u) {
        {
          let m = lane / 8u + 0u;
          let n = m % 16u;
          kv_tile[n / 2u][n % 2u][m / 16u][lane % 8u] = k_next0;
        }
        {
          let m = lane / 8u + 32u;
          let n = m % 16u;
          kv_tile[n / 2u][n % 2u][m / 16u][lane % 8u] = k_next1;
        }
        {
          let m = lane / 8u + 64u;
          let n = m % 16u;
          kv_tile[n / 2u][n % 2u][m / 16u][lane % 8u] = k_next2;
        }
        {
          let m = lane / 8u + 96u;
          let n = m % 16u;
          kv_tile[n / 2u][n % 2u][m / 16u][lane % 8u] = k_next3;
        }
    workgroupBarrier();
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    var s0_4 = vec4f();
    var s0_5 = vec4f();
    var s0_6 = vec4f();
    var s0_7 = vec4f();
    for (var n = 0u; n * 4u < params.d; n += 2u) {
      {
        let q0 = q_tile[side_q / 4u][n / 2u][0][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 2u][0][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 2u][0][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 2u][0][3][side_q % 4u];
        let k0 = kv_tile[n / 2u][0][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 2u][0][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 2u][0][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 2u][0][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 2u][0][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 2u][0][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 2u][0][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 2u][0][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
      {
        let q0 = q_tile[side_q / 4u][n / 2u][1][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 2u][1][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 2u][1][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 2u][1][3][side_q % 4u];
        let k0 = kv_tile[n / 2u][1][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 2u][1][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 2u][1][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 2u][1][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 2u][1][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 2u][1][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 2u][1][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 2u][1][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
    }
        v_next0 = row_of_v(v_from, key_first + (lane + 0u) / 16u, (lane + 0u) % 16u * 4u);
        v_next1 = row_of_v(v_from, key_first + (lane + 256u) / 16u, (lane + 256u) % 16u * 4u);
        v_next2 = row_of_v(v_from, key_first + (lane + 512u) / 16u, (lane + 512u) % 16u * 4u);
        v_next3 = row_of_v(v_from, key_first + (lane + 768u) / 16u, (lane + 768u) % 16u * 4u);

    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    s0_4 *= params.scale;
    s0_5 *= params.scale;
    s0_6 *= params.scale;
    s0_7 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let row0 = first + side_q * 4u + 0u;
      let count0 = vec4u(seen(row0), seen(row0 + 1u), seen(row0 + 2u), seen(row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
      s0_4 = select(unseen, s0_4, vec4u(key + 32u) < count0);
      s0_5 = select(unseen, s0_5, vec4u(key + 40u) < count0);
      s0_6 = select(unseen, s0_6, vec4u(key + 48u) < count0);
      s0_7 = select(unseen, s0_7, vec4u(key + 56u) < count0);
    }
    var most0 = top0;
    most0 = max(most0, s0_0);
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    most0 = max(most0, s0_4);
    most0 = max(most0, s0_5);
    most0 = max(most0, s0_6);
    most0 = max(most0, s0_7);
        most0 = max(most0, subgroupShuffleXor(most0, 4u));
        most0 = max(most0, subgroupShuffleXor(most0, 8u));
        most0 = max(most0, subgroupShuffleXor(most0, 16u));
    {
      let less = exp(top0 - most0);
      top0 = most0;
      total0 *= less;
      sum0_0 *= less[0];
      sum0_1 *= less[0];
      sum1_0 *= less[1];
      sum1_1 *= less[1];
      sum2_0 *= less[2];
      sum2_1 *= less[2];
      sum3_0 *= less[3];
      sum3_1 *= less[3];
      s0_0 = weights(s0_0, most0);
      total0 += s0_0;
      s0_1 = weights(s0_1, most0);
      total0 += s0_1;
      s0_2 = weights(s0_2, most0);
      total0 += s0_2;
      s0_3 = weights(s0_3, most0);
      total0 += s0_3;
      s0_4 = weights(s0_4, most0);
      total0 += s0_4;
      s0_5 = weights(s0_5, most0);
      total0 += s0_5;
      s0_6 = weights(s0_6, most0);
      total0 += s0_6;
      s0_7 = weights(s0_7, most0);
      total0 += s0_7;
    }
    workgroupBarrier();
        {
          let key = (lane + 0u) / 16u;
          let col = (lane + 0u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next0;
        }
        {
          let key = (lane + 256u) / 16u;
          let col = (lane + 256u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next1;
        }
        {
          let key = (lane + 512u) / 16u;
          let col = (lane + 512u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next2;
        }
        {
          let key = (lane + 768u) / 16u;
          let col = (lane + 768u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next3;
        }
    workgroupBarrier();
        {
          let m = lane / 8u + 0u;
          k_next0 = quad_k(k_from + (key_first + 64u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
        }
        {
          let m = lane / 8u + 32u;
          k_next1 = quad_k(k_from + (key_first + 64u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
        }
        {
          let m = lane / 8u + 64u;
          k_next2 = quad_k(k_from + (key_first + 64u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
        }
        {
          let m = lane / 8u + 96u;
          k_next3 = quad_k(k_from + (key_first + 64u + m / 16u * 8u + lane % 8u) * params.d, m % 16u * 4u);
        }
    let live = min(64u, end - key_first);
    if (edge && params.causal != 0u) {
      let reach = first + side_q * 4u + params.keys;
      for (var t = 0u; t < min(8u, live); t++) {
        let key = key_first + t + params.queries;
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          let v1 = kv_tile[t][1][0][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 0u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 0u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 0u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 0u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 0u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 0u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 0u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 0u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          let v1 = kv_tile[t][1][1][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 8u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 8u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 8u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 8u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 8u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 8u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 8u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 8u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          let v1 = kv_tile[t][1][2][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 16u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 16u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 16u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 16u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 16u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 16u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 16u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 16u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          let v1 = kv_tile[t][1][3][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 24u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 24u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 24u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 24u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 24u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 24u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 24u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 24u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          let v1 = kv_tile[t][1][4][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 32u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 32u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 32u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 32u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 32u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 32u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 32u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 32u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          let v1 = kv_tile[t][1][5][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 40u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 40u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 40u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 40u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 40u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 40u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 40u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 40u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          let v1 = kv_tile[t][1][6][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 48u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 48u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 48u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 48u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 48u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 48u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 48u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 48u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          let v1 = kv_tile[t][1][7][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 56u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 56u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 56u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 56u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 56u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 56u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 56u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 56u <= reach + 3u);
        }
      }
    } else {
      for (var t = 0u; t < min(8u, live); t++) {
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          let v1 = kv_tile[t][1][0][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          let v1 = kv_tile[t][1][1][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          let v1 = kv_tile[t][1][2][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          let v1 = kv_tile[t][1][3][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          let v1 = kv_tile[t][1][4][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          let v1 = kv_tile[t][1][5][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          let v1 = kv_tile[t][1][6][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          let v1 = kv_tile[t][1][7][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
    }
    workgroupBarrier();
  }

      total0 += subgroupShuffleXor(total0, 4u);
      total0 += subgroupShuffleXor(total0, 8u);
      total0 += subgroupShuffleXor(total0, 16u);
  {
    let row = side_q * 4u + 0u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total0[0]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total0[0]);
    }
  }
  {
    let row = side_q * 4u + 1u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total0[1]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total0[1]);
    }
  }
  {
    let row = side_q * 4u + 2u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total0[2]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total0[2]);
    }
  }
  {
    let row = side_q * 4u + 3u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total0[3]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total0[3]);
    }
  }
}

// ==== attention/held.wgsl?across=8&cols=2&deep=8&down=32&dtype=f32&keys=8&kv_bits=4&mask=f32&qk_width=4&rows=4&subgroups=1&unroll=2&v_width=4&y=f32&y_width=4
enable subgroups;
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(7) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> q_tile: array<array<array<array<array<vec4f, 4>, 4>, 2>, 4>, 8>;
var<workgroup> kv_tile: array<array<array<array<vec4f, 8>, 8>, 2>, 8>;

fn row_of_v(start: u32, key: u32, col: u32) -> vec4f {
  return select(vec4f(), quad_v(start + key * params.e, col), key < params.keys);
}
fn masks(at: u32) -> vec4f {
  let step = params.mask_s;
  return vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 32u * 4u + lane % 4u;
  let side_k = lane / 4u % 8u;
  let q_from = (head * params.queries + first) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  (first + side_q * 4u) * params.mask_s;

  var top0 = vec4f(-3.4028234e38);
  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var v_next2 = vec4f();
  var v_next3 = vec4f();
      {
        let m = lane / 8u + 0u;
        k_next0 = quad_k(k_from + (0u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
      }
      {
        let m = lane / 8u + 32u;
        k_next1 = quad_k(k_from + (0u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
      }
  let m0 = (lane + 0u) / 4u;
  let row0 = m0 / 8u;  // one of `near` that are `rows` apart
  let q_next0 = quad_q(q_from + ((row0 / 4u * 4u + lane % 4u) * 4u + row0 % 4u) * params.d, m0 % 8u * 4u);
  let m1 = (lane + 256u) / 4u;
  let row1 = m1 / 8u;  // one of `near` that are `rows` apart
  let q_next1 = quad_q(q_from + ((row1 / 4u * 4u + lane % 4u) * 4u + row1 % 4u) * params.d, m1 % 8u * 4u);
  let m2 = (lane + 512u) / 4u;
  let row2 = m2 / 8u;  // one of `near` that are `rows` apart
  let q_next2 = quad_q(q_from + ((row2 / 4u * 4u + lane % 4u) * 4u + row2 % 4u) * params.d, m2 % 8u * 4u);
  let m3 = (lane + 768u) / 4u;
  let row3 = m3 / 8u;  // one of `near` that are `rows` apart
  let q_next3 = quad_q(q_from + ((row3 / 4u * 4u + lane % 4u) * 4u + row3 % 4u) * params.d, m3 % 8u * 4u);
  q_tile[row0 / 4u][m0 % 8u / 2u][m0 % 8u % 2u][row0 % 4u][lane % 4u] = q_next0;
  q_tile[row1 / 4u][m1 % 8u / 2u][m1 % 8u % 2u][row1 % 4u][lane % 4u] = q_next1;
  q_tile[row2 / 4u][m2 % 8u / 2u][m2 % 8u % 2u][row2 % 4u][lane % 4u] = q_next2;
  q_tile[row3 / 4u][m3 % 8u / 2u][m3 % 8u % 2u][row3 % 4u][lane % 4u] = q_next3;
  for (var key_first = 0u; key_first < end; key_first += 64u) {
        {
          let m = lane / 8u + 0u;
          let n = m % 8u;
          kv_tile[n / 2u][n % 2u][m / 8u][lane % 8u] = k_next0;
        }
        {
          let m = lane / 8u + 32u;
          let n = m % 8u;
          kv_tile[n / 2u][n % 2u][m / 8u][lane % 8u] = k_next1;
        }
    workgroupBarrier();
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    var s0_4 = vec4f();
    var s0_5 = vec4f();
    var s0_6 = vec4f();
    var s0_7 = vec4f();
    for (var n = 0u; n * 4u < params.d; n += 2u) {
      {
        let q0 = q_tile[side_q / 4u][n / 2u][0][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 2u][0][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 2u][0][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 2u][0][3][side_q % 4u];
        let k0 = kv_tile[n / 2u][0][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 2u][0][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 2u][0][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 2u][0][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 2u][0][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 2u][0][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 2u][0][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 2u][0][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
      {
        let q0 = q_tile[side_q / 4u][n / 2u][1][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 2u][1][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 2u][1][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 2u][1][3][side_q % 4u];
        let k0 = kv_tile[n / 2u][1][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 2u][1][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 2u][1][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 2u][1][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 2u][1][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 2u][1][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 2u][1][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 2u][1][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
    }
        v_next0 = row_of_v(v_from, key_first + (lane + 0u) / 16u, (lane + 0u) % 16u * 4u);
        v_next1 = row_of_v(v_from, key_first + (lane + 256u) / 16u, (lane + 256u) % 16u * 4u);
        v_next2 = row_of_v(v_from, key_first + (lane + 512u) / 16u, (lane + 512u) % 16u * 4u);
        v_next3 = row_of_v(v_from, key_first + (lane + 768u) / 16u, (lane + 768u) % 16u * 4u);

    s0_0 = s0_0 * params.scale + masks(mask_from + 0u * params.mask_s + (key_first + side_k + 0u) * params.mask_t);
    s0_1 = s0_1 * params.scale + masks(mask_from + 0u * params.mask_s + (key_first + side_k + 8u) * params.mask_t);
    s0_2 = s0_2 * params.scale + masks(mask_from + 0u * params.mask_s + (key_first + side_k + 16u) * params.mask_t);
    s0_3 = s0_3 * params.scale + masks(mask_from + 0u * params.mask_s + (key_first + side_k + 24u) * params.mask_t);
    s0_4 = s0_4 * params.scale + masks(mask_from + 0u * params.mask_s + (key_first + side_k + 32u) * params.mask_t);
    s0_5 = s0_5 * params.scale + masks(mask_from + 0u * params.mask_s + (key_first + side_k + 40u) * params.mask_t);
    s0_6 = s0_6 * params.scale + masks(mask_from + 0u * params.mask_s + (key_first + side_k + 48u) * params.mask_t);
    s0_7 = s0_7 * params.scale + masks(mask_from + 0u * params.mask_s + (key_first + side_k + 56u) * params.mask_t);
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let row0 = first + side_q * 4u + 0u;
      let count0 = vec4u(seen(row0), seen(row0 + 1u), seen(row0 + 2u), seen(row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
      s0_4 = select(unseen, s0_4, vec4u(key + 32u) < count0);
      s0_5 = select(unseen, s0_5, vec4u(key + 40u) < count0);
      s0_6 = select(unseen, s0_6, vec4u(key + 48u) < count0);
      s0_7 = select(unseen, s0_7, vec4u(key + 56u) < count0);
    }
    var most0 = top0;
    most0 = max(most0, s0_0);
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    most0 = max(most0, s0_4);
    most0 = max(most0, s0_5);
    most0 = max(most0, s0_6);
    most0 = max(most0, s0_7);
        most0 = max(most0, subgroupShuffleXor(most0, 4u));
        most0 = max(most0, subgroupShuffleXor(most0, 8u));
        most0 = max(most0, subgroupShuffleXor(most0, 16u));
    {
      let less = exp(top0 - most0);
      top0 = most0;
      total0 *= less;
      sum0_0 *= less[0];
      sum0_1 *= less[0];
      sum1_0 *= less[1];
      sum1_1 *= less[1];
      sum2_0 *= less[2];
      sum2_1 *= less[2];
      sum3_0 *= less[3];
      sum3_1 *= less[3];
      s0_0 = weights(s0_0, most0);
      total0 += s0_0;
      s0_1 = weights(s0_1, most0);
      total0 += s0_1;
      s0_2 = weights(s0_2, most0);
      total0 += s0_2;
      s0_3 = weights(s0_3, most0);
      total0 += s0_3;
      s0_4 = weights(s0_4, most0);
      total0 += s0_4;
      s0_5 = weights(s0_5, most0);
      total0 += s0_5;
      s0_6 = weights(s0_6, most0);
      total0 += s0_6;
      s0_7 = weights(s0_7, most0);
      total0 += s0_7;
    }
    workgroupBarrier();
        {
          let key = (lane + 0u) / 16u;
          let col = (lane + 0u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next0;
        }
        {
          let key = (lane + 256u) / 16u;
          let col = (lane + 256u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next1;
        }
        {
          let key = (lane + 512u) / 16u;
          let col = (lane + 512u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next2;
        }
        {
          let key = (lane + 768u) / 16u;
          let col = (lane + 768u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next3;
        }
    workgroupBarrier();
        {
          let m = lane / 8u + 0u;
          k_next0 = quad_k(k_from + (key_first + 64u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
        }
        {
          let m = lane / 8u + 32u;
          k_next1 = quad_k(k_from + (key_first + 64u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
        }
    let live = min(64u, end - key_first);
    if (edge && params.causal != 0u) {
      let reach = first + side_q * 4u + params.keys;
      for (var t = 0u; t < min(8u, live); t++) {
        let key = key_first + t + params.queries;
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          let v1 = kv_tile[t][1][0][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 0u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 0u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 0u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 0u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 0u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 0u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 0u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 0u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          let v1 = kv_tile[t][1][1][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 8u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 8u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 8u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 8u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 8u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 8u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 8u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 8u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          let v1 = kv_tile[t][1][2][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 16u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 16u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 16u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 16u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 16u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 16u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 16u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 16u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          let v1 = kv_tile[t][1][3][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 24u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 24u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 24u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 24u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 24u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 24u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 24u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 24u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          let v1 = kv_tile[t][1][4][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 32u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 32u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 32u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 32u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 32u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 32u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 32u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 32u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          let v1 = kv_tile[t][1][5][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 40u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 40u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 40u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 40u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 40u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 40u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 40u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 40u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          let v1 = kv_tile[t][1][6][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 48u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 48u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 48u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 48u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 48u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 48u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 48u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 48u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          let v1 = kv_tile[t][1][7][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 56u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 56u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 56u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 56u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 56u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 56u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 56u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 56u <= reach + 3u);
        }
      }
    } else {
      for (var t = 0u; t < min(8u, live); t++) {
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          let v1 = kv_tile[t][1][0][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          let v1 = kv_tile[t][1][1][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          let v1 = kv_tile[t][1][2][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          let v1 = kv_tile[t][1][3][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          let v1 = kv_tile[t][1][4][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          let v1 = kv_tile[t][1][5][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          let v1 = kv_tile[t][1][6][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          let v1 = kv_tile[t][1][7][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
    }
    workgroupBarrier();
  }

      total0 += subgroupShuffleXor(total0, 4u);
      total0 += subgroupShuffleXor(total0, 8u);
      total0 += subgroupShuffleXor(total0, 16u);
  {
    let row = side_q * 4u + 0u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total0[0]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total0[0]);
    }
  }
  {
    let row = side_q * 4u + 1u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total0[1]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total0[1]);
    }
  }
  {
    let row = side_q * 4u + 2u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total0[2]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total0[2]);
    }
  }
  {
    let row = side_q * 4u + 3u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total0[3]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total0[3]);
    }
  }
}

// ==== attention/held.wgsl?across=8&cols=2&deep=8&down=32&dtype=f32&keys=8&qk_width=4&rows=4&subgroups=1&unroll=2&v_width=4&y=f32&y_width=4
enable subgroups;
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> q_tile: array<array<array<array<array<vec4f, 4>, 4>, 2>, 4>, 8>;
var<workgroup> kv_tile: array<array<array<array<vec4f, 8>, 8>, 2>, 8>;

fn row_of_v(start: u32, key: u32, col: u32) -> vec4f {
  return select(vec4f(), quad_v(start + key * params.e, col), key < params.keys);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 32u * 4u + lane % 4u;
  let side_k = lane / 4u % 8u;
  let q_from = (head * params.queries + first) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var top0 = vec4f(-3.4028234e38);
  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var v_next2 = vec4f();
  var v_next3 = vec4f();
      {
        let m = lane / 8u + 0u;
        k_next0 = quad_k(k_from + (0u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
      }
      {
        let m = lane / 8u + 32u;
        k_next1 = quad_k(k_from + (0u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
      }
  let m0 = (lane + 0u) / 4u;
  let row0 = m0 / 8u;  // one of `near` that are `rows` apart
  let q_next0 = quad_q(q_from + ((row0 / 4u * 4u + lane % 4u) * 4u + row0 % 4u) * params.d, m0 % 8u * 4u);
  let m1 = (lane + 256u) / 4u;
  let row1 = m1 / 8u;  // one of `near` that are `rows` apart
  let q_next1 = quad_q(q_from + ((row1 / 4u * 4u + lane % 4u) * 4u + row1 % 4u) * params.d, m1 % 8u * 4u);
  let m2 = (lane + 512u) / 4u;
  let row2 = m2 / 8u;  // one of `near` that are `rows` apart
  let q_next2 = quad_q(q_from + ((row2 / 4u * 4u + lane % 4u) * 4u + row2 % 4u) * params.d, m2 % 8u * 4u);
  let m3 = (lane + 768u) / 4u;
  let row3 = m3 / 8u;  // one of `near` that are `rows` apart
  let q_next3 = quad_q(q_from + ((row3 / 4u * 4u + lane % 4u) * 4u + row3 % 4u) * params.d, m3 % 8u * 4u);
  q_tile[row0 / 4u][m0 % 8u / 2u][m0 % 8u % 2u][row0 % 4u][lane % 4u] = q_next0;
  q_tile[row1 / 4u][m1 % 8u / 2u][m1 % 8u % 2u][row1 % 4u][lane % 4u] = q_next1;
  q_tile[row2 / 4u][m2 % 8u / 2u][m2 % 8u % 2u][row2 % 4u][lane % 4u] = q_next2;
  q_tile[row3 / 4u][m3 % 8u / 2u][m3 % 8u % 2u][row3 % 4u][lane % 4u] = q_next3;
  for (var key_first = 0u; key_first < end; key_first += 64u) {
        {
          let m = lane / 8u + 0u;
          let n = m % 8u;
          kv_tile[n / 2u][n % 2u][m / 8u][lane % 8u] = k_next0;
        }
        {
          let m = lane / 8u + 32u;
          let n = m % 8u;
          kv_tile[n / 2u][n % 2u][m / 8u][lane % 8u] = k_next1;
        }
    workgroupBarrier();
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    var s0_4 = vec4f();
    var s0_5 = vec4f();
    var s0_6 = vec4f();
    var s0_7 = vec4f();
    for (var n = 0u; n * 4u < params.d; n += 2u) {
      {
        let q0 = q_tile[side_q / 4u][n / 2u][0][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 2u][0][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 2u][0][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 2u][0][3][side_q % 4u];
        let k0 = kv_tile[n / 2u][0][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 2u][0][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 2u][0][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 2u][0][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 2u][0][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 2u][0][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 2u][0][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 2u][0][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
      {
        let q0 = q_tile[side_q / 4u][n / 2u][1][0][side_q % 4u];
        let q1 = q_tile[side_q / 4u][n / 2u][1][1][side_q % 4u];
        let q2 = q_tile[side_q / 4u][n / 2u][1][2][side_q % 4u];
        let q3 = q_tile[side_q / 4u][n / 2u][1][3][side_q % 4u];
        let k0 = kv_tile[n / 2u][1][0][side_k];
        s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
        let k1 = kv_tile[n / 2u][1][1][side_k];
        s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
        let k2 = kv_tile[n / 2u][1][2][side_k];
        s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
        let k3 = kv_tile[n / 2u][1][3][side_k];
        s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        let k4 = kv_tile[n / 2u][1][4][side_k];
        s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
        let k5 = kv_tile[n / 2u][1][5][side_k];
        s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
        let k6 = kv_tile[n / 2u][1][6][side_k];
        s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
        let k7 = kv_tile[n / 2u][1][7][side_k];
        s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
      }
    }
        v_next0 = row_of_v(v_from, key_first + (lane + 0u) / 16u, (lane + 0u) % 16u * 4u);
        v_next1 = row_of_v(v_from, key_first + (lane + 256u) / 16u, (lane + 256u) % 16u * 4u);
        v_next2 = row_of_v(v_from, key_first + (lane + 512u) / 16u, (lane + 512u) % 16u * 4u);
        v_next3 = row_of_v(v_from, key_first + (lane + 768u) / 16u, (lane + 768u) % 16u * 4u);

    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    s0_4 *= params.scale;
    s0_5 *= params.scale;
    s0_6 *= params.scale;
    s0_7 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let row0 = first + side_q * 4u + 0u;
      let count0 = vec4u(seen(row0), seen(row0 + 1u), seen(row0 + 2u), seen(row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
      s0_4 = select(unseen, s0_4, vec4u(key + 32u) < count0);
      s0_5 = select(unseen, s0_5, vec4u(key + 40u) < count0);
      s0_6 = select(unseen, s0_6, vec4u(key + 48u) < count0);
      s0_7 = select(unseen, s0_7, vec4u(key + 56u) < count0);
    }
    var most0 = top0;
    most0 = max(most0, s0_0);
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    most0 = max(most0, s0_4);
    most0 = max(most0, s0_5);
    most0 = max(most0, s0_6);
    most0 = max(most0, s0_7);
        most0 = max(most0, subgroupShuffleXor(most0, 4u));
        most0 = max(most0, subgroupShuffleXor(most0, 8u));
        most0 = max(most0, subgroupShuffleXor(most0, 16u));
    {
      let less = exp(top0 - most0);
      top0 = most0;
      total0 *= less;
      sum0_0 *= less[0];
      sum0_1 *= less[0];
      sum1_0 *= less[1];
      sum1_1 *= less[1];
      sum2_0 *= less[2];
      sum2_1 *= less[2];
      sum3_0 *= less[3];
      sum3_1 *= less[3];
      s0_0 = weights(s0_0, most0);
      total0 += s0_0;
      s0_1 = weights(s0_1, most0);
      total0 += s0_1;
      s0_2 = weights(s0_2, most0);
      total0 += s0_2;
      s0_3 = weights(s0_3, most0);
      total0 += s0_3;
      s0_4 = weights(s0_4, most0);
      total0 += s0_4;
      s0_5 = weights(s0_5, most0);
      total0 += s0_5;
      s0_6 = weights(s0_6, most0);
      total0 += s0_6;
      s0_7 = weights(s0_7, most0);
      total0 += s0_7;
    }
    workgroupBarrier();
        {
          let key = (lane + 0u) / 16u;
          let col = (lane + 0u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next0;
        }
        {
          let key = (lane + 256u) / 16u;
          let col = (lane + 256u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next1;
        }
        {
          let key = (lane + 512u) / 16u;
          let col = (lane + 512u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next2;
        }
        {
          let key = (lane + 768u) / 16u;
          let col = (lane + 768u) % 16u;
          kv_tile[key % 8u][col / 8u][key / 8u][col % 8u] = v_next3;
        }
    workgroupBarrier();
        {
          let m = lane / 8u + 0u;
          k_next0 = quad_k(k_from + (key_first + 64u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
        }
        {
          let m = lane / 8u + 32u;
          k_next1 = quad_k(k_from + (key_first + 64u + m / 8u * 8u + lane % 8u) * params.d, m % 8u * 4u);
        }
    let live = min(64u, end - key_first);
    if (edge && params.causal != 0u) {
      let reach = first + side_q * 4u + params.keys;
      for (var t = 0u; t < min(8u, live); t++) {
        let key = key_first + t + params.queries;
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          let v1 = kv_tile[t][1][0][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 0u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 0u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 0u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 0u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 0u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 0u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 0u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 0u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          let v1 = kv_tile[t][1][1][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 8u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 8u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 8u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 8u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 8u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 8u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 8u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 8u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          let v1 = kv_tile[t][1][2][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 16u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 16u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 16u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 16u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 16u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 16u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 16u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 16u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          let v1 = kv_tile[t][1][3][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 24u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 24u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 24u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 24u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 24u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 24u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 24u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 24u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          let v1 = kv_tile[t][1][4][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 32u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 32u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 32u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 32u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 32u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 32u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 32u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 32u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          let v1 = kv_tile[t][1][5][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 40u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 40u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 40u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 40u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 40u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 40u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 40u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 40u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          let v1 = kv_tile[t][1][6][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 48u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 48u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 48u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 48u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 48u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 48u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 48u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 48u <= reach + 3u);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          let v1 = kv_tile[t][1][7][side_k];
          sum0_0 = select(sum0_0, fma(vec4f(p0[0]), v0, sum0_0), key + 56u <= reach + 0u);
          sum0_1 = select(sum0_1, fma(vec4f(p0[0]), v1, sum0_1), key + 56u <= reach + 0u);
          sum1_0 = select(sum1_0, fma(vec4f(p0[1]), v0, sum1_0), key + 56u <= reach + 1u);
          sum1_1 = select(sum1_1, fma(vec4f(p0[1]), v1, sum1_1), key + 56u <= reach + 1u);
          sum2_0 = select(sum2_0, fma(vec4f(p0[2]), v0, sum2_0), key + 56u <= reach + 2u);
          sum2_1 = select(sum2_1, fma(vec4f(p0[2]), v1, sum2_1), key + 56u <= reach + 2u);
          sum3_0 = select(sum3_0, fma(vec4f(p0[3]), v0, sum3_0), key + 56u <= reach + 3u);
          sum3_1 = select(sum3_1, fma(vec4f(p0[3]), v1, sum3_1), key + 56u <= reach + 3u);
        }
      }
    } else {
      for (var t = 0u; t < min(8u, live); t++) {
        let source = lane % 4u + t * 4u;
        {
          let p0 = subgroupShuffle(s0_0, source);
          let v0 = kv_tile[t][0][0][side_k];
          let v1 = kv_tile[t][1][0][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_1, source);
          let v0 = kv_tile[t][0][1][side_k];
          let v1 = kv_tile[t][1][1][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_2, source);
          let v0 = kv_tile[t][0][2][side_k];
          let v1 = kv_tile[t][1][2][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_3, source);
          let v0 = kv_tile[t][0][3][side_k];
          let v1 = kv_tile[t][1][3][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_4, source);
          let v0 = kv_tile[t][0][4][side_k];
          let v1 = kv_tile[t][1][4][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_5, source);
          let v0 = kv_tile[t][0][5][side_k];
          let v1 = kv_tile[t][1][5][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_6, source);
          let v0 = kv_tile[t][0][6][side_k];
          let v1 = kv_tile[t][1][6][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
        {
          let p0 = subgroupShuffle(s0_7, source);
          let v0 = kv_tile[t][0][7][side_k];
          let v1 = kv_tile[t][1][7][side_k];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
    }
    workgroupBarrier();
  }

      total0 += subgroupShuffleXor(total0, 4u);
      total0 += subgroupShuffleXor(total0, 8u);
      total0 += subgroupShuffleXor(total0, 16u);
  {
    let row = side_q * 4u + 0u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total0[0]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total0[0]);
    }
  }
  {
    let row = side_q * 4u + 1u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total0[1]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total0[1]);
    }
  }
  {
    let row = side_q * 4u + 2u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total0[2]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total0[2]);
    }
  }
  {
    let row = side_q * 4u + 3u;
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total0[3]);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total0[3]);
    }
  }
}

// ==== attention/kernel.wgsl?across=16&cols=1&deep=8&down=8&dtype=f32&keys=4&p_keys=64&qk_width=4&rows=4&unroll=4&v_keys=32&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 9 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 1088>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 32>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 32u + (row + side * 4u) % 32u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 31u) / 32u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 32u;
  let end = seen(min(first + 32u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 16u;
  let side_k = lane % 16u;
  let q_row = (head * params.queries + first + lane / 8u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum1_0 = vec4f();
  var sum2_0 = vec4f();
  var sum3_0 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var k_next2 = vec4f();
  var k_next3 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var v_next2 = vec4f();
  var v_next3 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 8u * 4u);
      q_next1 = quad_q(q_row + 16u * params.d, 0u + lane % 8u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 8u + 0u) * params.d, 0u + lane % 8u * 4u);
      k_next1 = quad_k(k_from + (0u + lane / 8u + 16u) * params.d, 0u + lane % 8u * 4u);
      k_next2 = quad_k(k_from + (0u + lane / 8u + 32u) * params.d, 0u + lane % 8u * 4u);
      k_next3 = quad_k(k_from + (0u + lane / 8u + 48u) * params.d, 0u + lane % 8u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 64u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 32u) {
      room[(lane / 8u + 0u) * 9u + lane % 8u] = q_next0;
      room[(lane / 8u + 16u) * 9u + lane % 8u] = q_next1;
      room[288u + (lane / 8u + 0u) * 9u + lane % 8u] = k_next0;
      room[288u + (lane / 8u + 16u) * 9u + lane % 8u] = k_next1;
      room[288u + (lane / 8u + 32u) * 9u + lane % 8u] = k_next2;
      room[288u + (lane / 8u + 48u) * 9u + lane % 8u] = k_next3;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 32u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 32u + lane % 8u * 4u);
        q_next1 = quad_q(q_row + 16u * params.d, d + 32u + lane % 8u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 8u + 0u) * params.d, d + 32u + lane % 8u * 4u);
        k_next1 = quad_k(k_from + (key_first + lane / 8u + 16u) * params.d, d + 32u + lane % 8u * 4u);
        k_next2 = quad_k(k_from + (key_first + lane / 8u + 32u) * params.d, d + 32u + lane % 8u * 4u);
        k_next3 = quad_k(k_from + (key_first + lane / 8u + 48u) * params.d, d + 32u + lane % 8u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
        {
          let i = lane + 128u;
          let key = key_first + i / 16u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
        {
          let i = lane + 256u;
          let key = key_first + i / 16u;
          v_next2 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
        {
          let i = lane + 384u;
          let key = key_first + i / 16u;
          v_next3 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 8u; n += 4u) {
        let q_at = side_q * 36u + n;
        let k_at = 288u + side_k * 9u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 9u];
          let q2 = room[q_at + 18u];
          let q3 = room[q_at + 27u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 144u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 288u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 432u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
        {
          let q0 = room[q_at + 1u];
          let q1 = room[q_at + 10u];
          let q2 = room[q_at + 19u];
          let q3 = room[q_at + 28u];
          let k0 = room[k_at + 1u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 145u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 289u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 433u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
        {
          let q0 = room[q_at + 2u];
          let q1 = room[q_at + 11u];
          let q2 = room[q_at + 20u];
          let q3 = room[q_at + 29u];
          let k0 = room[k_at + 2u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 146u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 290u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 434u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
        {
          let q0 = room[q_at + 3u];
          let q1 = room[q_at + 12u];
          let q2 = room[q_at + 21u];
          let q3 = room[q_at + 30u];
          let k0 = room[k_at + 3u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 147u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 291u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 435u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 16u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 32u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 48u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 32u) {
      var most = top;
      for (var t = 0u; t < 16u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum1_0 *= state1.y;
      sum2_0 *= state2.y;
      sum3_0 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(64u, end - key_first);
    for (var some = 0u; some < live; some += 32u) {
      if (some == 0u) {
        room[(side_k + 0u) * 9u + side_q + 0u] = s0_0;
        room[(side_k + 16u) * 9u + side_q + 0u] = s0_1;
        room[(side_k + 32u) * 9u + side_q + 0u] = s0_2;
        room[(side_k + 48u) * 9u + side_q + 0u] = s0_3;
      }
      room[576u + lane + 0u] = v_next0;
      room[576u + lane + 128u] = v_next1;
      room[576u + lane + 256u] = v_next2;
      room[576u + lane + 384u] = v_next3;
      workgroupBarrier();
      if (some + 32u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 32u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
        {
          let i = lane + 128u;
          let key = key_first + some + 32u + i / 16u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
        {
          let i = lane + 256u;
          let key = key_first + some + 32u + i / 16u;
          v_next2 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
        {
          let i = lane + 384u;
          let key = key_first + some + 32u + i / 16u;
          v_next3 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 8u * 4u);
        q_next1 = quad_q(q_row + 16u * params.d, 0u + lane % 8u * 4u);
        k_next0 = quad_k(k_from + (key_first + 64u + lane / 8u + 0u) * params.d, 0u + lane % 8u * 4u);
        k_next1 = quad_k(k_from + (key_first + 64u + lane / 8u + 16u) * params.d, 0u + lane % 8u * 4u);
        k_next2 = quad_k(k_from + (key_first + 64u + lane / 8u + 32u) * params.d, 0u + lane % 8u * 4u);
        k_next3 = quad_k(k_from + (key_first + 64u + lane / 8u + 48u) * params.d, 0u + lane % 8u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 32u; n++) {
          let p_at = (some % 64u + n) * 9u + side_q;
          let v_at = 576u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 32u; n += 4u) {
        let p_at = (some % 64u + n) * 9u + side_q;
        let v_at = 576u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = room[p_at + 9u];
          let v0 = room[v_at + 16u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = room[p_at + 18u];
          let v0 = room[v_at + 32u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
        {
          let p0 = room[p_at + 27u];
          let v0 = room[v_at + 48u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=16&cols=4&deep=4&down=8&dtype=f32&keys=4&p_keys=64&qk_width=1&rows=4&unroll=1&v_keys=4&v_width=1&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<f32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  return ks[at];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<f32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  return vs[at];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 832>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 32>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 32u + (row + side * 4u) % 32u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 31u) / 32u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 32u;
  let end = seen(min(first + 32u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 16u;
  let side_k = lane % 16u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum0_3 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum1_3 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum2_3 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var sum3_3 = vec4f();
  var q_next0 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      k_next1 = quad_k(k_from + (0u + lane / 4u + 32u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 64u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[160u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      room[160u + (lane / 4u + 32u) * 5u + lane % 4u] = k_next1;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
        k_next1 = quad_k(k_from + (key_first + lane / 4u + 32u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 64u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 64u * 4u); }
        }
        {
          let i = lane + 128u;
          let key = key_first + i / 64u;
          v_next1 = vec4f();
          if (key < params.keys) { v_next1 = quad_v(v_from + key * params.e, i % 64u * 4u); }
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 160u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 80u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 160u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 240u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 16u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 32u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 48u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 32u) {
      var most = top;
      for (var t = 0u; t < 16u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum0_3 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum1_3 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum2_3 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      sum3_3 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(64u, end - key_first);
    for (var some = 0u; some < live; some += 4u) {
      if (some == 0u) {
        room[(side_k + 0u) * 9u + side_q + 0u] = s0_0;
        room[(side_k + 16u) * 9u + side_q + 0u] = s0_1;
        room[(side_k + 32u) * 9u + side_q + 0u] = s0_2;
        room[(side_k + 48u) * 9u + side_q + 0u] = s0_3;
      }
      room[576u + lane + 0u] = v_next0;
      room[576u + lane + 128u] = v_next1;
      workgroupBarrier();
      if (some + 4u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 4u + i / 64u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 64u * 4u); }
        }
        {
          let i = lane + 128u;
          let key = key_first + some + 4u + i / 64u;
          v_next1 = vec4f();
          if (key < params.keys) { v_next1 = quad_v(v_from + key * params.e, i % 64u * 4u); }
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 64u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
        k_next1 = quad_k(k_from + (key_first + 64u + lane / 4u + 32u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 4u; n++) {
          let p_at = (some % 64u + n) * 9u + side_q;
          let v_at = 576u + n * 64u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 16u];
          let v2 = room[v_at + 32u];
          let v3 = room[v_at + 48u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
            sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
            sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
            sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
            sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let p_at = (some % 64u + n) * 9u + side_q;
        let v_at = 576u + n * 64u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 16u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 32u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          let v3 = room[v_at + 48u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum0_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum0_3, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum1_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum1_3, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum2_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum2_3, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum3_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum3_3, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=16&cols=4&deep=4&down=8&dtype=f32&keys=4&p_keys=64&qk_width=4&rows=4&unroll=1&v_keys=4&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 832>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 32>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 32u + (row + side * 4u) % 32u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 31u) / 32u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 32u;
  let end = seen(min(first + 32u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 16u;
  let side_k = lane % 16u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum0_3 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum1_3 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum2_3 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var sum3_3 = vec4f();
  var q_next0 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      k_next1 = quad_k(k_from + (0u + lane / 4u + 32u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 64u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[160u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      room[160u + (lane / 4u + 32u) * 5u + lane % 4u] = k_next1;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
        k_next1 = quad_k(k_from + (key_first + lane / 4u + 32u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 64u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 64u * 4u), key < params.keys);
        }
        {
          let i = lane + 128u;
          let key = key_first + i / 64u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 64u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 160u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 80u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 160u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 240u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 16u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 32u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 48u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 32u) {
      var most = top;
      for (var t = 0u; t < 16u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum0_3 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum1_3 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum2_3 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      sum3_3 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(64u, end - key_first);
    for (var some = 0u; some < live; some += 4u) {
      if (some == 0u) {
        room[(side_k + 0u) * 9u + side_q + 0u] = s0_0;
        room[(side_k + 16u) * 9u + side_q + 0u] = s0_1;
        room[(side_k + 32u) * 9u + side_q + 0u] = s0_2;
        room[(side_k + 48u) * 9u + side_q + 0u] = s0_3;
      }
      room[576u + lane + 0u] = v_next0;
      room[576u + lane + 128u] = v_next1;
      workgroupBarrier();
      if (some + 4u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 4u + i / 64u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 64u * 4u), key < params.keys);
        }
        {
          let i = lane + 128u;
          let key = key_first + some + 4u + i / 64u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 64u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 64u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
        k_next1 = quad_k(k_from + (key_first + 64u + lane / 4u + 32u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 4u; n++) {
          let p_at = (some % 64u + n) * 9u + side_q;
          let v_at = 576u + n * 64u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 16u];
          let v2 = room[v_at + 32u];
          let v3 = room[v_at + 48u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
            sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
            sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
            sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
            sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let p_at = (some % 64u + n) * 9u + side_q;
        let v_at = 576u + n * 64u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 16u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 32u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          let v3 = room[v_at + 48u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum0_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum0_3, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum1_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum1_3, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum2_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum2_3, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum3_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum3_3, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=16&cols=4&deep=8&down=16&dtype=f32&keys=2&p_keys=16&qk_width=4&rows=8&unroll=2&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 9 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 1440>;
var<workgroup> parts: array<f32, 2048>;
var<workgroup> row_state: array<vec2f, 128>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 128u + (row + side * 4u) % 128u;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 16u;
  let side_k = lane % 16u;
  let q_row = (head * params.queries + first + lane / 8u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var total1 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum0_3 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum1_3 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum2_3 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var sum3_3 = vec4f();
  var sum4_0 = vec4f();
  var sum4_1 = vec4f();
  var sum4_2 = vec4f();
  var sum4_3 = vec4f();
  var sum5_0 = vec4f();
  var sum5_1 = vec4f();
  var sum5_2 = vec4f();
  var sum5_3 = vec4f();
  var sum6_0 = vec4f();
  var sum6_1 = vec4f();
  var sum6_2 = vec4f();
  var sum6_3 = vec4f();
  var sum7_0 = vec4f();
  var sum7_1 = vec4f();
  var sum7_2 = vec4f();
  var sum7_3 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var q_next2 = vec4f();
  var q_next3 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 8u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 8u * 4u);
      q_next2 = quad_q(q_row + 64u * params.d, 0u + lane % 8u * 4u);
      q_next3 = quad_q(q_row + 96u * params.d, 0u + lane % 8u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 8u + 0u) * params.d, 0u + lane % 8u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s1_0 = vec4f();
    var s1_1 = vec4f();
    for (var d = 0u; d < params.d; d += 32u) {
      room[(lane / 8u + 0u) * 9u + lane % 8u] = q_next0;
      room[(lane / 8u + 32u) * 9u + lane % 8u] = q_next1;
      room[(lane / 8u + 64u) * 9u + lane % 8u] = q_next2;
      room[(lane / 8u + 96u) * 9u + lane % 8u] = q_next3;
      room[1152u + (lane / 8u + 0u) * 9u + lane % 8u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 32u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 32u + lane % 8u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 32u + lane % 8u * 4u);
        q_next2 = quad_q(q_row + 64u * params.d, d + 32u + lane % 8u * 4u);
        q_next3 = quad_q(q_row + 96u * params.d, d + 32u + lane % 8u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 8u + 0u) * params.d, d + 32u + lane % 8u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 64u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 64u * 4u), key < params.keys);
        }
        {
          let i = lane + 256u;
          let key = key_first + i / 64u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 64u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 8u; n += 2u) {
        let q_at = side_q * 36u + n;
        let k_at = 1152u + side_k * 9u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 9u];
          let q2 = room[q_at + 18u];
          let q3 = room[q_at + 27u];
          let q4 = room[q_at + 576u];
          let q5 = room[q_at + 585u];
          let q6 = room[q_at + 594u];
          let q7 = room[q_at + 603u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          s1_0 = mad4(q4, q5, q6, q7, k0, s1_0);
          let k1 = room[k_at + 144u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          s1_1 = mad4(q4, q5, q6, q7, k1, s1_1);
        }
        {
          let q0 = room[q_at + 1u];
          let q1 = room[q_at + 10u];
          let q2 = room[q_at + 19u];
          let q3 = room[q_at + 28u];
          let q4 = room[q_at + 577u];
          let q5 = room[q_at + 586u];
          let q6 = room[q_at + 595u];
          let q7 = room[q_at + 604u];
          let k0 = room[k_at + 1u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          s1_0 = mad4(q4, q5, q6, q7, k0, s1_0);
          let k1 = room[k_at + 145u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          s1_1 = mad4(q4, q5, q6, q7, k1, s1_1);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    let row1 = side_q * 4u + 64u;
    s1_0 *= params.scale;
    s1_1 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 16u) < count0);
      let count1 = vec4u(seen(first + row1), seen(first + row1 + 1u), seen(first + row1 + 2u), seen(first + row1 + 3u));
      s1_0 = select(unseen, s1_0, vec4u(key + 0u) < count1);
      s1_1 = select(unseen, s1_1, vec4u(key + 16u) < count1);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    var most1 = s1_0;
    most1 = max(most1, s1_1);
    parts[part_of(row1 + 0u, side_k)] = most1[0];
    parts[part_of(row1 + 1u, side_k)] = most1[1];
    parts[part_of(row1 + 2u, side_k)] = most1[2];
    parts[part_of(row1 + 3u, side_k)] = most1[3];
    workgroupBarrier();
    if (lane < 128u) {
      var most = top;
      for (var t = 0u; t < 16u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum0_3 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum1_3 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum2_3 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      sum3_3 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
    }
    {
      let state0 = row_state[row1 + 0u];
      let state1 = row_state[row1 + 1u];
      let state2 = row_state[row1 + 2u];
      let state3 = row_state[row1 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total1 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum4_0 *= state0.y;
      sum4_1 *= state0.y;
      sum4_2 *= state0.y;
      sum4_3 *= state0.y;
      sum5_0 *= state1.y;
      sum5_1 *= state1.y;
      sum5_2 *= state1.y;
      sum5_3 *= state1.y;
      sum6_0 *= state2.y;
      sum6_1 *= state2.y;
      sum6_2 *= state2.y;
      sum6_3 *= state2.y;
      sum7_0 *= state3.y;
      sum7_1 *= state3.y;
      sum7_2 *= state3.y;
      sum7_3 *= state3.y;
      s1_0 = weights(s1_0, tops);
      total1 += s1_0;
      s1_1 = weights(s1_1, tops);
      total1 += s1_1;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 33u + side_q + 0u] = s0_0;
        room[(side_k + 0u) * 33u + side_q + 16u] = s1_0;
      }
      if (some == 16u) {
        room[(side_k + 0u) * 33u + side_q + 0u] = s0_1;
        room[(side_k + 0u) * 33u + side_q + 16u] = s1_1;
      }
      room[528u + lane + 0u] = v_next0;
      room[528u + lane + 256u] = v_next1;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 64u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 64u * 4u), key < params.keys);
        }
        {
          let i = lane + 256u;
          let key = key_first + some + 8u + i / 64u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 64u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 8u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 8u * 4u);
        q_next2 = quad_q(q_row + 64u * params.d, 0u + lane % 8u * 4u);
        q_next3 = quad_q(q_row + 96u * params.d, 0u + lane % 8u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 8u + 0u) * params.d, 0u + lane % 8u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 16u + n) * 33u + side_q;
          let v_at = 528u + n * 64u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let p1 = room[p_at + 16u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 16u];
          let v2 = room[v_at + 32u];
          let v3 = room[v_at + 48u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
            sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
            sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
            sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
            sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          }
          if (key <= reach + 64u) {
            sum4_0 = fma(vec4f(p1[0]), v0, sum4_0);
            sum4_1 = fma(vec4f(p1[0]), v1, sum4_1);
            sum4_2 = fma(vec4f(p1[0]), v2, sum4_2);
            sum4_3 = fma(vec4f(p1[0]), v3, sum4_3);
          }
          if (key <= reach + 65u) {
            sum5_0 = fma(vec4f(p1[1]), v0, sum5_0);
            sum5_1 = fma(vec4f(p1[1]), v1, sum5_1);
            sum5_2 = fma(vec4f(p1[1]), v2, sum5_2);
            sum5_3 = fma(vec4f(p1[1]), v3, sum5_3);
          }
          if (key <= reach + 66u) {
            sum6_0 = fma(vec4f(p1[2]), v0, sum6_0);
            sum6_1 = fma(vec4f(p1[2]), v1, sum6_1);
            sum6_2 = fma(vec4f(p1[2]), v2, sum6_2);
            sum6_3 = fma(vec4f(p1[2]), v3, sum6_3);
          }
          if (key <= reach + 67u) {
            sum7_0 = fma(vec4f(p1[3]), v0, sum7_0);
            sum7_1 = fma(vec4f(p1[3]), v1, sum7_1);
            sum7_2 = fma(vec4f(p1[3]), v2, sum7_2);
            sum7_3 = fma(vec4f(p1[3]), v3, sum7_3);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 2u) {
        let p_at = (some % 16u + n) * 33u + side_q;
        let v_at = 528u + n * 64u + side_k;
        {
          let p0 = room[p_at + 0u];
          let p1 = room[p_at + 16u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum4_0 = fma(vec4f(p1[0]), v0, sum4_0);
          sum5_0 = fma(vec4f(p1[1]), v0, sum5_0);
          sum6_0 = fma(vec4f(p1[2]), v0, sum6_0);
          sum7_0 = fma(vec4f(p1[3]), v0, sum7_0);
          let v1 = room[v_at + 16u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          sum4_1 = fma(vec4f(p1[0]), v1, sum4_1);
          sum5_1 = fma(vec4f(p1[1]), v1, sum5_1);
          sum6_1 = fma(vec4f(p1[2]), v1, sum6_1);
          sum7_1 = fma(vec4f(p1[3]), v1, sum7_1);
          let v2 = room[v_at + 32u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          sum4_2 = fma(vec4f(p1[0]), v2, sum4_2);
          sum5_2 = fma(vec4f(p1[1]), v2, sum5_2);
          sum6_2 = fma(vec4f(p1[2]), v2, sum6_2);
          sum7_2 = fma(vec4f(p1[3]), v2, sum7_2);
          let v3 = room[v_at + 48u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          sum4_3 = fma(vec4f(p1[0]), v3, sum4_3);
          sum5_3 = fma(vec4f(p1[1]), v3, sum5_3);
          sum6_3 = fma(vec4f(p1[2]), v3, sum6_3);
          sum7_3 = fma(vec4f(p1[3]), v3, sum7_3);
        }
        {
          let p0 = room[p_at + 33u];
          let p1 = room[p_at + 49u];
          let v0 = room[v_at + 64u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          sum4_0 = fma(vec4f(p1[0]), v0, sum4_0);
          sum5_0 = fma(vec4f(p1[1]), v0, sum5_0);
          sum6_0 = fma(vec4f(p1[2]), v0, sum6_0);
          sum7_0 = fma(vec4f(p1[3]), v0, sum7_0);
          let v1 = room[v_at + 80u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          sum4_1 = fma(vec4f(p1[0]), v1, sum4_1);
          sum5_1 = fma(vec4f(p1[1]), v1, sum5_1);
          sum6_1 = fma(vec4f(p1[2]), v1, sum6_1);
          sum7_1 = fma(vec4f(p1[3]), v1, sum7_1);
          let v2 = room[v_at + 96u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          sum4_2 = fma(vec4f(p1[0]), v2, sum4_2);
          sum5_2 = fma(vec4f(p1[1]), v2, sum5_2);
          sum6_2 = fma(vec4f(p1[2]), v2, sum6_2);
          sum7_2 = fma(vec4f(p1[3]), v2, sum7_2);
          let v3 = room[v_at + 112u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          sum4_3 = fma(vec4f(p1[0]), v3, sum4_3);
          sum5_3 = fma(vec4f(p1[1]), v3, sum5_3);
          sum6_3 = fma(vec4f(p1[2]), v3, sum6_3);
          sum7_3 = fma(vec4f(p1[3]), v3, sum7_3);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  parts[part_of(side_q * 4u + 64u, side_k)] = total1[0];
  parts[part_of(side_q * 4u + 65u, side_k)] = total1[1];
  parts[part_of(side_q * 4u + 66u, side_k)] = total1[2];
  parts[part_of(side_q * 4u + 67u, side_k)] = total1[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum0_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum0_3, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum1_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum1_3, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum2_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum2_3, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum3_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum3_3, total);
    }
  }
  {
    let row = side_q * 4u + 64u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum4_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum4_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum4_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum4_3, total);
    }
  }
  {
    let row = side_q * 4u + 65u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum5_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum5_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum5_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum5_3, total);
    }
  }
  {
    let row = side_q * 4u + 66u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum6_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum6_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum6_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum6_3, total);
    }
  }
  {
    let row = side_q * 4u + 67u;
    var total = 0.0;
    for (var t = 0u; t < 16u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum7_0, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum7_1, total);
      put(head * params.queries + first + row, (side_k + 32u) * 4u, sum7_2, total);
      put(head * params.queries + first + row, (side_k + 48u) * 4u, sum7_3, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f16&keys=4&mask=f32&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=1&y=f16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<u32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  let pair = unpack2x16float(qs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  let pair = unpack2x16float(ks[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<u32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  let pair = unpack2x16float(vs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}
fn masks(at: u32) -> vec4f {
  let step = params.mask_s;
  return vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  first * params.mask_s;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 16u * 4u); }
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    let mask0 = mask_from + row0 * params.mask_s + (key_first + side_k) * params.mask_t;
    s0_0 = s0_0 * params.scale + masks(mask0 + 0u * params.mask_t);
    s0_1 = s0_1 * params.scale + masks(mask0 + 8u * params.mask_t);
    s0_2 = s0_2 * params.scale + masks(mask0 + 16u * params.mask_t);
    s0_3 = s0_3 * params.scale + masks(mask0 + 24u * params.mask_t);
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 16u * 4u); }
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f16&keys=4&mask=f32&p_keys=32&qk_width=4&rows=4&unroll=1&v_keys=8&v_width=4&y=f16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}
fn masks(at: u32) -> vec4f {
  let step = params.mask_s;
  return vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  first * params.mask_s;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    let mask0 = mask_from + row0 * params.mask_s + (key_first + side_k) * params.mask_t;
    s0_0 = s0_0 * params.scale + masks(mask0 + 0u * params.mask_t);
    s0_1 = s0_1 * params.scale + masks(mask0 + 8u * params.mask_t);
    s0_2 = s0_2 * params.scale + masks(mask0 + 16u * params.mask_t);
    s0_3 = s0_3 * params.scale + masks(mask0 + 24u * params.mask_t);
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f16&keys=4&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=1&y=f16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<u32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  let pair = unpack2x16float(qs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  let pair = unpack2x16float(ks[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<u32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  let pair = unpack2x16float(vs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 16u * 4u); }
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 16u * 4u); }
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f16&keys=4&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=1&y=f32&y_width=1
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<u32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  let pair = unpack2x16float(qs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  let pair = unpack2x16float(ks[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<u32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  let pair = unpack2x16float(vs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store_y(at, v.x);
  if (col + 1u < params.e) {
    store_y(at + 1u, v[1]);
  }
  if (col + 2u < params.e) {
    store_y(at + 2u, v[2]);
  }
  if (col + 3u < params.e) {
    store_y(at + 3u, v[3]);
  }
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 16u * 4u); }
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 16u * 4u); }
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f16&keys=4&p_keys=32&qk_width=4&rows=4&unroll=1&v_keys=8&v_width=4&y=f16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&kv_bits=4&mask=f32&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(6) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(7) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}
fn masks(at: u32) -> vec4f {
  let step = params.mask_s;
  return vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  first * params.mask_s;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    let mask0 = mask_from + row0 * params.mask_s + (key_first + side_k) * params.mask_t;
    s0_0 = s0_0 * params.scale + masks(mask0 + 0u * params.mask_t);
    s0_1 = s0_1 * params.scale + masks(mask0 + 8u * params.mask_t);
    s0_2 = s0_2 * params.scale + masks(mask0 + 16u * params.mask_t);
    s0_3 = s0_3 * params.scale + masks(mask0 + 24u * params.mask_t);
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&kv_bits=4&mask=f32&p_keys=32&qk_width=4&rows=4&unroll=1&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(7) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}
fn masks(at: u32) -> vec4f {
  let step = params.mask_s;
  return vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  first * params.mask_s;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    let mask0 = mask_from + row0 * params.mask_s + (key_first + side_k) * params.mask_t;
    s0_0 = s0_0 * params.scale + masks(mask0 + 0u * params.mask_t);
    s0_1 = s0_1 * params.scale + masks(mask0 + 8u * params.mask_t);
    s0_2 = s0_2 * params.scale + masks(mask0 + 16u * params.mask_t);
    s0_3 = s0_3 * params.scale + masks(mask0 + 24u * params.mask_t);
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&kv_bits=4&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&kv_bits=4&p_keys=32&qk_width=4&rows=4&unroll=1&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&kv_bits=8&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&kv_bits=8&p_keys=32&qk_width=4&rows=4&unroll=1&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=1&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<f32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  return ks[at];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<f32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  return vs[at];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 16u * 4u); }
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 16u * 4u); }
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&p_keys=32&qk_width=4&rows=4&unroll=1&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 672>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 16u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 16u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 16u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 16u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=3&deep=8&down=32&dtype=f32&keys=8&p_keys=32&qk_width=4&rows=4&unroll=4&v_keys=16&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 9 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 1728>;
var<workgroup> parts: array<f32, 1024>;
var<workgroup> row_state: array<vec2f, 128>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 128u + (row + side * 4u) % 128u;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 8u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var q_next2 = vec4f();
  var q_next3 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 8u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 8u * 4u);
      q_next2 = quad_q(q_row + 64u * params.d, 0u + lane % 8u * 4u);
      q_next3 = quad_q(q_row + 96u * params.d, 0u + lane % 8u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 8u + 0u) * params.d, 0u + lane % 8u * 4u);
      k_next1 = quad_k(k_from + (0u + lane / 8u + 32u) * params.d, 0u + lane % 8u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 64u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    var s0_4 = vec4f();
    var s0_5 = vec4f();
    var s0_6 = vec4f();
    var s0_7 = vec4f();
    for (var d = 0u; d < params.d; d += 32u) {
      room[(lane / 8u + 0u) * 9u + lane % 8u] = q_next0;
      room[(lane / 8u + 32u) * 9u + lane % 8u] = q_next1;
      room[(lane / 8u + 64u) * 9u + lane % 8u] = q_next2;
      room[(lane / 8u + 96u) * 9u + lane % 8u] = q_next3;
      room[1152u + (lane / 8u + 0u) * 9u + lane % 8u] = k_next0;
      room[1152u + (lane / 8u + 32u) * 9u + lane % 8u] = k_next1;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 32u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 32u + lane % 8u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 32u + lane % 8u * 4u);
        q_next2 = quad_q(q_row + 64u * params.d, d + 32u + lane % 8u * 4u);
        q_next3 = quad_q(q_row + 96u * params.d, d + 32u + lane % 8u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 8u + 0u) * params.d, d + 32u + lane % 8u * 4u);
        k_next1 = quad_k(k_from + (key_first + lane / 8u + 32u) * params.d, d + 32u + lane % 8u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 24u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 24u * 4u), key < params.keys);
        }
        {
          let i = lane + 256u;
          let key = key_first + i / 24u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 24u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 8u; n += 4u) {
        let q_at = side_q * 36u + n;
        let k_at = 1152u + side_k * 9u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 9u];
          let q2 = room[q_at + 18u];
          let q3 = room[q_at + 27u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 72u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 144u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 216u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
          let k4 = room[k_at + 288u];
          s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
          let k5 = room[k_at + 360u];
          s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
          let k6 = room[k_at + 432u];
          s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
          let k7 = room[k_at + 504u];
          s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
        }
        {
          let q0 = room[q_at + 1u];
          let q1 = room[q_at + 10u];
          let q2 = room[q_at + 19u];
          let q3 = room[q_at + 28u];
          let k0 = room[k_at + 1u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 73u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 145u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 217u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
          let k4 = room[k_at + 289u];
          s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
          let k5 = room[k_at + 361u];
          s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
          let k6 = room[k_at + 433u];
          s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
          let k7 = room[k_at + 505u];
          s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
        }
        {
          let q0 = room[q_at + 2u];
          let q1 = room[q_at + 11u];
          let q2 = room[q_at + 20u];
          let q3 = room[q_at + 29u];
          let k0 = room[k_at + 2u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 74u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 146u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 218u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
          let k4 = room[k_at + 290u];
          s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
          let k5 = room[k_at + 362u];
          s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
          let k6 = room[k_at + 434u];
          s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
          let k7 = room[k_at + 506u];
          s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
        }
        {
          let q0 = room[q_at + 3u];
          let q1 = room[q_at + 12u];
          let q2 = room[q_at + 21u];
          let q3 = room[q_at + 30u];
          let k0 = room[k_at + 3u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 75u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 147u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 219u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
          let k4 = room[k_at + 291u];
          s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
          let k5 = room[k_at + 363u];
          s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
          let k6 = room[k_at + 435u];
          s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
          let k7 = room[k_at + 507u];
          s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    s0_4 *= params.scale;
    s0_5 *= params.scale;
    s0_6 *= params.scale;
    s0_7 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
      s0_4 = select(unseen, s0_4, vec4u(key + 32u) < count0);
      s0_5 = select(unseen, s0_5, vec4u(key + 40u) < count0);
      s0_6 = select(unseen, s0_6, vec4u(key + 48u) < count0);
      s0_7 = select(unseen, s0_7, vec4u(key + 56u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    most0 = max(most0, s0_4);
    most0 = max(most0, s0_5);
    most0 = max(most0, s0_6);
    most0 = max(most0, s0_7);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 128u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
      s0_4 = weights(s0_4, tops);
      total0 += s0_4;
      s0_5 = weights(s0_5, tops);
      total0 += s0_5;
      s0_6 = weights(s0_6, tops);
      total0 += s0_6;
      s0_7 = weights(s0_7, tops);
      total0 += s0_7;
    }
    let live = min(64u, end - key_first);
    for (var some = 0u; some < live; some += 16u) {
      if (some == 0u) {
        room[(side_k + 0u) * 33u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 33u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 33u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 33u + side_q + 0u] = s0_3;
      }
      if (some == 32u) {
        room[(side_k + 0u) * 33u + side_q + 0u] = s0_4;
        room[(side_k + 8u) * 33u + side_q + 0u] = s0_5;
        room[(side_k + 16u) * 33u + side_q + 0u] = s0_6;
        room[(side_k + 24u) * 33u + side_q + 0u] = s0_7;
      }
      if (lane + 0u < 384u) { room[1056u + lane + 0u] = v_next0; }
      if (lane + 256u < 384u) { room[1056u + lane + 256u] = v_next1; }
      workgroupBarrier();
      if (some + 16u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 16u + i / 24u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 24u * 4u), key < params.keys);
        }
        {
          let i = lane + 256u;
          let key = key_first + some + 16u + i / 24u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 24u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 8u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 8u * 4u);
        q_next2 = quad_q(q_row + 64u * params.d, 0u + lane % 8u * 4u);
        q_next3 = quad_q(q_row + 96u * params.d, 0u + lane % 8u * 4u);
        k_next0 = quad_k(k_from + (key_first + 64u + lane / 8u + 0u) * params.d, 0u + lane % 8u * 4u);
        k_next1 = quad_k(k_from + (key_first + 64u + lane / 8u + 32u) * params.d, 0u + lane % 8u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 16u; n++) {
          let p_at = (some % 32u + n) * 33u + side_q;
          let v_at = 1056u + n * 24u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          let v2 = room[v_at + 16u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 16u; n += 4u) {
        let p_at = (some % 32u + n) * 33u + side_q;
        let v_at = 1056u + n * 24u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 16u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
        }
        {
          let p0 = room[p_at + 33u];
          let v0 = room[v_at + 24u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 32u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 40u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
        }
        {
          let p0 = room[p_at + 66u];
          let v0 = room[v_at + 48u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 56u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 64u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
        }
        {
          let p0 = room[p_at + 99u];
          let v0 = room[v_at + 72u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 80u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 88u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_2, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_2, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_2, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_2, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=4&deep=4&down=16&dtype=f16&keys=4&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=1&y=f16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<u32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  let pair = unpack2x16float(qs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  let pair = unpack2x16float(ks[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<u32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  let pair = unpack2x16float(vs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 800>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum0_3 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum1_3 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum2_3 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var sum3_3 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 32u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 32u * 4u); }
        }
        {
          let i = lane + 128u;
          let key = key_first + i / 32u;
          v_next1 = vec4f();
          if (key < params.keys) { v_next1 = quad_v(v_from + key * params.e, i % 32u * 4u); }
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum0_3 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum1_3 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum2_3 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      sum3_3 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      room[544u + lane + 128u] = v_next1;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 32u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 32u * 4u); }
        }
        {
          let i = lane + 128u;
          let key = key_first + some + 8u + i / 32u;
          v_next1 = vec4f();
          if (key < params.keys) { v_next1 = quad_v(v_from + key * params.e, i % 32u * 4u); }
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 32u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          let v2 = room[v_at + 16u];
          let v3 = room[v_at + 24u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
            sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
            sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
            sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
            sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 32u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 16u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          let v3 = room[v_at + 24u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum0_3, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum1_3, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum2_3, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum3_3, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=4&deep=4&down=16&dtype=f16&keys=4&p_keys=32&qk_width=4&rows=4&unroll=1&v_keys=8&v_width=4&y=f16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 800>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum0_3 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum1_3 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum2_3 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var sum3_3 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 32u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
        {
          let i = lane + 128u;
          let key = key_first + i / 32u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum0_3 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum1_3 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum2_3 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      sum3_3 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      room[544u + lane + 128u] = v_next1;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 32u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
        {
          let i = lane + 128u;
          let key = key_first + some + 8u + i / 32u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 32u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          let v2 = room[v_at + 16u];
          let v3 = room[v_at + 24u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
            sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
            sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
            sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
            sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 32u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 16u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          let v3 = room[v_at + 24u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum0_3, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum1_3, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum2_3, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum3_3, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=4&deep=4&down=16&dtype=f32&keys=4&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=1&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<f32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  return ks[at];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<f32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  return vs[at];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 800>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum0_3 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum1_3 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum2_3 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var sum3_3 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 32u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 32u * 4u); }
        }
        {
          let i = lane + 128u;
          let key = key_first + i / 32u;
          v_next1 = vec4f();
          if (key < params.keys) { v_next1 = quad_v(v_from + key * params.e, i % 32u * 4u); }
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum0_3 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum1_3 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum2_3 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      sum3_3 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      room[544u + lane + 128u] = v_next1;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 32u;
          v_next0 = vec4f();
          if (key < params.keys) { v_next0 = quad_v(v_from + key * params.e, i % 32u * 4u); }
        }
        {
          let i = lane + 128u;
          let key = key_first + some + 8u + i / 32u;
          v_next1 = vec4f();
          if (key < params.keys) { v_next1 = quad_v(v_from + key * params.e, i % 32u * 4u); }
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 32u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          let v2 = room[v_at + 16u];
          let v3 = room[v_at + 24u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
            sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
            sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
            sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
            sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 32u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 16u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          let v3 = room[v_at + 24u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum0_3, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum1_3, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum2_3, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum3_3, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=4&deep=4&down=16&dtype=f32&keys=4&p_keys=32&qk_width=4&rows=4&unroll=1&v_keys=8&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 5 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 800>;
var<workgroup> parts: array<f32, 512>;
var<workgroup> row_state: array<vec2f, 64>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 64u + (row + side * 4u) % 64u;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 4u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum0_3 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum1_3 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum2_3 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var sum3_3 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var k_next0 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 32u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    for (var d = 0u; d < params.d; d += 16u) {
      room[(lane / 4u + 0u) * 5u + lane % 4u] = q_next0;
      room[(lane / 4u + 32u) * 5u + lane % 4u] = q_next1;
      room[320u + (lane / 4u + 0u) * 5u + lane % 4u] = k_next0;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 16u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 16u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 16u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 4u + 0u) * params.d, d + 16u + lane % 4u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 32u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
        {
          let i = lane + 128u;
          let key = key_first + i / 32u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 4u; n += 1u) {
        let q_at = side_q * 20u + n;
        let k_at = 320u + side_k * 5u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 5u];
          let q2 = room[q_at + 10u];
          let q3 = room[q_at + 15u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 40u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 80u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 120u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    let edge = key_first + 32u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 64u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum0_3 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum1_3 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum2_3 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      sum3_3 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
    }
    let live = min(32u, end - key_first);
    for (var some = 0u; some < live; some += 8u) {
      if (some == 0u) {
        room[(side_k + 0u) * 17u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 17u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 17u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 17u + side_q + 0u] = s0_3;
      }
      room[544u + lane + 0u] = v_next0;
      room[544u + lane + 128u] = v_next1;
      workgroupBarrier();
      if (some + 8u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 8u + i / 32u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
        {
          let i = lane + 128u;
          let key = key_first + some + 8u + i / 32u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 4u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 4u * 4u);
        k_next0 = quad_k(k_from + (key_first + 32u + lane / 4u + 0u) * params.d, 0u + lane % 4u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 8u; n++) {
          let p_at = (some % 32u + n) * 17u + side_q;
          let v_at = 544u + n * 32u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          let v2 = room[v_at + 16u];
          let v3 = room[v_at + 24u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
            sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
            sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
            sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
            sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 8u; n += 1u) {
        let p_at = (some % 32u + n) * 17u + side_q;
        let v_at = 544u + n * 32u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 16u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          let v3 = room[v_at + 24u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum0_3, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum1_3, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum2_3, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum3_3, total);
    }
  }
}

// ==== attention/kernel.wgsl?across=8&cols=4&deep=8&down=32&dtype=f32&keys=8&p_keys=32&qk_width=4&rows=4&unroll=2&v_keys=16&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// First stretches of the rows of q and k, a line of 9 quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, 1728>;
var<workgroup> parts: array<f32, 1024>;
var<workgroup> row_state: array<vec2f, 128>;  // the largest score, and what older sums are scaled by

fn part_of(row: u32, side: u32) -> u32 {
  return side * 128u + (row + side * 4u) % 128u;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side_q = lane / 8u;
  let side_k = lane % 8u;
  let q_row = (head * params.queries + first + lane / 8u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;

  var total0 = vec4f();
  var sum0_0 = vec4f();
  var sum0_1 = vec4f();
  var sum0_2 = vec4f();
  var sum0_3 = vec4f();
  var sum1_0 = vec4f();
  var sum1_1 = vec4f();
  var sum1_2 = vec4f();
  var sum1_3 = vec4f();
  var sum2_0 = vec4f();
  var sum2_1 = vec4f();
  var sum2_2 = vec4f();
  var sum2_3 = vec4f();
  var sum3_0 = vec4f();
  var sum3_1 = vec4f();
  var sum3_2 = vec4f();
  var sum3_3 = vec4f();
  var q_next0 = vec4f();
  var q_next1 = vec4f();
  var q_next2 = vec4f();
  var q_next3 = vec4f();
  var k_next0 = vec4f();
  var k_next1 = vec4f();
  var v_next0 = vec4f();
  var v_next1 = vec4f();
  var top = -3.4028234e38;  // of row `lane`
      q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 8u * 4u);
      q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 8u * 4u);
      q_next2 = quad_q(q_row + 64u * params.d, 0u + lane % 8u * 4u);
      q_next3 = quad_q(q_row + 96u * params.d, 0u + lane % 8u * 4u);
      k_next0 = quad_k(k_from + (0u + lane / 8u + 0u) * params.d, 0u + lane % 8u * 4u);
      k_next1 = quad_k(k_from + (0u + lane / 8u + 32u) * params.d, 0u + lane % 8u * 4u);
  for (var key_first = 0u; key_first < end; key_first += 64u) {
    // Scores, later weights: of four rows each.
    var s0_0 = vec4f();
    var s0_1 = vec4f();
    var s0_2 = vec4f();
    var s0_3 = vec4f();
    var s0_4 = vec4f();
    var s0_5 = vec4f();
    var s0_6 = vec4f();
    var s0_7 = vec4f();
    for (var d = 0u; d < params.d; d += 32u) {
      room[(lane / 8u + 0u) * 9u + lane % 8u] = q_next0;
      room[(lane / 8u + 32u) * 9u + lane % 8u] = q_next1;
      room[(lane / 8u + 64u) * 9u + lane % 8u] = q_next2;
      room[(lane / 8u + 96u) * 9u + lane % 8u] = q_next3;
      room[1152u + (lane / 8u + 0u) * 9u + lane % 8u] = k_next0;
      room[1152u + (lane / 8u + 32u) * 9u + lane % 8u] = k_next1;
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + 32u < params.d) {
        q_next0 = quad_q(q_row + 0u * params.d, d + 32u + lane % 8u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, d + 32u + lane % 8u * 4u);
        q_next2 = quad_q(q_row + 64u * params.d, d + 32u + lane % 8u * 4u);
        q_next3 = quad_q(q_row + 96u * params.d, d + 32u + lane % 8u * 4u);
        k_next0 = quad_k(k_from + (key_first + lane / 8u + 0u) * params.d, d + 32u + lane % 8u * 4u);
        k_next1 = quad_k(k_from + (key_first + lane / 8u + 32u) * params.d, d + 32u + lane % 8u * 4u);
      } else {
        {
          let i = lane + 0u;
          let key = key_first + i / 32u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
        {
          let i = lane + 256u;
          let key = key_first + i / 32u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
      }
      for (var n = 0u; n < 8u; n += 2u) {
        let q_at = side_q * 36u + n;
        let k_at = 1152u + side_k * 9u + n;
        {
          let q0 = room[q_at + 0u];
          let q1 = room[q_at + 9u];
          let q2 = room[q_at + 18u];
          let q3 = room[q_at + 27u];
          let k0 = room[k_at + 0u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 72u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 144u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 216u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
          let k4 = room[k_at + 288u];
          s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
          let k5 = room[k_at + 360u];
          s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
          let k6 = room[k_at + 432u];
          s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
          let k7 = room[k_at + 504u];
          s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
        }
        {
          let q0 = room[q_at + 1u];
          let q1 = room[q_at + 10u];
          let q2 = room[q_at + 19u];
          let q3 = room[q_at + 28u];
          let k0 = room[k_at + 1u];
          s0_0 = mad4(q0, q1, q2, q3, k0, s0_0);
          let k1 = room[k_at + 73u];
          s0_1 = mad4(q0, q1, q2, q3, k1, s0_1);
          let k2 = room[k_at + 145u];
          s0_2 = mad4(q0, q1, q2, q3, k2, s0_2);
          let k3 = room[k_at + 217u];
          s0_3 = mad4(q0, q1, q2, q3, k3, s0_3);
          let k4 = room[k_at + 289u];
          s0_4 = mad4(q0, q1, q2, q3, k4, s0_4);
          let k5 = room[k_at + 361u];
          s0_5 = mad4(q0, q1, q2, q3, k5, s0_5);
          let k6 = room[k_at + 433u];
          s0_6 = mad4(q0, q1, q2, q3, k6, s0_6);
          let k7 = room[k_at + 505u];
          s0_7 = mad4(q0, q1, q2, q3, k7, s0_7);
        }
      }
      workgroupBarrier();
    }

    let row0 = side_q * 4u + 0u;
    s0_0 *= params.scale;
    s0_1 *= params.scale;
    s0_2 *= params.scale;
    s0_3 *= params.scale;
    s0_4 *= params.scale;
    s0_5 *= params.scale;
    s0_6 *= params.scale;
    s0_7 *= params.scale;
    let edge = key_first + 64u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
      let count0 = vec4u(seen(first + row0), seen(first + row0 + 1u), seen(first + row0 + 2u), seen(first + row0 + 3u));
      s0_0 = select(unseen, s0_0, vec4u(key + 0u) < count0);
      s0_1 = select(unseen, s0_1, vec4u(key + 8u) < count0);
      s0_2 = select(unseen, s0_2, vec4u(key + 16u) < count0);
      s0_3 = select(unseen, s0_3, vec4u(key + 24u) < count0);
      s0_4 = select(unseen, s0_4, vec4u(key + 32u) < count0);
      s0_5 = select(unseen, s0_5, vec4u(key + 40u) < count0);
      s0_6 = select(unseen, s0_6, vec4u(key + 48u) < count0);
      s0_7 = select(unseen, s0_7, vec4u(key + 56u) < count0);
    }
    var most0 = s0_0;
    most0 = max(most0, s0_1);
    most0 = max(most0, s0_2);
    most0 = max(most0, s0_3);
    most0 = max(most0, s0_4);
    most0 = max(most0, s0_5);
    most0 = max(most0, s0_6);
    most0 = max(most0, s0_7);
    parts[part_of(row0 + 0u, side_k)] = most0[0];
    parts[part_of(row0 + 1u, side_k)] = most0[1];
    parts[part_of(row0 + 2u, side_k)] = most0[2];
    parts[part_of(row0 + 3u, side_k)] = most0[3];
    workgroupBarrier();
    if (lane < 128u) {
      var most = top;
      for (var t = 0u; t < 8u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
    {
      let state0 = row_state[row0 + 0u];
      let state1 = row_state[row0 + 1u];
      let state2 = row_state[row0 + 2u];
      let state3 = row_state[row0 + 3u];
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total0 *= vec4f(state0.y, state1.y, state2.y, state3.y);
      sum0_0 *= state0.y;
      sum0_1 *= state0.y;
      sum0_2 *= state0.y;
      sum0_3 *= state0.y;
      sum1_0 *= state1.y;
      sum1_1 *= state1.y;
      sum1_2 *= state1.y;
      sum1_3 *= state1.y;
      sum2_0 *= state2.y;
      sum2_1 *= state2.y;
      sum2_2 *= state2.y;
      sum2_3 *= state2.y;
      sum3_0 *= state3.y;
      sum3_1 *= state3.y;
      sum3_2 *= state3.y;
      sum3_3 *= state3.y;
      s0_0 = weights(s0_0, tops);
      total0 += s0_0;
      s0_1 = weights(s0_1, tops);
      total0 += s0_1;
      s0_2 = weights(s0_2, tops);
      total0 += s0_2;
      s0_3 = weights(s0_3, tops);
      total0 += s0_3;
      s0_4 = weights(s0_4, tops);
      total0 += s0_4;
      s0_5 = weights(s0_5, tops);
      total0 += s0_5;
      s0_6 = weights(s0_6, tops);
      total0 += s0_6;
      s0_7 = weights(s0_7, tops);
      total0 += s0_7;
    }
    let live = min(64u, end - key_first);
    for (var some = 0u; some < live; some += 16u) {
      if (some == 0u) {
        room[(side_k + 0u) * 33u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 33u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 33u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 33u + side_q + 0u] = s0_3;
      }
      if (some == 32u) {
        room[(side_k + 0u) * 33u + side_q + 0u] = s0_4;
        room[(side_k + 8u) * 33u + side_q + 0u] = s0_5;
        room[(side_k + 16u) * 33u + side_q + 0u] = s0_6;
        room[(side_k + 24u) * 33u + side_q + 0u] = s0_7;
      }
      room[1056u + lane + 0u] = v_next0;
      room[1056u + lane + 256u] = v_next1;
      workgroupBarrier();
      if (some + 16u < live) {
        {
          let i = lane + 0u;
          let key = key_first + some + 16u + i / 32u;
          v_next0 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
        {
          let i = lane + 256u;
          let key = key_first + some + 16u + i / 32u;
          v_next1 = select(vec4f(), quad_v(v_from + key * params.e, i % 32u * 4u), key < params.keys);
        }
      } else {
        q_next0 = quad_q(q_row + 0u * params.d, 0u + lane % 8u * 4u);
        q_next1 = quad_q(q_row + 32u * params.d, 0u + lane % 8u * 4u);
        q_next2 = quad_q(q_row + 64u * params.d, 0u + lane % 8u * 4u);
        q_next3 = quad_q(q_row + 96u * params.d, 0u + lane % 8u * 4u);
        k_next0 = quad_k(k_from + (key_first + 64u + lane / 8u + 0u) * params.d, 0u + lane % 8u * 4u);
        k_next1 = quad_k(k_from + (key_first + 64u + lane / 8u + 32u) * params.d, 0u + lane % 8u * 4u);
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < 16u; n++) {
          let p_at = (some % 32u + n) * 33u + side_q;
          let v_at = 1056u + n * 32u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          let v1 = room[v_at + 8u];
          let v2 = room[v_at + 16u];
          let v3 = room[v_at + 24u];
          if (key <= reach + 0u) {
            sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
            sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
            sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
            sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          }
          if (key <= reach + 1u) {
            sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
            sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
            sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
            sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          }
          if (key <= reach + 2u) {
            sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
            sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
            sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
            sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          }
          if (key <= reach + 3u) {
            sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
            sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
            sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
            sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
          }
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < 16u; n += 2u) {
        let p_at = (some % 32u + n) * 33u + side_q;
        let v_at = 1056u + n * 32u + side_k;
        {
          let p0 = room[p_at + 0u];
          let v0 = room[v_at + 0u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 8u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 16u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          let v3 = room[v_at + 24u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
        }
        {
          let p0 = room[p_at + 33u];
          let v0 = room[v_at + 32u];
          sum0_0 = fma(vec4f(p0[0]), v0, sum0_0);
          sum1_0 = fma(vec4f(p0[1]), v0, sum1_0);
          sum2_0 = fma(vec4f(p0[2]), v0, sum2_0);
          sum3_0 = fma(vec4f(p0[3]), v0, sum3_0);
          let v1 = room[v_at + 40u];
          sum0_1 = fma(vec4f(p0[0]), v1, sum0_1);
          sum1_1 = fma(vec4f(p0[1]), v1, sum1_1);
          sum2_1 = fma(vec4f(p0[2]), v1, sum2_1);
          sum3_1 = fma(vec4f(p0[3]), v1, sum3_1);
          let v2 = room[v_at + 48u];
          sum0_2 = fma(vec4f(p0[0]), v2, sum0_2);
          sum1_2 = fma(vec4f(p0[1]), v2, sum1_2);
          sum2_2 = fma(vec4f(p0[2]), v2, sum2_2);
          sum3_2 = fma(vec4f(p0[3]), v2, sum3_2);
          let v3 = room[v_at + 56u];
          sum0_3 = fma(vec4f(p0[0]), v3, sum0_3);
          sum1_3 = fma(vec4f(p0[1]), v3, sum1_3);
          sum2_3 = fma(vec4f(p0[2]), v3, sum2_3);
          sum3_3 = fma(vec4f(p0[3]), v3, sum3_3);
        }
      }
      workgroupBarrier();
    }
  }

  parts[part_of(side_q * 4u + 0u, side_k)] = total0[0];
  parts[part_of(side_q * 4u + 1u, side_k)] = total0[1];
  parts[part_of(side_q * 4u + 2u, side_k)] = total0[2];
  parts[part_of(side_q * 4u + 3u, side_k)] = total0[3];
  workgroupBarrier();
  {
    let row = side_q * 4u + 0u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum0_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum0_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum0_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum0_3, total);
    }
  }
  {
    let row = side_q * 4u + 1u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum1_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum1_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum1_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum1_3, total);
    }
  }
  {
    let row = side_q * 4u + 2u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum2_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum2_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum2_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum2_3, total);
    }
  }
  {
    let row = side_q * 4u + 3u;
    var total = 0.0;
    for (var t = 0u; t < 8u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
      put(head * params.queries + first + row, (side_k + 0u) * 4u, sum3_0, total);
      put(head * params.queries + first + row, (side_k + 8u) * 4u, sum3_1, total);
      put(head * params.queries + first + row, (side_k + 16u) * 4u, sum3_2, total);
      put(head * params.queries + first + row, (side_k + 24u) * 4u, sum3_3, total);
    }
  }
}

// ==== attention/matrices.wgsl?cols=1&deep=1&dtype=f16&matrices=1&qk_width=4&v_width=4&waves=4&y=f16&y_width=4
enable f16;
enable subgroups;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);
alias half4 = vec4<f16>;
fn half4_of(bits: vec2u) -> half4 {
  return bitcast<half4>(bits);
}
fn to_half4(v: vec4f) -> half4 {
  return half4(v);
}
fn from_half4(v: half4) -> vec4f {
  return vec4f(v);
}
fn from_other_half(v: f32, lane: u32) -> f32 {
  return subgroupShuffleXor(v, 16u);
}
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// Rows have room for another quad or two, so that neighbours meet different banks.
var<workgroup> k_tile: array<half4, 320>;
var<workgroup> v_tile: array<half4, 640>;  // of this turn and of the next
var<workgroup> p_tile: array<half4, 640>;  // weights; at first, columns of q
var<workgroup> s_tile: array<vec4f, 576>;  // scores; at times, columns of the sums
var<workgroup> row_state: array<f32, 64>;          // what older sums are scaled by; in the end, the total
struct News {
  grown: u32,          // a row's sums must be scaled down
  odd: array<u32, 2>,  // not all rows see all of v, and not all of it is finite; of this turn and of the next
}
var<workgroup> news: News;

fn raw_q(row: u32, i: u32) -> vec2u {
  return select(vec2u(), qs[(row + i + params.qs_at) / 4u], i < params.d);
}
fn raw_k(row: u32, i: u32) -> vec2u {
  return select(vec2u(), ks[(row + i + params.ks_at) / 4u], i < params.d);
}
fn raw_v(row: u32, i: u32) -> vec2u {
  return select(vec2u(), vs[(row + i + params.vs_at) / 4u], i < params.e);
}
fn is_odd(bits: vec2u) -> bool {
  let exponents = vec4u(bits, bits << vec2u(16u)) & vec4u(0x7c000000u);
  return any(exponents == vec4u(0x7c000000u));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side = lane % 32u;
  let wave_row = lane / 32u * 16u;  // the first of the subgroup's
  let row = wave_row + side % 16u;  // of this thread,
  let quad = side / 16u * 4u;       // from this quad on
  let row_seen = seen(first + row);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  var k_next0 = vec2u();
  var k_next1 = vec2u();
  var v_next0 = vec2u();
  var v_next1 = vec2u();
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(0u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(0u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(0u + i / 8u, params.keys - 1u) * params.e, i % 8u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(0u + i / 8u, params.keys - 1u) * params.e, i % 8u * 4u);
      }
      var right = subgroup_matrix_right<f16, 16, 16>();
      var left = subgroup_matrix_left<f16, 16, 16>();
      var q0 = subgroup_matrix_left<f16, 16, 16>();
      var q1 = subgroup_matrix_left<f16, 16, 16>();
      var sum0 = subgroup_matrix_result<f32, 16, 16>();
      var sum1 = subgroup_matrix_result<f32, 16, 16>();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 0u + i % 8u * 4u));
  }
  workgroupBarrier();
      q0 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q1 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();

  var top = -3.4028234e38;  // what the row's weights are relative to
  var total = vec4f();
  {
    let turn = (0u) / 32u % 2u;
    k_tile[(lane + 0u) / 8u * 10u + (lane + 0u) % 8u] = half4_of(k_next0);
    k_tile[(lane + 128u) / 8u * 10u + (lane + 128u) % 8u] = half4_of(k_next1);
    v_tile[turn * 320u + (lane + 0u) / 8u * 10u + (lane + 0u) % 8u] = half4_of(v_next0);
    v_tile[turn * 320u + (lane + 128u) / 8u * 10u + (lane + 128u) % 8u] = half4_of(v_next1);
    if (0u + 32u > all_seen) {
      if (is_odd(v_next0)) { news.odd[turn] = 1u; }
      if (is_odd(v_next1)) { news.odd[turn] = 1u; }
    }
  }
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(32u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(32u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(32u + i / 8u, params.keys - 1u) * params.e, i % 8u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(32u + i / 8u, params.keys - 1u) * params.e, i % 8u * 4u);
      }
  workgroupBarrier();
  for (var key_first = 0u; key_first < end; key_first += 32u) {
        var s0 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 0u, 10u);
        s0 = subgroupMatrixMultiplyAccumulate(q0, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 4u, 10u);
        s0 = subgroupMatrixMultiplyAccumulate(q1, right, s0);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, s0, 9u);
        var s1 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 160u, 10u);
        s1 = subgroupMatrixMultiplyAccumulate(q0, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 164u, 10u);
        s1 = subgroupMatrixMultiplyAccumulate(q1, right, s1);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, s1, 9u);
    workgroupBarrier();
    // Nobody needs k any more: what comes next is put in its place, and what comes then travels.
    if (key_first + 32u < end) {
      {
        let turn = (key_first + 32u) / 32u % 2u;
        k_tile[(lane + 0u) / 8u * 10u + (lane + 0u) % 8u] = half4_of(k_next0);
        k_tile[(lane + 128u) / 8u * 10u + (lane + 128u) % 8u] = half4_of(k_next1);
        v_tile[turn * 320u + (lane + 0u) / 8u * 10u + (lane + 0u) % 8u] = half4_of(v_next0);
        v_tile[turn * 320u + (lane + 128u) / 8u * 10u + (lane + 128u) % 8u] = half4_of(v_next1);
        if (key_first + 32u + 32u > all_seen) {
          if (is_odd(v_next0)) { news.odd[turn] = 1u; }
          if (is_odd(v_next1)) { news.odd[turn] = 1u; }
        }
      }
          {
            let i = lane + 0u;
            k_next0 = raw_k(k_from + min(key_first + 64u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
          }
          {
            let i = lane + 128u;
            k_next1 = raw_k(k_from + min(key_first + 64u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
          }
          {
            let i = lane + 0u;
            v_next0 = raw_v(v_from + min(key_first + 64u + i / 8u, params.keys - 1u) * params.e, i % 8u * 4u);
          }
          {
            let i = lane + 128u;
            v_next1 = raw_v(v_from + min(key_first + 64u + i / 8u, params.keys - 1u) * params.e, i % 8u * 4u);
          }
    }
    let key = key_first + quad * 4u;
    var w0 = s_tile[row * 9u + quad + 0u] * params.scale;
    var w1 = s_tile[row * 9u + quad + 1u] * params.scale;
    var w2 = s_tile[row * 9u + quad + 2u] * params.scale;
    var w3 = s_tile[row * 9u + quad + 3u] * params.scale;
    if (key_first + 32u > all_seen) {
      let unseen = vec4f(-infinity());
      w0 = select(unseen, w0, vec4u(key + 0u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w1 = select(unseen, w1, vec4u(key + 4u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w2 = select(unseen, w2, vec4u(key + 8u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w3 = select(unseen, w3, vec4u(key + 12u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
    }
    let most4 = max(max(w0, w1), max(w2, w3));
    let most2 = max(most4.xy, most4.zw);
    let most1 = max(most2.x, most2.y);
    let most = max(most1, from_other_half(most1, lane));
    var less = 1.0;
    if (most - top > 8.0) {
      less = exp(top - most);
      top = most;
      news.grown = 1u;
    }
    row_state[row] = less;
    total *= less;
    let p0 = to_half4(weights(w0, vec4f(top)));
    p_tile[row * 10u + quad + 0u] = p0;
    total += from_half4(p0);
    let p1 = to_half4(weights(w1, vec4f(top)));
    p_tile[row * 10u + quad + 1u] = p1;
    total += from_half4(p1);
    let p2 = to_half4(weights(w2, vec4f(top)));
    p_tile[row * 10u + quad + 2u] = p2;
    total += from_half4(p2);
    let p3 = to_half4(weights(w3, vec4f(top)));
    p_tile[row * 10u + quad + 3u] = p3;
    total += from_half4(p3);
    let turn = key_first / 32u % 2u;
    let now = workgroupUniformLoad(&news);
    let odd = now.odd[turn] != 0u;
    if (now.grown != 0u || odd) {
      if (lane == 0u) {
        news.grown = 0u;
        news.odd[turn] = 0u;
      }
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 320u + i * 10u + n + 0u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum0 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum1 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
    }
    if (!odd) {
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 320u + 0u, 10u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 320u + 4u, 10u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 320u + 160u, 10u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 320u + 164u, 10u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
    }
  }

  workgroupBarrier();
  let half_total = dot(total, vec4f(1.0));
  row_state[row] = half_total + from_other_half(half_total, lane);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 0u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
}

// ==== attention/matrices.wgsl?cols=2&deep=2&dtype=f16&mask=f32&matrices=1&qk_width=4&v_width=4&waves=4&y=f16&y_width=4
enable f16;
enable subgroups;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);
alias half4 = vec4<f16>;
fn half4_of(bits: vec2u) -> half4 {
  return bitcast<half4>(bits);
}
fn to_half4(v: vec4f) -> half4 {
  return half4(v);
}
fn from_half4(v: half4) -> vec4f {
  return vec4f(v);
}
fn from_other_half(v: f32, lane: u32) -> f32 {
  return subgroupShuffleXor(v, 16u);
}
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// Rows have room for another quad or two, so that neighbours meet different banks.
var<workgroup> k_tile: array<half4, 576>;
var<workgroup> v_tile: array<half4, 1152>;  // of this turn and of the next
var<workgroup> p_tile: array<half4, 640>;  // weights; at first, columns of q
var<workgroup> s_tile: array<vec4f, 576>;  // scores; at times, columns of the sums
var<workgroup> row_state: array<f32, 64>;          // what older sums are scaled by; in the end, the total
struct News {
  grown: u32,          // a row's sums must be scaled down
  odd: array<u32, 2>,  // not all rows see all of v, and not all of it is finite; of this turn and of the next
}
var<workgroup> news: News;

fn raw_q(row: u32, i: u32) -> vec2u {
  return select(vec2u(), qs[(row + i + params.qs_at) / 4u], i < params.d);
}
fn raw_k(row: u32, i: u32) -> vec2u {
  return select(vec2u(), ks[(row + i + params.ks_at) / 4u], i < params.d);
}
fn raw_v(row: u32, i: u32) -> vec2u {
  return select(vec2u(), vs[(row + i + params.vs_at) / 4u], i < params.e);
}
fn is_odd(bits: vec2u) -> bool {
  let exponents = vec4u(bits, bits << vec2u(16u)) & vec4u(0x7c000000u);
  return any(exponents == vec4u(0x7c000000u));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side = lane % 32u;
  let wave_row = lane / 32u * 16u;  // the first of the subgroup's
  let row = wave_row + side % 16u;  // of this thread,
  let quad = side / 16u * 4u;       // from this quad on
  let row_seen = seen(first + row);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  (first + row) * params.mask_s;
  var k_next0 = vec2u();
  var k_next1 = vec2u();
  var k_next2 = vec2u();
  var k_next3 = vec2u();
  var v_next0 = vec2u();
  var v_next1 = vec2u();
  var v_next2 = vec2u();
  var v_next3 = vec2u();
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        k_next2 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        k_next3 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        v_next2 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        v_next3 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      var right = subgroup_matrix_right<f16, 16, 16>();
      var left = subgroup_matrix_left<f16, 16, 16>();
      var q0 = subgroup_matrix_left<f16, 16, 16>();
      var q1 = subgroup_matrix_left<f16, 16, 16>();
      var q2 = subgroup_matrix_left<f16, 16, 16>();
      var q3 = subgroup_matrix_left<f16, 16, 16>();
      var sum0 = subgroup_matrix_result<f32, 16, 16>();
      var sum1 = subgroup_matrix_result<f32, 16, 16>();
      var sum2 = subgroup_matrix_result<f32, 16, 16>();
      var sum3 = subgroup_matrix_result<f32, 16, 16>();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 0u + i % 8u * 4u));
  }
  workgroupBarrier();
      q0 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q1 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 32u + i % 8u * 4u));
  }
  workgroupBarrier();
      q2 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q3 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();

  var top = -3.4028234e38;  // what the row's weights are relative to
  var total = vec4f();
  {
    let turn = (0u) / 32u % 2u;
    k_tile[(lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(k_next0);
    k_tile[(lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(k_next1);
    k_tile[(lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(k_next2);
    k_tile[(lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(k_next3);
    v_tile[turn * 576u + (lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(v_next0);
    v_tile[turn * 576u + (lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(v_next1);
    v_tile[turn * 576u + (lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(v_next2);
    v_tile[turn * 576u + (lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(v_next3);
    if (0u + 32u > all_seen) {
      if (is_odd(v_next0)) { news.odd[turn] = 1u; }
      if (is_odd(v_next1)) { news.odd[turn] = 1u; }
      if (is_odd(v_next2)) { news.odd[turn] = 1u; }
      if (is_odd(v_next3)) { news.odd[turn] = 1u; }
    }
  }
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        k_next2 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        k_next3 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        v_next2 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        v_next3 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
  workgroupBarrier();
  for (var key_first = 0u; key_first < end; key_first += 32u) {
        var s0 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 0u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q0, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 4u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q1, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 8u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q2, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 12u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q3, right, s0);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, s0, 9u);
        var s1 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 288u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q0, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 292u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q1, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 296u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q2, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 300u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q3, right, s1);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, s1, 9u);
    workgroupBarrier();
    // Nobody needs k any more: what comes next is put in its place, and what comes then travels.
    if (key_first + 32u < end) {
      {
        let turn = (key_first + 32u) / 32u % 2u;
        k_tile[(lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(k_next0);
        k_tile[(lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(k_next1);
        k_tile[(lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(k_next2);
        k_tile[(lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(k_next3);
        v_tile[turn * 576u + (lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(v_next0);
        v_tile[turn * 576u + (lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(v_next1);
        v_tile[turn * 576u + (lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(v_next2);
        v_tile[turn * 576u + (lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(v_next3);
        if (key_first + 32u + 32u > all_seen) {
          if (is_odd(v_next0)) { news.odd[turn] = 1u; }
          if (is_odd(v_next1)) { news.odd[turn] = 1u; }
          if (is_odd(v_next2)) { news.odd[turn] = 1u; }
          if (is_odd(v_next3)) { news.odd[turn] = 1u; }
        }
      }
          {
            let i = lane + 0u;
            k_next0 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 128u;
            k_next1 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 256u;
            k_next2 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 384u;
            k_next3 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 0u;
            v_next0 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 128u;
            v_next1 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 256u;
            v_next2 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 384u;
            v_next3 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
    }
    let key = key_first + quad * 4u;
    var w0 = s_tile[row * 9u + quad + 0u] * params.scale;
    {
      let at = mask_from + (key + 0u) * params.mask_t;
      let step = params.mask_t;
      w0 += vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
    }
    var w1 = s_tile[row * 9u + quad + 1u] * params.scale;
    {
      let at = mask_from + (key + 4u) * params.mask_t;
      let step = params.mask_t;
      w1 += vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
    }
    var w2 = s_tile[row * 9u + quad + 2u] * params.scale;
    {
      let at = mask_from + (key + 8u) * params.mask_t;
      let step = params.mask_t;
      w2 += vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
    }
    var w3 = s_tile[row * 9u + quad + 3u] * params.scale;
    {
      let at = mask_from + (key + 12u) * params.mask_t;
      let step = params.mask_t;
      w3 += vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
    }
    if (key_first + 32u > all_seen) {
      let unseen = vec4f(-infinity());
      w0 = select(unseen, w0, vec4u(key + 0u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w1 = select(unseen, w1, vec4u(key + 4u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w2 = select(unseen, w2, vec4u(key + 8u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w3 = select(unseen, w3, vec4u(key + 12u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
    }
    let most4 = max(max(w0, w1), max(w2, w3));
    let most2 = max(most4.xy, most4.zw);
    let most1 = max(most2.x, most2.y);
    let most = max(most1, from_other_half(most1, lane));
    var less = 1.0;
    if (most - top > 8.0) {
      less = exp(top - most);
      top = most;
      news.grown = 1u;
    }
    row_state[row] = less;
    total *= less;
    let p0 = to_half4(weights(w0, vec4f(top)));
    p_tile[row * 10u + quad + 0u] = p0;
    total += from_half4(p0);
    let p1 = to_half4(weights(w1, vec4f(top)));
    p_tile[row * 10u + quad + 1u] = p1;
    total += from_half4(p1);
    let p2 = to_half4(weights(w2, vec4f(top)));
    p_tile[row * 10u + quad + 2u] = p2;
    total += from_half4(p2);
    let p3 = to_half4(weights(w3, vec4f(top)));
    p_tile[row * 10u + quad + 3u] = p3;
    total += from_half4(p3);
    let turn = key_first / 32u % 2u;
    let now = workgroupUniformLoad(&news);
    let odd = now.odd[turn] != 0u;
    if (now.grown != 0u || odd) {
      if (lane == 0u) {
        news.grown = 0u;
        news.odd[turn] = 0u;
      }
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 576u + i * 18u + n + 0u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum0 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum1 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 576u + i * 18u + n + 8u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum2 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum3 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
    }
    if (!odd) {
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 0u, 18u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 4u, 18u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 8u, 18u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 12u, 18u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 288u, 18u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 292u, 18u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 296u, 18u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 300u, 18u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
    }
  }

  workgroupBarrier();
  let half_total = dot(total, vec4f(1.0));
  row_state[row] = half_total + from_other_half(half_total, lane);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 0u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
  workgroupBarrier();
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 32u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
}

// ==== attention/matrices.wgsl?cols=2&deep=2&dtype=f16&matrices=1&qk_width=1&v_width=1&waves=4&y=f32&y_width=1
enable f16;
enable subgroups;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);
alias half4 = vec4<f16>;
fn half4_of(bits: vec2u) -> half4 {
  return bitcast<half4>(bits);
}
fn to_half4(v: vec4f) -> half4 {
  return half4(v);
}
fn from_half4(v: half4) -> vec4f {
  return vec4f(v);
}
fn from_other_half(v: f32, lane: u32) -> f32 {
  return subgroupShuffleXor(v, 16u);
}
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<u32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  let pair = unpack2x16float(qs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  let pair = unpack2x16float(ks[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<u32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  let pair = unpack2x16float(vs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store_y(at, v.x);
  if (col + 1u < params.e) {
    store_y(at + 1u, v[1]);
  }
  if (col + 2u < params.e) {
    store_y(at + 2u, v[2]);
  }
  if (col + 3u < params.e) {
    store_y(at + 3u, v[3]);
  }
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// Rows have room for another quad or two, so that neighbours meet different banks.
var<workgroup> k_tile: array<half4, 576>;
var<workgroup> v_tile: array<half4, 1152>;  // of this turn and of the next
var<workgroup> p_tile: array<half4, 640>;  // weights; at first, columns of q
var<workgroup> s_tile: array<vec4f, 576>;  // scores; at times, columns of the sums
var<workgroup> row_state: array<f32, 64>;          // what older sums are scaled by; in the end, the total
struct News {
  grown: u32,          // a row's sums must be scaled down
  odd: array<u32, 2>,  // not all rows see all of v, and not all of it is finite; of this turn and of the next
}
var<workgroup> news: News;

fn raw_q(row: u32, i: u32) -> vec2u {
  var halves = vec4u();
  if (i + 0u < params.d) {
    let at = row + i + params.qs_at + 0u;
    halves[0] = (qs[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 1u < params.d) {
    let at = row + i + params.qs_at + 1u;
    halves[1] = (qs[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 2u < params.d) {
    let at = row + i + params.qs_at + 2u;
    halves[2] = (qs[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 3u < params.d) {
    let at = row + i + params.qs_at + 3u;
    halves[3] = (qs[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  return halves.xz | (halves.yw << vec2u(16u));
}
fn raw_k(row: u32, i: u32) -> vec2u {
  var halves = vec4u();
  if (i + 0u < params.d) {
    let at = row + i + params.ks_at + 0u;
    halves[0] = (ks[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 1u < params.d) {
    let at = row + i + params.ks_at + 1u;
    halves[1] = (ks[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 2u < params.d) {
    let at = row + i + params.ks_at + 2u;
    halves[2] = (ks[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 3u < params.d) {
    let at = row + i + params.ks_at + 3u;
    halves[3] = (ks[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  return halves.xz | (halves.yw << vec2u(16u));
}
fn raw_v(row: u32, i: u32) -> vec2u {
  var halves = vec4u();
  if (i + 0u < params.e) {
    let at = row + i + params.vs_at + 0u;
    halves[0] = (vs[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 1u < params.e) {
    let at = row + i + params.vs_at + 1u;
    halves[1] = (vs[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 2u < params.e) {
    let at = row + i + params.vs_at + 2u;
    halves[2] = (vs[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  if (i + 3u < params.e) {
    let at = row + i + params.vs_at + 3u;
    halves[3] = (vs[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
  return halves.xz | (halves.yw << vec2u(16u));
}
fn is_odd(bits: vec2u) -> bool {
  let exponents = vec4u(bits, bits << vec2u(16u)) & vec4u(0x7c000000u);
  return any(exponents == vec4u(0x7c000000u));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side = lane % 32u;
  let wave_row = lane / 32u * 16u;  // the first of the subgroup's
  let row = wave_row + side % 16u;  // of this thread,
  let quad = side / 16u * 4u;       // from this quad on
  let row_seen = seen(first + row);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  var k_next0 = vec2u();
  var k_next1 = vec2u();
  var k_next2 = vec2u();
  var k_next3 = vec2u();
  var v_next0 = vec2u();
  var v_next1 = vec2u();
  var v_next2 = vec2u();
  var v_next3 = vec2u();
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        k_next2 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        k_next3 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        v_next2 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        v_next3 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      var right = subgroup_matrix_right<f16, 16, 16>();
      var left = subgroup_matrix_left<f16, 16, 16>();
      var q0 = subgroup_matrix_left<f16, 16, 16>();
      var q1 = subgroup_matrix_left<f16, 16, 16>();
      var q2 = subgroup_matrix_left<f16, 16, 16>();
      var q3 = subgroup_matrix_left<f16, 16, 16>();
      var sum0 = subgroup_matrix_result<f32, 16, 16>();
      var sum1 = subgroup_matrix_result<f32, 16, 16>();
      var sum2 = subgroup_matrix_result<f32, 16, 16>();
      var sum3 = subgroup_matrix_result<f32, 16, 16>();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 0u + i % 8u * 4u));
  }
  workgroupBarrier();
      q0 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q1 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 32u + i % 8u * 4u));
  }
  workgroupBarrier();
      q2 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q3 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();

  var top = -3.4028234e38;  // what the row's weights are relative to
  var total = vec4f();
  {
    let turn = (0u) / 32u % 2u;
    k_tile[(lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(k_next0);
    k_tile[(lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(k_next1);
    k_tile[(lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(k_next2);
    k_tile[(lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(k_next3);
    v_tile[turn * 576u + (lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(v_next0);
    v_tile[turn * 576u + (lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(v_next1);
    v_tile[turn * 576u + (lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(v_next2);
    v_tile[turn * 576u + (lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(v_next3);
    if (0u + 32u > all_seen) {
      if (is_odd(v_next0)) { news.odd[turn] = 1u; }
      if (is_odd(v_next1)) { news.odd[turn] = 1u; }
      if (is_odd(v_next2)) { news.odd[turn] = 1u; }
      if (is_odd(v_next3)) { news.odd[turn] = 1u; }
    }
  }
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        k_next2 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        k_next3 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        v_next2 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        v_next3 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
  workgroupBarrier();
  for (var key_first = 0u; key_first < end; key_first += 32u) {
        var s0 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 0u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q0, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 4u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q1, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 8u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q2, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 12u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q3, right, s0);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, s0, 9u);
        var s1 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 288u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q0, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 292u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q1, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 296u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q2, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 300u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q3, right, s1);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, s1, 9u);
    workgroupBarrier();
    // Nobody needs k any more: what comes next is put in its place, and what comes then travels.
    if (key_first + 32u < end) {
      {
        let turn = (key_first + 32u) / 32u % 2u;
        k_tile[(lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(k_next0);
        k_tile[(lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(k_next1);
        k_tile[(lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(k_next2);
        k_tile[(lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(k_next3);
        v_tile[turn * 576u + (lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(v_next0);
        v_tile[turn * 576u + (lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(v_next1);
        v_tile[turn * 576u + (lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(v_next2);
        v_tile[turn * 576u + (lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(v_next3);
        if (key_first + 32u + 32u > all_seen) {
          if (is_odd(v_next0)) { news.odd[turn] = 1u; }
          if (is_odd(v_next1)) { news.odd[turn] = 1u; }
          if (is_odd(v_next2)) { news.odd[turn] = 1u; }
          if (is_odd(v_next3)) { news.odd[turn] = 1u; }
        }
      }
          {
            let i = lane + 0u;
            k_next0 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 128u;
            k_next1 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 256u;
            k_next2 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 384u;
            k_next3 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 0u;
            v_next0 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 128u;
            v_next1 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 256u;
            v_next2 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 384u;
            v_next3 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
    }
    let key = key_first + quad * 4u;
    var w0 = s_tile[row * 9u + quad + 0u] * params.scale;
    var w1 = s_tile[row * 9u + quad + 1u] * params.scale;
    var w2 = s_tile[row * 9u + quad + 2u] * params.scale;
    var w3 = s_tile[row * 9u + quad + 3u] * params.scale;
    if (key_first + 32u > all_seen) {
      let unseen = vec4f(-infinity());
      w0 = select(unseen, w0, vec4u(key + 0u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w1 = select(unseen, w1, vec4u(key + 4u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w2 = select(unseen, w2, vec4u(key + 8u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w3 = select(unseen, w3, vec4u(key + 12u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
    }
    let most4 = max(max(w0, w1), max(w2, w3));
    let most2 = max(most4.xy, most4.zw);
    let most1 = max(most2.x, most2.y);
    let most = max(most1, from_other_half(most1, lane));
    var less = 1.0;
    if (most - top > 8.0) {
      less = exp(top - most);
      top = most;
      news.grown = 1u;
    }
    row_state[row] = less;
    total *= less;
    let p0 = to_half4(weights(w0, vec4f(top)));
    p_tile[row * 10u + quad + 0u] = p0;
    total += from_half4(p0);
    let p1 = to_half4(weights(w1, vec4f(top)));
    p_tile[row * 10u + quad + 1u] = p1;
    total += from_half4(p1);
    let p2 = to_half4(weights(w2, vec4f(top)));
    p_tile[row * 10u + quad + 2u] = p2;
    total += from_half4(p2);
    let p3 = to_half4(weights(w3, vec4f(top)));
    p_tile[row * 10u + quad + 3u] = p3;
    total += from_half4(p3);
    let turn = key_first / 32u % 2u;
    let now = workgroupUniformLoad(&news);
    let odd = now.odd[turn] != 0u;
    if (now.grown != 0u || odd) {
      if (lane == 0u) {
        news.grown = 0u;
        news.odd[turn] = 0u;
      }
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 576u + i * 18u + n + 0u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum0 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum1 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 576u + i * 18u + n + 8u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum2 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum3 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
    }
    if (!odd) {
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 0u, 18u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 4u, 18u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 8u, 18u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 12u, 18u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 288u, 18u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 292u, 18u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 296u, 18u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 300u, 18u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
    }
  }

  workgroupBarrier();
  let half_total = dot(total, vec4f(1.0));
  row_state[row] = half_total + from_other_half(half_total, lane);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 0u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
  workgroupBarrier();
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 32u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
}

// ==== attention/matrices.wgsl?cols=2&deep=2&dtype=f16&matrices=1&qk_width=4&v_width=4&waves=4&y=f16&y_width=4
enable f16;
enable subgroups;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);
alias half4 = vec4<f16>;
fn half4_of(bits: vec2u) -> half4 {
  return bitcast<half4>(bits);
}
fn to_half4(v: vec4f) -> half4 {
  return half4(v);
}
fn from_half4(v: half4) -> vec4f {
  return vec4f(v);
}
fn from_other_half(v: f32, lane: u32) -> f32 {
  return subgroupShuffleXor(v, 16u);
}
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// Rows have room for another quad or two, so that neighbours meet different banks.
var<workgroup> k_tile: array<half4, 576>;
var<workgroup> v_tile: array<half4, 1152>;  // of this turn and of the next
var<workgroup> p_tile: array<half4, 640>;  // weights; at first, columns of q
var<workgroup> s_tile: array<vec4f, 576>;  // scores; at times, columns of the sums
var<workgroup> row_state: array<f32, 64>;          // what older sums are scaled by; in the end, the total
struct News {
  grown: u32,          // a row's sums must be scaled down
  odd: array<u32, 2>,  // not all rows see all of v, and not all of it is finite; of this turn and of the next
}
var<workgroup> news: News;

fn raw_q(row: u32, i: u32) -> vec2u {
  return select(vec2u(), qs[(row + i + params.qs_at) / 4u], i < params.d);
}
fn raw_k(row: u32, i: u32) -> vec2u {
  return select(vec2u(), ks[(row + i + params.ks_at) / 4u], i < params.d);
}
fn raw_v(row: u32, i: u32) -> vec2u {
  return select(vec2u(), vs[(row + i + params.vs_at) / 4u], i < params.e);
}
fn is_odd(bits: vec2u) -> bool {
  let exponents = vec4u(bits, bits << vec2u(16u)) & vec4u(0x7c000000u);
  return any(exponents == vec4u(0x7c000000u));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side = lane % 32u;
  let wave_row = lane / 32u * 16u;  // the first of the subgroup's
  let row = wave_row + side % 16u;  // of this thread,
  let quad = side / 16u * 4u;       // from this quad on
  let row_seen = seen(first + row);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  var k_next0 = vec2u();
  var k_next1 = vec2u();
  var k_next2 = vec2u();
  var k_next3 = vec2u();
  var v_next0 = vec2u();
  var v_next1 = vec2u();
  var v_next2 = vec2u();
  var v_next3 = vec2u();
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        k_next2 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        k_next3 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        v_next2 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        v_next3 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      var right = subgroup_matrix_right<f16, 16, 16>();
      var left = subgroup_matrix_left<f16, 16, 16>();
      var q0 = subgroup_matrix_left<f16, 16, 16>();
      var q1 = subgroup_matrix_left<f16, 16, 16>();
      var q2 = subgroup_matrix_left<f16, 16, 16>();
      var q3 = subgroup_matrix_left<f16, 16, 16>();
      var sum0 = subgroup_matrix_result<f32, 16, 16>();
      var sum1 = subgroup_matrix_result<f32, 16, 16>();
      var sum2 = subgroup_matrix_result<f32, 16, 16>();
      var sum3 = subgroup_matrix_result<f32, 16, 16>();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 0u + i % 8u * 4u));
  }
  workgroupBarrier();
      q0 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q1 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 32u + i % 8u * 4u));
  }
  workgroupBarrier();
      q2 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q3 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();

  var top = -3.4028234e38;  // what the row's weights are relative to
  var total = vec4f();
  {
    let turn = (0u) / 32u % 2u;
    k_tile[(lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(k_next0);
    k_tile[(lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(k_next1);
    k_tile[(lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(k_next2);
    k_tile[(lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(k_next3);
    v_tile[turn * 576u + (lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(v_next0);
    v_tile[turn * 576u + (lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(v_next1);
    v_tile[turn * 576u + (lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(v_next2);
    v_tile[turn * 576u + (lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(v_next3);
    if (0u + 32u > all_seen) {
      if (is_odd(v_next0)) { news.odd[turn] = 1u; }
      if (is_odd(v_next1)) { news.odd[turn] = 1u; }
      if (is_odd(v_next2)) { news.odd[turn] = 1u; }
      if (is_odd(v_next3)) { news.odd[turn] = 1u; }
    }
  }
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        k_next2 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        k_next3 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        v_next2 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 384u;
        v_next3 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
  workgroupBarrier();
  for (var key_first = 0u; key_first < end; key_first += 32u) {
        var s0 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 0u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q0, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 4u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q1, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 8u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q2, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 12u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q3, right, s0);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, s0, 9u);
        var s1 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 288u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q0, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 292u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q1, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 296u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q2, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 300u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q3, right, s1);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, s1, 9u);
    workgroupBarrier();
    // Nobody needs k any more: what comes next is put in its place, and what comes then travels.
    if (key_first + 32u < end) {
      {
        let turn = (key_first + 32u) / 32u % 2u;
        k_tile[(lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(k_next0);
        k_tile[(lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(k_next1);
        k_tile[(lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(k_next2);
        k_tile[(lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(k_next3);
        v_tile[turn * 576u + (lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(v_next0);
        v_tile[turn * 576u + (lane + 128u) / 16u * 18u + (lane + 128u) % 16u] = half4_of(v_next1);
        v_tile[turn * 576u + (lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(v_next2);
        v_tile[turn * 576u + (lane + 384u) / 16u * 18u + (lane + 384u) % 16u] = half4_of(v_next3);
        if (key_first + 32u + 32u > all_seen) {
          if (is_odd(v_next0)) { news.odd[turn] = 1u; }
          if (is_odd(v_next1)) { news.odd[turn] = 1u; }
          if (is_odd(v_next2)) { news.odd[turn] = 1u; }
          if (is_odd(v_next3)) { news.odd[turn] = 1u; }
        }
      }
          {
            let i = lane + 0u;
            k_next0 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 128u;
            k_next1 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 256u;
            k_next2 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 384u;
            k_next3 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 0u;
            v_next0 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 128u;
            v_next1 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 256u;
            v_next2 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 384u;
            v_next3 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
    }
    let key = key_first + quad * 4u;
    var w0 = s_tile[row * 9u + quad + 0u] * params.scale;
    var w1 = s_tile[row * 9u + quad + 1u] * params.scale;
    var w2 = s_tile[row * 9u + quad + 2u] * params.scale;
    var w3 = s_tile[row * 9u + quad + 3u] * params.scale;
    if (key_first + 32u > all_seen) {
      let unseen = vec4f(-infinity());
      w0 = select(unseen, w0, vec4u(key + 0u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w1 = select(unseen, w1, vec4u(key + 4u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w2 = select(unseen, w2, vec4u(key + 8u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w3 = select(unseen, w3, vec4u(key + 12u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
    }
    let most4 = max(max(w0, w1), max(w2, w3));
    let most2 = max(most4.xy, most4.zw);
    let most1 = max(most2.x, most2.y);
    let most = max(most1, from_other_half(most1, lane));
    var less = 1.0;
    if (most - top > 8.0) {
      less = exp(top - most);
      top = most;
      news.grown = 1u;
    }
    row_state[row] = less;
    total *= less;
    let p0 = to_half4(weights(w0, vec4f(top)));
    p_tile[row * 10u + quad + 0u] = p0;
    total += from_half4(p0);
    let p1 = to_half4(weights(w1, vec4f(top)));
    p_tile[row * 10u + quad + 1u] = p1;
    total += from_half4(p1);
    let p2 = to_half4(weights(w2, vec4f(top)));
    p_tile[row * 10u + quad + 2u] = p2;
    total += from_half4(p2);
    let p3 = to_half4(weights(w3, vec4f(top)));
    p_tile[row * 10u + quad + 3u] = p3;
    total += from_half4(p3);
    let turn = key_first / 32u % 2u;
    let now = workgroupUniformLoad(&news);
    let odd = now.odd[turn] != 0u;
    if (now.grown != 0u || odd) {
      if (lane == 0u) {
        news.grown = 0u;
        news.odd[turn] = 0u;
      }
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 576u + i * 18u + n + 0u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum0 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum1 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 576u + i * 18u + n + 8u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum2 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum3 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
    }
    if (!odd) {
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 0u, 18u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 4u, 18u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 8u, 18u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 12u, 18u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 288u, 18u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 292u, 18u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 296u, 18u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 300u, 18u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
    }
  }

  workgroupBarrier();
  let half_total = dot(total, vec4f(1.0));
  row_state[row] = half_total + from_other_half(half_total, lane);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 0u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
  workgroupBarrier();
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 32u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
}

// ==== attention/matrices.wgsl?cols=2&deep=2&dtype=f16&matrices=1&qk_width=4&v_width=4&waves=8&y=f16&y_width=4
enable f16;
enable subgroups;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);
alias half4 = vec4<f16>;
fn half4_of(bits: vec2u) -> half4 {
  return bitcast<half4>(bits);
}
fn to_half4(v: vec4f) -> half4 {
  return half4(v);
}
fn from_half4(v: half4) -> vec4f {
  return vec4f(v);
}
fn from_other_half(v: f32, lane: u32) -> f32 {
  return subgroupShuffleXor(v, 16u);
}
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// Rows have room for another quad or two, so that neighbours meet different banks.
var<workgroup> k_tile: array<half4, 576>;
var<workgroup> v_tile: array<half4, 1152>;  // of this turn and of the next
var<workgroup> p_tile: array<half4, 1280>;  // weights; at first, columns of q
var<workgroup> s_tile: array<vec4f, 1152>;  // scores; at times, columns of the sums
var<workgroup> row_state: array<f32, 128>;          // what older sums are scaled by; in the end, the total
struct News {
  grown: u32,          // a row's sums must be scaled down
  odd: array<u32, 2>,  // not all rows see all of v, and not all of it is finite; of this turn and of the next
}
var<workgroup> news: News;

fn raw_q(row: u32, i: u32) -> vec2u {
  return select(vec2u(), qs[(row + i + params.qs_at) / 4u], i < params.d);
}
fn raw_k(row: u32, i: u32) -> vec2u {
  return select(vec2u(), ks[(row + i + params.ks_at) / 4u], i < params.d);
}
fn raw_v(row: u32, i: u32) -> vec2u {
  return select(vec2u(), vs[(row + i + params.vs_at) / 4u], i < params.e);
}
fn is_odd(bits: vec2u) -> bool {
  let exponents = vec4u(bits, bits << vec2u(16u)) & vec4u(0x7c000000u);
  return any(exponents == vec4u(0x7c000000u));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 127u) / 128u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 128u;
  let end = seen(min(first + 128u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side = lane % 32u;
  let wave_row = lane / 32u * 16u;  // the first of the subgroup's
  let row = wave_row + side % 16u;  // of this thread,
  let quad = side / 16u * 4u;       // from this quad on
  let row_seen = seen(first + row);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  var k_next0 = vec2u();
  var k_next1 = vec2u();
  var v_next0 = vec2u();
  var v_next1 = vec2u();
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        k_next1 = raw_k(k_from + min(0u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        v_next1 = raw_v(v_from + min(0u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      var right = subgroup_matrix_right<f16, 16, 16>();
      var left = subgroup_matrix_left<f16, 16, 16>();
      var q0 = subgroup_matrix_left<f16, 16, 16>();
      var q1 = subgroup_matrix_left<f16, 16, 16>();
      var q2 = subgroup_matrix_left<f16, 16, 16>();
      var q3 = subgroup_matrix_left<f16, 16, 16>();
      var sum0 = subgroup_matrix_result<f32, 16, 16>();
      var sum1 = subgroup_matrix_result<f32, 16, 16>();
      var sum2 = subgroup_matrix_result<f32, 16, 16>();
      var sum3 = subgroup_matrix_result<f32, 16, 16>();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 0u + i % 8u * 4u));
  }
  workgroupBarrier();
      q0 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q1 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 32u + i % 8u * 4u));
  }
  workgroupBarrier();
      q2 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q3 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();

  var top = -3.4028234e38;  // what the row's weights are relative to
  var total = vec4f();
  {
    let turn = (0u) / 32u % 2u;
    k_tile[(lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(k_next0);
    k_tile[(lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(k_next1);
    v_tile[turn * 576u + (lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(v_next0);
    v_tile[turn * 576u + (lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(v_next1);
    if (0u + 32u > all_seen) {
      if (is_odd(v_next0)) { news.odd[turn] = 1u; }
      if (is_odd(v_next1)) { news.odd[turn] = 1u; }
    }
  }
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        k_next1 = raw_k(k_from + min(32u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
      {
        let i = lane + 256u;
        v_next1 = raw_v(v_from + min(32u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
      }
  workgroupBarrier();
  for (var key_first = 0u; key_first < end; key_first += 32u) {
        var s0 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 0u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q0, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 4u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q1, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 8u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q2, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 12u, 18u);
        s0 = subgroupMatrixMultiplyAccumulate(q3, right, s0);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, s0, 9u);
        var s1 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 288u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q0, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 292u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q1, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 296u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q2, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 300u, 18u);
        s1 = subgroupMatrixMultiplyAccumulate(q3, right, s1);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, s1, 9u);
    workgroupBarrier();
    // Nobody needs k any more: what comes next is put in its place, and what comes then travels.
    if (key_first + 32u < end) {
      {
        let turn = (key_first + 32u) / 32u % 2u;
        k_tile[(lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(k_next0);
        k_tile[(lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(k_next1);
        v_tile[turn * 576u + (lane + 0u) / 16u * 18u + (lane + 0u) % 16u] = half4_of(v_next0);
        v_tile[turn * 576u + (lane + 256u) / 16u * 18u + (lane + 256u) % 16u] = half4_of(v_next1);
        if (key_first + 32u + 32u > all_seen) {
          if (is_odd(v_next0)) { news.odd[turn] = 1u; }
          if (is_odd(v_next1)) { news.odd[turn] = 1u; }
        }
      }
          {
            let i = lane + 0u;
            k_next0 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 256u;
            k_next1 = raw_k(k_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.d, i % 16u * 4u);
          }
          {
            let i = lane + 0u;
            v_next0 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
          {
            let i = lane + 256u;
            v_next1 = raw_v(v_from + min(key_first + 64u + i / 16u, params.keys - 1u) * params.e, i % 16u * 4u);
          }
    }
    let key = key_first + quad * 4u;
    var w0 = s_tile[row * 9u + quad + 0u] * params.scale;
    var w1 = s_tile[row * 9u + quad + 1u] * params.scale;
    var w2 = s_tile[row * 9u + quad + 2u] * params.scale;
    var w3 = s_tile[row * 9u + quad + 3u] * params.scale;
    if (key_first + 32u > all_seen) {
      let unseen = vec4f(-infinity());
      w0 = select(unseen, w0, vec4u(key + 0u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w1 = select(unseen, w1, vec4u(key + 4u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w2 = select(unseen, w2, vec4u(key + 8u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w3 = select(unseen, w3, vec4u(key + 12u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
    }
    let most4 = max(max(w0, w1), max(w2, w3));
    let most2 = max(most4.xy, most4.zw);
    let most1 = max(most2.x, most2.y);
    let most = max(most1, from_other_half(most1, lane));
    var less = 1.0;
    if (most - top > 8.0) {
      less = exp(top - most);
      top = most;
      news.grown = 1u;
    }
    row_state[row] = less;
    total *= less;
    let p0 = to_half4(weights(w0, vec4f(top)));
    p_tile[row * 10u + quad + 0u] = p0;
    total += from_half4(p0);
    let p1 = to_half4(weights(w1, vec4f(top)));
    p_tile[row * 10u + quad + 1u] = p1;
    total += from_half4(p1);
    let p2 = to_half4(weights(w2, vec4f(top)));
    p_tile[row * 10u + quad + 2u] = p2;
    total += from_half4(p2);
    let p3 = to_half4(weights(w3, vec4f(top)));
    p_tile[row * 10u + quad + 3u] = p3;
    total += from_half4(p3);
    let turn = key_first / 32u % 2u;
    let now = workgroupUniformLoad(&news);
    let odd = now.odd[turn] != 0u;
    if (now.grown != 0u || odd) {
      if (lane == 0u) {
        news.grown = 0u;
        news.odd[turn] = 0u;
      }
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 576u + i * 18u + n + 0u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum0 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum1 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 576u + i * 18u + n + 8u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum2 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum3 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
    }
    if (!odd) {
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 0u, 18u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 4u, 18u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 8u, 18u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 12u, 18u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 288u, 18u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 292u, 18u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 296u, 18u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 576u + 300u, 18u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
    }
  }

  workgroupBarrier();
  let half_total = dot(total, vec4f(1.0));
  row_state[row] = half_total + from_other_half(half_total, lane);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 0u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
  workgroupBarrier();
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 32u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
}

// ==== attention/matrices.wgsl?cols=4&deep=4&dtype=f16&matrices=1&qk_width=4&v_width=4&waves=4&y=f16&y_width=4
enable f16;
enable subgroups;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);
alias half4 = vec4<f16>;
fn half4_of(bits: vec2u) -> half4 {
  return bitcast<half4>(bits);
}
fn to_half4(v: vec4f) -> half4 {
  return half4(v);
}
fn from_half4(v: half4) -> vec4f {
  return vec4f(v);
}
fn from_other_half(v: f32, lane: u32) -> f32 {
  return subgroupShuffleXor(v, 16u);
}
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
// Rows have room for another quad or two, so that neighbours meet different banks.
var<workgroup> k_tile: array<half4, 1088>;
var<workgroup> v_tile: array<half4, 2176>;  // of this turn and of the next
var<workgroup> p_tile: array<half4, 640>;  // weights; at first, columns of q
var<workgroup> s_tile: array<vec4f, 576>;  // scores; at times, columns of the sums
var<workgroup> row_state: array<f32, 64>;          // what older sums are scaled by; in the end, the total
struct News {
  grown: u32,          // a row's sums must be scaled down
  odd: array<u32, 2>,  // not all rows see all of v, and not all of it is finite; of this turn and of the next
}
var<workgroup> news: News;

fn raw_q(row: u32, i: u32) -> vec2u {
  return select(vec2u(), qs[(row + i + params.qs_at) / 4u], i < params.d);
}
fn raw_k(row: u32, i: u32) -> vec2u {
  return select(vec2u(), ks[(row + i + params.ks_at) / 4u], i < params.d);
}
fn raw_v(row: u32, i: u32) -> vec2u {
  return select(vec2u(), vs[(row + i + params.vs_at) / 4u], i < params.e);
}
fn is_odd(bits: vec2u) -> bool {
  let exponents = vec4u(bits, bits << vec2u(16u)) & vec4u(0x7c000000u);
  return any(exponents == vec4u(0x7c000000u));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles = (params.queries + 63u) / 64u;
  let index = linear_group(group, groups);
  if (index >= tiles * params.heads) {
    return;
  }
  // The last queries of all heads first: causal ones see the most keys.
  let head = index % params.heads;
  let first = (tiles - 1u - index / params.heads) * 64u;
  let end = seen(min(first + 64u, params.queries) - 1u);
  let all_seen = seen(first);  // keys that every row sees
  let side = lane % 32u;
  let wave_row = lane / 32u * 16u;  // the first of the subgroup's
  let row = wave_row + side % 16u;  // of this thread,
  let quad = side / 16u * 4u;       // from this quad on
  let row_seen = seen(first + row);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  var k_next0 = vec2u();
  var k_next1 = vec2u();
  var k_next2 = vec2u();
  var k_next3 = vec2u();
  var k_next4 = vec2u();
  var k_next5 = vec2u();
  var k_next6 = vec2u();
  var k_next7 = vec2u();
  var v_next0 = vec2u();
  var v_next1 = vec2u();
  var v_next2 = vec2u();
  var v_next3 = vec2u();
  var v_next4 = vec2u();
  var v_next5 = vec2u();
  var v_next6 = vec2u();
  var v_next7 = vec2u();
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(0u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(0u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 256u;
        k_next2 = raw_k(k_from + min(0u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 384u;
        k_next3 = raw_k(k_from + min(0u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 512u;
        k_next4 = raw_k(k_from + min(0u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 640u;
        k_next5 = raw_k(k_from + min(0u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 768u;
        k_next6 = raw_k(k_from + min(0u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 896u;
        k_next7 = raw_k(k_from + min(0u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(0u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(0u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 256u;
        v_next2 = raw_v(v_from + min(0u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 384u;
        v_next3 = raw_v(v_from + min(0u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 512u;
        v_next4 = raw_v(v_from + min(0u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 640u;
        v_next5 = raw_v(v_from + min(0u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 768u;
        v_next6 = raw_v(v_from + min(0u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 896u;
        v_next7 = raw_v(v_from + min(0u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      var right = subgroup_matrix_right<f16, 16, 16>();
      var left = subgroup_matrix_left<f16, 16, 16>();
      var q0 = subgroup_matrix_left<f16, 16, 16>();
      var q1 = subgroup_matrix_left<f16, 16, 16>();
      var q2 = subgroup_matrix_left<f16, 16, 16>();
      var q3 = subgroup_matrix_left<f16, 16, 16>();
      var q4 = subgroup_matrix_left<f16, 16, 16>();
      var q5 = subgroup_matrix_left<f16, 16, 16>();
      var q6 = subgroup_matrix_left<f16, 16, 16>();
      var q7 = subgroup_matrix_left<f16, 16, 16>();
      var sum0 = subgroup_matrix_result<f32, 16, 16>();
      var sum1 = subgroup_matrix_result<f32, 16, 16>();
      var sum2 = subgroup_matrix_result<f32, 16, 16>();
      var sum3 = subgroup_matrix_result<f32, 16, 16>();
      var sum4 = subgroup_matrix_result<f32, 16, 16>();
      var sum5 = subgroup_matrix_result<f32, 16, 16>();
      var sum6 = subgroup_matrix_result<f32, 16, 16>();
      var sum7 = subgroup_matrix_result<f32, 16, 16>();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 0u + i % 8u * 4u));
  }
  workgroupBarrier();
      q0 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q1 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 32u + i % 8u * 4u));
  }
  workgroupBarrier();
      q2 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q3 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 64u + i % 8u * 4u));
  }
  workgroupBarrier();
      q4 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q5 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * 10u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, 96u + i % 8u * 4u));
  }
  workgroupBarrier();
      q6 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
      q7 = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
  workgroupBarrier();

  var top = -3.4028234e38;  // what the row's weights are relative to
  var total = vec4f();
  {
    let turn = (0u) / 32u % 2u;
    k_tile[(lane + 0u) / 32u * 34u + (lane + 0u) % 32u] = half4_of(k_next0);
    k_tile[(lane + 128u) / 32u * 34u + (lane + 128u) % 32u] = half4_of(k_next1);
    k_tile[(lane + 256u) / 32u * 34u + (lane + 256u) % 32u] = half4_of(k_next2);
    k_tile[(lane + 384u) / 32u * 34u + (lane + 384u) % 32u] = half4_of(k_next3);
    k_tile[(lane + 512u) / 32u * 34u + (lane + 512u) % 32u] = half4_of(k_next4);
    k_tile[(lane + 640u) / 32u * 34u + (lane + 640u) % 32u] = half4_of(k_next5);
    k_tile[(lane + 768u) / 32u * 34u + (lane + 768u) % 32u] = half4_of(k_next6);
    k_tile[(lane + 896u) / 32u * 34u + (lane + 896u) % 32u] = half4_of(k_next7);
    v_tile[turn * 1088u + (lane + 0u) / 32u * 34u + (lane + 0u) % 32u] = half4_of(v_next0);
    v_tile[turn * 1088u + (lane + 128u) / 32u * 34u + (lane + 128u) % 32u] = half4_of(v_next1);
    v_tile[turn * 1088u + (lane + 256u) / 32u * 34u + (lane + 256u) % 32u] = half4_of(v_next2);
    v_tile[turn * 1088u + (lane + 384u) / 32u * 34u + (lane + 384u) % 32u] = half4_of(v_next3);
    v_tile[turn * 1088u + (lane + 512u) / 32u * 34u + (lane + 512u) % 32u] = half4_of(v_next4);
    v_tile[turn * 1088u + (lane + 640u) / 32u * 34u + (lane + 640u) % 32u] = half4_of(v_next5);
    v_tile[turn * 1088u + (lane + 768u) / 32u * 34u + (lane + 768u) % 32u] = half4_of(v_next6);
    v_tile[turn * 1088u + (lane + 896u) / 32u * 34u + (lane + 896u) % 32u] = half4_of(v_next7);
    if (0u + 32u > all_seen) {
      if (is_odd(v_next0)) { news.odd[turn] = 1u; }
      if (is_odd(v_next1)) { news.odd[turn] = 1u; }
      if (is_odd(v_next2)) { news.odd[turn] = 1u; }
      if (is_odd(v_next3)) { news.odd[turn] = 1u; }
      if (is_odd(v_next4)) { news.odd[turn] = 1u; }
      if (is_odd(v_next5)) { news.odd[turn] = 1u; }
      if (is_odd(v_next6)) { news.odd[turn] = 1u; }
      if (is_odd(v_next7)) { news.odd[turn] = 1u; }
    }
  }
      {
        let i = lane + 0u;
        k_next0 = raw_k(k_from + min(32u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(32u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 256u;
        k_next2 = raw_k(k_from + min(32u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 384u;
        k_next3 = raw_k(k_from + min(32u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 512u;
        k_next4 = raw_k(k_from + min(32u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 640u;
        k_next5 = raw_k(k_from + min(32u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 768u;
        k_next6 = raw_k(k_from + min(32u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 896u;
        k_next7 = raw_k(k_from + min(32u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
      }
      {
        let i = lane + 0u;
        v_next0 = raw_v(v_from + min(32u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 128u;
        v_next1 = raw_v(v_from + min(32u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 256u;
        v_next2 = raw_v(v_from + min(32u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 384u;
        v_next3 = raw_v(v_from + min(32u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 512u;
        v_next4 = raw_v(v_from + min(32u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 640u;
        v_next5 = raw_v(v_from + min(32u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 768u;
        v_next6 = raw_v(v_from + min(32u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
      {
        let i = lane + 896u;
        v_next7 = raw_v(v_from + min(32u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
      }
  workgroupBarrier();
  for (var key_first = 0u; key_first < end; key_first += 32u) {
        var s0 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 0u, 34u);
        s0 = subgroupMatrixMultiplyAccumulate(q0, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 4u, 34u);
        s0 = subgroupMatrixMultiplyAccumulate(q1, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 8u, 34u);
        s0 = subgroupMatrixMultiplyAccumulate(q2, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 12u, 34u);
        s0 = subgroupMatrixMultiplyAccumulate(q3, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 16u, 34u);
        s0 = subgroupMatrixMultiplyAccumulate(q4, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 20u, 34u);
        s0 = subgroupMatrixMultiplyAccumulate(q5, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 24u, 34u);
        s0 = subgroupMatrixMultiplyAccumulate(q6, right, s0);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 28u, 34u);
        s0 = subgroupMatrixMultiplyAccumulate(q7, right, s0);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, s0, 9u);
        var s1 = subgroup_matrix_result<f32, 16, 16>();
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 544u, 34u);
        s1 = subgroupMatrixMultiplyAccumulate(q0, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 548u, 34u);
        s1 = subgroupMatrixMultiplyAccumulate(q1, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 552u, 34u);
        s1 = subgroupMatrixMultiplyAccumulate(q2, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 556u, 34u);
        s1 = subgroupMatrixMultiplyAccumulate(q3, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 560u, 34u);
        s1 = subgroupMatrixMultiplyAccumulate(q4, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 564u, 34u);
        s1 = subgroupMatrixMultiplyAccumulate(q5, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 568u, 34u);
        s1 = subgroupMatrixMultiplyAccumulate(q6, right, s1);
        right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, col_major>(&k_tile, 572u, 34u);
        s1 = subgroupMatrixMultiplyAccumulate(q7, right, s1);
        subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, s1, 9u);
    workgroupBarrier();
    // Nobody needs k any more: what comes next is put in its place, and what comes then travels.
    if (key_first + 32u < end) {
      {
        let turn = (key_first + 32u) / 32u % 2u;
        k_tile[(lane + 0u) / 32u * 34u + (lane + 0u) % 32u] = half4_of(k_next0);
        k_tile[(lane + 128u) / 32u * 34u + (lane + 128u) % 32u] = half4_of(k_next1);
        k_tile[(lane + 256u) / 32u * 34u + (lane + 256u) % 32u] = half4_of(k_next2);
        k_tile[(lane + 384u) / 32u * 34u + (lane + 384u) % 32u] = half4_of(k_next3);
        k_tile[(lane + 512u) / 32u * 34u + (lane + 512u) % 32u] = half4_of(k_next4);
        k_tile[(lane + 640u) / 32u * 34u + (lane + 640u) % 32u] = half4_of(k_next5);
        k_tile[(lane + 768u) / 32u * 34u + (lane + 768u) % 32u] = half4_of(k_next6);
        k_tile[(lane + 896u) / 32u * 34u + (lane + 896u) % 32u] = half4_of(k_next7);
        v_tile[turn * 1088u + (lane + 0u) / 32u * 34u + (lane + 0u) % 32u] = half4_of(v_next0);
        v_tile[turn * 1088u + (lane + 128u) / 32u * 34u + (lane + 128u) % 32u] = half4_of(v_next1);
        v_tile[turn * 1088u + (lane + 256u) / 32u * 34u + (lane + 256u) % 32u] = half4_of(v_next2);
        v_tile[turn * 1088u + (lane + 384u) / 32u * 34u + (lane + 384u) % 32u] = half4_of(v_next3);
        v_tile[turn * 1088u + (lane + 512u) / 32u * 34u + (lane + 512u) % 32u] = half4_of(v_next4);
        v_tile[turn * 1088u + (lane + 640u) / 32u * 34u + (lane + 640u) % 32u] = half4_of(v_next5);
        v_tile[turn * 1088u + (lane + 768u) / 32u * 34u + (lane + 768u) % 32u] = half4_of(v_next6);
        v_tile[turn * 1088u + (lane + 896u) / 32u * 34u + (lane + 896u) % 32u] = half4_of(v_next7);
        if (key_first + 32u + 32u > all_seen) {
          if (is_odd(v_next0)) { news.odd[turn] = 1u; }
          if (is_odd(v_next1)) { news.odd[turn] = 1u; }
          if (is_odd(v_next2)) { news.odd[turn] = 1u; }
          if (is_odd(v_next3)) { news.odd[turn] = 1u; }
          if (is_odd(v_next4)) { news.odd[turn] = 1u; }
          if (is_odd(v_next5)) { news.odd[turn] = 1u; }
          if (is_odd(v_next6)) { news.odd[turn] = 1u; }
          if (is_odd(v_next7)) { news.odd[turn] = 1u; }
        }
      }
          {
            let i = lane + 0u;
            k_next0 = raw_k(k_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
          }
          {
            let i = lane + 128u;
            k_next1 = raw_k(k_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
          }
          {
            let i = lane + 256u;
            k_next2 = raw_k(k_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
          }
          {
            let i = lane + 384u;
            k_next3 = raw_k(k_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
          }
          {
            let i = lane + 512u;
            k_next4 = raw_k(k_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
          }
          {
            let i = lane + 640u;
            k_next5 = raw_k(k_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
          }
          {
            let i = lane + 768u;
            k_next6 = raw_k(k_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
          }
          {
            let i = lane + 896u;
            k_next7 = raw_k(k_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.d, i % 32u * 4u);
          }
          {
            let i = lane + 0u;
            v_next0 = raw_v(v_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
          }
          {
            let i = lane + 128u;
            v_next1 = raw_v(v_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
          }
          {
            let i = lane + 256u;
            v_next2 = raw_v(v_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
          }
          {
            let i = lane + 384u;
            v_next3 = raw_v(v_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
          }
          {
            let i = lane + 512u;
            v_next4 = raw_v(v_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
          }
          {
            let i = lane + 640u;
            v_next5 = raw_v(v_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
          }
          {
            let i = lane + 768u;
            v_next6 = raw_v(v_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
          }
          {
            let i = lane + 896u;
            v_next7 = raw_v(v_from + min(key_first + 64u + i / 32u, params.keys - 1u) * params.e, i % 32u * 4u);
          }
    }
    let key = key_first + quad * 4u;
    var w0 = s_tile[row * 9u + quad + 0u] * params.scale;
    var w1 = s_tile[row * 9u + quad + 1u] * params.scale;
    var w2 = s_tile[row * 9u + quad + 2u] * params.scale;
    var w3 = s_tile[row * 9u + quad + 3u] * params.scale;
    if (key_first + 32u > all_seen) {
      let unseen = vec4f(-infinity());
      w0 = select(unseen, w0, vec4u(key + 0u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w1 = select(unseen, w1, vec4u(key + 4u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w2 = select(unseen, w2, vec4u(key + 8u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
      w3 = select(unseen, w3, vec4u(key + 12u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
    }
    let most4 = max(max(w0, w1), max(w2, w3));
    let most2 = max(most4.xy, most4.zw);
    let most1 = max(most2.x, most2.y);
    let most = max(most1, from_other_half(most1, lane));
    var less = 1.0;
    if (most - top > 8.0) {
      less = exp(top - most);
      top = most;
      news.grown = 1u;
    }
    row_state[row] = less;
    total *= less;
    let p0 = to_half4(weights(w0, vec4f(top)));
    p_tile[row * 10u + quad + 0u] = p0;
    total += from_half4(p0);
    let p1 = to_half4(weights(w1, vec4f(top)));
    p_tile[row * 10u + quad + 1u] = p1;
    total += from_half4(p1);
    let p2 = to_half4(weights(w2, vec4f(top)));
    p_tile[row * 10u + quad + 2u] = p2;
    total += from_half4(p2);
    let p3 = to_half4(weights(w3, vec4f(top)));
    p_tile[row * 10u + quad + 3u] = p3;
    total += from_half4(p3);
    let turn = key_first / 32u % 2u;
    let now = workgroupUniformLoad(&news);
    let odd = now.odd[turn] != 0u;
    if (now.grown != 0u || odd) {
      if (lane == 0u) {
        news.grown = 0u;
        news.odd[turn] = 0u;
      }
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 1088u + i * 34u + n + 0u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum0 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum1 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 1088u + i * 34u + n + 8u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum2 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum3 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum4, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum5, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 1088u + i * 34u + n + 16u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum4 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum5 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum6, 9u);
              subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum7, 9u);
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * 9u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * 1088u + i * 34u + n + 24u];
            sum += from_half4(p_tile[row * 10u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * 9u + n] = sum;
      }
      workgroupBarrier();
              sum6 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 0u, 9u);
              sum7 = subgroupMatrixLoad<subgroup_matrix_result<f32, 16, 16>, row_major>(&s_tile, wave_row * 9u + 4u, 9u);
      workgroupBarrier();
    }
    if (!odd) {
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 0u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 0u, 34u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 4u, 34u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 8u, 34u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 12u, 34u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 16u, 34u);
          sum4 = subgroupMatrixMultiplyAccumulate(left, right, sum4);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 20u, 34u);
          sum5 = subgroupMatrixMultiplyAccumulate(left, right, sum5);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 24u, 34u);
          sum6 = subgroupMatrixMultiplyAccumulate(left, right, sum6);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 28u, 34u);
          sum7 = subgroupMatrixMultiplyAccumulate(left, right, sum7);
          left = subgroupMatrixLoad<subgroup_matrix_left<f16, 16, 16>, row_major>(&p_tile, wave_row * 10u + 4u, 10u);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 544u, 34u);
          sum0 = subgroupMatrixMultiplyAccumulate(left, right, sum0);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 548u, 34u);
          sum1 = subgroupMatrixMultiplyAccumulate(left, right, sum1);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 552u, 34u);
          sum2 = subgroupMatrixMultiplyAccumulate(left, right, sum2);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 556u, 34u);
          sum3 = subgroupMatrixMultiplyAccumulate(left, right, sum3);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 560u, 34u);
          sum4 = subgroupMatrixMultiplyAccumulate(left, right, sum4);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 564u, 34u);
          sum5 = subgroupMatrixMultiplyAccumulate(left, right, sum5);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 568u, 34u);
          sum6 = subgroupMatrixMultiplyAccumulate(left, right, sum6);
          right = subgroupMatrixLoad<subgroup_matrix_right<f16, 16, 16>, row_major>(&v_tile, turn * 1088u + 572u, 34u);
          sum7 = subgroupMatrixMultiplyAccumulate(left, right, sum7);
    }
  }

  workgroupBarrier();
  let half_total = dot(total, vec4f(1.0));
  row_state[row] = half_total + from_other_half(half_total, lane);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum0, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum1, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 0u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
  workgroupBarrier();
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum2, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum3, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 32u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
  workgroupBarrier();
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum4, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum5, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 64u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
  workgroupBarrier();
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 0u, sum6, 9u);
          subgroupMatrixStore<row_major>(&s_tile, wave_row * 9u + 4u, sum7, 9u);
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, 96u + i % 8u * 4u, s_tile[at * 9u + i % 8u], row_state[at]);
    }
  }
}

// ==== attention/row.wgsl?dtype=bf16&mask=bf16&qk_width=1&threads=128&v_width=1&y=bf16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<u32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  let w = qs[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  let w = ks[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<u32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  let w = vs[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read> mask: array<u32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  let w = mask[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  row % params.queries * params.mask_s;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s += vec4f(load_mask(mask_from + key0 * params.mask_t), load_mask(mask_from + key1 * params.mask_t),
               load_mask(mask_from + key2 * params.mask_t), load_mask(mask_from + key3 * params.mask_t));
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

// ==== attention/row.wgsl?dtype=bf16&mask=bf16&qk_width=4&threads=128&v_width=4&y=bf16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec2u>;

fn load4_ks(q: u32) -> vec4f {
  let w = ks[q + params.ks_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec2u>;

fn load4_vs(q: u32) -> vec4f {
  let w = vs[q + params.vs_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read> mask: array<u32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  let w = mask[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  row % params.queries * params.mask_s;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s += vec4f(load_mask(mask_from + key0 * params.mask_t), load_mask(mask_from + key1 * params.mask_t),
               load_mask(mask_from + key2 * params.mask_t), load_mask(mask_from + key3 * params.mask_t));
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

// ==== attention/row.wgsl?dtype=f16&kv_bits=4&mask=f32&qk_width=1&threads=128&v_width=4&y=f16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<u32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  let pair = unpack2x16float(qs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(6) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(7) var<storage, read_write> y: array<vec2u>;

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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  row % params.queries * params.mask_s;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s += vec4f(load_mask(mask_from + key0 * params.mask_t), load_mask(mask_from + key1 * params.mask_t),
               load_mask(mask_from + key2 * params.mask_t), load_mask(mask_from + key3 * params.mask_t));
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

// ==== attention/row.wgsl?dtype=f16&kv_bits=4&mask=f32&qk_width=4&threads=128&v_width=4&y=f16&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec2u>;

fn load4_qs(q: u32) -> vec4f {
  let w = qs[q + params.qs_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(7) var<storage, read_write> y: array<vec2u>;

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

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  row % params.queries * params.mask_s;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s += vec4f(load_mask(mask_from + key0 * params.mask_t), load_mask(mask_from + key1 * params.mask_t),
               load_mask(mask_from + key2 * params.mask_t), load_mask(mask_from + key3 * params.mask_t));
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

// ==== attention/row.wgsl?dtype=f16&mask=f32&qk_width=1&split=1&threads=128&v_width=1&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  mask_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<u32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  let pair = unpack2x16float(qs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  let pair = unpack2x16float(ks[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<u32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  let pair = unpack2x16float(vs[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read> mask: array<f32>;

fn load_mask(i: u32) -> f32 {
  let at = i + params.mask_at;
  return mask[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let line = linear_group(group, groups);
  let row = line / params.parts;
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = line % params.parts * params.chunk;
  let end = min(begin + params.chunk, seen(row % params.queries));
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  row % params.queries * params.mask_s;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s += vec4f(load_mask(mask_from + key0 * params.mask_t), load_mask(mask_from + key1 * params.mask_t),
               load_mask(mask_from + key2 * params.mask_t), load_mask(mask_from + key3 * params.mask_t));
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  let quads = (params.e + 3u) / 4u;
  if (lane < quads) {
    store4_y(line * (quads + 1u) + lane, parts[lane]);
  }
  if (lane == 0u) {
    store4_y(line * (quads + 1u) + quads, vec4f(top, total, 0.0, 0.0));
  }
}

// ==== attention/row.wgsl?dtype=f32&kv_bits=4&qk_width=1&split=1&threads=128&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let line = linear_group(group, groups);
  let row = line / params.parts;
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = line % params.parts * params.chunk;
  let end = min(begin + params.chunk, seen(row % params.queries));
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  let quads = (params.e + 3u) / 4u;
  if (lane < quads) {
    store4_y(line * (quads + 1u) + lane, parts[lane]);
  }
  if (lane == 0u) {
    store4_y(line * (quads + 1u) + quads, vec4f(top, total, 0.0, 0.0));
  }
}

// ==== attention/row.wgsl?dtype=f32&kv_bits=4&qk_width=1&threads=128&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

// ==== attention/row.wgsl?dtype=f32&kv_bits=4&qk_width=4&split=1&threads=128&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let line = linear_group(group, groups);
  let row = line / params.parts;
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = line % params.parts * params.chunk;
  let end = min(begin + params.chunk, seen(row % params.queries));
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  let quads = (params.e + 3u) / 4u;
  if (lane < quads) {
    store4_y(line * (quads + 1u) + lane, parts[lane]);
  }
  if (lane == 0u) {
    store4_y(line * (quads + 1u) + quads, vec4f(top, total, 0.0, 0.0));
  }
}

// ==== attention/row.wgsl?dtype=f32&kv_bits=4&qk_width=4&threads=128&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 8u] >> (at % 8u * 4u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

// ==== attention/row.wgsl?dtype=f32&kv_bits=8&qk_width=1&split=1&threads=128&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let line = linear_group(group, groups);
  let row = line / params.parts;
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = line % params.parts * params.chunk;
  let end = min(begin + params.chunk, seen(row % params.queries));
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  let quads = (params.e + 3u) / 4u;
  if (lane < quads) {
    store4_y(line * (quads + 1u) + lane, parts[lane]);
  }
  if (lane == 0u) {
    store4_y(line * (quads + 1u) + quads, vec4f(top, total, 0.0, 0.0));
  }
}

// ==== attention/row.wgsl?dtype=f32&kv_bits=8&qk_width=4&split=1&threads=128&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  k_fits_at: u32,
  vs_at: u32,
  v_fits_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
}
@group(0) @binding(2) var<storage, read> ks: array<u32>;
@group(0) @binding(3) var<storage, read> k_fits: array<u32>;

fn load_k_fits(i: u32) -> f32 {
  let at = i + params.k_fits_at;
  let pair = unpack2x16float(k_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_k(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(ks[params.ks_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_k_fits(fit)), vec4f(load_k_fits(fit + 1u))), i < params.d);
}
@group(0) @binding(4) var<storage, read> vs: array<u32>;
@group(0) @binding(5) var<storage, read> v_fits: array<u32>;

fn load_v_fits(i: u32) -> f32 {
  let at = i + params.v_fits_at;
  let pair = unpack2x16float(v_fits[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
fn quad_v(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(vs[params.vs_at + at / 4u] >> (at % 4u * 8u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_v_fits(fit)), vec4f(load_v_fits(fit + 1u))), i < params.e);
}
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let line = linear_group(group, groups);
  let row = line / params.parts;
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = line % params.parts * params.chunk;
  let end = min(begin + params.chunk, seen(row % params.queries));
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  let quads = (params.e + 3u) / 4u;
  if (lane < quads) {
    store4_y(line * (quads + 1u) + lane, parts[lane]);
  }
  if (lane == 0u) {
    store4_y(line * (quads + 1u) + quads, vec4f(top, total, 0.0, 0.0));
  }
}

// ==== attention/row.wgsl?dtype=f32&qk_width=1&split=1&threads=128&v_width=1&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<f32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  return ks[at];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<f32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  return vs[at];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let line = linear_group(group, groups);
  let row = line / params.parts;
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = line % params.parts * params.chunk;
  let end = min(begin + params.chunk, seen(row % params.queries));
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  let quads = (params.e + 3u) / 4u;
  if (lane < quads) {
    store4_y(line * (quads + 1u) + lane, parts[lane]);
  }
  if (lane == 0u) {
    store4_y(line * (quads + 1u) + quads, vec4f(top, total, 0.0, 0.0));
  }
}

// ==== attention/row.wgsl?dtype=f32&qk_width=1&threads=128&v_width=1&y=f32&y_width=1
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<f32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  return ks[at];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<f32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  return vs[at];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store_y(at, v.x);
  if (col + 1u < params.e) {
    store_y(at + 1u, v[1]);
  }
  if (col + 2u < params.e) {
    store_y(at + 2u, v[2]);
  }
  if (col + 3u < params.e) {
    store_y(at + 3u, v[3]);
  }
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

// ==== attention/row.wgsl?dtype=f32&qk_width=1&threads=128&v_width=1&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<f32>;

fn load_qs(i: u32) -> f32 {
  let at = i + params.qs_at;
  return qs[at];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_qs(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_qs(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_qs(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_qs(row + i + 3u); }
  return r;
}
@group(0) @binding(2) var<storage, read> ks: array<f32>;

fn load_ks(i: u32) -> f32 {
  let at = i + params.ks_at;
  return ks[at];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.d) { r.x = load_ks(row + i + 0u); }
  if (i + 1u < params.d) { r.y = load_ks(row + i + 1u); }
  if (i + 2u < params.d) { r.z = load_ks(row + i + 2u); }
  if (i + 3u < params.d) { r.w = load_ks(row + i + 3u); }
  return r;
}
@group(0) @binding(3) var<storage, read> vs: array<f32>;

fn load_vs(i: u32) -> f32 {
  let at = i + params.vs_at;
  return vs[at];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  var r = vec4f();
  if (i + 0u < params.e) { r.x = load_vs(row + i + 0u); }
  if (i + 1u < params.e) { r.y = load_vs(row + i + 1u); }
  if (i + 2u < params.e) { r.z = load_vs(row + i + 2u); }
  if (i + 3u < params.e) { r.w = load_vs(row + i + 3u); }
  return r;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

// ==== attention/row.wgsl?dtype=f32&qk_width=4&split=1&threads=128&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let line = linear_group(group, groups);
  let row = line / params.parts;
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = line % params.parts * params.chunk;
  let end = min(begin + params.chunk, seen(row % params.queries));
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  let quads = (params.e + 3u) / 4u;
  if (lane < quads) {
    store4_y(line * (quads + 1u) + lane, parts[lane]);
  }
  if (lane == 0u) {
    store4_y(line * (quads + 1u) + quads, vec4f(top, total, 0.0, 0.0));
  }
}

// ==== attention/row.wgsl?dtype=f32&qk_width=4&threads=128&v_width=4&y=f32&y_width=4
struct Params {
  qs_at: u32,
  ks_at: u32,
  vs_at: u32,
  heads: u32,    // of all batches
  share: u32,    // heads of q to one of k and v
  queries: u32,
  keys: u32,
  d: u32,        // length of rows of q and k
  e: u32,        // of v and y
  scale: f32,
  causal: u32,
  columns: u32,  // from here on row.wgsl's
  parts: u32,
  chunk: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
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
@group(0) @binding(1) var<storage, read> qs: array<vec4f>;

fn load4_qs(q: u32) -> vec4f {
  return qs[q + params.qs_at / 4u];
}
fn quad_q(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_qs((row + i) / 4u), i < params.d);
}
@group(0) @binding(2) var<storage, read> ks: array<vec4f>;

fn load4_ks(q: u32) -> vec4f {
  return ks[q + params.ks_at / 4u];
}
fn quad_k(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_ks((row + i) / 4u), i < params.d);
}
@group(0) @binding(3) var<storage, read> vs: array<vec4f>;

fn load4_vs(q: u32) -> vec4f {
  return vs[q + params.vs_at / 4u];
}
fn quad_v(row: u32, i: u32) -> vec4f {
  return select(vec4f(), load4_vs((row + i) / 4u), i < params.e);
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
  store4_y(at / 4u, v);
}

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
fn weights(s: vec4f, top: vec4f) -> vec4f {
  return exp(s - top);
}
var<workgroup> scratch_max: array<f32, 128>;

fn reduce_max(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_max[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_max[lane] = max(scratch_max[lane], scratch_max[lane + half * 1u]);
    }
  }
  workgroupBarrier();
  return scratch_max[lane - place * 1u];
}
var<workgroup> scratch_sum: array<f32, 128>;

fn reduce_sum(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 128u;
  scratch_sum[lane] = v;
  for (var half = 64u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_sum[lane] = scratch_sum[lane] + scratch_sum[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_sum[lane - place * 1u];
}
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, 512>;
var<workgroup> parts: array<vec4f, 128>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let row = linear_group(group, groups);
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
  let begin = 0u;
  let end = seen(row % params.queries);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = 128u / params.columns;
  let unseen = vec4f(-infinity());
  var top = -3.4028234e38;
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += 512u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
    let key0 = key_first + 0u + lane;
    let k_row0 = k_from + min(key0, end - 1u) * params.d;
    let key1 = key_first + 128u + lane;
    let k_row1 = k_from + min(key1, end - 1u) * params.d;
    let key2 = key_first + 256u + lane;
    let k_row2 = k_from + min(key2, end - 1u) * params.d;
    let key3 = key_first + 384u + lane;
    let k_row3 = k_from + min(key3, end - 1u) * params.d;
    for (var d = 0u; d < params.d; d += 16u) {
      s = mad4(quad_k(k_row0, d + 0u), quad_k(k_row1, d + 0u), quad_k(k_row2, d + 0u), quad_k(k_row3, d + 0u), query[d / 4u + 0u], s);
      s = mad4(quad_k(k_row0, d + 4u), quad_k(k_row1, d + 4u), quad_k(k_row2, d + 4u), quad_k(k_row3, d + 4u), query[d / 4u + 1u], s);
      s = mad4(quad_k(k_row0, d + 8u), quad_k(k_row1, d + 8u), quad_k(k_row2, d + 8u), quad_k(k_row3, d + 8u), query[d / 4u + 2u], s);
      s = mad4(quad_k(k_row0, d + 12u), quad_k(k_row1, d + 12u), quad_k(k_row2, d + 12u), quad_k(k_row3, d + 12u), query[d / 4u + 3u], s);
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
    shares[0u + lane] = s[0];
    shares[128u + lane] = s[1];
    shares[256u + lane] = s[2];
    shares[384u + lane] = s[3];
    workgroupBarrier();
    let live = min(512u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
      let n0 = n + 0u * slices;
      let v0 = quad_v(v_from + (key_first + n0) * params.e, column * 4u);
      let n1 = n + 1u * slices;
      let v1 = quad_v(v_from + (key_first + n1) * params.e, column * 4u);
      let n2 = n + 2u * slices;
      let v2 = quad_v(v_from + (key_first + n2) * params.e, column * 4u);
      let n3 = n + 3u * slices;
      let v3 = quad_v(v_from + (key_first + n3) * params.e, column * 4u);
      sum = fma(vec4f(shares[min(n0, 511u)]), select(vec4f(), v0, n0 < live), sum);
      sum = fma(vec4f(shares[min(n1, 511u)]), select(vec4f(), v1, n1 < live), sum);
      sum = fma(vec4f(shares[min(n2, 511u)]), select(vec4f(), v2, n2 < live), sum);
      sum = fma(vec4f(shares[min(n3, 511u)]), select(vec4f(), v3, n3 < live), sum);
    }
    workgroupBarrier();
  }
  total = reduce_sum(total, lane);
  parts[lane] = sum;
  for (var half = slices / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half * params.columns) {
      parts[lane] += parts[lane + half * params.columns];
    }
  }
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
}

