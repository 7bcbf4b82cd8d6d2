//# Rows of few-bit weights, taken out of their codes: all of them, or those that `indices` name; NaN where there is no
//# such row.
//#   indices    their type, or empty
#param y, threads, indices=""
#param bits, aligned=0, group, scales, minimums
struct Params {
#if indices != ""
  indices_at: u32,
#end
  codes_at: u32,
  scales_at: u32,
#if minimums
  minimums_at: u32,
#end
  count: u32,    // of results
  k: u32,
  rows: u32,
  wrap: u32,     // added to indices over 2^31: the rows if they are i32, so negative, 0 if they are u32
  missing: f32,  // NaN
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
#let first = indices != "" ? 2 : 1
#if indices != ""
#include "common/tensor.wgsl" with name=indices, binding=1, dtype=u32
#end
#include "packed/codes.wgsl" with at=${first}, wide=1
#include "common/tensor.wgsl" with name=y, binding=${first + (minimums ? 3 : 2)}, dtype=${y}, width=4, access=write

fn element(i: u32) -> f32 {
  let k = i % params.k;
#if indices != ""
  let index = load_indices(i / params.k);
  let row = select(index, index + params.wrap, index >= 0x80000000u);
  if (row >= params.rows) { return params.missing; }
#else
  let row = i / params.k;
#end
  let at = scale_at(row, k);
  return code4(row, k & ~3u)[k & 3u] * load_scales(at)${minimums ? " + load_minimums(at)" : ""};
}
#include "common/map.wgsl"
