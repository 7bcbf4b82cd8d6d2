// matmul(77, 77)
// on small

// ==== matmul: matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=4&k_edge=1&rows=1&slices=32&transpose_a=0&transpose_b=1&y=f32&y_width=1
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;

fn load_a(i: u32) -> f32 {
  let at = i + params.a_at;
  return a[at];
}
@group(0) @binding(2) var<storage, read> b: array<f32>;

fn load_b(i: u32) -> f32 {
  let at = i + params.b_at;
  return b[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
}
var<workgroup> parts: array<array<array<vec4f, 4>, 32>, 1>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 15u) / 16u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane % 32u;
  let column = lane / 32u;
  let col = (index % blocks * 4u + column) * 4u;

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 128u) {
    let at0 = b_from + col0 * params.k + k;
    let b0 = vec4f(
      select(0.0, load_b(at0 + 0u), k + 0u < params.k),
      select(0.0, load_b(at0 + 1u), k + 1u < params.k),
      select(0.0, load_b(at0 + 2u), k + 2u < params.k),
      select(0.0, load_b(at0 + 3u), k + 3u < params.k),
    );
    let at1 = b_from + col1 * params.k + k;
    let b1 = vec4f(
      select(0.0, load_b(at1 + 0u), k + 0u < params.k),
      select(0.0, load_b(at1 + 1u), k + 1u < params.k),
      select(0.0, load_b(at1 + 2u), k + 2u < params.k),
      select(0.0, load_b(at1 + 3u), k + 3u < params.k),
    );
    let at2 = b_from + col2 * params.k + k;
    let b2 = vec4f(
      select(0.0, load_b(at2 + 0u), k + 0u < params.k),
      select(0.0, load_b(at2 + 1u), k + 1u < params.k),
      select(0.0, load_b(at2 + 2u), k + 2u < params.k),
      select(0.0, load_b(at2 + 3u), k + 3u < params.k),
    );
    let at3 = b_from + col3 * params.k + k;
    let b3 = vec4f(
      select(0.0, load_b(at3 + 0u), k + 0u < params.k),
      select(0.0, load_b(at3 + 1u), k + 1u < params.k),
      select(0.0, load_b(at3 + 2u), k + 2u < params.k),
      select(0.0, load_b(at3 + 3u), k + 3u < params.k),
    );
    {
      let v = vec4f(
        select(0.0, load_a(a_from + row0 * params.k + k + 0u), k + 0u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 1u), k + 1u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 2u), k + 2u < params.k),
        select(0.0, load_a(a_from + row0 * params.k + k + 3u), k + 3u < params.k),
      );
      c0 += vec4f(dot(v, b0), dot(v, b1), dot(v, b2), dot(v, b3));
    }
  }

  // Slices that had anything to add.
  let live = min(32u, (params.k + 3u) / 4u);
  parts[0][slice][column] = c0;
  workgroupBarrier();
  if (slice < 1u && slice + 0u < params.m && col < params.n) {
    var sum = parts[slice][0][column];
    for (var i = 1u; i < live; i++) {
      sum += parts[slice][i][column];
    }
    let row = slice + 0u;
    let at = (batch * params.m + row) * params.n + col;
    if (col + 0u < params.n) {
      store_y(at + 0u, sum[0]);
    }
    if (col + 1u < params.n) {
      store_y(at + 1u, sum[1]);
    }
    if (col + 2u < params.n) {
      store_y(at + 2u, sum[2]);
    }
    if (col + 3u < params.n) {
      store_y(at + 3u, sum[3]);
    }
  }
}
