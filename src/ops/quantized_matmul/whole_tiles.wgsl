//# y = x·W' by tiles, where x is rows of bytes (whole_rows.wgsl) and W few-bit weights [n, k]: a workgroup computes
//# tile_m x tile_n results, each thread 4 x 4 of them, `deep` stretches at a time.
//#   y, y_width       element type; 4: quads, 1: single elements
//#   gated            1: columns are pairs (gate, up), and silu(gate) * up is stored, with y_width 1
//#   unrolled         1: the stretches of a turn written out, which is faster and takes longer to compile
//#   ragged           1: a row is no whole number of turns: past its last stretch x counts as zero
//#   bits, group, scales, minimums, wide   see packed/codes.wgsl
#param y, y_width=4, tile_m, tile_n, deep, ragged=1, unrolled=0, gated=0
#param bits, aligned=0, group, scales, minimums, wide=1
#let across = tile_n / 4
#let down = tile_m / 4
#let threads = across * down
#let x_bits = 8
#let line = deep * 2 + 1
#include "common/grid.wgsl"
#include "common/fused.wgsl"
#include "quantized_matmul/gated.wgsl"
struct Params {
  x_at: u32,
  fits_at: u32,
  codes_at: u32,
  scales_at: u32,
#if minimums
  minimums_at: u32,
#end
  #fused_reads()
  m: u32,
  n: u32,
  stretches: u32,
  words: u32,
  scale_step: u32,
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4u>;
@group(0) @binding(2) var<storage, read> fits: array<vec2f>;
#include "packed/codes.wgsl" with at=3
#include "common/tensor.wgsl" with name=y, binding=${(minimums ? 6 : 5) + extra}, dtype=${y}, access=write, width=${y_width}
#include "packed/whole.wgsl"
//# Lines are a quad longer than they need to be, and line i of four neighbours lies `down` or `across` lines from the
//# next: threads that read at the same time read from different banks.
var<workgroup> x_tile: array<vec4u, ${tile_m * line}>;
var<workgroup> w_tile: array<vec4u, ${tile_n * line}>;
//# Of four neighbours: units and sums of x, what products with w and sums are multiplied with.
var<workgroup> x_units: array<vec4f, ${down * deep}>;
var<workgroup> x_sums: array<vec4f, ${down * deep}>;
var<workgroup> w_scales: array<vec4f, ${across * deep}>;
var<workgroup> w_bases: array<vec4f, ${across * deep}>;

#define word(c, i)
w${c}_${wide > 1 ? i / wide + "[" + i % wide + "u]" : i}
#end
//# A scale as it is stored, and the number it is: the second waits for the first.
#define stored(name, i)
${name}[(${i} + params.${name}_at)${scales == "f16" ? " / 2u" : ""}]
#end
#define number(name, stored, i)
#if scales == "f16"
unpack2x16float(${stored} >> (((${i} + params.${name}_at) & 1u) * 16u)).x
#else
${stored}
#end
#end
#let x_loads = (tile_m * deep * 2 + threads - 1) / threads
#let f_loads = (tile_m * deep + threads - 1) / threads
#let w_loads = (tile_n * deep + threads - 1) / threads

//# What the turn from stretch `from` on needs, into registers. Rows and columns past the last repeat it; past the last
//# stretch x is zero.
#define fetch(from)
#for i in 0..x_loads
{
  let at = lane + ${i * threads}u;
  let s = ${from} + at % ${deep * 2}u / 2u;
  let row = min(row0 + at / ${deep * 2}u, params.m - 1u);
  let v = x[params.x_at / 4u + (row * params.stretches + s) * 2u + at % 2u];
  next_x${i} = ${ragged ? "select(vec4u(), v, s < params.stretches)" : "v"};
}
#end
#for i in 0..f_loads
{
  let at = lane + ${i * threads}u;
  let s = ${from} + at % ${deep}u;
  let row = min(row0 + at / ${deep}u, params.m - 1u);
  let v = fits[params.fits_at / 2u + row * params.stretches + s];
  next_f${i} = ${ragged ? "select(vec2f(), v, s < params.stretches)" : "v"};
}
#end
#for i in 0..w_loads
{
  let at = lane + ${i * threads}u;
  let s = ${ragged ? "min(" + from + " + at % " + deep + "u, params.stretches - 1u)" : from + " + at % " + deep + "u"};
  let row = min(col0 + at / ${deep}u, params.n - 1u);
  let first = (params.codes_at + row * params.words + s * ${bits}u)${wide > 1 ? " / " + wide + "u" : ""};
#for j in 0..bits / wide
  w${i}_${j} = codes[first + ${j}u];
#end
  next_at${i} = scale_at(row, s * 32u);
  next_s${i} = #stored(scales, next_at${i});
#if minimums
  next_m${i} = #stored(minimums, next_at${i});
#end
}
#end
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + ${tile_m - 1}u) / ${tile_m}u;
  let index = linear_group(group, groups);
  let row0 = index % tiles_m * ${tile_m}u;
  let col0 = index / tiles_m * ${tile_n}u;
  if (col0 >= params.n) {
    return;
  }
  let tx = lane % ${across}u;
  let ty = lane / ${across}u;
#for i in 0..x_loads
  var next_x${i}: vec4u;
