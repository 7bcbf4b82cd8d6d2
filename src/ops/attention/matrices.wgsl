//# The same for q, k and v of f16 on GPUs that multiply small matrices (common/matrices.wgsl): a subgroup of 32 threads has
//# 16 queries, a workgroup `waves` subgroups, which meet 32 keys at a time. Scores go through workgroup memory, where two
//# threads have a row of them, and come back as weights, rounded to f16; sums stay with the subgroup. They are scaled down
//# only when a score is more than 8 over the one that weights are relative to, which is seldom: f16 has room for e^8.
//#   waves         subgroups of a workgroup
//#   deep, cols    of q and k, and of v and the result: how many times 32 columns
//#   matrices      1: the device's own; 0: spelled out, for one wave
//# A key past what a row sees has no part in its sums, whatever its value. The product of the matrices cannot leave it
//# out, and 0 times NaN or infinity would be NaN: where v has such a number at the edge, rows are added up one by one.
#param waves, deep, cols, matrices
#include "common/matrices.wgsl"
#include "attention/inputs.wgsl"
#let threads = waves * 32
#let tile_q = waves * 16
#let s_line = 9
#let p_line = 10
#let k_line = deep * 8 + 2
#let v_line = cols * 8 + 2
#let k_each = deep * 256 / threads
#let v_each = cols * 256 / threads
// Rows have room for another quad or two, so that neighbours meet different banks.
var<workgroup> k_tile: array<half4, ${32 * k_line}>;
var<workgroup> v_tile: array<half4, ${2 * 32 * v_line}>;  // of this turn and of the next
var<workgroup> p_tile: array<half4, ${tile_q * p_line}>;  // weights; at first, columns of q
var<workgroup> s_tile: array<vec4f, ${tile_q * s_line}>;  // scores; at times, columns of the sums
var<workgroup> row_state: array<f32, ${tile_q}>;          // what older sums are scaled by; in the end, the total
struct News {
  grown: u32,          // a row's sums must be scaled down
  odd: array<u32, 2>,  // not all rows see all of v, and not all of it is finite; of this turn and of the next
}
var<workgroup> news: News;
#place_matrix(right)
#place_matrix(left)
#for n in 0..2 * deep
#place_matrix(q${n})
#end
#for b in 0..2
#place_matrix(s${b})
#end
#for c in 0..2 * cols
#place_matrix(sum${c})
#end

#for t in 0..3
#let n = t == 0 ? "q" : t == 1 ? "k" : "v"
#let w = t == 2 ? v_width : qk_width
#let length = t == 2 ? "params.e" : "params.d"
//# A quad as it is stored, to be fetched now and looked at later.
fn raw_${n}(row: u32, i: u32) -> vec2u {
#if w == 4
  return select(vec2u(), ${n}s[(row + i + params.${n}s_at) / 4u], i < ${length});
#else
  var halves = vec4u();
#for c in 0..4
  if (i + ${c}u < ${length}) {
    let at = row + i + params.${n}s_at + ${c}u;
    halves[${c}] = (${n}s[at / 2u] >> (at % 2u * 16u)) & 0xffffu;
  }
#end
  return halves.xz | (halves.yw << vec2u(16u));
#end
}
#end
#define fetch(key_at)
#for t in 0..k_each
    {
      let i = lane + ${t * threads}u;
      k_next${t} = raw_k(k_from + min(${key_at} + i / ${deep * 8}u, params.keys - 1u) * params.d, i % ${deep * 8}u * 4u);
    }
#end
#for t in 0..v_each
    {
      let i = lane + ${t * threads}u;
      v_next${t} = raw_v(v_from + min(${key_at} + i / ${cols * 8}u, params.keys - 1u) * params.e, i % ${cols * 8}u * 4u);
    }
#end
#end
//# What was fetched goes into workgroup memory, v where it does not disturb the turn before.
#define put_kv(key_at)
    {
      let turn = (${key_at}) / 32u % 2u;
#for t in 0..k_each
      k_tile[(lane + ${t * threads}u) / ${deep * 8}u * ${k_line}u + (lane + ${t * threads}u) % ${deep * 8}u] = half4_of(k_next${t});
#end
#for t in 0..v_each
      v_tile[turn * ${32 * v_line}u + (lane + ${t * threads}u) / ${cols * 8}u * ${v_line}u + (lane + ${t * threads}u) % ${cols * 8}u] = half4_of(v_next${t});
#end
      if (${key_at} + 32u > all_seen) {
#for t in 0..v_each
        if (is_odd(v_next${t})) { news.odd[turn] = 1u; }
#end
      }
    }
#end
//# 32 columns of the sums, into s_tile or back.
#define move_sums(how, c)
#for b in 0..2
#if how == "out"
    #store_matrix(sum${2 * c + b}, s_tile, wave_row * ${s_line}u + ${b * 4}u, ${s_line}u)
#else
    #load_matrix(result, row_major, sum${2 * c + b}, s_tile, wave_row * ${s_line}u + ${b * 4}u, ${s_line}u)
