// matmul(add(96x8, 96x8), 8x1)
// on small

// ==== add + matmul: matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=1&columns=16&extra=1&k_edge=0&rows=1&slices=8&transpose_a=0&transpose_b=1&y=f32&y_width=4#747879727527cb83
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
@group(0) @binding(3) var<storage, read> f0: array<vec4f>;

fn load4_f0(q: u32) -> vec4f {
  return f0[q + params.f0_at / 4u];
}
fn take_f0(i: u32) -> vec4<f32> {
  return load4_f0(i);
}
fn op0(a: vec4f, b: vec4f) -> vec4f {
  return a + b;
}
fn fused_pre_b(i: u32, v: vec4f) -> vec4f {
  let x0 = take_f0(i);
  let v3 = select(op0(v, x0), v + x0, is_nan4(v) | is_nan4(x0));
  return v3;
}

struct Params {
  a_at: u32,
  b_at: u32,
  f0_at: u32,
  m: u32,
  n: u32,
  k: u32,
  batches: u32,
  size_0: u32,
  a_step_0: u32,
  b_step_0: u32,
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
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 63u) / 64u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 8u;
  let column = lane / 8u;
  let col = (index % blocks * 16u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let b0 = fused_pre_b((b_from + col0 * params.k + k) / 4u, load4_b((b_from + col0 * params.k + k) / 4u));
    let b1 = fused_pre_b((b_from + col1 * params.k + k) / 4u, load4_b((b_from + col1 * params.k + k) / 4u));
    let b2 = fused_pre_b((b_from + col2 * params.k + k) / 4u, load4_b((b_from + col2 * params.k + k) / 4u));
    let b3 = fused_pre_b((b_from + col3 * params.k + k) / 4u, load4_b((b_from + col3 * params.k + k) / 4u));
    {
      let v = load4_a((a_from + row0 * params.k + k) / 4u);
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}
