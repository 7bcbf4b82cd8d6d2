//# y = x·W' for few rows of x, where W is few-bit weights [n, k]: every code is read once, straight into registers. A
//# thread sums four columns of y over stretches of 32 weights; `span` threads share the stretches of a column.
//#   x, y              element types
//#   x_width, y_width  4: quads; 1: single elements
//#   x_bits            32: x as it is; 16 or 8: each stretch of x in whole numbers of so many bits, multiplied by packed
//#                     dot products
//#   rows              rows of x, rounded up to 1, 2, 4 or 8
//#   span, threads     threads for four columns, and in all
//#   staged            1: x goes through workgroup memory, which is read without conflicts; 0: straight from memory
//#   wave              subgroups of this many threads sum up; 0: workgroup memory does
//#   gated             1: columns are pairs (gate, up), and silu(gate) * up is stored, with y_width 1
//#   looped            1: the quads of a stretch in a loop, not written out: less to compile
//#   bits, aligned, group, scales, minimums, wide   see packed/codes.wgsl
#param x, y, x_width=4, y_width=4, x_bits=32, rows, span, threads, staged=0, wave=0, looped=0, gated=0
#param bits, aligned=0, group, scales, minimums, wide=1
#let from_memory = aligned || looped
#if wave
enable subgroups;
#end
#include "common/grid.wgsl"
#include "common/fused.wgsl"
#include "quantized_matmul/gated.wgsl"

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
#if wave
var<workgroup> sums: array<vec4f, ${rows * threads / wave}>;
#else
#for r in 0..rows
#include "common/reduce.wgsl" with name=row${r}, op=sum, T=vec4f, stride=1, subgroups=0
#end
#end
#if staged
//# A stretch is eight quads, and one more: neighbours then read from different banks.
var<workgroup> shared_x: array<vec4f, ${rows * span * 9}>;
#end
#if x_bits < 32
#include "packed/whole.wgsl"
struct Fit { scale: vec4f, base: vec4f }
#end

