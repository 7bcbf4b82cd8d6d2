// The plumbing under the ops, on the engine under test: engines, adapters, errors, memory, recording, timing, loss.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <random>

#include "gpu/checker.h"
#include "gpu/device.h"
#include "graph/plan.h"
#include "ops/check.h"
#include "runtime/inside.h"
#include "runtime/variants.h"
#include "tests/support.h"
#include "tests/temporary.h"
#include "wgsl/profile.h"

namespace bitloom {
namespace {

std::string engine_under_test() {
  const char* engine = std::getenv("BITLOOM_WEBGPU");
  return engine ? engine : "dawn";
}

constexpr std::string_view double_it = R"(
struct Params { x_at: u32, count: u32 };
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < params.count) { y[id.x] = 2.0 * x[id.x + params.x_at]; }
}
)";

TEST(GpuEngines, UnknownOnesAreRefusedByName) {
  const auto none = run_sync(open_device({.engine = "vulkan"}));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, Code::not_found);
  EXPECT_NE(none.error().message.find("not supported: engine 'vulkan'; supported are dawn, wgpu"), std::string::npos);
  const auto path = run_sync(open_device({.engine = "/nowhere/libwebgpu.so"}));
  ASSERT_FALSE(path.ok());
  EXPECT_NE(path.error().message.find("/nowhere/libwebgpu.so"), std::string::npos);
}

TEST(GpuEngines, ALibraryThatIsNoEngineSaysWhatIsMissing) {
  const auto other = run_sync(open_device({.engine = "/lib/x86_64-linux-gnu/libm.so.6"}));
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, Code::unsupported);
  EXPECT_NE(other.error().message.find("wgpuCreateInstance"), std::string::npos);
}

// What an engine can do is found in the library, whatever that is called: a copy under another name is the same engine,
// down to the profile and to what kernels are made of.
TEST(GpuEngines, ACopyUnderAnyNameIsTheSameEngine) {
  const TemporaryFolder folder;
  for (const EngineInfo& e : list_engines()) {
    if (e.name != engine_under_test()) continue;
    ASSERT_EQ(e.error, "");
    EXPECT_EQ(e.found, "beside the program") << e.library;
    const std::string path = folder / (e.name == "dawn" ? "libwgpu_native.so" : "libwebgpu_dawn.so");
    std::filesystem::copy_file(e.library, path);
    WebGPUOptions options;
    options.engine = path;
    const auto made = run_sync(WebGPUBackend::create(options));
    ASSERT_TRUE(made.ok()) << made.error().message;
    WebGPUBackend &gpu = **made, &usual = *shared_gpu();
    const DeviceInfo &info = gpu.info(), &known = usual.info();
    EXPECT_EQ(info.adapter.engine, path);
    EXPECT_EQ(info.adapter.browser, known.adapter.browser);
    EXPECT_EQ(Inside::profile(gpu)->name, e.name == "dawn" ? "chrome" : "firefox");
    EXPECT_EQ(info.features.subgroups, known.features.subgroups);
    EXPECT_EQ(info.features.timestamps, known.features.timestamps);
    EXPECT_EQ(info.features.f16, known.features.f16);
    // Through all that differs between engines: compiling, errors with a place, submits, reading, timestamps.
    const Tensor x = up(gpu, Tensor::from<float>({3}, {-1, 0, 2}));
    EXPECT_EQ(down(gpu, *run_sync(gpu.run("relu", {x}))).to_floats(), (std::vector<float>{0, 0, 2}));
    const auto broken = run_sync(Inside::device(gpu).compile_text("broken.wgsl", "\nfn main() { missing(); }\n", 0, 1));
    ASSERT_FALSE(broken.ok());
    EXPECT_NE(broken.error().message.find("column 13\nbroken.wgsl:2: "), std::string::npos) << broken.error().message;
    if (info.features.timestamps) {
      ASSERT_TRUE(gpu.set_timing(true).ok());
      ASSERT_TRUE(run_sync(gpu.run("relu", {x})).ok());
      EXPECT_EQ(gpu.take_times().size(), 1u);
    }
    const auto adapters = list_adapters(path);
    ASSERT_TRUE(adapters.ok());
    EXPECT_EQ(adapters->size(), list_adapters(e.name)->size());
  }
}

