// matmul(2x1x2x24, 3x24x16)
// on small

// ==== matmul: matmul/skinny.wgsl?a=f32&a_width=4&b=f32&b_width=4&batch_rank=4&columns=16&k_edge=0&rows=2&slices=8&transpose_a=0&transpose_b=0&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
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
  size_1: u32,
  a_step_1: u32,
  b_step_1: u32,
  size_2: u32,
  a_step_2: u32,
  b_step_2: u32,
  size_3: u32,
  a_step_3: u32,
  b_step_3: u32,
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
var<workgroup> parts: array<array<array<vec4f, 16>, 8>, 2>;

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

  var rest = batch;
  var a_from = 0u;
  var b_from = 0u;
  a_from += rest % params.size_3 * params.a_step_3;
  b_from += rest % params.size_3 * params.b_step_3;
  rest /= params.size_3;
  a_from += rest % params.size_2 * params.a_step_2;
  b_from += rest % params.size_2 * params.b_step_2;
  rest /= params.size_2;
  a_from += rest % params.size_1 * params.a_step_1;
  b_from += rest % params.size_1 * params.b_step_1;
  rest /= params.size_1;
  a_from += rest % params.size_0 * params.a_step_0;
  b_from += rest % params.size_0 * params.b_step_0;
  rest /= params.size_0;

  let col0 = min(col, params.n - 4u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
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
  }

  // Slices that had anything to add.
  let live = min(8u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  parts[1][slice][column] = c1;
  workgroupBarrier();
  if (slice < 2u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    store4_y(at / 4u, sum);
  }
}
