// ==== write_rows/kernel.wgsl?dtype=u16&fresh_width=1&old_width=1&threads=64&unit=4&whole=1
struct Params {
  old_at: u32,
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> old: array<u32>;

fn load_old(i: u32) -> u32 {
  let at = i + params.old_at;
  return extractBits(old[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(2) var<storage, read> fresh: array<u32>;

fn load_fresh(i: u32) -> u32 {
  let at = i + params.fresh_at;
  return extractBits(fresh[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(3) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.room;
  let outer = q / params.line / params.room;
  // Rows before the first one are far past the last: unsigned.
  if (first < params.room && row - first < params.rows) {
    store4_y(q, vec4u(load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line)), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 1u), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 2u), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 3u)));
  } else {
    store4_y(q, vec4u(load_old(4u * (q)), load_old(4u * (q) + 1u), load_old(4u * (q) + 2u), load_old(4u * (q) + 3u)));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u16&fresh_width=4&threads=256&unit=4
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<vec2u>;

fn load4_fresh(q: u32) -> vec4u {
  let w = fresh[q + params.fresh_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store4_y((outer * params.room + first + row) * params.line + q % params.line, load4_fresh(q));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u16&fresh_width=4&threads=64&unit=4
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<vec2u>;

fn load4_fresh(q: u32) -> vec4u {
  let w = fresh[q + params.fresh_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store4_y((outer * params.room + first + row) * params.line + q % params.line, load4_fresh(q));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u32&fresh_width=1&old_width=1&threads=64&unit=1&whole=1
struct Params {
  old_at: u32,
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> old: array<u32>;

fn load_old(i: u32) -> u32 {
  let at = i + params.old_at;
  return old[at];
}
@group(0) @binding(2) var<storage, read> fresh: array<u32>;

fn load_fresh(i: u32) -> u32 {
  let at = i + params.fresh_at;
  return fresh[at];
}
@group(0) @binding(3) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.room;
  let outer = q / params.line / params.room;
  // Rows before the first one are far past the last: unsigned.
  if (first < params.room && row - first < params.rows) {
    store_y(q, load_fresh((outer * params.rows + row - first) * params.line + q % params.line));
  } else {
    store_y(q, load_old(q));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u32&fresh_width=1&old_width=1&threads=64&unit=4&whole=1
struct Params {
  old_at: u32,
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> old: array<u32>;

fn load_old(i: u32) -> u32 {
  let at = i + params.old_at;
  return old[at];
}
@group(0) @binding(2) var<storage, read> fresh: array<u32>;

fn load_fresh(i: u32) -> u32 {
  let at = i + params.fresh_at;
  return fresh[at];
}
@group(0) @binding(3) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.room;
  let outer = q / params.line / params.room;
  // Rows before the first one are far past the last: unsigned.
  if (first < params.room && row - first < params.rows) {
    store4_y(q, vec4u(load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line)), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 1u), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 2u), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 3u)));
  } else {
    store4_y(q, vec4u(load_old(4u * (q)), load_old(4u * (q) + 1u), load_old(4u * (q) + 2u), load_old(4u * (q) + 3u)));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u32&fresh_width=1&threads=256&unit=1
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<u32>;

fn load_fresh(i: u32) -> u32 {
  let at = i + params.fresh_at;
  return fresh[at];
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store_y((outer * params.room + first + row) * params.line + q % params.line, load_fresh(q));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u32&fresh_width=1&threads=64&unit=1
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<u32>;

fn load_fresh(i: u32) -> u32 {
  let at = i + params.fresh_at;
  return fresh[at];
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store_y((outer * params.room + first + row) * params.line + q % params.line, load_fresh(q));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u32&fresh_width=4&threads=256&unit=4
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<vec4u>;

fn load4_fresh(q: u32) -> vec4u {
  return fresh[q + params.fresh_at / 4u];
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store4_y((outer * params.room + first + row) * params.line + q % params.line, load4_fresh(q));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u32&fresh_width=4&threads=64&unit=4
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<vec4u>;

fn load4_fresh(q: u32) -> vec4u {
  return fresh[q + params.fresh_at / 4u];
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store4_y((outer * params.room + first + row) * params.line + q % params.line, load4_fresh(q));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u8&fresh_width=1&old_width=1&threads=64&unit=4&whole=1
struct Params {
  old_at: u32,
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> old: array<u32>;

fn load_old(i: u32) -> u32 {
  let at = i + params.old_at;
  return extractBits(old[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(2) var<storage, read> fresh: array<u32>;

fn load_fresh(i: u32) -> u32 {
  let at = i + params.fresh_at;
  return extractBits(fresh[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(3) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.room;
  let outer = q / params.line / params.room;
  // Rows before the first one are far past the last: unsigned.
  if (first < params.room && row - first < params.rows) {
    store4_y(q, vec4u(load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line)), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 1u), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 2u), load_fresh(4u * ((outer * params.rows + row - first) * params.line + q % params.line) + 3u)));
  } else {
    store4_y(q, vec4u(load_old(4u * (q)), load_old(4u * (q) + 1u), load_old(4u * (q) + 2u), load_old(4u * (q) + 3u)));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u8&fresh_width=4&threads=256&unit=4
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<u32>;

fn load4_fresh(q: u32) -> vec4u {
  let w = fresh[q + params.fresh_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store4_y((outer * params.room + first + row) * params.line + q % params.line, load4_fresh(q));
  }
}

// ==== write_rows/kernel.wgsl?dtype=u8&fresh_width=4&threads=64&unit=4
struct Params {
  fresh_at: u32,
  place_at: u32,
  count: u32,  // quads to move
  line: u32,   // quads of a row
  rows: u32,   // of the new ones, each time
  room: u32,   // of y, each time
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> fresh: array<u32>;

fn load4_fresh(q: u32) -> vec4u {
  let w = fresh[q + params.fresh_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read> place: array<u32>;

fn load_place(i: u32) -> u32 {
  let at = i + params.place_at;
  return place[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  let first = load_place(0u);
  let row = q / params.line % params.rows;
  let outer = q / params.line / params.rows;
  if (first < params.room && row < params.room - first) {
    store4_y((outer * params.room + first + row) * params.line + q % params.line, load4_fresh(q));
  }
}