TEST(GpuEngines, AdaptersAreChosenByIndexAndName) {
  const auto adapters = list_adapters(engine_under_test());
  ASSERT_TRUE(adapters.ok());
  ASSERT_FALSE(adapters->empty());
  const AdapterInfo& first = (*adapters)[0];
  EXPECT_EQ((*run_sync(open_device({.adapter = 0})))->info().adapter.name, first.name);
  EXPECT_EQ((*run_sync(open_device({.adapter_name = first.name.substr(0, 4)})))->info().adapter.name, first.name);
  const auto missing = run_sync(open_device({.adapter = 99}));
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("no adapter 99"), std::string::npos);
  EXPECT_NE(missing.error().message.find(first.name), std::string::npos) << "the message lists what there is";
  EXPECT_FALSE(run_sync(open_device({.adapter_name = "Voodoo 2"})).ok());
}

// A feature we report must be usable, and one we do not report must not be: this is what tests the engine's feature
// numbers.
TEST(GpuFeatures, ReportedIsWhatCompiles) {
  gpu::Device& device = Inside::device(*shared_gpu());
  const std::string head =
      "@group(0) @binding(0) var<uniform> params: vec4u;\n@group(0) @binding(1) var<storage, read_write> y: "
      "array<f32>;\n";
  const std::string f16 = "enable f16;\n" + head + "@compute @workgroup_size(1) fn main() { y[0] = f32(f16(1.5)); }";
  EXPECT_EQ(run_sync(device.compile_text("f16 probe", f16, 0, 1)).ok(), device.info().features.f16);
  const std::string subgroups =
      "enable subgroups;\n" + head + "@compute @workgroup_size(4) fn main() { y[0] = subgroupAdd(1.0); }";
  EXPECT_EQ(run_sync(device.compile_text("subgroup probe", subgroups, 0, 1)).ok(), device.info().features.subgroups);
}

TEST(GpuErrors, WgslErrorsCarryLineColumnAndSource) {
  const auto made =
      run_sync(Inside::device(*shared_gpu())
                   .compile_text("broken.wgsl",
                                 "@compute @workgroup_size(1)\nfn main() {\n  let a = missing_thing + 1;\n}\n", 0, 1));
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::compile);
  EXPECT_NE(made.error().message.find("broken.wgsl:3"), std::string::npos) << made.error().message;
  EXPECT_NE(made.error().message.find("line 3, column 11"), std::string::npos) << made.error().message;
  EXPECT_NE(made.error().message.find("missing_thing"), std::string::npos) << made.error().message;
  EXPECT_NE(made.error().message.find("The expanded text:\n@compute"), std::string::npos) << made.error().message;
  EXPECT_NE(made.error().message.find("let a = "), std::string::npos) << made.error().message;
}

TEST(GpuErrors, AWrongBindingComesBackFromTheCallThatMadeIt) {
  auto gpu = shared_gpu();
  gpu::Device& device = Inside::device(*gpu);
  // The shader declares a binding that the layout does not have.
  const auto made = run_sync(device.compile_text("unbound.wgsl",
                                                 "@group(0) @binding(7) var<storage, read_write> z: "
                                                 "array<f32>;\n@compute @workgroup_size(1) fn main() { z[0] = 1.0; }",
                                                 0, 1));
  ASSERT_FALSE(made.ok());
  // And the next call is clean.
  const Tensor x = up(*gpu, Tensor::from<float>({3}, {-1, 0, 2}));
  EXPECT_EQ(down(*gpu, *run_sync(gpu->run("relu", {x}))).to_floats(), (std::vector<float>{0, 0, 2}));
}

