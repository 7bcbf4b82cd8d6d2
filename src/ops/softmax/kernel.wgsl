//# y = exp(x - max) / sum(exp(x - max)) along rows, or its logarithm (log=1). The row is read once when it fits into
//# registers; else twice: maximum and sum in one pass, the result in another.
//#   fast      1: what becomes of NaN and infinities is left to the compiler
//#   find_nan  1: exp on this device may lose a NaN, so it is looked for; elsewhere the sum carries it
#param log=0, fast=0, find_nan=0, out
#include "rows/rows.wgsl"
struct Params {
  x_at: u32,
  #fused_reads()
  rows: u32,
  length: u32,
  inner: u32,
  #fused_params()
}
#include "common/tensor.wgsl" with name=x, binding=1, width=${width}
#include "common/tensor.wgsl" with name=y, binding=${2 + extra}, dtype=${out}, access=write, width=${out_width}
#include "common/reduce.wgsl" with name=max, op=max, T=${A}
#include "common/reduce.wgsl" with name=sum, op=sum, T=${A}
#let lowest = "-3.4028234e38"
#let U = width == 4 ? "vec4u" : "u32"
#let AU = columns ? U : "u32"

#entry()
  let w = walk(group, lane);
  var most = ${V}(${lowest});
#if find_nan
  var magnitude = ${U}(0u);  // the largest, as bits: max() may lose a NaN, this does not
#end
#if per_thread
  // Written out: an array with a running index may be moved out of registers.
#for k in 0..per_thread
  var v${k} = ${V}();
#end
#for k in 0..per_thread
  {
    let i = w.begin + ${k * span}u;
    if (i < w.end) {
      v${k} = #load(w.first + i * w.step);
      most = max(most, v${k});
#if find_nan
      magnitude = max(magnitude, bitcast<${U}>(v${k}) & ${U}(0x7fffffffu));
#end
    }
  }
#end
#else
  // The sum so far is relative to the maximum so far, and is scaled down when that grows.
  var sums = ${V}(0.0);
  for (var i = w.begin; i < w.end; i += ${span}u) {
    let v = #load(w.first + i * w.step);
    let more = max(most, v);
    sums = sums * exp(most - more) + exp(v - more);
    most = more;
#if find_nan
    magnitude = max(magnitude, bitcast<${U}>(v) & ${U}(0x7fffffffu));
#end
  }
#end
#if !find_nan
  let top = reduce_max(#across_max(most), lane);
#else
  // One NaN makes the whole row NaN, as infinity does.
  var infinity_bits = 0x7f800000u;
  let seen = select(most, ${V}(bitcast<f32>(infinity_bits)), magnitude > ${U}(0x7f800000u));
  let top = reduce_max(#across_max(seen), lane);
#end
#if per_thread
  var sums = ${V}(0.0);
#for k in 0..per_thread
  {
    if (w.begin + ${k * span}u < w.end) {
#if log
      v${k} -= top;
      sums += exp(v${k});
#else
      v${k} = exp(v${k} - top);
      sums += v${k};
#end
    }
  }
#end
#else
  sums *= exp(most - top);
#end
  let total = reduce_sum(#across_sum(sums), lane);
#if log
  var shift = log(total);
#else
  var scale = 1.0 / total;
#end
#if !fast
  // NaN or infinity, or nothing but -infinity: then no element has a value.
  let lost = ((bitcast<${AU}>(top) & ${AU}(0x7f800000u)) == ${AU}(0x7f800000u)) | (total == ${A}(0.0));
  var nan_bits = 0x7fc00000u;
  let nan = ${A}(bitcast<f32>(nan_bits));
#if log
  shift = select(shift, nan, lost);
#else
  scale = select(scale, nan, lost);
#end
#end
#if per_thread
#for k in 0..per_thread
  {
    let i = w.begin + ${k * span}u;
    if (i < w.end) {
#if log
      #store(w.first + i * w.step, v${k} - shift)
#else
      #store(w.first + i * w.step, v${k} * scale)
#end
    }
  }
#end
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
