// pad(5x13, after=[1, 0], before=[2, 0], value=0.1)
// on small

// ==== pad: moves/walk.wgsl?dtype=u32&padded=1&rank=1&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 1>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}
