//# Numbers as i32 keys whose order is theirs, so that the largest or smallest is found by integer instructions, which
//# no compiler may relax: NaN then comes out wherever one goes in, on every device. key_of(v), and value_of(key) back.
//#   T, V     f32 i32 u32, and the type of a unit: T or vec4 of it
//#   A        the type of a result: T or V
//#   nan      high: NaN is above everything (max, argmax); low: below (min)
#param T, V, A, width, columns, nan
#let K = width == 4 ? "vec4i" : "i32"
#let AK = columns ? K : "i32"
#let U = width == 4 ? "vec4u" : "u32"
#let AU = columns ? U : "u32"
fn key_of(v: ${V}) -> ${K} {
#if T == "i32"
  return v;
#elif T == "u32"
  return bitcast<${K}>(v ^ ${U}(0x80000000u));
#else
  // Negative numbers have their other bits flipped: more negative is then less.
  let bits = bitcast<${K}>(v);
  let key = bits ^ ((bits >> ${U}(31u)) & ${K}(0x7fffffff));
#if nan == "high"
  let end = ${K}(0x7fffffff);
#else
  let end = ${K}(-0x7fffffff);
#end
  return select(key, end, (bits & ${K}(0x7fffffff)) > ${K}(0x7f800000));
#end
}

fn value_of(key: ${AK}) -> ${A} {
#if T == "i32"
  return key;
#elif T == "u32"
  return bitcast<${A}>(key) ^ ${AU}(0x80000000u);
#else
  return bitcast<${A}>(key ^ ((key >> ${AU}(31u)) & ${AK}(0x7fffffff)));
#end
}
