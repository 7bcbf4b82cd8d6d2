//# C = A·B with few rows: B is read once, straight into registers. A thread sums one quad of columns over a slice of k,
//# for all rows; the slices meet in workgroup memory.
//#   a, b, y, *_width, transpose_*, batch_rank, hooks   as in matmul/kernel.wgsl
//#   rows            rows of A, rounded up to 1, 2, 4 or 8
//#   columns         quads of columns a workgroup takes
//#   slices          threads that share one quad of columns; neighbours along k if B is transposed, else along n
//#   k_edge          k is no multiple of 4
#param a, b, y, a_width=4, b_width=4, y_width=4, transpose_a=0, transpose_b=0
#param rows, columns, slices, k_edge=0, batch_rank=1
#let threads = columns * slices
//# Rows whose slices are added up together.
#let together = min(rows, 4)
#include "common/grid.wgsl"
#include "common/fused.wgsl"

struct Params {
  a_at: u32,
  b_at: u32,
  #fused_reads()
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
#for i in 0..batch_rank
  size_${i}: u32,
  a_step_${i}: u32,
  b_step_${i}: u32,
#end
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=a, binding=1, dtype=${a}, width=${a_width}
#include "common/tensor.wgsl" with name=b, binding=2, dtype=${b}, width=${b_width}
#include "common/tensor.wgsl" with name=y, binding=${3 + extra}, dtype=${y}, access=write, width=${y_width}
var<workgroup> parts: array<array<array<vec4f, ${columns}>, ${slices}>, ${together}>;

#define load_a(i, k, j)
#pre_a(${i}, load_a(${i}))
#end
#define load4_a(q, k, j)
#pre_a(${q}, load4_a(${q}))
#end
#define load_b(i, k, j)
#pre_b(${i}, load_b(${i}))
#end
#define load4_b(q, k, j)
#pre_b(${q}, load4_b(${q}))
#end
#define store(i, v, row, col)
#post(store_y, ${i}, ${v})
#end
#define store4(q, v, row, col)
#post(store4_y, ${q}, ${v})
#end

//# `value`, or zero past the end of k.
#define inside(k, zero, value)
#if k_edge
select(${zero}, ${value}, ${k} < params.k)
#else
${value}
#end
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + ${columns * 4 - 1}u) / ${columns * 4}u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
#if transpose_b
  let slice = lane % ${slices}u;
  let column = lane / ${slices}u;
#else
  let slice = lane / ${columns}u;
  let column = lane % ${columns}u;
#end
  let col = (index % blocks * ${columns}u + column) * 4u;

#if batch_rank == 1
  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;
#else
  var rest = batch;
  var a_from = 0u;
  var b_from = 0u;
#for i in 0..batch_rank
  a_from += rest % params.size_${batch_rank - 1 - i} * params.a_step_${batch_rank - 1 - i};
  b_from += rest % params.size_${batch_rank - 1 - i} * params.b_step_${batch_rank - 1 - i};
  rest /= params.size_${batch_rank - 1 - i};
#end
#end

  //# Rows and columns past the last repeat it; nothing is stored for them.
#for s in 0..4
#if b_width == 4 && !transpose_b
#if s == 0
  let col0 = min(col, params.n - 4u);
#end
#else
  let col${s} = min(col + ${s}u, params.n - 1u);
#end
#end
#for r in 0..rows
  let row${r} = min(${r}u, params.m - 1u);
  var c${r} = vec4f();
#end
  for (var k = slice * 4u; k < params.k; k += ${slices * 4}u) {
    //# b0..b3: four rows of B, k to k + 3, in these four columns; transposed they are the four columns.
#for s in 0..4
#if transpose_b && b_width == 4
    let b${s} = #load4_b((b_from + col${s} * params.k + k) / 4u, k, col${s});
#elif transpose_b
    let at${s} = b_from + col${s} * params.k + k;
    let b${s} = vec4f(
#for t in 0..4
      #inside(k + ${t}u, 0.0, #load_b(at${s} + ${t}u, k + ${t}u, col${s})),
#end
    );
#elif b_width == 4
    let b${s} = #inside(k + ${s}u, vec4f(), #load4_b((b_from + (k + ${s}u) * params.n + col0) / 4u, k + ${s}u, col0));
#else
    let at${s} = b_from + (k + ${s}u) * params.n;
    let b${s} = #inside(k + ${s}u, vec4f(), vec4f(#load_b(at${s} + col0, k + ${s}u, col0), #load_b(at${s} + col1, k + ${s}u, col1), #load_b(at${s} + col2, k + ${s}u, col2), #load_b(at${s} + col3, k + ${s}u, col3)));
#end
#end
#for r in 0..rows
    {
#if a_width == 4
      let v = #load4_a((a_from + row${r} * params.k + k) / 4u, k, row${r});
#else
      let v = vec4f(
#for t in 0..4
#if transpose_a
        #inside(k + ${t}u, 0.0, #load_a(a_from + (k + ${t}u) * params.m + row${r}, k + ${t}u, row${r})),
#else
        #inside(k + ${t}u, 0.0, #load_a(a_from + row${r} * params.k + k + ${t}u, k + ${t}u, row${r})),
#end
#end
      );
#end
#if transpose_b
      c${r} += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
#else
      c${r} = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c${r}))));
#end
    }
#end
  }

  // Slices that had anything to add.
  let live = min(${slices}u, (params.k + 3u) / 4u);
#for g in 0..rows / together
#if g > 0
  workgroupBarrier();
#end
#for r in 0..together
  parts[${r}][slice][column] = c${g * together + r};
#end
  workgroupBarrier();
  if (slice < ${together}u && slice + ${g * together}u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + ${g * together}u;
    let at = (batch * params.m + row) * params.n + col;
#if y_width == 4
    #store4(at / 4u, sum, row, col)
#else
#for s in 0..4
    if (col + ${s}u < params.n) {
      #store(at + ${s}u, sum[${s}], row, col + ${s}u)
    }
#end
#end
  }
#end
}
