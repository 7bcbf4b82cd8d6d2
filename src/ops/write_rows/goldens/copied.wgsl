// write_rows(2x3x9x8, 2x3x1x8, 1:i32)
// on small

// ==== write_rows: write_rows/kernel.wgsl?dtype=u32&fresh_width=4&old_width=4&threads=64&unit=4&whole=1
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
@group(0) @binding(1) var<storage, read> old: array<vec4u>;

fn load4_old(q: u32) -> vec4u {
  return old[q + params.old_at / 4u];
}
@group(0) @binding(2) var<storage, read> fresh: array<vec4u>;

fn load4_fresh(q: u32) -> vec4u {
  return fresh[q + params.fresh_at / 4u];
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
    store4_y(q, load4_fresh((outer * params.rows + row - first) * params.line + q % params.line));
  } else {
    store4_y(q, load4_old(q));
  }
}
