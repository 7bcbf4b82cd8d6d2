// average_pool(1x4x9x11, count_include_pad=0, kernel=[3, 3], padding=[1], stride=[2])
// on small

// ==== average_pool: pool/kernel.wgsl?count_padding=0&dtype=f32&largest=0&threads=64
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  count: u32,
  in_rows: u32,
  in_cols: u32,
  out_rows: u32,
  out_cols: u32,
  tap_rows: u32,
  tap_cols: u32,
  stride_rows: u32,
  stride_cols: u32,
  before_rows: u32,
  before_cols: u32,
  dilation_rows: u32,
  dilation_cols: u32,
  lowest: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn pooled(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var total = 0.0;
  var inside = 0u;
  for (var p = 0u; p < params.tap_rows; p++) {
    let row = row_first + p * params.dilation_rows;
    let row_at = (plane * params.in_rows + row) * params.in_cols;
    for (var q = 0u; q < params.tap_cols; q++) {
      let col = col_first + q * params.dilation_cols;
      if (row < params.in_rows && col < params.in_cols) {
        let v = load_x(row_at + col);
        total += v;
        inside++;
      }
    }
  }
  return total / f32(inside);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  store4_y(q, v);
}
