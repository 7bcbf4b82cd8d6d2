//# y = softmax(scale * q·kᵀ + mask)·v by tiles, in one pass over the keys: a workgroup has tile_q queries of one head and
//# meets tile_k keys at a time. Sums and weights are relative to the largest score so far, and are scaled down when that
//# grows. A thread has rows x keys scores of a tile, then rows x cols quads of the result.
//#   rows, keys      of a thread's scores: rows by fours, four neighbours, then the next four further down
//#   down, across    threads along queries and along keys
//#   cols            quads of a result row a thread has: across * cols * 4 >= e
//#   p_keys, v_keys  keys whose weights, and rows of v, that are in workgroup memory at a time
//#   deep            quads of the rows of q and k in workgroup memory at a time
//#   unroll          steps per turn of the inner loops, at most 4
//#   use_switch      1: which keys' weights come next by a switch; 0: by ifs
//# A key past what a causal row sees has no part in its sums, whatever its value: 0 times NaN would be NaN.
#param rows, keys, down, across, cols, p_keys, v_keys, unroll, deep, use_switch=0
#include "attention/inputs.wgsl"
#let threads = down * across
#let tile_q = rows * down
#let fours = rows / 4
#let tile_k = keys * across
#let line = deep + 1
#let k_room = tile_q * line
#let p_line = tile_q / 4 + 1
#let v_line = across * cols
#let v_room = p_keys * p_line
#let room_size = max(k_room + tile_k * line, v_room + v_keys * v_line)
#let q_each = tile_q * deep / threads
#let k_each = tile_k * deep / threads
#let v_each = (v_keys * v_line + threads - 1) / threads
#let v_whole = v_each * threads == v_keys * v_line
// First stretches of the rows of q and k, a line of ${line} quads each; then the weights, transposed, and rows of v.
var<workgroup> room: array<vec4f, ${room_size}>;
var<workgroup> parts: array<f32, ${across * tile_q}>;
var<workgroup> row_state: array<vec2f, ${tile_q}>;  // the largest score, and what older sums are scaled by

#define fetch_qk(key, d)
#for t in 0..q_each
    q_next${t} = quad_q(q_row + ${t * threads / deep}u * params.d, ${d} + lane % ${deep}u * 4u);
#end
#for t in 0..k_each
    k_next${t} = quad_k(k_from + (${key} + lane / ${deep}u + ${t * threads / deep}u) * params.d, ${d} + lane % ${deep}u * 4u);
#end
#end
#define fetch_v(key)
#for t in 0..v_each
    {
      let i = lane + ${t * threads}u;
      let key = ${key} + i / ${v_line}u;
#if v_width == 4
      v_next${t} = select(vec4f(), quad_v(v_from + key * params.e, i % ${v_line}u * 4u), key < params.keys);
#else
      v_next${t} = vec4f();
      if (key < params.keys) { v_next${t} = quad_v(v_from + key * params.e, i % ${v_line}u * 4u); }
#end
    }
#end
#end
//# Turned by four from thread to thread, so that they meet different banks.
fn part_of(row: u32, side: u32) -> u32 {
  return side * ${tile_q}u + (row + side * 4u) % ${tile_q}u;
}
#if masked
//# The mask of four neighbouring rows.
fn masks(at: u32) -> vec4f {
  let step = params.mask_s;
  return vec4f(load_mask(at), load_mask(at + step), load_mask(at + 2u * step), load_mask(at + 3u * step));
}
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  #tile_of_queries(${tile_q})
  let side_q = lane / ${across}u;
  let side_k = lane % ${across}u;
  let q_row = (head * params.queries + first + lane / ${deep}u) * params.d;
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
#if masked
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  first * params.mask_s;
#end

  //# Written out, not arrays: an index the compiler cannot resolve would move them out of registers.
#for g in 0..fours
  var total${g} = vec4f();
#end
#for i in 0..rows
#for c in 0..cols
  var sum${i}_${c} = vec4f();
#end
#end
#for t in 0..q_each
  var q_next${t} = vec4f();
#end
#for t in 0..k_each
  var k_next${t} = vec4f();
#end
#for t in 0..v_each
  var v_next${t} = vec4f();
#end
  var top = ${lowest};  // of row `lane`
  #fetch_qk(0u, 0u)
  for (var key_first = 0u; key_first < end; key_first += ${tile_k}u) {
    // Scores, later weights: of four rows each.
#for g in 0..fours
#for j in 0..keys
    var s${g}_${j} = vec4f();
#end
#end
    for (var d = 0u; d < params.d; d += ${deep * 4}u) {
#for t in 0..q_each
      room[(lane / ${deep}u + ${t * threads / deep}u) * ${line}u + lane % ${deep}u] = q_next${t};
#end
#for t in 0..k_each
      room[${k_room}u + (lane / ${deep}u + ${t * threads / deep}u) * ${line}u + lane % ${deep}u] = k_next${t};
#end
      workgroupBarrier();
      // What comes next travels while this is worked on.
      if (d + ${deep * 4}u < params.d) {
    #fetch_qk(key_first, d + ${deep * 4}u)
      } else {
    #fetch_v(key_first)
      }
      for (var n = 0u; n < ${deep}u; n += ${unroll}u) {
        let q_at = side_q * ${4 * line}u + n;
        let k_at = ${k_room}u + side_k * ${line}u + n;
#for u in 0..unroll
        {
#for i in 0..rows
          let q${i} = room[q_at + ${(i / 4 * down * 4 + i % 4) * line + u}u];
#end
#for j in 0..keys
          let k${j} = room[k_at + ${j * across * line + u}u];
#for g in 0..fours
          s${g}_${j} = mad4(q${4 * g}, q${4 * g + 1}, q${4 * g + 2}, q${4 * g + 3}, k${j}, s${g}_${j});
#end
#end
        }
#end
      }
      workgroupBarrier();
    }

#for g in 0..fours
    let row${g} = side_q * 4u + ${g * down * 4}u;
#if masked
    let mask${g} = mask_from + row${g} * params.mask_s + (key_first + side_k) * params.mask_t;
#end
#for j in 0..keys
#if masked
    s${g}_${j} = s${g}_${j} * params.scale + masks(mask${g} + ${j * across}u * params.mask_t);
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
      let count${g} = vec4u(seen(first + row${g}), seen(first + row${g} + 1u), seen(first + row${g} + 2u), seen(first + row${g} + 3u));
#for j in 0..keys
      s${g}_${j} = select(unseen, s${g}_${j}, vec4u(key + ${j * across}u) < count${g});
#end
#end
    }
