// attention(1x2x1x32, 1x2x2100x32, 1x2x2100x32, causal=1)
// on small

// ==== attention: attention/row.wgsl?dtype=f32&qk_width=4&split=1&threads=128&v_width=4&y=f32&y_width=4
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

// ==== attention: attention/combine.wgsl?threads=128&y=f32&y_width=4
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
