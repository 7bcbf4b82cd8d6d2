// silu(rms_norm(6x32:f16, 32:f16))
// on small

// ==== rms_norm + silu: rows/norm.wgsl?center=0&dtype=f16&gamma=f16&out=f16&per_thread=1&span=8&threads=128&width=4#6ab9637aa5ec0b75
fn is_nan4(v: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(v) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}
fn is_nan(v: f32) -> bool {
  return (bitcast<u32>(v) & 0x7fffffffu) > 0x7f800000u;
}
fn infinity() -> f32 {
  var bits = 0x7f800000u;
  return bitcast<f32>(bits);
}
fn not_a_number() -> f32 {
  var bits = 0x7fc00000u;
  return bitcast<f32>(bits);
}
// 1 or -1 by the sign bit, which zero has too.
fn sign_of(v: vec4f) -> vec4f {
  return select(vec4f(1.0), vec4f(-1.0), (bitcast<vec4u>(v) & vec4u(0x80000000u)) != vec4u(0u));
}
fn op0(x: vec4f) -> vec4f {
  return x / (1.0 + exp(-x));
}
fn fused_post(i: u32, v: vec4f) -> vec4f {
  let v3 = select(op0(v), v, is_nan4(v));
  return v3;
}

@group(0) @binding(0) var<uniform> params: Params;
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

struct Walk {
  live: bool,   // the row is there
  row: u32,
  place: u32,   // this thread among those of its row
  begin: u32,   // the thread takes units begin, begin + span, ... before end
  end: u32,
  first: u32,   // unit 0 of the row in the tensor
  step: u32,    // from one unit of the row to the next
}

fn walk(group: u32, lane: u32) -> Walk {
  var w: Walk;
  w.row = group * 16u + lane / 8u;
  w.place = lane % 8u;
  w.step = 1u;
  let column = 0u;
  var outer = w.row;
  w.live = w.row < params.rows;
  w.begin = w.place;
  w.end = select(0u, params.length, w.live);
  w.first = outer * params.length * w.step + column;
  return w;
}

struct Params {
  x_at: u32,
  gamma_at: u32,
  rows: u32,
  length: u32,
  scale: f32,          // 1 / elements of a row
  eps: f32,
}
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> gamma: array<vec2u>;

fn load4_gamma(q: u32) -> vec4f {
  let w = gamma[q + params.gamma_at / 4u];
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
var<workgroup> scratch_square: array<f32, 128>;

fn reduce_square(v: f32, lane: u32) -> f32 {
  let place = (lane / 1u) % 8u;
  scratch_square[lane] = v;
  for (var half = 4u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_square[lane] = scratch_square[lane] + scratch_square[lane + half * 1u];
    }
  }
  workgroupBarrier();
  return scratch_square[lane - place * 1u];
}

// Unit i of a row, already normalised, with this row's gamma and beta.
fn affine(row: u32, i: u32, v: vec4<f32>) -> vec4<f32> {
  let at = i;
  var r = v;
  r *= load4_gamma(at);
  return r;
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let group = linear_group(group_id, groups);
  let w = walk(group, lane);
  var squares = 0.0;
  // Written out: an array with a running index may be moved out of registers.
  var v0 = vec4<f32>();
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      v0 = load4_x(w.first + i);
      let s = v0 * v0;
      squares += ((s.x + s.y) + (s.z + s.w));
    }
  }
  let factor = inverseSqrt(reduce_square(squares, lane) * params.scale + params.eps);
  {
    let i = w.begin + 0u;
    if (i < w.end) {
      store4_y(w.first + i, fused_post(w.first + i, affine(w.row, i, v0 * factor)));
    }
  }
}
