// attention(2x3x5x7, 2x3x29x7, 2x3x29x7)
// on small

// ==== attention: attention/row.wgsl?dtype=f32&qk_width=1&threads=128&v_width=1&y=f32&y_width=1
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
