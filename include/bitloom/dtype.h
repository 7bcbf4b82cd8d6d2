// Element types. Arithmetic happens in f32, i32 or u32; the narrower types are ways of storing those.
//
//   size_t bytes = byte_size(DType::f16) * 100;
//   float x = half_to_float(float_to_half(0.1f));      // rounds to nearest, ties to even
//
// Threads: functions without state, for all at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bitloom {

enum class DType : uint8_t { f32, f16, bf16, i32, u32, i8, u8 };
inline constexpr DType all_dtypes[] = {DType::f32, DType::f16, DType::bf16, DType::i32,
                                       DType::u32, DType::i8,  DType::u8};

constexpr size_t byte_size(DType t) {
  switch (t) {
    case DType::f16:
    case DType::bf16: return 2;
    case DType::i8:
    case DType::u8: return 1;
    default: return 4;
  }
}
constexpr bool is_float(DType t) { return t == DType::f32 || t == DType::f16 || t == DType::bf16; }
// The type arithmetic is done in: f32 for floats, i32 and u32 for the integers.
constexpr DType compute_type(DType t) {
  if (is_float(t)) return DType::f32;
  return t == DType::i32 || t == DType::i8 ? DType::i32 : DType::u32;
}
std::string_view name(DType t);
std::optional<DType> parse_dtype(std::string_view text);
inline void append_text(std::string& out, DType t) { out += name(t); }

float half_to_float(uint16_t bits);
uint16_t float_to_half(float value);
inline float bfloat_to_float(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }
uint16_t float_to_bfloat(float value);

// Storage-only number types, so that spans of them have a type of their own.
struct Half {
  uint16_t bits = 0;
  Half() = default;
  explicit Half(float v) : bits(float_to_half(v)) {}
  explicit operator float() const { return half_to_float(bits); }
};
struct Bfloat {
  uint16_t bits = 0;
  Bfloat() = default;
  explicit Bfloat(float v) : bits(float_to_bfloat(v)) {}
  explicit operator float() const { return bfloat_to_float(bits); }
};

template <class T>
struct DTypeOf;
template <>
struct DTypeOf<float> {
  static constexpr DType value = DType::f32;
};
template <>
struct DTypeOf<Half> {
  static constexpr DType value = DType::f16;
};
template <>
struct DTypeOf<Bfloat> {
  static constexpr DType value = DType::bf16;
};
template <>
struct DTypeOf<int32_t> {
  static constexpr DType value = DType::i32;
};
template <>
struct DTypeOf<uint32_t> {
  static constexpr DType value = DType::u32;
};
template <>
struct DTypeOf<int8_t> {
  static constexpr DType value = DType::i8;
};
template <>
struct DTypeOf<uint8_t> {
  static constexpr DType value = DType::u8;
};

// Calls f with a value of the C++ type behind `t`: with_type(t, [](auto zero) { using T = decltype(zero); ... }).
template <class F>
decltype(auto) with_type(DType t, F&& f) {
  switch (t) {
    case DType::f16: return f(Half{});
    case DType::bf16: return f(Bfloat{});
    case DType::i32: return f(int32_t{});
    case DType::u32: return f(uint32_t{});
    case DType::i8: return f(int8_t{});
    case DType::u8: return f(uint8_t{});
    default: return f(float{});
  }
}

}  // namespace bitloom
