//# Four neighbours of a row of x, beyond its end zeros.
fn quad_x(row: u32, k: u32) -> vec4f {
#if x_width == 4
  let q = (row * params.k + k) / 4u;
  return select(vec4f(), #pre_a(q, load4_x(q)), k < params.k);
#else
  let i = row * params.k + k;
  return vec4f(
#for t in 0..4
    select(0.0, #pre_a(i + ${t}u, load_x(i + ${t}u)), k + ${t}u < params.k),
#end
  );
#end
}
