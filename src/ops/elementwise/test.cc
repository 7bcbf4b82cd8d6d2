// What the cases of the element-wise ops cannot say: errors, decisions, corners by name.
#include "ops/elementwise/elementwise.h"

#include <gtest/gtest.h>

#include "ops/rows/testing.h"

namespace bitloom {
namespace {

using elementwise::Form;

std::vector<Form> forms(const std::vector<Shape>& in, const Shape& out, bool aligned = true) {
  std::vector<Desc> descs;
  for (const Shape& s : in) descs.push_back({DType::f32, s});
  const bool quads[] = {aligned, aligned, aligned};
  return elementwise::decide(elementwise::broadcast_of(descs, out), std::span(quads, in.size())).forms;
}

TEST(Elementwise, TheCheapestFormIsPicked) {
  EXPECT_EQ(forms({{7, 13}}, {7, 13}), (std::vector{Form::flat}));
  EXPECT_EQ(forms({{7, 13}}, {7, 13}, false), (std::vector{Form::strided}));
  EXPECT_EQ(forms({{6, 24}, {24}}, {6, 24}), (std::vector{Form::flat, Form::row}));
  EXPECT_EQ(forms({{6, 23}, {23}}, {6, 23}), (std::vector{Form::flat, Form::strided}));
  EXPECT_EQ(forms({{5, 16}, {}}, {5, 16}), (std::vector{Form::flat, Form::scalar}));
  EXPECT_EQ(forms({{2, 3, 4, 8}, {3, 1, 1}}, {2, 3, 4, 8}), (std::vector{Form::flat, Form::splat}));
  EXPECT_EQ(forms({{5, 1, 8}, {3, 8}}, {5, 3, 8}), (std::vector{Form::runs, Form::runs}));
}

TEST(Elementwise, AxesMergeWhereEveryOperandGoesOn) {
  const std::vector<Desc> in{{DType::f32, {2, 3, 4, 5}}, {DType::f32, {4, 5}}};
  const elementwise::Broadcast b = elementwise::broadcast_of(in, {2, 3, 4, 5});
  ASSERT_EQ(b.rank, 2);
  EXPECT_EQ(b.sizes[0], 6);
  EXPECT_EQ(b.sizes[1], 20);
  EXPECT_EQ(b.steps[0][0], 20);
  EXPECT_EQ(b.steps[1][0], 0);
}

TEST(Elementwise, RunsCoverEveryOutputOnce) {
  const std::vector<Desc> in{{DType::f32, {5, 1, 7}}, {DType::f32, {3, 1}}};
  const elementwise::Broadcast b = elementwise::broadcast_of(in, {5, 3, 7});
  size_t next = 4;  // from the middle of a run to the middle of another
  elementwise::for_runs(b, 4, 100, [&](size_t i, size_t run, const std::array<int64_t, 3>& at) {
    EXPECT_EQ(i, next);
    next += run;
    for (size_t j = 0; j < run; ++j) {
      const auto k = static_cast<int64_t>(i + j);
      EXPECT_EQ(at[0] + static_cast<int64_t>(j), k / 21 * 7 + k % 7);
      EXPECT_EQ(at[1], k / 7 % 3);
    }
  });
  EXPECT_EQ(next, 100u);
}

TEST(Elementwise, ErrorsSayWhatIsAllowed) {
  EXPECT_EQ(error_of("add", {{DType::f32, {2}}, {DType::f16, {2}}}),
            "[add] dtypes f32 and f16 differ: cast one of them");
  EXPECT_EQ(error_of("exp", {{DType::i32, {2}}}), "[exp] i32 is not supported; supported are f32, f16 and bf16");
  EXPECT_EQ(error_of("pow", {{DType::u8, {2}}, {DType::u8, {2}}}),
            "[pow] u8 is not supported; supported are f32, f16 and bf16");
  EXPECT_EQ(error_of("multiply", {{DType::f32, {2, 3}}, {DType::f32, {4}}}),
            "[multiply] shapes [2, 3] and [4] do not broadcast: sizes 3 and 4 differ at axis -1 and neither is 1");
  EXPECT_EQ(error_of("gelu", {{DType::f32, {2}}}, {{"approximate", "erf"}}),
            "[gelu] approximate=erf is not supported; supported are none and tanh");
  EXPECT_EQ(error_of("where", {{DType::u8, {2}}, {DType::f32, {2}}, {DType::i32, {2}}}),
            "[where] dtypes f32 and i32 differ: cast one of them");
}

template <class T>
void expect_integers(const char* op, std::vector<T> a, std::vector<T> b, std::vector<T> want) {
  std::vector<Tensor> in;
  for (const auto& v : {a, b})
    if (!v.empty()) in.push_back(Tensor::from<T>({static_cast<int64_t>(v.size())}, std::span<const T>(v)));
  on_every_backend(op, in, {}, [&](const Tensor& y) {
    for (size_t i = 0; i < want.size(); ++i) EXPECT_EQ(y.data<T>()[i], want[i]) << op << " at " << i;
  });
}

constexpr int32_t least = std::numeric_limits<int32_t>::min(), most = std::numeric_limits<int32_t>::max();

TEST(Elementwise, IntegersWrap) {
  expect_integers<int32_t>("add", {most, least}, {1, -1}, {least, most});
  expect_integers<int32_t>("multiply", {65536, least}, {65536, -1}, {0, least});
  expect_integers<uint32_t>("multiply", {4294967295u, 4294967295u}, {4294967295u, 2u}, {1u, 4294967294u});
  expect_integers<uint32_t>("subtract", {0u}, {1u}, {4294967295u});
  expect_integers<int8_t>("add", {127, -128, 100}, {1, -1, 100}, {-128, 127, -56});
  expect_integers<uint8_t>("multiply", {255, 16}, {255, 16}, {1, 0});
  expect_integers<int32_t>("neg", {least, 5}, {}, {least, -5});
  expect_integers<uint32_t>("neg", {1u}, {}, {4294967295u});
  expect_integers<int32_t>("abs", {least, -5}, {}, {least, 5});
  expect_integers<uint32_t>("max", {4000000000u}, {1u}, {4000000000u});
}

TEST(Elementwise, IntegerDivisionRoundsTowardZeroAndByZeroIsZero) {
  expect_integers<int32_t>("divide", {7, -7, 7, -7, 5, least, least}, {2, 2, -2, -2, 0, 0, -1},
                           {3, -3, -3, 3, 0, 0, least});
  expect_integers<uint32_t>("divide", {4294967295u, 3u}, {2u, 0u}, {2147483647u, 0u});
  expect_integers<int8_t>("divide", {-128, -7}, {-1, 2}, {-128, -3});
}

void expect_values(const char* op, const std::vector<std::vector<float>>& x, const std::vector<float>& want,
                   const Attrs& attrs = {}) {
  std::vector<Tensor> in;
  for (const auto& v : x)
    in.push_back(Tensor::from<float>({static_cast<int64_t>(v.size())}, std::span<const float>(v)));
  SCOPED_TRACE(op);
  on_every_backend(op, in, attrs, [&](const Tensor& y) { expect_floats(y, want); });
}

TEST(Elementwise, NaNGoesThrough) {
  const float n = nan_value;
  for (const Op* op : all_ops()) {
    if (!op->expression || op->handles_nan) continue;  // pow and where, below
    const std::vector<std::vector<float>> each{{n, 1, 1, n}, {1, n, 1, n}, {1, 1, n, n}};
    const auto inputs = static_cast<size_t>(op->max_inputs);
    // A number goes with every NaN, so that it is not the kernel alone that gives one.
    std::vector<float> want = each[0];
    for (size_t i = 1; i < inputs; ++i)
      for (size_t k = 0; k < want.size(); ++k) want[k] += each[i][k];
    Attrs settings;
    for (const Case& c : op->cases())
      if (!c.benchmark) settings = c.attrs;
    const std::string name(op->name);
    SCOPED_TRACE(name);
    std::vector<Tensor> in;
    for (size_t i = 0; i < inputs; ++i) in.push_back(Tensor::from<float>({4}, std::span<const float>(each[i])));
    on_every_backend(name.c_str(), in, settings, [&](const Tensor& y) {
      for (size_t k = 0; k < want.size(); ++k)
        EXPECT_EQ(std::isnan(y.to_floats()[k]), std::isnan(want[k])) << "element " << k;
    });
  }
}

TEST(Elementwise, InfinitiesAndHugeValues) {
  const float i = infinity, h = 1e30f;
  expect_values("exp", {{i, -i, 89, -200}}, {i, 0, i, 0});
  expect_values("log", {{i, 0, -1}}, {i, -i, nan_value});
  expect_values("sqrt", {{i, 0, -1}}, {i, 0, nan_value});
  expect_values("rsqrt", {{i, 0, -1}}, {0, i, nan_value});
  expect_values("erf", {{i, -i, h, -h}}, {1, -1, 1, -1});
  expect_values("tanh", {{i, -i, h, -h}}, {1, -1, 1, -1});
  expect_values("sigmoid", {{i, -i, h, -h}}, {1, 0, 1, 0});
  expect_values("silu", {{i, -h}}, {i, 0});
  expect_values("quick_gelu", {{i, -h}}, {i, 0});
  expect_values("gelu", {{i, -h}}, {i, 0});
  expect_values("gelu", {{i, -h}}, {i, 0}, {{"approximate", "tanh"}});
  expect_values("elu", {{i, -i, -h}}, {i, -1, -1});
  expect_values("divide", {{1, -1, 0, i}, {0, 0, 0, i}}, {i, -i, nan_value, nan_value});
}

TEST(Pow, IsNumPys) {
  const float i = infinity, n = nan_value;
  expect_values("pow", {{-2, -2, -2, 0, 0, n, 1, n}, {2, 3, 0.5f, -1, 2, 0, n, 1}}, {4, -8, n, i, 0, 1, 1, n});
  expect_values("pow", {{2, 2, 0.5f, -1, -1, i, -i, -i, i}, {i, -i, i, i, -i, 2, 3, 2, -1}},
                {i, 0, 0, 1, 1, i, -i, i, 0});
  expect_values("pow", {{10, 1.5f, 3}, {30, 100, -20}}, {1e30f, 4.0656118e17f, 2.8679720e-10f});
}

TEST(Where, AnythingButZeroIsTrue) {
  const float i = infinity;
  const Tensor condition = Tensor::from<float>({5}, {0.0f, -0.0f, nan_value, i, 1e-30f});
  const Tensor a = Tensor::from<float>({}, {1.0f}), b = Tensor::from<float>({5}, {2.0f, 3.0f, 4.0f, 5.0f, 6.0f});
  on_every_backend("where", {condition, a, b}, {}, [](const Tensor& y) { expect_floats(y, {2, 3, 1, 1, 1}); });
}

TEST(Cast, FloatsBecomeIntegersTowardZeroAndSaturate) {
  const float i = infinity;
  const Tensor x = Tensor::from<float>({10}, {1.9f, -1.9f, 200, -200, 3e9f, -3e9f, 5e9f, i, -i, nan_value});
  const auto expect = [&](const char* to, const std::vector<double>& want) {
    SCOPED_TRACE(to);
    on_every_backend("cast", {x}, {{"to", to}}, [&](const Tensor& y) { EXPECT_EQ(y.to_doubles(), want); });
  };
  expect("i32", {1, -1, 200, -200, 2147483647, -2147483648.0, 2147483647, 2147483647, -2147483648.0, 0});
  expect("u32", {1, 0, 200, 0, 3e9, 0, 4294967295.0, 4294967295.0, 0, 0});
  expect("i8", {1, -1, 127, -128, 127, -128, 127, 127, -128, 0});
  expect("u8", {1, 0, 200, 0, 255, 0, 255, 255, 0, 0});
}

TEST(Cast, IntegersKeepTheirLowBits) {
  const Tensor x = Tensor::from<int32_t>({4}, {300, -1, -129, most});
  const auto expect = [&](const char* to, const std::vector<double>& want) {
    SCOPED_TRACE(to);
    on_every_backend("cast", {x}, {{"to", to}}, [&](const Tensor& y) { EXPECT_EQ(y.to_doubles(), want); });
  };
  expect("i8", {44, -1, 127, -1});
  expect("u8", {44, 255, 127, 255});
  expect("u32", {300, 4294967295.0, 4294967167.0, 2147483647});
}

TEST(Cast, HalvesRoundToEvenAndOverflowToInfinity) {
  // 1 + 2^-11 lies between two halves: to the even one. 65519 is the last that rounds to 65504.
  const Tensor x = Tensor::from<float>({5}, {1.00048828125f, 1.00146484375f, 65519, 65520, 6e-8f});
  on_every_backend("cast", {x}, {{"to", "f16"}}, [&](const Tensor& y) {
    EXPECT_EQ(y.data<Half>()[0].bits, 0x3c00);
    EXPECT_EQ(y.data<Half>()[1].bits, 0x3c02);
    EXPECT_EQ(y.data<Half>()[2].bits, 0x7bff);
    EXPECT_EQ(y.data<Half>()[3].bits, 0x7c00);
    EXPECT_EQ(y.data<Half>()[4].bits, 0x0001);
  });
  EXPECT_EQ(error_of("cast", {{DType::f32, {2}}}, {{"to", "f64"}}),
            "[cast] not supported: type 'f64'; supported are f32, f16, bf16, i32, u32, i8, u8");
}

}  // namespace
}  // namespace bitloom
