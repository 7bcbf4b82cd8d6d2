//# Where fusion joins a kernel (src/graph/weave.h). The kernel includes this, calls #fused_reads() after its own offsets in
//# Params and #fused_params() at the end, adds `extra` to the bindings of what it writes, sends what it loads through #pre
//# and what it stores, with the function for it, through #post. i is an element of the whole tensor, or a quad, as the kernel's width says.
//#   extra   tensors that fused code reads; after: 1 if #post does more than store, and that is better kept apart
#param extra=0, after=0
#default fused_reads()
#end
#default fused_params()
#end
#default fused_code()
#end
#default pre(i, v)
${v}
#end
#default pre_a(i, v)
${v}
#end
#default pre_b(i, v)
${v}
#end
#default post(store, i, v)
${store}(${i}, ${v});
#end
#fused_code()
