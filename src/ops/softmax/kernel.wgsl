//# y = exp(x - max) / sum(exp(x - max)) along rows, or its logarithm (log=1). The row is read once when it fits into
//# registers; else twice: maximum and sum in one pass, the result in another.
#param log=0, out
#include "rows/rows.wgsl"
struct Params {
  x_at: u32,
  rows: u32,
  length: u32,
  inner: u32,
}
#include "common/tensor.wgsl" with name=x, binding=1, width=${width}
#include "common/tensor.wgsl" with name=y, binding=2, dtype=${out}, access=write, width=${out_width}
#include "common/reduce.wgsl" with name=max, op=max, T=${A}
#include "common/reduce.wgsl" with name=sum, op=sum, T=${A}
#let lowest = "-3.4028234e38"

#entry()
  let w = walk(group, lane);
  var most = ${A}(${lowest});
  var total = ${A}(0.0);
#if per_thread
  var v: array<${V}, ${per_thread}>;
  for (var k = 0u; k < ${per_thread}u; k++) {
    let i = w.begin + k * ${span}u;
    if (i < w.end) {
      v[k] = #load(w.first + i * w.step);
      most = max(most, #across_max(v[k]));
    }
  }
  let top = reduce_max(most, lane);
  for (var k = 0u; k < ${per_thread}u; k++) {
    if (w.begin + k * ${span}u < w.end) {
      let e = exp(v[k] - top);
      total += #across_sum(e);
#if log
      v[k] -= top;
#else
      v[k] = e;
#end
    }
  }
  total = reduce_sum(total, lane);
#else
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  for (var i = w.begin; i < w.end; i += ${span}u) {
    let v = #load(w.first + i * w.step);
    let more = max(most, #across_max(v));
    let e = exp(v - more);
    total = total * exp(most - more) + #across_sum(e);
    most = more;
  }
  let top = reduce_max(most, lane);
  total = reduce_sum(total * exp(most - top), lane);
#end
#if log
  let shift = log(total);
#else
  let scale = 1.0 / total;
#end
#if per_thread
  for (var k = 0u; k < ${per_thread}u; k++) {
    let i = w.begin + k * ${span}u;
    if (i < w.end) {
#if log
      #store(w.first + i * w.step, v[k] - shift)
#else
      #store(w.first + i * w.step, v[k] * scale)
#end
    }
  }
#else
  for (var i = w.begin; i < w.end; i += ${span}u) {
    let v = #load(w.first + i * w.step) - top;
#if log
    #store(w.first + i * w.step, v - shift)
#else
    #store(w.first + i * w.step, exp(v) * scale)
#end
  }
#end
}
