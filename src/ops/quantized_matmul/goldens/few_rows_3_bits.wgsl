// quantized_matmul(1x4096, 4096x384:u32, 4096x128:f16, 4096x128:f16, group=32, bits=3)
// on large

// ==== quantized_matmul: quantized_matmul/few_rows.wgsl?aligned=0&bits=3&group=32&minimums=1&rows=1&scales=f16&span=64&staged=1&threads=128&wave=32&wide=1&x=f32&x_width=4&y=f32&y_width=4
enable subgroups;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Params {
  x_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  m: u32,
  n: u32,
  k: u32,
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> codes: array<u32>;
@group(0) @binding(3) var<storage, read> scales: array<u32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  let pair = unpack2x16float(scales[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(4) var<storage, read> minimums: array<u32>;

fn load_minimums(i: u32) -> f32 {
  let at = i + params.minimums_at;
  let pair = unpack2x16float(minimums[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388608.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 3u, 6u, 9u)) & vec4u(7u));
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  let first = params.codes_at + row * params.words;
  let bit = k % 32u * 3u;
  let word = first + k / 32u * 3u + bit / 32u;
  let low = codes[word] >> (bit % 32u);
  // Twelve bits from 24 or 28 on reach into the next word.
  return low4(select(low, low | (codes[word + 1u] << (32u - bit % 32u)), bit % 32u > 20u));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 32u;
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}
var<workgroup> sums: array<vec4f, 4>;
var<workgroup> shared_x: array<vec4f, 576>;

fn quad_x(row: u32, k: u32) -> vec4f {
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), load4_x(q), k < params.k);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let first = linear_group(group, groups) * 8u;
  if (first >= params.n) {
    return;
  }
  let part = lane % 64u;
  let col = first + lane / 64u * 4u;
  // Columns past the last repeat those before; nothing is stored for them.
  let col0 = min(col, params.n - 4u) + 0u;
  let col1 = min(col, params.n - 4u) + 1u;
  let col2 = min(col, params.n - 4u) + 2u;
  let col3 = min(col, params.n - 4u) + 3u;
  let row0 = min(0u, params.m - 1u);
  var total0 = vec4f();
  let last = (params.k - 1u) / 32u * 32u;
  for (var base = 0u; base < params.k; base += 2048u) {
    // Past the last stretch x is zero and the codes are the last one's.
    let k = min(base + part * 32u, last);
    let at0 = (params.codes_at + col0 * params.words + k / 32u * 3u);
    let w0_0 = codes[at0 + 0u];
    let w0_1 = codes[at0 + 1u];
    let w0_2 = codes[at0 + 2u];
    let at1 = (params.codes_at + col1 * params.words + k / 32u * 3u);
    let w1_0 = codes[at1 + 0u];
    let w1_1 = codes[at1 + 1u];
    let w1_2 = codes[at1 + 2u];
    let at2 = (params.codes_at + col2 * params.words + k / 32u * 3u);
    let w2_0 = codes[at2 + 0u];
    let w2_1 = codes[at2 + 1u];
    let w2_2 = codes[at2 + 2u];
    let at3 = (params.codes_at + col3 * params.words + k / 32u * 3u);
    let w3_0 = codes[at3 + 0u];
    let w3_1 = codes[at3 + 1u];
    let w3_2 = codes[at3 + 2u];
    let s0 = scale_at(col0, k);
    let s1 = scale_at(col1, k);
    let s2 = scale_at(col2, k);
    let s3 = scale_at(col3, k);
    let scale = vec4f(load_scales(s0), load_scales(s1), load_scales(s2), load_scales(s3));
    let minimum = vec4f(load_minimums(s0), load_minimums(s1), load_minimums(s2), load_minimums(s3));
    if (base > 0u) {
      workgroupBarrier();
    }
    {
      shared_x[0u + lane + lane / 8u] = quad_x(row0, base + lane * 4u);
    }
    {
      shared_x[0u + (lane + 128u) + (lane + 128u) / 8u] = quad_x(row0, base + (lane + 128u) * 4u);
    }
    {
      shared_x[0u + (lane + 256u) + (lane + 256u) / 8u] = quad_x(row0, base + (lane + 256u) * 4u);
    }
    {
      shared_x[0u + (lane + 384u) + (lane + 384u) / 8u] = quad_x(row0, base + (lane + 384u) * 4u);
    }
    workgroupBarrier();
    var sum0 = vec4f();
    var all0 = 0.0;
    {
      let x0 = shared_x[0u + part * 9u + 0u / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = vec4f(
        bitcast<f32>((w0_0 & (7u << 0u)) | (150u << 23u)) - f32(8388608u >> 0u),
        bitcast<f32>((w0_0 & (7u << 3u)) | (147u << 23u)) - f32(8388608u >> 3u),
        bitcast<f32>((w0_0 & (7u << 6u)) | (144u << 23u)) - f32(8388608u >> 6u),
        bitcast<f32>((w0_0 & (7u << 9u)) | (141u << 23u)) - f32(8388608u >> 9u),
      );
      let d1 = vec4f(
        bitcast<f32>((w1_0 & (7u << 0u)) | (150u << 23u)) - f32(8388608u >> 0u),
        bitcast<f32>((w1_0 & (7u << 3u)) | (147u << 23u)) - f32(8388608u >> 3u),
        bitcast<f32>((w1_0 & (7u << 6u)) | (144u << 23u)) - f32(8388608u >> 6u),
        bitcast<f32>((w1_0 & (7u << 9u)) | (141u << 23u)) - f32(8388608u >> 9u),
      );
      let d2 = vec4f(
        bitcast<f32>((w2_0 & (7u << 0u)) | (150u << 23u)) - f32(8388608u >> 0u),
        bitcast<f32>((w2_0 & (7u << 3u)) | (147u << 23u)) - f32(8388608u >> 3u),
        bitcast<f32>((w2_0 & (7u << 6u)) | (144u << 23u)) - f32(8388608u >> 6u),
        bitcast<f32>((w2_0 & (7u << 9u)) | (141u << 23u)) - f32(8388608u >> 9u),
      );
      let d3 = vec4f(
        bitcast<f32>((w3_0 & (7u << 0u)) | (150u << 23u)) - f32(8388608u >> 0u),
        bitcast<f32>((w3_0 & (7u << 3u)) | (147u << 23u)) - f32(8388608u >> 3u),
        bitcast<f32>((w3_0 & (7u << 6u)) | (144u << 23u)) - f32(8388608u >> 6u),
        bitcast<f32>((w3_0 & (7u << 9u)) | (141u << 23u)) - f32(8388608u >> 9u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 4u / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = vec4f(
        bitcast<f32>((w0_0 & (7u << 12u)) | (138u << 23u)) - f32(8388608u >> 12u),
        bitcast<f32>((w0_0 & (7u << 15u)) | (135u << 23u)) - f32(8388608u >> 15u),
        bitcast<f32>((w0_0 & (7u << 18u)) | (132u << 23u)) - f32(8388608u >> 18u),
        bitcast<f32>(((w0_0 >> 9u) & (7u << 12u)) | (138u << 23u)) - f32(8388608u >> 12u),
      );
      let d1 = vec4f(
        bitcast<f32>((w1_0 & (7u << 12u)) | (138u << 23u)) - f32(8388608u >> 12u),
        bitcast<f32>((w1_0 & (7u << 15u)) | (135u << 23u)) - f32(8388608u >> 15u),
        bitcast<f32>((w1_0 & (7u << 18u)) | (132u << 23u)) - f32(8388608u >> 18u),
        bitcast<f32>(((w1_0 >> 9u) & (7u << 12u)) | (138u << 23u)) - f32(8388608u >> 12u),
      );
      let d2 = vec4f(
        bitcast<f32>((w2_0 & (7u << 12u)) | (138u << 23u)) - f32(8388608u >> 12u),
        bitcast<f32>((w2_0 & (7u << 15u)) | (135u << 23u)) - f32(8388608u >> 15u),
        bitcast<f32>((w2_0 & (7u << 18u)) | (132u << 23u)) - f32(8388608u >> 18u),
        bitcast<f32>(((w2_0 >> 9u) & (7u << 12u)) | (138u << 23u)) - f32(8388608u >> 12u),
      );
      let d3 = vec4f(
        bitcast<f32>((w3_0 & (7u << 12u)) | (138u << 23u)) - f32(8388608u >> 12u),
        bitcast<f32>((w3_0 & (7u << 15u)) | (135u << 23u)) - f32(8388608u >> 15u),
        bitcast<f32>((w3_0 & (7u << 18u)) | (132u << 23u)) - f32(8388608u >> 18u),
        bitcast<f32>(((w3_0 >> 9u) & (7u << 12u)) | (138u << 23u)) - f32(8388608u >> 12u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 8u / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = vec4f(
        bitcast<f32>(((w0_0 >> 9u) & (7u << 15u)) | (135u << 23u)) - f32(8388608u >> 15u),
        bitcast<f32>(((w0_0 >> 9u) & (7u << 18u)) | (132u << 23u)) - f32(8388608u >> 18u),
        bitcast<f32>((((w0_0 >> 30u) | (w0_1 << 2u)) & 7u) | 0x4b000000u) - 8388608.0,
        bitcast<f32>((w0_1 & (7u << 1u)) | (149u << 23u)) - f32(8388608u >> 1u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_0 >> 9u) & (7u << 15u)) | (135u << 23u)) - f32(8388608u >> 15u),
        bitcast<f32>(((w1_0 >> 9u) & (7u << 18u)) | (132u << 23u)) - f32(8388608u >> 18u),
        bitcast<f32>((((w1_0 >> 30u) | (w1_1 << 2u)) & 7u) | 0x4b000000u) - 8388608.0,
        bitcast<f32>((w1_1 & (7u << 1u)) | (149u << 23u)) - f32(8388608u >> 1u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_0 >> 9u) & (7u << 15u)) | (135u << 23u)) - f32(8388608u >> 15u),
        bitcast<f32>(((w2_0 >> 9u) & (7u << 18u)) | (132u << 23u)) - f32(8388608u >> 18u),
        bitcast<f32>((((w2_0 >> 30u) | (w2_1 << 2u)) & 7u) | 0x4b000000u) - 8388608.0,
        bitcast<f32>((w2_1 & (7u << 1u)) | (149u << 23u)) - f32(8388608u >> 1u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_0 >> 9u) & (7u << 15u)) | (135u << 23u)) - f32(8388608u >> 15u),
        bitcast<f32>(((w3_0 >> 9u) & (7u << 18u)) | (132u << 23u)) - f32(8388608u >> 18u),
        bitcast<f32>((((w3_0 >> 30u) | (w3_1 << 2u)) & 7u) | 0x4b000000u) - 8388608.0,
        bitcast<f32>((w3_1 & (7u << 1u)) | (149u << 23u)) - f32(8388608u >> 1u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 12u / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = vec4f(
        bitcast<f32>((w0_1 & (7u << 4u)) | (146u << 23u)) - f32(8388608u >> 4u),
        bitcast<f32>((w0_1 & (7u << 7u)) | (143u << 23u)) - f32(8388608u >> 7u),
        bitcast<f32>((w0_1 & (7u << 10u)) | (140u << 23u)) - f32(8388608u >> 10u),
        bitcast<f32>((w0_1 & (7u << 13u)) | (137u << 23u)) - f32(8388608u >> 13u),
      );
      let d1 = vec4f(
        bitcast<f32>((w1_1 & (7u << 4u)) | (146u << 23u)) - f32(8388608u >> 4u),
        bitcast<f32>((w1_1 & (7u << 7u)) | (143u << 23u)) - f32(8388608u >> 7u),
        bitcast<f32>((w1_1 & (7u << 10u)) | (140u << 23u)) - f32(8388608u >> 10u),
        bitcast<f32>((w1_1 & (7u << 13u)) | (137u << 23u)) - f32(8388608u >> 13u),
      );
      let d2 = vec4f(
        bitcast<f32>((w2_1 & (7u << 4u)) | (146u << 23u)) - f32(8388608u >> 4u),
        bitcast<f32>((w2_1 & (7u << 7u)) | (143u << 23u)) - f32(8388608u >> 7u),
        bitcast<f32>((w2_1 & (7u << 10u)) | (140u << 23u)) - f32(8388608u >> 10u),
        bitcast<f32>((w2_1 & (7u << 13u)) | (137u << 23u)) - f32(8388608u >> 13u),
      );
      let d3 = vec4f(
        bitcast<f32>((w3_1 & (7u << 4u)) | (146u << 23u)) - f32(8388608u >> 4u),
        bitcast<f32>((w3_1 & (7u << 7u)) | (143u << 23u)) - f32(8388608u >> 7u),
        bitcast<f32>((w3_1 & (7u << 10u)) | (140u << 23u)) - f32(8388608u >> 10u),
        bitcast<f32>((w3_1 & (7u << 13u)) | (137u << 23u)) - f32(8388608u >> 13u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 16u / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = vec4f(
        bitcast<f32>((w0_1 & (7u << 16u)) | (134u << 23u)) - f32(8388608u >> 16u),
        bitcast<f32>((w0_1 & (7u << 19u)) | (131u << 23u)) - f32(8388608u >> 19u),
        bitcast<f32>(((w0_1 >> 9u) & (7u << 13u)) | (137u << 23u)) - f32(8388608u >> 13u),
        bitcast<f32>(((w0_1 >> 9u) & (7u << 16u)) | (134u << 23u)) - f32(8388608u >> 16u),
      );
      let d1 = vec4f(
        bitcast<f32>((w1_1 & (7u << 16u)) | (134u << 23u)) - f32(8388608u >> 16u),
        bitcast<f32>((w1_1 & (7u << 19u)) | (131u << 23u)) - f32(8388608u >> 19u),
        bitcast<f32>(((w1_1 >> 9u) & (7u << 13u)) | (137u << 23u)) - f32(8388608u >> 13u),
        bitcast<f32>(((w1_1 >> 9u) & (7u << 16u)) | (134u << 23u)) - f32(8388608u >> 16u),
      );
      let d2 = vec4f(
        bitcast<f32>((w2_1 & (7u << 16u)) | (134u << 23u)) - f32(8388608u >> 16u),
        bitcast<f32>((w2_1 & (7u << 19u)) | (131u << 23u)) - f32(8388608u >> 19u),
        bitcast<f32>(((w2_1 >> 9u) & (7u << 13u)) | (137u << 23u)) - f32(8388608u >> 13u),
        bitcast<f32>(((w2_1 >> 9u) & (7u << 16u)) | (134u << 23u)) - f32(8388608u >> 16u),
      );
      let d3 = vec4f(
        bitcast<f32>((w3_1 & (7u << 16u)) | (134u << 23u)) - f32(8388608u >> 16u),
        bitcast<f32>((w3_1 & (7u << 19u)) | (131u << 23u)) - f32(8388608u >> 19u),
        bitcast<f32>(((w3_1 >> 9u) & (7u << 13u)) | (137u << 23u)) - f32(8388608u >> 13u),
        bitcast<f32>(((w3_1 >> 9u) & (7u << 16u)) | (134u << 23u)) - f32(8388608u >> 16u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 20u / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = vec4f(
        bitcast<f32>(((w0_1 >> 9u) & (7u << 19u)) | (131u << 23u)) - f32(8388608u >> 19u),
        bitcast<f32>((((w0_1 >> 31u) | (w0_2 << 1u)) & 7u) | 0x4b000000u) - 8388608.0,
        bitcast<f32>((w0_2 & (7u << 2u)) | (148u << 23u)) - f32(8388608u >> 2u),
        bitcast<f32>((w0_2 & (7u << 5u)) | (145u << 23u)) - f32(8388608u >> 5u),
      );
      let d1 = vec4f(
        bitcast<f32>(((w1_1 >> 9u) & (7u << 19u)) | (131u << 23u)) - f32(8388608u >> 19u),
        bitcast<f32>((((w1_1 >> 31u) | (w1_2 << 1u)) & 7u) | 0x4b000000u) - 8388608.0,
        bitcast<f32>((w1_2 & (7u << 2u)) | (148u << 23u)) - f32(8388608u >> 2u),
        bitcast<f32>((w1_2 & (7u << 5u)) | (145u << 23u)) - f32(8388608u >> 5u),
      );
      let d2 = vec4f(
        bitcast<f32>(((w2_1 >> 9u) & (7u << 19u)) | (131u << 23u)) - f32(8388608u >> 19u),
        bitcast<f32>((((w2_1 >> 31u) | (w2_2 << 1u)) & 7u) | 0x4b000000u) - 8388608.0,
        bitcast<f32>((w2_2 & (7u << 2u)) | (148u << 23u)) - f32(8388608u >> 2u),
        bitcast<f32>((w2_2 & (7u << 5u)) | (145u << 23u)) - f32(8388608u >> 5u),
      );
      let d3 = vec4f(
        bitcast<f32>(((w3_1 >> 9u) & (7u << 19u)) | (131u << 23u)) - f32(8388608u >> 19u),
        bitcast<f32>((((w3_1 >> 31u) | (w3_2 << 1u)) & 7u) | 0x4b000000u) - 8388608.0,
        bitcast<f32>((w3_2 & (7u << 2u)) | (148u << 23u)) - f32(8388608u >> 2u),
        bitcast<f32>((w3_2 & (7u << 5u)) | (145u << 23u)) - f32(8388608u >> 5u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 24u / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = vec4f(
        bitcast<f32>((w0_2 & (7u << 8u)) | (142u << 23u)) - f32(8388608u >> 8u),
        bitcast<f32>((w0_2 & (7u << 11u)) | (139u << 23u)) - f32(8388608u >> 11u),
        bitcast<f32>((w0_2 & (7u << 14u)) | (136u << 23u)) - f32(8388608u >> 14u),
        bitcast<f32>((w0_2 & (7u << 17u)) | (133u << 23u)) - f32(8388608u >> 17u),
      );
      let d1 = vec4f(
        bitcast<f32>((w1_2 & (7u << 8u)) | (142u << 23u)) - f32(8388608u >> 8u),
        bitcast<f32>((w1_2 & (7u << 11u)) | (139u << 23u)) - f32(8388608u >> 11u),
        bitcast<f32>((w1_2 & (7u << 14u)) | (136u << 23u)) - f32(8388608u >> 14u),
        bitcast<f32>((w1_2 & (7u << 17u)) | (133u << 23u)) - f32(8388608u >> 17u),
      );
      let d2 = vec4f(
        bitcast<f32>((w2_2 & (7u << 8u)) | (142u << 23u)) - f32(8388608u >> 8u),
        bitcast<f32>((w2_2 & (7u << 11u)) | (139u << 23u)) - f32(8388608u >> 11u),
        bitcast<f32>((w2_2 & (7u << 14u)) | (136u << 23u)) - f32(8388608u >> 14u),
        bitcast<f32>((w2_2 & (7u << 17u)) | (133u << 23u)) - f32(8388608u >> 17u),
      );
      let d3 = vec4f(
        bitcast<f32>((w3_2 & (7u << 8u)) | (142u << 23u)) - f32(8388608u >> 8u),
        bitcast<f32>((w3_2 & (7u << 11u)) | (139u << 23u)) - f32(8388608u >> 11u),
        bitcast<f32>((w3_2 & (7u << 14u)) | (136u << 23u)) - f32(8388608u >> 14u),
        bitcast<f32>((w3_2 & (7u << 17u)) | (133u << 23u)) - f32(8388608u >> 17u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    {
      let x0 = shared_x[0u + part * 9u + 28u / 4u];
      all0 += dot(x0, vec4f(1.0));
      let d0 = vec4f(
        bitcast<f32>((w0_2 & (7u << 20u)) | (130u << 23u)) - f32(8388608u >> 20u),
        bitcast<f32>(((w0_2 >> 9u) & (7u << 14u)) | (136u << 23u)) - f32(8388608u >> 14u),
        bitcast<f32>(((w0_2 >> 9u) & (7u << 17u)) | (133u << 23u)) - f32(8388608u >> 17u),
        bitcast<f32>(((w0_2 >> 9u) & (7u << 20u)) | (130u << 23u)) - f32(8388608u >> 20u),
      );
      let d1 = vec4f(
        bitcast<f32>((w1_2 & (7u << 20u)) | (130u << 23u)) - f32(8388608u >> 20u),
        bitcast<f32>(((w1_2 >> 9u) & (7u << 14u)) | (136u << 23u)) - f32(8388608u >> 14u),
        bitcast<f32>(((w1_2 >> 9u) & (7u << 17u)) | (133u << 23u)) - f32(8388608u >> 17u),
        bitcast<f32>(((w1_2 >> 9u) & (7u << 20u)) | (130u << 23u)) - f32(8388608u >> 20u),
      );
      let d2 = vec4f(
        bitcast<f32>((w2_2 & (7u << 20u)) | (130u << 23u)) - f32(8388608u >> 20u),
        bitcast<f32>(((w2_2 >> 9u) & (7u << 14u)) | (136u << 23u)) - f32(8388608u >> 14u),
        bitcast<f32>(((w2_2 >> 9u) & (7u << 17u)) | (133u << 23u)) - f32(8388608u >> 17u),
        bitcast<f32>(((w2_2 >> 9u) & (7u << 20u)) | (130u << 23u)) - f32(8388608u >> 20u),
      );
      let d3 = vec4f(
        bitcast<f32>((w3_2 & (7u << 20u)) | (130u << 23u)) - f32(8388608u >> 20u),
        bitcast<f32>(((w3_2 >> 9u) & (7u << 14u)) | (136u << 23u)) - f32(8388608u >> 14u),
        bitcast<f32>(((w3_2 >> 9u) & (7u << 17u)) | (133u << 23u)) - f32(8388608u >> 17u),
        bitcast<f32>(((w3_2 >> 9u) & (7u << 20u)) | (130u << 23u)) - f32(8388608u >> 20u),
      );
      sum0 += vec4f(dot(x0, d0), dot(x0, d1), dot(x0, d2), dot(x0, d3));
    }
    total0 = fma(sum0, scale, total0);
    total0 = fma(vec4f(all0), minimum, total0);
  }
  let up = (lane & 16u) != 0u;
  let side = (lane & 8u) != 0u;
  {
    let pair = select(total0.xy, total0.zw, vec2<bool>(up)) +
               subgroupShuffleXor(select(total0.zw, total0.xy, vec2<bool>(up)), 16u);
    var v = select(pair.x, pair.y, side) + subgroupShuffleXor(select(pair.y, pair.x, side), 8u);
    v += subgroupShuffleXor(v, 4u);
    v += subgroupShuffleXor(v, 2u);
    v += subgroupShuffleXor(v, 1u);
    if (lane % 8u == 0u) {
      sums[0u + lane / 32u][select(0u, 2u, up) + select(0u, 1u, side)] = v;
    }
  }
  workgroupBarrier();
  {
    var v = sums[0u + lane / 64u * 2u];
    v += sums[1u + lane / 64u * 2u];
    if (part == 0u % 64u && 0u < params.m && col < params.n) {
      let at = 0u * params.n + col;
      store4_y(at / 4u, v);
    }
  }
}
