//# y = x·W' by tiles, where W is few-bit weights [n, k]: matmul/kernel.wgsl whose B is taken out of its codes.
//#   bits, aligned, group, scales, minimums   see packed/codes.wgsl
#param bits, aligned=0, group, scales, minimums

#define more_reads()
scales_at: u32,
#if minimums
minimums_at: u32,
#end
#end
#define more_params()
words: u32,
scale_step: u32,
#end
#define load4_b(q, k, j)
weights4(${j}, ${k})
#end
//# Two quads that share a scale: quad0 and quad1.
#define fetch8(k, j)
let at = scale_at(${j}, ${k});
#if bits == 1 || bits == 2 || bits == 4
let word = codes_from(${j}, ${k});
let code0 = low4(word);
let code1 = low4(word >> ${4 * bits}u);
#else
let code0 = code4(${j}, ${k});
let code1 = code4(${j}, ${k} + 4u);
#end
let scale = vec4f(load_scales(at));
#for t in 0..2
#if minimums
let quad${t} = fma(code${t}, scale, vec4f(load_minimums(at)));
#else
let quad${t} = code${t} * scale;
#end
#end
#end
#include "quantized_matmul/gated.wgsl"
#include "matmul/kernel.wgsl"
#include "packed/codes.wgsl" with at=2, wide=1, codes=b, declare=0

fn weights4(row: u32, k: u32) -> vec4f {
  let at = scale_at(row, k);
#if minimums
  return fma(code4(row, k), vec4f(load_scales(at)), vec4f(load_minimums(at)));
#else
  return code4(row, k) * load_scales(at);
#end
}