#for g in 0..fours
    var most${g} = s${g}_0;
#for j in 1..keys
    most${g} = max(most${g}, s${g}_${j});
#end
#for r in 0..4
    parts[part_of(row${g} + ${r}u, side_k)] = most${g}[${r}];
#end
#end
    workgroupBarrier();
    if (lane < ${tile_q}u) {
      var most = top;
      for (var t = 0u; t < ${across}u; t++) { most = max(most, parts[part_of(lane, t)]); }
      row_state[lane] = vec2f(most, exp(top - most));
      top = most;
    }
    workgroupBarrier();
#for g in 0..fours
    {
#for r in 0..4
      let state${r} = row_state[row${g} + ${r}u];
#end
      let tops = vec4f(state0.x, state1.x, state2.x, state3.x);
      total${g} *= vec4f(state0.y, state1.y, state2.y, state3.y);
#for r in 0..4
#for c in 0..cols
      sum${4 * g + r}_${c} *= state${r}.y;
#end
#end
#for j in 0..keys
      s${g}_${j} = weights(s${g}_${j}, tops);
      total${g} += s${g}_${j};
#end
    }
#end
    let live = min(${tile_k}u, end - key_first);
    for (var some = 0u; some < live; some += ${v_keys}u) {
#if use_switch
      switch (some) {
#end
#for h in 0..tile_k / p_keys
      ${use_switch ? "case " + h * p_keys + "u: {" : "if (some == " + h * p_keys + "u) {"}
#for j in 0..p_keys / across
#for g in 0..fours
        room[(side_k + ${j * across}u) * ${p_line}u + side_q + ${g * down}u] = s${g}_${j + h * p_keys / across};
#end
#end
      }
#end
#if use_switch
      default: {}
      }
#end
#for t in 0..v_each
#if !v_whole
      if (lane + ${t * threads}u < ${v_keys * v_line}u) { room[${v_room}u + lane + ${t * threads}u] = v_next${t}; }
#else
      room[${v_room}u + lane + ${t * threads}u] = v_next${t};
#end
#end
      workgroupBarrier();
      if (some + ${v_keys}u < live) {
    #fetch_v(key_first + some + ${v_keys}u)
      } else {
    #fetch_qk(key_first + ${tile_k}u, 0u)
      }
      if (edge && params.causal != 0u) {
        for (var n = 0u; n < ${v_keys}u; n++) {
          let p_at = (some % ${p_keys}u + n) * ${p_line}u + side_q;
          let v_at = ${v_room}u + n * ${v_line}u + side_k;
          let key = key_first + some + n + params.queries;
          let reach = first + side_q * 4u + params.keys;
#for g in 0..rows / 4
          let p${g} = room[p_at + ${g * down}u];
#end
#for c in 0..cols
          let v${c} = room[v_at + ${c * across}u];
#end
#for i in 0..rows
          if (key <= reach + ${i / 4 * down * 4 + i % 4}u) {
#for c in 0..cols
            sum${i}_${c} = fma(vec4f(p${i / 4}[${i % 4}]), v${c}, sum${i}_${c});
#end
          }
#end
        }
        workgroupBarrier();
        continue;
      }
      for (var n = 0u; n < ${v_keys}u; n += ${unroll}u) {
        let p_at = (some % ${p_keys}u + n) * ${p_line}u + side_q;
        let v_at = ${v_room}u + n * ${v_line}u + side_k;
#for u in 0..unroll
        {
#for g in 0..rows / 4
          let p${g} = room[p_at + ${u * p_line + g * down}u];
#end
#for c in 0..cols
          let v${c} = room[v_at + ${u * v_line + c * across}u];
#for i in 0..rows
          sum${i}_${c} = fma(vec4f(p${i / 4}[${i % 4}]), v${c}, sum${i}_${c});
#end
#end
        }
#end
      }
      workgroupBarrier();
    }
  }

#for g in 0..fours
#for r in 0..4
  parts[part_of(side_q * 4u + ${g * down * 4 + r}u, side_k)] = total${g}[${r}];
#end
#end
  workgroupBarrier();
#for i in 0..rows
  {
    let row = side_q * 4u + ${i / 4 * down * 4 + i % 4}u;
    var total = 0.0;
    for (var t = 0u; t < ${across}u; t++) { total += parts[part_of(row, t)]; }
    if (first + row < params.queries) {
#for c in 0..cols
      put(head * params.queries + first + row, (side_k + ${c * across}u) * 4u, sum${i}_${c}, total);
#end
    }
  }
#end
}
