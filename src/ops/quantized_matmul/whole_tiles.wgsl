//# y = x·W' by tiles, where x is rows in whole numbers (whole_rows.wgsl) and W few-bit weights [n, k]: a workgroup computes
//# tile_m x tile_n results, each thread 4 x 4 of them, `deep` stretches at a time.
//#   y, y_width       element type; 4: quads, 1: single elements
//#   gated            1: columns are pairs (gate, up), and silu(gate) * up is stored, with y_width 1
//#   unrolled         1: the stretches of a turn written out, which is faster and takes longer to compile
//#   x_bits           see packed/whole.wgsl
//#   bits, group, scales, minimums, wide   see packed/codes.wgsl
#param y, y_width=4, tile_m, tile_n, deep, unrolled=0, gated=0
#param x_bits, bits, aligned=0, group, scales, minimums, wide=1
#let across = tile_n / 4
#let down = tile_m / 4
#let threads = across * down
#let x_quads = x_bits / 4
#let x_line = deep * x_quads + 1
#let w_line = deep * 2 + 1
#include "common/grid.wgsl"
#include "common/fused.wgsl"
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
var<workgroup> x_tile: array<vec4u, ${tile_m * x_line}>;
var<workgroup> w_tile: array<vec4u, ${tile_n * w_line}>;
var<workgroup> x_fits: array<vec2f, ${tile_m * deep}>;
var<workgroup> w_fits: array<vec2f, ${tile_n * deep}>;

#define word(c, i)
w${c}_${wide > 1 ? i / wide + "[" + i % wide + "u]" : i}
#end
#let x_loads = (tile_m * deep * x_quads + threads - 1) / threads
#let f_loads = (tile_m * deep + threads - 1) / threads
#let w_loads = (tile_n * deep + threads - 1) / threads

//# What the turn from stretch `from` on needs, into registers. Rows and columns past the last repeat it; past the last
//# stretch x is zero.
#define fetch(from)
#for i in 0..x_loads
{
  let at = lane + ${i * threads}u;
  let s = ${from} + at % ${deep * x_quads}u / ${x_quads}u;
  let row = min(row0 + at / ${deep * x_quads}u, params.m - 1u);
  let v = x[params.x_at / 4u + (row * params.stretches + s) * ${x_quads}u + at % ${x_quads}u];
  next_x${i} = select(vec4u(), v, s < params.stretches);
}
#end
#for i in 0..f_loads
{
  let at = lane + ${i * threads}u;
  let s = ${from} + at % ${deep}u;
  let row = min(row0 + at / ${deep}u, params.m - 1u);
  next_f${i} = select(vec2f(), fits[params.fits_at / 2u + row * params.stretches + s], s < params.stretches);
}
#end
#for i in 0..w_loads
{
  let at = lane + ${i * threads}u;
  let s = min(${from} + at % ${deep}u, params.stretches - 1u);
  let row = min(col0 + at / ${deep}u, params.n - 1u);
  let first = (params.codes_at + row * params.words + s * ${bits}u)${wide > 1 ? " / " + wide + "u" : ""};
#for j in 0..bits / wide
  w${i}_${j} = codes[first + ${j}u];
#end
  let shared_at = scale_at(row, s * 32u);
  next_w${i} = vec2f(#whole_scale(load_scales(shared_at), load_minimums(shared_at)));
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
  var next_w${i}: vec2f;
#end
#for i in 0..4
  var sum${i} = vec4f();
#end
  #fetch(0u)
  for (var turn = 0u; turn < params.stretches; turn += ${deep}u) {
    workgroupBarrier();
#for i in 0..x_loads
#if (i + 1) * threads > tile_m * deep * x_quads
    if (lane + ${i * threads}u < ${tile_m * deep * x_quads}u) {
#else
    {
#end
      let at = lane + ${i * threads}u;
      let line = at / ${deep * x_quads}u;
      x_tile[(line % 4u * ${down}u + line / 4u) * ${x_line}u + at % ${deep * x_quads}u] = next_x${i};
    }
#end
#for i in 0..f_loads
#if (i + 1) * threads > tile_m * deep
    if (lane + ${i * threads}u < ${tile_m * deep}u) {
#else
    {
#end
      let line = (lane + ${i * threads}u) / ${deep}u;
      x_fits[(line % 4u * ${down}u + line / 4u) * ${deep}u + (lane + ${i * threads}u) % ${deep}u] = next_f${i};
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
      w_tile[slot * ${w_line}u + s * 2u] = vec4u(bytes${i}_0, bytes${i}_1, bytes${i}_2, bytes${i}_3);
      w_tile[slot * ${w_line}u + s * 2u + 1u] = vec4u(bytes${i}_4, bytes${i}_5, bytes${i}_6, bytes${i}_7);
      w_fits[slot * ${deep}u + s] = next_w${i};
    }
#end
    workgroupBarrier();
    #fetch(turn + ${deep}u)
#if !unrolled
    for (var s = 0u; s < ${deep}u; s++)
#end
#for u in 0..(unrolled ? deep : 1)
    {
#if unrolled
      const s = ${u}u;
#end
#for i in 0..4
      let fit${i} = x_fits[(ty + ${i * down}u) * ${deep}u + s];
#for q in 0..x_quads
      let x${i}_${q} = x_tile[(ty + ${i * down}u) * ${x_line}u + s * ${x_quads}u + ${q}u];
#end
#end
#for j in 0..4
      {
        let w0 = w_tile[(tx + ${j * across}u) * ${w_line}u + s * 2u];
        let w1 = w_tile[(tx + ${j * across}u) * ${w_line}u + s * 2u + 1u];
        let fit = w_fits[(tx + ${j * across}u) * ${deep}u + s];
#for i in 0..4
        {
          let high = dot4I8Packed(w0.x, x${i}_0.x) + dot4I8Packed(w0.y, x${i}_0.y) + dot4I8Packed(w0.z, x${i}_0.z) + dot4I8Packed(w0.w, x${i}_0.w) + dot4I8Packed(w1.x, x${i}_1.x) + dot4I8Packed(w1.y, x${i}_1.y) + dot4I8Packed(w1.z, x${i}_1.z) + dot4I8Packed(w1.w, x${i}_1.w);
#if x_bits == 16
          let low = dot4I8Packed(w0.x, x${i}_2.x) + dot4I8Packed(w0.y, x${i}_2.y) + dot4I8Packed(w0.z, x${i}_2.z) + dot4I8Packed(w0.w, x${i}_2.w) + dot4I8Packed(w1.x, x${i}_3.x) + dot4I8Packed(w1.y, x${i}_3.y) + dot4I8Packed(w1.z, x${i}_3.z) + dot4I8Packed(w1.w, x${i}_3.w);
#end
          sum${i}[${j}] = fma(f32(${x_bits == 16 ? "high * 256 + low" : "high"}) * fit${i}.x, fit.x, fma(fit${i}.y, fit.y, sum${i}[${j}]));
        }
#end
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
      #post(store_y, at / 2u, v.x / (1.0 + exp(-v.x)) * v.y)
      if (col + 2u < params.n) {
        #post(store_y, at / 2u + 1u, v.z / (1.0 + exp(-v.z)) * v.w)
      }
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
