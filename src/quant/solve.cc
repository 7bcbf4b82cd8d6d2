#include "quant/solve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

// A stretch of weights with what an error there counts; padded with weights that count nothing.
struct Stretch {
  std::vector<float> x, h;
  float low = 0, high = 0;
  double all_h = 0, all_hx = 0;

  void load(std::span<const float> w, std::span<const float> importance) {
    const size_t n = (w.size() + lanes - 1) / lanes * lanes;
    x.assign(n, 0.0f), h.assign(n, 0.0f);
    std::ranges::copy(w, x.begin());
    for (size_t i = 0; i < w.size(); ++i) h[i] = importance.empty() ? 1.0f : importance[i % importance.size()];
    const auto [least, most] = std::ranges::minmax_element(w);
    low = *least, high = *most;
    all_h = all_hx = 0;
    for (size_t i = 0; i < w.size(); ++i) {
      all_h += static_cast<double>(h[i]);
      all_hx += static_cast<double>(h[i]) * static_cast<double>(x[i]);
    }
  }
};

// Everything a round needs, in one pass: the nearest codes t = (code - origin)·step under a fit, and their sums.
struct Sums {
  double ht = 0, htt = 0, htx = 0, error = 0;  // error: Σ h (x - fit)²
};
float nearest(float x, const Grid& g, float inverse, float minimum) {
  const float code = std::nearbyint((x - minimum) * inverse / g.step + g.origin);
  return std::min(std::max(code, 0.0f), g.top);
}
Sums sums_of(const float* x, const float* h, size_t n, const Grid& g, Fit fit) {
  Sums out;
  const float inverse = fit.scale == 0 ? 0 : 1 / fit.scale;
  for (size_t from = 0; from < n; from += block) {
    std::array<float, lanes> ht{}, htt{}, htx{}, error{};
    for (size_t i = from; i < std::min(n, from + block); i += lanes)
      for (size_t k = 0; k < lanes; ++k) {
        const float v = x[i + k], t = (nearest(v, g, inverse, fit.minimum) - g.origin) * g.step, w = h[i + k] * t;
        const float d = v - (fit.minimum + fit.scale * t);
        ht[k] += w, htt[k] += w * t, htx[k] += w * v, error[k] += h[i + k] * d * d;
      }
    for (size_t k = 0; k < lanes; ++k) {
      out.ht += static_cast<double>(ht[k]), out.htt += static_cast<double>(htt[k]);
      out.htx += static_cast<double>(htx[k]), out.error += static_cast<double>(error[k]);
    }
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
      const double d = static_cast<double>(s.x[i]) - mean;
      h[d >= 0] += static_cast<double>(s.h[i]), hd[d >= 0] += static_cast<double>(s.h[i]) * std::abs(d);
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

double error_of(const Stretch& s, const Grid& g, Fit fit) {
  return sums_of(s.x.data(), s.h.data(), s.x.size(), g, fit).error;
}

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
      const Sums sums = sums_of(s.x.data(), s.h.data(), s.x.size(), g, fit);
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
  for (size_t i = 0; i < n; ++i) mean += static_cast<double>(s.h[i] * std::abs(s.x[i]));
  float beta =
      static_cast<float>(10 / std::max(1e-30, std::pow(mean / std::max(s.all_h, 1e-30), 2 - static_cast<double>(p))));
  for (int turn = 0; turn < 16; ++turn, beta *= 1.05f) {
    best.offer(fit, error_of(s, g, fit));
    const float inverse = fit.scale == 0 ? 0 : 1 / fit.scale;
    Sums sums;
    double hx = 0;
    for (size_t i = 0; i < n; ++i) {
      const float t = (nearest(s.x[i], g, inverse, fit.minimum) - g.origin) * g.step;
      const float d = s.x[i] - (fit.minimum + fit.scale * t), size = std::abs(d);
      const float kept = size > 0 ? std::max(0.0f, size - std::pow(size, p - 1) * p / beta) : 0;
      const float target = s.x[i] - std::copysign(kept, d);
      const double w = static_cast<double>(s.h[i]), tt = static_cast<double>(t), x = static_cast<double>(target);
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
  return error(Code::not_found, "[quantize] there is no solver '{}'; there are rtn, mse, lsq and hqq", text);
}

Result<Quantised> quantise(std::span<const float> weights, int64_t rows, int64_t columns, const Scheme& scheme,
                           const Wish& wish) {
  Quantised q{
      .scheme = scheme, .layout = TRY(layout_of(scheme, rows, columns)), .words = {}, .scales = {}, .minimums = {}};
  const Layout& l = q.layout;
  if (static_cast<int64_t>(weights.size()) != rows * columns)
    return error(Code::invalid_argument, "[quantize] {} weights for a matrix [{}, {}]", weights.size(), rows, columns);
  if (!wish.importance.empty() && static_cast<int64_t>(wish.importance.size()) != columns)
    return error(Code::invalid_argument, "[quantize] {} importances for {} columns", wish.importance.size(), columns);
  for (float v : wish.importance)
    if (!(v >= 0) || !std::isfinite(v))
      return error(Code::invalid_argument, "[quantize] an importance of {}: they are 0 or larger", v);
  const auto bad = std::ranges::find_if(weights, [](float v) { return !std::isfinite(v); });
  if (bad != weights.end()) {
    const int64_t at = bad - weights.begin();
    return error(Code::invalid_argument, "[quantize] weight [{}, {}] is {}: only finite ones can be quantised",
                 at / columns, at % columns, *bad);
  }
  q.words.resize(static_cast<size_t>(rows * l.words));
  q.scales.resize(static_cast<size_t>(l.scales));
  q.minimums.resize(static_cast<size_t>(l.minimums));
  const Grid grid = grid_of(scheme);
  const auto keep = [&](int64_t at, Fit fit) {
    q.scales[static_cast<size_t>(at)] = rounded(fit.scale, scheme.scales);
    if (!scheme.symmetric) q.minimums[static_cast<size_t>(at)] = rounded(fit.minimum, scheme.scales);
  };
  if (l.scales == 1) {
    Stretch all;
    all.load(weights, wish.importance);
    keep(0, solve(all, scheme, wish.solver));
  }
  parallel_for(static_cast<size_t>(rows), std::max<size_t>(1, 16384 / static_cast<size_t>(columns)),
               [&](size_t begin, size_t end) {
                 Stretch part;
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
                       part.load(w.subspan(first, count),
                                 wish.importance.empty() ? wish.importance : wish.importance.subspan(first, count));
                       keep(at, solve(part, scheme, wish.solver));
                     }
                     // Codes for the scale as it is stored, not as it was found.
                     const float scale = q.scales[static_cast<size_t>(at)], inverse = scale == 0 ? 0 : 1 / scale;
                     const float minimum = scheme.symmetric ? 0 : q.minimums[static_cast<size_t>(at)];
                     for (size_t i = first; i < first + count; ++i)
                       codes[i] = static_cast<uint8_t>(nearest(w[i], grid, inverse, minimum));
                   }
                   pack(scheme, codes,
                        std::span(q.words).subspan(row * static_cast<size_t>(l.words), static_cast<size_t>(l.words)));
                 }
                 if (wish.progress) wish.progress(static_cast<int64_t>(end - begin));
               });
  return q;
}

std::vector<float> dequantise(const Quantised& q) {
  const Layout& l = q.layout;
  const Grid grid = grid_of(q.scheme);
  std::vector<float> out(static_cast<size_t>(l.rows * l.columns));
  std::vector<uint8_t> codes(static_cast<size_t>(l.padded));
  for (int64_t row = 0; row < l.rows; ++row) {
    unpack(q.scheme, std::span(q.words).subspan(static_cast<size_t>(row * l.words), static_cast<size_t>(l.words)),
           codes);
    for (int64_t i = 0; i < l.columns; ++i) {
      const auto at = static_cast<size_t>(l.scale_at(row, i));
      const float t = (static_cast<float>(codes[static_cast<size_t>(i)]) - grid.origin) * grid.step;
      out[static_cast<size_t>(row * l.columns + i)] = (q.scheme.symmetric ? 0 : q.minimums[at]) + q.scales[at] * t;
    }
  }
  return out;
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
