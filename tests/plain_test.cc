// Where an op's own reference shares code with its kernels, or is one formula with them, another is written here:
// plain, one element at a time, in no hurry. On fresh numbers and odd sizes, on every backend.
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>

#include "ops/rows/testing.h"

namespace bitloom {
namespace {

Shape random_shape(Random& random, int rank) {
  std::vector<int64_t> sizes;
  for (int i = 0; i < rank; ++i) sizes.push_back(1 + static_cast<int64_t>(random.below(6)));
  return Shape(sizes);
}

// A shape that broadcasts to `shape`: axes left out on the left, others of size 1.
Shape repeated(Random& random, const Shape& shape) {
  std::vector<int64_t> sizes(shape.sizes().begin() + static_cast<ptrdiff_t>(random.below(2)), shape.sizes().end());
  for (int64_t& size : sizes)
    if (random.below(3) == 0) size = 1;
  return Shape(sizes);
}

// Coordinates instead of steps: counted up like an odometer, each operand's place computed from them.
template <class F>
void each(const Shape& shape, F f) {
  std::vector<int64_t> at(static_cast<size_t>(shape.rank()), 0);
  for (int64_t i = 0; i < shape.elements(); ++i) {
    f(i, at);
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] < shape[static_cast<int>(d)]) break;
      at[d] = 0;
    }
  }
}
int64_t place(const Shape& own, const std::vector<int64_t>& at) {
  int64_t index = 0;
  const size_t skipped = at.size() - static_cast<size_t>(own.rank());
  for (int d = 0; d < own.rank(); ++d) {
    const int64_t size = own[d], c = at[skipped + static_cast<size_t>(d)];
    index = index * size + (size == 1 ? 0 : c);
  }
  return index;
}

// An element-wise op by a formula of its own; those of fewer inputs leave the last ones alone.
template <class T>
struct Plainly {
  const char* op;
  T (*formula)(T, T, T);
  Attrs attrs{};
};

// Inputs that broadcast, drawn by `draw(input, shape)`, and each result compared by `right(got, want, at)`.
template <class T, class Number, class Draw, class Right>
void check_plainly(Random& random, const Plainly<Number>& p, int rank, Draw draw, Right right) {
  const Op& op = *find_op(p.op);
  const Shape shape = random_shape(random, rank);
  std::vector<Tensor> in;
  for (int k = 0; k < op.max_inputs; ++k) in.push_back(draw(op, k, k == 0 ? shape : repeated(random, shape)));
  SCOPED_TRACE(format("{} {} seed {}", p.op, in[0].desc(), fresh_seed()));
  on_every_backend(p.op, in, p.attrs, [&](const Tensor& y) {
    ASSERT_EQ(y.shape(), shape);
    each(shape, [&](int64_t i, const std::vector<int64_t>& at) {
      Number x[3] = {};
      for (size_t k = 0; k < in.size(); ++k)
        x[k] = static_cast<Number>(in[k].data<T>()[static_cast<size_t>(place(in[k].shape(), at))]);
      right(y.data<T>()[static_cast<size_t>(i)], p.formula(x[0], x[1], x[2]));
    });
  });
}

// Results of 32 and 8 bits, wrapped as the bits do.
template <class T>
std::vector<Plainly<T>> integer_ops() {
  using U = std::make_unsigned_t<T>;
  return {
      {"add", [](T a, T b, T) { return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b))); }},
      {"subtract", [](T a, T b, T) { return static_cast<T>(static_cast<U>(static_cast<U>(a) - static_cast<U>(b))); }},
      {"multiply",
       [](T a, T b, T) { return static_cast<T>(static_cast<U>(uint64_t{static_cast<U>(a)} * static_cast<U>(b))); }},
      {"divide",
       [](T a, T b, T) -> T {
         if (b == 0) return 0;
         if (std::is_signed_v<T> && b == static_cast<T>(-1))
           return static_cast<T>(static_cast<U>(0 - static_cast<U>(a)));
         return static_cast<T>(a / b);
       }},
      {"max", [](T a, T b, T) { return a < b ? b : a; }},
      {"min", [](T a, T b, T) { return a < b ? a : b; }},
      {"neg", [](T a, T, T) { return static_cast<T>(static_cast<U>(0 - static_cast<U>(a))); }},
      {"abs", [](T a, T, T) { return a < 0 ? static_cast<T>(static_cast<U>(0 - static_cast<U>(a))) : a; }},
      {"relu", [](T a, T, T) { return a < 0 ? T{0} : a; }},
      {"clamp", [](T a, T, T) { return a < 3    ? T{3}
                                       : a > 40 ? T{40}
                                                : a; }, {{"min", 3}, {"max", 40}}},
      {"where", [](T a, T b, T c) { return a == 0 ? c : b; }}};
}