TEST(GpuErrors, ValidationErrorsNameTheCallNotALaterOne) {
  auto gpu = shared_gpu();
  gpu::Device& device = Inside::device(*gpu);
  const auto pipeline = run_sync(device.compile_text("double.wgsl", std::string(double_it), 1, 1));
  ASSERT_TRUE(pipeline.ok()) << pipeline.error().message;
  const Tensor x = up(*gpu, Tensor::from<float>({4}, {1, 2, 3, 4}));
  // Reading and writing one buffer in one dispatch is not allowed.
  const gpu::Binding b = *device.bind(x);
  device.begin();
  const uint32_t uniforms[] = {0, 4};
  ASSERT_TRUE(device.record(**pipeline, std::span(&b, 1), std::span(&b, 1), uniforms, {1, 1, 1}, "double").ok());
  const Status sent = run_sync(device.submit());
  ASSERT_FALSE(sent.ok());
  EXPECT_EQ(sent.error().code, Code::gpu);
  EXPECT_TRUE(run_sync(gpu->download(x)).ok());
}

TEST(GpuErrors, LimitsAreNamed) {
  auto gpu = shared_gpu();
  const auto before = gpu->memory();
  const uint64_t over = gpu->info().limits.max_buffer_size + 1;
  const auto buffer = Inside::device(*gpu).allocate(over);
  ASSERT_FALSE(buffer.ok());
  EXPECT_EQ(buffer.error().code, Code::limit);
  EXPECT_NE(buffer.error().message.find("maxBufferSize " + to_text(gpu->info().limits.max_buffer_size)),
            std::string::npos);
  EXPECT_EQ(gpu->memory().live, before.live);
}

TEST(GpuErrors, ATensorOverTheBindingLimitIsRefusedBeforeAnythingRuns) {
  DeviceInfo small = smallest_device();
  Graph g;
  const Value x = g.input("x", {DType::f32, {40 << 20}});  // 160 MiB, the guaranteed limit is 128
  g.output("y", *g.apply("relu", {x}));
  const auto plan = compile(g, {&small, *wgsl::choose_profile(small), {}});
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().code, Code::limit);
  EXPECT_EQ(plan.error().message.rfind("[relu] ", 0), 0u);
  EXPECT_NE(plan.error().message.find("maxStorageBufferBindingSize 134217728"), std::string::npos)
      << plan.error().message;
}

TEST(GpuErrors, TensorsOfAnotherPlaceAreRefused) {
  auto gpu = shared_gpu();
  const Tensor here(DType::f32, {4});
  const auto on_gpu = run_sync(gpu->run("relu", {here}));
  ASSERT_FALSE(on_gpu.ok());
  EXPECT_NE(on_gpu.error().message.find("upload"), std::string::npos);
  CpuBackend cpu;
  EXPECT_FALSE(run_sync(cpu.run("relu", {up(*gpu, here)})).ok());
  auto other = *run_sync(WebGPUBackend::create());
  const auto strange = run_sync(other->run("relu", {up(*gpu, here)}));
  ASSERT_FALSE(strange.ok());
  EXPECT_NE(strange.error().message.find("another device"), std::string::npos);
}

TEST(GpuMemory, BytesReturnToWhereTheyWereAlsoAfterErrors) {
  auto gpu = *run_sync(WebGPUBackend::create());
  EXPECT_EQ(gpu->memory().live, 0u);
  {
    const Tensor a = up(*gpu, Tensor(DType::f32, {100, 100}));
    EXPECT_GE(gpu->memory().live, 40000u);
    EXPECT_LE(gpu->memory().live, 45056u) << "at most an eighth is lost to the size class";
    const Tensor b = *run_sync(gpu->run("add", {a, a}));
    EXPECT_FALSE(run_sync(gpu->run("matmul", {a, up(*gpu, Tensor(DType::f32, {3, 3}))})).ok());
    EXPECT_FALSE(run_sync(gpu->run("softmax", {a}, {{"axis", 7}})).ok());
  }
  EXPECT_EQ(gpu->memory().live, 0u);
  EXPECT_EQ(gpu->memory().buffers, 0u);
  EXPECT_GT(gpu->memory().pooled, 0u);
  const uint64_t peak = gpu->memory().peak;
  {
    const Tensor again = up(*gpu, Tensor(DType::f32, {100, 100}));
  }
  EXPECT_EQ(gpu->memory().peak, peak) << "the kept buffer was reused";
  gpu->trim();
  EXPECT_EQ(gpu->memory().pooled, 0u);
}

