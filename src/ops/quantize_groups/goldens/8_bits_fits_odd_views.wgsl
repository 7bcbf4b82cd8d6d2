// quantize_groups(3x32, bits=8, fits=1)
// on small-odd

// ==== quantize_groups: quantize_groups/kernel.wgsl?bits=8&fits=1&threads=64&x=f32&x_width=1
fn linear_group(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
struct Params {
  x_at: u32,
  count: u32,  // of groups
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;

fn load_x(i: u32) -> f32 {
  let at = i + params.x_at;
  return x[at];
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
  let x0 = vec4f(
    load_x(i * 32u + 0u),
    load_x(i * 32u + 1u),
    load_x(i * 32u + 2u),
    load_x(i * 32u + 3u),
  );
  let x1 = vec4f(
    load_x(i * 32u + 4u),
    load_x(i * 32u + 5u),
    load_x(i * 32u + 6u),
    load_x(i * 32u + 7u),
  );
  let x2 = vec4f(
    load_x(i * 32u + 8u),
    load_x(i * 32u + 9u),
    load_x(i * 32u + 10u),
    load_x(i * 32u + 11u),
  );
  let x3 = vec4f(
    load_x(i * 32u + 12u),
    load_x(i * 32u + 13u),
    load_x(i * 32u + 14u),
    load_x(i * 32u + 15u),
  );
  let x4 = vec4f(
    load_x(i * 32u + 16u),
    load_x(i * 32u + 17u),
    load_x(i * 32u + 18u),
    load_x(i * 32u + 19u),
  );
  let x5 = vec4f(
    load_x(i * 32u + 20u),
    load_x(i * 32u + 21u),
    load_x(i * 32u + 22u),
    load_x(i * 32u + 23u),
  );
  let x6 = vec4f(
    load_x(i * 32u + 24u),
    load_x(i * 32u + 25u),
    load_x(i * 32u + 26u),
    load_x(i * 32u + 27u),
  );
  let x7 = vec4f(
    load_x(i * 32u + 28u),
    load_x(i * 32u + 29u),
    load_x(i * 32u + 30u),
    load_x(i * 32u + 31u),
  );
  let low4 = min(min(min(x0, x1), min(x2, x3)), min(min(x4, x5), min(x6, x7)));
  let high4 = max(max(max(x0, x1), max(x2, x3)), max(max(x4, x5), max(x6, x7)));
  let low = min(min(low4.x, low4.y), min(low4.z, low4.w));
  let high = max(max(high4.x, high4.y), max(high4.z, high4.w));
  // Codes are counted from what is stored, so both are rounded first.
  let minimum = to_half(low);
  let scale = to_half((high - minimum) / 255.0);
  y[i] = pack2x16float(vec2f(scale, minimum));
}
