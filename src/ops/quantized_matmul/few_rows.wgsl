//# y = x·W' for few rows of x, where W is few-bit weights [n, k]: every code is read once, straight into registers. A
//# thread sums four columns of y over stretches of 32 weights; `span` threads share the stretches of a column.
//#   x, y              element types
//#   x_width, y_width  4: quads; 1: single elements
//#   rows              rows of x, rounded up to 1, 2, 4 or 8
//#   span, threads     threads for four columns, and in all
//#   looped            1: the quads of a stretch in a loop, not written out: less to compile
//#   bits, aligned, group, scales, minimums, wide   see packed/codes.wgsl
#param x, y, x_width=4, y_width=4, rows, span, threads, subgroups=0, looped=0
#param bits, aligned=0, group, scales, minimums, wide=1
#let from_memory = aligned || looped
#if subgroups
enable subgroups;
#end
#include "common/grid.wgsl"
#include "common/fused.wgsl"

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
#if minimums
  minimums_at: u32,
#end
  #fused_reads()
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${x}, width=${x_width}
#include "packed/codes.wgsl" with at=2
#include "common/tensor.wgsl" with name=y, binding=${(minimums ? 5 : 4) + extra}, dtype=${y}, access=write, width=${y_width}
#if subgroups
var<private> reduce_wave: u32;
#end
#for r in 0..rows
#include "common/reduce.wgsl" with name=row${r}, op=sum, T=vec4f, stride=1
#end

fn quad_x(row: u32, k: u32) -> vec4f {
#if x_width == 4
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), #pre_a(q, load4_x(q)), k < params.k);
#else
  let i = row * params.k + k;
  return vec4f(
#for t in 0..4
    select(0.0, #pre_a(i + ${t}u, load_x(i + ${t}u)), k + ${t}u < params.k),
#end
  );
#end
}

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32${subgroups ? ", @builtin(subgroup_size) wave: u32" : ""}) {
#if subgroups
  reduce_wave = wave;
#end
  let first = linear_group(group, groups) * ${threads / span * 4}u;
  if (first >= params.n) {
    return;
  }
  let part = lane % ${span}u;
  let col = first + lane / ${span}u * 4u;
  // Columns past the last repeat it; nothing is stored for them.
#for c in 0..4
  let col${c} = min(col + ${c}u, params.n - 1u);
#end
#for r in 0..rows
  let row${r} = min(${r}u, params.m - 1u);
  var total${r} = vec4f();
#end
  for (var k = part * 32u; k < params.k; k += ${span * 32}u) {
#if !from_memory
    //# The 32 codes of each column: `bits` words.
#for c in 0..4
    let at${c} = (params.codes_at + col${c} * params.words + k / 32u * ${bits}u)${wide > 1 ? " / " + wide + "u" : ""};
#for i in 0..bits / wide
    let w${c}_${i} = codes[at${c} + ${i}u];
#end
#end
#end
#for r in 0..rows
    var sum${r} = vec4f();
#if minimums
    var all${r} = 0.0;
#end
#end
#if looped
    for (var q = 0u; q < 32u; q += 4u)
#end
#for q in 0..(looped ? 1 : 8)
#let deep = looped ? "k + q" : "k + " + 4 * q + "u"
    {
#for r in 0..rows
      let x${r} = quad_x(row${r}, ${deep});
#if minimums
      all${r} += dot(x${r}, vec4f(1.0));
#end
#end
#let bit = 4 * bits * q
#let word = bit / 32
#let shift = bit % 32
#for c in 0..4
#let name = wide > 1 ? "w" + c + "_" + word / wide + "[" + word % wide + "]" : "w" + c + "_" + word
#if from_memory
      let d${c} = code4(col${c}, ${deep});
#elif shift > 32 - 4 * bits
      let d${c} = low4((${name} >> ${shift}u) | (w${c}_${word + 1} << ${32 - shift}u));
#else
      let d${c} = low4(${name} >> ${shift}u);
#end
#end
#for r in 0..rows
      sum${r} += vec4f(dot(x${r}, d0), dot(x${r}, d1), dot(x${r}, d2), dot(x${r}, d3));
#end
    }
#end
#for c in 0..4
    let s${c} = scale_at(col${c}, k);
#end
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
#if minimums
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
#end
#for r in 0..rows
    total${r} = fma(sum${r}, scale, total${r});
#if minimums
    total${r} = fma(vec4f(all${r}), minimum, total${r});
#end
#end
  }
#for r in 0..rows
  {
    let v = reduce_row${r}(total${r}, lane);
    if (part == ${r}u % ${span}u && ${r}u < params.m && col < params.n) {
      let at = ${r}u * params.n + col;
#if y_width == 4
      #post(store4_y, at / 4u, v)
#else
#for c in 0..4
      if (col + ${c}u < params.n) {
        #post(store_y, at + ${c}u, v[${c}])
      }
#end
#end
    }
  }
#end
}