TEST(GpuMemory, SizeClassesLoseLittle) {
  std::mt19937_64 random(fresh_seed());
  for (int i = 0; i < 10000; ++i) {
    const uint64_t n = random() >> (random() % 40 + 24);
    const uint64_t rounded = gpu::size_class(n);
    ASSERT_GE(rounded, n);
    ASSERT_EQ(rounded % 256, 0u);
    ASSERT_TRUE(rounded <= 512 || n == 0 || static_cast<double>(rounded) <= 1.13 * static_cast<double>(n) + 256)
        << n << " -> " << rounded;
  }
}

TEST(GpuRecording, ManyDispatchesShareASubmitAndNeedNoBufferEach) {
  auto gpu = *run_sync(WebGPUBackend::create());
  Graph g;
  const Value x = g.input("x", {DType::f32, {33}}), one = g.input("one", {DType::f32, {1}});
  Value y = x;
  for (int i = 0; i < 1000; ++i) y = *g.apply("add", {y, one});
  g.output("y", y);
  const Tensor start = up(*gpu, Tensor(DType::f32, {33})), step = up(*gpu, Tensor::from<float>({1}, {1}));
  const auto before = gpu->counters();
  const Tensor out = (*run_sync(gpu->run(g, {start, step}, {.fuse = false})))[0];
  const auto after = gpu->counters();
  EXPECT_EQ(after.dispatches - before.dispatches, 1000u);
  EXPECT_EQ(after.submits - before.submits, 5u) << "one for the first 32, then for every 256";
  EXPECT_LE(after.bind_groups - before.bind_groups, 8u) << "buffers are reused, so their bind groups are too";
  EXPECT_LE(gpu->memory().peak, 8u * 256u);
  for (float v : down(*gpu, out).to_floats()) EXPECT_EQ(v, 1000.0f);
}

