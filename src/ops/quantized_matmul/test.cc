#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "bitloom/backend.h"
#include "ops/check.h"
#include "ops/quantized_matmul/quantized_matmul.h"
#include "tests/support.h"

namespace bitloom {
namespace {

std::string problem(std::vector<Desc> in, const Attrs& attrs) {
  const auto resolved = resolve("quantized_matmul", in, attrs);
  return resolved.ok() ? "" : resolved.error().message;
}

TEST(QuantizedMatmul, SaysWhatDoesNotFit) {
  using enum DType;
  const Attrs four{{"bits", 4}, {"group", 32}};
  const std::vector<Desc> right{{f32, {2, 64}}, {u32, {5, 8}}, {f16, {5, 2}}, {f16, {5, 2}}};
  EXPECT_EQ(problem(right, four), "");
  const auto with = [&](size_t i, Desc d) {
    std::vector<Desc> in = right;
    in[i] = d;
    return problem(in, four);
  };
  EXPECT_EQ(with(0, {f32, {2, 96}}),
            "[quantized_matmul] codes are u32[5, 8]: 96 weights of 4 bits lie in 12 words a row");
  EXPECT_EQ(with(0, {i32, {2, 64}}),
            "[quantized_matmul] x is i32[2, 64]: f32, f16 or bf16 with at least one axis is needed");
  EXPECT_EQ(with(1, {i32, {5, 8}}), "[quantized_matmul] codes are i32[5, 8]: packed weights are u32 [outputs, words]");
  EXPECT_EQ(with(2, {f16, {5, 3}}), "[quantized_matmul] scales are f16[5, 3]: 5 rows in groups of 32 need [5, 2]");
  EXPECT_EQ(with(3, {f32, {5, 2}}),
            "[quantized_matmul] minimums are f32[5, 2] and scales f16[5, 2]: they must have one type and shape");
  EXPECT_EQ(problem(right, {{"bits", 5}, {"group", 32}}),
            "[quantized_matmul] not supported: 5 bits; supported are 1, 2, 3, 4 and 8");
  EXPECT_EQ(problem(right, {{"bits", 4}, {"group", 48}}),
            "[quantized_matmul] not supported: groups of 48; supported are 32, 64 and 128");
  EXPECT_EQ(problem(right, {{"bits", 4}}), "[quantized_matmul] scales are f16[5, 2]: 5 rows need [5] or [1]");
  EXPECT_EQ(problem(right, {{"bits", 4}, {"group", 32}, {"columns", 60}}),
            "[quantized_matmul] x is f32[2, 64] and a row has 60 weights: 64 and 60 differ");
  EXPECT_NE(problem(right, {{"bits", int64_t{1} << 40}}), "");
  EXPECT_NE(problem(right, {{"group", 32}}).find("bits"), std::string::npos);
}

// From weights to a product: what is multiplied are the weights that dequantize writes out, and those are near the
// given ones.
TEST(QuantizedMatmul, MultipliesWhatWasQuantized) {
  Random random(fresh_seed());
  CpuBackend cpu;
  for (const auto& [name, scheme] : packed_schemes())
    for (const auto& [m, k, n] : {std::array{1, 129, 7}, {3, 64, 10}, {11, 75, 66}}) {
      const Tensor w = make_input({DType::f32, {n, k}}, {}, random), x = make_input({DType::f32, {m, k}}, {}, random);
      QuantizeOptions options{.bits_per_weight = scheme.bits, .aligned = scheme.aligned, .scales = scheme.scales};
      options.use_symmetric_quantization = scheme.symmetric, options.transpose_b = true;
      if (scheme.granularity == quant::Granularity::group) options.group = scheme.group;
      else options.use_per_channel_quantization = scheme.granularity == quant::Granularity::channel;
      const auto few = quantize(w, options);
      ASSERT_TRUE(few.ok()) << name << ": " << few.error().message;
      const double most = scheme.bits == 1 ? 0.75 : scheme.bits == 2 ? 0.7 : scheme.bits == 3 ? 0.5 : 0.3;
      EXPECT_LT(few->error, scheme.bits == 8 ? 0.05 : most) << name;
      const Tensor got = *run_sync(cpu.matmul(x, *few)), back = *dequantize(*few);
      ASSERT_EQ(back.shape(), (Shape{n, k}));
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
          double want = 0, size = 0;
          for (int64_t p = 0; p < k; ++p) {
            const double a = x.data<float>()[static_cast<size_t>(i * k + p)],
                         b = back.data<float>()[static_cast<size_t>(j * k + p)];
            want += a * b, size += std::abs(a * b);
          }
          ASSERT_NEAR(got.data<float>()[static_cast<size_t>(i * n + j)], want, 1e-5 * size) << name;
        }
    }
}

// Every width, scheme and granularity, few rows or many, in sizes drawn anew, against the plain reference.
TEST(QuantizedMatmulGpu, EverySchemeEqualsTheReference) {
  Random random(fresh_seed());
  const auto gpu = shared_gpu();
  CpuBackend reference(true);
  for (const auto& [name, scheme] : packed_schemes()) {
    if (compiles_slowly(*gpu) && random.below(2)) continue;
    const int64_t m =
        random.below(3) ? 1 + static_cast<int64_t>(random.below(8)) : 9 + static_cast<int64_t>(random.below(30));
    const int64_t k = 1 + static_cast<int64_t>(random.below(200)), n = 1 + static_cast<int64_t>(random.below(40));
    Case c{.name = name, .in = {{random.below(4) ? DType::f32 : DType::f16, {m, k}}}};
    for (const Desc& d : packed_inputs(scheme, n, k)) c.in.push_back(d);
    c.fill = {{}, {.kind = Fill::bits}, {}};
    const std::vector<Tensor> here = make_inputs(c, random, random.below(3) == 0);
    std::vector<Tensor> there;
    for (const Tensor& t : here) there.push_back(*run_sync(gpu->upload(t)));
    const auto got = run_sync(gpu->run("quantized_matmul", there, packed_settings(scheme)));
    ASSERT_TRUE(got.ok()) << name << ": " << got.error().message;
    const Tensor want = *run_sync(reference.run("quantized_matmul", here, packed_settings(scheme)));
    const Comparison same = compare(*run_sync(gpu->download(*got)), want, 1e-5);
    EXPECT_TRUE(same.right) << name << ", " << m << "x" << k << "x" << n << ": " << same.problem;
  }
}

TEST(QuantizedMatmul, PlansByTheDevice) {
  const Packed four{.scheme = {.bits = 4}, .layout = *quant::layout_of({.bits = 4}, 4096, 4096)};
  DeviceInfo device;
  device.adapter.vendor = Vendor::nvidia;
  const auto plan_few_rows = [&](int64_t m, const Packed& p, bool x_quads, bool code_quads, const DeviceInfo& on,
                                 std::string_view profile = "chrome") {
    const wgsl::ProfileOverrides wanted{.browser = std::string(profile)};
    return bitloom::plan_few_rows(m, p, x_quads, code_quads, 32, on, *wgsl::choose_profile(on, wanted));
  };
  EXPECT_EQ(to_text(plan_few_rows(1, four, true, true, device)),
            "few rows: 1 rows, 64 of 128 threads for four columns, staged; widths 4 4, 4 words");
  device.features.subgroups = true, device.subgroup_min = device.subgroup_max = 32;
  EXPECT_EQ(plan_few_rows(1, four, true, true, device).wave, 32u);
  device.subgroup_min = 8;
  EXPECT_EQ(plan_few_rows(1, four, true, true, device).wave, 0u) << "subgroups whose size is not known ahead";
  device.subgroup_min = 32, device.features.subgroups = false;
  EXPECT_EQ(plan_few_rows(1, four, true, true, device).wave, 0u);
  EXPECT_EQ(plan_few_rows(7, four, true, true, device).rows, 8u);
  EXPECT_EQ(plan_few_rows(1, four, true, false, device).wide, 1) << "codes that start inside a quad";
  EXPECT_TRUE(plan_few_rows(1, four, true, true, device, "firefox").looped);
  EXPECT_FALSE(plan_few_rows(8, four, true, true, device).looped);
  // Few stretches: no more threads than there are.
  const Packed small{.scheme = {.bits = 3}, .layout = *quant::layout_of({.bits = 3}, 6, 50)};
  EXPECT_EQ(to_text(plan_few_rows(2, small, true, true, device)),
            "few rows: 2 rows, 8 of 128 threads for four columns, staged; widths 1 1, 1 words");
  EXPECT_FALSE(plan_few_rows(4, four, true, true, device).staged);
  // In whole numbers x is always staged, and has to fit.
  const wgsl::Profile profile = *wgsl::choose_profile(device, {});
  const FewRowsPlan whole = bitloom::plan_few_rows(8, four, true, true, 8, device, profile);
  EXPECT_TRUE(whole.staged);
  EXPECT_LE(8 * whole.span * 9 * 16, device.limits.max_workgroup_storage_size);
}

// x in whole numbers: the error is what the rounding of x may cost, and not nothing.
TEST(QuantizedMatmulGpu, RoundsXToWholeNumbersWhereAsked) {
  Random random(fresh_seed());
  const auto gpu = shared_gpu();
  CpuBackend reference(true), cpu;
  for (const auto& [name, scheme] : packed_schemes())
    for (const int x_bits : {8, 16}) {
      if (!everything() && random.below(compiles_slowly(*gpu) ? 12 : 6)) continue;
      const int64_t m =
          random.below(2) ? 1 + static_cast<int64_t>(random.below(8)) : 9 + static_cast<int64_t>(random.below(60));
      const int64_t k = 33 + static_cast<int64_t>(random.below(200)),
                    n = 2 * (16 + static_cast<int64_t>(random.below(20)));  // enough for the bounds below
      const bool gated = random.below(4) == 0;
      Case c{.name = name, .in = {{random.below(4) ? DType::f32 : DType::f16, {m, k}}}};
      for (const Desc& d : packed_inputs(scheme, n, k)) c.in.push_back(d);
      c.fill = {{}, {.kind = Fill::bits}, {.kind = Fill::uniform, .low = -0.1, .high = 0.1}};
      const std::vector<Tensor> here = make_inputs(c, random, random.below(3) == 0);
      std::vector<Tensor> there;
      for (const Tensor& t : here) there.push_back(*run_sync(gpu->upload(t)));
      Attrs plain = packed_settings(scheme);
      plain.set("dtype", "f32").set("gated", gated);
      Attrs attrs = plain;
      attrs.set("x_bits", x_bits);
      const auto got = run_sync(gpu->run("quantized_matmul", there, attrs));
      ASSERT_TRUE(got.ok()) << name << ": " << got.error().message;
      const auto size = [](const Tensor& a, const Tensor& b) {
        double error = 0, whole = 0;
        for (size_t i = 0; i < a.data<float>().size(); ++i)
          error += std::pow(a.data<float>()[i] - b.data<float>()[i], 2), whole += std::pow(b.data<float>()[i], 2);
        return std::sqrt(error / whole);
      };
      const Tensor y = *run_sync(gpu->download(*got));
      const std::string what = format("{}, x in {} bits, {}x{}x{}{}", name, x_bits, m, k, n, gated ? ", gated" : "");
      // A number of x that lies between two may be rounded to either, which shows most in a single row.
      const double either = (x_bits == 8 ? 6e-3 : 5e-5) / std::sqrt(static_cast<double>(std::min<int64_t>(m, 36)));
      EXPECT_LT(size(y, *run_sync(reference.run("quantized_matmul", here, attrs))), either) << what;
      EXPECT_LT(size(*run_sync(cpu.run("quantized_matmul", here, attrs)), y), either) << what;
      const double cost = size(y, *run_sync(reference.run("quantized_matmul", here, plain)));
      EXPECT_LT(cost, x_bits == 8 ? 0.03 : 1e-4) << what;
      EXPECT_GT(cost, x_bits == 8 ? 2e-4 : 1e-6) << what;
    }
}

// A row with a number that is none has no numbers; the others keep theirs.
TEST(QuantizedMatmulGpu, WhatIsNotFiniteStaysInItsRow) {
  Random random(fresh_seed());
  const auto gpu = shared_gpu();
  CpuBackend reference(true);
  for (const int x_bits : {32, 16, 8})
    for (const int64_t m : {3, 20}) {
      const quant::Scheme scheme{.bits = 4};
      const int64_t k = 33 + static_cast<int64_t>(random.below(100)), n = 6;
      Case c{.name = "", .in = {{DType::f32, {m, k}}}};
      for (const Desc& d : packed_inputs(scheme, n, k)) c.in.push_back(d);
      c.fill = {{.kind = Fill::integers, .low = -1, .high = 2},
                {.kind = Fill::bits},
                {.kind = Fill::uniform, .low = 0.1, .high = 0.2}};
      const std::vector<Tensor> here = make_inputs(c, random);
      Attrs attrs = packed_settings(scheme);
      attrs.set("x_bits", x_bits);
      const Tensor want = *run_sync(reference.run("quantized_matmul", here, attrs));
      std::vector<Tensor> there;
      for (const Tensor& t : here) there.push_back(*run_sync(gpu->upload(t)));
      for (const float odd : {NAN, INFINITY, -INFINITY}) {
        const Tensor x = Tensor::from_floats(DType::f32, here[0].shape(), here[0].data<float>());
        const auto row = static_cast<int64_t>(random.below(static_cast<uint64_t>(m)));
        x.data<float>()[static_cast<size_t>(row * k) + random.below(static_cast<uint64_t>(k))] = odd;
        there[0] = *run_sync(gpu->upload(x));
        const auto got = run_sync(gpu->run("quantized_matmul", there, attrs));
        ASSERT_TRUE(got.ok()) << got.error().message;
        const Tensor y = *run_sync(gpu->download(*got));
        for (int64_t i = 0; i < m * n; ++i) {
          const float v = y.data<float>()[static_cast<size_t>(i)], w = want.data<float>()[static_cast<size_t>(i)];
          const std::string what =
              format("{} in row {}, x in {} bits, {}x{}: row {} has {}", odd, row, x_bits, m, k, i / n, v);
          if (i / n == row) EXPECT_FALSE(std::isfinite(v)) << what;
          else EXPECT_NEAR(v, w, 1e-4 * std::abs(w) + 1e-3) << what;
        }
      }
    }
}

}  // namespace
}  // namespace bitloom
