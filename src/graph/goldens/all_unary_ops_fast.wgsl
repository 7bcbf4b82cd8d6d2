// erf(elu(gelu(quick_gelu(leaky_relu(silu(gelu(tanh(sigmoid(neg(relu(log(abs(rsqrt(sqrt(exp(8x32))))))))), approximate=tanh)))))))
// on fast

// ==== exp + sqrt + rsqrt + abs + log + relu + neg + sigmoid + tanh + gelu + silu + leaky_relu + quick_gelu + gelu + elu + erf: elementwise/fused.wgsl?extra=1&threads=256#dea2d1f773b667d7
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
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
@group(0) @binding(1) var<storage, read> f0: array<vec4f>;

fn load4_f0(q: u32) -> vec4f {
  return f0[q + params.f0_at / 4u];
}
fn take_f0(i: u32) -> vec4<f32> {
  return load4_f0(i);
}
@group(0) @binding(2) var<storage, read_write> z0: array<vec4f>;

fn store4_z0(q: u32, v: vec4f) {
  z0[q] = v;
}
fn op0(x: vec4f) -> vec4f {
  return exp(x);
}
fn op1(x: vec4f) -> vec4f {
  return sqrt(x);
}
fn op2(x: vec4f) -> vec4f {
  return inverseSqrt(x);
}
fn op3(x: vec4f) -> vec4f {
  return abs(x);
}
fn op4(x: vec4f) -> vec4f {
  return log(x);
}
fn op5(x: vec4f) -> vec4f {
  return select(x, vec4f(0), x < vec4f(0));
}
fn op6(x: vec4f) -> vec4f {
  return -x;
}
fn op7(x: vec4f) -> vec4f {
  return 1.0 / (1.0 + exp(-x));
}
fn op8(x: vec4f) -> vec4f {
  return tanh(x);
}
fn op9(x: vec4f) -> vec4f {
  // (1 + tanh(u)) / 2 is the sigmoid of 2u: no digits are lost far below 0.
  let u = 1.5957691216 * (x + 0.044715 * x * x * x);
  return x / (1.0 + exp(-u));
}
fn op10(x: vec4f) -> vec4f {
  return x / (1.0 + exp(-x));
}
fn op11(x: vec4f) -> vec4f {
  return select(x, f32(0.01) * x, x < vec4f(0.0));
}
fn op12(x: vec4f) -> vec4f {
  return x / (1.0 + exp(-1.702 * x));
}
fn erf4(x: vec4f) -> vec4f {
  let size = abs(x);
  let s = x * x;
  var near = vec4f(7.85386122e-5);
  near = fma(near, s, vec4f(-8.01019359e-4));
  near = fma(near, s, vec4f(5.18832768e-3));
  near = fma(near, s, vec4f(-0.0268538119));
  near = fma(near, s, vec4f(0.112835851));
  near = fma(near, s, vec4f(-0.376126258));
  near = fma(near, s, vec4f(0.128379166));
  near = fma(near, x, x);
  let z = min(size, vec4f(4.0));  // from there on erf is 1 in f32
  var g = vec4f(-1.86379154e-4);
  g = fma(g, z, vec4f(2.94765795e-3));
  g = fma(g, z, vec4f(-0.0218380627));
  g = fma(g, z, vec4f(0.103106752));
  g = fma(g, z, vec4f(0.638144836));
  g = fma(g, z, vec4f(1.12708919));
  g = fma(g, z, vec4f(3.41523405e-4));
  let far = sign_of(x) * (1.0 - exp(-g));
  return select(far, near, size < vec4f(1.0));
}
fn op13(x: vec4f) -> vec4f {
  return 0.5 * x * (1.0 + erf4(x * 0.7071067811865476));
}
fn op14(x: vec4f) -> vec4f {
  return select(x, f32(1) * (exp(x) - 1.0), x < vec4f(0.0));
}
fn op15(x: vec4f) -> vec4f {
  return erf4(x);
}
fn fused_unit(i: u32) {
  let x0 = take_f0(i);
  let v1 = op0(x0);
  let v2 = op1(v1);
  let v3 = op2(v2);
  let v4 = op3(v3);
  let v5 = op4(v4);
  let v6 = op5(v5);
  let v7 = op6(v6);
  let v8 = op7(v7);
  let v9 = op8(v8);
  let v10 = op9(v9);
  let v11 = op10(v10);
  let v12 = op11(v11);
  let v13 = op12(v12);
  let v14 = op13(v13);
  let v15 = op14(v14);
  let v16 = op15(v15);
  store4_z0(i, v16);
}
struct Params {
  f0_at: u32,
  count: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q <= (params.count - 1u) / 4u) {
    fused_unit(q);
  }
}
