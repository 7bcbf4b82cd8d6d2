#include "ops/check.h"

#include <cmath>
#include <numbers>

namespace bitloom {

uint64_t Random::next() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

double Random::normal() {
  const double u = 1 - uniform(), v = uniform();
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
}

namespace {

double special_value(Random& random, DType dtype) {
  // Nothing near the edge of a type's range, where one rounding more or less decides between a number and infinity.
  const double huge = dtype == DType::f16 ? 3e4 : 1e30, tiny = dtype == DType::f16 ? 1e-4 : 1e-30;
  switch (random.below(12)) {
    case 0: return NAN;
    case 1: return INFINITY;
    case 2: return -INFINITY;
    case 3: return huge;
    case 4: return -huge;
    case 5: return tiny;
    case 6: return -tiny;
    case 7: return 0.0;
    case 8: return -0.0;
    default: return random.normal();
  }
}

double draw(Random& random, const Fill& fill, DType dtype) {
  switch (fill.kind) {
    case Fill::uniform: return fill.low + (fill.high - fill.low) * random.uniform();
    case Fill::integers: return std::floor(fill.low + (fill.high - fill.low) * random.uniform());
    case Fill::special:
      if (is_float(dtype)) return special_value(random, dtype);
      break;
    case Fill::bits:
    case Fill::normal: break;
  }
  if (is_float(dtype)) return random.normal();
  const bool is_unsigned = dtype == DType::u32 || dtype == DType::u8;
  return is_unsigned ? static_cast<double>(random.below(100)) : static_cast<double>(random.below(200)) - 100;
}

}  // namespace

Tensor make_input(const Desc& desc, const Fill& fill, Random& random, bool odd_view) {
  if (fill.kind == Fill::bits) {
    const int64_t skip = odd_view ? 1 + 2 * static_cast<int64_t>(random.below(70)) : 0;
    const Tensor whole(desc.dtype, {skip + desc.shape.elements()});
    for (size_t i = 0; i < whole.bytes(); ++i) whole.raw()[i] = static_cast<std::byte>(random.next());
    return *whole.view(skip, desc.shape);
  }
  std::vector<float> values(static_cast<size_t>(desc.shape.elements()));
  for (float& v : values) v = static_cast<float>(draw(random, fill, desc.dtype));
  if (!odd_view) return Tensor::from_floats(desc.dtype, desc.shape, values);
  const int64_t skip = 1 + 2 * static_cast<int64_t>(random.below(70));
  values.insert(values.begin(), static_cast<size_t>(skip), 77.0f);
  const Tensor whole = Tensor::from_floats(desc.dtype, {static_cast<int64_t>(values.size())}, values);
  return *whole.view(skip, desc.shape);
}

std::vector<Tensor> make_inputs(const Case& c, Random& random, bool odd_views) {
  std::vector<Tensor> out;
  for (size_t i = 0; i < c.in.size(); ++i) {
    const Fill fill = c.fill.empty() ? Fill{} : c.fill[std::min(i, c.fill.size() - 1)];
    out.push_back(make_input(c.in[i], fill, random, odd_views));
  }
  return out;
}

bool has_special(const Case& c) {
  for (const Fill& f : c.fill)
    if (f.kind == Fill::special) return true;
  return false;
}

Comparison compare(const Tensor& got, const Tensor& want, double tolerance, bool special) {
  Comparison result;
  if (got.desc() != want.desc()) return {false, INFINITY, format("got {}, wanted {}", got.desc(), want.desc())};
  const std::vector<double> g = got.to_doubles(), w = want.to_doubles();
  double square = 0;
  size_t finite = 0;
  for (double v : w)
    if (std::isfinite(v)) square += v * v, ++finite;
  // Errors of sums are judged against the size of the tensor. Among special values that size says nothing, and a
  // handful of results may all have cancelled to nearly nothing: there 1 stands for it.
  double scale = finite ? std::sqrt(square / static_cast<double>(finite)) : 0;
  if (special) scale = 1;
  else if (w.size() < 32) scale = std::max(scale, 1.0);
  double relative = tolerance;
  if (tolerance > 0 && want.dtype() == DType::f16) relative += 1.0e-3;
  if (tolerance > 0 && want.dtype() == DType::bf16) relative += 8.0e-3;
  for (size_t i = 0; i < w.size(); ++i) {
    if (std::isnan(w[i]) && std::isnan(g[i])) continue;
    if (w[i] == g[i]) continue;
    double error = INFINITY;
    if (is_float(want.dtype()) && std::isfinite(w[i]) && std::isfinite(g[i]))
      error = std::abs(g[i] - w[i]) / (relative * std::abs(w[i]) + tolerance * scale + (tolerance > 0 ? 1e-37 : 0));
    if (error > result.worst) {
      result.worst = error;
      result.problem = format("element {} is {}, wanted {}", i, g[i], w[i]);
    }
  }
  result.right = result.worst <= 1;
  return result;
}

}  // namespace bitloom
