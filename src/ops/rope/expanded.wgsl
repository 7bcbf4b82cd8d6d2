// ==== rope/kernel.wgsl?dtype=bf16&threads=256&width=1&y=bf16
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<f32>;

fn load_cosines(i: u32) -> f32 {
  let at = i + params.cosines_at;
  return cosines[at];
}
@group(0) @binding(4) var<storage, read> sines: array<f32>;

fn load_sines(i: u32) -> f32 {
  let at = i + params.sines_at;
  return sines[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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
  let own = load_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return f32(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load_x(select(i - params.half, i + params.half, first));
  return fma(own, load_cosines(angle), select(other, -other, first) * load_sines(angle));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let last = params.count - 1u;
  if (q > last / 4u) { return; }
  let i = q * 4u;
  let v = vec4(element(i), element(min(i + 1u, last)), element(min(i + 2u, last)), element(min(i + 3u, last)));
  store4_y(q, v);
}

// ==== rope/kernel.wgsl?dtype=bf16&threads=64&width=1&y=bf16
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let w = x[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<f32>;

fn load_cosines(i: u32) -> f32 {
  let at = i + params.cosines_at;
  return cosines[at];
}
@group(0) @binding(4) var<storage, read> sines: array<f32>;

fn load_sines(i: u32) -> f32 {
  let at = i + params.sines_at;
  return sines[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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
  let own = load_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return f32(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load_x(select(i - params.half, i + params.half, first));
  return fma(own, load_cosines(angle), select(other, -other, first) * load_sines(angle));
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

// ==== rope/kernel.wgsl?dtype=f16&threads=256&width=4&y=f16
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<vec4f>;

fn load4_cosines(q: u32) -> vec4f {
  return cosines[q + params.cosines_at / 4u];
}
@group(0) @binding(4) var<storage, read> sines: array<vec4f>;

fn load4_sines(q: u32) -> vec4f {
  return sines[q + params.sines_at / 4u];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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

fn element(i: u32) -> vec4f {
  let own = load4_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return vec4f(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load4_x(select(i - params.half, i + params.half, first));
  return fma(own, load4_cosines(angle), select(other, -other, first) * load4_sines(angle));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.count) { return; }
  store4_y(q, element(q));
}

// ==== rope/kernel.wgsl?dtype=f16&threads=64&width=1&y=f16
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  let pair = unpack2x16float(x[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<f32>;

fn load_cosines(i: u32) -> f32 {
  let at = i + params.cosines_at;
  return cosines[at];
}
@group(0) @binding(4) var<storage, read> sines: array<f32>;

fn load_sines(i: u32) -> f32 {
  let at = i + params.sines_at;
  return sines[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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
  let own = load_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return f32(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load_x(select(i - params.half, i + params.half, first));
  return fma(own, load_cosines(angle), select(other, -other, first) * load_sines(angle));
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

// ==== rope/kernel.wgsl?dtype=f16&threads=64&width=4&y=f16
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;

fn load4_x(q: u32) -> vec4f {
  let w = x[q + params.x_at / 4u];
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<vec4f>;

fn load4_cosines(q: u32) -> vec4f {
  return cosines[q + params.cosines_at / 4u];
}
@group(0) @binding(4) var<storage, read> sines: array<vec4f>;

fn load4_sines(q: u32) -> vec4f {
  return sines[q + params.sines_at / 4u];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec2u>;

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

fn element(i: u32) -> vec4f {
  let own = load4_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return vec4f(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load4_x(select(i - params.half, i + params.half, first));
  return fma(own, load4_cosines(angle), select(other, -other, first) * load4_sines(angle));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  store4_y(q, element(q));
}

// ==== rope/kernel.wgsl?dtype=f32&threads=256&width=1&y=f32
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<f32>;

fn load_cosines(i: u32) -> f32 {
  let at = i + params.cosines_at;
  return cosines[at];
}
@group(0) @binding(4) var<storage, read> sines: array<f32>;

fn load_sines(i: u32) -> f32 {
  let at = i + params.sines_at;
  return sines[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn element(i: u32) -> f32 {
  let own = load_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return f32(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load_x(select(i - params.half, i + params.half, first));
  return fma(own, load_cosines(angle), select(other, -other, first) * load_sines(angle));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  let last = params.count - 1u;
  if (q > last / 4u) { return; }
  let i = q * 4u;
  let v = vec4(element(i), element(min(i + 1u, last)), element(min(i + 2u, last)), element(min(i + 3u, last)));
  store4_y(q, v);
}

// ==== rope/kernel.wgsl?dtype=f32&threads=256&width=4&y=f32
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<vec4f>;

fn load4_cosines(q: u32) -> vec4f {
  return cosines[q + params.cosines_at / 4u];
}
@group(0) @binding(4) var<storage, read> sines: array<vec4f>;

fn load4_sines(q: u32) -> vec4f {
  return sines[q + params.sines_at / 4u];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn element(i: u32) -> vec4f {
  let own = load4_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return vec4f(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load4_x(select(i - params.half, i + params.half, first));
  return fma(own, load4_cosines(angle), select(other, -other, first) * load4_sines(angle));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 256u + lane;
  if (q >= params.count) { return; }
  store4_y(q, element(q));
}

// ==== rope/kernel.wgsl?dtype=f32&threads=64&width=1&y=f32
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<f32>;

fn load_cosines(i: u32) -> f32 {
  let at = i + params.cosines_at;
  return cosines[at];
}
@group(0) @binding(4) var<storage, read> sines: array<f32>;

fn load_sines(i: u32) -> f32 {
  let at = i + params.sines_at;
  return sines[at];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn element(i: u32) -> f32 {
  let own = load_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return f32(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load_x(select(i - params.half, i + params.half, first));
  return fma(own, load_cosines(angle), select(other, -other, first) * load_sines(angle));
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

// ==== rope/kernel.wgsl?dtype=f32&threads=64&width=4&y=f32
struct Params {
  x_at: u32,
  positions_at: u32,
  cosines_at: u32,
  sines_at: u32,
  count: u32,   // of elements, or quads
  line: u32,    // elements (quads) of a line
  lines: u32,   // that positions count
  until: u32,
  half: u32,    // a head
  known: u32,   // positions of the tables
  wrong: f32,   // NaN, for positions past them
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read> positions: array<u32>;

fn load_positions(i: u32) -> u32 {
  let at = i + params.positions_at;
  return positions[at];
}
@group(0) @binding(3) var<storage, read> cosines: array<vec4f>;

fn load4_cosines(q: u32) -> vec4f {
  return cosines[q + params.cosines_at / 4u];
}
@group(0) @binding(4) var<storage, read> sines: array<vec4f>;

fn load4_sines(q: u32) -> vec4f {
  return sines[q + params.sines_at / 4u];
}
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

fn store4_y(q: u32, v: vec4f) {
  y[q] = v;
}

fn element(i: u32) -> vec4f {
  let own = load4_x(i);
  let j = i % params.line;
  if (j >= params.until) { return own; }
  let at = load_positions(i / params.line % params.lines);
  if (at >= params.known) { return vec4f(params.wrong); }
  let within = j % (2u * params.half);
  let first = within < params.half;
  let angle = at * params.half + select(within - params.half, within, first);
  let other = load4_x(select(i - params.half, i + params.half, first));
  return fma(own, load4_cosines(angle), select(other, -other, first) * load4_sines(angle));
}
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * 64u + lane;
  if (q >= params.count) { return; }
  store4_y(q, element(q));
}

