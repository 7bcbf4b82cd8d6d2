//# C = A·B by tiles: a workgroup computes tile_m x tile_n results, each thread rows x cols of them, tile_k deep at a time.
//# Where there are few tiles, several threads share each result: they take `slices` parts of every tile_k, and add up.
//#   a, b, y                    element types; sums are in f32
//#   a_width, b_width, y_width  4: quads along the contiguous axis, aligned; 1: single elements with bounds
//#   transpose_a, transpose_b   A is stored [k, m], B is stored [n, k]
//#   lanes                      neighbouring threads along n; fewer than a row of threads makes squarer patches
//#   k_edge                     k is no multiple of tile_k: what lies past it counts as zero
//#   batch_rank                 batch axes, each with a stride per operand
//#   unroll                     quads of k per turn of the inner loop
//#   slices                     threads for each result
//#   explicit_bounds            edges of k by branches, not by selecting zeros; use_switch: which slice stores, by a switch
//#   packed                     1: B is words that only the hook load4_b understands
//# Hooks: load_a(i, k, j), load4_a(q, k, j) give A's element i (quad q), at position k of row j; load_b the same for
//# column j of B; finish(v, row, col) gives what is made of a result, or of a quad of results of one row; store(i, v, row,
//# col) and store4(q, v, row, col) take it; with `pairs` store_pairs(v, row, col) does, a quad at a time whatever y_width. more_reads and more_params add words to Params.
#param a, b, y, a_width=4, b_width=4, y_width=4, transpose_a=0, transpose_b=0
#param tile_m, tile_n, tile_k, rows, cols, lanes, k_edge=1, batch_rank=1, unroll=1, slices=1
#param explicit_bounds=0, use_switch=0, y_binding=3, packed=0, pairs=0
#let down = tile_m / rows
#let across = tile_n / cols
#let owners = down * across
#let threads = owners * slices
#let quads = tile_k / 4
#let deep = quads / slices
#let results = rows * cols / 4
#include "common/grid.wgsl"
#include "common/fused.wgsl"

#default more_reads()
#end
#default more_params()
#end
struct Params {
  a_at: u32,
  b_at: u32,
  #more_reads()
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
  #more_params()
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "matmul/operand.wgsl" with x=a, binding=1, dtype=${a}, width=${a_width}, lines=${!transpose_a}, tile=${tile_m}, each=${rows}, extent=params.m
#include "matmul/operand.wgsl" with x=b, binding=2, dtype=${packed ? "u8" : b}, width=${b_width}, lines=${transpose_b}, tile=${tile_n}, each=${cols}, extent=params.n
#include "common/tensor.wgsl" with name=y, binding=${y_binding + extra}, dtype=${y}, access=write, width=${y_width}

#default finish(v, row, col)
${v}
#end
#define store(i, v, row, col)
#post(store_y, ${i}, ${v})
#end
#define store4(q, v, row, col)
#post(store4_y, ${q}, ${v})
#end
#define keep(v)
if (row < params.m && col < params.n) {
  let at = y_from + row * params.n + col;
#if pairs
  #store_pairs(${v}, row, col)
#elif y_width == 4
  #store4(at / 4u, #finish(${v}, row, col), row, col)
#else
  #store(at, #finish(${v}.x, row, col), row, col)
#for s in 1..4
  if (col + ${s}u < params.n) {
    #store(at + ${s}u, #finish(${v}[${s}], row, col + ${s}u), row, col + ${s}u)
  }
#end
#end
}
#end

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tiles_m = (params.m + ${tile_m - 1}u) / ${tile_m}u;
  let tiles_n = (params.n + ${tile_n - 1}u) / ${tile_n}u;
  let index = linear_group(group, groups);
  let batch = index / (tiles_m * tiles_n);
  if (batch >= params.batches) {
    return;
  }
  let inside = index % (tiles_m * tiles_n);
  // Tiles are walked in bands of eight rows, so that neighbours share what they read of B in the cache.
  let band_first = inside / (8u * tiles_n) * 8u;
  let band_height = min(8u, tiles_m - band_first);
  let band_inside = inside - band_first * tiles_n;
  let a_first = (band_first + band_inside % band_height) * ${tile_m}u;
  let b_first = band_inside / band_height * ${tile_n}u;

#let own = slices == 1 ? "lane" : "own"
#if slices > 1
  let own = lane % ${owners}u;
  let slice = lane / ${owners}u;
  let slice_first = slice * ${deep}u;
#end
#if lanes == across
  let a_side = ${own} / ${across}u;
  let b_side = ${own} % ${across}u;
#else
  let a_side = ${own} / ${across * 32 / lanes}u * ${32 / lanes}u + ${own} % 32u / ${lanes}u;
  let b_side = ${own} / 32u % ${across / lanes}u * ${lanes}u + ${own} % ${lanes}u;
#end

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

