// The yardstick for arithmetic: fused multiply-adds on registers, nothing else. 8 independent vec4 chains a thread.
#param threads, rounds
struct Params { seed: f32, slope: f32 };
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(${threads})
fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = vec4f(params.slope);
#for i in 0..8
  var v${i} = vec4f(params.seed + ${i}.0);
#end
  for (var round = 0u; round < ${rounds}u; round++) {
#for turn in 0..4
#for i in 0..8
    v${i} = fma(v${i}, a, vec4f(0.5));
#end
#end
  }
  y[id.x] = ((v0 + v1) + (v2 + v3)) + ((v4 + v5) + (v6 + v7));
}
