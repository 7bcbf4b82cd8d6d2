// ==== pool/kernel.wgsl?count_padding=0&dtype=f32&largest=0&threads=256
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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  store4_y(q, v);
}

// ==== pool/kernel.wgsl?count_padding=0&dtype=f32&largest=0&threads=64
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

// ==== pool/kernel.wgsl?count_padding=1&dtype=bf16&largest=0&threads=256
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn bfloat_y(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let rounded = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
  let quiet = (bits >> vec4u(16u)) | vec4u(0x40u);
  return select(rounded, quiet, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
fn store4_y(q: u32, v: vec4f) {
  let h = bfloat_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
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
  return total / f32(params.tap_rows * params.tap_cols);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  store4_y(q, v);
}

// ==== pool/kernel.wgsl?count_padding=1&dtype=bf16&largest=0&threads=64
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn bfloat_y(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let rounded = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
  let quiet = (bits >> vec4u(16u)) | vec4u(0x40u);
  return select(rounded, quiet, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
fn store4_y(q: u32, v: vec4f) {
  let h = bfloat_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
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
  return total / f32(params.tap_rows * params.tap_cols);
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

// ==== pool/kernel.wgsl?count_padding=1&dtype=f16&largest=0&threads=256
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
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
  return total / f32(params.tap_rows * params.tap_cols);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  store4_y(q, v);
}

// ==== pool/kernel.wgsl?count_padding=1&dtype=f16&largest=0&threads=64
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
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
  return total / f32(params.tap_rows * params.tap_cols);
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

// ==== pool/kernel.wgsl?count_padding=1&dtype=f32&largest=0&threads=256
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
  return total / f32(params.tap_rows * params.tap_cols);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  store4_y(q, v);
}

// ==== pool/kernel.wgsl?count_padding=1&dtype=f32&largest=0&threads=64
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
  return total / f32(params.tap_rows * params.tap_cols);
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

// ==== pool/kernel.wgsl?dtype=bf16&largest=1&threads=256
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn bfloat_y(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let rounded = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
  let quiet = (bits >> vec4u(16u)) | vec4u(0x40u);
  return select(rounded, quiet, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
fn store4_y(q: u32, v: vec4f) {
  let h = bfloat_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}

// By its bits: compilers may assume that a number equals itself.
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}

fn pooled(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var total = params.lowest;
  for (var p = 0u; p < params.tap_rows; p++) {
    let row = row_first + p * params.dilation_rows;
    let row_at = (plane * params.in_rows + row) * params.in_cols;
    for (var q = 0u; q < params.tap_cols; q++) {
      let col = col_first + q * params.dilation_cols;
      if (row < params.in_rows && col < params.in_cols) {
        let v = load_x(row_at + col);
        if (!is_nan(total) && (is_nan(v) || v > total)) {
          total = v;
        }
      }
    }
  }
  return total;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  store4_y(q, v);
}

// ==== pool/kernel.wgsl?dtype=bf16&largest=1&threads=64
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn bfloat_y(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let rounded = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
  let quiet = (bits >> vec4u(16u)) | vec4u(0x40u);
  return select(rounded, quiet, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
fn store4_y(q: u32, v: vec4f) {
  let h = bfloat_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}

// By its bits: compilers may assume that a number equals itself.
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}

fn pooled(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var total = params.lowest;
  for (var p = 0u; p < params.tap_rows; p++) {
    let row = row_first + p * params.dilation_rows;
    let row_at = (plane * params.in_rows + row) * params.in_cols;
    for (var q = 0u; q < params.tap_cols; q++) {
      let col = col_first + q * params.dilation_cols;
      if (row < params.in_rows && col < params.in_cols) {
        let v = load_x(row_at + col);
        if (!is_nan(total) && (is_nan(v) || v > total)) {
          total = v;
        }
      }
    }
  }
  return total;
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

// ==== pool/kernel.wgsl?dtype=f16&largest=1&threads=256
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}

// By its bits: compilers may assume that a number equals itself.
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}

fn pooled(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var total = params.lowest;
  for (var p = 0u; p < params.tap_rows; p++) {
    let row = row_first + p * params.dilation_rows;
    let row_at = (plane * params.in_rows + row) * params.in_cols;
    for (var q = 0u; q < params.tap_cols; q++) {
      let col = col_first + q * params.dilation_cols;
      if (row < params.in_rows && col < params.in_cols) {
        let v = load_x(row_at + col);
        if (!is_nan(total) && (is_nan(v) || v > total)) {
          total = v;
        }
      }
    }
  }
  return total;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  store4_y(q, v);
}

// ==== pool/kernel.wgsl?dtype=f16&largest=1&threads=64
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
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read_write> y: array<vec2u>;

fn half_y(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
fn store4_y(q: u32, v: vec4f) {
  let h = half_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}

// By its bits: compilers may assume that a number equals itself.
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}

fn pooled(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var total = params.lowest;
  for (var p = 0u; p < params.tap_rows; p++) {
    let row = row_first + p * params.dilation_rows;
    let row_at = (plane * params.in_rows + row) * params.in_cols;
    for (var q = 0u; q < params.tap_cols; q++) {
      let col = col_first + q * params.dilation_cols;
      if (row < params.in_rows && col < params.in_cols) {
        let v = load_x(row_at + col);
        if (!is_nan(total) && (is_nan(v) || v > total)) {
          total = v;
        }
      }
    }
  }
  return total;
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

// ==== pool/kernel.wgsl?dtype=f32&largest=1&threads=256
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

// By its bits: compilers may assume that a number equals itself.
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}

fn pooled(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var total = params.lowest;
  for (var p = 0u; p < params.tap_rows; p++) {
    let row = row_first + p * params.dilation_rows;
    let row_at = (plane * params.in_rows + row) * params.in_cols;
    for (var q = 0u; q < params.tap_cols; q++) {
      let col = col_first + q * params.dilation_cols;
      if (row < params.in_rows && col < params.in_cols) {
        let v = load_x(row_at + col);
        if (!is_nan(total) && (is_nan(v) || v > total)) {
          total = v;
        }
      }
    }
  }
  return total;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let at = q * 4u;
  if (at >= params.count) {
    return;
  }
  let last = params.count - 1u;
  let v = vec4f(pooled(at), pooled(min(at + 1u, last)), pooled(min(at + 2u, last)), pooled(min(at + 3u, last)));
  store4_y(q, v);
}

// ==== pool/kernel.wgsl?dtype=f32&largest=1&threads=64
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

// By its bits: compilers may assume that a number equals itself.
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}

fn pooled(at: u32) -> f32 {
  let j = at % params.out_cols;
  let i = at / params.out_cols % params.out_rows;
  let plane = at / params.out_cols / params.out_rows;
  // A negative place wraps to a large one, so one comparison finds the padding.
  let row_first = i * params.stride_rows - params.before_rows;
  let col_first = j * params.stride_cols - params.before_cols;
  var total = params.lowest;
  for (var p = 0u; p < params.tap_rows; p++) {
    let row = row_first + p * params.dilation_rows;
    let row_at = (plane * params.in_rows + row) * params.in_cols;
    for (var q = 0u; q < params.tap_cols; q++) {
      let col = col_first + q * params.dilation_cols;
      if (row < params.in_rows && col < params.in_cols) {
        let v = load_x(row_at + col);
        if (!is_nan(total) && (is_nan(v) || v > total)) {
          total = v;
        }
      }
    }
  }
  return total;
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

