// dequantize(5x4:u32, 5x1, bits=2, columns=39, dtype=bf16, group=64)
// on small

// ==== dequantize: packed/rows.wgsl?aligned=0&bits=2&group=64&minimums=0&scales=f32&threads=64&y=bf16
struct Params {
  codes_at: u32,
  scales_at: u32,
  count: u32,    // of results
  k: u32,
  rows: u32,
  wrap: u32,     // added to indices over 2^31: the rows if they are i32, so negative, 0 if they are u32
  missing: f32,  // NaN
  words: u32,
  scale_step: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> codes: array<u32>;
@group(0) @binding(2) var<storage, read> scales: array<f32>;

fn load_scales(i: u32) -> f32 {
  let at = i + params.scales_at;
  return scales[at];
}

// Whole numbers below 2^23 as floats, counted from the middle if that is the scheme: the code becomes the end of a
// float whose unit is 1. Cheaper than a conversion.
fn codes4(v: vec4u) -> vec4f {
  return bitcast<vec4f>(v | vec4u(0x4b000000u)) - 8388610.0;
}
// The four codes in the low bits of a word.
fn low4(w: u32) -> vec4f {
  return codes4((vec4u(w) >> vec4u(0u, 2u, 4u, 6u)) & vec4u(3u));
}
// The word with code k of a row at its low end.
fn codes_from(row: u32, k: u32) -> u32 {
  return codes[params.codes_at + row * params.words + k / 16u] >> (k % 16u * 2u);
}
// Codes k to k + 3 of a row; k is a multiple of 4. Past the end of a row they are some codes.
fn code4(row: u32, k: u32) -> vec4f {
  return low4(codes_from(row, k));
}
fn scale_at(row: u32, k: u32) -> u32 {
  return row * params.scale_step + k / 64u;
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn bfloat_y(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let rounded = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
  let quiet = (bits >> vec4u(16u)) | vec4u(0x40u);
  return select(rounded, quiet, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
fn store4_y(q: u32, v: vec4f) {
  let h = bfloat_y(v);
  y[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
}

fn element(i: u32) -> f32 {
  let k = i % params.k;
  let row = i / params.k;
  let at = scale_at(row, k);
  return code4(row, k & ~3u)[k & 3u] * load_scales(at);
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