// What is left to wait for once it is finished is next to nothing, of a product that takes a while.
TEST(GpuRecording, FinishedMeansTheWorkIsDone) {
  auto gpu = shared_gpu();
  const auto seconds = [](auto&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  double whole = 0, left = 1;
  Tensor x;
  // A product whose first number says that all of it was computed.
  const auto product = [&] { return *(*run_sync(gpu->run("matmul", {x, x}))).view(0, {1}); };
  for (int64_t n = 256; n <= 8192 && whole < 0.04; n *= 2) {
    x = up(*gpu, Tensor::from_floats(DType::f32, {n, n}, std::vector<float>(static_cast<size_t>(n * n), 1)));
    (void)down(*gpu, product());  // compiled
    whole = seconds([&] { EXPECT_EQ(down(*gpu, product()).to_floats()[0], static_cast<float>(n)); });
  }
  for (int turn = 0; turn < 5 && left > whole / 4; ++turn) {  // another program may hold us up, but not every time
    const Tensor y = product();
    ASSERT_TRUE(run_sync(gpu->finished()).ok());
    left = std::min(left, seconds([&] { (void)down(*gpu, y); }));
  }
  EXPECT_LT(left, whole / 4) << "of " << whole << " s";
}

// Tasks that are given up while they wait: engines answer later, to nobody, and the device goes on.
TEST(GpuTasks, MayBeGivenUpAtAnyWait) {
  Random random(fresh_seed());
  for (const bool validate : {true, false}) {
    WebGPUOptions options;
    options.engine = engine_under_test();
    options.validate = validate;
    auto gpu = *run_sync(WebGPUBackend::create(options));
    const Tensor here = Tensor::from<float>({5}, {1, 2, 3, 4, 5});
    const Tensor there = up(*gpu, here);
    (void)down(*gpu, there);
    const uint64_t live = gpu->memory().live;
    int waited = 0;
    const auto give_up = [&]<class T>(Task<T> task) {
      task.start();
      for (uint64_t turns = random.below(4); turns > 0 && !task.done(); --turns) pump_engines();
      waited += !task.done();
    };
    for (int turn = 0; turn < 40; ++turn) {
      const std::string fresh = format("fresh {} {}", turn, random.next());
      switch (random.below(6)) {
        case 0: give_up(gpu->upload(here)); break;
        case 1: give_up(gpu->download(there)); break;
        case 2: give_up(gpu->run("add", {there, there})); break;
        case 3: give_up(gpu->run("nothing", {there})); break;  // an error is no wait
        case 4: give_up(gpu->finished()); break;
        case 5: {  // another wants the same pipeline
          Task<Result<const gpu::Pipeline*>> other =
              Inside::device(*gpu).compile_text(fresh, std::string(double_it), 1, 1);
          {
            Task<Result<const gpu::Pipeline*>> first =
                Inside::device(*gpu).compile_text(fresh, std::string(double_it), 1, 1);
            first.start();
            other.start();
          }
          const auto made = run_sync(std::move(other));
          ASSERT_TRUE(made.ok()) << made.error().message;
          give_up(Inside::device(*gpu).compile_text(fresh + "!", std::string(double_it), 1, 1));
          const auto again = run_sync(Inside::device(*gpu).compile_text(fresh + "!", std::string(double_it), 1, 1));
          ASSERT_TRUE(again.ok()) << again.error().message;
          break;
        }
        default: break;
      }
      if (random.below(4) == 0) {
        const Tensor sum = *run_sync(gpu->run("add", {there, there}));
        EXPECT_EQ(down(*gpu, sum).to_floats(), (std::vector<float>{2, 4, 6, 8, 10}));
      }
    }
    EXPECT_EQ(down(*gpu, there).to_floats(), here.to_floats());
    for (int i = 0; i < 20; ++i) pump_engines();
    EXPECT_EQ(gpu->memory().live, live);
    EXPECT_GT(waited, 0) << "validate " << validate;
    // A task may outlive what it belongs to, as long as nobody lets it go on.
    Task<Result<Tensor>> last = gpu->download(there);
    last.start();
    gpu.reset();
  }
}

TEST(GpuRecording, WithoutValidationCallsAreGatheredUntilSomethingIsRead) {
  WebGPUOptions options;
  options.engine = engine_under_test();
  options.validate = false;
  const auto made = run_sync(WebGPUBackend::create(options));
  ASSERT_TRUE(made.ok()) << made.error().message;
  WebGPUBackend& gpu = **made;
  Tensor x = up(gpu, Tensor::from<float>({3}, {1, 2, 3}));
  const Tensor one = up(gpu, Tensor::from<float>({1}, {1}));
  (void)run_sync(gpu.run("add", {x, one}));  // compiled
  const auto before = gpu.counters();
  for (int i = 0; i < 100; ++i) x = *run_sync(gpu.run("add", {x, one}));
  EXPECT_EQ(gpu.counters().submits, before.submits);
  EXPECT_EQ(down(gpu, x).to_floats(), (std::vector<float>{101, 102, 103}));
  EXPECT_EQ(gpu.counters().dispatches - before.dispatches, 100u);
  EXPECT_EQ(gpu.counters().submits - before.submits, 2u);  // the work, and the reading

  // A buffer that comes free and is written anew must not be seen by work recorded before.
  const Tensor sum = *run_sync(gpu.run("add", {up(gpu, Tensor::from<float>({3}, {1, 2, 3})), one}));
  const Tensor other = up(gpu, Tensor::from<float>({3}, {70, 80, 90}));
  EXPECT_EQ(down(gpu, sum).to_floats(), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(down(gpu, other).to_floats(), (std::vector<float>{70, 80, 90}));
  EXPECT_TRUE(run_sync(gpu.finished()).ok());
}

TEST(GpuRecording, GatheredErrorsComeBackFromTheNextRead) {
  const auto made = run_sync(open_device({.engine = engine_under_test(), .validate = false}));
  ASSERT_TRUE(made.ok()) << made.error().message;
  gpu::Device& device = **made;
  const auto pipeline = run_sync(device.compile_text("double", std::string(double_it), 1, 1));
  ASSERT_TRUE(pipeline.ok());
  const auto buffer = device.allocate(256);
  ASSERT_TRUE(buffer.ok());
  device.begin();
  // The same bytes cannot be read and written in one dispatch.
  const gpu::Binding whole{*buffer, 0, 256, 0};
  const uint32_t params[] = {0, 4};
  ASSERT_TRUE(device.record(**pipeline, {{whole}}, {{whole}}, params, {1, 1, 1}, "double").ok());
  EXPECT_TRUE(run_sync(device.submit()).ok());
  std::array<std::byte, 16> bytes;
  const auto read = run_sync(device.read(whole, bytes));
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, Code::gpu);
  EXPECT_TRUE(run_sync(device.read(whole, bytes)).ok());  // told once
}

TEST(GpuRecording, GridsOver65535GroupsAreFolded) {
  auto gpu = shared_gpu();
  const int64_t n = 300'001;  // four a thread, one thread a group: over 65,535 groups
  std::vector<float> values(n);
  for (int64_t i = 0; i < n; ++i) values[static_cast<size_t>(i)] = static_cast<float>(i % 1000 - 500);
  const Tensor x = up(*gpu, Tensor::from<float>({n}, std::span<const float>(values)));
  const auto out = run_sync(gpu->run("relu", {x}, {}, {.profile = {.profile = "firefox", .threads = 1}}));
  ASSERT_TRUE(out.ok()) << out.error().message;
  const std::vector<float> y = down(*gpu, *out).to_floats();
  for (size_t i = 0; i < y.size(); ++i) ASSERT_EQ(y[i], std::max(values[i], 0.0f)) << i;
}

TEST(GpuTensors, EveryTypeAndOddOffsetsSurviveTheRoundTrip) {
  auto gpu = shared_gpu();
  Random random(fresh_seed());
  for (DType t : all_dtypes)
    for (int64_t n : {0, 1, 2, 3, 5, 64, 1021}) {
      const Tensor x = make_input({t, {n}}, {}, random);
      const Tensor there = up(*gpu, x);
      EXPECT_EQ(down(*gpu, there).to_doubles(), x.to_doubles());
      for (int64_t skip : {1, 2, 3}) {
        if (skip > n) continue;
        const Tensor part = down(*gpu, *there.view(skip, {n - skip}));
        EXPECT_EQ(part.to_doubles(), x.view(skip, {n - skip})->to_doubles()) << name(t) << " " << n << " from " << skip;
      }
    }
}

TEST(GpuTiming, DispatchesAreTimedByTheGpu) {
  auto gpu = *run_sync(WebGPUBackend::create());
  if (!gpu->info().features.timestamps) {
    EXPECT_EQ(gpu->set_timing(true).error().code, Code::unsupported);
    GTEST_SKIP() << "no timestamp-query on this adapter";
  }
  ASSERT_TRUE(gpu->set_timing(true).ok());
  const Tensor x = up(*gpu, Tensor(DType::f32, {256, 256}));
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(run_sync(gpu->run("matmul", {x, x})).ok());
  const double wall = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  const auto times = gpu->take_times();
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].label, "matmul");
  EXPECT_GT(times[0].microseconds, 0.0);
  EXPECT_LT(times[0].microseconds, wall);
  EXPECT_TRUE(gpu->take_times().empty());
}

