//# How attention's kernels write: through #store(i, v), i an element of the whole result, or a quad of it where y_width is 4.
//# There fusion has its epilogue.
#let lowest = "-3.4028234e38"
#let store_y = y_width == 4 ? "store4_y" : "store_y"
#define store(i, v)
#post(${store_y}, ${i}, ${v})
#end

//# A quad of results: `row` counts the queries of all heads.
fn put(row: u32, col: u32, sum: vec4f, total: f32) {
  if (col >= params.e) { return; }
  // Where nothing was seen, or nothing but -infinity, the result is 0.
  let v = select(sum / total, vec4f(), total == 0.0);
  let at = row * params.e + col;
#if y_width == 4
  #store(at / 4u, v)
#else
  #store(at, v.x)
#for c in 1..4
  if (col + ${c}u < params.e) {
    #store(at + ${c}u, v[${c}])
  }
#end
#end
}
