//# Groups of 32 elements in few bits, one a thread: their codes, or the scale and the minimum those are counted in.
//#   x, x_width   element type; 4: quads, 1: single elements
//#   bits         4 or 8
//#   fits         1: scale and minimum, two halves in a word; 0: the codes
#param x, x_width=4, bits, fits=0, threads
#include "common/grid.wgsl"
#include "common/fused.wgsl"
struct Params {
  x_at: u32,
  #fused_reads()
  count: u32,  // of groups
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${x}, width=${x_width}
@group(0) @binding(${2 + extra}) var<storage, read_write> y: array<u32>;

// The nearest number that f16 has, by hand: quantizeToF16 and pack2x16float may cut off instead.
fn to_half(v: f32) -> f32 {
  let b = bitcast<u32>(v);
  let near = bitcast<f32>((b + 0xfffu + ((b >> 13u) & 1u)) & 0xffffe000u);
  return select(near, round(v * 16777216.0) / 16777216.0, abs(v) < 6.103515625e-5);
}

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let i = linear_group(group, groups) * ${threads}u + lane;
  if (i >= params.count) {
    return;
  }
#for q in 0..8
#if x_width == 4
  let x${q} = #pre(i * 8u + ${q}u, load4_x(i * 8u + ${q}u));
#else
  let x${q} = vec4f(
#for t in 0..4
    #pre(i * 32u + ${4 * q + t}u, load_x(i * 32u + ${4 * q + t}u)),
#end
  );
#end
#end
  let low4 = min(min(min(x0, x1), min(x2, x3)), min(min(x4, x5), min(x6, x7)));
  let high4 = max(max(max(x0, x1), max(x2, x3)), max(max(x4, x5), max(x6, x7)));
  let low = min(min(low4.x, low4.y), min(low4.z, low4.w));
  let high = max(max(high4.x, high4.y), max(high4.z, high4.w));
  // Codes are counted from what is stored, so both are rounded first.
  let minimum = to_half(low);
  let scale = to_half((high - minimum) / ${bits == 4 ? "15.0" : "255.0"});
#if fits
  y[i] = pack2x16float(vec2f(scale, minimum));
#else
  let inverse = select(0.0, 1.0 / scale, scale > 0.0);
#for q in 0..8
  let c${q} = vec4u(clamp(round((x${q} - minimum) * inverse), vec4f(), vec4f(${bits == 4 ? "15.0" : "255.0"})));
#end
#for w in 0..bits
#if bits == 4
  y[i * 4u + ${w}u] = c${2 * w}.x | (c${2 * w}.y << 4u) | (c${2 * w}.z << 8u) | (c${2 * w}.w << 12u) |
                      (c${2 * w + 1}.x << 16u) | (c${2 * w + 1}.y << 20u) | (c${2 * w + 1}.z << 24u) | (c${2 * w + 1}.w << 28u);
#else
  y[i * 8u + ${w}u] = c${w}.x | (c${w}.y << 8u) | (c${w}.z << 16u) | (c${w}.w << 24u);
#end
#end
#end
}
