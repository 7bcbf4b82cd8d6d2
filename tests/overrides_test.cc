// What a caller asks of shaders (threads, tile, fast math, a browser's profile) wins over everything, on every GPU:
// on made-up devices of every vendor by the plans and the WGSL, on the engine under test by the results.
#include <bit>
#include <regex>
#include <set>

#include "graph/explain.h"
#include "graph/plan.h"
#include "ops/check.h"
#include "quant/scheme.h"
#include "runtime/variants.h"
#include "tests/support.h"
#include "wgsl/expander.h"
#include "wgsl/profile.h"

namespace bitloom {
namespace {

using enum DType;
using wgsl::ProfileOverrides;

struct Sample {
  std::string name;
  std::vector<Desc> in;
  Attrs attrs{};
  bool tiled = false;  // has a tile of results
};

// Few-bit weights [outputs, inputs] and what goes with them.
Sample packed(int64_t rows, int64_t outputs, int64_t inputs, int bits, int x_bits, bool tiled) {
  const int64_t words = inputs * bits / 32, groups = inputs / 32;
  return {"quantized_matmul",
          {{f32, {rows, inputs}}, {u32, {outputs, words}}, {f16, {outputs, groups}}, {f16, {outputs, groups}}},
          {{"bits", bits}, {"group", 32}, {"x_bits", x_bits}},
          tiled};
}

// Every kind of kernel; `n` is large enough for every vendor's tiles, or small enough for a software driver.
std::vector<Sample> samples(int64_t n) {
  const auto heads = [&](DType t, int64_t length, int64_t size) { return Desc{t, {2, 3, length, size}}; };
  return {
      {"matmul", {{f32, {n, n + 4}}, {f32, {n + 4, n - 3}}}, {}, true},
      {"matmul", {{f16, {n + 1, n}}, {f16, {n, n}}}, {{"transpose_b", 1}}, true},
      {"matmul", {{f32, {n, n}}, {f32, {n, n}}}, {{"transpose_a", 1}, {"transpose_b", 1}}, true},
      {"conv2d", {{f32, {1, 8, 17, 19}}, {f32, {48, 8, 3, 3}}}, {}, true},
      packed(n, n, 64, 4, 32, true),
      packed(n + 3, n, 96, 8, 8, true),
      {"attention", {heads(f32, n / 2 + 5, 20), heads(f32, n + 3, 20), heads(f32, n + 3, 20)}, {}, true},
      {"attention", {heads(f16, n, 64), heads(f16, n, 64), heads(f16, n, 64)}, {{"causal", 1}}, true},
      {"matmul", {{f32, {1, n}}, {f32, {n, n}}}},
      {"matmul", {{f32, {7, n}}, {f32, {n, n}}}, {{"transpose_b", 1}}},
      packed(1, n, 256, 4, 32, false),
      packed(3, n, 96, 3, 16, false),
      {"attention", {heads(f32, 1, 64), heads(f32, n, 64), heads(f32, n, 64)}},
      {"softmax", {{f32, {9, 4 * n}}}},
      {"softmax", {{f32, {5, n, 12}}}, {{"axis", 1}}},
      {"layer_norm", {{f32, {7, 3 * n + 1}}, {f32, {3 * n + 1}}, {f32, {3 * n + 1}}}},
      {"reduce_sum", {{f32, {n, n}}}, {{"axes", {1}}}},
      {"argmax", {{f32, {3, 5 * n}}}},
      {"top_k", {{f32, {3, 3 * n}}}, {{"k", 5}}},
      {"transpose", {{f32, {n, n + 1}}}},
      {"concat", {{f32, {5, n}}, {f32, {5, 3}}, {f32, {5, 8}}}, {{"axis", 1}}},
      {"gelu", {{f32, {n, n}}}},
      {"add", {{f32, {n, n}}, {f32, {n}}}},
  };
}

std::string text_of(const Sample& s) {
  std::string out = s.name;
  for (const Desc& d : s.in) out += format(" {}", d);
  return out;
}

Graph graph_of(const Sample& s) {
  Graph graph;
  std::vector<Value> in;
  for (const Desc& d : s.in) in.push_back(graph.input("", d));
  graph.output("", *graph.apply(s.name, in, s.attrs));
  return graph;
}

std::vector<Dispatch> dispatches(const Graph& graph, const DeviceInfo& device, const ProfileOverrides& wanted) {
  const auto profile = wgsl::choose_profile(device, wanted);
  if (!profile.ok()) fatal(profile.error().message);
  auto plan = compile(graph, {.device = &device, .profile = *profile});
  if (!plan.ok()) fatal(plan.error().message);
  std::vector<Dispatch> out;
  for (Step& step : plan->steps)
    for (Dispatch& d : step.dispatches) out.push_back(std::move(d));
  return out;
}

std::string shader(const Dispatch& d) {
  auto made = wgsl::expand(wgsl::Sources::embedded(), d.key);
  if (!made.ok()) fatal(d.key.text() + "\n" + made.error().message);
  return made->text;
}

// What stands in the shader, whatever the plan says.
uint32_t threads_in(const std::string& wgsl) {
  std::smatch found;
  return std::regex_search(wgsl, found, std::regex("@workgroup_size\\((\\d+)\\)"))
             ? static_cast<uint32_t>(std::stoul(found[1]))
             : 0;
}
// Down and across: the only two divisions of what is computed into tiles.
std::vector<uint32_t> tile_in(const std::string& wgsl) {
  std::vector<uint32_t> out;
  const std::regex rounded("\\(params\\.(?:m|n|queries) \\+ \\d+u\\) / (\\d+)u");
  for (std::sregex_iterator at(wgsl.begin(), wgsl.end(), rounded), end; at != end; ++at)
    out.push_back(static_cast<uint32_t>(std::stoul((*at)[1])));
  return out;
}

// Every vendor, with the limits every device has, with those of a phone or a laptop, and with everything.
std::vector<DeviceInfo> devices() {
  std::vector<DeviceInfo> out;
  for (int v = 0; v <= static_cast<int>(Vendor::software); ++v)
    for (int size = 0; size < 3; ++size) {
      DeviceInfo d = size == 0 ? smallest_device() : large_device();
      if (size == 1) d.features = {.packed_dots = true}, d.limits.max_workgroup_storage_size = 32768;
      if (size == 2) d.features.packed_dots = true;
      d.adapter.vendor = static_cast<Vendor>(v);
      d.adapter.software = d.adapter.vendor == Vendor::software;
      d.adapter.name = format("{} {}", name(d.adapter.vendor), size);
      out.push_back(std::move(d));
    }
  return out;
}

TEST(Overrides, EveryWorkgroupHasTheThreadsAskedFor) {
  for (const DeviceInfo& device : devices())
    for (const Sample& s : samples(700))
      for (const uint32_t threads : {32u, 64u, 128u, 256u})
        for (const Dispatch& d : dispatches(graph_of(s), device, {.threads = threads})) {
          const std::string wgsl = shader(d);
          ASSERT_EQ(threads_in(wgsl), threads) << device.adapter.name << ": " << text_of(s) << "\n" << d.key.text();
          ASSERT_EQ(d.threads, threads) << d.key.text();
          ASSERT_EQ(d.note, "") << d.key.text();
        }
}

TEST(Overrides, EveryTileIsTheOneAskedFor) {
  for (const DeviceInfo& device : devices())
    for (const Sample& s : samples(700)) {
      if (!s.tiled) continue;
      for (const uint32_t tile : {4u, 8u, 16u})
        for (const uint32_t threads : {0u, 64u, 256u}) {
          if (s.name == "attention" && threads > 4 * tile * tile) continue;  // each has four scores at least
          ProfileOverrides wanted{.tile = tile};
          if (threads) wanted.threads = threads;
          const std::string what =
              format("{}: {}, tile {}, {} threads", device.adapter.name, text_of(s), tile, threads);
          bool any = false;
          for (const Dispatch& d : dispatches(graph_of(s), device, wanted)) {
            const std::string wgsl = shader(d);
            if (threads) {
              ASSERT_EQ(threads_in(wgsl), threads) << what << "\n" << d.key.text();
            }
            ASSERT_EQ(d.note, "") << what;
            if (!d.tile[0]) continue;  // what goes before or after
            any = true;
            ASSERT_EQ(d.tile, (std::array{4 * tile, 4 * tile})) << what;
            for (const uint32_t side : tile_in(wgsl)) ASSERT_EQ(side, 4 * tile) << what << "\n" << wgsl;
            ASSERT_FALSE(tile_in(wgsl).empty()) << what << "\n" << wgsl;
            if (!threads) {
              ASSERT_EQ(threads_in(wgsl), tile * tile) << what << "\n" << d.key.text();
            }
          }
          ASSERT_TRUE(any) << what;
        }
    }
}

TEST(Overrides, ANamedProfileBringsItsNumbersToEveryGpu) {
  struct Row {
    const char* name;
    uint32_t threads, elementwise, tile, unroll;
  };
  for (const DeviceInfo& device : devices())
    for (const Row& row : {Row{"chrome", 256, 256, 16, 4}, Row{"firefox", 128, 64, 8, 1},
                           Row{"safari", 512, 512, 32, 4}, Row{"edge", 256, 256, 16, 2}}) {
      const std::string what = format("{}, {}", device.adapter.name, row.name);
      const uint32_t most = device.limits.max_invocations_per_workgroup,
                     side = std::min(row.tile, most == 256 ? 16u : 32u);
      const auto only = [&](const Sample& s) { return dispatches(graph_of(s), device, {.profile = row.name}).at(0); };
      const std::vector<Sample> all = samples(700);
      const Dispatch product = only(all[0]), few_bits = only(all[4]), softmax = only({"softmax", {{f32, {9, 2800}}}}),
                     gelu = only({"gelu", {{f32, {700, 700}}}});
      for (const Dispatch& d : {product, few_bits}) {
        ASSERT_EQ(d.tile, (std::array{4 * side, 4 * side})) << what;
        for (const uint32_t found : tile_in(shader(d))) ASSERT_EQ(found, 4 * side) << what;
        ASSERT_EQ(d.key.params.find("unroll")->number(), row.unroll) << what;
        ASSERT_EQ(d.key.params.find("explicit_bounds")->number(), row.name == std::string("edge")) << what;
      }
      ASSERT_EQ(threads_in(shader(softmax)), std::min(row.threads, most)) << what;
      ASSERT_EQ(threads_in(shader(gelu)), std::min(row.elementwise, most)) << what;
      const Dispatch attention = only(all[6]);
      ASSERT_EQ(attention.tile, (std::array{4 * side, 4 * side})) << what;
      // As a first choice only, it is adjusted to the GPU.
      if (device.adapter.vendor == Vendor::qualcomm) {
        const auto adjusted = *wgsl::choose_profile(device, {.browser = row.name});
        EXPECT_EQ(adjusted.tile, 8u);
        EXPECT_EQ(adjusted.threads, 64u);
      }
    }
}

TEST(Overrides, FastMathReachesKernelsAndWhatIsFusedIntoThem) {
  for (const DeviceInfo& device : devices())
    for (const bool fast : {false, true}) {
      const ProfileOverrides wanted{.fast_math = fast};
      for (const char* op : {"softmax", "log_softmax", "gelu", "exp"}) {
        const Dispatch d = dispatches(graph_of({op, {{f32, {9, 700}}}}), device, wanted).at(0);
        EXPECT_EQ(d.key.params.find("fast") != nullptr, fast) << device.adapter.name << " " << op;
      }
      Graph graph;
      const Value a = graph.input("", {f32, {700, 700}});
      graph.output("", *graph.apply("gelu", {*graph.apply("matmul", {a, a})}));
      const auto fused = dispatches(graph, device, wanted);
      ASSERT_EQ(fused.size(), 1u);
      // A NaN is looked after unless speed is wanted.
      EXPECT_EQ(shader(fused[0]).find("is_nan4(v)") == std::string::npos, fast) << device.adapter.name;
    }
}

TEST(Overrides, WhatCannotBeHadIsClippedAndExplainSaysSo) {
  const DeviceInfo device = smallest_device();
  const auto explained = [&](const Sample& s, const ProfileOverrides& wanted) {
    return explain(graph_of(s), {.device = &device, .profile = *wgsl::choose_profile(device, wanted)})->text();
  };
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  const Sample product = samples(700)[0];
  has(explained(product, {.profile = "firefox", .threads = 64, .tile = 16, .fast_math = true}),
      "matmul/kernel.wgsl: 64 threads for 64x64 results\n");
  has(explained(product, {.profile = "firefox", .threads = 64, .tile = 16, .fast_math = true}),
      "profile firefox: 64 threads (element-wise 64), tile 16, unroll 1, fast math; threads 128 -> 64, asked for; tile "
      "8 "
      "-> 16, asked for\n");
  has(explained(product, {.threads = 4096}), "threads 256 -> 4096, asked for; threads 4096 -> 256 (limit 256)");
  has(explained(product, {.threads = 100}), "threads 100 -> 64 (a power of two)");
  has(explained(product, {.tile = 64}), "tile 64 -> 16 (limit 16)");
  // What only some kernels cannot have they say themselves.
  has(explained({"softmax", {{f32, {9, 700}}}}, {.threads = 1}), "softmax/kernel.wgsl: 1 threads\n");
  has(explained({"matmul", {{f32, {4, 700}}, {f32, {700, 700}}}}, {.threads = 2}),
      "matmul/skinny.wgsl: 4 threads; not 2 threads as asked for");
  has(explained(packed(8, 700, 64, 4, 32, false), {.threads = 256}),
      "quantized_matmul/few_rows.wgsl: 128 threads; not 256 threads as asked for");
  has(explained(product, {.threads = 1, .tile = 16}),
      "matmul/kernel.wgsl: 1 threads for 16x16 results; not a tile of 64x64 as asked for");
  for (const ProfileOverrides& wrong : {ProfileOverrides{.threads = 0}, ProfileOverrides{.tile = 0}}) {
    const auto made = wgsl::choose_profile(device, wrong);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, Code::invalid_argument);
  }
}

// All that can be asked for is a kernel, and never over the device's limits.
TEST(Overrides, EveryCombinationKeepsToTheLimits) {
  for (DeviceInfo device : {smallest_device(), large_device()}) {
    device.features.packed_dots = true;
    for (const uint32_t bytes : {16384u, 32768u})
      for (uint32_t tile = 0; tile <= 64; tile = tile ? tile * 2 : 1)
        for (uint32_t threads = 0; threads <= 2048; threads = threads ? threads * 2 : 1) {
          device.limits.max_workgroup_storage_size = bytes;
          ProfileOverrides wanted;
          if (tile) wanted.tile = tile;
          if (threads) wanted.threads = threads;
          for (const Sample& s : samples(700))
            for (const Dispatch& d : dispatches(graph_of(s), device, wanted)) {
              const std::string what =
                  format("{} for tile {} and {} threads: {}", text_of(s), tile, threads, d.key.text());
              ASSERT_LE(d.threads, device.limits.max_invocations_per_workgroup) << what;
              ASSERT_TRUE(std::has_single_bit(d.threads)) << what;
              const bool as_asked = (!threads || d.threads == threads) &&
                                    (!tile || !d.tile[0] || d.tile == std::array{4 * tile, 4 * tile});
              const bool clipped = threads > device.limits.max_invocations_per_workgroup || tile > 32 ||
                                   tile * tile > device.limits.max_invocations_per_workgroup;
              ASSERT_TRUE(clipped || as_asked == d.note.empty()) << what << "\n" << d.note;
            }
        }
  }
}

// --- On the engine under test: whatever is asked for, the results are right.

TEST(GpuOverrides, WhateverIsAskedForTheResultsAreRight) {
  const auto gpu = shared_gpu();
  CpuBackend reference(true);
  Random random(fresh_seed());
  std::vector<ProfileOverrides> all{{.threads = 64, .tile = 16}, {.tile = 8}, {.threads = 128}};
  for (const std::string_view name : wgsl::profile_names) all.push_back({.profile = std::string(name)});
  if (everything())
    for (const uint32_t tile : {1u, 2u, 4u, 16u, 32u}) {
      all.push_back({.tile = tile});
      for (const uint32_t threads : {1u, 4u, 32u, 256u}) all.push_back({.threads = threads, .tile = tile});
    }
  else if (!compiles_slowly(*gpu)) all.push_back({.threads = 32, .tile = 4});
  all.push_back({.threads = 1});
  all.push_back({.threads = 1024});
  all.push_back({.threads = 16, .fast_math = true});
  if (compiles_slowly(*gpu)) all = {{.threads = 64, .tile = 8}};  // large tiles take minutes and gigabytes there
  const int64_t n = 61 + static_cast<int64_t>(random.below(5)) * 4;
  for (const Sample& s : samples(n)) {
    std::vector<Tensor> in, there;
    for (size_t i = 0; i < s.in.size(); ++i) {
      const Fill fill = s.in[i].dtype == u32              ? Fill{Fill::integers, 0, 4294967295.0}
                        : s.name == "layer_norm" || i < 2 ? Fill{}
                                                          : Fill{Fill::uniform, -0.1, 0.1};
      in.push_back(make_input(s.in[i], fill, random));
      there.push_back(up(*gpu, in.back()));
    }
    const Tensor want = *run_sync(reference.run(s.name, in, s.attrs));
    std::set<std::string> seen;
    for (const ProfileOverrides& wanted : all) {
      const std::string what = format("{}: profile '{}', tile {}, {} threads", text_of(s), wanted.profile,
                                      wanted.tile.value_or(0), wanted.threads.value_or(0));
      const auto plan = gpu->plan_text(graph_of(s), {}, {.profile = wanted});
      ASSERT_TRUE(plan.ok()) << what << ": " << plan.error().message;
      if (!seen.insert(*plan).second) continue;
      const auto got = run_sync(gpu->run(s.name, there, s.attrs, RunOptions{.profile = wanted}));
      ASSERT_TRUE(got.ok()) << what << ": " << got.error().message;
      const double tolerance = find_op(s.name)->tolerance;
      const Comparison same = compare(down(*gpu, *got), want, wanted.fast_math ? std::max(tolerance, 1e-3) : tolerance);
      ASSERT_TRUE(same.right) << what << ": " << same.problem << "\n" << *plan;
    }
  }
}

TEST(GpuOverrides, ABackendMadeWithThemUsesThemEverywhere) {
  WebGPUOptions options;
  options.profile = "edge", options.threads = 32, options.tile = 4, options.fast_math = true;
  const auto gpu = *run_sync(WebGPUBackend::create(options));
  const std::string said = gpu->explain(graph_of({"matmul", {{f32, {90, 90}}, {f32, {90, 90}}}}))->text();
  EXPECT_NE(said.find("matmul/kernel.wgsl: 32 threads for 16x16 results"), std::string::npos) << said;
  EXPECT_NE(said.find("profile edge: 32 threads (element-wise 32), tile 4, unroll 2, fast math"), std::string::npos)
      << said;
  options.threads = -1;
  const auto wrong = run_sync(WebGPUBackend::create(options));
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message.find("must be positive"), std::string::npos) << wrong.error().message;
}

