#include "ops/attention/attention.h"

#include <sstream>

#include "gpu/device.h"
#include "ops/rows/testing.h"
#include "runtime/variants.h"

namespace bitloom {
namespace {

using enum DType;

std::string plan_text(const DeviceInfo& device, int64_t queries, int64_t size, bool quads = true, bool halves = false) {
  const Attention a{.heads = 2, .groups = 2, .queries = queries, .keys = 2048, .d = size, .e = size, .halves = halves};
  return to_text(plan_attention(a, quads, quads, device, *wgsl::choose_profile(device, {.browser = "chrome"})));
}

TEST(Attention, ThePlanFollowsTheDeviceAndTheSizes) {
  EXPECT_EQ(plan_text(large_device(), 128, 64),
            "tiled: 32 queries by 64 keys, 4x4 a thread, 8x16 threads, 1 quads of results, 32 rows of v; unroll 4; "
            "widths 4 4 4");
  EXPECT_EQ(plan_text(large_device(), 4096, 64),
            "held: 128 queries by 64 keys, 4x8 a thread, 2 quads of results; unroll 2; widths 4 4 4");
  EXPECT_EQ(plan_text(large_device(), 2048, 128),
            "tiled: 128 queries by 64 keys, 4x8 a thread, 32x8 threads, 4 quads of results, 16 rows of v; unroll 2; "
            "widths 4 4 4");
  EXPECT_EQ(plan_text(smallest_device(), 2048, 64),
            "tiled: 64 queries by 32 keys, 4x4 a thread, 16x8 threads, 2 quads of results, 8 rows of v; unroll 4; "
            "widths 4 4 4");
  EXPECT_EQ(plan_text(large_device(), 1, 80, false),
            "single rows: 128 threads, 32 columns, 4 parts; unroll 1; widths 1 1 4");
  EXPECT_TRUE(plan_text(large_device(), 2048, 7).ends_with("widths 1 1 1"));
  EXPECT_EQ(plan_text(large_device(), 8192, 64, true, true),
            "matrices: 128 queries by 32 keys, 2+2 times 32 columns; unroll 1; widths 4 4 4");
  EXPECT_EQ(plan_text(large_device(), 2048, 80, true, true),
            "matrices: 64 queries by 32 keys, 3+3 times 32 columns; unroll 1; widths 4 4 4");
  EXPECT_TRUE(plan_text(large_device(), 2048, 160, true, true).starts_with("tiled"));
  EXPECT_TRUE(plan_text(large_device(), 8, 64, true, true).starts_with("single"));
  EXPECT_TRUE(plan_text(smallest_device(), 2048, 64, true, true).starts_with("tiled"));
}

TEST(Attention, EveryPlanKeepsToTheLimits) {
  std::vector<wgsl::ProfileOverrides> all_wanted;
  for (const std::string_view name : wgsl::profile_names) {
    all_wanted.push_back({.browser = std::string(name)});
    all_wanted.push_back({.profile = std::string(name)});
  }
  for (uint32_t tile = 0; tile <= 32; tile = tile ? tile * 2 : 1)
    for (uint32_t threads = 0; threads <= 1024; threads = threads ? threads * 2 : 1) {
      wgsl::ProfileOverrides& wanted = all_wanted.emplace_back();
      if (tile) wanted.tile = tile;
      if (threads) wanted.threads = threads;
    }
  for (const uint32_t bytes : {16384u, 32768u, 49152u})
    for (const Vendor vendor : {Vendor::unknown, Vendor::nvidia, Vendor::amd, Vendor::software})
      for (const wgsl::ProfileOverrides& wanted : all_wanted)
        for (int64_t size = 1; size <= Attention::max_size; size += wanted.browser.empty() ? 5 : 1)
          for (const int64_t queries : {1, 20, 100, 10000, -10000}) {  // below 0: in f16
            DeviceInfo device = bytes == 16384 ? smallest_device() : large_device();
            device.limits.max_workgroup_storage_size = bytes;
            device.adapter.vendor = vendor;
            const Attention a{.queries = std::abs(queries), .keys = 5000, .d = size, .e = size, .halves = queries < 0};
            const AttentionPlan plan = plan_attention(a, true, true, device, *wgsl::choose_profile(device, wanted));
            ASSERT_LE(plan.workgroup_bytes(), bytes) << to_text(plan);
            ASSERT_LE(plan.threads, device.limits.max_invocations_per_workgroup) << to_text(plan);
            ASSERT_TRUE(std::has_single_bit(plan.threads));
            if (plan.kind == AttentionPlan::single) {
              ASSERT_LE(plan.columns, plan.threads);
              ASSERT_GE(plan.columns * 4, size);
              continue;
            }
            if (plan.kind == AttentionPlan::matrices) {
              ASSERT_GE(plan.deep * 32, size) << to_text(plan);
              ASSERT_GE(plan.down, 4u) << to_text(plan);
              ASSERT_EQ(plan.threads, plan.down * 32) << to_text(plan);
              ASSERT_EQ(8 * 32 * std::min(plan.deep, plan.cols) % plan.threads, 0) << to_text(plan);
              continue;
            }
            ASSERT_GE(plan.across * plan.cols * 4, size) << to_text(plan);
            if (plan.kind == AttentionPlan::held) {
              // What held.wgsl takes for granted.
              ASSERT_EQ(plan.deep % plan.cols, 0) << to_text(plan);
              ASSERT_GE(plan.deep * 4, size) << to_text(plan);
              ASSERT_EQ(plan.tile_k() * plan.deep % plan.threads, 0) << to_text(plan);
              ASSERT_EQ(plan.tile_q() * plan.deep % plan.threads, 0) << to_text(plan);
              ASSERT_EQ(plan.tile_k() * plan.across * plan.cols % plan.threads, 0) << to_text(plan);
              continue;
            }
            // What kernel.wgsl takes for granted.
            ASSERT_EQ(plan.threads, plan.down * plan.across);
            ASSERT_LE(plan.tile_q(), plan.threads) << to_text(plan);
            ASSERT_EQ(plan.tile_q() * plan.deep % plan.threads, 0) << to_text(plan);
            ASSERT_EQ(plan.tile_k() * plan.deep % plan.threads, 0) << to_text(plan);
            ASSERT_EQ(plan.tile_k() % plan.p_keys + plan.p_keys % plan.v_keys + plan.p_keys % plan.across, 0)
                << to_text(plan);
            ASSERT_GE(plan.tile_k() * plan.deep, plan.threads) << to_text(plan);
            ASSERT_EQ(plan.v_keys % plan.unroll + plan.deep % plan.unroll, 0) << to_text(plan);
          }
}

TEST(Attention, WhatMatricesTakeOfWorkgroupMemoryIsWhatTheirTextDeclares) {
  for (const bool spelled : {false, true})
    for (const int64_t d : {32, 64, 100, 128})
      for (const int64_t e : {32, 96, 128}) {
        DeviceInfo device = large_device();
        wgsl::ProfileOverrides wanted;
        if (spelled) wanted.matrices = wgsl::Matrices::spelled;
        Graph graph;
        const Value q = graph.input("", {f16, {1, 2, 40, d}}), v = graph.input("", {f16, {1, 2, 40, e}});
        graph.output("", *graph.apply("attention", {q, q, v}));
        const auto plan = compile(graph, {&device, *wgsl::choose_profile(device, wanted)});
        ASSERT_TRUE(plan.ok()) << plan.error().message;
        const wgsl::Key& key = plan->steps[0].dispatches[0].key;
        if (key.file != "attention/matrices.wgsl") continue;  // no room
        const auto text = wgsl::expand(wgsl::Sources::embedded(), key);
        ASSERT_TRUE(text.ok()) << text.error().message;
        uint32_t bytes = 12;  // News
        std::istringstream lines(text->text);
        for (std::string line; std::getline(lines, line);) {
          char type[16];
          unsigned count = 0;
          if (std::sscanf(line.c_str(), "var<workgroup> %*[a-z_0-9]: array<%15[a-z0-9], %u>", type, &count) == 2)
            bytes += count * (type == std::string_view("vec4f") ? 16 : type == std::string_view("half4") ? 8 : 4);
        }
        const Attention a{.heads = 2, .groups = 2, .queries = 40, .keys = 40, .d = d, .e = e, .halves = true};
        EXPECT_EQ(plan_attention(a, true, true, device, *wgsl::choose_profile(device, wanted)).workgroup_bytes(), bytes)
            << key.text();
      }
}

// All scores are 0, so that a row is the mean of the v it sees.
TEST(Attention, CausalRowsEndAtTheLastKeyTogether) {
  const auto run = [](int64_t queries, int64_t keys, const std::vector<float>& values, const std::vector<float>& want) {
    std::vector<float> v;
    for (float x : values) v.insert(v.end(), {x, -x});
    on_every_backend(
        "attention",
        {Tensor(f32, {1, 1, queries, 3}), Tensor(f32, {1, 1, keys, 3}), Tensor::from<float>({1, 1, keys, 2}, v)},
        {{"causal", 1}}, [&](const Tensor& y) {
          const std::vector<float> got = y.to_floats();
          ASSERT_EQ(got.size(), want.size() * 2);
          for (size_t i = 0; i < want.size(); ++i) {
            EXPECT_NEAR(got[2 * i], want[i], 1e-5f) << "row " << i;
            EXPECT_NEAR(got[2 * i + 1], -want[i], 1e-5f) << "row " << i;
          }
        });
  };
  run(3, 3, {2, 4, 9}, {2, 3, 5});
  run(2, 4, {2, 4, 9, 1}, {5, 4});  // the first of two queries sees three of four keys
  run(4, 2, {2, 4}, {0, 0, 2, 3});  // two see none: 0
  std::vector<float> want(10, 0);   // the same by tiles
  for (size_t i = 0; i < 4; ++i) want[6 + i] = 2 + static_cast<float>(i);
  run(10, 4, {2, 4, 6, 8}, want);
}

TEST(Attention, CausalRowsDoNotLookAhead) {
  for (const int64_t n : {5, 70}) {
    std::vector<float> v(static_cast<size_t>(n), 1.0f);
    v.back() = nan_value;
    std::vector<float> want(static_cast<size_t>(n), 1.0f);
    want.back() = nan_value;
    on_every_backend("attention",
                     {Tensor(f32, {1, 1, n, 4}), Tensor(f32, {1, 1, n, 4}), Tensor::from<float>({1, 1, n, 1}, v)},
                     {{"causal", 1}}, [&](const Tensor& y) { expect_floats(y, want); });
  }
}

TEST(Attention, MasksOfMinusInfinity) {
  // Row 0 sees the last key only, row 1 nothing, row 2 all; for few queries and by tiles, over several tiles of keys.
  for (const int64_t queries : {3, 12})
    for (const int64_t keys : {5, 300, 2100}) {
      const size_t n = static_cast<size_t>(keys);
      std::vector<float> mask(static_cast<size_t>(queries) * n, 0.0f), v(n, 1.0f);
      std::fill_n(mask.begin(), 2 * n, -infinity);
      mask[n - 1] = 0;
      v.back() = 7;
      std::vector<float> want(static_cast<size_t>(queries), 1 + 6 / static_cast<float>(keys));
      want[0] = 7, want[1] = 0;
      on_every_backend("attention",
                       {Tensor(f32, {1, 1, queries, 4}), Tensor(f32, {1, 1, keys, 4}),
                        Tensor::from<float>({1, 1, keys, 1}, v), Tensor::from<float>({queries, keys}, mask)},
                       {}, [&](const Tensor& y) { expect_floats(y, want); });
    }
}

TEST(Attention, NaNInOneQueryStaysInItsRow) {
  for (const int64_t queries : {4, 12}) {
    std::vector<float> q(static_cast<size_t>(queries), 0.0f), want(q.size(), 3.0f);
    q[1] = want[1] = nan_value;
    on_every_backend("attention",
                     {Tensor::from<float>({1, 1, queries, 1}, q), Tensor::from<float>({1, 1, 2, 1}, {1, 1}),
                      Tensor::from<float>({1, 1, 2, 1}, {2, 4})},
                     {}, [&](const Tensor& y) { expect_floats(y, want); });
  }
}

// matmul, multiply, add, softmax and matmul, op by op, are the same.
TEST(Attention, EqualsTheChainOfOps) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(format("seed {}", seed));
  Random random(seed);
  struct Setup {
    int64_t batch, heads, queries, keys, size;
    std::optional<Shape> mask;
  };
  for (const Setup& c : {Setup{1, 3, 37, 53, 36, Shape{37, 53}}, Setup{1, 2, 2, 1300, 32, {}},
                         // Masks that repeat over heads, over batches, over keys, and over queries.
                         Setup{2, 3, 11, 20, 16, Shape{2, 1, 11, 20}}, Setup{2, 3, 11, 20, 16, Shape{3, 1, 20}},
                         Setup{2, 3, 2, 20, 16, Shape{2, 3, 2, 1}}, Setup{2, 3, 2, 20, 16, Shape{2, 1, 1, 20}}}) {
    SCOPED_TRACE(c.mask ? format("mask {}", *c.mask) : "no mask");
    const Desc q{f32, {c.batch, c.heads, c.queries, c.size}}, k{f32, {c.batch, c.heads, c.keys, c.size}};
    std::vector<Desc> descs{q, k, k};
    if (c.mask) descs.push_back({f32, *c.mask});
    Graph one, many;
    std::vector<Value> x, y;
    for (const Desc& d : descs) x.push_back(one.input("", d)), y.push_back(many.input("", d));
    one.output("", *one.apply("attention", x));
    const Value scale = many.constant(Tensor::from<float>({}, {1 / std::sqrt(static_cast<float>(c.size))}));
    Value s = *many.apply("multiply", {*many.apply("matmul", {y[0], y[1]}, {{"transpose_b", 1}}), scale});
    if (c.mask) s = *many.apply("add", {s, y[3]});
    many.output("", *many.apply("matmul", {*many.apply("softmax", {s}), y[2]}));
    std::vector<Tensor> in;
    for (const Desc& d : descs) in.push_back(make_input(d, {}, random));
    const std::shared_ptr<Backend> backends[] = {std::make_shared<CpuBackend>(true), std::make_shared<CpuBackend>(),
                                                 shared_gpu()};
    for (const auto& backend : backends) {
      SCOPED_TRACE(backend->name());
      std::vector<Tensor> there;
      for (const Tensor& t : in) there.push_back(up(*backend, t));
      const RunOptions unfused{.fuse = false};
      const auto got = run_sync(backend->run(one, there)), want = run_sync(backend->run(many, there, unfused));
      ASSERT_TRUE(got.ok() && want.ok());
      const Comparison same = compare(down(*backend, (*got)[0]), down(*backend, (*want)[0]), 4e-5);
      EXPECT_TRUE(same.right) << same.problem;
    }
  }
}

TEST(Attention, TakesAnEpilogue) {
  Random random(std::random_device{}());
  for (const int64_t queries : {1, 20})  // in two passes, and by tiles
    for (const int64_t size : {32, 33}) {
      Graph graph;
      const Desc q{f32, {1, 2, queries, size}}, k{f32, {1, 2, queries == 1 ? 1100 : 41, size}};
      const Value x = graph.input("q", q), kv = graph.input("kv", k), r = graph.input("r", q);
      graph.output("", *graph.apply("relu", {*graph.apply("add", {*graph.apply("attention", {x, kv, kv}), r})}));
      const DeviceInfo device = smallest_device();
      const auto plan = compile(graph, {&device, *wgsl::choose_profile(device)});
      ASSERT_TRUE(plan.ok()) << plan.error().message;
      EXPECT_EQ(plan->steps.size(), 1u);
      const std::vector<Tensor> in{make_input(q, {}, random), make_input(k, {}, random), make_input(q, {}, random)};
      CpuBackend cpu;
      const std::shared_ptr<Backend> backend = shared_gpu();
      std::vector<Tensor> there;
      for (const Tensor& t : in) there.push_back(up(*backend, t));
      const auto got = run_sync(backend->run(graph, there)), want = run_sync(cpu.run(graph, in));
      ASSERT_TRUE(got.ok() && want.ok());
      const Comparison same = compare(down(*backend, (*got)[0]), (*want)[0], 4e-5);
      EXPECT_TRUE(same.right) << same.problem;
    }
}

// Few devices multiply matrices; what is written for them is right if it is with the matrices spelled out.
TEST(AttentionGpu, MatricesSpelledOutEqualTheReference) {
  Random random(fresh_seed());
  const std::shared_ptr<WebGPUBackend> backend = shared_gpu();
  CpuBackend reference(true);
  const Op& op = *find_op("attention");
  wgsl::ProfileOverrides spelled;
  spelled.matrices = wgsl::Matrices::spelled;
  struct Setup {
    int64_t heads, groups, queries, keys, d, e;
    bool causal;
    int mask;    // 0: none, 1: of keys, 2: of queries and keys, half of it -inf
    bool odd_v;  // NaN and infinities in v
  };
  const auto from = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random.below(static_cast<uint64_t>(high - low + 1)));
  };
  for (const Setup& c : {Setup{2, 1, from(9, 40), from(33, 99), 32, 32, true, 0, false},
                         Setup{1, 1, from(9, 40), from(9, 99), 32, 32, false, 0, true},
                         Setup{1, 1, from(9, 40), from(9, 70), 32, from(33, 64), true, 2, false},
                         Setup{1, 1, from(9, 40), from(9, 70), from(1, 31), from(1, 31), true, 1, true}}) {
    std::vector<Desc> descs{{f16, {1, c.heads, c.queries, c.d}}, {f16, {1, c.groups, c.keys, c.d}}};
    descs.push_back({f16, {1, c.groups, c.keys, c.e}});
    if (c.mask == 1) descs.push_back({f32, {c.keys}});
    if (c.mask == 2) descs.push_back({f32, {c.queries, c.keys}});
    std::vector<Tensor> in, there;
    for (const Desc& d : descs) {
      // Scores wide enough for sums to be scaled down now and then; but no weight that f16 makes 0 of, where v is odd.
      Fill fill{Fill::uniform, c.odd_v ? -1.0 : -4.0, c.odd_v ? 1.0 : 4.0};
      if (in.size() == 3 && c.mask == 2) fill = {Fill::uniform, -6.8e38, 0};
      in.push_back(make_input(d, fill, random));
    }
    if (c.odd_v) {
      std::vector<float> v = in[2].to_floats();
      for (int i = 0; i < 5; ++i)  // among the last keys, which not every row sees
        v[v.size() - 1 - random.below(static_cast<uint64_t>(std::min(c.keys, c.queries) * c.e))] =
            i < 3 ? infinity : nan_value;
      in[2] = Tensor::from_floats(f16, descs[2].shape, v);
    }
    for (const Tensor& t : in) there.push_back(up(*backend, t));
    SCOPED_TRACE(format("{} queries, {} keys, {} and {}{}, mask {}", c.queries, c.keys, c.d, c.e,
                        c.causal ? ", causal" : "", c.mask));
    const Attrs attrs{{"causal", int64_t{c.causal}}};
    Graph graph;  // with something to follow, in the same kernel
    std::vector<Value> x;
    for (const Desc& d : descs) x.push_back(graph.input("", d));
    graph.output("", *graph.apply("neg", {*graph.apply("attention", x, attrs)}));
    const auto plan = backend->plan_text(graph, there, {.profile = spelled});
    ASSERT_TRUE(plan.ok() && plan->find("attention/matrices.wgsl") != std::string::npos) << *plan;
    const uint64_t before = backend->counters().dispatches;
    const auto got = run_sync(backend->run(graph, there, {.profile = spelled}));
    ASSERT_TRUE(got.ok()) << got.error().message;
    if (c.e % 4 == 0) EXPECT_EQ(backend->counters().dispatches - before, 1u);
    const auto want = run_sync(reference.run(graph, in));
    const Comparison same = compare(down(*backend, (*got)[0]), (*want)[0], op.matrix_tolerance);
    EXPECT_TRUE(same.right) << same.problem;
  }
}

