//# Products of 16x16 matrices by a whole subgroup: left and right are f16, sums f32. Arrays they are loaded from and
//# stored to are of quads, `half4` or vec4f, and so are `at` and `line`, the place of the first element and the distance of
//# rows. A kernel calls #place_matrix for each at module scope, then #new_matrix in the function, which makes it 0;
//# from_other_half(v, lane) is the v of the thread 16 further on, or back.
//#   matrices   1: the device's own. 0: spelled out in workgroup memory, for a workgroup of 32 threads (`lane`); slow, but
//#              any device can tell whether what is written with them is right
#param matrices
#if matrices
enable f16;
enable subgroups;
enable chromium_experimental_subgroup_matrix;
diagnostic(off, chromium.subgroup_matrix_uniformity);
alias half4 = vec4<f16>;
fn half4_of(bits: vec2u) -> half4 {
  return bitcast<half4>(bits);
}
fn to_half4(v: vec4f) -> half4 {
  return half4(v);
}
fn from_half4(v: half4) -> vec4f {
  return vec4f(v);
}
fn from_other_half(v: f32, lane: u32) -> f32 {
  return subgroupShuffleXor(v, 16u);
}
#else
alias half4 = vec2u;
fn half4_of(bits: vec2u) -> half4 {
  return bits;
}
fn to_half4(v: vec4f) -> half4 {
  return vec2u(pack2x16float(v.xy), pack2x16float(v.zw));
}
fn from_half4(v: half4) -> vec4f {
  return vec4f(unpack2x16float(v.x), unpack2x16float(v.y));
}
fn from_vec4f(v: vec4f) -> vec4f {
  return v;
}
var<workgroup> of_halves: array<f32, 32>;
fn from_other_half(v: f32, lane: u32) -> f32 {
  of_halves[lane] = v;
  workgroupBarrier();
  let other = of_halves[lane ^ 16u];
  workgroupBarrier();
  return other;
}
#end
#define place_matrix(m)
#if !matrices
var<workgroup> ${m}: array<f32, 256>;
#end
#end
#define new_matrix(kind, m)
#if matrices
    var ${m} = subgroup_matrix_${kind}<${kind == "result" ? "f32" : "f16"}, 16, 16>();
#else
    for (var n = lane; n < 256u; n += 32u) { ${m}[n] = 0.0; }
#end
#end
//# order: row_major, or col_major for the transpose of what is there
#define load_matrix(kind, order, m, tile, at, line)
#if matrices
    ${m} = subgroupMatrixLoad<subgroup_matrix_${kind}<${kind == "result" ? "f32" : "f16"}, 16, 16>, ${order}>(&${tile}, ${at}, ${line});
#else
#let i = order == "row_major" ? "n / 16u" : "n % 16u"
#let j = order == "row_major" ? "n % 16u" : "n / 16u"
    workgroupBarrier();
    for (var n = lane; n < 256u; n += 32u) {
      let quad = ${kind == "result" ? "from_vec4f" : "from_half4"}(${tile}[${at} + ${i} * ${line} + ${j} / 4u]);
      ${m}[n] = quad[${j} % 4u];
    }
    workgroupBarrier();
#end
#end
#define store_matrix(m, tile, at, line)
#if matrices
    subgroupMatrixStore<row_major>(&${tile}, ${at}, ${m}, ${line});
#else
    for (var n = lane; n < 256u; n += 32u) { ${tile}[${at} + n / 16u * ${line} + n % 16u / 4u][n % 4u] = ${m}[n]; }
#end
#end
//# sum += left * right
#define add_product(left, right, sum)
#if matrices
    ${sum} = subgroupMatrixMultiplyAccumulate(${left}, ${right}, ${sum});
#else
    for (var n = lane; n < 256u; n += 32u) {
      for (var k = 0u; k < 16u; k++) { ${sum}[n] = fma(${left}[n / 16u * 16u + k], ${right}[k * 16u + n % 16u], ${sum}[n]); }
    }
#end
#end
