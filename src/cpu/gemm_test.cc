#include "cpu/gemm.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "cpu/threads.h"
#include "tests/targets.h"

namespace bitloom {
namespace {

// What a half or bfloat means, straight from the definition: independent of the conversions under test.
double decode(uint16_t bits, int exponent_bits) {
  const int mantissa_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1), mantissa = bits & ((1 << mantissa_bits) - 1);
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1)
    return mantissa ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
}

// A matrix with its own memory, laid out row by row or column by column, with gaps, or with both strides above 1. The
// memory ends with its last element, so that the address sanitizer sees any read past it.
struct Matrix {
  size_t rows, cols;
  DType type;
  ptrdiff_t row_stride, col_stride;
  std::vector<uint8_t> bytes;

  Matrix(size_t rows, size_t cols, DType type, int layout) : rows(rows), cols(cols), type(type) {
    const auto r = static_cast<ptrdiff_t>(rows), c = static_cast<ptrdiff_t>(cols);
    switch (layout % 5) {
      case 0: row_stride = c, col_stride = 1; break;
      case 1: row_stride = 1, col_stride = r; break;
      case 2: row_stride = c + 3, col_stride = 1; break;
      case 3: row_stride = 1, col_stride = r + 5; break;
      default: row_stride = 2 * c + 1, col_stride = 2;
    }
    if (rows && cols) bytes.resize((index(rows - 1, cols - 1) + 1) * byte_size(type));
  }

  size_t index(size_t i, size_t j) const {
    return i * static_cast<size_t>(row_stride) + j * static_cast<size_t>(col_stride);
  }
  void set_bits(size_t i, size_t j, uint16_t bits) { std::memcpy(&bytes[index(i, j) * 2], &bits, 2); }
  void set(size_t i, size_t j, float value) {
    if (type == DType::f16) set_bits(i, j, float_to_half(value));
    else if (type == DType::bf16) set_bits(i, j, float_to_bfloat(value));
    else std::memcpy(&bytes[index(i, j) * 4], &value, 4);
  }
  double get(size_t i, size_t j) const {
    if (type == DType::f32) {
      float value;
      std::memcpy(&value, &bytes[index(i, j) * 4], 4);
      return value;
    }
    uint16_t bits;
    std::memcpy(&bits, &bytes[index(i, j) * 2], 2);
    return decode(bits, type == DType::f16 ? 5 : 8);
  }
  void fill(std::mt19937& random) {
    std::uniform_real_distribution<float> value(-1, 1);
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < cols; ++j) set(i, j, value(random));
  }
  std::vector<double> values() const {
    std::vector<double> out;
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < cols; ++j) out.push_back(get(i, j));
    return out;
  }
  MatrixRef ref() const { return {bytes.data(), row_stride, col_stride, type}; }
};

constexpr float untouched = 12345.0f;

std::vector<float> product(const Matrix& a, const Matrix& b, size_t gap = 0) {
  const size_t ldc = b.cols + gap;
  std::vector<float> c(a.rows * ldc, untouched);
  gemm_f32(a.rows, b.cols, a.cols, a.ref(), b.ref(), c.data(), static_cast<ptrdiff_t>(ldc));
  return c;
}

// The plain triple loop in double. A sum of k products may be off by about k roundings of what was summed.
void check(const Matrix& a, const Matrix& b, size_t gap = 0) {
  SCOPED_TRACE(testing::Message() << a.rows << "x" << b.cols << "x" << a.cols << " A " << name(a.type) << " strides "
                                  << a.row_stride << "," << a.col_stride << " B " << name(b.type) << " strides "
                                  << b.row_stride << "," << b.col_stride << " threads " << threads());
  const std::vector<float> c = product(a, b, gap);
  const std::vector<double> left = a.values(), right = b.values();
  for (size_t i = 0; i < a.rows; ++i) {
    std::vector<double> sums(b.cols), sizes(b.cols);
    for (size_t p = 0; p < a.cols; ++p)
      for (size_t j = 0; j < b.cols; ++j) {
        const double x = left[i * a.cols + p] * right[p * b.cols + j];
        sums[j] += x;
        sizes[j] += std::abs(x);
      }
    for (size_t j = 0; j < b.cols; ++j) {
      const double sum = sums[j], size = sizes[j];
      const double found = c[i * (b.cols + gap) + j];
      if (std::isfinite(sum)) {
        ASSERT_NEAR(found, sum, size * 1e-7 * (2 + std::sqrt(double(a.cols)))) << i << "," << j;
      } else {
        ASSERT_TRUE(found == sum || (std::isnan(found) && std::isnan(sum)))
            << i << "," << j << ": " << found << " for " << sum;
      }
    }
    for (size_t j = b.cols; j < b.cols + gap; ++j)
      ASSERT_EQ(c[i * (b.cols + gap) + j], untouched) << "gap of row " << i;
  }
}

