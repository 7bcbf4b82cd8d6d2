#include "fuzz/graphs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "graph/plan.h"
#include "wgsl/expander.h"

namespace bitloom::fuzz {
namespace {

constexpr int64_t most_elements = 4096;  // of a value: software GPUs are slow
constexpr double most_products = 1 << 17;
constexpr double large = 16;  // values beyond are brought back

// --- Making one ------------------------------------------------------------------------------------------------------

struct Item {
  Value value;
  double low = 0, high = 0;  // it lies within
  double size() const { return std::max(std::abs(low), std::abs(high)); }
};

class Maker {
 public:
  Maker(GraphTrial& trial, size_t most_ops) : t_(trial), g_(trial.graph), random_(trial.seed) {
    wanted_ = 2 + below(most_ops - 1);
    most_ops_ = most_ops;
    dtype_ = chance(0.6) ? DType::f32 : chance(0.7) ? DType::f16 : DType::bf16;
    mixed_ = chance(0.2);
    for (int64_t& size : sizes_) size = any_size();
  }

  void make() {
    for (size_t n = 1 + below(3); n-- > 0;) keep(leaf(first_shape(), dtype_));
    for (int tries = 0; g_.nodes().size() < wanted_ && tries < 400; ++tries) step();
    std::vector<int> readers(g_.values());
    for (const Graph::Node& node : g_.nodes())
      for (Value v : node.in) ++readers[static_cast<size_t>(v.id)];
    for (const Graph::Node& node : g_.nodes())
      if (const Value v = node.out[0]; !readers[static_cast<size_t>(v.id)] || chance(0.06))
        g_.output(format("y{}", g_.outputs().size()), v);
    t_.odd_views = chance(0.25);
    t_.options.most_fused = chance(0.75) ? 0 : 2 + static_cast<int>(below(5));
    if (chance(0.3)) t_.options.profile.profile = one_of({"chrome", "firefox", "safari", "edge"});
    if (chance(0.1)) t_.options.profile.threads = one_of({32u, 64u, 128u});
    if (chance(0.1)) t_.options.profile.tile = one_of({8u, 16u});
  }

 private:
  uint64_t below(uint64_t n) { return random_.below(n); }
  bool chance(double p) { return random_.uniform() < p; }
  template <class T>
  T one_of(std::initializer_list<T> list) {
    return *(list.begin() + static_cast<ptrdiff_t>(below(list.size())));
  }
  const Desc& desc(const Item& x) const { return g_.desc(x.value); }
  const Shape& shape(const Item& x) const { return g_.desc(x.value).shape; }
  bool full() const { return g_.nodes().size() >= most_ops_; }

  // Around quads and tiles, the larger the rarer.
  int64_t any_size() {
    static constexpr int64_t sizes[] = {1,  2,  3,  4,  5,  6,  7,  8,  12, 15,  16,
                                        17, 20, 31, 32, 33, 48, 63, 64, 65, 100, 128};
    return sizes[std::min(below(std::size(sizes)), below(std::size(sizes)))];
  }
  int64_t some_size() { return chance(0.8) ? sizes_[below(std::size(sizes_))] : any_size(); }
  Shape first_shape() {
    for (;;) {
      std::vector<int64_t> sizes;
      for (uint64_t n = one_of<uint64_t>({1, 2, 2, 2, 3, 3, 4}); n-- > 0;) sizes.push_back(some_size());
      if (Shape s{std::span<const int64_t>(sizes)}; s.elements() <= most_elements) return s;
    }
  }

  Item leaf(const Shape& shape, DType dtype, double low = -1, double high = 1) {
    const Tensor t = make_input({dtype, shape}, {.kind = Fill::uniform, .low = low, .high = high}, random_);
    // A little over: the type may round up.
    const double over = 0.01 * std::max(std::abs(low), std::abs(high));
    if (chance(0.5)) return {g_.constant(t), low - over, high + over};
    t_.inputs.push_back(t);
    return {g_.input(format("x{}", g_.inputs().size()), t.desc()), low - over, high + over};
  }
  Item scalar(double value, DType dtype) {
    const float v[] = {static_cast<float>(value)};
    const Shape shape = chance(0.7) ? Shape{} : Shape{1};
    const double near = 0.01 * std::abs(value);
    return {g_.constant(Tensor::from_floats(dtype, shape, v)), value - near, value + near};
  }
  Item apply(std::string_view op, std::initializer_list<Item> in, const Attrs& attrs, double low, double high) {
    std::vector<Value> values;
    for (const Item& x : in) values.push_back(x.value);
    return {*g_.apply(op, values, attrs), low, high};
  }
  void keep(const Item& x) { items_.push_back(x); }
  // Back into range, where it left it.
  void keep_tame(Item x) {
    if (x.size() > large) {
      switch (below(3)) {
        case 0: x = apply("tanh", {x}, {}, -1, 1); break;
        case 1: x = apply("sigmoid", {x}, {}, 0, 1); break;
        default: {
          const double s = 4 / x.size();
          x = apply("multiply", {x, scalar(s, desc(x).dtype)}, {}, x.low * s * 1.02 - 0.1, x.high * s * 1.02 + 0.1);
        }
      }
    }
    keep(x);
  }

  // Mostly what was made last, so that chains grow; now and then anything, so that they branch.
  Item any() {
    const size_t n = items_.size();
    if (chance(0.55)) return items_[n - 1];
    if (chance(0.6)) return items_[n - 1 - below(std::min<size_t>(n, 5))];
    return items_[below(n)];
  }

