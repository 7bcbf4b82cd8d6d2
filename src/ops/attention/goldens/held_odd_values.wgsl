// attention(8x8x256x16, 8x8x256x16, 8x8x256x31)
// on large

// ==== attention: attention/held.wgsl?across=8&cols=1&deep=4&down=32&dtype=f32&keys=8&qk_width=4&rows=4&subgroups=1&unroll=1&v_width=1&y=f32&y_width=1
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
var<workgroup> q_tile: array<array<array<array<array<vec4f, 4>, 4>, 1>, 4>, 8>;
var<workgroup> kv_tile: array<array<array<array<vec4f, 8>, 8>, 1>, 8>;

fn row_of_v(start: u32, key: u32, col: u32) -> vec4f {
  if (key >= params.keys) { return vec4f(); }
  return quad_v(start + key * params.e, col);
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
  var v_next0 = vec4f();
  var v_next1 = vec4f();
      {
        let m = lane / 8u + 0u;
        k_next0 = quad_k(k_from + (0u + m / 4u * 8u + lane % 8u) * params.d, m % 4u * 4u);
      }
  let m0 = (lane + 0u) / 4u;
  let row0 = m0 / 4u;  // one of `near` that are `rows` apart
  let q_next0 = quad_q(q_from + ((row0 / 4u * 4u + lane % 4u) * 4u + row0 % 4u) * params.d, m0 % 4u * 4u);
  let m1 = (lane + 256u) / 4u;
  let row1 = m1 / 4u;  // one of `near` that are `rows` apart
  let q_next1 = quad_q(q_from + ((row1 / 4u * 4u + lane % 4u) * 4u + row1 % 4u) * params.d, m1 % 4u * 4u);
  q_tile[row0 / 4u][m0 % 4u / 1u][m0 % 4u % 1u][row0 % 4u][lane % 4u] = q_next0;
  q_tile[row1 / 4u][m1 % 4u / 1u][m1 % 4u % 1u][row1 % 4u][lane % 4u] = q_next1;
  for (var key_first = 0u; key_first < end; key_first += 64u) {
        {
          let m = lane / 8u + 0u;
          let n = m % 4u;
          kv_tile[n / 1u][n % 1u][m / 4u][lane % 8u] = k_next0;
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
          k_next0 = quad_k(k_from + (key_first + 64u + m / 4u * 8u + lane % 8u) * params.d, m % 4u * 4u);
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
