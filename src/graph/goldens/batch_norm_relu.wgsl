// relu(batch_norm(2x6x4x8, 6, 6, 6, 6))
// on small

// ==== batch_norm + relu: batch_norm/kernel.wgsl?beta=f32&dtype=f32&gamma=f32&stats=f32&threads=64&together=1&width=4#6454f3403b4f8c34
fn is_nan4(v: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(v) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}
fn infinity() -> f32 {
  var bits = 0x7f800000u;
  return bitcast<f32>(bits);
}
fn not_a_number() -> f32 {
  var bits = 0x7fc00000u;
  return bitcast<f32>(bits);
}
// 1 or -1 by the sign bit, which zero has too.
fn sign_of(v: vec4f) -> vec4f {
  return select(vec4f(1.0), vec4f(-1.0), (bitcast<vec4u>(v) & vec4u(0x80000000u)) != vec4u(0u));
}
fn op0(x: vec4f) -> vec4f {
  return select(x, vec4f(0), x < vec4f(0));
}
fn fused_post(i: u32, v: vec4f) -> vec4f {
  let v6 = select(op0(v), v, is_nan4(v));
  return v6;
}
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
  store4_y(q, fused_post(q, r));
}
