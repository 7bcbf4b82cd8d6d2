//# Convolution as a product, weights [out, depth] times the image gathered to [depth, pixels]; batches are the images and
//# groups. Everything but the gathering and the bias is matmul/kernel.wgsl.
//#   gather   0: a 1x1 kernel, whose gathered image is the image
//#   bias     element type, or empty
#param gather=1, bias=""

#define more_reads()
#if bias != ""
bias_at: u32,
#end
#end
#define more_params()
groups: u32,
in_rows: u32,
in_cols: u32,
out_cols: u32,
taps: u32,
tap_cols: u32,
stride_rows: u32,
stride_cols: u32,
before_rows: u32,
before_cols: u32,
dilation_rows: u32,
dilation_cols: u32,
#end
#if gather
#define load_b(i, k, j)
gathered(b_from, ${k}, ${j})
#end
#end
#if bias != ""
#define finish(v, row, col)
${v} + load_bias(batch % params.groups * params.m + ${row})
#end
#end
#include "matmul/kernel.wgsl"
#if bias != ""
#include "common/tensor.wgsl" with name=bias, binding=3, dtype=${bias}
#end

#if gather
// The input under tap k (channel, row, column) of pixel j, or 0 in the padding, where a negative place wraps to a large one.
fn gathered(start: u32, k: u32, j: u32) -> f32 {
  let tap = k % params.taps;
  let row = j / params.out_cols * params.stride_rows + tap / params.tap_cols * params.dilation_rows - params.before_rows;
  let col = j % params.out_cols * params.stride_cols + tap % params.tap_cols * params.dilation_cols - params.before_cols;
  if (row >= params.in_rows || col >= params.in_cols) {
    return 0.0;
  }
  return load_b(start + (k / params.taps * params.in_rows + row) * params.in_cols + col);
}
#end
