// write_rows(2x5x8:f16, 2x2x8:f16, 1:i32)
// on small-odd

// ==== write_rows: write_rows/kernel.wgsl?dtype=u16&fresh_width=1&old_width=1&threads=64&unit=4&whole=1
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
