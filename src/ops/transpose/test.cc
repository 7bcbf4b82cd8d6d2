#include "ops/transpose/transpose.h"

#include <gtest/gtest.h>

#include <cstring>

#include "bitloom/backend.h"

namespace bitloom::moves {
namespace {

std::string message(Shape x, const Attrs& attrs) {
  const Desc desc{DType::f32, x};
  return resolve("transpose", std::span(&desc, 1), attrs).error().message;
}

TEST(Transpose, RefusesWhatIsNoPermutation) {
  EXPECT_EQ(
      message({2, 3}, {{"perm", {0, 0}}}),
      "[transpose] perm [0, 0] is not a permutation of the axes of [2, 3]: name each of its 2 axes once, or none to "
      "reverse them");
  EXPECT_TRUE(message({2, 3}, {{"perm", {0}}}).starts_with("[transpose] perm [0] is not a permutation"));
  EXPECT_TRUE(message({2, 3}, {{"perm", {0, 2}}}).starts_with("[transpose] perm [0, 2] is not a permutation"));
  EXPECT_TRUE(message({2, 3}, {{"perm", 1}}).starts_with("[transpose] setting perm=1 must be "));
}

TEST(Transpose, KnownValues) {
  CpuBackend cpu;
  const Tensor x = Tensor::from<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor y = *run_sync(cpu.run("transpose", {x}));
  EXPECT_EQ(y.shape(), (Shape{3, 2}));
  EXPECT_EQ(y.to_floats(), (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

TEST(Transpose, OfSizeOneAxesIsAView) {
  CpuBackend cpu;
  const Tensor x(DType::f32, {1, 5, 1, 7});
  EXPECT_EQ(run_sync(cpu.run("transpose", {x}, {{"perm", {1, 0, 3, 2}}}))->raw(), x.raw());
  EXPECT_NE(run_sync(cpu.run("transpose", {x}))->raw(), x.raw());
}

// Bigger than a block in every direction, planes between and around the two axes, each size different.
TEST(Transpose, BlockedPathsEqualTheReference) {
  for (const auto& perm : {std::vector<int64_t>{2, 0, 3, 1}, {3, 2, 1, 0}, {0, 3, 2, 1}, {1, 3, 0, 2}, {3, 0, 1, 2}})
    for (DType t : {DType::u32, DType::f16, DType::u8}) {
      Tensor x(t, {33, 17, 19, 70});
      for (size_t i = 0; i < x.bytes(); ++i) x.raw()[i] = static_cast<std::byte>(i * 2654435761u >> 13);
      const Resolved call = *resolve("transpose", std::span(&x.desc(), 1), {{"perm", perm}});
      const Tensor truth(t, call.out[0].shape), y(t, call.out[0].shape);
      call.op->reference({std::span(&x, 1), call.attrs, std::span(&truth, 1), {}, {}});
      call.op->cpu({std::span(&x, 1), call.attrs, std::span(&y, 1), {}, {}});
      EXPECT_EQ(std::memcmp(y.raw(), truth.raw(), y.bytes()), 0) << format("{} {}", perm, t);
    }
}

TEST(Transpose, ChoosesTilesWhereTheyFill) {
  const auto plan = [](Shape x, DType t, bool quads, const Attrs& attrs = {{"perm", std::vector<int64_t>{}}}) {
    const Desc in{t, x};
    wgsl::Profile profile;
    profile.threads = 256;
    return to_text(plan_transpose(transpose_walk({std::span(&in, 1), attrs, {}}), t, quads, profile));
  };
  EXPECT_EQ(plan({64, 128}, DType::f32, true), "tiles of 32, axis 0 down, 256 threads, reads by 4, writes by 4");
  EXPECT_EQ(plan({64, 128}, DType::f32, false), "tiles of 32, axis 0 down, 256 threads, reads by 1, writes by 4");
  EXPECT_EQ(plan({63, 128}, DType::f32, true), "tiles of 32, axis 0 down, 256 threads, reads by 4, writes by 1");
  EXPECT_EQ(plan({63, 128}, DType::f16, true), "along the walk");  // narrow rows of 63 share words
  EXPECT_EQ(plan({64, 127}, DType::f16, true), "tiles of 32, axis 0 down, 256 threads, reads by 1, writes by 4");
  EXPECT_EQ(plan({640, 3}, DType::f32, true), "along the walk");
  EXPECT_EQ(plan({8, 16, 4, 64}, DType::f32, true, {{"perm", {0, 2, 1, 3}}}), "along the walk");  // rows stay whole
  EXPECT_EQ(plan({8, 16, 4, 64}, DType::f32, true, {{"perm", {0, 2, 3, 1}}}),
            "tiles of 32, axis 1 down, 256 threads, reads by 4, writes by 4");
}

}  // namespace
}  // namespace bitloom::moves
