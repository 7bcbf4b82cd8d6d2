//# What both kernels of attention begin with: uniforms, tensors, quads of rows, scores.
//#   dtype                         of q, k and v; arithmetic is in f32
//#   mask                          its type, or none
//#   qk_width, v_width, y_width    4: rows are whole, aligned quads; 1: single elements
//#   kv_bits                       0, or k and v are codes of 4 or 8 bits, each with a scale and a minimum for 32 of them
//#   find_nan                      1: exp on this device may lose a NaN, so it is looked for
#param dtype, mask="none", y, qk_width, v_width, y_width, find_nan=0, kv_bits=0
#let masked = mask != "none"
#let few = kv_bits > 0
#include "common/fused.wgsl"
struct Params {
  qs_at: u32,
  ks_at: u32,
#if few
  k_fits_at: u32,
#end
  vs_at: u32,
#if few
  v_fits_at: u32,
#end
#if masked
  mask_at: u32,
#end
  #fused_reads()
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
#if masked
  mask_heads: u32,  // of one batch
  mask_b: u32,
  mask_h: u32,
  mask_s: u32,
  mask_t: u32,
#end
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/grid.wgsl"
#include "common/math.wgsl"
#if few
#include "packed/decode.wgsl" with bits=${kv_bits}, minimums=1
#for t in 0..2
#let n = t == 0 ? "k" : "v"
@group(0) @binding(${2 * t + 2}) var<storage, read> ${n}s: array<u32>;
#include "common/tensor.wgsl" with name=${n}_fits, binding=${2 * t + 3}, dtype=f16, width=1
//# The same for codes: rows are whole groups, so an element's place tells its code and its group.
fn quad_${n}(row: u32, i: u32) -> vec4f {
  let at = row + i;
  let codes = low4(${n}s[params.${n}s_at + at / ${32 / kv_bits}u] >> (at % ${32 / kv_bits}u * ${kv_bits}u));
  let fit = at / 32u * 2u;
  return select(vec4f(), fma(codes, vec4f(load_${n}_fits(fit)), vec4f(load_${n}_fits(fit + 1u))), i < ${t == 0 ? "params.d" : "params.e"});
}
#end
#end
#for t in 0..(few ? 1 : 3)
#let n = t == 0 ? "q" : t == 1 ? "k" : "v"
#let w = t == 2 ? v_width : qk_width
#let length = t == 2 ? "params.e" : "params.d"
#include "common/tensor.wgsl" with name=${n}s, binding=${t + 1}, width=${w}
//# Four elements of the row that begins at `row`; past its end they are 0.
fn quad_${n}(row: u32, i: u32) -> vec4f {
#if w == 4
  //# Read in any case, which is safe and needs no branch.
  return select(vec4f(), load4_${n}s((row + i) / 4u), i < ${length});
#else
  var r = vec4f();
#for c in 0..4
#let part = c == 0 ? "x" : c == 1 ? "y" : c == 2 ? "z" : "w"
  if (i + ${c}u < ${length}) { r.${part} = load_${n}s(row + i + ${c}u); }
#end
  return r;
#end
}
#end
#if masked
#include "common/tensor.wgsl" with name=mask, binding=${few ? 6 : 4}, dtype=${mask}, width=1
#end
#include "common/tensor.wgsl" with name=y, binding=${(few ? 6 : 4) + masked + extra}, dtype=${y}, access=write, width=${y_width}
#include "attention/put.wgsl"

// How many keys a query sees.
fn seen(query: u32) -> u32 {
  if (params.causal == 0u) { return params.keys; }
  let after = query + 1u + params.keys;
  return select(0u, min(after - params.queries, params.keys), after > params.queries);
}
//# Where the kernels by tiles begin: the head and the first query of a workgroup, and how many keys are of interest to it.
#define tile_of_queries(tile_q)
let tiles = (params.queries + ${tile_q - 1}u) / ${tile_q}u;
let index = linear_group(group, groups);
if (index >= tiles * params.heads) {
  return;
}
// The last queries of all heads first: causal ones see the most keys.
let head = index % params.heads;
let first = (tiles - 1u - index / params.heads) * ${tile_q}u;
let end = seen(min(first + ${tile_q}u, params.queries) - 1u);
let all_seen = seen(first);  // keys that every row sees
#end
fn mad(a: vec4f, b: vec4f, c: f32) -> f32 {
  return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, c))));
}
//# Four rows, or four keys, at once.
fn mad4(a: vec4f, b: vec4f, c: vec4f, d: vec4f, k: vec4f, s: vec4f) -> vec4f {
  return vec4f(mad(a, k, s.x), mad(b, k, s.y), mad(c, k, s.z), mad(d, k, s.w));
}
//# exp(s - top); NaN where s is NaN or infinite, as exp(inf - inf) is.
fn weights(s: vec4f, top: vec4f) -> vec4f {
#if find_nan
  return select(exp(s - top), vec4f(not_a_number()), is_nan4(s) | (bitcast<vec4u>(s) == vec4u(0x7f800000u)));
#else
  return exp(s - top);
#end
}
