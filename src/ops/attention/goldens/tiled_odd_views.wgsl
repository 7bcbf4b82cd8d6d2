// attention(1x2x70x64, 1x2x70x64, 1x2x70x64)
// on small-odd

// ==== attention: attention/kernel.wgsl?across=8&cols=2&deep=4&down=16&dtype=f32&keys=4&p_keys=32&qk_width=1&rows=4&unroll=1&v_keys=8&v_width=1&y=f32&y_width=4
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
