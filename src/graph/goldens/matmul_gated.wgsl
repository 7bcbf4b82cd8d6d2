// x = 6x32; multiply(silu(matmul(x, const(32x48))), matmul(x, const(32x48)))
// on small

// ==== matmul + slice + slice: matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=16&k_edge=0&rows=8&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=4#39b95543e3792446
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
@group(0) @binding(4) var<storage, read_write> z0: array<vec4f>;

fn store4_z0(q: u32, v: vec4f) {
  z0[q] = v;
}
fn fused_post(i: u32, v: vec4f) {
  let at_y = i % params.cut_y_whole - params.cut_y_first;
  if (at_y < params.cut_y_count) {
    store4_y(i / params.cut_y_whole * params.cut_y_count + at_y, v);
  }
  let at_z0 = i % params.cut_z0_whole - params.cut_z0_first;
  if (at_z0 < params.cut_z0_count) {
    store4_z0(i / params.cut_z0_whole * params.cut_z0_count + at_z0, v);
  }
}

struct Params {
  a_at: u32,
  b_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
  cut_y_first: u32,
  cut_y_count: u32,
  cut_y_whole: u32,
  cut_z0_first: u32,
  cut_z0_count: u32,
  cut_z0_whole: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;

fn load4_a(q: u32) -> vec4f {
  return a[q + params.a_at / 4u];
}
@group(0) @binding(2) var<storage, read> b: array<vec4f>;

fn load4_b(q: u32) -> vec4f {
  return b[q + params.b_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 4>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 16u;
  let column = lane % 16u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  let row2 = min(2u, params.m - 1u);
  var c2 = vec4f();
  let row3 = min(3u, params.m - 1u);
  var c3 = vec4f();
  let row4 = min(4u, params.m - 1u);
  var c4 = vec4f();
  let row5 = min(5u, params.m - 1u);
  var c5 = vec4f();
  let row6 = min(6u, params.m - 1u);
  var c6 = vec4f();
  let row7 = min(7u, params.m - 1u);
  var c7 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let b0 = load4_b((b_from + (k + 0u) * params.n + col0) / 4u);
    let b1 = load4_b((b_from + (k + 1u) * params.n + col0) / 4u);
    let b2 = load4_b((b_from + (k + 2u) * params.n + col0) / 4u);
    let b3 = load4_b((b_from + (k + 3u) * params.n + col0) / 4u);
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = load4_a((a_from + row1 * params.k + k) / 4u);
      c1 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c1))));
    }
    {
      let v = load4_a((a_from + row2 * params.k + k) / 4u);
      c2 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c2))));
    }
    {
      let v = load4_a((a_from + row3 * params.k + k) / 4u);
      c3 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c3))));
    }
    {
      let v = load4_a((a_from + row4 * params.k + k) / 4u);
      c4 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c4))));
    }
    {
      let v = load4_a((a_from + row5 * params.k + k) / 4u);
      c5 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c5))));
    }
    {
      let v = load4_a((a_from + row6 * params.k + k) / 4u);
      c6 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c6))));
    }
    {
      let v = load4_a((a_from + row7 * params.k + k) / 4u);
      c7 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c7))));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  parts[2][slice][column] = c2;
  parts[3][slice][column] = c3;
  workgroupBarrier();
  if (slice < 4u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    fused_post(at / 4u, sum);
  }
  workgroupBarrier();
  parts[0][slice][column] = c4;
  parts[1][slice][column] = c5;
  parts[2][slice][column] = c6;
  parts[3][slice][column] = c7;
  workgroupBarrier();
  if (slice < 4u && slice + 4u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 4u;
    let at = (batch * params.m + row) * params.n + col;
    fused_post(at / 4u, sum);
  }
}

// ==== silu + multiply: elementwise/fused.wgsl?extra=2&threads=64#d3e46975bb10739f
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
@group(0) @binding(2) var<storage, read> f1: array<vec4f>;

fn load4_f1(q: u32) -> vec4f {
  return f1[q + params.f1_at / 4u];
}
fn take_f1(i: u32) -> vec4<f32> {
  return load4_f1(i);
}
@group(0) @binding(3) var<storage, read_write> z0: array<vec4f>;

fn store4_z0(q: u32, v: vec4f) {
  z0[q] = v;
}
fn op0(x: vec4f) -> vec4f {
  return x / (1.0 + exp(-x));
}
fn op1(a: vec4f, b: vec4f) -> vec4f {
  return a * b;
}
fn fused_unit(i: u32) {
  let x0 = take_f0(i);
  let v5 = select(op0(x0), x0, is_nan4(x0));
  let x1 = take_f1(i);
  let v6 = select(op1(v5, x1), v5 + x1, is_nan4(v5) | is_nan4(x1));
  store4_z0(i, v6);
}
struct Params {
  f0_at: u32,
  f1_at: u32,
  count: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q <= (params.count - 1u) / 4u) {
    fused_unit(q);
  }
}
