//# Products in whole numbers: a stretch of 32 x's is rounded to x_bits bits each, with a unit of its own, and multiplied
//# with the codes, four at a time, by packed dot products. Codes become bytes where they lie, so the bytes of x follow
//# their order, not that of the row.
//#   x_bits     8, or 16: two bytes, multiplied one after the other
//#   bits, minimums   see packed/codes.wgsl
//# Macros, with x0 to x7 the quads of a stretch:
//#   whole_stretch()     gives high0 to high7 (and low0 to low7), the unit, and `all`, the sum of what x was rounded to
//#   whole_codes(c)      gives bytes<c>_0 to bytes<c>_7 from the words that #word(c, i) names
//#   whole_dot(c)        the whole number that is their product
//#   whole_scale(s, m)   what a product and `all` are to be multiplied with: scale s, minimum m (any text if there is none)
#param x_bits, bits, minimums
#let step = bits == 4 ? 2 : bits == 2 ? 4 : bits == 1 ? 8 : 1
#let most = x_bits == 8 ? "127.0" : "32512.0"

fn pack_bytes(v: vec4u) -> u32 {
  return (v.x & 255u) | ((v.y & 255u) << 8u) | ((v.z & 255u) << 16u) | (v.w << 24u);
}
#if bits == 3
fn spread(w: u32) -> u32 {
  return (w & 7u) | ((w & 0x38u) << 5u) | ((w & 0x1c0u) << 10u) | ((w & 0xe00u) << 15u);
}
#end

#define whole_stretch()
//# As whole numbers sizes have the order they have as floats, and above them all is what is no finite number: its unit is
//# none either. (Drivers may take for granted that floats are numbers, and leave x - x out.)
let sizes = max(max(max(#size_bits(0), #size_bits(1)), max(#size_bits(2), #size_bits(3))), max(max(#size_bits(4), #size_bits(5)), max(#size_bits(6), #size_bits(7))));
let largest = max(max(sizes.x, sizes.y), max(sizes.z, sizes.w));
let size = bitcast<f32>(largest);
let inverse = select(0.0, ${most} / size, size > 1e-30);
let unit = bitcast<f32>(select(bitcast<u32>(size / ${most}), 0x7fc00000u, largest >= 0x7f800000u));
//# Adding 1.5 * 2^23 leaves the nearest whole number in the low bits.
#for q in 0..8
let v${q} = bitcast<vec4u>(fma(x${q}, vec4f(inverse), vec4f(12582912.0)));
#end
#for g in 0..8
#let e = step == 1 ? 4 * g : g / step * 4 * step + g % step
#let four = "vec4u(v" + e / 4 + "[" + e % 4 + "], v" + (e + step) / 4 + "[" + (e + step) % 4 + "], v" + (e + 2 * step) / 4 + "[" + (e + 2 * step) % 4 + "], v" + (e + 3 * step) / 4 + "[" + (e + 3 * step) % 4 + "])"
#if x_bits == 8
let high${g} = pack_bytes(${four});
#else
let high${g} = pack_bytes((${four} + 128u) >> vec4u(8u));
let low${g} = pack_bytes(${four});
#end
#end
let all = f32(#whole_sum()) * unit;
#end
#define size_bits(q)
(bitcast<vec4u>(x${q}) & vec4u(0x7fffffffu))
#end
#define whole_sum()
#if x_bits == 8
#dots(0x01010101u, high)
#else
(#dots(0x01010101u, high)) * 256 + #dots(0x01010101u, low)
#end
#end
#define dots(with, x)
dot4I8Packed(${with}, ${x}0) + dot4I8Packed(${with}, ${x}1) + dot4I8Packed(${with}, ${x}2) + dot4I8Packed(${with}, ${x}3) + dot4I8Packed(${with}, ${x}4) + dot4I8Packed(${with}, ${x}5) + dot4I8Packed(${with}, ${x}6) + dot4I8Packed(${with}, ${x}7)
#end
#define products(c, x)
dot4I8Packed(bytes${c}_0, ${x}0) + dot4I8Packed(bytes${c}_1, ${x}1) + dot4I8Packed(bytes${c}_2, ${x}2) + dot4I8Packed(bytes${c}_3, ${x}3) + dot4I8Packed(bytes${c}_4, ${x}4) + dot4I8Packed(bytes${c}_5, ${x}5) + dot4I8Packed(bytes${c}_6, ${x}6) + dot4I8Packed(bytes${c}_7, ${x}7)
#end
#define whole_dot(c)
#if x_bits == 8
#products(${c}, high)
#else
(#products(${c}, high)) * 256 + #products(${c}, low)
#end
#end

#define whole_codes(c)
#for g in 0..8
#if bits == 8
let bytes${c}_${g} = #word(${c}, ${g}) ^ 0x80808080u;
#elif bits == 3
#let off = 12 * g % 32
#if off > 20
let bytes${c}_${g} = spread((#word(${c}, ${12 * g / 32}) >> ${off}u) | (#word(${c}, ${12 * g / 32 + 1}) << ${32 - off}u));
#else
let bytes${c}_${g} = spread(#word(${c}, ${12 * g / 32}) >> ${off}u);
#end
#else
let bytes${c}_${g} = (#word(${c}, ${g / step}) >> ${g % step * bits}u) & ${bits == 4 ? "0x0f0f0f0fu" : bits == 2 ? "0x03030303u" : "0x01010101u"};
#end
#end
#end
#define whole_scale(s, m)
#if minimums
${bits == 8 ? s + ", " + m + " + 128.0 * " + s : s + ", " + m}
#else
${bits == 8 ? s + ", 0.0 * " + s : bits == 1 ? "2.0 * " + s + ", -" + s : s + ", -" + (bits == 4 ? 8 : bits == 3 ? 4 : 2) + ".0 * " + s}
#end
#end
