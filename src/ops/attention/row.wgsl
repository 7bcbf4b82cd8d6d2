//# The same for few queries: a workgroup has one query, and its threads share the keys. They score 4 * threads keys at a
//# time, four each; then a thread adds up one quad of the result over every slices-th of those keys.
//# params.columns is how many quads a result row has, rounded up to a power of two.
//#   split   1: a workgroup has only params.chunk of the keys, one of params.parts; combine.wgsl does the rest. y has a line
//#           for each: its quads of the sums, and a quad with its largest score and its total.
#param threads, split=0
#include "attention/inputs.wgsl"
#include "common/reduce.wgsl" with name=max, op=max, T=f32, span=${threads}, stride=1, subgroups=0
#include "common/reduce.wgsl" with name=sum, op=sum, T=f32, span=${threads}, stride=1, subgroups=0
var<workgroup> query: array<vec4f, 64>;
var<workgroup> shares: array<f32, ${threads * 4}>;
var<workgroup> parts: array<vec4f, ${threads}>;

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
#if split
  let line = linear_group(group, groups);
  let row = line / params.parts;
#else
  let row = linear_group(group, groups);
#end
  let head = row / params.queries;
  if (head >= params.heads) {
    return;
  }
#if split
  let begin = line % params.parts * params.chunk;
  let end = min(begin + params.chunk, seen(row % params.queries));
#else
  let begin = 0u;
  let end = seen(row % params.queries);
#end
  let k_from = head / params.share * params.keys * params.d;
  let v_from = head / params.share * params.keys * params.e;
#if masked
  let mask_from = head / params.mask_heads * params.mask_b + head % params.mask_heads * params.mask_h +
                  row % params.queries * params.mask_s;
#end
#if threads >= 64
  if (lane < 64u) {
    query[lane] = quad_q(row * params.d, lane * 4u);
  }
#else
  for (var i = lane; i < 64u; i += ${threads}u) {
    query[i] = quad_q(row * params.d, i * 4u);
  }
#end
  workgroupBarrier();
  let column = lane % params.columns;
  let slices = ${threads}u / params.columns;
  let unseen = vec4f(-infinity());
  var top = ${lowest};
  var total = 0.0;
  var sum = vec4f();
  for (var key_first = begin; key_first < end; key_first += ${threads * 4}u) {
    // Many loads on their way at once: four keys, four quads of each.
    var s = vec4f();
#for j in 0..4
    let key${j} = key_first + ${j * threads}u + lane;
    let k_row${j} = k_from + min(key${j}, end - 1u) * params.d;
#end
    for (var d = 0u; d < params.d; d += 16u) {
#for u in 0..4
#let at = "d + " + 4 * u + "u"
      s = mad4(quad_k(k_row0, ${at}), quad_k(k_row1, ${at}), quad_k(k_row2, ${at}), quad_k(k_row3, ${at}), query[d / 4u + ${u}u], s);
#end
    }
    let keys = vec4u(key0, key1, key2, key3);
    s *= params.scale;
#if masked
    s += vec4f(load_mask(mask_from + key0 * params.mask_t), load_mask(mask_from + key1 * params.mask_t),
               load_mask(mask_from + key2 * params.mask_t), load_mask(mask_from + key3 * params.mask_t));
#end
    s = select(unseen, s, keys < vec4u(end));
    let most = reduce_max(max(max(max(s.x, s.y), max(s.z, s.w)), top), lane);
    let less = exp(top - most);
    top = most;
    s = weights(s, vec4f(top));
    total = total * less + s.x + s.y + s.z + s.w;
    sum *= less;
#for j in 0..4
    shares[${j * threads}u + lane] = s[${j}];
#end
    workgroupBarrier();
    let live = min(${threads * 4}u, end - key_first);
    for (var n = lane / params.columns; n < live; n += 4u * slices) {
#for u in 0..4
      let n${u} = n + ${u}u * slices;
      let v${u} = quad_v(v_from + (key_first + n${u}) * params.e, column * 4u);
#end
#for u in 0..4
      sum = fma(vec4f(shares[min(n${u}, ${threads * 4 - 1}u)]), select(vec4f(), v${u}, n${u} < live), sum);
#end
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
#if split
  let quads = (params.e + 3u) / 4u;
  if (lane < quads) {
    store4_y(line * (quads + 1u) + lane, parts[lane]);
  }
  if (lane == 0u) {
    store4_y(line * (quads + 1u) + quads, vec4f(top, total, 0.0, 0.0));
  }
#else
  if (lane < params.columns) {
    put(row, lane * 4u, parts[lane], total);
  }
#end
}
