// quantized_attention(1x2x1x64:f16, 1x2x33x8:u32, 1x2x33x2x2:f16, 1x2x33x4:u32, 1x2x33x1x2:f16, 33, bits=4)
// on software

// ==== quantized_attention: attention/row.wgsl?dtype=f16&find_nan=1&kv_bits=4&mask=f32&qk_width=4&threads=128&v_width=4&y=f16&y_width=4
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
  return select(exp(s - top), vec4f(not_a_number()), is_nan4(s) | (bitcast<vec4u>(s) == vec4u(0x7f800000u)));
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
