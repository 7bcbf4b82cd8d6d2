// Makes random graphs (graphs.h): leaves, then op after op over what is there, each drawn as the op itself says.
#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "fuzz/graphs.h"
#include "graph/plan.h"
#include "runtime/variants.h"

namespace bitloom::fuzz {
namespace {

constexpr int64_t most_elements = 4096;  // of a value: software GPUs are slow
constexpr double most_products = 1 << 17;
constexpr double large = 16;  // values beyond are brought back

struct Item {
  Value value;
  double low = 0, high = 0;  // of its elements
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

  // A tensor of the graph: a constant, or an input.
  Item given(const Tensor& t, bool constant) {
    if (constant) return item(g_.constant(t), t);
    t_.inputs.push_back(t);
    return item(g_.input(format("x{}", g_.inputs().size()), t.desc()), t);
  }
  Item leaf(const Shape& shape, DType dtype, double low = -1, double high = 1) {
    return given(make_input({dtype, shape}, {.kind = Fill::uniform, .low = low, .high = high}, random_), chance(0.5));
  }
  Item scalar(double value, DType dtype) {
    const float v[] = {static_cast<float>(value)};
    return given(Tensor::from_floats(dtype, chance(0.7) ? Shape{} : Shape{1}, v), true);
  }
  // Every value is computed as the graph is made, by the references: so it is known what lies within which bounds.
  Item item(Value v, const Tensor& t) {
    Item x{v, INFINITY, -INFINITY};
    if (is_float(t.dtype()))
      for (const double e : t.to_doubles()) {
        if (!std::isfinite(e)) x.low = -INFINITY, x.high = INFINITY;
        else x.low = std::min(x.low, e), x.high = std::max(x.high, e);
      }
    if (t.elements() == 0 || !is_float(t.dtype())) x.low = x.high = 0;
    values_.resize(g_.values());
    values_[static_cast<size_t>(v.id)] = t;
    return x;
  }
  Item apply(std::string_view op, std::span<const Item> in, const Attrs& attrs = {}) {
    std::vector<Value> values;
    std::vector<Tensor> from, made;
    for (const Item& x : in) values.push_back(x.value), from.push_back(values_[static_cast<size_t>(x.value.id)]);
    const Value first = *g_.apply(op, values, attrs);
    const Graph::Node& node = g_.nodes().back();
    for (Value v : node.out) made.emplace_back(g_.desc(v).dtype, g_.desc(v).shape);
    op_of(node).reference({from, node.attrs, made, {}, {}});
    for (size_t i = made.size(); i-- > 1;) (void)item(node.out[i], made[i]);
    return item(first, made[0]);
  }
  Item apply(std::string_view op, std::initializer_list<Item> in, const Attrs& attrs = {}) {
    return apply(op, std::span<const Item>(in.begin(), in.size()), attrs);
  }
  void keep(const Item& x) { items_.push_back(x); }
  // Back into range, where it left it.
  void keep_tame(Item x) {
    if (x.size() > large) {
      switch (below(std::isfinite(x.size()) ? 3 : 2)) {
        case 0: x = apply("tanh", {x}); break;
        case 1: x = apply("sigmoid", {x}); break;
        default: x = apply("multiply", {x, scalar(4 / x.size(), desc(x).dtype)});
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
  // Something to combine with a tensor of that shape and type, element by element.
  std::optional<Item> partner(const Shape& shape_of_x, DType dtype, const Domain& domain) {
    const auto fits = [&](const Shape& s) {
      const auto both = broadcast("", shape_of_x, s);
      return both.ok() && both->elements() <= most_elements;
    };
    if (!domain.computed) {  // a condition of any type
      const Shape s = broadcast_shape(shape_of_x);
      const Fill fill{.kind = Fill::integers, .low = 0, .high = 2};
      if (!fits(s)) return std::nullopt;
      return given(make_input({one_of({DType::u8, DType::i32, DType::f32, dtype}), s}, fill, random_), chance(0.5));
    }
    if (chance(0.6))
      for (int tries = 0; tries < 6; ++tries)
        if (const Item y = any(); desc(y).dtype == dtype && fits(shape(y))) return within(y, domain);
    const Shape s = broadcast_shape(shape_of_x);
    if (!fits(s)) return std::nullopt;
    const double low = std::max(domain.low, std::min(-1.0, domain.high - 1));
    const double high = std::min(domain.high, std::max(1.0, domain.low + 1));
    if (s.elements() == 1 && chance(0.5)) return scalar(low + (high - low) * random_.uniform(), dtype);
    return leaf(s, dtype, low, high);
  }
  // x brought into the domain of an input, where that is easily done.
  std::optional<Item> within(Item x, const Domain& domain) {
    if (x.low < domain.low && domain.low > 0) x = positive(x);
    if ((x.low < domain.low || x.high > domain.high) && domain.low <= -1 && domain.high >= 1) x = apply("tanh", {x});
    if (x.low < domain.low || x.high > domain.high) return std::nullopt;
    return x;
  }
  Item positive(const Item& x) {
    const auto plus = [&](const Item& y, double d) { return apply("add", {y, scalar(d, desc(y).dtype)}); };
    switch (below(x.size() < 2 ? 4 : 3)) {
      case 0: return plus(apply("sigmoid", {x}), 0.5);
      case 1: return plus(apply("abs", {x}), 0.5);
      case 2: return apply("max", {x, scalar(0.25, desc(x).dtype)});
      default: return apply("exp", {x});
    }
  }

  void step() {
    const Item x = any();
    if (!is_float(desc(x).dtype)) return;
    const double dice = random_.uniform();
    if (dice < 0.28) elementwise(x, 1);
    else if (dice < 0.54) elementwise(x, 2);
    else if (dice < 0.58) elementwise(x, 3);
    else if (dice < 0.67) product(x);
    else if (dice < 0.69) projections(x);
    else if (dice < 0.71) attention(x);
    else if (dice < 0.85) by_its_cases(x);
    else if (dice < 0.97) move(x);
    else if (mixed_) keep(apply("cast", {x}, {{"to", one_of({"f32", "f16", "bf16"})}}));
  }

  // Any element-wise op of so many inputs, as its traits tell: x is one of them.
  void elementwise(const Item& x, int inputs) {
    std::vector<const Op*> ops;
    for (const Op* op : all_ops())
      if (op->expression && op->min_inputs <= inputs && inputs <= op->max_inputs) ops.push_back(op);
    if (ops.empty()) return;
    const Op& op = *ops[below(ops.size())];
    const auto domain = [&](size_t i) {
      return op.domains.empty() ? Domain{} : op.domains[std::min(i, op.domains.size() - 1)];
    };
    std::vector<size_t> places;
    for (size_t i = 0; i < static_cast<size_t>(inputs); ++i)
      if (domain(i).computed) places.push_back(i);
    const size_t own = places[below(places.size())];
    const auto fitting = within(x, domain(own));
    if (!fitting) return;
    std::vector<Item> in(static_cast<size_t>(inputs), *fitting);
    Shape all = shape(*fitting);
    for (size_t i = 0; i < in.size(); ++i) {
      if (i == own) continue;
      const auto other = partner(all, desc(*fitting).dtype, domain(i));
      if (!other) return;
      in[i] = *other;
      all = *broadcast("", all, shape(*other));
    }
    const std::vector<Case> cases = tests_of(op);
    keep_tame(apply(op.name, in, cases[below(cases.size())].attrs));
  }
  static std::vector<Case> tests_of(const Op& op) {
    std::vector<Case> cases = op.cases();
    std::erase_if(cases, [](const Case& c) { return c.benchmark || has_special(c); });
    return cases;
  }

  // Any other op, as one of its cases uses it. The sizes of the case's first input become those of x wherever they
  // stand, in the shapes of the other inputs and in the settings; what then does not fit begins anew, with the case's
  // own.
  void by_its_cases(const Item& x) {
    std::vector<const Op*> ops;
    for (const Op* op : all_ops()) {
      const bool moves = op->anchor == Anchor::move || op->anchor == Anchor::view;
      if (op->anchor == Anchor::elementwise) continue;
      // move() has most of the movers already. What changes its input in place must leave it to others that read it.
      ops.insert(ops.end(), op->in_place ? 9 : moves ? 1 : 3, op);
    }
    const Op& op = *ops[below(ops.size())];
    const std::vector<Case> cases = tests_of(op);
    std::optional<Item> made;
    for (int tries = 0; tries < 8 && !made; ++tries) made = as_in(op, cases[below(cases.size())], x);
    for (int tries = 0; tries < 2 && !made; ++tries) made = as_in(op, cases[below(cases.size())], std::nullopt);
    if (made) keep_tame(*made);
  }
  std::optional<Item> as_in(const Op& op, const Case& c, const std::optional<Item>& x) {
    const Desc first = x ? desc(*x) : c.in[0];
    if (first.shape.rank() != c.in[0].shape.rank() || is_float(first.dtype) != is_float(c.in[0].dtype))
      return std::nullopt;
    std::map<int64_t, int64_t> sizes;
    for (int d = 0; d < first.shape.rank(); ++d)
      if (sizes.emplace(c.in[0].shape[d], first.shape[d]).first->second != first.shape[d]) return std::nullopt;
    const auto now = [&](int64_t size) { return sizes.contains(size) ? sizes[size] : size; };
    std::vector<Desc> descs;
    for (Desc d : c.in) {
      if (d.dtype == c.in[0].dtype) d.dtype = first.dtype;
      for (int axis = 0; axis < d.shape.rank(); ++axis) d.shape[axis] = now(d.shape[axis]);
      if (d.shape.elements() > most_elements) return std::nullopt;
      descs.push_back(d);
    }
    Attrs attrs;
    for (const auto& [key, value] : c.attrs) {
      if (!value.is_list()) {
        attrs.set(key, value);
        continue;
      }
      std::vector<int64_t> list = value.list();
      for (int64_t& size : list) size = now(size);
      attrs.set(key, list);
    }
    const auto call = resolve(op.name, descs, attrs);
    // Results that are no floats end here, and may be chosen by a rounding error (argmax).
    if (!call || !is_float(call->out[0].dtype) || call->out[0].shape.elements() > most_elements) return std::nullopt;
    if (op.flops && op.flops({descs, call->attrs, call->out}) > most_products) return std::nullopt;
    if (!runs_on_gpus(op, descs, attrs)) return std::nullopt;
    std::vector<Item> in;
    for (size_t i = 0; i < descs.size(); ++i) {
      if (i == 0 && x) {
        in.push_back(*x);
        continue;
      }
      Fill fill = c.fill.empty() ? Fill{} : c.fill[std::min(i, c.fill.size() - 1)];
      // Indices into an axis go as far as it does now.
      if (fill.kind == Fill::integers) fill.high = static_cast<double>(now(static_cast<int64_t>(fill.high)));
      in.push_back(given(make_input(descs[i], fill, random_), chance(0.5)));
    }
    return apply(op.name, in, attrs);
  }

  // Few ops refuse shapes there that they take elsewhere.
  static bool runs_on_gpus(const Op& op, const std::vector<Desc>& descs, const Attrs& attrs) {
    static const DeviceInfo device = smallest_device();
    static const wgsl::Profile profile = *wgsl::choose_profile(device);
    Graph alone;
    std::vector<Value> in;
    for (const Desc& d : descs) in.push_back(alone.input("", d));
    alone.output("", *alone.apply(op.name, in, attrs));
    return compile(alone, {.device = &device, .profile = profile, .fuse = false}).ok();
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
    keep_tame(apply("matmul", {a, b}, attrs));
  }

  // Several products of one left side with constant weights, some with a bias: what may become one.
  void projections(const Item& x) {
    const Shape s = shape(x);
    if (s.rank() == 0 || s.elements() == 0) return;
    const int64_t k = s[s.rank() - 1], rows = s.elements() / k;
    const double scale = 1 / std::sqrt(static_cast<double>(k));
    const bool turned = chance(0.3);
    for (uint64_t n = 2 + below(2); n-- > 0;) {
      const int64_t width = chance(0.8) ? 4 * one_of<int64_t>({1, 2, 4, 5, 8}) : some_size();
      if (rows * width > most_elements || static_cast<double>(rows * width * k) > most_products) return;
      const Fill fill{.kind = Fill::uniform, .low = -scale, .high = scale};
      const DType dtype = desc(x).dtype;
      const Item w = given(make_input({dtype, turned ? Shape{width, k} : Shape{k, width}}, fill, random_), true);
      Item y = apply("matmul", {x, w}, {{"transpose_b", turned}});
      if (chance(0.6)) {
        const Item bias = given(make_input({dtype, {width}}, {.kind = Fill::uniform, .low = -1}, random_), true);
        // Now and then a factor for each column instead, which joins in the same way.
        const char* op = chance(0.85) ? "add" : "multiply";
        y = chance(0.8) ? apply(op, {y, bias}) : apply(op, {bias, y});
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
    if (chance(0.5)) return keep(apply("attention", {x, k, v}, {{"scale", scale}}));
    Item scores = apply("multiply", {apply("matmul", {x, k}, {{"transpose_b", 1}}), scalar(scale, dtype)});
    if (chance(0.5)) {
      const Item mask = leaf(chance(0.5) ? Shape{s[2], keys} : Shape{s[0], 1, 1, keys}, dtype, -4, 0);
      scores = apply("add", {scores, mask});
    }
    const Item weights = apply("softmax", {scores});
    if (chance(0.2)) keep(weights);
    keep(apply("matmul", {weights, v}));
  }

  void move(const Item& x) {
    const Shape s = shape(x);
    const auto rank = static_cast<uint64_t>(s.rank());
    const auto like_x = [&](std::string_view op, const Attrs& attrs) { keep(apply(op, {x}, attrs)); };
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
        return like_x("pad", {{"before", before}, {"after", after}, {"value", 0.5}});
      }
      case 9: {
        const size_t axis = below(rank);
        const auto count = 1 + static_cast<int64_t>(below(6));
        if (s.elements() == 0 || s.elements() / sizes[axis] * count > most_elements) return;
        const Fill fill{.kind = Fill::integers, .low = 0, .high = static_cast<double>(sizes[axis])};
        const Item indices = given(make_input({DType::i32, {count}}, fill, random_), true);
        return keep(apply("gather", {x, indices}, {{"axis", axis}}));
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
        return keep(chance(0.5) ? apply("concat", {x, other}, attrs) : apply("concat", {other, x}, attrs));
      }
    }
  }

  GraphTrial& t_;
  Graph& g_;
  Random random_;
  std::vector<Item> items_;
  std::vector<Tensor> values_;  // by id
  size_t wanted_, most_ops_;
  DType dtype_;
  bool mixed_;
  int64_t sizes_[4];
};

}  // namespace

GraphTrial random_graph(uint64_t seed, size_t most_ops) {
  GraphTrial trial{.seed = seed};
  Maker(trial, most_ops).make();
  return trial;
}

}  // namespace bitloom::fuzz
