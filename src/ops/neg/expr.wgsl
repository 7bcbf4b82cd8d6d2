fn op_neg(x: ${V}) -> ${V} {
#if T == "u32"
  return vec4u(0u) - x;
#else
  return -x;
#end
}
