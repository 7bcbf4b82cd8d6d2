#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <random>

#include "base/shortest.h"
#include "base/try.h"
#include "bitloom/attrs.h"
#include "bitloom/dtype.h"
#include "bitloom/result.h"
#include "bitloom/shape.h"
#include "bitloom/task.h"

namespace bitloom {
namespace {

TEST(Text, FillsHolesInOrder) {
  EXPECT_EQ(format("{} of {}: {}", 3, "x", std::vector<int>{1, 2}), "3 of x: [1, 2]");
  EXPECT_EQ(format("{} {}", 1), "1 {}") << "a hole without a value stays visible";
  EXPECT_EQ(format("{}", -0.1), "-0.1");
  EXPECT_EQ(format("{}", true), "true");
  EXPECT_EQ(format("{}", uint8_t{7}), "7");
}

Result<int> half_of(int n) {
  if (n % 2) return error(Code::invalid_argument, "[half] {} is odd", n);
  return n / 2;
}
Result<int> quarter_of(int n) { return TRY(half_of(TRY(half_of(n)))); }

TEST(Result, TryPassesErrorsUp) {
  EXPECT_EQ(*quarter_of(12), 3);
  EXPECT_EQ(quarter_of(6).error().message, "[half] 3 is odd");
  EXPECT_EQ(quarter_of(6).error().code, Code::invalid_argument);
}

TEST(ResultDeathTest, ReadingAFailedResultStopsWithItsMessage) {
  EXPECT_DEATH((void)*half_of(3), "\\[half\\] 3 is odd");
}

// Against arithmetic in double: the nearest half, ties to the even one.
TEST(Half, EveryBitPatternAndManyFloatsRoundRight) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const auto h = static_cast<uint16_t>(bits);
    const float f = half_to_float(h);
    const int exponent = h >> 10 & 31, mantissa = h & 1023;
    if (exponent == 31 && mantissa) {
      EXPECT_TRUE(std::isnan(f));
      EXPECT_TRUE(std::isnan(half_to_float(float_to_half(f))));
      continue;
    }
    const double magnitude = exponent == 31 ? INFINITY
                             : exponent     ? std::ldexp(1024 + mantissa, exponent - 25)
                                            : std::ldexp(mantissa, -24);
    ASSERT_EQ(f, static_cast<float>(h & 0x8000 ? -magnitude : magnitude)) << bits;
    ASSERT_EQ(float_to_half(f), h) << bits;
  }
  std::mt19937 random(std::random_device{}());
  for (int i = 0; i < 200000; ++i) {
    const float f = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (std::isnan(f) || std::abs(f) > 65504) continue;
    const uint16_t h = float_to_half(f);
    const double here = std::abs(double{half_to_float(h)} - f);
    for (int step : {-1, 1}) {  // no neighbour is nearer, and at a tie this one is even
      const auto n = static_cast<uint16_t>(h + step);
      if ((n & 0x7c00) == 0x7c00 || ((h & 0x7fff) == 0 && step < 0)) continue;
      const double there = std::abs(double{half_to_float(n)} - f);
      ASSERT_TRUE(here < there || (here == there && h % 2 == 0)) << f;
    }
  }
  EXPECT_EQ(float_to_half(65519.9f), 0x7bff);
  EXPECT_EQ(float_to_half(65520.0f), 0x7c00);
  EXPECT_EQ(float_to_half(1e30f), 0x7c00);
}

TEST(Bfloat, RoundsToNearestEven) {
  EXPECT_EQ(float_to_bfloat(1.0f), 0x3f80);
  EXPECT_EQ(float_to_bfloat(std::bit_cast<float>(0x3f808000u)), 0x3f80);
  EXPECT_EQ(float_to_bfloat(std::bit_cast<float>(0x3f818000u)), 0x3f82);
  EXPECT_EQ(float_to_bfloat(std::bit_cast<float>(0x3f808001u)), 0x3f81);
  EXPECT_TRUE(std::isnan(bfloat_to_float(float_to_bfloat(NAN))));
  EXPECT_EQ(bfloat_to_float(float_to_bfloat(-INFINITY)), -INFINITY);
}

TEST(Shape, BroadcastsLikeNumPy) {
  EXPECT_EQ(*broadcast("add", {2, 1, 4}, {3, 1}), (Shape{2, 3, 4}));
  EXPECT_EQ(*broadcast("add", {}, {5}), (Shape{5}));
  EXPECT_EQ(*broadcast("add", {0, 3}, {1, 3}), (Shape{0, 3}));
  EXPECT_EQ(*broadcast("add", {1}, {0}), (Shape{0}));
  EXPECT_EQ(broadcast("add", {2, 3}, {4, 3}).error().message,
            "[add] shapes [2, 3] and [4, 3] do not broadcast: sizes 2 and 4 differ at axis -2 and neither is 1");
}

