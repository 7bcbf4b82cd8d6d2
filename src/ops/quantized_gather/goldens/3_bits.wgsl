// quantized_gather(2x3:i32, 5x6:u32, 5x2:f16, 5x2:f16, group=32, bits=3, columns=64)
// on small

// ==== quantized_gather: packed/rows.wgsl?aligned=0&bits=3&group=32&indices=i32&minimums=1&scales=f16&threads=64&y=f32
struct Params {
  indices_at: u32,
  codes_at: u32,
  scales_at: u32,
  minimums_at: u32,
  count: u32,    // of results
  k: u32,
  rows: u32,
  wrap: u32,     // added to indices over 2^31: the rows if they are i32, so negative, 0 if they are u32
  missing: f32,  // NaN
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> indices: array<u32>;

fn load_indices(i: u32) -> u32 {
  let at = i + params.indices_at;
  return indices[at];
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

fn element(i: u32) -> f32 {
  let k = i % params.k;
  let index = load_indices(i / params.k);
  let row = select(index, index + params.wrap, index >= 0x80000000u);
  if (row >= params.rows) { return params.missing; }
  let at = scale_at(row, k);
  return code4(row, k & ~3u)[k & 3u] * load_scales(at) + load_minimums(at);
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  let last = params.count - 1u;
  if (q > last / 4u) { return; }
  let i = q * 4u;
  let v = vec4(element(i), element(min(i + 1u, last)), element(min(i + 2u, last)), element(min(i + 3u, last)));
  store4_y(q, v);
}