#end
#end
#end
fn is_odd(bits: vec2u) -> bool {
  let exponents = vec4u(bits, bits << vec2u(16u)) & vec4u(0x7c000000u);
  return any(exponents == vec4u(0x7c000000u));
}

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  #tile_of_queries(${tile_q})
  let side = lane % 32u;
  let wave_row = lane / 32u * 16u;  // the first of the subgroup's
  let row = wave_row + side % 16u;  // of this thread,
  let quad = side / 16u * 4u;       // from this quad on
  let row_seen = seen(first + row);
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
#if masked
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  (first + row) * params.mask_s;
#end
#for t in 0..k_each
  var k_next${t} = vec2u();
#end
#for t in 0..v_each
  var v_next${t} = vec2u();
#end
  #fetch(0u)
  #new_matrix(right, right)
  #new_matrix(left, left)
#for n in 0..2 * deep
  #new_matrix(left, q${n})
#end
#for c in 0..2 * cols
  #new_matrix(result, sum${c})
#end
#for n in 0..deep
  for (var i = side; i < 128u; i += 32u) {
    let query = min(first + wave_row + i / 8u, params.queries - 1u);
    p_tile[(wave_row + i / 8u) * ${p_line}u + i % 8u] = half4_of(raw_q((head * params.queries + query) * params.d, ${n * 32}u + i % 8u * 4u));
  }
  workgroupBarrier();
#for b in 0..2
  #load_matrix(left, row_major, q${2 * n + b}, p_tile, wave_row * ${p_line}u + ${b * 4}u, ${p_line}u)
#end
  workgroupBarrier();
#end

  var top = ${lowest};  // what the row's weights are relative to
  var total = vec4f();
  #put_kv(0u)
  #fetch(32u)
  workgroupBarrier();
  for (var key_first = 0u; key_first < end; key_first += 32u) {
#for b in 0..2
    #new_matrix(result, s${b})
#for n in 0..2 * deep
    #load_matrix(right, col_major, right, k_tile, ${b * 16 * k_line + n * 4}u, ${k_line}u)
    #add_product(q${n}, right, s${b})
#end
    #store_matrix(s${b}, s_tile, wave_row * ${s_line}u + ${b * 4}u, ${s_line}u)
#end
    workgroupBarrier();
    // Nobody needs k any more: what comes next is put in its place, and what comes then travels.
    if (key_first + 32u < end) {
      #put_kv(key_first + 32u)
      #fetch(key_first + 64u)
    }
    let key = key_first + quad * 4u;
#for j in 0..4
    var w${j} = s_tile[row * ${s_line}u + quad + ${j}u] * params.scale;
#if masked
    {
      let at = mask_from + (key + ${j * 4}u) * params.mask_t;
      let step = params.mask_t;
      w${j} += vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
    }
#end
#end
    if (key_first + 32u > all_seen) {
      let unseen = vec4f(-infinity());
#for j in 0..4
      w${j} = select(unseen, w${j}, vec4u(key + ${j * 4}u) + vec4u(0u, 1u, 2u, 3u) < vec4u(row_seen));
#end
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
#for j in 0..4
    let p${j} = to_half4(weights(w${j}, vec4f(top)));
    p_tile[row * ${p_line}u + quad + ${j}u] = p${j};
    total += from_half4(p${j});
#end
    let turn = key_first / 32u % 2u;
    let now = workgroupUniformLoad(&news);
    let odd = now.odd[turn] != 0u;
    if (now.grown != 0u || odd) {
      if (lane == 0u) {
        news.grown = 0u;
        news.odd[turn] = 0u;
      }
#for c in 0..cols
      #move_sums(out, ${c})
      workgroupBarrier();
      for (var n = quad; n < quad + 4u; n++) {
        var sum = s_tile[row * ${s_line}u + n] * row_state[row];
        if (odd && row_seen > key_first) {
          for (var i = 0u; i < min(32u, row_seen - key_first); i++) {
            let v = v_tile[turn * ${32 * v_line}u + i * ${v_line}u + n + ${c * 8}u];
            sum += from_half4(p_tile[row * ${p_line}u + i / 4u])[i % 4u] * from_half4(v);
          }
        }
        s_tile[row * ${s_line}u + n] = sum;
      }
      workgroupBarrier();
      #move_sums(back, ${c})
      workgroupBarrier();
#end
    }
    if (!odd) {
#for b in 0..2
      #load_matrix(left, row_major, left, p_tile, wave_row * ${p_line}u + ${b * 4}u, ${p_line}u)
#for c in 0..2 * cols
      #load_matrix(right, row_major, right, v_tile, turn * ${32 * v_line}u + ${b * 16 * v_line + c * 4}u, ${v_line}u)
      #add_product(left, right, sum${c})
#end
#end
    }
  }

  workgroupBarrier();
  let half_total = dot(total, vec4f(1.0));
  row_state[row] = half_total + from_other_half(half_total, lane);
#for c in 0..cols
  #move_sums(out, ${c})
  workgroupBarrier();
  for (var i = side; i < 128u; i += 32u) {
    let at = wave_row + i / 8u;
    if (first + at < params.queries) {
      put(head * params.queries + first + at, ${c * 32}u + i % 8u * 4u, s_tile[at * ${s_line}u + i % 8u], row_state[at]);
    }
  }
#if c + 1 < cols
  workgroupBarrier();
#end
#end
}
