#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ops/check.h"
#include "ops/matmul/matmul.h"

namespace bitloom {
namespace {

std::string problem(const Desc& a, const Desc& b, const Attrs& attrs = {}) {
  const auto resolved = resolve("matmul", std::vector{a, b}, attrs);
  return resolved.ok() ? "" : resolved.error().message;
}

Shape shape_of(const Shape& a, const Shape& b, const Attrs& attrs = {}) {
  return resolve("matmul", std::vector<Desc>{{DType::f32, a}, {DType::f32, b}}, attrs)->out[0].shape;
}

Tensor run(void (*kernel)(const CpuCall&), const Resolved& call, std::span<const Tensor> in) {
  const Tensor out(call.out[0].dtype, call.out[0].shape);
  std::fill_n(out.raw(), out.bytes(), std::byte{0xff});  // NaN where the kernel forgets to write
  const std::vector<Tensor> outs{out};
  kernel({.in = in, .attrs = call.attrs, .out = outs, .in_descs = {}, .out_descs = {}});
  return out;
}

Product product(const Shape& a, const Shape& b, const Attrs& attrs = {}) {
  const std::vector<Desc> in{{DType::f32, a}, {DType::f32, b}};
  const Resolved call = *resolve("matmul", in, attrs);
  return product_of({in, call.attrs, call.out});
}

MatmulPlan plan_for(const Product& p, Vendor vendor, const Limits& limits = {}, std::string_view profile = "chrome") {
  DeviceInfo device;
  device.adapter.vendor = vendor;
  device.limits = limits;
  return plan_matmul(p, {}, device, *wgsl::choose_profile(device, {.browser = std::string(profile)}));
}

TEST(Matmul, SaysWhatDoesNotFitAndWhatWould) {
  using enum DType;
  EXPECT_EQ(problem({f32, {4, 96}}, {f32, {128, 96}}),
            "[matmul] A is [4, 96] and B is [128, 96]: inner sizes 96 and 128 differ. Did you mean transpose_b?");
  EXPECT_EQ(problem({f32, {96, 4}}, {f32, {96, 8}}),
            "[matmul] A is [96, 4] and B is [96, 8]: inner sizes 4 and 96 differ. Did you mean transpose_a?");
  EXPECT_EQ(problem({f32, {4, 96}}, {f32, {96, 8}}, {{"transpose_b", 1}}),
            "[matmul] A is [4, 96] and B is [96, 8], transpose_b: inner sizes 96 and 8 differ. Did you mean it without "
            "transpose_b?");
  EXPECT_EQ(problem({f32, {2, 3}}, {f32, {4, 5}}), "[matmul] A is [2, 3] and B is [4, 5]: inner sizes 3 and 4 differ.");
  EXPECT_EQ(problem({f32, {3}}, {f32, {4}}), "[matmul] A is [3] and B is [4]: inner sizes 3 and 4 differ.");
  EXPECT_EQ(problem({f32, {2, 3, 4}}, {f32, {5, 4, 6}}),
            "[matmul] A is [2, 3, 4] and B is [5, 4, 6]: batch sizes [2] and [5] do not broadcast");
  EXPECT_EQ(problem({i32, {2, 3}}, {f32, {3, 4}}),
            "[matmul] A is i32[2, 3]: only f32, f16 and bf16 can be multiplied; cast it first");
  EXPECT_EQ(problem({f32, {}}, {f32, {3, 4}}),
            "[matmul] A is f32[]: at least one axis is needed; for a scalar use multiply");
  EXPECT_EQ(problem({f32, {2, 3}}, {f32, {3, 4}}, {{"dtype", "i8"}}),
            "[matmul] dtype 'i8' is not supported; supported are f32, f16 and bf16");
}

TEST(Matmul, ShapesAreNumPys) {
  EXPECT_EQ(shape_of({2, 3}, {3, 4}), (Shape{2, 4}));
  EXPECT_EQ(shape_of({3}, {3, 4}), (Shape{4}));
  EXPECT_EQ(shape_of({2, 3}, {3}), (Shape{2}));
  EXPECT_EQ(shape_of({3}, {3}), (Shape{}));
  EXPECT_EQ(shape_of({3}, {5, 3, 4}), (Shape{5, 4}));
  EXPECT_EQ(shape_of({7, 1, 2, 3}, {5, 3, 4}), (Shape{7, 5, 2, 4}));
  EXPECT_EQ(shape_of({0, 3}, {3, 4}), (Shape{0, 4}));
  EXPECT_EQ(shape_of({3, 2}, {4, 3}, {{"transpose_a", 1}, {"transpose_b", 1}}), (Shape{2, 4}));
}

TEST(Matmul, ResultTypeIsAsOrTheOneAskedFor) {
  const std::vector<Desc> in{{DType::f16, {2, 3}}, {DType::f32, {3, 4}}};
  EXPECT_EQ(resolve("matmul", in, {})->out[0].dtype, DType::f16);
  EXPECT_EQ(resolve("matmul", in, {{"dtype", "f32"}})->out[0].dtype, DType::f32);
}

TEST(Matmul, CpuEqualsReferenceOnRandomShapes) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE(format("seed {}", seed));
  Random random(seed);
  constexpr DType types[] = {DType::f32, DType::f16, DType::bf16};
  const Op& op = *find_op("matmul");
  for (int round = 0; round < 60; ++round) {
    const int64_t m = 1 + int64_t(random.below(40)), n = 1 + int64_t(random.below(40)), k = int64_t(random.below(50));
    const bool ta = random.below(2), tb = random.below(2);
    std::vector<int64_t> a, b;
    for (uint64_t axes = random.below(3); axes > 0; --axes) {
      const int64_t size = 1 + int64_t(random.below(3));
      a.push_back(random.below(3) ? size : 1), b.push_back(random.below(3) ? size : 1);
    }
    a.insert(a.end(), {ta ? k : m, ta ? m : k}), b.insert(b.end(), {tb ? n : k, tb ? k : n});
    Case c{"random", {{types[random.below(3)], Shape(a)}, {types[random.below(3)], Shape(b)}}};
    c.attrs = {{"transpose_a", ta}, {"transpose_b", tb}};
    const std::vector<Tensor> in = make_inputs(c, random, random.below(2));
    const Resolved call = *resolve("matmul", c.in, c.attrs);
    const Comparison same = compare(run(op.cpu, call, in), run(op.reference, call, in), op.tolerance);
    EXPECT_TRUE(same.right) << format("{} times {} with {}: {}", c.in[0], c.in[1], c.attrs, same.problem);
  }
}

TEST(Matmul, OneNanSpoilsOnlyItsRow) {
  const Op& op = *find_op("matmul");
  std::vector<float> a(5 * 7, 1.0f), b(7 * 6, 1.0f);
  a[2 * 7 + 3] = NAN;
  const std::vector<Tensor> in{Tensor::from<float>({5, 7}, std::span<const float>(a)),
                               Tensor::from<float>({7, 6}, std::span<const float>(b))};
  const Resolved call = *resolve("matmul", std::vector{in[0].desc(), in[1].desc()}, {});
  const std::vector<float> y = run(op.cpu, call, in).to_floats();
  for (size_t i = 0; i < y.size(); ++i) EXPECT_EQ(std::isnan(y[i]), i / 6 == 2) << i;
}

TEST(Matmul, BatchesAreJoined) {
  const Product rows = product({4, 5, 6, 8}, {8, 3});  // B is the same for all: just more rows
  EXPECT_EQ(rows.m, 4 * 5 * 6);
  EXPECT_EQ(rows.batch_rank, 0);
  const Product plain = product({4, 5, 6, 8}, {4, 5, 8, 3});
  EXPECT_EQ(plain.batch_rank, 1);
  EXPECT_EQ(plain.batches(), 20);
  const Product heads = product({2, 1, 6, 8}, {2, 5, 8, 3});
  EXPECT_EQ(heads.batch_rank, 2);
  EXPECT_EQ(heads.batch[1].a_step, 0);
  EXPECT_EQ(heads.batch[1].b_step, 24);
}

TEST(Matmul, PlansFollowTheDevice) {
  const Product large = product({4096, 4096}, {4096, 4096});
  EXPECT_EQ(to_text(plan_for(large, Vendor::nvidia)),
            "tiled: 64x128x16, 8x8 a thread, 8 lanes, unroll 4; widths 4 4 4; batch rank 1");
  EXPECT_EQ(to_text(plan_for(large, Vendor::intel)),
            "tiled: 64x64x16, 4x4 a thread, 8 lanes, unroll 4; widths 4 4 4; ragged k; batch rank 1");
  EXPECT_EQ(plan_for(large, Vendor::unknown, {}, "firefox").tile_m, 32u);
  EXPECT_EQ(plan_for(product({48, 48}, {48, 48}), Vendor::nvidia).tile_m, 32u) << "few results: small tiles";
  // Few tiles: several threads share k, as far as memory goes and k is long.
  Limits much;
  much.max_workgroup_storage_size = 49152;
  EXPECT_EQ(to_text(plan_for(product({128, 4096}, {4096, 4096}), Vendor::nvidia, much)),
            "tiled: 64x64x64, 8x8 a thread, 8 lanes, 4 slices, unroll 16; widths 4 4 4; batch rank 1");
  EXPECT_EQ(to_text(plan_for(product({128, 3072}, {3072, 768}), Vendor::nvidia, much)),
            "tiled: 32x32x128, 4x8 a thread, 4 lanes, 8 slices, unroll 32; widths 4 4 4; batch rank 1");
  EXPECT_EQ(plan_for(product({128, 3072}, {3072, 768}), Vendor::nvidia).slices, 2u) << "16 KB";
  EXPECT_EQ(plan_for(product({128, 260}, {260, 768}), Vendor::nvidia, much).slices, 4u);
  EXPECT_EQ(plan_for(product({128, 768}, {768, 3072}), Vendor::nvidia, much).slices, 2u) << "many tiles";
  EXPECT_EQ(plan_for(product({128, 32}, {32, 768}), Vendor::nvidia, much).slices, 1u);
  EXPECT_EQ(plan_for(product({128, 3072}, {3072, 768}), Vendor::intel, much).slices, 1u) << "not measured";
  // 32 x 32 threads only where the device has as many, and the memory for their tiles.
  Limits roomy;
  roomy.max_invocations_per_workgroup = roomy.max_workgroup_size_x = roomy.max_workgroup_size_y = 1024;
  roomy.max_workgroup_storage_size = 49152;
  EXPECT_EQ(plan_for(large, Vendor::apple, roomy, "safari").tile_m, 128u);
  EXPECT_LT(plan_for(large, Vendor::apple, {}, "safari").tile_m, 128u);

  const MatmulPlan row = plan_for(product({1, 4096}, {4096, 16384}), Vendor::nvidia);
  EXPECT_EQ(to_text(row), "skinny: 1 rows, 8 quads of columns in 32 slices; widths 4 4 4; batch rank 1");
  const MatmulPlan vector = plan_for(product({4096, 4096}, {4096}), Vendor::nvidia);
  EXPECT_TRUE(vector.flip && vector.kind == MatmulPlan::skinny);
  EXPECT_EQ(plan_for(product({100, 33}, {33, 64}), Vendor::nvidia).a_width, 1) << "rows of 33 do not start at quads";
  EXPECT_EQ(plan_for(product({100, 33}, {33, 64}), Vendor::nvidia).b_width, 4);
}

}  // namespace
}  // namespace bitloom