  // A shape that broadcasts with x's: some axes are 1, some in front are missing; or there are more of them.
  Shape broadcast_shape(const Shape& x) {
    std::vector<int64_t> sizes(x.sizes().begin(), x.sizes().end());
    switch (below(8)) {
      case 0:
      case 1: break;  // the same
      case 2: sizes.clear(); break;
      case 3:
        if (sizes.size() > 1) sizes.erase(sizes.begin(), sizes.end() - 1);  // [N]
        break;
      case 4:
        if (!sizes.empty()) sizes.back() = 1;  // [M, 1]
        break;
      case 5:  // [C, 1, 1]
        if (sizes.size() > 2) sizes.erase(sizes.begin(), sizes.end() - 3);
        for (size_t i = 1; i < sizes.size(); ++i) sizes[i] = 1;
        break;
      case 6:
        for (int64_t& size : sizes)
          if (chance(0.5)) size = 1;
        if (!sizes.empty() && chance(0.3)) sizes.erase(sizes.begin());
        break;
      default:
        for (int64_t& size : sizes)
          if (size == 1 && chance(0.7)) size = some_size();
        if (sizes.size() < 4 && chance(0.5)) sizes.insert(sizes.begin(), some_size());
    }
    return Shape(sizes);
  }
  // Something to combine with x element by element.
  std::optional<Item> partner(const Item& x, double low = -1, double high = 1, bool made = true) {
    const auto fits = [&](const Shape& s) {
      const auto both = broadcast("", shape(x), s);
      return both.ok() && both->elements() <= most_elements;
    };
    if (made && chance(0.6))
      for (int tries = 0; tries < 6; ++tries) {
        const Item y = any();
        if (desc(y).dtype == desc(x).dtype && fits(shape(y)) && (tries > 2 || y.value.id != x.value.id)) return y;
      }
    const Shape s = broadcast_shape(shape(x));
    if (!fits(s)) return std::nullopt;
    if (s.elements() == 1 && chance(0.5)) return scalar(low + (high - low) * random_.uniform(), desc(x).dtype);
    return leaf(s, desc(x).dtype, low, high);
  }
  // x made into something above 0.1, for ops that need it.
  Item positive(const Item& x) {
    if (x.low >= 0.1) return x;
    switch (below(x.size() < 2 ? 4 : 3)) {
      case 0: return plus(apply("sigmoid", {x}, {}, 0, 1), 0.5);
      case 1: return plus(apply("abs", {x}, {}, 0, x.size()), 0.5);
      case 2: return apply("max", {x, scalar(0.25, desc(x).dtype)}, {}, 0.24, std::max(0.26, x.high));
      default: return apply("exp", {x}, {}, std::exp(x.low), std::exp(x.high));
    }
  }
  Item plus(const Item& x, double d) {
    return apply("add", {x, scalar(d, desc(x).dtype)}, {}, x.low + d * 0.99, x.high + d * 1.01);
  }

  void step() {
    const Item x = any();
    if (!is_float(desc(x).dtype)) return;
    const double dice = random_.uniform();
    if (dice < 0.28) unary(x);
    else if (dice < 0.54) binary(x);
    else if (dice < 0.58) choose(x);
    else if (dice < 0.67) product(x);
    else if (dice < 0.70) channels(x);
    else if (dice < 0.72) projections(x);
    else if (dice < 0.74) attention(x);
    else if (dice < 0.81) rows(x);
    else if (dice < 0.85) reduce(x);
    else if (dice < 0.97) move(x);
    else if (mixed_) {
      const DType to = one_of({DType::f32, DType::f16, DType::bf16});
      keep(apply("cast", {x}, {{"to", std::string(name(to))}}, x.low - 0.01 * x.size(), x.high + 0.01 * x.size()));
    }
  }

  void unary(const Item& x) {
    const double m = x.size(), bent_low = x.low < 0 ? -0.3 : 0, bent_high = std::max(x.high, 0.0);
    switch (below(17)) {
      case 0: return keep(apply("neg", {x}, {}, -x.high, -x.low));
      case 1: return keep(apply("abs", {x}, {}, 0, m));
      case 2:
        if (x.high > 2.5) return;
        return keep(apply("exp", {x}, {}, std::exp(x.low), std::exp(x.high)));
      case 3: {
        const Item p = positive(x);
        return keep(apply("log", {p}, {}, std::log(p.low * 0.98), std::log(p.high * 1.02)));
      }
      case 4: {
        const Item p = positive(x);
        return keep(apply("sqrt", {p}, {}, std::sqrt(p.low) * 0.99, std::sqrt(p.high) * 1.01));
      }
      case 5: {
        const Item p = positive(x);
        return keep(apply("rsqrt", {p}, {}, 0.99 / std::sqrt(p.high), 1.01 / std::sqrt(p.low)));
      }
      case 6: return keep(apply("erf", {x}, {}, -1, 1));
      case 7:
      case 8: return keep(apply("relu", {x}, {}, std::max(x.low, 0.0), bent_high));
      case 9: return keep(apply("sigmoid", {x}, {}, 0, 1));
      case 10: return keep(apply("tanh", {x}, {}, -1, 1));
      case 11:
      case 12: return keep(apply("gelu", {x}, {{"approximate", chance(0.3) ? "tanh" : "none"}}, bent_low, bent_high));
      case 13: return keep(apply("quick_gelu", {x}, {}, bent_low, bent_high));
      case 14: return keep(apply("silu", {x}, {}, bent_low, bent_high));
      case 15: {
        const double alpha = chance(0.5) ? 0.01 : random_.uniform();
        return keep(apply("leaky_relu", {x}, {{"alpha", alpha}}, std::min(x.low * alpha, x.low), bent_high));
      }
      default: return keep(apply("elu", {x}, {{"alpha", chance(0.5) ? 1.0 : 0.5}}, -1, bent_high));
    }
  }

