//# The same for GPUs with subgroups of 32 threads and much workgroup memory: a tile of q stays there, beside a whole tile of
//# k, then of v. The threads of a subgroup have a few rows to themselves, so that maxima, sums and weights go from thread to
//# thread. A thread has rows x keys scores, then rows x cols quads of the result.
//#   rows, keys      of a thread: rows are neighbours, keys are `across` apart
//#   down, across    threads along queries and along keys; across is 8
//#   deep            quads of a row of q and k
//#   cols            quads of a result row a thread has: across * cols * 4 >= e
//#   unroll          quads of q and k per turn of the first product: 1 or cols
//#   subgroups       1: what it does not do without
//# Arrays have an axis for every index, so that all of them but one or two are constants: engines guard every other index
//# against being too large, each time.
#param rows, keys, down, across, deep, cols, unroll, subgroups
enable subgroups;
#include "attention/inputs.wgsl"
#let threads = down * across
#let tile_q = rows * down
#let tile_k = keys * across
#let fours = rows / 4
#let near = 4
#let line = across * cols
#let turns = (deep + cols - 1) / cols
#let k_each = tile_k * deep / threads
#let v_each = tile_k * line / threads
#let q_each = tile_q * deep / threads
var<workgroup> q_tile: array<array<array<array<array<vec4f, ${near}>, ${rows}>, ${cols}>, ${turns}>, ${down / near}>;
var<workgroup> kv_tile: array<array<array<array<vec4f, ${across}>, ${keys}>, ${cols}>, ${max(turns, across)}>;

#define fetch_k(key)
#for t in 0..k_each
    {
      let m = lane / ${across}u + ${t * down}u;
      k_next${t} = quad_k(k_from + (${key} + m / ${deep}u * ${across}u + lane % ${across}u) * params.d, m % ${deep}u * 4u);
    }
#end
#end
#define put_k()
#for t in 0..k_each
    {
      let m = lane / ${across}u + ${t * down}u;
      let n = m % ${deep}u;
      kv_tile[n / ${cols}u][n % ${cols}u][m / ${deep}u][lane % ${across}u] = k_next${t};
    }
#end
#end
#define fetch_v(key)
#for t in 0..v_each
    v_next${t} = row_of_v(v_from, ${key} + (lane + ${t * threads}u) / ${line}u, (lane + ${t * threads}u) % ${line}u * 4u);
#end
#end
#define put_v()
#for t in 0..v_each
    {
      let key = (lane + ${t * threads}u) / ${line}u;
      let col = (lane + ${t * threads}u) % ${line}u;
      kv_tile[key % ${across}u][col / ${across}u][key / ${across}u][col % ${across}u] = v_next${t};
    }
#end
#end
//# One of the turns of the second product; `careful`: a key past what a row sees has no part in its sums, whatever its
//# value (0 times NaN would be NaN).
#define add_v(careful)
      let source = lane % ${near}u + t * ${near}u;
#for j in 0..keys
      {
#for g in 0..fours
        let p${g} = subgroupShuffle(s${g}_${j}, source);
#end
#for c in 0..cols
        let v${c} = kv_tile[t][${c}][${j}][side_k];
#end
#for i in 0..rows
#for c in 0..cols
#let more = "fma(vec4f(p" + i / 4 + "[" + i % 4 + "]), v" + c + ", sum" + i + "_" + c + ")"
#if careful
        sum${i}_${c} = select(sum${i}_${c}, ${more}, key + ${j * across}u <= reach + ${i}u);
#else
        sum${i}_${c} = ${more};
#end
#end
#end
      }
#end
#end
fn row_of_v(start: u32, key: u32, col: u32) -> vec4f {
#if v_width == 4
  return select(vec4f(), quad_v(start + key * params.e, col), key < params.keys);
#else
  if (key >= params.keys) { return vec4f(); }
  return quad_v(start + key * params.e, col);
#end
}
#if masked
//# The mask of four neighbouring rows.
fn masks(at: u32) -> vec4f {
  let step = params.mask_s;
  return vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
}
#end
//# Gives `name`, of four rows, joined over the threads that share them: their maximum or sum.
#define join(op, name)
#for g in 0..fours
#for t in 0..3
#let other = "subgroupShuffleXor(" + name + g + ", " + (t == 0 ? near : t == 1 ? 2 * near : 4 * near) + "u)"
#if op == "max"
    ${name}${g} = max(${name}${g}, ${other});
#else
    ${name}${g} += ${other};
#end
#end
#end
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  #tile_of_queries(${tile_q})
  let side_q = lane / ${near * across}u * ${near}u + lane % ${near}u;
  let side_k = lane / ${near}u % ${across}u;
  let q_from = (head * params.queries + first) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
