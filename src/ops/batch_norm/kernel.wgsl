//# y = (x - mean[c]) / sqrt(var[c] + eps) * gamma[c] + beta[c], x being [samples, channels, inner]: flat, by quads.
//#   width      4: x is read by quads; 1: it is a view at an odd place, and read element by element
//#   together   1: the four elements of a quad are of one channel (inner is a multiple of four)
#param dtype, stats, gamma, beta, width, together, threads
#include "common/fused.wgsl"
struct Params {
  x_at: u32,
  mean_at: u32,
  variance_at: u32,
  gamma_at: u32,
  beta_at: u32,
  #fused_reads()
  quads: u32,
  channels: u32,
  inner: u32,
  eps: f32,
  #fused_params()
}
@group(0) @binding(0) var<uniform> params: Params;
#include "common/tensor.wgsl" with name=x, binding=1, width=${width}
#include "common/tensor.wgsl" with name=mean, binding=2, dtype=${stats}
#include "common/tensor.wgsl" with name=variance, binding=3, dtype=${stats}
#include "common/tensor.wgsl" with name=gamma, binding=4, dtype=${gamma}
#include "common/tensor.wgsl" with name=beta, binding=5, dtype=${beta}
#include "common/tensor.wgsl" with name=y, binding=${6 + extra}, access=write, width=4
#include "common/grid.wgsl"
#if width == 4
#define load(q)
  #pre(${q}, load4_x(${q}))
#end
#else
#define load(q)
  vec4f(load_x(${q} * 4u), load_x(${q} * 4u + 1u), load_x(${q} * 4u + 2u), load_x(${q} * 4u + 3u))
#end
#end
#define store(q, v)
  #post(store4_y, ${q}, ${v})
#end

// What element i is centred by, scaled by and shifted by.
fn channel(i: u32) -> vec3f {
  let c = i / params.inner % params.channels;
  let scale = load_gamma(c) * inverseSqrt(load_variance(c) + params.eps);
  return vec3f(load_mean(c), scale, load_beta(c));
}

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  if (q >= params.quads) {
    return;
  }
  let v = #load(q);
#if together
  let c = channel(q * 4u);
  let r = (v - c.x) * c.y + c.z;
#else
  let a = channel(q * 4u);
  let b = channel(q * 4u + 1u);
  let c = channel(q * 4u + 2u);
  let d = channel(q * 4u + 3u);
  let r = (v - vec4f(a.x, b.x, c.x, d.x)) * vec4f(a.y, b.y, c.y, d.y) + vec4f(a.z, b.z, c.z, d.z);
#end
  #store(q, r)
}
