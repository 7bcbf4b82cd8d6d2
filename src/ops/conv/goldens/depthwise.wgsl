// conv1d(2x6x15, 6x1x5, 6, groups=6, padding=[2])
// on small

// ==== conv1d: conv/direct.wgsl?a=f32&b=f32&bias=f32&threads=64&y=f32
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  w_at: u32,
  x_at: u32,
  bias_at: u32,
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
  in_channels: u32,
  out_channels: u32,
  in_per_group: u32,
  out_per_group: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> w: array<f32>;

fn load_w(i: u32) -> f32 {
  let at = i + params.w_at;
  return w[at];
}
@group(0) @binding(2) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(3) var<storage, read> bias: array<f32>;

fn load_bias(i: u32) -> f32 {
  let at = i + params.bias_at;
  return bias[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn convolved(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  let o = plane % params.out_channels;
  let first = plane / params.out_channels * params.in_channels + o / params.out_per_group * params.in_per_group;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var w_next = o * params.in_per_group * params.tap_rows * params.tap_cols;
  var sum = load_bias(o);
  for (var channel = 0u; channel < params.in_per_group; channel++) {
    for (var p = 0u; p < params.tap_rows; p++) {
      let row = row_first + p * params.dilation_rows;
      let row_at = ((first + channel) * params.in_rows + row) * params.in_cols;
      for (var q = 0u; q < params.tap_cols; q++) {
        let col = col_first + q * params.dilation_cols;
        if (row < params.in_rows && col < params.in_cols) {
          sum = fma(load_w(w_next), load_x(row_at + col), sum);
        }
        w_next++;
      }
    }
  }
  return sum;
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
  let v = vec4f(convolved(at), convolved(min(at + 1u, last)), convolved(min(at + 2u, last)), convolved(min(at + 3u, last)));
  store4_y(q, v);
}
