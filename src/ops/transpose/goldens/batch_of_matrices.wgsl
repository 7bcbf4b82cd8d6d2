// transpose(3x20x35, perm=[0, 2, 1])
// on small

// ==== transpose: transpose/kernel.wgsl?dtype=u32&load_width=1&outer=1&store_width=4&threads=128
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
  outer: array<vec4u, 1>,  // size, step in x, step in y
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
  var plane = index / (params.column_tiles * params.row_tiles);
  x0 += plane % params.outer[0].x * params.outer[0].y;
  y0 += plane % params.outer[0].x * params.outer[0].z;
  plane /= params.outer[0].x;

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