class Gemm : public EachTarget {
 protected:
  void SetUp() override {
    EachTarget::SetUp();
    seed_ = std::random_device{}();
    random_.seed(seed_);
  }
  void TearDown() override {
    if (HasFailure()) std::printf("seed %u\n", seed_);
    EachTarget::TearDown();
    set_threads(0);
  }
  size_t pick(size_t from, size_t to) { return from + random_() % (to - from + 1); }
  DType pick_type() { return std::array{DType::f32, DType::f16, DType::bf16}[random_() % 3]; }
  Matrix make(size_t rows, size_t cols, DType type, int layout) {
    Matrix m(rows, cols, type, layout);
    m.fill(random_);
    return m;
  }
  int pick_layout() { return static_cast<int>(random_() % 5); }

  uint32_t seed_ = 0;
  std::mt19937 random_;
};

INSTANTIATE_TEST_SUITE_P(Targets, Gemm, targets_here(), target_name);

TEST_P(Gemm, RandomSizes) {
  for (int round = 0; round < 250; ++round) {
    const size_t m = pick(1, 70), n = pick(1, 70), k = pick(1, 70);
    set_threads(static_cast<int>(pick(1, 3)));
    check(make(m, k, pick_type(), pick_layout()), make(k, n, pick_type(), pick_layout()), pick(0, 2));
    if (HasFatalFailure()) return;
  }
}

TEST_P(Gemm, ThinSizes) {
  for (size_t thin = 1; thin <= 10; ++thin)
    for (int layout = 0; layout < 5; ++layout) {
      const size_t wide = pick(1, 700), k = pick(1, 300);
      check(make(thin, k, pick_type(), pick_layout()), make(k, wide, pick_type(), layout), 1);
      check(make(wide, k, pick_type(), layout), make(k, thin, pick_type(), pick_layout()), 1);
      check(make(pick(1, 300), thin, pick_type(), layout), make(thin, pick(1, 300), pick_type(), pick_layout()));
      if (HasFatalFailure()) return;
    }
}

TEST_P(Gemm, ManyBlocks) {
  check(make(300, 260, DType::f32, 0), make(260, 517, DType::f32, 0));
  check(make(300, 260, DType::f16, 1), make(260, 517, DType::bf16, 1), 3);
  check(make(3, 4500, DType::f32, 0), make(4500, 37, DType::f16, 1));     // deeper than one packed part, thin
  check(make(37, 4500, DType::f32, 0), make(4500, 2, DType::f32, 0));     // and its columns
  check(make(17, 4500, DType::bf16, 0), make(4500, 530, DType::f32, 0));  // deeper and wider than one packed part
}

TEST_P(Gemm, EmptySizes) {
  for (DType type : {DType::f32, DType::f16}) {
    check(make(5, 0, type, 0), make(0, 7, type, 0), 2);  // zeros
    check(make(1, 0, type, 0), make(0, 1, type, 0));
  }
  float c = untouched;
  gemm_f32(0, 1, 4, {nullptr, 4, 1}, {nullptr, 1, 1}, &c, 1);
  gemm_f32(1, 0, 4, {nullptr, 4, 1}, {nullptr, 1, 1}, &c, 1);
  EXPECT_EQ(c, untouched);
}