  void binary(const Item& x) {
    const auto y = partner(x);
    if (!y) return;
    const auto swapped = [&](std::string_view op, const Item& a, const Item& b, double low, double high) {
      return chance(0.5) ? apply(op, {a, b}, {}, low, high) : apply(op, {b, a}, {}, low, high);
    };
    switch (below(9)) {
      case 0:
      case 1:
      case 2: return keep_tame(swapped("add", x, *y, x.low + y->low, x.high + y->high));
      case 3: return keep_tame(apply("subtract", {x, *y}, {}, x.low - y->high, x.high - y->low));
      case 4:
      case 5: {
        const auto [low, high] = std::minmax({x.low * y->low, x.low * y->high, x.high * y->low, x.high * y->high});
        return keep_tame(swapped("multiply", x, *y, low, high));
      }
      case 6: {
        const Item d = positive(*y);
        const double m = x.size() / d.low * 1.02;
        return keep_tame(apply("divide", {x, d}, {}, x.low >= 0 ? 0 : -m, m));
      }
      case 7:
        if (chance(0.5)) return keep(swapped("max", x, *y, std::max(x.low, y->low), std::max(x.high, y->high)));
        return keep(swapped("min", x, *y, std::min(x.low, y->low), std::min(x.high, y->high)));
      default: {
        const Item base = positive(x);
        const auto e = partner(base, -1.5, 1.5, false);
        if (!e || base.high > 8) return;
        const double most = std::pow(std::max(base.high, 1 / base.low), e->size()) * 1.05;
        return keep_tame(apply("pow", {base, *e}, {}, 0.95 / most, most));
      }
    }
  }

  void choose(const Item& x) {
    const auto y = partner(x);
    if (!y) return;
    const Shape both = *broadcast("", shape(x), shape(*y));
    const Shape s = broadcast_shape(both);
    const auto all = broadcast("", both, s);
    if (!all || all->elements() > most_elements) return;
    // Conditions are never computed: a value next to zero would decide by its rounding error.
    const DType dtype = one_of({DType::u8, DType::i32, DType::f32, desc(x).dtype});
    const Tensor t = make_input({dtype, s}, {.kind = Fill::integers, .low = 0, .high = 2}, random_);
    Value condition;
    if (chance(0.5)) condition = g_.constant(t);
    else condition = g_.input(format("x{}", g_.inputs().size()), t.desc()), t_.inputs.push_back(t);
    const Item c{condition, 0, 1};
    keep(apply("where", {c, x, *y}, {}, std::min(x.low, y->low), std::max(x.high, y->high)));
  }

  void product(Item x) {
    const Shape s = shape(x);
    if (s.rank() == 0 || s.elements() == 0) return;
    const bool left = chance(0.75), turned = s.rank() > 1 && chance(0.25), other_turned = chance(0.4);
    const auto from_back = [](const Shape& q, int back) { return q[q.rank() - back]; };
    const int64_t k = s.rank() == 1 ? s[0] : left != turned ? from_back(s, 1) : from_back(s, 2);
    const int64_t rest = s.rank() == 1 ? 1 : left != turned ? from_back(s, 2) : from_back(s, 1);
    Item w = x;
    if (!chance(0.15) || s.rank() < 2) {
      const int64_t n = chance(0.5) ? rest : some_size();
      std::vector<int64_t> sizes{k, n};
      if (left == other_turned) std::swap(sizes[0], sizes[1]);  // B is [K, N], A is [N, K]
      for (int axis = s.rank() - 3; axis >= 0 && chance(0.5); --axis)
        sizes.insert(sizes.begin(), chance(0.8) ? s[axis] : 1);
      if (sizes.size() == 2 && chance(0.08)) sizes = {k};
      const Shape ws(sizes);
      if (ws.elements() > most_elements) return;
      const double scale = 1 / std::sqrt(static_cast<double>(k));
      w = leaf(ws, chance(0.9) ? desc(x).dtype : one_of({DType::f32, DType::f16}), -scale, scale);
      if (chance(0.3))  // something computed of the same shape
        for (const Item& other : items_)
          if (shape(other) == ws && desc(other).dtype == desc(x).dtype) w = other;
    }
    const Attrs attrs = left ? Attrs{{"transpose_a", turned}, {"transpose_b", other_turned}}
                             : Attrs{{"transpose_a", other_turned}, {"transpose_b", turned}};
    const Item &a = left ? x : w, &b = left ? w : x;
    const Desc in[] = {desc(a), desc(b)};
    const auto call = resolve("matmul", in, attrs);  // x·x may not fit
    if (!call || call->out[0].shape.elements() > most_elements ||
        static_cast<double>(call->out[0].shape.elements()) * static_cast<double>(k) > most_products)
      return;
    const double bound = static_cast<double>(k) * x.size() * w.size();
    keep_tame(apply("matmul", {a, b}, attrs, -bound, bound));
  }

  // Several products of one left side with constant weights, some with a bias: what may become one.
  void projections(const Item& x) {
    const Shape s = shape(x);
    if (s.rank() == 0 || s.elements() == 0) return;
    const int64_t k = s[s.rank() - 1], rows = s.elements() / k;
    const double scale = 1 / std::sqrt(static_cast<double>(k)), bound = static_cast<double>(k) * scale * x.size();
    const bool turned = chance(0.3);
    for (uint64_t n = 2 + below(2); n-- > 0;) {
      const int64_t width = chance(0.8) ? 4 * one_of<int64_t>({1, 2, 4, 5, 8}) : some_size();
      if (rows * width > most_elements || static_cast<double>(rows * width * k) > most_products) return;
      const Fill fill{.kind = Fill::uniform, .low = -scale, .high = scale};
      const DType dtype = desc(x).dtype;
      const Value w = g_.constant(make_input({dtype, turned ? Shape{width, k} : Shape{k, width}}, fill, random_));
      Item y = apply("matmul", {x, {w, -scale, scale}}, {{"transpose_b", turned}}, -bound, bound);
      if (chance(0.6)) {
        const Item bias{g_.constant(make_input({dtype, {width}}, {.kind = Fill::uniform, .low = -1}, random_)), -1, 1};
        y = chance(0.8) ? apply("add", {y, bias}, {}, y.low - 1, y.high + 1)
                        : apply("add", {bias, y}, {}, y.low - 1, y.high + 1);
      }
      keep_tame(y);
    }
  }

