// clamp: x, but no less than min and no more than max; NaN stays NaN. For integers both are values of the type.
#include <algorithm>
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

// The least and greatest value of a type; narrower floats are computed in f32.
std::pair<double, double> range_of(DType dtype) {
  return with_type(dtype, []<class T>(T) -> std::pair<double, double> {
    using Limits = std::numeric_limits<std::conditional_t<std::is_integral_v<T>, T, float>>;
    return {Limits::lowest(), Limits::max()};
  });
}

struct Clamp {
  static constexpr std::string_view name = "clamp";
  static Attrs to_six() { return {{"min", 0}, {"max", 6}}; }
  static constexpr Activation activations[] = {{"relu6", to_six}};
  static Attrs settings(DType dtype) {
    return is_float(dtype) ? Attrs{{"min", -0.5}, {"max", 0.75}} : Attrs{{"min", 3}, {"max", 40}};
  }

  static double eval(const double* x, const Attrs& attrs) {
    if (std::isnan(x[0])) return x[0];
    return std::min(std::max(x[0], attrs.number("min")), attrs.number("max"));
  }
  static int64_t eval_int(const int64_t* x, const Attrs& attrs) {
    return std::min(std::max(x[0], attrs.integer("min")), attrs.integer("max"));
  }
  static Status check(const Attrs& attrs, DType dtype) {
    const auto [low, high] = range_of(dtype);
    for (const char* name : {"min", "max"}) {
      const AttrValue& bound = *attrs.find(name);
      if (!bound.is_number() || !(bound.number() >= low && bound.number() <= high) ||
          (!is_float(dtype) && bound.number() != std::trunc(bound.number())))
        return error(Code::invalid_argument,
                     "[clamp] {}={} is not a value of {}; for one bound alone there are max and min", name, bound,
                     dtype);
    }
    if (attrs.number("min") <= attrs.number("max")) return {};
    return error(Code::invalid_argument, "[clamp] min={} is over max={}", attrs.number("min"), attrs.number("max"));
  }
};

std::vector<Case> more_cases() {
  std::vector<Case> list{
      {.name = "relu6", .in = {{DType::f32, {6, 24}}}, .attrs = Clamp::to_six(), .fill = {{Fill::uniform, -9, 9}}},
      {.name = "one value", .in = {{DType::f32, {33}}}, .attrs = {{"min", 0.25}, {"max", 0.25}}},
      {.name = "wide",
       .in = {{DType::f32, {37, 11}}},
       .attrs = {{"min", -1e38}, {"max", 3e38}},
       .fill = {{Fill::special}}},
      {.name = "ends of i32",
       .in = {{DType::i32, {9}}},
       .attrs = {{"min", int64_t{-2147483647} - 1}, {"max", 2147483647}}},
      {.name = "ends of u32", .in = {{DType::u32, {9}}}, .attrs = {{"min", 0}, {"max", int64_t{4294967295}}}}};
  for (DType t : {DType::i8, DType::u8, DType::bf16})
    list.push_back({.name = std::string(name(t)), .in = {{t, {5, 27}}}, .attrs = Clamp::settings(t)});
  return list;
}

}  // namespace

const Op& op_clamp() {
  static const Op op =
      elementwise::make<Clamp, 1>("min(max(x, min), max); NaN stays NaN",
                                  {{"min", std::nullopt, "the least result, a value of x's type", AttrKind::number},
                                   {"max", std::nullopt, "the greatest, no less than min", AttrKind::number}},
                                  more_cases);
  return op;
}

}  // namespace bitloom
