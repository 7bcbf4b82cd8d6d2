//# What kernels over rows have in common. A tensor is seen as [outer, length, inner]; a row is the `length` elements of
//# one (outer, inner), walked by `span` threads of a workgroup.
//#   columns      0: inner is 1, rows are contiguous; a unit is `width` neighbours of one row, reduced to one number
//#                1: a unit is `width` neighbouring rows, and neighbouring threads have neighbouring units
//#   width        4: units are quads; 1: single elements
//#   cut          1: rows are cut into params.parts of params.chunk units, each walked like a row; params.rows
//#                counts those, in the order [outer, part, inner]
//#   one_each     1: every row has one result, and #store(row, v) takes it
//#   per_thread   units of a row that a thread keeps in registers; 0: it is longer, and read again for each pass
//# Kernels declare struct Params with rows, length and (columns) inner, all counted in units. They read through
//# #load(i) and write through #store(i, v), i a unit of the whole tensor: there fusion puts its prologue and epilogue.
#param dtype, threads, span, width, columns=0, subgroups=0, per_thread=0, cut=0, one_each=0
#if subgroups
enable subgroups;
#end
#include "common/fused.wgsl"
#let T = dtype == "i32" ? "i32" : dtype == "u32" ? "u32" : "f32"
#let V = width == 4 ? "vec4<" + T + ">" : T
#let A = columns ? V : T
#let share = threads / span
#let stride = columns ? share : 1

#let out_width = one_each && !columns ? 1 : width
#let load_x = width == 4 ? "load4_x" : "load_x"
#let store_y = out_width == 4 ? "store4_y" : "store_y"

#define load(i)
  #pre(${i}, ${load_x}(${i}))
#end
#define store(i, v)
  #post(${store_y}, ${i}, ${v})
#end
//# What remains of a unit in the reduction over a row: its largest, smallest, sum.
#if width == 4 && !columns
#define across_max(v)
  max(max(${v}.x, ${v}.y), max(${v}.z, ${v}.w))
#end
#define across_min(v)
  min(min(${v}.x, ${v}.y), min(${v}.z, ${v}.w))
#end
#define across_sum(v)
  ((${v}.x + ${v}.y) + (${v}.z + ${v}.w))
#end
#else
#define across_max(v)
  ${v}
#end
#define across_min(v)
  ${v}
#end
#define across_sum(v)
  ${v}
#end
#end

@group(0) @binding(0) var<uniform> params: Params;
#include "common/grid.wgsl"

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
#if columns
  w.row = group * ${share}u + lane % ${share}u;
  w.place = lane / ${share}u;
  w.step = params.inner;
  let column = w.row % w.step;
  var outer = w.row / w.step;
#else
  w.row = group * ${share}u + lane / ${span}u;
  w.place = lane % ${span}u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
#end
  w.live = w.row < params.rows;
#if cut
  w.begin = outer % params.parts * params.chunk;
  w.end = select(0u, min(w.begin + params.chunk, params.length), w.live);
  w.begin += w.place;
  outer /= params.parts;
#else
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
#end
  w.first = outer * params.length * w.step + column;
  return w;
}
#if subgroups

var<private> reduce_wave: u32;
#end

//# The entry point's head: gives `lane`, `group` and, for reductions by subgroups, sets their size.
#define entry()
@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
#if subgroups
        @builtin(subgroup_size) wave: u32,
#end
        @builtin(local_invocation_index) lane: u32) {
#if subgroups
  reduce_wave = wave;
#end
  let group = linear_group(group_id, groups);
#end
