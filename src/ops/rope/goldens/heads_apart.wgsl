// rope(2x3x7x16, 7:i32, 20x8, 20x8)
// on small

// ==== rope: rope/kernel.wgsl?dtype=f32&threads=64&width=4&y=f32
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
