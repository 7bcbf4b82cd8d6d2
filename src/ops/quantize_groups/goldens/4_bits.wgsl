// quantize_groups(5x96, bits=4)
// on small

// ==== quantize_groups: quantize_groups/kernel.wgsl?bits=4&fits=0&threads=64&x=f32&x_width=4
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  count: u32,  // of groups
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;

fn load4_x(q: u32) -> vec4f {
  return x[q + params.x_at / 4u];
}
@group(0) @binding(2) var<storage, read_write> y: array<u32>;

// The nearest number that f16 has, by hand: quantizeToF16 and pack2x16float may cut off instead.
fn to_half(v: f32) -> f32 {
  let b = bitcast<u32>(v);
  let near = bitcast<f32>((b + 0xfffu + ((b >> 13u) & 1u)) & 0xffffe000u);
  return select(near, round(v * 16777216.0) / 16777216.0, abs(v) < 6.103515625e-5);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let i = linear_group(group, groups) * 64u + lane;
  if (i >= params.count) {
    return;
  }
  let x0 = load4_x(i * 8u + 0u);
  let x1 = load4_x(i * 8u + 1u);
  let x2 = load4_x(i * 8u + 2u);
  let x3 = load4_x(i * 8u + 3u);
  let x4 = load4_x(i * 8u + 4u);
  let x5 = load4_x(i * 8u + 5u);
  let x6 = load4_x(i * 8u + 6u);
  let x7 = load4_x(i * 8u + 7u);
  let low4 = min(min(min(x0, x1), min(x2, x3)), min(min(x4, x5), min(x6, x7)));
  let high4 = max(max(max(x0, x1), max(x2, x3)), max(max(x4, x5), max(x6, x7)));
  let low = min(min(low4.x, low4.y), min(low4.z, low4.w));
  let high = max(max(high4.x, high4.y), max(high4.z, high4.w));
  // Codes are counted from what is stored, so both are rounded first.
  let minimum = to_half(low);
  let scale = to_half((high - minimum) / 15.0);
  let inverse = select(0.0, 1.0 / scale, scale > 0.0);
  let c0 = vec4u(clamp(round((x0 - minimum) * inverse), vec4f(), vec4f(15.0)));
  let c1 = vec4u(clamp(round((x1 - minimum) * inverse), vec4f(), vec4f(15.0)));
  let c2 = vec4u(clamp(round((x2 - minimum) * inverse), vec4f(), vec4f(15.0)));
  let c3 = vec4u(clamp(round((x3 - minimum) * inverse), vec4f(), vec4f(15.0)));
  let c4 = vec4u(clamp(round((x4 - minimum) * inverse), vec4f(), vec4f(15.0)));
  let c5 = vec4u(clamp(round((x5 - minimum) * inverse), vec4f(), vec4f(15.0)));
  let c6 = vec4u(clamp(round((x6 - minimum) * inverse), vec4f(), vec4f(15.0)));
  let c7 = vec4u(clamp(round((x7 - minimum) * inverse), vec4f(), vec4f(15.0)));
  y[i * 4u + 0u] = c0.x | (c0.y << 4u) | (c0.z << 8u) | (c0.w << 12u) |
                      (c1.x << 16u) | (c1.y << 20u) | (c1.z << 24u) | (c1.w << 28u);
  y[i * 4u + 1u] = c2.x | (c2.y << 4u) | (c2.z << 8u) | (c2.w << 12u) |
                      (c3.x << 16u) | (c3.y << 20u) | (c3.z << 24u) | (c3.w << 28u);
  y[i * 4u + 2u] = c4.x | (c4.y << 4u) | (c4.z << 8u) | (c4.w << 12u) |
                      (c5.x << 16u) | (c5.y << 20u) | (c5.z << 24u) | (c5.w << 28u);
  y[i * 4u + 3u] = c6.x | (c6.y << 4u) | (c6.z << 8u) | (c6.w << 12u) |
                      (c7.x << 16u) | (c7.y << 20u) | (c7.z << 24u) | (c7.w << 28u);
}