// Safari's profile packs 3 bits aligned unless told otherwise; either way the codes, and so the products, are the same.
TEST(GpuOverrides, SafariPacksThreeBitsAligned) {
  WebGPUOptions options;
  options.profile = "safari";
  const auto safari = *run_sync(WebGPUBackend::create(options));
  Random random(fresh_seed());
  const Tensor weights = make_input({f32, {70, 36}}, {}, random), x = make_input({f32, {13, 70}}, {}, random);
  const auto quantized = [&](Backend& on, std::optional<bool> aligned, int bits = 3) {
    return *run_sync(on.quantize(weights, {.bits_per_weight = bits, .aligned = aligned}));
  };
  const QuantizedTensor by_itself = quantized(*safari, {}), dense = quantized(*safari, false);
  EXPECT_TRUE(by_itself.aligned);
  EXPECT_EQ(by_itself.codes.shape(), (Shape{36, 10})) << "96 inputs with the padding, 10 in a word";
  EXPECT_FALSE(dense.aligned);
  EXPECT_EQ(dense.codes.shape(), (Shape{36, 9}));
  EXPECT_FALSE(quantized(*safari, {}, 4).aligned);
  EXPECT_FALSE(quantized(*shared_gpu(), {}).aligned);
  EXPECT_TRUE(quantized(*shared_gpu(), true).aligned);
  CpuBackend cpu;
  EXPECT_FALSE(quantized(cpu, {}).aligned);
  const auto y = [&](const QuantizedTensor& w) {
    return down(*safari, *run_sync(safari->matmul(up(*safari, x), w))).to_floats();
  };
  const std::vector<float> a = y(by_itself), b = y(dense);
  for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-4) << i;
  // A list whose weights are quantized on the way.
  FusionConfig config;
  config.use_quantized_weights = true, config.bits_per_weight = 3;
  WebGPUOperationFusion lists(*safari, config);
  const auto listed =
      run_sync(lists.execute_operations({up(*safari, x), up(*safari, weights)}, {FusionOp("matmul")}, true));
  ASSERT_TRUE(listed.ok()) << listed.error().message;
  const std::vector<float> c = down(*safari, *listed).to_floats();
  for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], c[i], 1e-4) << i;
}

}  // namespace
}  // namespace bitloom
