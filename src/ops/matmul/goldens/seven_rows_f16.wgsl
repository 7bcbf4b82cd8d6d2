// matmul(7x64:f16, 64x40:f16)
// on small

// ==== matmul: matmul/skinny.wgsl?a=f16&a_width=4&b=f16&b_width=4&batch_rank=1&columns=8&k_edge=0&rows=8&slices=16&transpose_a=0&transpose_b=0&y=f16&y_width=4
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
@group(0) @binding(1) var<storage, read> a: array<vec2u>;

fn load4_a(q: u32) -> vec4f {
  let w = a[q + params.a_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> b: array<vec2u>;

fn load4_b(q: u32) -> vec4f {
  let w = b[q + params.b_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

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
var<workgroup> parts: array<array<array<vec4f, 8>, 16>, 4>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let blocks = (params.n + 31u) / 32u;
  let index = linear_group(group, groups);
  let batch = index / blocks;
  if (batch >= params.batches) {
    return;
  }
  let slice = lane / 8u;
  let column = lane % 8u;
  let col = (index % blocks * 8u + column) * 4u;

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
  for (var k = slice * 4u; k < params.k; k += 64u) {
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
  let live = min(16u, (params.k + 3u) / 4u);
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
    store4_y(at / 4u, sum);
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
    store4_y(at / 4u, sum);
  }
}