#if masked
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  (first + side_q * ${rows}u) * params.mask_s;
#end

  //# Written out, not arrays: an index the compiler cannot resolve would move them out of registers.
#for g in 0..fours
  var top${g} = vec4f(${lowest});
  var total${g} = vec4f();
#end
#for i in 0..rows
#for c in 0..cols
  var sum${i}_${c} = vec4f();
#end
#end
#for t in 0..k_each
  var k_next${t} = vec4f();
#end
#for t in 0..v_each
  var v_next${t} = vec4f();
#end
  #fetch_k(0u)
  //# All loads first: one after another each would be waited for.
#for t in 0..q_each
  let m${t} = (lane + ${t * threads}u) / ${near}u;
  let row${t} = m${t} / ${deep}u;  // one of `near` that are `rows` apart
  let q_next${t} = quad_q(q_from + ((row${t} / ${rows}u * ${near}u + lane % ${near}u) * ${rows}u + row${t} % ${rows}u) * params.d, m${t} % ${deep}u * 4u);
#end
#for t in 0..q_each
  q_tile[row${t} / ${rows}u][m${t} % ${deep}u / ${cols}u][m${t} % ${deep}u % ${cols}u][row${t} % ${rows}u][lane % ${near}u] = q_next${t};
#end
  for (var key_first = 0u; key_first < end; key_first += ${tile_k}u) {
    #put_k()
    workgroupBarrier();
    // Scores, later weights: of four rows each.
#for g in 0..fours
#for j in 0..keys
    var s${g}_${j} = vec4f();
#end
#end
    for (var n = 0u; n * 4u < params.d; n += ${unroll}u) {
#for u in 0..unroll
#let place = unroll == 1 ? "[n % " + cols + "u]" : "[" + u + "]"
      {
#for i in 0..rows
        let q${i} = q_tile[side_q / ${near}u][n / ${cols}u]${place}[${i}][side_q % ${near}u];
#end
#for j in 0..keys
        let k${j} = kv_tile[n / ${cols}u]${place}[${j}][side_k];
#for g in 0..fours
        s${g}_${j} = mad4(q${4 * g}, q${4 * g + 1}, q${4 * g + 2}, q${4 * g + 3}, k${j}, s${g}_${j});
#end
#end
      }
#end
    }
    #fetch_v(key_first)

#for g in 0..fours
#for j in 0..keys
#if masked
    s${g}_${j} = s${g}_${j} * params.scale + masks(mask_from + ${g * 4}u * params.mask_s + (key_first + side_k + ${j * across}u) * params.mask_t);
#else
    s${g}_${j} *= params.scale;
#end
#end
#end
    let edge = key_first + ${tile_k}u > all_seen;
    if (edge) {
      let key = key_first + side_k;
      let unseen = vec4f(-infinity());
#for g in 0..fours
      let row${g} = first + side_q * ${rows}u + ${g * 4}u;
      let count${g} = vec4u(seen(row${g}), seen(row${g} + 1u), seen(row${g} + 2u), seen(row${g} + 3u));
#for j in 0..keys
      s${g}_${j} = select(unseen, s${g}_${j}, vec4u(key + ${j * across}u) < count${g});
#end
#end
    }
#for g in 0..fours
    var most${g} = top${g};
#for j in 0..keys
    most${g} = max(most${g}, s${g}_${j});
#end
#end
    #join(max, most)
#for g in 0..fours
    {
      let less = exp(top${g} - most${g});
      top${g} = most${g};
      total${g} *= less;
#for r in 0..4
#for c in 0..cols
      sum${4 * g + r}_${c} *= less[${r}];
#end
#end
#for j in 0..keys
      s${g}_${j} = weights(s${g}_${j}, most${g});
      total${g} += s${g}_${j};
#end
    }
#end
    workgroupBarrier();
    #put_v()
    workgroupBarrier();
    #fetch_k(key_first + ${tile_k}u)
    let live = min(${tile_k}u, end - key_first);
    if (edge && params.causal != 0u) {
      let reach = first + side_q * ${rows}u + params.keys;
      for (var t = 0u; t < min(${across}u, live); t++) {
        let key = key_first + t + params.queries;
        #add_v(1)
      }
    } else {
      for (var t = 0u; t < min(${across}u, live); t++) {
        #add_v(0)
      }
    }
    workgroupBarrier();
  }

  #join(sum, total)
#for i in 0..rows
  {
    let row = side_q * ${rows}u + ${i}u;
    if (first + row < params.queries) {
#for c in 0..cols
      put(head * params.queries + first + row, (side_k + ${c * across}u) * 4u, sum${i}_${c}, total${i / 4}[${i % 4}]);
#end
    }
  }
#end
}
