//# One tensor binding and the functions that read or write it, whatever its storage type.
//#   name, binding    x, 1       declares x, load_x(i), load4_x(q) or store_x(i, v), store4_x(q, v)
//#   dtype            f32 f16 bf16 i32 u32 i8 u8; arithmetic is in f32, i32 or u32. Ops that only move elements
//#                    read them as raw bits: u32, u16 (16 bits in a u32) or u8
//#   access           read | write
//#   width            4: four elements at a time (quads), aligned; 1: single elements
//# Types narrower than a word are always packed into u32, so no device feature is needed; they are written by whole
//# quads only (store4), since two threads must not share a word. A read starts params.<name>_at elements in.
#param name, binding, dtype, access="read", width=1
#let T = dtype == "i32" || dtype == "i8" ? "i32" : dtype == "u32" || dtype == "u16" || dtype == "u8" ? "u32" : "f32"
#let V = T == "f32" ? "vec4f" : T == "i32" ? "vec4i" : "vec4u"
#let wide = dtype == T
#let half = dtype == "f16" || dtype == "bf16" || dtype == "u16"
#let E = wide ? (width == 4 ? V : T) : (half && (width == 4 || access == "write") ? "vec2u" : "u32")
#let mode = access == "read" ? "read" : "read_write"
@group(0) @binding(${binding}) var<storage, ${mode}> ${name}: array<${E}>;

#if access == "read"
#if width == 4
fn load4_${name}(q: u32) -> ${V} {
#if wide
  return ${name}[q + params.${name}_at / 4u];
#else
  let w = ${name}[q + params.${name}_at / 4u];
#if dtype == "f16"
  return vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
#elif dtype == "bf16"
  return bitcast<vec4f>(vec4u(w.x << 16u, w.x & 0xffff0000u, w.y << 16u, w.y & 0xffff0000u));
#elif dtype == "u16"
  return vec4u(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u);
#elif dtype == "i8"
  return vec4i(extractBits(i32(w), 0u, 8u), extractBits(i32(w), 8u, 8u), extractBits(i32(w), 16u, 8u), extractBits(i32(w), 24u, 8u));
#else
  return vec4u(w & 255u, (w >> 8u) & 255u, (w >> 16u) & 255u, w >> 24u);
#end
#end
}
#else
fn load_${name}(i: u32) -> ${T} {
  let at = i + params.${name}_at;
#if wide
  return ${name}[at];
#elif dtype == "f16"
  let pair = unpack2x16float(${name}[at / 2u]);
  return select(pair.x, pair.y, (at & 1u) == 1u);
#elif dtype == "bf16"
  let w = ${name}[at / 2u];
  return bitcast<f32>(select(w << 16u, w & 0xffff0000u, (at & 1u) == 1u));
#elif dtype == "u16"
  return extractBits(${name}[at / 2u], (at & 1u) * 16u, 16u);
#elif dtype == "i8"
  return extractBits(i32(${name}[at / 4u]), (at & 3u) * 8u, 8u);
#else
  return extractBits(${name}[at / 4u], (at & 3u) * 8u, 8u);
#end
}
#end
#else
#if wide && width == 1
fn store_${name}(i: u32, v: ${T}) {
  ${name}[i] = v;
}
fn store4_${name}(q: u32, v: ${V}) {
  ${name}[q * 4u] = v.x;
  ${name}[q * 4u + 1u] = v.y;
  ${name}[q * 4u + 2u] = v.z;
  ${name}[q * 4u + 3u] = v.w;
}
#else
#if dtype == "bf16"
fn bfloat_${name}(v: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(v);
  let rounded = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
  let quiet = (bits >> vec4u(16u)) | vec4u(0x40u);
  return select(rounded, quiet, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
#elif dtype == "f16"
fn half_${name}(v: vec4f) -> vec4u {
  // By hand: pack2x16float may flush subnormals and need not keep infinities or NaN.
  let bits = bitcast<vec4u>(v);
  let sign = (bits >> vec4u(16u)) & vec4u(0x8000u);
  let magnitude = bits & vec4u(0x7fffffffu);
  let normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  // A subnormal half is round(|v| * 2^24), which f32 holds exactly.
  let small = vec4u(round(bitcast<vec4f>(min(magnitude, vec4u(0x38800000u))) * 16777216.0));
  var h = select(normal, small, magnitude < vec4u(0x38800000u));
  h = select(h, vec4u(0x7c00u), magnitude >= vec4u(0x477ff000u));
  h = select(h, vec4u(0x7e00u), magnitude > vec4u(0x7f800000u));
  return sign | h;
}
#end
fn store4_${name}(q: u32, v: ${V}) {
#if wide
  ${name}[q] = v;
#elif dtype == "f16"
  let h = half_${name}(v);
  ${name}[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
#elif dtype == "bf16"
  let h = bfloat_${name}(v);
  ${name}[q] = vec2u(h.x | (h.y << 16u), h.z | (h.w << 16u));
#elif dtype == "u16"
  ${name}[q] = vec2u(v.x | (v.y << 16u), v.z | (v.w << 16u));
#else
#let U = T == "i32" ? "bitcast<vec4u>(v) & vec4u(255u)" : "v & vec4u(255u)"
  let b = ${U};
  ${name}[q] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
#end
}
#end
#end
