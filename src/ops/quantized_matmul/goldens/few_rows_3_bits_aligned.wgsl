// quantized_matmul(1x81, 20x13:u32, 20x1:f16, aligned=1, bits=3, group=128)
// on small

// ==== quantized_matmul: quantized_matmul/few_rows.wgsl?aligned=1&bits=3&group=128&looped=1&minimums=0&rows=1&scales=f16&span=8&staged=1&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388612.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let i = vec4u(k, k + 1u, k + 2u, k + 3u);
  let w = first + i / 10u;
  return codes4((vec4u(codes[w.x], codes[w.y], codes[w.z], codes[w.w]) >> (i % 10u * 3u)) & vec4u(7u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 128u;
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> scratch_row0: array<vec4f, 128>;

fn reduce_row0(v: vec4f, lane: u32) -> vec4f {
  let place = (lane / 1u) % 8u;
  scratch_row0[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_row0[lane] = scratch_row0[lane] + scratch_row0[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_row0[lane - place * 1u];
}
var<workgroup> shared_x: array<vec4f, 72>;

fn quad_x(row: u32, k: u32) -> vec4f {
  let i = row * params.k + k;
  return vec4f(
    select(0.0, load_x(i + 0u), k + 0u < params.k),
    select(0.0, load_x(i + 1u), k + 1u < params.k),
    select(0.0, load_x(i + 2u), k + 2u < params.k),
    select(0.0, load_x(i + 3u), k + 3u < params.k),
  );
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 64u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 8u;
  let col = first + lane / 8u * 4u;
  // Columns past the last repeat those before; nothing is stored for them.
  let col0 = min(col, params.n - 4u) + 0u;
  let col1 = min(col, params.n - 4u) + 1u;
  let col2 = min(col, params.n - 4u) + 2u;
  let col3 = min(col, params.n - 4u) + 3u;
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let last = (params.k - 1u) / 32u * 32u;
  for (var base = 0u; base < params.k; base += 256u) {
    // Past the last stretch x is zero and the codes are the last one's.
    let k = min(base + part * 32u, last);
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    if (base > 0u) {
      workgroupBarrier();
    }
    if (lane < 64u) {
      shared_x[0u + lane + lane / 8u] = quad_x(row0, base + lane * 4u);
    }
    workgroupBarrier();
    var sum0 = vec4f();
    for (var q = 0u; q < 32u; q += 4u)
    {
      let x0 = shared_x[0u + part * 9u + q / 4u];
      let d0 = code4(col0, k + q);
      let d1 = code4(col1, k + q);
      let d2 = code4(col2, k + q);
      let d3 = code4(col3, k + q);
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    total0 = fma(sum0, scale, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}
