#include "quant/solve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/try.h"
#include "bitloom/text.h"
#include "cpu/threads.h"

namespace bitloom::quant {
namespace {

constexpr size_t lanes = 8;     // loops over these become vectors
constexpr size_t block = 4096;  // summed in f32 before it goes to f64

// What codes multiply: code - origin, times step (2 for the ±1 of one symmetric bit).
struct Grid {
  float origin = 0, step = 1;
  float top = 15;  // the largest code
};
Grid grid_of(const Scheme& s) {
  Grid g{.top = static_cast<float>(s.levels() - 1)};
  if (s.symmetric) g.origin = s.bits == 1 ? 0.5f : 0.5f * static_cast<float>(s.levels()), g.step = s.bits == 1 ? 2 : 1;
  return g;
}

struct Fit {
  float scale = 0, minimum = 0;
};

// Weights that share a scale, where they are, and what an error there counts: `h` for each column of a row; none: 1.
struct Stretch {
  std::span<const float> x, h;
  float low = 0, high = 0;
  double all_h = 0, all_hx = 0;

  Stretch(std::span<const float> weights, std::span<const float> importance) : x(weights), h(importance) {
    const auto [least, most] = std::ranges::minmax_element(x);
    low = *least, high = *most;
    all_h = static_cast<double>(x.size());
    if (h.empty())
      for (const float v : x) all_hx += static_cast<double>(v);
    else {
      all_h = 0;
      for (size_t i = 0; i < x.size(); ++i)
        all_h += static_cast<double>(weight(i)), all_hx += static_cast<double>(weight(i)) * static_cast<double>(x[i]);
    }
  }
  float weight(size_t i) const { return h.empty() ? 1 : h[i < h.size() ? i : i % h.size()]; }
};

// Everything a round needs, in one pass: the nearest codes t = (code - origin)·step under a fit, and their sums.
struct Sums {
  double ht = 0, htt = 0, htx = 0, error = 0;  // error: Σ h (x - fit)²
};
// 1 / (scale · step), or 0 where that is none.
float inverse_of(float scale, const Grid& g) {
  const float inverse = 1 / (scale * g.step);
  return std::isfinite(inverse) ? inverse : 0;
}
float nearest(float x, const Grid& g, float inverse, float minimum) {
  const float code = std::nearbyint((x - minimum) * inverse + g.origin);
  return std::min(std::max(0.0f, code), g.top);  // in this order NaN, from weights near the end of f32, is 0
}
template <bool weighted>
void add_sums(Sums& out, std::span<const float> x, const float* h, const Grid& g, Fit fit) {
  const float inverse = inverse_of(fit.scale, g);
  std::array<float, lanes> ht{}, htt{}, htx{}, error{};
  const auto one = [&](float v, float weight, size_t k) {
    const float t = (nearest(v, g, inverse, fit.minimum) - g.origin) * g.step, w = weighted ? weight * t : t;
    const float d = v - (fit.minimum + fit.scale * t);
    ht[k] += w, htt[k] += w * t, htx[k] += w * v, error[k] += weighted ? weight * d * d : d * d;
  };
  size_t i = 0;
  for (; i + lanes <= x.size(); i += lanes)
    for (size_t k = 0; k < lanes; ++k) one(x[i + k], weighted ? h[i + k] : 1, k);
  for (; i < x.size(); ++i) one(x[i], weighted ? h[i] : 1, i % lanes);
  // Pairs first: conversions to f64 are what is slow here.
  const auto total = [](const std::array<float, lanes>& s) {
    return (static_cast<double>(s[0] + s[4]) + static_cast<double>(s[1] + s[5])) +
           (static_cast<double>(s[2] + s[6]) + static_cast<double>(s[3] + s[7]));
  };
  out.ht += total(ht), out.htt += total(htt), out.htx += total(htx), out.error += total(error);
}
Sums sums_of(const Stretch& s, const Grid& g, Fit fit) {
  Sums out;
  const size_t row = s.h.empty() ? s.x.size() : s.h.size();
  for (size_t start = 0; start < s.x.size(); start += row)
    for (size_t from = 0; from < row; from += block) {
      const auto x = s.x.subspan(start + from, std::min(block, row - from));
      if (s.h.empty()) add_sums<false>(out, x, nullptr, g, fit);
      else add_sums<true>(out, x, s.h.data() + from, g, fit);
    }
  return out;
}

// The scale and minimum with the least squared error for given codes; the same fit if there is no single one.
Fit least_squares(const Sums& s, double all_h, double all_hx, bool symmetric, Fit otherwise) {
  if (symmetric) return s.htt > 0 ? Fit{static_cast<float>(s.htx / s.htt), 0} : otherwise;
  const double spread = all_h * s.htt - s.ht * s.ht;
  if (spread <= 1e-12 * all_h * s.htt) return otherwise;
  const double scale = (all_h * s.htx - s.ht * all_hx) / spread;
  return {static_cast<float>(scale), static_cast<float>((all_hx - scale * s.ht) / all_h)};
}

// Where rounding starts from: codes between the ends, drawn in by a factor each. With one bit the ends would be far
// from everything: there it is the mean of each half.
Fit between(const Stretch& s, const Grid& g, bool symmetric, float down, float up) {
  if (g.top == 1) {
    const double mean = symmetric || s.all_h == 0 ? 0 : s.all_hx / s.all_h;
    double h[2] = {}, hd[2] = {};  // below and above: how much, and how far from the mean
    for (size_t i = 0; i < s.x.size(); ++i) {
      const double d = static_cast<double>(s.x[i]) - mean, w = static_cast<double>(s.weight(i));
      h[d >= 0] += w, hd[d >= 0] += w * std::abs(d);
    }
    if (symmetric) return {static_cast<float>(h[0] + h[1] > 0 ? (hd[0] + hd[1]) / (h[0] + h[1]) : 0), 0};
    const double below = h[0] > 0 ? hd[0] / h[0] : 0, above = h[1] > 0 ? hd[1] / h[1] : 0;
    return {static_cast<float>(below + above), static_cast<float>(mean - below)};
  }
  if (symmetric) return {std::max(std::abs(s.low), std::abs(s.high)) * down / (g.origin - 1), 0};
  const float middle = 0.5f * (s.low + s.high);
  const float low = middle + (s.low - middle) * down, high = middle + (s.high - middle) * up;
  return {(high - low) / g.top, low};
}

struct Best {
  Fit fit;
  double error = std::numeric_limits<double>::infinity();
  void offer(Fit f, double e) {
    if (e < error) fit = f, error = e;
  }
};

double error_of(const Stretch& s, const Grid& g, Fit fit) { return sums_of(s, g, fit).error; }

Fit clip_search(const Stretch& s, const Grid& g, bool symmetric) {
  Best best;
  for (int i = 0; i <= 24; ++i) {
    const float r = 1 - 0.025f * static_cast<float>(i);
    const Fit f = between(s, g, symmetric, r, r);
    best.offer(f, error_of(s, g, f));
  }
  return best.fit;
}

// From several starts: codes for a fit, the best fit for the codes, until nothing is gained.
Fit alternate(const Stretch& s, const Grid& g, bool symmetric) {
  Best best;
  const auto from = [&](Fit fit) {
    double last = std::numeric_limits<double>::infinity();
    for (int turn = 0; turn < 12; ++turn) {
      const Sums sums = sums_of(s, g, fit);
      best.offer(fit, sums.error);
      if (!(sums.error < last * (1 - 1e-4))) break;
      last = sums.error;
      fit = least_squares(sums, s.all_h, s.all_hx, symmetric, fit);
    }
  };
  const int ends = g.top <= 3 ? 3 : 2;
  for (float r : {1.0f, 0.9f, 0.8f, 0.7f, 0.6f, 0.5f}) from(between(s, g, symmetric, r, r));
  if (symmetric) {
    // The lowest code has no partner above: a scale of the other sign puts it on the other side.
    for (float r : {1.0f, 0.9f, 0.8f, 0.7f}) {
      Fit f = between(s, g, symmetric, r, r);
      f.scale = -f.scale * (g.step == 2 ? 1 : (g.origin - 1) / g.origin);
      from(f);
    }
  } else {
    for (int i = 1; i <= ends; ++i) {
      const float r = 1 - 0.15f * static_cast<float>(i);
      from(between(s, g, symmetric, 1, r)), from(between(s, g, symmetric, r, 1));
    }
  }
  return best.fit;
}

// Half-quadratic splitting: an error e of its own takes up what |e|^p lets it, the fit follows what is left.
Fit half_quadratic(const Stretch& s, const Grid& g, bool symmetric) {
  constexpr float p = 0.7f;
  const size_t n = s.x.size();
  Best best;
  const Fit start = clip_search(s, g, symmetric);
  Fit fit = start;
  double mean = 0;
  for (size_t i = 0; i < n; ++i) mean += static_cast<double>(s.weight(i) * std::abs(s.x[i]));
  float beta =
      static_cast<float>(10 / std::max(1e-30, std::pow(mean / std::max(s.all_h, 1e-30), 2 - static_cast<double>(p))));
  for (int turn = 0; turn < 16; ++turn, beta *= 1.05f) {
    best.offer(fit, error_of(s, g, fit));
    const float inverse = inverse_of(fit.scale, g);
    Sums sums;
    double hx = 0;
    for (size_t i = 0; i < n; ++i) {
      const float t = (nearest(s.x[i], g, inverse, fit.minimum) - g.origin) * g.step;
      const float d = s.x[i] - (fit.minimum + fit.scale * t), size = std::abs(d);
      const float kept = size > 0 ? std::max(0.0f, size - std::pow(size, p - 1) * p / beta) : 0;
      const float target = s.x[i] - std::copysign(kept, d);
      const double w = static_cast<double>(s.weight(i)), tt = static_cast<double>(t), x = static_cast<double>(target);
      sums.ht += w * tt, sums.htt += w * tt * tt, sums.htx += w * tt * x, hx += w * x;
    }
    const Fit next = least_squares(sums, s.all_h, hx, symmetric, fit);
    if (next.scale == fit.scale && next.minimum == fit.minimum) break;
    fit = next;
  }
  return best.fit;
}

float rounded(float v, DType t) { return t == DType::f32 ? v : static_cast<float>(Half(v)); }

Fit solve(const Stretch& s, const Scheme& scheme, Solver solver) {
  const Grid g = grid_of(scheme);
  if (s.low == s.high) {  // one value, exactly
    if (!scheme.symmetric) return {0, s.low};
    return {std::abs(s.low) / (g.step == 2 ? 1 : g.origin - 1), 0};
  }
  switch (solver) {
    case Solver::rtn: return between(s, g, scheme.symmetric, 1, 1);
    case Solver::mse: return clip_search(s, g, scheme.symmetric);
    case Solver::lsq: return alternate(s, g, scheme.symmetric);
    default: return half_quadratic(s, g, scheme.symmetric);
  }
}

}  // namespace

std::string_view name(Solver solver) {
  constexpr std::string_view names[] = {"rtn", "mse", "lsq", "hqq"};
  return names[static_cast<size_t>(solver)];
}

Result<Solver> parse_solver(std::string_view text) {
  for (Solver s : {Solver::rtn, Solver::mse, Solver::lsq, Solver::hqq})
    if (name(s) == text) return s;
  return error(Code::not_found, "[quantize] not supported: solver '{}'; supported are rtn, mse, lsq and hqq", text);
}

Status check_finite(std::span<const float> weights, int64_t columns) {
  const auto bad = std::ranges::find_if(weights, [](float v) { return !std::isfinite(v); });
  if (bad == weights.end()) return {};
  const int64_t at = bad - weights.begin();
  return error(Code::invalid_argument, "[quantize] weight [{}, {}] is {}: only finite weights can be quantized",
               at / columns, at % columns, *bad);
}

Result<Quantized> quantize(std::span<const float> weights, int64_t rows, int64_t columns, const Scheme& scheme,
                           const SolveOptions& options) {
  Quantized q{
      .scheme = scheme, .layout = TRY(layout_of(scheme, rows, columns)), .words = {}, .scales = {}, .minimums = {}};
  const Layout& l = q.layout;
  if (static_cast<int64_t>(weights.size()) != rows * columns)
    return error(Code::invalid_argument, "[quantize] {} weights for a matrix [{}, {}]", weights.size(), rows, columns);
  if (!options.importance.empty() && static_cast<int64_t>(options.importance.size()) != columns)
    return error(Code::invalid_argument, "[quantize] {} importances for {} columns", options.importance.size(),
                 columns);
  for (float v : options.importance)
    if (!(v >= 0) || !std::isfinite(v))
      return error(Code::invalid_argument, "[quantize] an importance is {}; it must be finite and not negative", v);
  (void)TRY(check_finite(weights, columns));
  q.words.resize(static_cast<size_t>(rows * l.words));
  q.scales.resize(static_cast<size_t>(l.scales));
  q.minimums.resize(static_cast<size_t>(l.minimums));
  const auto stopped = [&] { return options.stop && options.stop->load(std::memory_order_relaxed); };
  const Grid grid = grid_of(scheme);
  const auto keep = [&](int64_t at, Fit fit) {
    q.scales[static_cast<size_t>(at)] = rounded(fit.scale, scheme.scales);
    if (!scheme.symmetric) q.minimums[static_cast<size_t>(at)] = rounded(fit.minimum, scheme.scales);
  };
  if (l.scales == 1) keep(0, solve(Stretch(weights, options.importance), scheme, options.solver));
  parallel_for(static_cast<size_t>(rows), std::max<size_t>(1, 16384 / static_cast<size_t>(columns)),
               [&](size_t begin, size_t end) {
                 if (stopped()) return;
                 std::vector<uint8_t> codes(static_cast<size_t>(l.padded));
                 for (size_t row = begin; row < end; ++row) {
                   const std::span<const float> w =
                       weights.subspan(row * static_cast<size_t>(columns), static_cast<size_t>(columns));
                   std::ranges::fill(codes, uint8_t{0});
                   for (int64_t from = 0; from < columns; from += l.stretch) {
                     const auto first = static_cast<size_t>(from),
                                count = static_cast<size_t>(std::min(l.stretch, columns - from));
                     const int64_t at = l.scale_at(static_cast<int64_t>(row), from);
                     if (l.scales > 1) {
                       const Stretch part(w.subspan(first, count), options.importance.empty()
                                                                       ? options.importance
                                                                       : options.importance.subspan(first, count));
                       keep(at, solve(part, scheme, options.solver));
                     }
                     // Codes for the scale as it is stored, not as it was found.
                     const float inverse = inverse_of(q.scales[static_cast<size_t>(at)], grid);
                     const float minimum = scheme.symmetric ? 0 : q.minimums[static_cast<size_t>(at)];
                     for (size_t i = first; i < first + count; ++i)
                       codes[i] = static_cast<uint8_t>(nearest(w[i], grid, inverse, minimum));
                   }
                   pack(scheme, codes,
                        std::span(q.words).subspan(row * static_cast<size_t>(l.words), static_cast<size_t>(l.words)));
                 }
                 if (options.progress) options.progress(static_cast<int64_t>(end - begin));
               });
  if (stopped()) return error(Code::internal, "[quantize] stopped");
  for (const std::vector<float>* values : {&q.scales, &q.minimums})
    if (!std::ranges::all_of(*values, [](float v) { return std::isfinite(v); }))
      return error(Code::invalid_argument, "[quantize] the weights need scales or minimums that {} does not hold{}",
                   scheme.scales, scheme.scales == DType::f16 ? ": keep them in f32" : "");
  return q;
}

namespace {

// A row as it is computed with; `codes` has room for the padding.
void dequantize_row(const Quantized& q, int64_t row, std::span<uint8_t> codes, std::span<float> out) {
  const Layout& l = q.layout;
  const Grid grid = grid_of(q.scheme);
  unpack(q.scheme, std::span(q.words).subspan(static_cast<size_t>(row * l.words), static_cast<size_t>(l.words)), codes);
  for (int64_t from = 0; from < l.columns; from += l.stretch) {
    const auto at = static_cast<size_t>(l.scale_at(row, from));
    const float scale = q.scales[at], minimum = q.scheme.symmetric ? 0 : q.minimums[at];
    const auto end = static_cast<size_t>(std::min(from + l.stretch, l.columns));
    for (auto i = static_cast<size_t>(from); i < end; ++i)
      out[i] = minimum + scale * ((static_cast<float>(codes[i]) - grid.origin) * grid.step);
  }
}

}  // namespace

std::vector<float> dequantize(const Quantized& q) {
  const Layout& l = q.layout;
  std::vector<float> out(static_cast<size_t>(l.rows * l.columns));
  std::vector<uint8_t> codes(static_cast<size_t>(l.padded));
  for (int64_t row = 0; row < l.rows; ++row)
    dequantize_row(q, row, codes,
                   std::span(out).subspan(static_cast<size_t>(row * l.columns), static_cast<size_t>(l.columns)));
  return out;
}

double Loss::relative() const { return size > 0 ? std::sqrt(error / size) : std::sqrt(error); }

Loss loss_of(std::span<const float> weights, const Quantized& q, std::span<const float> importance) {
  const auto rows = static_cast<size_t>(q.layout.rows), columns = static_cast<size_t>(q.layout.columns);
  std::vector<Loss> each(rows);  // summed in order afterwards, so that the number of threads does not matter
  parallel_for(rows, std::max<size_t>(1, 16384 / columns), [&](size_t begin, size_t end) {
    std::vector<float> back(columns);
    std::vector<uint8_t> codes(static_cast<size_t>(q.layout.padded));
    for (size_t row = begin; row < end; ++row) {
      dequantize_row(q, static_cast<int64_t>(row), codes, back);
      const float* w = weights.data() + row * columns;
      Loss sum;
      for (size_t i = 0; i < columns; ++i) {
        const double v = static_cast<double>(w[i]), d = v - static_cast<double>(back[i]);
        sum.error += d * d, sum.size += v * v;
        if (importance.empty()) continue;
        const double h = static_cast<double>(importance[i]);
        sum.weighted_error += h * d * d, sum.weighted_size += h * v * v;
      }
      each[row] = sum;
    }
  });
  Loss all;
  for (const Loss& l : each) {
    all.error += l.error, all.size += l.size;
    all.weighted_error += l.weighted_error, all.weighted_size += l.weighted_size;
  }
  if (importance.empty()) all.weighted_error = all.error, all.weighted_size = all.size;
  return all;
}

double relative_error(std::span<const float> w, std::span<const float> other) {
  double error = 0, size = 0;
  for (size_t i = 0; i < w.size(); ++i) {
    const double d = static_cast<double>(w[i]) - static_cast<double>(other[i]);
    error += d * d, size += static_cast<double>(w[i]) * static_cast<double>(w[i]);
  }
  return size > 0 ? std::sqrt(error / size) : std::sqrt(error);
}

}  // namespace bitloom::quant
