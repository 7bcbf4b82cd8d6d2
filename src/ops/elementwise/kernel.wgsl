// y = op(a), op(a, b) or op(a, b, c), element by element; a thread computes four.
//# op                the function, in <op>/expr.wgsl, written for V: vec4f, vec4i or vec4u
//# a_type, a_form    storage type of an operand, and how its elements follow y's (ops/elementwise/elementwise.h)
//# handles_nan      the function gives the right result for NaN itself (ops/op.h)
//# #load_a(q)        the operand's quad q; #store4(q, v): where the result goes
#param op, inputs, threads, y_type, a_type, a_form, b_type="f32", b_form="flat", c_type="f32", c_form="flat", fast=0, handles_nan=0
#let T = y_type == "i32" || y_type == "i8" ? "i32" : y_type == "u32" || y_type == "u8" ? "u32" : "f32"
#let V = T == "f32" ? "vec4f" : T == "i32" ? "vec4i" : "vec4u"
#let flat_a = a_form == "flat" || a_form == "scalar" || a_form == "row"
#let flat_b = b_form == "flat" || b_form == "scalar" || b_form == "row"
#let flat_c = c_form == "flat" || c_form == "scalar" || c_form == "row"
#let strided = !flat_a || !flat_b || !flat_c
struct Params {
#for k in 0..inputs
#let n = k == 0 ? "a" : k == 1 ? "b" : "c"
  ${n}_at: u32,
#end
  count: u32,
  rank: u32,
#for k in 0..inputs
#let n = k == 0 ? "a" : k == 1 ? "b" : "c"
  ${n}_row: u32,
#end
#if strided
#for k in 0..(4 - (2 * inputs + 2) % 4) % 4
  pad${k}: u32,
#end
  sizes: array<vec4u, 2>,
#for k in 0..inputs
#let n = k == 0 ? "a" : k == 1 ? "b" : "c"
  ${n}_steps: array<vec4u, 2>,
#end
#end
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/grid.wgsl"
#include "common/math.wgsl"
#for k in 0..inputs
#let n = k == 0 ? "a" : k == 1 ? "b" : "c"
#let form = k == 0 ? a_form : k == 1 ? b_form : c_form
#let type = k == 0 ? a_type : k == 1 ? b_type : c_type
#let wide = form == "flat" || form == "row" || form == "runs" ? 4 : 1
#let N = type == "i32" || type == "i8" ? "vec4i" : type == "u32" || type == "u8" ? "vec4u" : "vec4f"
#include "common/tensor.wgsl" with name=${n}, binding=${k + 1}, dtype=${type}, width=${wide}
#if form == "runs" || form == "splat" || form == "strided"
// The element of ${n} that result i takes.
fn at_${n}(i: u32) -> u32 {
  var rest = i;
  var at = 0u;
  for (var d = params.rank; d > 0u; d--) {
    let size = params.sizes[(d - 1u) / 4u][(d - 1u) % 4u];
    at += rest % size * params.${n}_steps[(d - 1u) / 4u][(d - 1u) % 4u];
    rest /= size;
  }
  return at;
}
#end
fn quad_${n}(q: u32) -> ${N} {
#if form == "flat"
  return load4_${n}(q);
#elif form == "row"
  return load4_${n}(q % params.${n}_row);
#elif form == "scalar"
  return ${N}(load_${n}(0u));
#elif form == "runs"
  return load4_${n}(at_${n}(q * 4u) / 4u);
#elif form == "splat"
  return ${N}(load_${n}(at_${n}(q * 4u)));
#else
  var v: ${N};
  for (var k = 0u; k < 4u; k++) {
    v[k] = load_${n}(at_${n}(min(q * 4u + k, params.count - 1u)));
  }
  return v;
#end
}
#define load_${n}(q)
quad_${n}(${q})
#end
#end
#include "common/tensor.wgsl" with name=y, binding=${inputs + 1}, dtype=${y_type}, access=write, width=4
#let f = "op_" + op
#include "${op}/expr.wgsl"
#define store4(q, v)
store4_y(${q}, ${v});
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  if (q > (params.count - 1u) / 4u) { return; }
  let a = #load_a(q);
#if inputs == 1
  var y = op_${op}(a);
#elif inputs == 2
  let b = #load_b(q);
  var y = op_${op}(a, b);
#else
  let b = #load_b(q);
  let c = #load_c(q);
  var y = op_${op}(a, b, c);
#end
#if T == "f32" && !fast && !handles_nan
  // Compilers may assume there are no NaN; the test is on the bits, so it stays.
#if inputs == 1
  y = select(y, a, is_nan4(a));
#else
  y = select(y, a + b, is_nan4(a) | is_nan4(b));
#end
#end
  #store4(q, y)
}
