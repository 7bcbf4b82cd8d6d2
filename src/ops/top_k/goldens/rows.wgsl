// top_k(9x64, k=6)
// on small

// ==== top_k: top_k/kernel.wgsl?block=64&dtype=f32&last=1&threads=32
struct Params {
  x_at: u32,
  length: u32,  // of a row of x
  count: u32,   // of what is sorted of a row
  parts: u32,   // blocks of that
  kept: u32,    // of each block
  groups: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
fn key_of(v: f32) -> i32 {
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<i32>(v);
  let key = bits ^ ((bits >> u32(31u)) & i32(0x7fffffff));
  let end = i32(0x7fffffff);
  return select(key, end, (bits & i32(0x7fffffff)) > i32(0x7f800000));
}

fn value_of(key: i32) -> f32 {
  return bitcast<f32>(key ^ ((key >> u32(31u)) & i32(0x7fffffff)));
}

const nowhere = 0x7fffffffi;
var<workgroup> keys: array<i32, 64>;
var<workgroup> places: array<i32, 64>;

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  if (group >= params.groups) { return; }
  let row = group / params.parts;
  let first = group % params.parts * 64u;
  for (var i = lane; i < 64u; i += 32u) {
    var place = nowhere;
    var key = i32(-0x7fffffff - 1);
    if (first + i < params.count) {
      place = i32(first + i);
    }
    if (place != nowhere) {
      key = key_of(load_x(row * params.length + u32(place)));
      key = select(key, 0, key == -1);  // minus zero equals zero
    }
    keys[i] = key;
    places[i] = place;
  }
  for (var size = 2u; size <= 64u; size *= 2u) {
    for (var step = size / 2u; step > 0u; step /= 2u) {
      workgroupBarrier();
      for (var i = lane; i < 32u; i += 32u) {
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
  for (var i = lane; i < params.kept; i += 32u) {
    let at = row * 2u * params.kept + i;
    store_y(at, load_x(row * params.length + u32(places[i])));
    store_y(at + params.kept, f32(places[i]));
  }
}