TEST(Shape, ChecksWhatComesFromOutside) {
  const int64_t seven[] = {1, 1, 1, 1, 1, 1, 1}, negative[] = {2, -1}, huge[] = {1 << 30, 1 << 30},
                wrap[] = {int64_t{1} << 62, 4};
  EXPECT_NE(checked_shape("x", seven).error().message.find("at most 6"), std::string::npos);
  EXPECT_NE(checked_shape("x", negative).error().message.find("negative"), std::string::npos);
  EXPECT_FALSE(checked_shape("x", huge).ok());
  EXPECT_FALSE(checked_shape("x", wrap).ok());
  EXPECT_EQ(*normal_axis("x", {2, 3}, -1), 1);
  EXPECT_EQ(normal_axis("softmax", {2, 3}, 2).error().message,
            "[softmax] axis 2 is outside shape [2, 3]: allowed are -2 to 1");
}

TEST(Attrs, AreSortedSoEqualSettingsHaveEqualText) {
  const Attrs a{{"keep", true}, {"axis", -1}, {"stride", {2, 3}}}, b{{"stride", {2, 3}}, {"axis", -1}, {"keep", 1}};
  EXPECT_EQ(a, b);
  EXPECT_EQ(to_text(a), "axis=-1, keep=1, stride=[2, 3]");
  EXPECT_EQ(a.list("stride")[1], 3);
}

Task<Result<int>> add_later(Completion<int> a, Completion<int> b) {
  const int x = co_await a;
  const int y = co_await b;
  if (x < 0) co_return error(Code::io, "negative");
  co_return x + y;
}
Task<Result<int>> twice(Completion<int> a, Completion<int> b) {
  CO_TRY(const int sum, co_await add_later(a, b));
  co_return 2 * sum;
}

TEST(Task, WaitsForCallbacksAndPassesErrorsUp) {
  Completion<int> a, b;
  Task<Result<int>> task = twice(a, b);
  task.start();
  EXPECT_FALSE(task.done());
  b.complete(2);
  EXPECT_FALSE(task.done());
  a.complete(1);
  ASSERT_TRUE(task.done());
  EXPECT_EQ(*task.take(), 6);

  Completion<int> c, d;
  c.complete(-1), d.complete(0);
  Task<Result<int>> failing = twice(c, d);
  failing.start();
  EXPECT_EQ(failing.take().error().message, "negative");
}

TEST(Task, MayBeDestroyedWhileItWaits) {
  const auto held = std::make_shared<int>(1);
  const auto hold = [](Completion<int> a, Completion<int> b, std::shared_ptr<int> kept) -> Task<int> {
    const Result<int> sum = co_await twice(a, b);
    co_return *sum + *kept;
  };
  for (int answered = 0; answered < 3; ++answered) {
    const Completion<int> a, b;
    {
      Task<int> task = hold(a, b, held);
      EXPECT_EQ(held.use_count(), 2);
      task.start();
      if (answered > 0) a.complete(1);
      if (answered > 1) b.complete(2);
      EXPECT_EQ(task.done(), answered == 2);
    }
    EXPECT_EQ(held.use_count(), 1) << "what it held is let go of";
    EXPECT_EQ(a.abandoned(), answered == 0);
    EXPECT_EQ(b.abandoned(), answered == 1);
    if (answered < 1) a.complete(1);  // resumes nobody
    if (answered < 2) b.complete(2);
  }
  // Others who wait for the same are not harmed.
  const Completion<int> a, b, c;
  Task<int> stays = hold(c, b, held);
  {
    Task<int>(hold(a, b, held)).start();
  }
  stays.start();
  c.complete(3), b.complete(4);
  ASSERT_TRUE(stays.done());
  EXPECT_EQ(stays.take(), 15);
}

Task<int> leaf() { co_return 1; }
Task<int> deep(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += co_await leaf();
  co_return sum;
}

TEST(Task, LongLoopsDoNotGrowTheStack) {
  Task<int> task = deep(1'000'000);
  task.start();
  EXPECT_EQ(task.take(), 1'000'000);
}

TEST(Text, TheShortestNumberIsTheLibrarys) {
  const auto check = [](auto number) {
    char text[400];
    const std::string want(text, std::to_chars(text, text + sizeof text, number).ptr);
    const bool single = std::same_as<decltype(number), float>;
    if (std::abs(number) < 0x1p24f) {
      EXPECT_EQ(shortest_text(number, single), want);
    } else {  // there the library writes all digits where ours has zeros: it must only read back
      EXPECT_EQ(std::strtod(shortest_text(number).c_str(), nullptr), number);
    }
  };
  std::mt19937_64 random(std::random_device{}());
  for (int i = 0; i < 20'000; ++i) {
    const double any = std::bit_cast<double>(random());
    const float small = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (std::isfinite(any)) check(any);
    if (std::isfinite(small)) check(small);
    check(static_cast<double>(static_cast<int>(random() % 2'000'000) - 1'000'000) / 1000);
  }
  for (const double v : {0.0, -0.0, 1.0, 0.5, 1e-5, 1e-4, 0.001, 0.01, 1e5, 1e6, 120000.0, 3.4e38, 5e-324}) check(v);
  EXPECT_EQ(shortest_text(INFINITY) + shortest_text(-INFINITY) + shortest_text(NAN), "inf-infnan");
}

}  // namespace
}  // namespace bitloom
