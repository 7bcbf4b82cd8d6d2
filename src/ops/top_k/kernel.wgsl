//# The k largest of each block of a row, in order, by a bitonic sort in workgroup memory. NaN counts as largest, and
//# the first of equals comes first.
//#   block    elements of a row that a workgroup sorts, a power of two
//#   again    1: what is sorted are places that were found before
//#   last     1: one block is all of the row, and values and places are written; 0: places for the next time
#param dtype, threads, block, again=0, last=0
struct Params {
  x_at: u32,
#if again
  found_at: u32,
#end
  length: u32,  // of a row of x
  count: u32,   // of what is sorted of a row
  parts: u32,   // blocks of that
  kept: u32,    // of each block
  groups: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${dtype}
#if again
#include "common/tensor.wgsl" with name=found, binding=2, dtype=i32
#end
#include "common/tensor.wgsl" with name=y, binding=${2 + again}, dtype=${last ? "f32" : "i32"}, access=write
#include "common/grid.wgsl"
#include "rows/order.wgsl" with T=f32, V=f32, A=f32, width=1, columns=0, nan=high

const nowhere = 0x7fffffffi;
var<workgroup> keys: array<i32, ${block}>;
var<workgroup> places: array<i32, ${block}>;

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  if (group >= params.groups) { return; }
  let row = group / params.parts;
  let first = group % params.parts * ${block}u;
  for (var i = lane; i < ${block}u; i += ${threads}u) {
    var place = nowhere;
    var key = i32(-0x7fffffff - 1);
    if (first + i < params.count) {
#if again
      place = load_found(row * params.count + first + i);
#else
      place = i32(first + i);
#end
    }
    if (place != nowhere) {
      key = key_of(load_x(row * params.length + u32(place)));
      key = select(key, 0, key == -1);  // minus zero equals zero
    }
    keys[i] = key;
    places[i] = place;
  }
  for (var size = 2u; size <= ${block}u; size *= 2u) {
    for (var step = size / 2u; step > 0u; step /= 2u) {
      workgroupBarrier();
      for (var i = lane; i < ${block / 2}u; i += ${threads}u) {
        let a = i / step * 2u * step + i % step;
        let b = a + step;
        let right = keys[a] > keys[b] || (keys[a] == keys[b] && places[a] < places[b]);
        if (right != ((a & size) == 0u)) {
          let key = keys[a];
          let place = places[a];
          keys[a] = keys[b];
          places[a] = places[b];
          keys[b] = key;
          places[b] = place;
        }
      }
    }
  }
  workgroupBarrier();
  for (var i = lane; i < params.kept; i += ${threads}u) {
#if last
    let at = row * 2u * params.kept + i;
    store_y(at, load_x(row * params.length + u32(places[i])));
    store_y(at + params.kept, f32(places[i]));
#else
    store_y(group * params.kept + i, places[i]);
#end
  }
}
