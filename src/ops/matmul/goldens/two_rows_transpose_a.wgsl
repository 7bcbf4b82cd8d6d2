// matmul(30x2, 30x21, transpose_a=1)
// on small

// ==== matmul: matmul/skinny.wgsl?a=f32&a_width=1&b=f32&b_width=1&batch_rank=1&columns=16&k_edge=1&rows=2&slices=8&transpose_a=1&transpose_b=0&y=f32&y_width=1
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

  let a_from = batch * params.a_step_0;
  let b_from = batch * params.b_step_0;

  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var c0 = vec4f();
  let row1 = min(1u, params.m - 1u);
  var c1 = vec4f();
  for (var k = slice * 4u; k < params.k; k += 32u) {
    let at0 = b_from + (k + 0u) * params.n;
    let b0 = select(vec4f(), vec4f(load_b(at0 + col0), load_b(at0 + col1), load_b(at0 + col2), load_b(at0 + col3)), k + 0u < params.k);
    let at1 = b_from + (k + 1u) * params.n;
    let b1 = select(vec4f(), vec4f(load_b(at1 + col0), load_b(at1 + col1), load_b(at1 + col2), load_b(at1 + col3)), k + 1u < params.k);
    let at2 = b_from + (k + 2u) * params.n;
    let b2 = select(vec4f(), vec4f(load_b(at2 + col0), load_b(at2 + col1), load_b(at2 + col2), load_b(at2 + col3)), k + 2u < params.k);
    let at3 = b_from + (k + 3u) * params.n;
    let b3 = select(vec4f(), vec4f(load_b(at3 + col0), load_b(at3 + col1), load_b(at3 + col2), load_b(at3 + col3)), k + 3u < params.k);
    {
      let v = vec4f(
        select(0.0, load_a(a_from + (k + 0u) * params.m + row0), k + 0u < params.k),
        select(0.0, load_a(a_from + (k + 1u) * params.m + row0), k + 1u < params.k),
        select(0.0, load_a(a_from + (k + 2u) * params.m + row0), k + 2u < params.k),
        select(0.0, load_a(a_from + (k + 3u) * params.m + row0), k + 3u < params.k),
      );
      c0 = fma(vec4f(v.x), b0, fma(vec4f(v.y), b1, fma(vec4f(v.z), b2, fma(vec4f(v.w), b3, c0))));
    }
    {
      let v = vec4f(
        select(0.0, load_a(a_from + (k + 0u) * params.m + row1), k + 0u < params.k),
        select(0.0, load_a(a_from + (k + 1u) * params.m + row1), k + 1u < params.k),
        select(0.0, load_a(a_from + (k + 2u) * params.m + row1), k + 2u < params.k),
        select(0.0, load_a(a_from + (k + 3u) * params.m + row1), k + 3u < params.k),
      );
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