  #setup_a()
  #setup_b()
  // Written out, not an array: an index the compiler cannot resolve would move the sums out of registers.
#for i in 0..rows
#for j in 0..cols / 4
  var sum_${i}_${j} = vec4f();
#end
#end

  let turns = (params.k + ${tile_k - 1}u) / ${tile_k}u;
  #fetch_a(0u)
  #fetch_b(0u)
  for (var turn = 0u; turn < turns; turn++) {
    #put_a()
    #put_b()
    workgroupBarrier();
    // The next tile travels while this one is worked on.
    let ahead = (turn + 1u) * ${tile_k}u;
    #fetch_a(ahead)
    #fetch_b(ahead)
#let looped = unroll < deep
#let first = looped ? "q" : slices > 1 ? "slice_first" : ""
#if looped
    let live = min(${slices > 1 ? "slice_first + " : ""}${deep}u, (params.k - turn * ${tile_k}u + 3u) / 4u);
    for (var q = ${slices > 1 ? "slice_first" : "0u"}; q < live; q += ${unroll}u) {
#end
#for u in 0..min(unroll, deep)
#let q = first == "" ? u + "u" : u == 0 ? first : "(" + first + " + " + u + "u)"
    {
      #pick_a(${q})
      #pick_b(${q})
#for k in 0..4
      {
        #pick_a_at(${q} * 4u + ${k}u)
        #pick_b_at(${q} * 4u + ${k}u)
#for i in 0..rows
#for j in 0..cols / 4
        sum_${i}_${j} = fma(vec4f(#value_a(${i}, ${k})), #quad_b(${j}, ${k}), sum_${i}_${j});
#end
#end
      }
#end
    }
#end
#if looped
    }
#end
    workgroupBarrier();
  }

  let y_from = batch * params.m * params.n;
#if slices == 1 && !after
#for i in 0..rows
#for j in 0..cols / 4
  {
    let row = a_first + (${i / 4 * down}u + a_side) * 4u + ${i % 4}u;
    let col = b_first + (${j * across}u + b_side) * 4u;
    #keep(sum_${i}_${j})
  }
#end
#end
#else
//# The slices meet where a tile was, two quads of results at a time if it has room; each slice stores some. Without slices
//# the results go there and back all the same where more is done to them than storing: NVIDIA's compiler would plan the
//# registers of the whole loop for the little that follows, and lose 4 to 18 %.
#let cell = transpose_a && transpose_b ? "a" : "b"
#let room = min(2, (cell == "a" ? tile_m : tile_n) * quads / threads)
#if results % room
#error ${results} quads of results do not go ${room} at a time
#end
#for g in 0..results / room
#if g > 0
  workgroupBarrier();
#end
#for c in 0..room
#let nth = room * g + c
  #cell_${cell}((lane + ${c * threads}u)) = sum_${nth / (cols / 4)}_${nth % (cols / 4)};
#end
  workgroupBarrier();
#if use_switch
  switch (slice) {
#end
#for c in 0..room
#let nth = room * g + c
#let i = nth / (cols / 4)
#if slices == 1
  {
    let sum = #cell_${cell}((lane + ${c * threads}u));
#else
  ${use_switch ? "case " + nth % slices + "u: {" : "if (slice == " + nth % slices + "u) {"}
    let sum = #cell_${cell}((own + ${c * threads}u))
#for s in 1..slices
              + #cell_${cell}((own + ${c * threads + s * owners}u))
#end
              ;
#end
    let row = a_first + (${i / 4 * down}u + a_side) * 4u + ${i % 4}u;
    let col = b_first + (${nth % (cols / 4) * across}u + b_side) * 4u;
    #keep(sum)
  }
#end
#if use_switch
  default: {}
  }
#end
#end
#end
}