  // As one op, or as the ops it stands for.
  void attention(const Item& x) {
    const Shape s = shape(x);
    const DType dtype = desc(x).dtype;
    if (s.rank() != 4 || s.elements() == 0) return;
    const int64_t keys = some_size(), size = s[3];
    const Shape kv{s[0], s[1], keys, size};
    if (kv.elements() > most_elements || s[0] * s[1] * s[2] * keys > most_elements ||
        static_cast<double>(s.elements() * keys) > most_products)
      return;
    const double scale = 1 / std::sqrt(static_cast<double>(size));
    const Item k = leaf(kv, dtype), v = leaf(kv, dtype);
    if (chance(0.5)) return keep(apply("attention", {x, k, v}, {{"scale", scale}}, -1.02, 1.02));
    const double bound = static_cast<double>(size) * 1.02 * x.size();
    Item scores = apply("matmul", {x, k}, {{"transpose_b", 1}}, -bound, bound);
    scores = apply("multiply", {scores, scalar(scale, dtype)}, {}, -bound * scale * 1.02, bound * scale * 1.02);
    if (chance(0.5)) {
      const Item mask = leaf(chance(0.5) ? Shape{s[2], keys} : Shape{s[0], 1, 1, keys}, dtype, -4, 0);
      scores = apply("add", {scores, mask}, {}, scores.low - 4.1, scores.high);
    }
    const Item weights = apply("softmax", {scores}, {}, 0, 1.02);
    if (chance(0.2)) keep(weights);
    keep(apply("matmul", {weights, v}, {}, -1.1, 1.1));
  }

  // Ops over [N, C, ...]: convolutions and norms of channels.
  void channels(const Item& x) {
    const Shape s = shape(x);
    if (s.rank() < 3 || s.rank() > 4 || s.elements() == 0) return;
    const DType dtype = desc(x).dtype;
    const int64_t c = s[1];
    const double within = static_cast<double>(s.product(1));
    switch (below(4)) {
      case 0:
      case 1: {
        const int64_t out = some_size(), k = one_of<int64_t>({1, 3});
        const bool flat = s.rank() == 3;
        const Shape w = flat ? Shape{out, c, k} : Shape{out, c, k, k};
        const double depth = static_cast<double>(w.product(1));
        const int64_t made = s[0] * out * s.product(2);
        if (w.elements() > most_elements || made > most_elements || static_cast<double>(made) * depth > most_products)
          return;
        const double scale = 1 / std::sqrt(depth), bound = depth * scale * x.size() + 1;
        const Attrs attrs{{"padding", {k / 2}}};
        const Item weight = leaf(w, dtype, -scale, scale);
        const char* op = flat ? "conv1d" : "conv2d";
        if (chance(0.5)) return keep_tame(apply(op, {x, weight}, attrs, -bound, bound));
        return keep_tame(apply(op, {x, weight, leaf({out}, dtype)}, attrs, -bound, bound));
      }
      case 2: {
        const Item mean = leaf({c}, dtype), variance = leaf({c}, dtype, 0.2, 2);
        const double m = (x.size() + 1.1) * 2.5 + 1.1;
        return keep_tame(apply("batch_norm", {x, mean, variance, leaf({c}, dtype), leaf({c}, dtype)}, {}, -m, m));
      }
      default: {
        const double m = 1.05 * std::sqrt(within) + 1.05;
        const Item gamma = leaf({c}, dtype);
        return keep_tame(apply("group_norm", {x, gamma, leaf({c}, dtype)}, {{"groups", chance(0.5) ? 1 : c}}, -m, m));
      }
    }
  }

  void rows(const Item& x) {
    const Shape s = shape(x);
    if (s.rank() == 0 || s.elements() == 0) return;
    const DType dtype = desc(x).dtype;
    const int64_t axis = chance(0.7) ? -1 : static_cast<int64_t>(below(static_cast<uint64_t>(s.rank())));
    switch (below(6)) {
      case 0:
      case 1: return keep(apply("softmax", {x}, {{"axis", axis}}, 0, 1.01));
      case 2: return keep_tame(apply("log_softmax", {x}, {{"axis", axis}}, x.low - x.high - 9, 0.01));
      case 3: {
        const int64_t n = s[s.rank() - 1];
        const Item gamma = leaf({n}, chance(0.8) ? dtype : DType::f32);
        const double m = 1.05 * std::sqrt(static_cast<double>(n));
        return keep_tame(apply("rms_norm", {x, gamma}, {}, -m, m));
      }
      default: {
        const int axes = s.rank() > 1 && chance(0.2) ? 2 : 1;
        const Shape row(s.sizes().last(static_cast<size_t>(axes)));
        const double m = 1.05 * std::sqrt(static_cast<double>(row.elements())) + 1.05;
        const Attrs attrs{{"axes", axes}};
        const DType side = chance(0.8) ? dtype : DType::f32;
        if (chance(0.2)) return keep_tame(apply("layer_norm", {x}, attrs, -m, m));
        const Item gamma = leaf(row, side);
        if (chance(0.2)) return keep_tame(apply("layer_norm", {x, gamma}, attrs, -m, m));
        return keep_tame(apply("layer_norm", {x, gamma, leaf(row, side)}, attrs, -m, m));
      }
    }
  }

