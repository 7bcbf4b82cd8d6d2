#include <gtest/gtest.h>

#include <random>

#include "ops/check.h"
#include "ops/conv/conv.h"

namespace bitloom {
namespace {

std::string problem(std::vector<Shape> shapes, const Attrs& attrs = {}, DType type = DType::f32) {
  std::vector<Desc> in;
  for (const Shape& s : shapes) in.push_back({type, s});
  const auto resolved = resolve("conv2d", in, attrs);
  return resolved.ok() ? "" : resolved.error().message;
}

TEST(Conv2d, SaysWhatDoesNotFit) {
  EXPECT_EQ(
      problem({{1, 3, 8, 8}, {4, 2, 3, 3}}),
      "[conv2d] x is [1, 3, 8, 8] and weight is [4, 2, 3, 3]: with 1 groups of 3 channels the weight's second size "
      "must be 3, not 2");
  EXPECT_EQ(
      problem({{1, 4, 8, 8}, {6, 2, 3, 3}}, {{"groups", 3}}),
      "[conv2d] x is [1, 4, 8, 8] and weight is [6, 2, 3, 3]: groups 3 must be positive and divide the 4 channels in "
      "and the 6 out");
  EXPECT_NE(problem({{1, 4, 8, 8}, {6, 4, 3, 3}}, {{"groups", 0}}).find("groups 0 must be positive"),
            std::string::npos);
  EXPECT_EQ(
      problem({{1, 3, 4, 9}, {4, 3, 3, 3}}, {{"dilation", {2, 1}}}),
      "[conv2d] x is [1, 3, 4, 9]: a kernel of [3, 3], [5, 3] with its dilation, is larger than the padded input of "
      "[4, 9]");
  EXPECT_EQ(problem({{1, 3, 4, 4}, {4, 3, 5, 5}}),
            "[conv2d] x is [1, 3, 4, 4]: a kernel of [5, 5] is larger than the padded input of [4, 4]");
  EXPECT_EQ(problem({{1, 3, 8, 8}, {4, 3, 3, 3}, {5}}), "[conv2d] bias is [5]: for weight [4, 3, 3, 3] it must be [4]");
  EXPECT_EQ(problem({{3, 8, 8}, {4, 3, 3, 3}}), "[conv2d] x is [3, 8, 8]: it must be [N, C, H, W]");
  EXPECT_EQ(problem({{1, 3, 8, 8}, {4, 3, 3}}), "[conv2d] weight is [4, 3, 3]: it must be [out, in / groups, KH, KW]");
  EXPECT_EQ(problem({{1, 3, 8, 8}, {4, 3, 3, 3}}, {{"stride", {0}}}),
            "[conv2d] stride is [0]: each must be 1 to 16777216");
  EXPECT_EQ(problem({{1, 3, 8, 8}, {4, 3, 3, 3}}, {{"padding", {1, 1, 1}}}),
            "[conv2d] padding is [1, 1, 1]: give one number, or 2");
  EXPECT_EQ(problem({{1, 3, 8, 8}, {4, 3, 3, 3}}, {}, DType::i8),
            "[conv2d] x is i8[1, 3, 8, 8]: only f32, f16 and bf16 can be convolved; cast it first");
}

// A box of ones over ones counts the taps inside: 4 in the corners, 6 at the sides, 9 within.
TEST(Conv2d, PaddingAddsNothing) {
  const std::vector<float> ones(9, 1.0f);
  const std::vector<Tensor> in{Tensor::from<float>({1, 1, 3, 3}, std::span<const float>(ones)),
                               Tensor::from<float>({1, 1, 3, 3}, std::span<const float>(ones))};
  const Resolved call = *resolve("conv2d", std::vector{in[0].desc(), in[1].desc()}, {{"padding", {1}}});
  const std::vector<Tensor> out{Tensor(DType::f32, call.out[0].shape)};
  call.op->cpu({.in = in, .attrs = call.attrs, .out = out, .in_descs = {}, .out_descs = {}});
  EXPECT_EQ(out[0].to_floats(), (std::vector<float>{4, 6, 4, 6, 9, 6, 4, 6, 4}));
}

TEST(Conv2d, CpuEqualsReferenceOnRandomShapes) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE(format("seed {}", seed));
  Random random(seed);
  const auto one_to = [&](uint64_t most) { return 1 + static_cast<int64_t>(random.below(most)); };
  const Op& op = *find_op("conv2d");
  for (int round = 0; round < 40; ++round) {
    const int64_t groups = one_to(3), kh = one_to(4), kw = one_to(4), in = one_to(4), out = one_to(9);
    const int64_t dilation = one_to(2), height = (kh - 1) * dilation + one_to(8),
                  width = (kw - 1) * dilation + one_to(8);
    Case c{"random", {{DType::f32, {one_to(2), in * groups, height, width}}, {DType::f32, {out * groups, in, kh, kw}}}};
    if (random.below(2)) c.in.push_back({DType::f16, {out * groups}});
    c.attrs = {{"groups", groups}, {"dilation", {dilation}}, {"stride", {one_to(3), one_to(3)}}};
    c.attrs.set("padding", {one_to(3) - 1, one_to(3) - 1, one_to(3) - 1, one_to(3) - 1});
    const std::vector<Tensor> inputs = make_inputs(c, random);
    const Resolved call = *resolve("conv2d", c.in, c.attrs);
    const std::vector<Tensor> got{Tensor(DType::f32, call.out[0].shape)}, want{Tensor(DType::f32, call.out[0].shape)};
    op.cpu({.in = inputs, .attrs = call.attrs, .out = got, .in_descs = {}, .out_descs = {}});
    op.reference({.in = inputs, .attrs = call.attrs, .out = want, .in_descs = {}, .out_descs = {}});
    const Comparison same = compare(got[0], want[0], op.tolerance);
    EXPECT_TRUE(same.right) << format("{} with {}, {}: {}", c.in[0], c.in[1], c.attrs, same.problem);
  }
}

TEST(Conv2d, CountsItsWork) {
  const std::vector<Desc> in{{DType::f32, {2, 3, 8, 8}}, {DType::f32, {5, 3, 3, 3}}};
  const Resolved call = *resolve("conv2d", in, {});
  EXPECT_EQ(call.op->flops({in, call.attrs, call.out}), 2.0 * (2 * 5 * 6 * 6) * (3 * 3 * 3));
}

}  // namespace
}  // namespace bitloom
