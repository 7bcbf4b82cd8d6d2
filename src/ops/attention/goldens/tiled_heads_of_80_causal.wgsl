// attention(1x1x20x80, 1x1x45x80, 1x1x45x80, causal=1)
// on large-edge

// ==== attention: attention/kernel.wgsl?across=8&cols=3&deep=8&down=32&dtype=f32&keys=8&p_keys=32&qk_width=4&rows=4&unroll=2&use_switch=1&v_keys=16&v_width=4&y=f32&y_width=4
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
      switch (some) {
      case 0u: {
        room[(side_k + 0u) * 33u + side_q + 0u] = s0_0;
        room[(side_k + 8u) * 33u + side_q + 0u] = s0_1;
        room[(side_k + 16u) * 33u + side_q + 0u] = s0_2;
        room[(side_k + 24u) * 33u + side_q + 0u] = s0_3;
      }
      case 32u: {
        room[(side_k + 0u) * 33u + side_q + 0u] = s0_4;
        room[(side_k + 8u) * 33u + side_q + 0u] = s0_5;
        room[(side_k + 16u) * 33u + side_q + 0u] = s0_6;
        room[(side_k + 24u) * 33u + side_q + 0u] = s0_7;
      }
      default: {}
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
      for (var n = 0u; n < 16u; n += 2u) {
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
