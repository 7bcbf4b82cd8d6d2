// Walks: collapsing, quads, views, and that bits arrive as they left on every path.
#include "ops/moves/moves.h"

#include <gtest/gtest.h>

#include "ops/check.h"
#include "tests/support.h"

namespace bitloom::moves {
namespace {

TEST(Walk, CollapsesNeighboursThatAreOneStretch) {
  EXPECT_EQ(collapse({{{2, 12}, {3, 4}, {4, 1}}}), (Walk{{{24, 1}}}));
  EXPECT_EQ(collapse({{{3, 4}, {1, 99}, {4, 1}}, 7}), (Walk{{{12, 1}}, 7}));
  EXPECT_EQ(collapse({{{4, 1}, {3, 4}}}), (Walk{{{4, 1}, {3, 4}}}));  // a transpose has two
  EXPECT_EQ(collapse({{{2, 3}, {5, 30}, {3, 6}}}), (Walk{{{2, 3}, {5, 30}, {3, 6}}}));
  EXPECT_EQ(collapse({{}, 3}), (Walk{{{1, 1}}, 3}));
  EXPECT_EQ(collapse({{{5, -4}, {4, -1}}, 19}), (Walk{{{20, -1}}, 19}));  // backwards is a stretch too
}

TEST(Walk, PaddedAxesSwallowFullOnesInsideThemOnly) {
  EXPECT_EQ(collapse({{{5, 4, 1, 4}, {4, 1}}}), (Walk{{{20, 1, 4, 16}}}));
  EXPECT_EQ(collapse({{{5, 4}, {4, 1, 0, 3}}}), (Walk{{{5, 4}, {4, 1, 0, 3}}}));
  EXPECT_EQ(collapse({{{1, 4, 0, 0}, {4, 1}}}), (Walk{{{4, 1, 0, 0}}}));  // size 1, and all padding
}

TEST(Walk, InQuadsNeedsEverythingAMultipleOfFour) {
  EXPECT_EQ(in_quads({{{3, 16}, {8, 1}}, 4}), (Walk{{{3, 4}, {2, 1}}, 1}));
  EXPECT_EQ(in_quads({{{3, 16}, {12, 1, 4, 8}}, -4}), (Walk{{{3, 4}, {3, 1, 1, 2}}, -1}));
  EXPECT_FALSE(in_quads({{{3, 16}, {8, 1}}, 2}));        // start
  EXPECT_FALSE(in_quads({{{3, 18}, {8, 1}}, 4}));        // outer step
  EXPECT_FALSE(in_quads({{{3, 16}, {7, 1}}, 4}));        // length
  EXPECT_FALSE(in_quads({{{3, 16}, {8, 2}}, 4}));        // not neighbours
  EXPECT_FALSE(in_quads({{{3, 16}, {8, 1, 3, 8}}, 4}));  // padding
}

TEST(Walk, APlainStretchIsAView) {
  EXPECT_EQ(contiguous_at({{{24, 1}}, 5}), 5);
  EXPECT_EQ(contiguous_at({{{3, 0}, {0, 7}}, 5}), 0);  // nothing is anywhere
  EXPECT_FALSE(contiguous_at({{{24, 2}}}));
  EXPECT_FALSE(contiguous_at({{{24, 1, 1, 24}}}));
  EXPECT_FALSE(contiguous_at({{{4, 1}, {3, 4}}}));
}

// Random bits, signalling NaNs among them, through every op; the plain reference is the truth, compared bit by bit.
void expect_every_bit_arrives(Backend& backend) {
  Random random(fresh_seed());
  const auto bits = [&](DType t, Shape s) {
    Tensor out(t, s);
    for (size_t i = 0; i < out.bytes(); ++i) out.raw()[i] = static_cast<std::byte>(random.next());
    if (t == DType::f32) out.data<float>()[0] = std::bit_cast<float>(0x7fa12345u);
    return out;
  };
  struct {
    std::string op;
    Attrs attrs;
  } const calls[] = {
      {"transpose", {}},
      {"transpose", {{"perm", {1, 2, 0}}}},
      {"reshape", {{"shape", {-1, 3}}}},
      {"slice", {{"starts", {1, 20}}, {"ends", {12, 2}}, {"steps", {2, -3}}}},
      {"slice", {{"starts", {1}}, {"ends", {19}}, {"axes", {2}}}},
      {"pad", {{"before", {1, 0, 2}}, {"after", {0, 3, 1}}, {"value", 3}}},
      {"concat", {{"axis", 2}}},
      {"gather", {{"axis", 1}}},
  };
  for (DType t : all_dtypes)
    for (const auto& [name, attrs] : calls) {
      SCOPED_TRACE(format("{} {} {}", name, t, attrs));
      std::vector<Tensor> in{bits(t, {16, 11, 21})}, there;
      if (name == "concat") in.push_back(bits(t, {16, 11, 5}));
      if (name == "gather") in.push_back(Tensor::from<int32_t>({5}, {3, -1, 0, 11, -12}));
      std::vector<Desc> descs;
      for (const Tensor& x : in) descs.push_back(x.desc()), there.push_back(up(backend, x));
      const Resolved call = *resolve(name, descs, attrs);
      const Tensor truth(call.out[0].dtype, call.out[0].shape);
      call.op->reference({in, call.attrs, std::span(&truth, 1), {}, {}});
      const Tensor y = down(backend, *run_sync(backend.run(name, there, attrs)));
      ASSERT_EQ(y.desc(), truth.desc());
      EXPECT_EQ(std::memcmp(y.raw(), truth.raw(), truth.bytes()), 0);
    }
}

TEST(Moves, EveryBitArrivesOnTheCpu) {
  CpuBackend cpu;
  expect_every_bit_arrives(cpu);
}
TEST(Moves, EveryBitArrivesOnTheGpu) { expect_every_bit_arrives(*shared_gpu()); }

}  // namespace
}  // namespace bitloom::moves
