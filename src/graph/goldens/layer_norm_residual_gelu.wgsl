// gelu(layer_norm(add(6x64, 6x64), 64, 64))
// on small

// ==== add + layer_norm + gelu: rows/norm.wgsl?beta=f32&center=1&dtype=f32&extra=1&gamma=f32&out=f32&per_thread=2&span=8&threads=128&width=4#75f582d008aa9797
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
@group(0) @binding(4) var<storage, read> f0: array<vec4f>;

fn load4_f0(q: u32) -> vec4f {
  return f0[q + params.f0_at / 4u];
}
fn take_f0(i: u32) -> vec4<f32> {
  return load4_f0(i);
}
fn op0(a: vec4f, b: vec4f) -> vec4f {
  return a + b;
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
fn op1(x: vec4f) -> vec4f {
  return 0.5 * x * (1.0 + erf4(x * 0.7071067811865476));
}
fn fused_pre(i: u32, v: vec4f) -> vec4f {
  let x0 = take_f0(i);
  let v4 = select(op0(v, x0), v + x0, is_nan4(v) | is_nan4(x0));
  return v4;
}
fn fused_post(i: u32, v: vec4f) -> vec4f {
  let v6 = select(op1(v), v, is_nan4(v));
  return v6;
}

@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane / 8u;
  w.place = lane % 8u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  gamma_at: u32,
  beta_at: u32,
  f0_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> gamma: array<vec4f>;

fn load4_gamma(q: u32) -> vec4f {
  return gamma[q + params.gamma_at / 4u];
}
@group(0) @binding(3) var<storage, read> beta: array<vec4f>;

fn load4_beta(q: u32) -> vec4f {
  return beta[q + params.beta_at / 4u];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_mean: array<f32, 128>;

fn reduce_mean(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_mean[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_mean[lane] = scratch_mean[lane] + scratch_mean[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_mean[lane - place * 1u];
}
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_square[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  r += load4_beta(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  var sum = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  var v1 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = fused_pre(w.first + i, load4_x(w.first + i));
      sum += ((v0.x + v0.y) + (v0.z + v0.w));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      v1 = fused_pre(w.first + i, load4_x(w.first + i));
      sum += ((v1.x + v1.y) + (v1.z + v1.w));
    }
  }
  let mean = reduce_mean(sum, lane) * params.scale;
  {
    if (w.begin + 0u < w.end) {
      v0 -= mean;
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  {
    if (w.begin + 8u < w.end) {
      v1 -= mean;
      let s = v1 * v1;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, fused_post(w.first + i, affine(w.row, i, v0 * factor)));
    }
  }
  {
    let i = w.begin + 8u;
    if (i < w.end) {
      store4_y(w.first + i, fused_post(w.first + i, affine(w.row, i, v1 * factor)));
    }
  }
}