//# Word i of the 32 codes that column c has in registers, and the code that starts at `bit` of them. The code stays where
//# it is: with bits above it that spell the exponent, it is the end of a float.
#define word(c, i)
w${c}_${wide > 1 ? i / wide + "[" + i % wide + "u]" : i}
#end
#define code(bit, c)
#let off = bit % 32
#let place = off + bits <= 23 ? off : off + bits <= 32 ? off - 9 : 0
#let mask = bits == 8 ? 255 : bits == 4 ? 15 : bits == 3 ? 7 : bits == 2 ? 3 : 1
#let middle = minimums ? "" : " - " + (bits == 8 ? 128 : bits == 4 ? 8 : bits == 3 ? 4 : 2) + ".0"
#if bits == 1 && !minimums
bitcast<f32>(((#word(${c}, 0) << ${31 - off}u) & 0x80000000u) ^ 0xbf800000u)
#elif off + bits <= 23
bitcast<f32>((#word(${c}, ${bit / 32}) & (${mask}u << ${place}u)) | (${150 - place}u << 23u)) - f32(8388608u >> ${place}u)${middle}
#elif off + bits <= 32
bitcast<f32>(((#word(${c}, ${bit / 32}) >> 9u) & (${mask}u << ${place}u)) | (${150 - place}u << 23u)) - f32(8388608u >> ${place}u)${middle}
#else
bitcast<f32>((((#word(${c}, ${bit / 32}) >> ${off}u) | (#word(${c}, ${bit / 32 + 1}) << ${32 - off}u)) & ${mask}u) | 0x4b000000u) - 8388608.0${middle}
#end
#end

#include "quantized_matmul/quad_x.wgsl"

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * ${threads / span * 4}u;
  if (first >= params.n) {
    return;
  }
  let part = lane % ${span}u;
  let col = first + lane / ${span}u * 4u;
  // Columns past the last repeat those before; nothing is stored for them.
#for c in 0..4
  let col${c} = ${y_width == 4 ? "min(col, params.n - 4u) + " + c + "u" : "min(col + " + c + "u, params.n - 1u)"};
#end
#for r in 0..rows
  let row${r} = min(${r}u, params.m - 1u);
  var total${r} = vec4f();
#end
#if staged
  let last = (params.k - 1u) / 32u * 32u;
  for (var base = 0u; base < params.k; base += ${span * 32}u) {
    // Past the last stretch x is zero and the codes are the last one's.
    let k = min(base + part * 32u, last);
#else
  for (var k = part * 32u; k < params.k; k += ${span * 32}u) {
#end
#if !from_memory
    //# The 32 codes of each column: `bits` words.
#for c in 0..4
    let at${c} = (params.codes_at + col${c} * params.words + k / 32u * ${bits}u)${wide > 1 ? " / " + wide + "u" : ""};
#for i in 0..bits / wide
    let w${c}_${i} = codes[at${c} + ${i}u];
#end
#end
#end
#for c in 0..4
    let s${c} = scale_at(col${c}, k);
#end
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
#if minimums
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
#end
#if staged
    if (base > 0u) {
      workgroupBarrier();
    }
#for r in 0..rows
#for i in 0..(span * 8 + threads - 1) / threads
#let spot = i == 0 ? "lane" : "(lane + " + i * threads + "u)"
#if (i + 1) * threads > span * 8
    if (${spot} < ${span * 8}u) {
#else
    {
#end
      shared_x[${r * span * 9}u + ${spot} + ${spot} / 8u] = quad_x(row${r}, base + ${spot} * 4u);
    }
#end
#end
    workgroupBarrier();
#end
#if x_bits < 32
    let fit = Fit(#whole_scale(scale, minimum));
#for c in 0..4
    #whole_codes(${c})
#end
#for r in 0..rows
    {
#for q in 0..8
      let x${q} = shared_x[${r * span * 9 + q}u + part * 9u];
#end
      #whole_stretch()
      let sum = vec4f(
#for c in 0..4
        f32(#whole_dot(${c})),
#end
      );
      total${r} = fma(sum * unit, fit.scale, fma(vec4f(all), fit.base, total${r}));
    }
#end
#else
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
#let deep = looped ? "q" : 4 * q + "u"
    {
#for r in 0..rows
#if staged
      let x${r} = shared_x[${r * span * 9}u + part * 9u + ${deep} / 4u];
#else
      let x${r} = quad_x(row${r}, k + ${deep});
#end
#if minimums
      all${r} += dot(x${r}, vec4f(1.0));
#end
#end
#for c in 0..4
#if from_memory
      let d${c} = code4(col${c}, k + ${deep});
#else
      let d${c} = vec4f(
#for t in 0..4
        #code(${(4 * q + t) * bits}, ${c}),
#end
      );
#end
#end
#for r in 0..rows
      sum${r} += vec4f(dot(x${r}, d0), dot(x${r}, d1), dot(x${r}, d2), dot(x${r}, d3));
#end
    }
#end
#for r in 0..rows
    total${r} = fma(sum${r}, scale, total${r});
#if minimums
    total${r} = fma(vec4f(all${r}), minimum, total${r});
#end
#end
#end
  }
#if wave
  //# A subgroup's threads halve what they hold before they halve themselves: four sums for little more than one.
  let up = (lane & ${wave / 2}u) != 0u;
  let side = (lane & ${wave / 4}u) != 0u;
#for r in 0..rows
  {
    let pair = select(total${r}.xy, total${r}.zw, vec2<bool>(up)) +
               subgroupShuffleXor(select(total${r}.zw, total${r}.xy, vec2<bool>(up)), ${wave / 2}u);
    var v = select(pair.x, pair.y, side) + subgroupShuffleXor(select(pair.y, pair.x, side), ${wave / 4}u);
#for step in 1..5
#let away = step == 1 ? wave / 8 : step == 2 ? wave / 16 : step == 3 ? wave / 32 : wave / 64
#if away
    v += subgroupShuffleXor(v, ${away}u);
#end
#end
    if (lane % ${wave / 4}u == 0u) {
      sums[${r * threads / wave}u + lane / ${wave}u][select(0u, 2u, up) + select(0u, 1u, side)] = v;
    }
  }
#end
  workgroupBarrier();
#end
#for r in 0..rows
  {
#if wave
    var v = sums[${r * threads / wave}u + lane / ${span}u * ${span / wave}u];
#for i in 1..span / wave
    v += sums[${r * threads / wave + i}u + lane / ${span}u * ${span / wave}u];
#end
#else
    let v = reduce_row${r}(total${r}, lane);
#end
    if (part == ${r}u % ${span}u && ${r}u < params.m && col < params.n) {
      let at = ${r}u * params.n + col;
#if gated
      #store_pairs(v, ${r}u, col)
#elif y_width == 4
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