  void reduce(const Item& x) {
    const Shape s = shape(x);
    if (s.elements() == 0) return;
    std::vector<int64_t> axes;
    for (int i = 0; i < s.rank(); ++i)
      if (chance(i == s.rank() - 1 ? 0.6 : 0.3)) axes.push_back(i);
    const Attrs attrs{{"axes", axes}, {"keep", chance(0.6)}};
    const double n = axes.empty() ? static_cast<double>(s.elements()) : [&] {
      double count = 1;
      for (int64_t a : axes) count *= static_cast<double>(s[static_cast<int>(a)]);
      return count;
    }();
    if (chance(0.25)) return keep_tame(apply("reduce_sum", {x}, attrs, x.low * n, x.high * n));
    keep(apply(one_of({"reduce_mean", "reduce_mean", "reduce_max", "reduce_min"}), {x}, attrs, x.low - 0.01 * x.size(),
               x.high + 0.01 * x.size()));
  }

  void move(const Item& x) {
    const Shape s = shape(x);
    const auto rank = static_cast<uint64_t>(s.rank());
    const auto like_x = [&](std::string_view op, const Attrs& attrs) { keep(apply(op, {x}, attrs, x.low, x.high)); };
    std::vector<int64_t> sizes(s.sizes().begin(), s.sizes().end());
    switch (below(rank ? 11 : 1)) {
      case 0:
      case 1:
      case 2: {  // axes merged, split, or ones put in and taken out
        for (uint64_t n = 1 + below(2); n-- > 0;) {
          const size_t i = below(sizes.size());
          if (chance(0.4) && sizes.size() > 1 && i + 1 < sizes.size()) {
            sizes[i] *= sizes[i + 1];
            sizes.erase(sizes.begin() + static_cast<ptrdiff_t>(i) + 1);
          } else if (!sizes.empty() && sizes.size() < 5) {
            const int64_t by = one_of<int64_t>({1, 2, 3, 4, 5, 8});
            if (sizes[i] % by) continue;
            sizes[i] /= by;
            sizes.insert(sizes.begin() + static_cast<ptrdiff_t>(i) + (chance(0.5) ? 1 : 0), by);
          }
        }
        return like_x("reshape", {{"shape", sizes}});
      }
      case 3:
      case 4:
      case 5: {
        std::vector<int64_t> perm;
        for (size_t i = 0; i < rank; ++i) perm.push_back(static_cast<int64_t>(i));
        if (rank > 1 && chance(0.5)) std::swap(perm[rank - 1], perm[rank - 2]);
        else
          for (size_t i = rank; i-- > 1;) std::swap(perm[i], perm[below(i + 1)]);
        return like_x("transpose", {{"perm", perm}});
      }
      case 6:
      case 7: {
        const size_t axis = chance(0.5) ? rank - 1 : below(rank);
        const auto size = static_cast<uint64_t>(sizes[axis]);
        if (size < 2) return;
        const auto start = static_cast<int64_t>(below(size)),
                   end = start + 1 + static_cast<int64_t>(below(size - static_cast<uint64_t>(start)));
        const int64_t step = chance(0.85) ? 1 : 2;
        return like_x(
            "slice", {{"starts", {start}}, {"ends", {end}}, {"steps", {step}}, {"axes", {static_cast<int64_t>(axis)}}});
      }
      case 8: {
        std::vector<int64_t> before(rank), after(rank);
        before[below(rank)] = static_cast<int64_t>(below(5)), after[below(rank)] = static_cast<int64_t>(below(5));
        for (size_t i = 0; i < rank; ++i) sizes[i] += before[i] + after[i];
        if (Shape(sizes).elements() > most_elements) return;
        const Attrs attrs{{"before", before}, {"after", after}, {"value", 0.5}};
        return keep(apply("pad", {x}, attrs, std::min(x.low, 0.5), std::max(x.high, 0.5)));
      }
      case 9: {
        const size_t axis = below(rank);
        const auto count = 1 + static_cast<int64_t>(below(6));
        if (s.elements() == 0 || s.elements() / sizes[axis] * count > most_elements) return;
        const Fill fill{.kind = Fill::integers, .low = 0, .high = static_cast<double>(sizes[axis])};
        const Value indices = g_.constant(make_input({DType::i32, {count}}, fill, random_));
        return keep({*g_.apply("gather", {x.value, indices}, {{"axis", axis}}), x.low, x.high});
      }
      default: {
        const size_t axis = chance(0.6) ? rank - 1 : below(rank);
        Item other = x;
        if (chance(0.7)) {
          std::vector<int64_t> own = sizes;
          own[axis] = 1 + static_cast<int64_t>(below(9));
          other = leaf(Shape(own), desc(x).dtype);
        }
        if (s.elements() + shape(other).elements() > most_elements) return;
        const Attrs attrs{{"axis", axis}};
        const double low = std::min(x.low, other.low), high = std::max(x.high, other.high);
        return keep(chance(0.5) ? apply("concat", {x, other}, attrs, low, high)
                                : apply("concat", {other, x}, attrs, low, high));
      }
    }
  }

