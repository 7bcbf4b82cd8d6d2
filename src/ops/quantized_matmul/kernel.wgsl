//# y = x·W' by tiles, where W is few-bit weights [n, k]: matmul/kernel.wgsl whose B is taken out of its codes.
//#   bits, aligned, group, scales, minimums   see packed/codes.wgsl
#param bits, aligned=0, group, scales, minimums

#default more_reads()
scales_at: u32,
#if minimums
minimums_at: u32,
#end
#end
#default more_params()
words: u32,
scale_step: u32,
#end
#default load4_b(q, k, j)
weights4(${j}, ${k})
#end
//# Columns are pairs (gate, up).
#default store_pairs(v, row, col)
#post(store_y, at / 2u, ${v}.x / (1.0 + exp(-${v}.x)) * ${v}.y)
if (${col} + 2u < params.n) {
  #post(store_y, at / 2u + 1u, ${v}.z / (1.0 + exp(-${v}.z)) * ${v}.w)
}
#end
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
