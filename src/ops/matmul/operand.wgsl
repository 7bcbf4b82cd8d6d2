//# One operand of the tiled product: its binding, its tile in workgroup memory, and macros that move it from memory to
//# registers (fetch), on to the tile (put), and from there to the thread's own rows or columns (pick).
//#   x       a or b; a's lines are rows, b's are columns
//#   lines   1: each line lies along k in memory, and so in the tile; 0: neighbouring lines lie side by side
//#   tile    lines a workgroup takes; each: lines a thread takes, in fours that are `side` fours apart
//#   extent  how many lines there are
//# Either way memory and tile are only touched by quads; the transposition happens in registers, where it is free.
#param x, binding, dtype, width, lines, tile, each, extent
#let side = tile / each
#let loads = tile * quads / threads
//# Codes are taken out by two quads of a line at a time, where a thread has as many.
#let run = x == "b" && packed && loads % 2 == 0 ? 2 : 1
#if loads * threads != tile * quads
#error ${threads} threads cannot share a tile of ${tile} x ${tile_k}
#end
#include "common/tensor.wgsl" with name=${x}, binding=${binding}, dtype=${dtype}, width=${width}
//# One quad more a line: threads that read different lines then hit different banks.
#if lines
var<workgroup> ${x}_tile: array<array<array<vec4f, ${quads + 1}>, ${side}>, ${each}>;
#else
var<workgroup> ${x}_tile: array<array<array<vec4f, ${side}>, ${each / 4}>, ${tile_k}>;
#end

#default load_${x}(i, k, j)
#pre_${x}(${i}, load_${x}(${i}))
#end
#default load4_${x}(q, k, j)
#pre_${x}(${q}, load4_${x}(${q}))
#end

//# Where this thread's quads of a tile come from, for all turns. Lines past the last repeat it: their results are dropped.
#define setup_${x}()
#for l in 0..loads
#let turn = l < run ? "lane" : "(lane + " + l / run * threads + "u)"
#let spot = run == 1 ? turn : "(" + turn + " * 2u + " + l % 2 + "u)"
#if lines
let ${x}_line${l} = ${spot} / ${quads}u;
let ${x}_deep${l} = ${spot} % ${quads}u * 4u;
let ${x}_j${l} = min(${x}_first + ${x}_line${l}, ${extent} - 1u);
let ${x}_from${l} = ${x}_from + ${x}_j${l} * params.k + ${x}_deep${l};
#else
let ${x}_deep${l} = ${spot} / ${tile / 4}u;
let ${x}_line${l} = ${spot} % ${tile / 4}u;
let ${x}_j${l} = min(${x}_first + ${x}_line${l} * 4u, ${width == 4 ? extent + " - 4u" : extent + " - 1u"});
let ${x}_from${l} = ${x}_from + ${x}_deep${l} * ${extent};
#end
var ${x}_next${l} = vec4f();
#end
#end

#define guarded_${x}(l, inside, value)
#if explicit_bounds
${x}_next${l} = vec4f();
if (${inside}) {
  ${x}_next${l} = ${value};
}
#else
${x}_next${l} = select(vec4f(), ${value}, ${inside});
#end
#end

//# Lines along k: one quad; past the end of k are zeros, for whatever lies there could be NaN.
#define fetch_${x}(start)
#for l in 0..loads
#let k = x + "_deep" + l + " + " + start
#let j = x + "_j" + l
#if run == 2
#if l % 2 == 0
{
  #fetch8(${k}, ${j})
#for t in 0..2
  ${x}_next${l + t} = ${k_edge ? "select(vec4f(), quad" + t + ", " + k + " + " + 4 * t + "u < params.k)" : "quad" + t};
#end
}
#end
#elif lines && width == 4
#if k_edge
#guarded_${x}(${l}, ${k} < params.k, #load4_${x}((${x}_from${l} + ${start}) / 4u, ${k}, ${j}))
#else
${x}_next${l} = #load4_${x}((${x}_from${l} + ${start}) / 4u, ${k}, ${j});
#end
#elif lines
#for s in 0..4
#if explicit_bounds
${x}_next${l}[${s}] = 0.0;
if (${k} + ${s}u < params.k) {
  ${x}_next${l}[${s}] = #load_${x}(${x}_from${l} + ${start} + ${s}u, ${k} + ${s}u, ${j});
}
#else
${x}_next${l}[${s}] = select(0.0, #load_${x}(${x}_from${l} + ${start} + ${s}u, ${k} + ${s}u, ${j}), ${k} + ${s}u < params.k);
#end
#end
#elif width == 4
#if k_edge
#guarded_${x}(${l}, ${k} < params.k, #load4_${x}((${x}_from${l} + ${start} * ${extent} + ${j}) / 4u, ${k}, ${j}))
#else
${x}_next${l} = #load4_${x}((${x}_from${l} + ${start} * ${extent} + ${j}) / 4u, ${k}, ${j});
#end
#else
{
#for s in 0..4
#let each_j = s == 0 ? j : "min(" + j + " + " + s + "u, " + extent + " - 1u)"
  let j${s} = ${each_j};
  let v${s} = #load_${x}(${x}_from${l} + ${start} * ${extent} + j${s}, ${k}, j${s});
#end
  ${x}_next${l} = select(vec4f(), vec4f(v0, v1, v2, v3), ${k} < params.k);
}
#end
#end
#end

//# Where a quad of the tile is: of line `line` at quad `deep` of k, or of four lines at one k.
#define quad_at_${x}(line, deep)
#if lines
${x}_tile[${line} / ${4 * side}u * 4u + ${line} % 4u][${line} / 4u % ${side}u][${deep}]
#else
${x}_tile[${deep}][${line} / ${side}u][${line} % ${side}u]
#end
#end
#define put_${x}()
#for l in 0..loads
#quad_at_${x}(${x}_line${l}, ${x}_deep${l}${lines ? " / 4u" : ""}) = ${x}_next${l};
#end
#end
//# A quad of the tile for each thread, once the tile is not needed any more.
#define cell_${x}(thread)
#if lines
#quad_at_${x}(${thread} / ${quads}u, ${thread} % ${quads}u)
#else
#quad_at_${x}(${thread} % ${tile / 4}u, ${thread} / ${tile / 4}u)
#end
#end

//# The thread's lines at a quad of k, or at one k.
#define pick_${x}(q)
#if lines
#for i in 0..each
let ${x}_mine${i} = ${x}_tile[${i}][${x}_side][${q}];
#end
#end
#end
#define pick_${x}_at(k)
#if !lines
#for i in 0..each / 4
let ${x}_mine${i} = ${x}_tile[${k}][${i}][${x}_side];
#end
#end
#end

//# Of what was picked: line i, and the four lines of quad j, at position k of the quad.
#define value_${x}(i, k)
#if lines
${x}_mine${i}[${k}]
#else
${x}_mine${i / 4}[${i % 4}]
#end
#end
#define quad_${x}(j, k)
#if lines
vec4f(${x}_mine${4 * j}[${k}], ${x}_mine${4 * j + 1}[${k}], ${x}_mine${4 * j + 2}[${k}], ${x}_mine${4 * j + 3}[${k}])
#else
${x}_mine${j}
#end
#end