template <class T>
void check_integers(Random& random) {
  const auto draw = [&](const Op&, int, const Shape& shape) {
    Tensor x(DTypeOf<T>::value, shape);
    // Small ones, ends of the range, and any.
    for (T& v : x.template data<T>()) {
      const T ends[] = {0, 1, static_cast<T>(-1), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
      v = random.below(3) ? static_cast<T>(random.next()) : ends[random.below(5)];
    }
    return x;
  };
  for (const Plainly<T>& p : integer_ops<T>())
    check_plainly<T>(random, p, 3, draw, [](T got, T want) { EXPECT_EQ(got, want); });
}

TEST(Plain, IntegersElementByElement) {
  Random random(fresh_seed());
  for (int turn = 0; turn < 4; ++turn) {
    check_integers<int32_t>(random), check_integers<uint32_t>(random);
    check_integers<int8_t>(random), check_integers<uint8_t>(random);
  }
}

TEST(Plain, FloatsElementByElement) {
  using D = double;
  const std::vector<Plainly<D>> ops = {
      {"add", [](D a, D b, D) { return a + b; }},
      {"subtract", [](D a, D b, D) { return a - b; }},
      {"multiply", [](D a, D b, D) { return a * b; }},
      {"divide", [](D a, D b, D) { return a / b; }},
      {"pow", [](D a, D b, D) { return std::exp(b * std::log(a)); }},
      {"max", [](D a, D b, D) { return a > b ? a : b; }},
      {"min", [](D a, D b, D) { return a > b ? b : a; }},
      {"neg", [](D a, D, D) { return 0 - a; }},
      {"abs", [](D a, D, D) { return std::sqrt(a * a); }},
      {"exp", [](D a, D, D) { return std::pow(2.718281828459045, a); }},
      {"log", [](D a, D, D) { return std::log2(a) * 0.6931471805599453; }},
      {"sqrt", [](D a, D, D) { return std::pow(a, 0.5); }},
      {"rsqrt", [](D a, D, D) { return 1 / std::pow(a, 0.5); }},
      {"erf", [](D a, D, D) { return 1 - std::erfc(a); }},
      {"relu", [](D a, D, D) { return (a + std::abs(a)) / 2; }},
      {"sigmoid", [](D a, D, D) { return (1 + std::tanh(a / 2)) / 2; }},
      {"tanh", [](D a, D, D) { return 1 - 2 / (std::exp(2 * a) + 1); }},
      {"gelu", [](D a, D, D) { return a * std::erfc(-a * 0.7071067811865476) / 2; }},
      {"quick_gelu", [](D a, D, D) { return a / (1 + std::exp(-1.702 * a)); }},
      {"silu", [](D a, D, D) { return a * (1 + std::tanh(a / 2)) / 2; }},
      {"leaky_relu", [](D a, D, D) { return a < 0 ? 0.01 * a : a; }},
      {"elu", [](D a, D, D) { return a < 0 ? std::exp(a) - 1 : a; }},
      {"hardswish", [](D a, D, D) { return a * (std::abs(a + 3) - std::abs(a - 3) + 6) / 12; }},
      {"clamp",
       [](D a, D, D) { return (std::abs(a + 0.5) - std::abs(a - 0.75) + 0.25) / 2; },
       {{"min", -0.5}, {"max", 0.75}}},
      {"where", [](D a, D b, D c) { return a == 0 ? c : b; }}};
  Random random(fresh_seed());
  const auto draw = [&](const Op& op, int input, const Shape& shape) {
    const bool positive = std::ranges::any_of(op.domains, [](const Domain& d) { return d.low > 0; });
    const bool decides =
        static_cast<size_t>(input) < op.domains.size() && !op.domains[static_cast<size_t>(input)].computed;
    const Fill fill = decides ? Fill{.kind = Fill::integers, .low = 0, .high = 2}
                              : Fill{.kind = Fill::uniform, .low = positive ? 0.1 : -3, .high = 3};
    return make_input({DType::f32, shape}, fill, random);
  };
  for (const Plainly<D>& p : ops)
    check_plainly<float>(random, p, 4, draw, [](float got, D want) {
      EXPECT_NEAR(static_cast<D>(got), want, 2e-5 * std::max(1.0, std::abs(want)));
    });
}

// A pair of numbers is a complex number, and turning it is a product with one of length 1.
TEST(Plain, RopeTurnsPairs) {
  Random random(fresh_seed());
  for (int turn = 0; turn < 6; ++turn) {
    const auto half = 1 + static_cast<int64_t>(random.below(9)), heads = 1 + static_cast<int64_t>(random.below(3)),
               rest = static_cast<int64_t>(random.below(2)) * 2 * half,
               rows = 1 + static_cast<int64_t>(random.below(5)), outer = 1 + static_cast<int64_t>(random.below(3)),
               known = 4 + static_cast<int64_t>(random.below(9)), line = 2 * half * heads + rest;
    const Tensor x = make_input({DType::f32, {outer, rows, line}}, {}, random);
    Tensor positions(DType::i32, {rows}), cosines(DType::f32, {known, half}), sines(DType::f32, {known, half});
    for (int32_t& p : positions.data<int32_t>()) p = static_cast<int32_t>(random.below(static_cast<uint64_t>(known)));
    const auto angle = [&](int64_t position, int64_t j) {
      return static_cast<double>(position) * std::pow(10000.0, -static_cast<double>(j) / static_cast<double>(half));
    };
    for (int64_t p = 0; p < known; ++p)
      for (int64_t j = 0; j < half; ++j) {
        cosines.data<float>()[static_cast<size_t>(p * half + j)] = static_cast<float>(std::cos(angle(p, j)));
        sines.data<float>()[static_cast<size_t>(p * half + j)] = static_cast<float>(std::sin(angle(p, j)));
      }
    const Attrs attrs{{"until", rest ? line - rest : 0}};
    SCOPED_TRACE(format("{} half {} until {} seed {}", x.desc(), half, line - rest, fresh_seed()));
    on_every_backend("rope", {x, positions, cosines, sines}, attrs, [&](const Tensor& y) {
      const auto before = x.data<float>(), after = y.data<float>();
      for (int64_t i = 0; i < outer * rows; ++i) {
        const int64_t position = positions.data<int32_t>()[static_cast<size_t>(i % rows)];
        for (int64_t j = 0; j < rest; ++j) {
          const auto at = static_cast<size_t>(i * line + line - rest + j);
          EXPECT_EQ(after[at], before[at]);
        }
        for (int64_t h = 0; h < heads; ++h)
          for (int64_t j = 0; j < half; ++j) {
            const auto one = static_cast<size_t>(i * line + h * 2 * half + j), two = one + static_cast<size_t>(half);
            const std::complex<double> want =
                std::complex<double>(before[one], before[two]) * std::polar(1.0, angle(position, j));
            EXPECT_NEAR(after[one], want.real(), 1e-5) << "line " << i << ", head " << h << ", " << j;
            EXPECT_NEAR(after[two], want.imag(), 1e-5) << "line " << i << ", head " << h << ", " << j;
          }
      }
    });
  }
}

// By sorting all of a row.
TEST(Plain, TheLargestOfARow) {
  Random random(fresh_seed());
  for (int turn = 0; turn < 6; ++turn) {
    const auto rows = 1 + static_cast<int64_t>(random.below(5)), length = 2 + static_cast<int64_t>(random.below(90)),
               k = 1 + static_cast<int64_t>(random.below(static_cast<uint64_t>(std::min<int64_t>(length, 20))));
    Tensor x(DType::f32, {rows, length});
    for (float& v : x.data<float>()) v = static_cast<float>(random.below(30)) - 15;  // many are equal: the first counts
    const auto ordered = [&](int64_t row) {
      std::vector<std::pair<float, int64_t>> all;
      for (int64_t i = 0; i < length; ++i) all.emplace_back(-x.data<float>()[static_cast<size_t>(row * length + i)], i);
      std::ranges::sort(all);
      return all;
    };
    SCOPED_TRACE(format("{} k {} seed {}", x.desc(), k, fresh_seed()));
    on_every_backend("top_k", {x}, {{"k", k}}, [&](const Tensor& y) {
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t i = 0; i < k; ++i) {
          const auto [value, at] = ordered(row)[static_cast<size_t>(i)];
          EXPECT_EQ(y.data<float>()[static_cast<size_t>(row * 2 * k + i)], -value);
          EXPECT_EQ(y.data<float>()[static_cast<size_t>(row * 2 * k + k + i)], static_cast<float>(at));
        }
    });
    on_every_backend("argmax", {x}, {{"axis", 1}}, [&](const Tensor& y) {
      for (int64_t row = 0; row < rows; ++row)
        EXPECT_EQ(y.data<int32_t>()[static_cast<size_t>(row)], static_cast<int32_t>(ordered(row)[0].second));
    });
  }
}