  GraphTrial& t_;
  Graph& g_;
  Random random_;
  std::vector<Item> items_;
  size_t wanted_, most_ops_;
  DType dtype_;
  bool mixed_;
  int64_t sizes_[4];
};

// --- What is right ---------------------------------------------------------------------------------------------------

double rounding(DType dtype) {
  return dtype == DType::f16 ? 0x1p-11 : dtype == DType::bf16 ? 0x1p-8 : dtype == DType::f32 ? 0x1p-24 : 0;
}

double rms(const std::vector<double>& values) {
  double square = 0, count = 0;
  for (double v : values)
    if (std::isfinite(v)) square += v * v, ++count;
  return count ? std::sqrt(square / count) : 0;
}

Tensor nudged(const Tensor& t, double tolerance, Random& random) {
  std::vector<float> values = t.to_floats();
  const double size = rms(t.to_doubles()), relative = tolerance + rounding(t.dtype());
  for (float& v : values) {
    const double most = relative * std::abs(static_cast<double>(v)) + tolerance * size;
    // Fused code does not round to the narrow types on the way: there a nudge reaches the next number, or none would.
    if (t.dtype() == DType::f32) v += static_cast<float>((2 * random.uniform() - 1) * most);
    else v += static_cast<float>((random.below(2) ? 2 : -2) * most);
  }
  return Tensor::from_floats(t.dtype(), t.shape(), values);
}

// Every value of the graph by the references, results nudged by `noise` if given.
std::vector<Tensor> evaluate(const GraphTrial& t, Random* noise) {
  std::vector<Tensor> values(t.graph.values());
  for (size_t i = 0; i < t.inputs.size(); ++i) values[static_cast<size_t>(t.graph.inputs()[i].value.id)] = t.inputs[i];
  for (const auto& [v, tensor] : t.graph.constants()) values[static_cast<size_t>(v.id)] = tensor;
  for (const Graph::Node& node : t.graph.nodes()) {
    std::vector<Tensor> in, out;
    for (Value v : node.in) in.push_back(values[static_cast<size_t>(v.id)]);
    for (Value v : node.out) out.emplace_back(t.graph.desc(v).dtype, t.graph.desc(v).shape);
    // Of a row of equal numbers the norm is nothing but the rounding error of their mean, enlarged.
    if (noise && node.op->anchor == Anchor::rows && in[0].dtype() == DType::f32) in[0] = nudged(in[0], 0x1p-22, *noise);
    node.op->reference({in, node.attrs, out, {}, {}});
    const bool inexact = node.op->tolerance > 0 && is_float(out[0].dtype());
    if (noise && inexact) out[0] = nudged(out[0], node.op->tolerance, *noise);
    for (size_t i = 0; i < out.size(); ++i) values[static_cast<size_t>(node.out[i].id)] = out[i];
  }
  return values;
}

// --- Shrinking -------------------------------------------------------------------------------------------------------

struct Edit {
  std::vector<Value> outputs{};  // these instead
  std::set<int> cut{};           // values that become inputs
  std::map<int, int> instead{};  // read the second where the first was read
};

GraphTrial edited(const GraphTrial& t, const Edit& edit, const std::vector<Tensor>& values) {
  const Graph& old = t.graph;
  const auto source = [&](Value v) {
    for (auto found = edit.instead.find(v.id); found != edit.instead.end(); found = edit.instead.find(v.id))
      v.id = found->second;
    return v;
  };
  std::set<int> needed;
  for (Value v : edit.outputs) needed.insert(source(v).id);
  for (size_t n = old.nodes().size(); n-- > 0;)
    if (const int made = old.nodes()[n].out[0].id; needed.contains(made) && !edit.cut.contains(made))
      for (Value v : old.nodes()[n].in) needed.insert(source(v).id);
  GraphTrial out{.seed = t.seed, .odd_views = t.odd_views, .options = t.options};
  std::map<int, Value> now;
  const auto input = [&](int id) {
    now[id] = out.graph.input(format("x{}", out.inputs.size()), values[static_cast<size_t>(id)].desc());
    out.inputs.push_back(values[static_cast<size_t>(id)]);
  };
  for (const Graph::Named& i : old.inputs())
    if (needed.contains(i.value.id)) input(i.value.id);
  for (const auto& [v, tensor] : old.constants())
    if (needed.contains(v.id)) now[v.id] = out.graph.constant(tensor);
  for (const Graph::Node& node : old.nodes()) {
    const int made = node.out[0].id;
    if (!needed.contains(made)) continue;
    if (edit.cut.contains(made)) {
      input(made);
      continue;
    }
    std::vector<Value> in;
    for (Value v : node.in) in.push_back(now.at(source(v).id));
    now[made] = *out.graph.apply(node.op->name, in, node.attrs);
  }
  for (Value v : edit.outputs) out.graph.output(format("y{}", out.graph.outputs().size()), now.at(source(v).id));
  return out;
}

}  // namespace

GraphTrial random_graph(uint64_t seed, size_t most_ops) {
  GraphTrial trial{.seed = seed};
  Maker(trial, most_ops).make();
  return trial;
}

Truth truth_of(const GraphTrial& trial) {
  Truth truth{.values = evaluate(trial, nullptr)};
  std::vector<std::vector<double>> moves;
  for (const Graph::Named& o : trial.graph.outputs()) {
    truth.outputs.push_back(truth.values[static_cast<size_t>(o.value.id)]);
    moves.emplace_back(static_cast<size_t>(truth.outputs.back().elements()), 0.0);
  }
  Random noise(trial.seed ^ 0x5eedu);
  for (int draw = 0; draw < 6; ++draw) {
    const std::vector<Tensor> other = evaluate(trial, &noise);
    for (size_t k = 0; k < moves.size(); ++k) {
      const std::vector<double> was = truth.outputs[k].to_doubles();
      const std::vector<double> is = other[static_cast<size_t>(trial.graph.outputs()[k].value.id)].to_doubles();
      for (size_t i = 0; i < was.size(); ++i) {
        const double moved = std::abs(is[i] - was[i]);
        moves[k][i] = std::isfinite(moved) ? std::max(moves[k][i], moved) : INFINITY;
      }
    }
  }
  for (size_t k = 0; k < moves.size(); ++k) {
    const std::vector<double> values = truth.outputs[k].to_doubles();
    const double usual = rms(moves[k]), size = rms(values), own = rounding(truth.outputs[k].dtype());
    for (size_t i = 0; i < values.size(); ++i) {
      double& allowed = moves[k][i];
      // What an element happened not to move, its neighbours did.
      allowed = 4 * std::max(allowed, usual) + (2 * own + 2e-6) * std::abs(values[i]) + 2e-6 * size + 1e-7;
      if (!std::isfinite(values[i]) || usual > 0.1 * size) allowed = INFINITY;
    }
  }
  truth.allowed = std::move(moves);
  return truth;
}

std::string wrong(const GraphTrial& trial, const Truth& truth, const std::vector<Tensor>& got) {
  if (got.size() != truth.outputs.size()) return format("{} outputs, wanted {}", got.size(), truth.outputs.size());
  for (size_t k = 0; k < got.size(); ++k) {
    const std::string& name = trial.graph.outputs()[k].name;
    if (got[k].desc() != truth.outputs[k].desc())
      return format("output {} is {}, wanted {}", name, got[k].desc(), truth.outputs[k].desc());
    const std::vector<double> is = got[k].to_doubles(), should = truth.outputs[k].to_doubles();
    size_t off = 0, worst = 0;
    double most = 1;
    for (size_t i = 0; i < is.size(); ++i) {
      const double allowed = truth.allowed[k][i];
      if (allowed == INFINITY || std::abs(is[i] - should[i]) <= allowed) continue;
      ++off;
      const double times = std::isfinite(is[i]) ? std::abs(is[i] - should[i]) / allowed : INFINITY;
      if (times > most) most = times, worst = i;
    }
    if (off)
      return format("output {} {}: {} of {} elements are wrong; element {} is {}, wanted {} ± {}", name, got[k].desc(),
                    off, is.size(), worst, is[worst], should[worst], truth.allowed[k][worst]);
  }
  return "";
}

std::vector<Tensor> by_reference(const GraphTrial& trial) {
  const std::vector<Tensor> values = evaluate(trial, nullptr);
  std::vector<Tensor> out;
  for (const Graph::Named& o : trial.graph.outputs()) out.push_back(values[static_cast<size_t>(o.value.id)]);
  return out;
}

namespace {

Result<std::vector<Tensor>> on_gpu(WebGPUBackend& gpu, const GraphTrial& trial, bool fuse) {
  std::vector<Tensor> there, back;
  for (size_t i = 0; i < trial.inputs.size(); ++i) {
    const Tensor& x = trial.inputs[i];
    const int64_t start = trial.odd_views && (trial.seed + i) % 3 ? 1 + 2 * static_cast<int64_t>(i) : 0;
    const Tensor whole(x.dtype(), {start + x.elements()});
    std::memcpy(whole.raw() + static_cast<size_t>(start) * byte_size(x.dtype()), x.raw(), x.bytes());
    there.push_back(TRY(TRY(run_sync(gpu.upload(whole))).view(start, x.shape())));
  }
  RunOptions options = trial.options;
  options.fuse = fuse;
  for (const Tensor& y : TRY(run_sync(gpu.run(trial.graph, std::move(there), options))))
    back.push_back(TRY(run_sync(gpu.download(y))));
  return back;
}

std::string problem_of(const GraphTrial& trial, const Truth& truth, const Runner& runner) {
  const Result<std::vector<Tensor>> got = runner.run(trial);
  return got ? wrong(trial, truth, *got) : format("{}: {}", code_name(got.error().code), got.error().message);
}

}  // namespace

namespace {

// Everything is there before it is read, and as long; a kernel never reads what it writes; every output is written.
Status check(const Plan& plan) {
  const auto slot = [&](int i) -> const Slot& { return plan.slots[static_cast<size_t>(i)]; };
  const auto root = [&](int i) { return slot(i).root >= 0 ? slot(i).root : i; };
  std::vector<bool> ready;
  for (const Slot& s : plan.slots) ready.push_back(s.source != Slot::made);
  const auto there = [&](int i) { return ready[static_cast<size_t>(i)] && ready[static_cast<size_t>(root(i))]; };
  const auto bad = [&](const Step& step, std::string_view what, int i) {
    return error(Code::internal, "{}: {} (slot {} {})\n{}", step.label, what, i, slot(i).desc, plan.text());
  };
  for (size_t n = 0; n < plan.steps.size(); ++n) {
    const Step& step = plan.steps[n];
    const auto alive = [&](int i) {
      return slot(root(i)).source != Slot::made || slot(root(i)).last_use >= static_cast<int>(n);
    };
    if (step.view && !there(step.in[0])) return bad(step, "a view of what is not there", step.in[0]);
    for (const Dispatch& d : step.dispatches) {
      for (int i : d.reads) {
        if (!there(i)) return bad(step, "reads what is not there", i);
        if (!alive(i)) return bad(step, "reads what was freed", i);
        for (int w : d.writes)
          if (root(w) == root(i)) return bad(step, "reads what it writes", i);
      }
      for (int i : d.writes) {
        if (slot(i).source != Slot::made || slot(i).root >= 0) return bad(step, "writes what is not its own", i);
        if (!alive(i)) return bad(step, "writes what was freed", i);
        ready[static_cast<size_t>(i)] = true;
      }
      (void)TRY(wgsl::expand(wgsl::Sources::embedded(), d.key));
    }
    for (int i : step.out)
      if (step.view || slot(i).desc.shape.elements() == 0) ready[static_cast<size_t>(i)] = true;
      else if (!there(i)) return bad(step, "does not write its result", i);
  }
  for (int i : plan.outputs)
    if (!there(i)) return error(Code::internal, "an output is never written: slot {}\n{}", i, plan.text());
  return {};
}

Result<std::vector<Tensor>> only_plan(const GraphTrial& trial, const DeviceInfo& device) {
  Target target{.device = &device,
                .profile = TRY(wgsl::choose_profile(device, trial.options.profile)),
                .most_fused = trial.options.most_fused};
  for (size_t i = 0; i < trial.inputs.size(); ++i) target.misaligned.push_back(trial.odd_views && i % 2);
  const Result<Plan> plan = compile(trial.graph, target);
  if (plan) {
    (void)TRY(check(*plan));
  } else {  // unless it has an op that this device cannot run by itself either
    target.fuse = false;
    if (compile(trial.graph, target)) return plan.error();
  }
  return by_reference(trial);
}

}  // namespace

Runner planner(const DeviceInfo& device) {
  return {"plan", [device](const GraphTrial& t) { return only_plan(t, device); }};
}

std::vector<Runner> runners(WebGPUBackend* gpu, uint64_t unfused_every) {
  std::vector<Runner> list{{"cpu", [](const GraphTrial& t) {
                              CpuBackend cpu;
                              return run_sync(cpu.run(t.graph, t.inputs));
                            }}};
  if (!gpu) return list;
  list.push_back({"unfused", [gpu](const GraphTrial& t) { return on_gpu(*gpu, t, false); }, unfused_every});
  list.push_back({"fused", [gpu](const GraphTrial& t) { return on_gpu(*gpu, t, true); }});
  return list;
}

std::optional<GraphFailure> GraphFuzzer::try_seed(uint64_t seed, size_t most_ops) {
  const GraphTrial trial = random_graph(seed, most_ops);
  const Truth truth = truth_of(trial);
  ++counts_.graphs, counts_.nodes += trial.graph.nodes().size();
  for (const std::vector<double>& allowed : truth.allowed) {
    ++counts_.outputs;
    counts_.blurred += !allowed.empty() && allowed[0] == INFINITY;
  }
  for (const Runner& runner : runners_) {
    const std::string problem = seed % runner.every ? "" : problem_of(trial, truth, runner);
    if (problem.empty()) continue;
    GraphFailure failure{seed, runner.name, problem, "", shrink(trial, runner)};
    const GraphTrial& small = failure.smallest;
    failure.shrunk = small.graph.text();
    const RunOptions& o = small.options;
    if (o.most_fused) failure.shrunk += format("at most {} ops in a kernel\n", o.most_fused);
    if (!(o.profile == wgsl::ProfileOverrides{}))
      failure.shrunk += format("profile '{}', {} threads, tile {}\n", o.profile.profile, o.profile.threads.value_or(0),
                               o.profile.tile.value_or(0));
    if (small.odd_views) failure.shrunk += "inputs are odd views\n";
    for (const Runner& other : runners_) {
      const std::string here = problem_of(small, truth_of(small), other);
      failure.shrunk += format("{}: {}\n", other.name, here.empty() ? "right" : here);
    }
    return failure;
  }
  return std::nullopt;
}

// Keeps what still fails in the same way: an early result alone, then the last nodes alone over what came before them,
// then fewer of them.
GraphTrial GraphFuzzer::shrink(GraphTrial trial, const Runner& runner) {
  int tries = 400;
  const auto keep = [&](const GraphTrial& smaller) {
    const bool fails =
        --tries >= 0 && !smaller.graph.nodes().empty() && !problem_of(smaller, truth_of(smaller), runner).empty();
    if (fails) trial = smaller;
    return fails;
  };
  const auto same_outputs = [&] {
    Edit edit;
    for (const Graph::Named& o : trial.graph.outputs()) edit.outputs.push_back(o.value);
    return edit;
  };
  const auto one_output = [&] {
    const std::vector<Tensor> values = evaluate(trial, nullptr);
    const std::vector<Graph::Node> nodes = trial.graph.nodes();
    const bool one = trial.graph.outputs().size() == 1;
    for (size_t i = 0; i + one < nodes.size(); ++i)
      if (keep(edited(trial, {.outputs = {nodes[i].out[0]}}, values))) return true;
    return false;
  };
  const auto last_nodes = [&] {
    const std::vector<Tensor> values = evaluate(trial, nullptr);
    const std::vector<Graph::Node> nodes = trial.graph.nodes();
    for (size_t from = nodes.size(); from-- > 1;) {
      Edit edit = same_outputs();
      for (size_t i = 0; i < from; ++i) edit.cut.insert(nodes[i].out[0].id);
      const GraphTrial smaller = edited(trial, edit, values);
      if (smaller.graph.nodes().size() < nodes.size() && keep(smaller)) return true;
    }
    return false;
  };
  const auto one_node_less = [&] {  // skipped, or its result given
    const std::vector<Tensor> values = evaluate(trial, nullptr);
    const std::vector<Graph::Node> nodes = trial.graph.nodes();
    for (const Graph::Node& node : nodes) {
      for (Value v : node.in) {
        Edit edit = same_outputs();
        edit.instead[node.out[0].id] = v.id;
        if (trial.graph.desc(v) == trial.graph.desc(node.out[0]) && keep(edited(trial, edit, values))) return true;
      }
      Edit edit = same_outputs();
      edit.cut.insert(node.out[0].id);
      if (keep(edited(trial, edit, values))) return true;
    }
    return false;
  };
  GraphTrial plain = trial;
  if (trial.odd_views) plain.odd_views = false, keep(plain);
  if (plain = trial; trial.options.most_fused) plain.options.most_fused = 0, keep(plain);
  if (plain = trial; !(trial.options.profile == wgsl::ProfileOverrides{})) plain.options.profile = {}, keep(plain);
  while (tries > 0 && (one_output() || last_nodes() || one_node_less())) {
  }
  return trial;
}

}  // namespace bitloom::fuzz
