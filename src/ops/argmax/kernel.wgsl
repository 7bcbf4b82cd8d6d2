//# The first place of the largest element of each row; NaN counts as largest. Cut into parts like rows/reduce.wgsl:
//# the first dispatch finds a candidate per part, the second (candidates=1) compares those. finite=1: -1 where the
//# largest is infinite or NaN.
#param candidates=0, finite=0
#let cut = !candidates
#let one_each = 1
#include "rows/rows.wgsl"
struct Params {
  x_at: u32,
#if candidates
  best_at: u32,
#end
  rows: u32,
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,
}
#include "common/tensor.wgsl" with name=x, binding=1, width=${width}
#if candidates
#include "common/tensor.wgsl" with name=best, binding=2, dtype=i32
#end
#include "common/tensor.wgsl" with name=y, binding=${2 + candidates}, dtype=i32, access=write, width=${out_width}
#let W = width == 4 ? "vec4i" : "i32"
#let R = columns ? W : "i32"
#include "common/reduce.wgsl" with name=key, op=max, T=${R}
#include "common/reduce.wgsl" with name=index, op=min, T=${R}
#include "rows/order.wgsl" with nan=high

#define compare(unit, index)
#if T == "f32"
let exact = key_of(#load(${unit}));
let key = select(exact, ${W}(0), exact == ${W}(-1));  // minus zero equals zero
#else
let key = key_of(#load(${unit}));
#end
let better = (key > top) | (at < ${W}(0));
top = select(top, key, better);
at = select(at, ${W}(${index}), better);
#end

#entry()
  let w = walk(group, lane);
  // Every component of a unit keeps its own largest key and where it was.
  var top = ${W}(-0x7fffffff - 1);
  var at = ${W}(-1);
#if candidates
  // One candidate per part, each an index along the row; single elements, since candidates of neighbours differ.
  if (w.live) {
    for (var i = w.place; i < params.parts; i += ${span}u) {
      let index = load_best((w.row / w.step * params.parts + i) * w.step + w.row % w.step);
      #compare(w.first + u32(index) * w.step, index)
    }
  }
#else
  for (var i = w.begin; i < w.end; i += ${span}u) {
    #compare(w.first + i * w.step, i32(i))
  }
#end
  let best = reduce_key(#across_max(top), lane);
#if width == 4 && !columns
  let place = at * 4 + vec4i(0, 1, 2, 3);
#else
  let place = at;
#end
  let found = select(${W}(0x7fffffff), place, (top == ${W}(best)) & (at >= ${W}(0)));
  let index = reduce_index(#across_min(found), lane);
  if (w.live && w.place == 0u) {
#if finite
    // The keys of numbers lie between those of the infinities.
    let number = (best < ${R}(0x7f800000)) & (best > ${R}(-0x7f800001));
    let chosen = select(${R}(-1), index, number);
    #store(w.row, chosen)
#else
    #store(w.row, index)
#end
  }
}