// Halves and bfloats by their definition: the nearest of all there are, of two equally near ones the even.
TEST(Plain, CastsGoToTheNearest) {
  const auto value = [](DType type, uint32_t bits) {
    const int exponent_bits = type == DType::f16 ? 5 : 8, mantissa_bits = type == DType::f16 ? 10 : 7;
    const int exponent = static_cast<int>(bits >> mantissa_bits & ((1u << exponent_bits) - 1));
    const double mantissa = std::ldexp(bits & ((1u << mantissa_bits) - 1), -mantissa_bits);
    const int bias = (1 << (exponent_bits - 1)) - 1;
    return exponent ? std::ldexp(1 + mantissa, exponent - bias) : std::ldexp(mantissa, 1 - bias);
  };
  Random random(fresh_seed());
  for (const DType type : {DType::f16, DType::bf16}) {
    const uint32_t most = type == DType::f16 ? 0x7bff : 0x7f7f;  // the largest finite one
    Tensor x(DType::f32, {999});
    for (float& v : x.data<float>()) {
      const auto low = static_cast<uint32_t>(random.below(most));
      const double a = value(type, low), b = value(type, low + 1);
      const double part = random.below(4) ? random.uniform() : 0.5;  // between two of them, often in the middle
      v = static_cast<float>(a + (b - a) * part);
      if (type == DType::bf16 && std::abs(v) < 1e-37f) v = 1;  // devices may take smaller ones for 0
    }
    on_every_backend("cast", {x}, {{"to", std::string(name(type))}}, [&](const Tensor& y) {
      for (size_t i = 0; i < 999; ++i) {
        const double v = x.data<float>()[i];
        const uint32_t got = type == DType::f16 ? y.data<Half>()[i].bits : y.data<Bfloat>()[i].bits;
        ASSERT_LE(got, most + 1u);
        const double off = std::abs(value(type, got) - v);
        for (const uint32_t other : {got - 1, got + 1}) {
          if (other > most || got > most) continue;
          const double also = std::abs(value(type, other) - v);
          EXPECT_TRUE(off < also || (off == also && got % 2 == 0)) << name(type) << ' ' << v << " became " << got;
        }
      }
    });
  }
}

}  // namespace
}  // namespace bitloom
