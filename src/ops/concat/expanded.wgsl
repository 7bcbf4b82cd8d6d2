// ==== concat/kernel.wgsl?dtype=u16&inputs=2&threads=256&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return extractBits(x0[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return extractBits(x1[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

fn element(i: u32) -> u32 {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  return load_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u16&inputs=2&threads=256&width=4
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<vec2u>;

fn load4_x0(q: u32) -> vec4u {
  let w = x0[q + params.x0_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read> x1: array<vec2u>;

fn load4_x1(q: u32) -> vec4u {
  let w = x1[q + params.x1_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

fn element(i: u32) -> vec4u {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load4_x0(row * params.end0 + at); }
  return load4_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u16&inputs=2&threads=64&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return extractBits(x0[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return extractBits(x1[at / 2u], (at & 1u) * 16u, 16u);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

fn element(i: u32) -> u32 {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  return load_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u16&inputs=2&threads=64&width=4
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<vec2u>;

fn load4_x0(q: u32) -> vec4u {
  let w = x0[q + params.x0_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(2) var<storage, read> x1: array<vec2u>;

fn load4_x1(q: u32) -> vec4u {
  let w = x1[q + params.x1_at / 4u];
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
}
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
}

fn element(i: u32) -> vec4u {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load4_x0(row * params.end0 + at); }
  return load4_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=15&threads=256&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  x2_at: u32,
  x3_at: u32,
  x4_at: u32,
  x5_at: u32,
  x6_at: u32,
  x7_at: u32,
  x8_at: u32,
  x9_at: u32,
  x10_at: u32,
  x11_at: u32,
  x12_at: u32,
  x13_at: u32,
  x14_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
  end2: u32,
  end3: u32,
  end4: u32,
  end5: u32,
  end6: u32,
  end7: u32,
  end8: u32,
  end9: u32,
  end10: u32,
  end11: u32,
  end12: u32,
  end13: u32,
  end14: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return x0[at];
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return x1[at];
}
@group(0) @binding(3) var<storage, read> x2: array<u32>;

fn load_x2(i: u32) -> u32 {
  let at = i + params.x2_at;
  return x2[at];
}
@group(0) @binding(4) var<storage, read> x3: array<u32>;

fn load_x3(i: u32) -> u32 {
  let at = i + params.x3_at;
  return x3[at];
}
@group(0) @binding(5) var<storage, read> x4: array<u32>;

fn load_x4(i: u32) -> u32 {
  let at = i + params.x4_at;
  return x4[at];
}
@group(0) @binding(6) var<storage, read> x5: array<u32>;

fn load_x5(i: u32) -> u32 {
  let at = i + params.x5_at;
  return x5[at];
}
@group(0) @binding(7) var<storage, read> x6: array<u32>;

fn load_x6(i: u32) -> u32 {
  let at = i + params.x6_at;
  return x6[at];
}
@group(0) @binding(8) var<storage, read> x7: array<u32>;

fn load_x7(i: u32) -> u32 {
  let at = i + params.x7_at;
  return x7[at];
}
@group(0) @binding(9) var<storage, read> x8: array<u32>;

fn load_x8(i: u32) -> u32 {
  let at = i + params.x8_at;
  return x8[at];
}
@group(0) @binding(10) var<storage, read> x9: array<u32>;

fn load_x9(i: u32) -> u32 {
  let at = i + params.x9_at;
  return x9[at];
}
@group(0) @binding(11) var<storage, read> x10: array<u32>;

fn load_x10(i: u32) -> u32 {
  let at = i + params.x10_at;
  return x10[at];
}
@group(0) @binding(12) var<storage, read> x11: array<u32>;

fn load_x11(i: u32) -> u32 {
  let at = i + params.x11_at;
  return x11[at];
}
@group(0) @binding(13) var<storage, read> x12: array<u32>;

fn load_x12(i: u32) -> u32 {
  let at = i + params.x12_at;
  return x12[at];
}
@group(0) @binding(14) var<storage, read> x13: array<u32>;

fn load_x13(i: u32) -> u32 {
  let at = i + params.x13_at;
  return x13[at];
}
@group(0) @binding(15) var<storage, read> x14: array<u32>;

fn load_x14(i: u32) -> u32 {
  let at = i + params.x14_at;
  return x14[at];
}
@group(0) @binding(16) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> u32 {
  let row = i / params.end14;
  let at = i % params.end14;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  if (at < params.end1) { return load_x1(row * (params.end1 - params.end0) + at - params.end0); }
  if (at < params.end2) { return load_x2(row * (params.end2 - params.end1) + at - params.end1); }
  if (at < params.end3) { return load_x3(row * (params.end3 - params.end2) + at - params.end2); }
  if (at < params.end4) { return load_x4(row * (params.end4 - params.end3) + at - params.end3); }
  if (at < params.end5) { return load_x5(row * (params.end5 - params.end4) + at - params.end4); }
  if (at < params.end6) { return load_x6(row * (params.end6 - params.end5) + at - params.end5); }
  if (at < params.end7) { return load_x7(row * (params.end7 - params.end6) + at - params.end6); }
  if (at < params.end8) { return load_x8(row * (params.end8 - params.end7) + at - params.end7); }
  if (at < params.end9) { return load_x9(row * (params.end9 - params.end8) + at - params.end8); }
  if (at < params.end10) { return load_x10(row * (params.end10 - params.end9) + at - params.end9); }
  if (at < params.end11) { return load_x11(row * (params.end11 - params.end10) + at - params.end10); }
  if (at < params.end12) { return load_x12(row * (params.end12 - params.end11) + at - params.end11); }
  if (at < params.end13) { return load_x13(row * (params.end13 - params.end12) + at - params.end12); }
  return load_x14(row * (params.end14 - params.end13) + at - params.end13);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=2&threads=256&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return x0[at];
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return x1[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> u32 {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  return load_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=2&threads=256&width=4
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<vec4u>;

fn load4_x0(q: u32) -> vec4u {
  return x0[q + params.x0_at / 4u];
}
@group(0) @binding(2) var<storage, read> x1: array<vec4u>;

fn load4_x1(q: u32) -> vec4u {
  return x1[q + params.x1_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> vec4u {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load4_x0(row * params.end0 + at); }
  return load4_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=2&threads=64&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return x0[at];
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return x1[at];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> u32 {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  return load_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=2&threads=64&width=4
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<vec4u>;

fn load4_x0(q: u32) -> vec4u {
  return x0[q + params.x0_at / 4u];
}
@group(0) @binding(2) var<storage, read> x1: array<vec4u>;

fn load4_x1(q: u32) -> vec4u {
  return x1[q + params.x1_at / 4u];
}
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> vec4u {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load4_x0(row * params.end0 + at); }
  return load4_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=3&threads=256&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  x2_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
  end2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return x0[at];
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return x1[at];
}
@group(0) @binding(3) var<storage, read> x2: array<u32>;

fn load_x2(i: u32) -> u32 {
  let at = i + params.x2_at;
  return x2[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> u32 {
  let row = i / params.end2;
  let at = i % params.end2;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  if (at < params.end1) { return load_x1(row * (params.end1 - params.end0) + at - params.end0); }
  return load_x2(row * (params.end2 - params.end1) + at - params.end1);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=3&threads=256&width=4
struct Params {
  x0_at: u32,
  x1_at: u32,
  x2_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
  end2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<vec4u>;

fn load4_x0(q: u32) -> vec4u {
  return x0[q + params.x0_at / 4u];
}
@group(0) @binding(2) var<storage, read> x1: array<vec4u>;

fn load4_x1(q: u32) -> vec4u {
  return x1[q + params.x1_at / 4u];
}
@group(0) @binding(3) var<storage, read> x2: array<vec4u>;

fn load4_x2(q: u32) -> vec4u {
  return x2[q + params.x2_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> vec4u {
  let row = i / params.end2;
  let at = i % params.end2;
  if (at < params.end0) { return load4_x0(row * params.end0 + at); }
  if (at < params.end1) { return load4_x1(row * (params.end1 - params.end0) + at - params.end0); }
  return load4_x2(row * (params.end2 - params.end1) + at - params.end1);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=3&threads=64&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  x2_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
  end2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return x0[at];
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return x1[at];
}
@group(0) @binding(3) var<storage, read> x2: array<u32>;

fn load_x2(i: u32) -> u32 {
  let at = i + params.x2_at;
  return x2[at];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> u32 {
  let row = i / params.end2;
  let at = i % params.end2;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  if (at < params.end1) { return load_x1(row * (params.end1 - params.end0) + at - params.end0); }
  return load_x2(row * (params.end2 - params.end1) + at - params.end1);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=3&threads=64&width=4
struct Params {
  x0_at: u32,
  x1_at: u32,
  x2_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
  end2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<vec4u>;

fn load4_x0(q: u32) -> vec4u {
  return x0[q + params.x0_at / 4u];
}
@group(0) @binding(2) var<storage, read> x1: array<vec4u>;

fn load4_x1(q: u32) -> vec4u {
  return x1[q + params.x1_at / 4u];
}
@group(0) @binding(3) var<storage, read> x2: array<vec4u>;

fn load4_x2(q: u32) -> vec4u {
  return x2[q + params.x2_at / 4u];
}
@group(0) @binding(4) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> vec4u {
  let row = i / params.end2;
  let at = i % params.end2;
  if (at < params.end0) { return load4_x0(row * params.end0 + at); }
  if (at < params.end1) { return load4_x1(row * (params.end1 - params.end0) + at - params.end0); }
  return load4_x2(row * (params.end2 - params.end1) + at - params.end1);
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

// ==== concat/kernel.wgsl?dtype=u32&inputs=7&threads=64&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  x2_at: u32,
  x3_at: u32,
  x4_at: u32,
  x5_at: u32,
  x6_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
  end2: u32,
  end3: u32,
  end4: u32,
  end5: u32,
  end6: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return x0[at];
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return x1[at];
}
@group(0) @binding(3) var<storage, read> x2: array<u32>;

fn load_x2(i: u32) -> u32 {
  let at = i + params.x2_at;
  return x2[at];
}
@group(0) @binding(4) var<storage, read> x3: array<u32>;

fn load_x3(i: u32) -> u32 {
  let at = i + params.x3_at;
  return x3[at];
}
@group(0) @binding(5) var<storage, read> x4: array<u32>;

fn load_x4(i: u32) -> u32 {
  let at = i + params.x4_at;
  return x4[at];
}
@group(0) @binding(6) var<storage, read> x5: array<u32>;

fn load_x5(i: u32) -> u32 {
  let at = i + params.x5_at;
  return x5[at];
}
@group(0) @binding(7) var<storage, read> x6: array<u32>;

fn load_x6(i: u32) -> u32 {
  let at = i + params.x6_at;
  return x6[at];
}
@group(0) @binding(8) var<storage, read_write> y: array<vec4u>;

fn store4_y(q: u32, v: vec4u) {
  y[q] = v;
}

fn element(i: u32) -> u32 {
  let row = i / params.end6;
  let at = i % params.end6;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  if (at < params.end1) { return load_x1(row * (params.end1 - params.end0) + at - params.end0); }
  if (at < params.end2) { return load_x2(row * (params.end2 - params.end1) + at - params.end1); }
  if (at < params.end3) { return load_x3(row * (params.end3 - params.end2) + at - params.end2); }
  if (at < params.end4) { return load_x4(row * (params.end4 - params.end3) + at - params.end3); }
  if (at < params.end5) { return load_x5(row * (params.end5 - params.end4) + at - params.end4); }
  return load_x6(row * (params.end6 - params.end5) + at - params.end5);
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

// ==== concat/kernel.wgsl?dtype=u8&inputs=2&threads=256&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return extractBits(x0[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return extractBits(x1[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

fn element(i: u32) -> u32 {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  return load_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u8&inputs=2&threads=256&width=4
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load4_x0(q: u32) -> vec4u {
  let w = x0[q + params.x0_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load4_x1(q: u32) -> vec4u {
  let w = x1[q + params.x1_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

fn element(i: u32) -> vec4u {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load4_x0(row * params.end0 + at); }
  return load4_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u8&inputs=2&threads=64&width=1
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load_x0(i: u32) -> u32 {
  let at = i + params.x0_at;
  return extractBits(x0[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load_x1(i: u32) -> u32 {
  let at = i + params.x1_at;
  return extractBits(x1[at / 4u], (at & 3u) * 8u, 8u);
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

fn element(i: u32) -> u32 {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load_x0(row * params.end0 + at); }
  return load_x1(row * (params.end1 - params.end0) + at - params.end0);
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

// ==== concat/kernel.wgsl?dtype=u8&inputs=2&threads=64&width=4
struct Params {
  x0_at: u32,
  x1_at: u32,
  count: u32,
  end0: u32,
  end1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x0: array<u32>;

fn load4_x0(q: u32) -> vec4u {
  let w = x0[q + params.x0_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(2) var<storage, read> x1: array<u32>;

fn load4_x1(q: u32) -> vec4u {
  let w = x1[q + params.x1_at / 4u];
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
}
@group(0) @binding(3) var<storage, read_write> y: array<u32>;

fn store4_y(q: u32, v: vec4u) {
  let b = v & vec4u(255u);
  y[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
}

fn element(i: u32) -> vec4u {
  let row = i / params.end1;
  let at = i % params.end1;
  if (at < params.end0) { return load4_x0(row * params.end0 + at); }
  return load4_x1(row * (params.end1 - params.end0) + at - params.end0);
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

