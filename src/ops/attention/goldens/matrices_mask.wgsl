// attention(2x2x12x32:f16, 2x2x20x32:f16, 2x2x20x64:f16, 2x2x12x20)
// on large

// ==== attention: attention/matrices.wgsl?cols=2&deep=1&dtype=f16&mask=f32&matrices=1&qk_width=4&v_width=4&waves=4&y=f16&y_width=4
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
var<workgroup> k_tile: array<half4, 320>;
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
  var v_next0 = vec2u();
  var v_next1 = vec2u();
  var v_next2 = vec2u();
  var v_next3 = vec2u();
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

  var top = -3.4028234e38;  // what the row's weights are relative to
  var total = vec4f();
  {
    let turn = (0u) / 32u % 2u;
    k_tile[(lane + 0u) / 8u * 10u + (lane + 0u) % 8u] = half4_of(k_next0);
    k_tile[(lane + 128u) / 8u * 10u + (lane + 128u) % 8u] = half4_of(k_next1);
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
        k_next0 = raw_k(k_from + min(32u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
      }
      {
        let i = lane + 128u;
        k_next1 = raw_k(k_from + min(32u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
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
            k_next0 = raw_k(k_from + min(key_first + 64u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
          }
          {
            let i = lane + 128u;
            k_next1 = raw_k(k_from + min(key_first + 64u + i / 8u, params.keys - 1u) * params.d, i % 8u * 4u);
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
