// dequantize(4x4:u32, 4x1:f16, bits=1, columns=64, dtype=f16, group=128)
// on small

// ==== dequantize: packed/rows.wgsl?aligned=0&bits=1&group=128&minimums=0&scales=f16&threads=64&y=f16
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
@group(0) @binding(2) var<storage, read> scales: array<u32>;

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
