// ==== batch_norm/kernel.wgsl?beta=f16&dtype=f16&gamma=f16&stats=f16&threads=256&together=1&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> mean: array<u32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  let pair = unpack2x16float(mean[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(3) var<storage, read> variance: array<u32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  let pair = unpack2x16float(variance[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let pair = unpack2x16float(gamma[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(5) var<storage, read> beta: array<u32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  let pair = unpack2x16float(beta[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f16&dtype=f16&gamma=f16&stats=f16&threads=64&together=1&width=1
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> mean: array<u32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  let pair = unpack2x16float(mean[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(3) var<storage, read> variance: array<u32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  let pair = unpack2x16float(variance[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let pair = unpack2x16float(gamma[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(5) var<storage, read> beta: array<u32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  let pair = unpack2x16float(beta[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = vec4f(load_x(q * 4u), load_x(q * 4u + 1u), load_x(q * 4u + 2u), load_x(q * 4u + 3u));
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f16&dtype=f16&gamma=f16&stats=f16&threads=64&together=1&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> mean: array<u32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  let pair = unpack2x16float(mean[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(3) var<storage, read> variance: array<u32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  let pair = unpack2x16float(variance[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> gamma: array<u32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  let pair = unpack2x16float(gamma[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(5) var<storage, read> beta: array<u32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  let pair = unpack2x16float(beta[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=bf16&gamma=f32&stats=f32&threads=256&together=1&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=bf16&gamma=f32&stats=f32&threads=64&together=1&width=1
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = vec4f(load_x(q * 4u), load_x(q * 4u + 1u), load_x(q * 4u + 2u), load_x(q * 4u + 3u));
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=bf16&gamma=f32&stats=f32&threads=64&together=1&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f16&gamma=f32&stats=f32&threads=256&together=0&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let a = channel(q * 4u);
  let b = channel(q * 4u + 1u);
  let c = channel(q * 4u + 2u);
  let d = channel(q * 4u + 3u);
  let r = (v - vec4f(a.x, b.x, c.x, d.x)) * vec4f(a.y, b.y, c.y, d.y) + vec4f(a.z, b.z, c.z, d.z);
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f16&gamma=f32&stats=f32&threads=64&together=0&width=1
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = vec4f(load_x(q * 4u), load_x(q * 4u + 1u), load_x(q * 4u + 2u), load_x(q * 4u + 3u));
  let a = channel(q * 4u);
  let b = channel(q * 4u + 1u);
  let c = channel(q * 4u + 2u);
  let d = channel(q * 4u + 3u);
  let r = (v - vec4f(a.x, b.x, c.x, d.x)) * vec4f(a.y, b.y, c.y, d.y) + vec4f(a.z, b.z, c.z, d.z);
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f16&gamma=f32&stats=f32&threads=64&together=0&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec2u>;

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
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let a = channel(q * 4u);
  let b = channel(q * 4u + 1u);
  let c = channel(q * 4u + 2u);
  let d = channel(q * 4u + 3u);
  let r = (v - vec4f(a.x, b.x, c.x, d.x)) * vec4f(a.y, b.y, c.y, d.y) + vec4f(a.z, b.z, c.z, d.z);
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f32&gamma=f32&stats=f32&threads=256&together=0&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let a = channel(q * 4u);
  let b = channel(q * 4u + 1u);
  let c = channel(q * 4u + 2u);
  let d = channel(q * 4u + 3u);
  let r = (v - vec4f(a.x, b.x, c.x, d.x)) * vec4f(a.y, b.y, c.y, d.y) + vec4f(a.z, b.z, c.z, d.z);
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f32&gamma=f32&stats=f32&threads=256&together=1&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f32&gamma=f32&stats=f32&threads=64&together=0&width=1
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = vec4f(load_x(q * 4u), load_x(q * 4u + 1u), load_x(q * 4u + 2u), load_x(q * 4u + 3u));
  let a = channel(q * 4u);
  let b = channel(q * 4u + 1u);
  let c = channel(q * 4u + 2u);
  let d = channel(q * 4u + 3u);
  let r = (v - vec4f(a.x, b.x, c.x, d.x)) * vec4f(a.y, b.y, c.y, d.y) + vec4f(a.z, b.z, c.z, d.z);
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f32&gamma=f32&stats=f32&threads=64&together=0&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let a = channel(q * 4u);
  let b = channel(q * 4u + 1u);
  let c = channel(q * 4u + 2u);
  let d = channel(q * 4u + 3u);
  let r = (v - vec4f(a.x, b.x, c.x, d.x)) * vec4f(a.y, b.y, c.y, d.y) + vec4f(a.z, b.z, c.z, d.z);
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f32&gamma=f32&stats=f32&threads=64&together=1&width=1
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = vec4f(load_x(q * 4u), load_x(q * 4u + 1u), load_x(q * 4u + 2u), load_x(q * 4u + 3u));
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

// ==== batch_norm/kernel.wgsl?beta=f32&dtype=f32&gamma=f32&stats=f32&threads=64&together=1&width=4
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> mean: array<f32>;

fn load_mean(i: u32) -> f32 {
  let at = i + params.mean_at;
  return mean[at];
}
@group(0) @binding(3) var<storage, read> variance: array<f32>;

fn load_variance(i: u32) -> f32 {
  let at = i + params.variance_at;
  return variance[at];
}
@group(0) @binding(4) var<storage, read> gamma: array<f32>;

fn load_gamma(i: u32) -> f32 {
  let at = i + params.gamma_at;
  return gamma[at];
}
@group(0) @binding(5) var<storage, read> beta: array<f32>;

fn load_beta(i: u32) -> f32 {
  let at = i + params.beta_at;
  return beta[at];
}
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = load4_x(q);
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
  store4_y(q, r);
}