// Near 2^27 a score grows by 16 at a time: e^16 is more than f16 holds, so the older sums have to be scaled down.
TEST(AttentionGpu, MatricesSpelledOutNoticeThatALargeScoreGrew) {
  const std::shared_ptr<WebGPUBackend> backend = shared_gpu();
  std::vector<float> mask(64, 134217744.0f), v(64 * 4, 1.0f);
  std::fill(mask.begin() + 32, mask.end(), 134217760.0f);
  std::fill(v.begin() + 32 * 4, v.end(), 3.0f);
  std::vector<Tensor> there;
  for (const Tensor& t : {Tensor(f16, {1, 1, 9, 4}), Tensor(f16, {1, 1, 64, 4}),
                          Tensor::from_floats(f16, {1, 1, 64, 4}, v), Tensor::from<float>({64}, mask)})
    there.push_back(up(*backend, t));
  wgsl::ProfileOverrides spelled;
  spelled.matrices = wgsl::Matrices::spelled;
  const auto got = run_sync(backend->run("attention", there, {}, {.profile = spelled}));
  ASSERT_TRUE(got.ok()) << got.error().message;
  expect_floats(down(*backend, *got), std::vector<float>(9 * 4, 3.0f));
}

TEST(Attention, FewQueriesShareOutTheirKeys) {
  const auto parts = [](Vendor vendor, int64_t heads, int64_t queries, int64_t keys) {
    DeviceInfo device = large_device();
    device.adapter.vendor = vendor;
    const Attention a{.heads = heads, .groups = heads, .queries = queries, .keys = keys, .d = 64, .e = 64};
    const AttentionPlan plan = plan_attention(a, true, true, device, *wgsl::choose_profile(device));
    EXPECT_GE(int64_t{plan.parts} * plan.chunk, keys);
    EXPECT_LT((int64_t{plan.parts} - 1) * plan.chunk, std::max<int64_t>(keys, 1));
    return plan.parts;
  };
  EXPECT_EQ(parts(Vendor::nvidia, 32, 1, 512), 1u);
  EXPECT_EQ(parts(Vendor::nvidia, 32, 1, 2048), 4u);
  EXPECT_EQ(parts(Vendor::nvidia, 8, 1, 32768), 64u);
  EXPECT_EQ(parts(Vendor::nvidia, 512, 8, 32768), 1u);
  EXPECT_EQ(parts(Vendor::unknown, 8, 1, 32768), 16u);
  EXPECT_EQ(parts(Vendor::software, 2, 1, 2100), 3u);
  EXPECT_EQ(parts(Vendor::nvidia, 8, 1, 0), 1u);
}

