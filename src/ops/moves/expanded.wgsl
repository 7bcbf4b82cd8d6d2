// ==== moves/walk.wgsl?dtype=u16&padded=0&rank=2&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return extractBits(x[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u16&padded=0&rank=2&threads=256&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v = load4_x(i0);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u16&padded=0&rank=2&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return extractBits(x[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u16&padded=0&rank=2&threads=64&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v = load4_x(i0);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u16&padded=1&rank=2&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return extractBits(x[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u16&padded=1&rank=2&threads=256&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v = vec4u(params.value);
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v = load4_x(i0);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u16&padded=1&rank=2&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return extractBits(x[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u16&padded=1&rank=2&threads=64&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v = vec4u(params.value);
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v = load4_x(i0);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=1&threads=256&width=1
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=1&threads=64&width=1
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
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c0++;
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=2&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=2&threads=256&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v = load4_x(i0);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=2&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
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
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=2&threads=64&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
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
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v = load4_x(i0);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=3&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 3>,  // size, step, low, high - low
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  i0 += c2 * params.axes[2].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  i1 += c2 * params.axes[2].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  i2 += c2 * params.axes[2].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  i3 += c2 * params.axes[2].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=3&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 3>,  // size, step, low, high - low
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
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  i0 += c2 * params.axes[2].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  i1 += c2 * params.axes[2].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  i2 += c2 * params.axes[2].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  i3 += c2 * params.axes[2].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=4&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 4>,  // size, step, low, high - low
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c3 = c0 % params.axes[3].x;
  c0 /= params.axes[3].x;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  i0 += c2 * params.axes[2].y;
  i0 += c3 * params.axes[3].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c3++;
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  i1 += c2 * params.axes[2].y;
  i1 += c3 * params.axes[3].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c3++;
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  i2 += c2 * params.axes[2].y;
  i2 += c3 * params.axes[3].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c3++;
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  i3 += c2 * params.axes[2].y;
  i3 += c3 * params.axes[3].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=4&threads=256&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 4>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c3 = c0 % params.axes[3].x;
  c0 /= params.axes[3].x;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  i0 += c2 * params.axes[2].y;
  i0 += c3 * params.axes[3].y;
  v = load4_x(i0);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=4&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 4>,  // size, step, low, high - low
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
  var c3 = c0 % params.axes[3].x;
  c0 /= params.axes[3].x;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  i0 += c2 * params.axes[2].y;
  i0 += c3 * params.axes[3].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c3++;
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  i1 += c2 * params.axes[2].y;
  i1 += c3 * params.axes[3].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c3++;
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  i2 += c2 * params.axes[2].y;
  i2 += c3 * params.axes[3].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c3++;
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  i3 += c2 * params.axes[2].y;
  i3 += c3 * params.axes[3].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=4&threads=64&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 4>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
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
  var c0 = q;
  var c3 = c0 % params.axes[3].x;
  c0 /= params.axes[3].x;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  i0 += c2 * params.axes[2].y;
  i0 += c3 * params.axes[3].y;
  v = load4_x(i0);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=6&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 6>,  // size, step, low, high - low
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c5 = c0 % params.axes[5].x;
  c0 /= params.axes[5].x;
  var c4 = c0 % params.axes[4].x;
  c0 /= params.axes[4].x;
  var c3 = c0 % params.axes[3].x;
  c0 /= params.axes[3].x;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  i0 += c2 * params.axes[2].y;
  i0 += c3 * params.axes[3].y;
  i0 += c4 * params.axes[4].y;
  i0 += c5 * params.axes[5].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  i1 += c2 * params.axes[2].y;
  i1 += c3 * params.axes[3].y;
  i1 += c4 * params.axes[4].y;
  i1 += c5 * params.axes[5].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  i2 += c2 * params.axes[2].y;
  i2 += c3 * params.axes[3].y;
  i2 += c4 * params.axes[4].y;
  i2 += c5 * params.axes[5].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  i3 += c2 * params.axes[2].y;
  i3 += c3 * params.axes[3].y;
  i3 += c4 * params.axes[4].y;
  i3 += c5 * params.axes[5].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=0&rank=6&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 6>,  // size, step, low, high - low
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
  var c5 = c0 % params.axes[5].x;
  c0 /= params.axes[5].x;
  var c4 = c0 % params.axes[4].x;
  c0 /= params.axes[4].x;
  var c3 = c0 % params.axes[3].x;
  c0 /= params.axes[3].x;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  i0 += c2 * params.axes[2].y;
  i0 += c3 * params.axes[3].y;
  i0 += c4 * params.axes[4].y;
  i0 += c5 * params.axes[5].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  i1 += c2 * params.axes[2].y;
  i1 += c3 * params.axes[3].y;
  i1 += c4 * params.axes[4].y;
  i1 += c5 * params.axes[5].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  i2 += c2 * params.axes[2].y;
  i2 += c3 * params.axes[3].y;
  i2 += c4 * params.axes[4].y;
  i2 += c5 * params.axes[5].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  i3 += c2 * params.axes[2].y;
  i3 += c3 * params.axes[3].y;
  i3 += c4 * params.axes[4].y;
  i3 += c5 * params.axes[5].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=1&threads=256&width=1
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
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

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=1&threads=64&width=1
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

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=2&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=2&threads=256&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v = vec4u(params.value);
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v = load4_x(i0);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=2&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
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
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=2&threads=64&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
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
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v = vec4u(params.value);
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v = load4_x(i0);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=3&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 3>,  // size, step, low, high - low
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    i0 += c2 * params.axes[2].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    i1 += c2 * params.axes[2].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    i2 += c2 * params.axes[2].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    i3 += c2 * params.axes[2].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=3&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 3>,  // size, step, low, high - low
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
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    i0 += c2 * params.axes[2].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    i1 += c2 * params.axes[2].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    i2 += c2 * params.axes[2].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c2++;
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    i3 += c2 * params.axes[2].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=6&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 6>,  // size, step, low, high - low
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c5 = c0 % params.axes[5].x;
  c0 /= params.axes[5].x;
  var c4 = c0 % params.axes[4].x;
  c0 /= params.axes[4].x;
  var c3 = c0 % params.axes[3].x;
  c0 /= params.axes[3].x;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w &&
      c3 - params.axes[3].z < params.axes[3].w &&
      c4 - params.axes[4].z < params.axes[4].w &&
      c5 - params.axes[5].z < params.axes[5].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    i0 += c2 * params.axes[2].y;
    i0 += c3 * params.axes[3].y;
    i0 += c4 * params.axes[4].y;
    i0 += c5 * params.axes[5].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w &&
      c3 - params.axes[3].z < params.axes[3].w &&
      c4 - params.axes[4].z < params.axes[4].w &&
      c5 - params.axes[5].z < params.axes[5].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    i1 += c2 * params.axes[2].y;
    i1 += c3 * params.axes[3].y;
    i1 += c4 * params.axes[4].y;
    i1 += c5 * params.axes[5].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w &&
      c3 - params.axes[3].z < params.axes[3].w &&
      c4 - params.axes[4].z < params.axes[4].w &&
      c5 - params.axes[5].z < params.axes[5].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    i2 += c2 * params.axes[2].y;
    i2 += c3 * params.axes[3].y;
    i2 += c4 * params.axes[4].y;
    i2 += c5 * params.axes[5].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w &&
      c3 - params.axes[3].z < params.axes[3].w &&
      c4 - params.axes[4].z < params.axes[4].w &&
      c5 - params.axes[5].z < params.axes[5].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    i3 += c2 * params.axes[2].y;
    i3 += c3 * params.axes[3].y;
    i3 += c4 * params.axes[4].y;
    i3 += c5 * params.axes[5].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u32&padded=1&rank=6&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 6>,  // size, step, low, high - low
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
  var c5 = c0 % params.axes[5].x;
  c0 /= params.axes[5].x;
  var c4 = c0 % params.axes[4].x;
  c0 /= params.axes[4].x;
  var c3 = c0 % params.axes[3].x;
  c0 /= params.axes[3].x;
  var c2 = c0 % params.axes[2].x;
  c0 /= params.axes[2].x;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w &&
      c3 - params.axes[3].z < params.axes[3].w &&
      c4 - params.axes[4].z < params.axes[4].w &&
      c5 - params.axes[5].z < params.axes[5].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    i0 += c2 * params.axes[2].y;
    i0 += c3 * params.axes[3].y;
    i0 += c4 * params.axes[4].y;
    i0 += c5 * params.axes[5].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w &&
      c3 - params.axes[3].z < params.axes[3].w &&
      c4 - params.axes[4].z < params.axes[4].w &&
      c5 - params.axes[5].z < params.axes[5].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    i1 += c2 * params.axes[2].y;
    i1 += c3 * params.axes[3].y;
    i1 += c4 * params.axes[4].y;
    i1 += c5 * params.axes[5].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w &&
      c3 - params.axes[3].z < params.axes[3].w &&
      c4 - params.axes[4].z < params.axes[4].w &&
      c5 - params.axes[5].z < params.axes[5].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    i2 += c2 * params.axes[2].y;
    i2 += c3 * params.axes[3].y;
    i2 += c4 * params.axes[4].y;
    i2 += c5 * params.axes[5].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c5++;
  if (c5 == params.axes[5].x) { c5 = 0u; c4++; }
  if (c4 == params.axes[4].x) { c4 = 0u; c3++; }
  if (c3 == params.axes[3].x) { c3 = 0u; c2++; }
  if (c2 == params.axes[2].x) { c2 = 0u; c1++; }
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w &&
      c2 - params.axes[2].z < params.axes[2].w &&
      c3 - params.axes[3].z < params.axes[3].w &&
      c4 - params.axes[4].z < params.axes[4].w &&
      c5 - params.axes[5].z < params.axes[5].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    i3 += c2 * params.axes[2].y;
    i3 += c3 * params.axes[3].y;
    i3 += c4 * params.axes[4].y;
    i3 += c5 * params.axes[5].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u8&padded=0&rank=2&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return extractBits(x[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u8&padded=0&rank=2&threads=256&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v = load4_x(i0);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u8&padded=0&rank=2&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return extractBits(x[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v[0] = load_x(i0);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i1 = params.base;
  i1 += c0 * params.axes[0].y;
  i1 += c1 * params.axes[1].y;
  v[1] = load_x(i1);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i2 = params.base;
  i2 += c0 * params.axes[0].y;
  i2 += c1 * params.axes[1].y;
  v[2] = load_x(i2);
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  var i3 = params.base;
  i3 += c0 * params.axes[0].y;
  i3 += c1 * params.axes[1].y;
  v[3] = load_x(i3);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u8&padded=0&rank=2&threads=64&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  var i0 = params.base;
  i0 += c0 * params.axes[0].y;
  i0 += c1 * params.axes[1].y;
  v = load4_x(i0);
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u8&padded=1&rank=2&threads=256&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return extractBits(x[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u8&padded=1&rank=2&threads=256&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v = vec4u(params.value);
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v = load4_x(i0);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u8&padded=1&rank=2&threads=64&width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> u32 {
  let at = i + params.x_at;
  return extractBits(x[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q * 4u;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v[0] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v[0] = load_x(i0);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[1] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i1 = params.base;
    i1 += c0 * params.axes[0].y;
    i1 += c1 * params.axes[1].y;
    v[1] = load_x(i1);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[2] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i2 = params.base;
    i2 += c0 * params.axes[0].y;
    i2 += c1 * params.axes[1].y;
    v[2] = load_x(i2);
  }
  // The next element's coordinates, by carrying: cheaper than dividing again.
  c1++;
  if (c1 == params.axes[1].x) { c1 = 0u; c0++; }
  v[3] = params.value;
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i3 = params.base;
    i3 += c0 * params.axes[0].y;
    i3 += c1 * params.axes[1].y;
    v[3] = load_x(i3);
  }
  store4_y(q, v);
}

// ==== moves/walk.wgsl?dtype=u8&padded=1&rank=2&threads=64&width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  quads: u32,
  base: u32,  // base and steps may be negative: the sum wraps around to the right place
  value: u32,
  axes: array<vec4u, 2>,  // size, step, low, high - low
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load4_x(q: u32) -> vec4u {
  let w = x[q + params.x_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) { return; }
  var c0 = q;
  var c1 = c0 % params.axes[1].x;
  c0 /= params.axes[1].x;
  var v: vec4u;
  v = vec4u(params.value);
  if (c0 - params.axes[0].z < params.axes[0].w &&
      c1 - params.axes[1].z < params.axes[1].w) {
    var i0 = params.base;
    i0 += c0 * params.axes[0].y;
    i0 += c1 * params.axes[1].y;
    v = load4_x(i0);
  }
  store4_y(q, v);
}

