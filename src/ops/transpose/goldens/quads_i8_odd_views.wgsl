// transpose(40x44:i8)
// on small-odd

// ==== transpose: transpose/kernel.wgsl?dtype=u8&load_width=1&outer=0&store_width=4&threads=128
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  rows: u32,
  columns: u32,
  row_step: u32,
  column_step: u32,
  row_tiles: u32,
  column_tiles: u32,
  tiles: u32,  // in all planes
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

// One column more than the tile has, so that neither direction meets the same bank twice in a row.
var<workgroup> cells: array<array<u32, 33>, 32>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let index = linear_group(group, groups);
  if (index >= params.tiles) { return; }
  let column0 = index % params.column_tiles * 32u;
  let row0 = index / params.column_tiles % params.row_tiles * 32u;
  var x0 = 0u;
  var y0 = 0u;

  for (var k = lane; k < 1024u; k += 128u) {
    let r = k / 32u;
    let c = k % 32u * 1u;
    if (row0 + r < params.rows && column0 + c < params.columns) {
      let i = x0 + (row0 + r) * params.row_step + column0 + c;
      cells[r][c] = load_x(i);
    }
  }
  workgroupBarrier();
  for (var k = lane; k < 256u; k += 128u) {
    let c = k / 8u;
    let r = k % 8u * 4u;
    if (row0 + r < params.rows && column0 + c < params.columns) {
      let i = y0 + (column0 + c) * params.column_step + row0 + r;
      store4_y(i / 4u, vec4u(cells[r][c], cells[r + 1u][c], cells[r + 2u][c], cells[r + 3u][c]));
    }
  }
}