#end
#for i in 0..f_loads
  var next_f${i}: vec2f;
#end
#for i in 0..w_loads
#for j in 0..bits / wide
  var w${i}_${j}: ${wide == 1 ? "u32" : wide == 2 ? "vec2u" : "vec4u"};
#end
  var next_at${i}: u32;
  var next_s${i}: ${scales == "f16" ? "u32" : "f32"};
  var next_m${i}: ${scales == "f16" ? "u32" : "f32"};
#end
#for i in 0..4
  var sum${i} = vec4f();
#end
  #fetch(0u)
  for (var turn = 0u; turn < params.stretches; turn += ${deep}u) {
    workgroupBarrier();
#for i in 0..x_loads
#if (i + 1) * threads > tile_m * deep * 2
    if (lane + ${i * threads}u < ${tile_m * deep * 2}u) {
#else
    {
#end
      let at = lane + ${i * threads}u;
      let line = at / ${deep * 2}u;
      x_tile[(line % 4u * ${down}u + line / 4u) * ${line}u + at % ${deep * 2}u] = next_x${i};
    }
#end
#for i in 0..f_loads
#if (i + 1) * threads > tile_m * deep
    if (lane + ${i * threads}u < ${tile_m * deep}u) {
#else
    {
#end
      let line = (lane + ${i * threads}u) / ${deep}u;
      let four = (lane + ${i * threads}u) % ${deep}u * ${down}u + line / 4u;
      x_units[four][line % 4u] = next_f${i}.x;
      x_sums[four][line % 4u] = next_f${i}.y;
    }
#end
#for i in 0..w_loads
#if (i + 1) * threads > tile_n * deep
    if (lane + ${i * threads}u < ${tile_n * deep}u) {
#else
    {
#end
      #whole_codes(${i})
      let line = (lane + ${i * threads}u) / ${deep}u;
      let slot = line % 4u * ${across}u + line / 4u;
      let s = (lane + ${i * threads}u) % ${deep}u;
      w_tile[slot * ${line}u + s * 2u] = vec4u(bytes${i}_0, bytes${i}_1, bytes${i}_2, bytes${i}_3);
      w_tile[slot * ${line}u + s * 2u + 1u] = vec4u(bytes${i}_4, bytes${i}_5, bytes${i}_6, bytes${i}_7);
      let scale = #number(scales, next_s${i}, next_at${i});
#if minimums
      let minimum = #number(minimums, next_m${i}, next_at${i});
#end
      let fit = vec2f(#whole_scale(scale, minimum));
      w_scales[s * ${across}u + line / 4u][line % 4u] = fit.x;
      w_bases[s * ${across}u + line / 4u][line % 4u] = fit.y;
    }
#end
    workgroupBarrier();
#if ragged
    #fetch(turn + ${deep}u)
#else
    if (turn + ${deep}u < params.stretches) {
      #fetch(turn + ${deep}u)
    }
#end
#if !unrolled
    for (var s = 0u; s < ${deep}u; s++)
#end
#for u in 0..(unrolled ? deep : 1)
    {
#if unrolled
      const s = ${u}u;
#end
      let units = x_units[s * ${down}u + ty];
      let sums = x_sums[s * ${down}u + ty];
      let scales4 = w_scales[s * ${across}u + tx];
      let bases4 = w_bases[s * ${across}u + tx];
#for j in 0..4
      let c${j}_0 = w_tile[(tx + ${j * across}u) * ${line}u + s * 2u];
      let c${j}_1 = w_tile[(tx + ${j * across}u) * ${line}u + s * 2u + 1u];
#end
#for i in 0..4
      {
        let x0 = x_tile[(ty + ${i * down}u) * ${line}u + s * 2u];
        let x1 = x_tile[(ty + ${i * down}u) * ${line}u + s * 2u + 1u];
        //# From the bits of 1.5 * 2^23 on, a whole number is counted in the low bits of a float.
        let d = bitcast<vec4f>(vec4i(
#for j in 0..4
          0x4b400000 + dot4I8Packed(c${j}_0.x, x0.x) + dot4I8Packed(c${j}_0.y, x0.y) + dot4I8Packed(c${j}_0.z, x0.z) +
              dot4I8Packed(c${j}_0.w, x0.w) + dot4I8Packed(c${j}_1.x, x1.x) + dot4I8Packed(c${j}_1.y, x1.y) +
              dot4I8Packed(c${j}_1.z, x1.z) + dot4I8Packed(c${j}_1.w, x1.w),
#end
        )) - 12582912.0;
        sum${i} = fma(d * units[${i}], scales4, fma(vec4f(sums[${i}]), bases4, sum${i}));
      }
#end
    }
#end
  }
#for i in 0..4
  {
    let row = row0 + ty * 4u + ${i}u;
    let col = col0 + tx * 4u;
    if (row < params.m && col < params.n) {
      let at = row * params.n + col;
#if gated
      let v = sum${i};
      #store_pairs(v, row, col)
#elif y_width == 4
      #post(store4_y, at / 4u, sum${i})
#else
      #post(store_y, at, sum${i}.x)
#for c in 1..4
      if (col + ${c}u < params.n) {
        #post(store_y, at + ${c}u, sum${i}[${c}])
      }
#end
#end
    }
  }
#end
}