TEST(Attention, NeedsNoMemoryForTheScores) {
  const DeviceInfo device = large_device();
  for (const int64_t n : {1, 1000, 100000}) {
    Graph graph;
    const Value x = graph.input("", {f32, {1, 2, n, 64}});
    graph.output("", *graph.apply("attention", {x, x, x}));
    const auto plan = compile(graph, {&device, *wgsl::choose_profile(device)});
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    ASSERT_EQ(plan->steps.size(), 1u);
    EXPECT_EQ(plan->steps[0].dispatches.size(), 1u);
    EXPECT_TRUE(plan->steps[0].temps.empty());
  }
}

TEST(Attention, ErrorsNameTheShapes) {
  const Desc x{f32, {1, 2, 5, 64}};
  EXPECT_EQ(error_of("attention", {x, {f32, {1, 2, 5, 32}}, x}),
            "[attention] q is [1, 2, 5, 64] and k is [1, 2, 5, 32]: head sizes 64 and 32 differ.");
  EXPECT_EQ(error_of("attention", {x, x, {f32, {1, 2, 6, 64}}}),
            "[attention] k is [1, 2, 5, 64] and v is [1, 2, 6, 64]: lengths 5 and 6 differ.");
  EXPECT_EQ(error_of("attention", {{f32, {1, 3, 5, 64}}, x, x}),
            "[attention] q is [1, 3, 5, 64] and k is [1, 2, 5, 64]: 3 heads cannot share 2 evenly.");
  EXPECT_EQ(error_of("attention", {x, {f16, {1, 2, 5, 64}}, x}),
            "[attention] q is f32[1, 2, 5, 64] and k is f16[1, 2, 5, 64]: types f32 and f16 differ.");
  EXPECT_EQ(error_of("attention", {x, x, x, {f32, {4, 5}}}),
            "[attention] the mask is [4, 5]: it does not broadcast to the scores, [1, 2, 5, 5]");
  EXPECT_EQ(error_of("attention", {x, x, x, {f16, {5, 5}}}),
            "[attention] the mask is f16[5, 5] and q is f32[1, 2, 5, 64]: a mask is f32 or of q's type");
  EXPECT_NE(error_of("attention", {{f32, {2, 5, 64}}, x, x}).find("four axes are needed"), std::string::npos);
  EXPECT_NE(error_of("attention", {{f32, {1, 2, 5, 257}}, {f32, {1, 2, 5, 257}}, x}).find("1 to 256"),
            std::string::npos);
  EXPECT_EQ(error_of("attention", {x, x, x}), "no error");
}

}  // namespace
}  // namespace bitloom
