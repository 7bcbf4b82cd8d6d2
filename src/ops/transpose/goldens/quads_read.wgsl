// transpose(33x64)
// on small

// ==== transpose: transpose/kernel.wgsl?dtype=u32&load_width=4&outer=0&store_width=1&threads=128
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
@group(0) @binding(1) var<storage, read> x: array<vec4u>;

fn load4_x(q: u32) -> vec4u {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

fn store_y(i: u32, v: u32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4u) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
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

  for (var k = lane; k < 256u; k += 128u) {
    let r = k / 8u;
    let c = k % 8u * 4u;
    if (row0 + r < params.rows && column0 + c < params.columns) {
      let i = x0 + (row0 + r) * params.row_step + column0 + c;
      let v = load4_x(i / 4u);
      cells[r][c] = v.x;
      cells[r][c + 1u] = v.y;
      cells[r][c + 2u] = v.z;
      cells[r][c + 3u] = v.w;
    }
  }
  workgroupBarrier();
  for (var k = lane; k < 1024u; k += 128u) {
    let c = k / 32u;
    let r = k % 32u * 1u;
    if (row0 + r < params.rows && column0 + c < params.columns) {
      let i = y0 + (column0 + c) * params.column_step + row0 + r;
      store_y(i, cells[r][c]);
    }
  }
}
