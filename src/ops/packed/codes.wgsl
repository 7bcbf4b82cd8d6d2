//# Few-bit weights [n, k], stored as docs/format.md says. Params has codes_at, scales_at, minimums_at (if there are any),
//# words (of a row) and scale_step (from a row's scales to the next one's).
//#   bits, aligned    1 2 3 4 8; 3 bits: 10 in a word instead of 32 in three
//#   group            weights that share a scale; 0: a row, or all
//#   scales           their type; minimums: 1 if there are any, else codes count from the middle
//#   at               binding of the codes; scales and minimums follow
//#   wide             words read at a time: 1, 2 or 4; codes_at and words are then multiples
//#   codes            what the binding is called
#param bits, aligned, group, scales, minimums, at, wide, codes="codes", declare=1
#if declare
@group(0) @binding(${at}) var<storage, read> ${codes}: array<${wide == 1 ? "u32" : wide == 2 ? "vec2u" : "vec4u"}>;
#end
#include "common/tensor.wgsl" with name=scales, binding=${at + 1}, dtype=${scales}, width=1
#if minimums
#include "common/tensor.wgsl" with name=minimums, binding=${at + 2}, dtype=${scales}, width=1
#end

#include "packed/decode.wgsl"
#if wide == 1
#if bits != 3
// The word with code k of a row at its low end.
fn codes_from(row: u32, k: u32) -> u32 {
  return ${codes}[params.${codes}_at + row * params.words + k / ${32 / bits}u] >> (k % ${32 / bits}u * ${bits}u);
}
#end
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
#if bits == 3
  let first = params.${codes}_at + row * params.words;
#end
#if bits == 3 && aligned
  let i = vec4u(k, k + 1u, k + 2u, k + 3u);
  let w = first + i / 10u;
  return codes4((vec4u(${codes}[w.x], ${codes}[w.y], ${codes}[w.z], ${codes}[w.w]) >> (i % 10u * 3u)) & vec4u(7u));
#elif bits == 3
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = ${codes}[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (${codes}[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
#else
  return low4(codes_from(row, k));
#end
}
#end
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step${group ? " + k / " + group + "u" : ""};
}
