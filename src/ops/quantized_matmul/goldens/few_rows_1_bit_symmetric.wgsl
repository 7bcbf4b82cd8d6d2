// quantized_matmul(1x69, 14x4:u32, 14x1:f16, bits=1, group=128)
// on large

// ==== quantized_matmul: quantized_matmul/few_rows.wgsl?aligned=0&bits=1&group=128&minimums=0&rows=1&scales=f16&span=8&staged=1&threads=128&wide=1&x=f32&x_width=1&y=f32&y_width=1
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
  return select(vec4f(-1.0), vec4f(1.0), v != vec4u());
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 1u, 2u, 3u)) & vec4u(1u));
}
// The word with code k of a row at its low end.
fn codes_from(row: u32, k: u32) -> u32 {
  return codes[params.codes_at + row * params.words + k / 32u] >> (k % 32u * 1u);
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  return low4(codes_from(row, k));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 128u;
}
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn store_y(i: u32, v: f32) {
  y[i] = v;
}
fn store4_y(q: u32, v: vec4f) {
  y[q * 4u] = v.x;
  y[q * 4u + 1u] = v.y;
  y[q * 4u + 2u] = v.z;
  y[q * 4u + 3u] = v.w;
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
  let col0 = min(col + 0u, params.n - 1u);
  let col1 = min(col + 1u, params.n - 1u);
  let col2 = min(col + 2u, params.n - 1u);
  let col3 = min(col + 3u, params.n - 1u);
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let last = (params.k - 1u) / 32u * 32u;
  for (var base = 0u; base < params.k; base += 256u) {
    // Past the last stretch x is zero and the codes are the last one's.
    let k = min(base + part * 32u, last);
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 1u);
    let w0_0 = codes[at0 + 0u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 1u);
    let w1_0 = codes[at1 + 0u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 1u);
    let w2_0 = codes[at2 + 0u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 1u);
    let w3_0 = codes[at3 + 0u];
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
    {
      let x0 = shared_x[0u + part * 9u + 0u / 4u];
      let d0 = vec4f(
        bitcast<f32>(((w0_0 << 31u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 30u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 29u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 28u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 << 31u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 30u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 29u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 28u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 << 31u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 30u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 29u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 28u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 << 31u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 30u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 29u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 28u) & 0x80000000u) ^ 0xbf800000u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 4u / 4u];
      let d0 = vec4f(
        bitcast<f32>(((w0_0 << 27u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 26u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 25u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 24u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 << 27u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 26u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 25u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 24u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 << 27u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 26u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 25u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 24u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 << 27u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 26u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 25u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 24u) & 0x80000000u) ^ 0xbf800000u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 8u / 4u];
      let d0 = vec4f(
        bitcast<f32>(((w0_0 << 23u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 22u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 21u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 20u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 << 23u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 22u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 21u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 20u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 << 23u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 22u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 21u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 20u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 << 23u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 22u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 21u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 20u) & 0x80000000u) ^ 0xbf800000u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 12u / 4u];
      let d0 = vec4f(
        bitcast<f32>(((w0_0 << 19u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 18u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 17u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 16u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 << 19u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 18u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 17u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 16u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 << 19u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 18u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 17u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 16u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 << 19u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 18u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 17u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 16u) & 0x80000000u) ^ 0xbf800000u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 16u / 4u];
      let d0 = vec4f(
        bitcast<f32>(((w0_0 << 15u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 14u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 13u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 12u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 << 15u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 14u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 13u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 12u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 << 15u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 14u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 13u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 12u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 << 15u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 14u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 13u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 12u) & 0x80000000u) ^ 0xbf800000u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 20u / 4u];
      let d0 = vec4f(
        bitcast<f32>(((w0_0 << 11u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 10u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 9u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 8u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 << 11u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 10u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 9u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 8u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 << 11u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 10u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 9u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 8u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 << 11u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 10u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 9u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 8u) & 0x80000000u) ^ 0xbf800000u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 24u / 4u];
      let d0 = vec4f(
        bitcast<f32>(((w0_0 << 7u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 6u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 5u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 4u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 << 7u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 6u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 5u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 4u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 << 7u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 6u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 5u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 4u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 << 7u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 6u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 5u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 4u) & 0x80000000u) ^ 0xbf800000u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 28u / 4u];
      let d0 = vec4f(
        bitcast<f32>(((w0_0 << 3u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 2u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 1u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w0_0 << 0u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 << 3u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 2u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 1u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w1_0 << 0u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 << 3u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 2u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 1u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w2_0 << 0u) & 0x80000000u) ^ 0xbf800000u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 << 3u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 2u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 1u) & 0x80000000u) ^ 0xbf800000u),
        bitcast<f32>(((w3_0 << 0u) & 0x80000000u) ^ 0xbf800000u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    total0 = fma(sum0, scale, total0);
  }
  {
    let v = reduce_row0(total0, lane);
    if (part == 0u % 8u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      if (col + 0u < params.n) {
        store_y(at + 0u, v[0]);
      }
      if (col + 1u < params.n) {
        store_y(at + 1u, v[1]);
      }
      if (col + 2u < params.n) {
        store_y(at + 2u, v[2]);
      }
      if (col + 3u < params.n) {
        store_y(at + 3u, v[3]);
      }
    }
  }
}
