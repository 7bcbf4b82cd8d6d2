//# y = (x - mean) / sqrt(variance + eps) * gamma + beta along rows; without `center` the mean counts as 0 (rms_norm).
//# Mean first, then the variance of what is left: no cancellation. The row is read once when it fits into registers.
//#   gamma, beta   their types, or none
//#   channels      0: gamma and beta have one number per element of a row; 1: one per channel (group_norm)
#param center, gamma, beta="none", channels=0, out
#include "rows/rows.wgsl"
#let has_gamma = gamma != "none"
#let has_beta = beta != "none"
struct Params {
  x_at: u32,
#if has_gamma
  gamma_at: u32,
#end
#if has_beta
  beta_at: u32,
#end
  #fused_reads()
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
#if channels
  groups: u32,         // rows of one sample
  group_channels: u32,
  channel_length: u32, // in units
#end
  #fused_params()
}
#let fine = channels ? 1 : width
#include "common/tensor.wgsl" with name=x, binding=1, width=${width}
#if has_gamma
#include "common/tensor.wgsl" with name=gamma, binding=2, dtype=${gamma}, width=${fine}
#end
#if has_beta
#include "common/tensor.wgsl" with name=beta, binding=${2 + has_gamma}, dtype=${beta}, width=${fine}
#end
#let last = 2 + has_gamma + has_beta
#include "common/tensor.wgsl" with name=y, binding=${last + extra}, dtype=${out}, access=write, width=${out_width}
#if center
#include "common/reduce.wgsl" with name=mean, op=sum, T=f32
#end
#include "common/reduce.wgsl" with name=square, op=sum, T=f32
#let load_fine = fine == 4 ? "load4_" : "load_"

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: ${V}) -> ${V} {
#if channels
  let at = row % params.groups * params.group_channels + i / params.channel_length;
#else
  let at = i;
#end
  var r = v;
#if has_gamma
  r *= ${load_fine}gamma(at);
#end
#if has_beta
  r += ${load_fine}beta(at);
#end
  return r;
}

#entry()
  let w = walk(group, lane);
  var squares = 0.0;
#if center
  var sum = 0.0;
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
      v${k} = #load(w.first + i);
#if center
      sum += #across_sum(v${k});
#else
      let s = v${k} * v${k};
      squares += #across_sum(s);
#end
    }
  }
#end
#if center
  let mean = reduce_mean(sum, lane) * params.scale;
#for k in 0..per_thread
  {
    if (w.begin + ${k * span}u < w.end) {
      v${k} -= mean;
      let s = v${k} * v${k};
      squares += #across_sum(s);
    }
  }
#end
#end
#else
#if center
  for (var i = w.begin; i < w.end; i += ${span}u) {
    let v = #load(w.first + i);
    sum += #across_sum(v);
  }
  let mean = reduce_mean(sum, lane) * params.scale;
#else
  let mean = 0.0;
#end
  for (var i = w.begin; i < w.end; i += ${span}u) {
    let v = #load(w.first + i) - mean;
    let s = v * v;
    squares += #across_sum(s);
  }
#end
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
#if per_thread
#for k in 0..per_thread
  {
    let i = w.begin + ${k * span}u;
    if (i < w.end) {
      #store(w.first + i, affine(w.row, i, v${k} * factor))
    }
  }
#end
#else
  for (var i = w.begin; i < w.end; i += ${span}u) {
    let v = (#load(w.first + i) - mean) * factor;
    #store(w.first + i, affine(w.row, i, v))
  }
#end
}
