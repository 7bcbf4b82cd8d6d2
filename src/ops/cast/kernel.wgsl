// y = x in another type, flat; a thread converts four. Floats become integers toward zero, within the type's range, NaN
// as 0; integers become narrower ones by their low bits.
#param x_type, y_type, width, threads
struct Params { x_at: u32, count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
#include "common/grid.wgsl"
#include "common/math.wgsl"
#include "common/tensor.wgsl" with name=x, binding=1, dtype=${x_type}, width=${width}
#include "common/tensor.wgsl" with name=y, binding=2, dtype=${y_type}, access=write, width=4
#let from = x_type == "i32" || x_type == "i8" ? "i" : x_type == "u32" || x_type == "u8" ? "u" : "f"
#let to = y_type == "i32" || y_type == "i8" ? "i" : y_type == "u32" || y_type == "u8" ? "u" : "f"
#let low = y_type == "i32" ? "-2147483648.0" : y_type == "i8" ? "-128.0" : "0.0"
#let high = y_type == "i32" ? "2147483520.0" : y_type == "u32" ? "4294967040.0" : y_type == "i8" ? "127.0" : "255.0"
#define store4(q, v)
store4_y(${q}, ${v});
#end

fn convert(v: vec4${from}) -> vec4${to} {
#if from == to
  return v;
#elif from == "f"
  let within = select(clamp(trunc(v), vec4f(${low}), vec4f(${high})), vec4f(0.0), is_nan4(v));
#if y_type == "i32" || y_type == "u32"
  // The largest f32 below the limit is not the limit itself.
  return select(vec4${to}(within), vec4${to}(${y_type == "i32" ? "2147483647" : "4294967295u"}), v >= vec4f(${y_type == "i32" ? "2147483648.0" : "4294967296.0"}));
#else
  return vec4${to}(within);
#end
#elif to == "f"
  return vec4f(v);
#else
  return bitcast<vec4${to}>(v);
#end
}

@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let q = linear_group(group, groups) * ${threads}u + lane;
  let last = params.count - 1u;
  if (q > last / 4u) { return; }
#if width == 4
  let v = load4_x(q);
#else
  let i = q * 4u;
  let v = vec4${from}(load_x(i), load_x(min(i + 1u, last)), load_x(min(i + 2u, last)), load_x(min(i + 3u, last)));
#end
  let y = convert(v);
  #store4(q, y)
}