TEST(GpuLoss, IsNoticedReportedOnceAndRecoverable) {
  int calls = 0;
  std::string told;
  WebGPUOptions options;
  options.on_lost = [&](const Error& e) { ++calls, told = e.message; };
  auto gpu = *run_sync(WebGPUBackend::create(options));
  Tensor x = up(*gpu, Tensor::from<float>({2}, {-1, 1}));
  Inside::device(*gpu).lose();
  for (int i = 0; i < 100 && calls == 0; ++i) pump_engines();
  for (int i = 0; i < 2; ++i) {
    const auto run = run_sync(gpu->run("relu", {x}));
    ASSERT_FALSE(run.ok());
    EXPECT_EQ(run.error().code, Code::device_lost);
    EXPECT_EQ(calls, 1) << "told at once by Dawn, with the first call after it by wgpu";
    EXPECT_NE(told.find("[device] the GPU device is lost"), std::string::npos);
  }
  EXPECT_EQ(run_sync(gpu->download(x)).error().code, Code::device_lost);
  EXPECT_EQ(run_sync(gpu->upload(Tensor(DType::f32, {2}))).error().code, Code::device_lost);
  x = {};
  gpu = *run_sync(WebGPUBackend::create());
  x = up(*gpu, Tensor::from<float>({2}, {-1, 1}));
  EXPECT_EQ(down(*gpu, *run_sync(gpu->run("relu", {x}))).to_floats(), (std::vector<float>{0, 1}));
  EXPECT_EQ(calls, 1);
}

