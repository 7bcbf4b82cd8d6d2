//# The sum, largest or smallest of each row. A long row may be cut into params.parts chunks with one result each, for a
//# second dispatch to finish, so that few long rows still use the whole device.
//#   op           sum | max | min; a sum of floats is multiplied by params.scale, which makes it a mean
//#   unroll       units that a thread reads at once
#param op, unroll=1, out
#let cut = 1
#let one_each = 1
#include "rows/rows.wgsl"
struct Params {
  x_at: u32,
  #fused_reads()
  rows: u32,     // results: rows times parts
  length: u32,
  inner: u32,
  parts: u32,
  chunk: u32,    // units of a part
  scale: f32,
  #fused_params()
}
#include "common/tensor.wgsl" with name=x, binding=1, width=${width}
#include "common/tensor.wgsl" with name=y, binding=${2 + extra}, dtype=${out}, access=write, width=${out_width}
#let keyed = op != "sum"
#let W = keyed ? (width == 4 ? "vec4i" : "i32") : V
#let R = keyed ? (columns ? W : "i32") : A
#include "common/reduce.wgsl" with name=all, op=${op}, T=${R}
#if keyed
#let nan = op == "max" ? "high" : "low"
#include "rows/order.wgsl" with nan=${nan}
#let identity = op == "max" ? "-0x7fffffff - 1" : "0x7fffffff"
#else
#let identity = 0
#end
#define take(i)
#if keyed
  key_of(#load(${i}))
#else
  #load(${i})
#end
#end
#define combine(a, b)
#if op == "sum"
  ${a} + ${b}
#else
  ${op}(${a}, ${b})
#end
#end

#entry()
  let w = walk(group, lane);
  var i = w.begin;
#for k in 0..unroll
  var r${k} = ${W}(${identity});
#end
#if unroll > 1
  for (; i + ${(unroll - 1) * span}u < w.end; i += ${unroll * span}u) {
#for k in 0..unroll
    let v${k} = #take(w.first + (i + ${k * span}u) * w.step);
#end
#for k in 0..unroll
    r${k} = #combine(r${k}, v${k});
#end
  }
#end
  for (; i < w.end; i += ${span}u) {
    let v = #take(w.first + i * w.step);
    r0 = #combine(r0, v);
  }
#for k in 1..unroll
  r0 = #combine(r0, r${k});
#end
  let total = reduce_all(#across_${op}(r0), lane);
  if (w.live && w.place == 0u) {
#if keyed
    #store(w.row, value_of(total))
#elif T == "f32"
    #store(w.row, total * params.scale)
#else
    #store(w.row, total)
#end
  }
}
