//# A reduction over `span` threads of a workgroup, all of which get the result: reduce_<name>(v, lane).
//#   op       sum | max | min
//#   T        f32 i32 u32, or vec4 of one of them: component by component
//#   span     threads that reduce together, a power of two: lane, lane + stride, lane + 2 * stride, ...
//#   subgroups   0: a tree in workgroup memory
//#               1: one number per subgroup, then a walk over those. Needs stride 1, a span of whole subgroups, and
//#                  reduce_wave set to the builtin subgroup_size. It counts on subgroups being made of consecutive
//#                  threads, which every WebGPU implementation does for one-dimensional workgroups.
//# A function may be called once in a kernel: a second call needs a second include under another name, and so its own
//# scratch, which is cheaper than a barrier between the two.
#param name, op, T, threads, span, stride, subgroups
#define combine_${name}(a, b)
#if op == "sum"
  ${a} + ${b}
#else
  ${op}(${a}, ${b})
#end
#end
#if span > 1
var<workgroup> scratch_${name}: array<${T}, ${threads}>;

#end
fn reduce_${name}(v: ${T}, lane: u32) -> ${T} {
#if span == 1
  return v;
#elif !subgroups
  let place = (lane / ${stride}u) % ${span}u;
  scratch_${name}[lane] = v;
  for (var half = ${span / 2}u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (place < half) {
      scratch_${name}[lane] = #combine_${name}(scratch_${name}[lane], scratch_${name}[lane + half * ${stride}u]);
    }
  }
  workgroupBarrier();
  return scratch_${name}[lane - place * ${stride}u];
#else
#let sub = op == "sum" ? "subgroupAdd" : op == "max" ? "subgroupMax" : "subgroupMin"
  let part = ${sub}(v);
  if (lane % reduce_wave == 0u) {
    scratch_${name}[lane / reduce_wave] = part;
  }
  workgroupBarrier();
  let waves = ${span}u / reduce_wave;
  let first = lane / ${span}u * waves;
  var total = scratch_${name}[first];
  for (var i = 1u; i < waves; i++) {
    total = #combine_${name}(total, scratch_${name}[first + i]);
  }
  return total;
#end
}