TEST(GpuPipelines, AreCompiledOncePerKey) {
  auto gpu = *run_sync(WebGPUBackend::create());
  const Tensor x = up(*gpu, Tensor(DType::f32, {8})), y = up(*gpu, Tensor(DType::f32, {12}));
  ASSERT_TRUE(run_sync(gpu->run("tanh", {x})).ok());
  const uint64_t made = gpu->counters().pipelines;
  ASSERT_TRUE(run_sync(gpu->run("tanh", {y})).ok());
  EXPECT_EQ(gpu->counters().pipelines, made) << "another shape, the same code";
  ASSERT_TRUE(run_sync(gpu->run("exp", {y})).ok());
  EXPECT_EQ(gpu->counters().pipelines, made + 1);
}

TEST(GpuPipelines, ParametersAreWrittenWhenTheyChange) {
  auto gpu = *run_sync(WebGPUBackend::create());
  const auto written = [&] { return gpu->counters().parameters; };
  const auto run = [&](int64_t n, int count = 40) {  // more dispatches than go into the first submit
    Graph g;
    const Value one = g.input("x", {DType::f32, {n}});
    Value y = one;
    for (int i = 0; i < count; ++i) y = *g.apply("add", {y, one});
    g.output("y", y);
    const Tensor x = up(*gpu, Tensor::from<float>({n}, std::vector<float>(static_cast<size_t>(n), 1.0f)));
    const auto out = run_sync(gpu->run(g, {x}, {.fuse = false}));
    ASSERT_TRUE(out.ok()) << out.error().message;
    for (const float v : down(*gpu, (*out)[0]).to_floats()) ASSERT_EQ(v, static_cast<float>(count + 1));
  };
  run(5);
  const uint64_t once = written();
  EXPECT_EQ(once, 40u * 256u);
  run(5);
  EXPECT_EQ(written(), once) << "the same work: nothing to write";
  run(300);
  EXPECT_GT(written(), once);
  run(5);
  run(300);
  run(7, 5000);  // more than there is room for at a time
}

// What `bitloom shaders --validate` asks of each engine's compiler: Dawn's needs no driver for it.
TEST(GpuChecker, ReadsShadersAndSaysWhatIsWrong) {
  const std::string engine = shared_gpu()->info().adapter.engine;
  const auto checker = run_sync(gpu::open_checker(engine));
  ASSERT_TRUE(checker.ok()) << checker.error().message;
  EXPECT_EQ(checker->info.adapter.backend == "null", engine == "dawn");
  gpu::ShaderIssue issue;
  EXPECT_TRUE(run_sync(checker->check("right", "@compute @workgroup_size(1)\nfn main() {}\n", &issue)).ok());
  const Status wrong =
      run_sync(checker->check("wrong", "@compute @workgroup_size(1)\nfn main() {\n  let x: f32 = 1i;\n}\n", &issue));
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().code, Code::compile);
  EXPECT_EQ(issue.line, 3);
  EXPECT_NE(issue.message.find("f32"), std::string::npos) << issue.message;
}

}  // namespace
}  // namespace bitloom
