// rope(2x3x18, 3:i32, 10x3, 10x3)
// on small

// ==== rope: rope/kernel.wgsl?dtype=f32&threads=64&width=1&y=f32
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