TEST_P(Gemm, NegativeAndZeroStrides) {
  const Matrix a = make(20, 30, DType::f32, 0), b = make(30, 40, DType::f32, 0);
  std::vector<float> c(20 * 40), expected(20 * 40);
  const auto* last = reinterpret_cast<const float*>(a.bytes.data()) + 19 * 30;
  gemm_f32(20, 40, 30, {last, -30, 1}, b.ref(), c.data(), 40);  // the rows of A upside down
  gemm_f32(20, 40, 30, a.ref(), b.ref(), expected.data(), 40);
  for (size_t i = 0; i < 20; ++i)
    for (size_t j = 0; j < 40; ++j) ASSERT_EQ(c[i * 40 + j], expected[(19 - i) * 40 + j]);
  gemm_f32(20, 40, 30, {a.bytes.data(), 0, 1}, b.ref(), c.data(), 40);  // one row, broadcast
  for (size_t i = 0; i < 20; ++i)
    for (size_t j = 0; j < 40; ++j) ASSERT_EQ(c[i * 40 + j], expected[j]);
}

TEST_P(Gemm, SpecialValuesPropagate) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  for (int round = 0; round < 200; ++round) {
    const size_t m = pick(1, 40), n = pick(1, 40), k = pick(1, 40);
    Matrix a = make(m, k, pick_type(), pick_layout()), b = make(k, n, pick_type(), pick_layout());
    for (int spot = 0; spot < 3; ++spot) {
      a.set(pick(0, m - 1), pick(0, k - 1), std::array{inf, -inf, nan, 0.0f}[random_() % 4]);
      b.set(pick(0, k - 1), pick(0, n - 1), std::array{inf, -inf, nan, 0.0f}[random_() % 4]);
    }
    check(a, b);
    if (HasFatalFailure()) return;
  }
}

// All 65,536 values, packed, dotted and side by side.
TEST_P(Gemm, EveryNarrowValueIsReadRight) {
  for (DType type : {DType::f16, DType::bf16})
    for (int layout : {0, 1}) {
      Matrix all(256, 256, type, layout);
      for (size_t i = 0; i < 256; ++i)
        for (size_t j = 0; j < 256; ++j) all.set_bits(i, j, static_cast<uint16_t>(i * 256 + j));
      for (size_t j = 0; j < 256; ++j) {  // one column at a time: its product with 1 is the value itself
        Matrix column(256, 1, type, layout), one(1, 1, DType::f32, 0), ones(1, 9, DType::f32, 0);
        for (size_t i = 0; i < 256; ++i) column.set_bits(i, 0, static_cast<uint16_t>(i * 256 + j));
        one.set(0, 0, 1);
        for (size_t n = 0; n < 9; ++n) ones.set(0, n, 1);
        check(column, one);
        check(column, ones);
        if (HasFatalFailure()) return;
      }
      if (type == DType::f16) {  // finite ones against the identity, in all three ways through
        for (size_t i = 0; i < 256; ++i)
          for (size_t j = 0; j < 256; ++j)
            if (!std::isfinite(all.get(i, j))) all.set_bits(i, j, 0);
        Matrix identity(256, 256, DType::f32, 0);
        for (size_t i = 0; i < 256; ++i) identity.set(i, i, 1);
        check(all, identity);
        check(identity, all);
        Matrix row(1, 256, DType::f32, 0);
        row.set(0, 77, 1);
        check(row, all);
      }
    }
}

TEST_P(Gemm, SameBitsForAnyNumberOfThreads) {
  struct Size {
    size_t m, n, k;
  };
  for (const auto& [m, n, k] : {Size{150, 133, 300}, Size{5, 2000, 100}, Size{1, 2000, 300}, Size{1500, 3, 200}})
    for (int layout : {0, 1}) {
      const Matrix a = make(m, k, DType::f32, layout), b = make(k, n, DType::f16, layout);
      set_threads(1);
      const std::vector<float> expected = product(a, b);
      for (int count : {2, 3, 7}) {
        set_threads(count);
        const std::vector<float> c = product(a, b);
        ASSERT_EQ(std::memcmp(c.data(), expected.data(), c.size() * sizeof(float)), 0) << m << "x" << n << "x" << k;
      }
    }
}

}  // namespace
}  // namespace bitloom
