// The GPU half of the benchmarks: every op's benchmark cases, timed by the GPU, beside the two limits measured in the
// same run: what a plain copy moves and what register-only arithmetic computes.
#include "bench/gpu.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "bitloom/bitloom.h"
#include "gpu/device.h"
#include "graph/lowering.h"
#include "ops/check.h"
#include "ops/packed/packed.h"
#include "runtime/inside.h"

using namespace bitloom;

namespace {

// The yardsticks, 256 threads to a workgroup. For bandwidth: y = x, 16 bytes at a time.
const std::string copy_text = R"(struct Params { x_at: u32, quads: u32 };
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first = (group.x + group.y * groups.x) * ${256 * quads}u + lane;
#for i in 0..quads
  if (first + ${i * 256}u < params.quads) {
    y[first + ${i * 256}u] = x[first + ${i * 256}u];
  }
#end
}
)";

// For arithmetic: fused multiply-adds on registers, nothing else. 8 independent vec4 chains a thread.
const std::string multiply_add_text = R"(struct Params { seed: f32, slope: f32 };
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = vec4f(params.slope);
#for i in 0..8
  var v${i} = vec4f(params.seed + ${i}.0);
#end
  for (var round = 0u; round < ${rounds}u; round++) {
#for turn in 0..4
#for i in 0..8
    v${i} = fma(v${i}, a, vec4f(0.5));
#end
#end
  }
  y[id.x] = ((v0 + v1) + (v2 + v3)) + ((v4 + v5) + (v6 + v7));
}
)";

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v.empty() ? 0 : v[v.size() / 2];
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Bench {
  WebGPUBackend& gpu;
  gpu::Device& device = Inside::device(gpu);
  bool timed = device.info().features.timestamps;
  int repeats = device.info().adapter.software ? 3 : 25;
  double copy_bandwidth = 0, fma_rate = 0;
  Tensor scratch{};
  nlohmann::json rows = nlohmann::json::array();

  // Random bytes without waiting for a quarter of a billion of them: a block repeated, and blocks of another length so
  // that no two rows are alike.
  Tensor random_tensor(const Desc& desc, const Fill& fill, Random& random) {
    const int64_t block = std::min<int64_t>(desc.shape.elements(), 1048573 - 1048573 % 4);
    const Tensor piece = make_input({desc.dtype, {block}}, fill, random);
    Tensor out = gpu::Buffer::tensor(desc, *device.allocate(desc.bytes()));
    const size_t size = piece.bytes() / 4 * 4;
    device.begin();
    for (size_t at = 0; at < desc.bytes(); at += size) {
      const size_t n = std::min(size, (desc.bytes() - at + 3) / 4 * 4);
      device.write({gpu::Buffer::of(out), at, n, 0}, {piece.raw(), n});
    }
    if (Status s = run_sync(device.submit()); !s.ok()) fatal(s.error().message);
    return out;
  }

  // The median time of `work`, which submits once, in microseconds: by timestamps where there are any, else by the
  // clock.
  template <class F>
  double time_us(F&& work) {
    std::vector<double> times;
    work();
    if (Status s = run_sync(device.finished()); !s.ok()) fatal(s.error().message);
    for (int i = 0; i < repeats; ++i) {
      if (timed) (void)device.set_timing(true);
      const auto start = std::chrono::steady_clock::now();
      work();
      if (!timed) (void)run_sync(device.finished());
      double us = seconds_since(start) * 1e6;
      if (timed) {
        us = 0;
        for (const DispatchTime& t : device.take_times()) us += t.microseconds;
        (void)device.set_timing(false);
      }
      times.push_back(us);
    }
    return median(times);
  }

  double time_kernel(std::string name, std::string text, const std::vector<Tensor>& reads,
                     const std::vector<Tensor>& writes, std::vector<uint32_t> uniforms,
                     std::array<uint32_t, 3> groups) {
    const auto pipeline = run_sync(device.compile_text(std::move(name), std::move(text), static_cast<int>(reads.size()),
                                                       static_cast<int>(writes.size())));
    if (!pipeline.ok()) fatal(pipeline.error().message);
    std::vector<gpu::Binding> in, out;
    for (const Tensor& t : reads) in.push_back(*device.bind(t));
    for (const Tensor& t : writes) out.push_back(*device.bind(t));
    return time_us([&] {
      device.begin();
      if (Status s = device.record(**pipeline, in, out, uniforms, groups, "limit"); !s.ok()) fatal(s.error().message);
      if (Status s = run_sync(device.submit()); !s.ok()) fatal(s.error().message);
    });
  }

  std::array<uint32_t, 3> grid(uint64_t groups) const {
    const uint64_t most = device.info().limits.max_workgroups_per_dimension, rows_needed = ceil_div(groups, most);
    return {static_cast<uint32_t>(ceil_div(groups, rows_needed)), static_cast<uint32_t>(rows_needed), 1};
  }

  double measure_fma() {
    const uint32_t groups = device.info().adapter.software ? 64 : 4096,
                   rounds = device.info().adapter.software ? 16 : 256;
    const double us =
        time_kernel(format("fma {}", rounds), format("#let rounds = {}\n", rounds) + multiply_add_text, {}, {scratch},
                    {std::bit_cast<uint32_t>(0.25f), std::bit_cast<uint32_t>(0.999f)}, {groups, 1, 1});
    return 2.0 * 4 * 8 * 4 * rounds * 256.0 * groups / us * 1e6;
  }

  // An idle GPU lowers its clocks within moments and takes a second or two of work to come back: keeps it busy until
  // the yardstick is where it was, or so many seconds long.
  void warm_up(double seconds) {
    const auto start = std::chrono::steady_clock::now();
    do {
      const double rate = measure_fma();
      if (fma_rate > 0 && rate > 0.97 * fma_rate) return;
    } while (seconds_since(start) < seconds);
  }

  void measure_limits() {
    const uint64_t wanted = device.info().adapter.software ? 16u << 20 : 256u << 20;
    const uint64_t bytes = std::min(wanted, device.info().limits.max_storage_buffer_binding_size / 2);
    Random random(1);
    const Desc desc{DType::f32, {static_cast<int64_t>(bytes / 4)}};
    const Tensor x = random_tensor(desc, {}, random);
    const Tensor y = gpu::Buffer::tensor({DType::f32, desc.shape}, *device.allocate(bytes));
    scratch = y;
    if (!device.info().adapter.software) warm_up(2);
    for (const int quads : {1, 2, 4}) {
      const uint64_t groups = ceil_div(bytes / 16, 256 * static_cast<uint64_t>(quads));
      const double us = time_kernel(format("copy {}", quads), format("#let quads = {}\n", quads) + copy_text, {x}, {y},
                                    {0, static_cast<uint32_t>(bytes / 16)}, grid(groups));
      copy_bandwidth = std::max(copy_bandwidth, 2.0 * static_cast<double>(bytes) / us * 1e6);
    }
    fma_rate = measure_fma();
    std::printf("limits    copy %.1f GB/s (%llu MiB), multiply-add %.2f TFLOP/s, times by %s\n\n",
                copy_bandwidth * 1e-9, static_cast<unsigned long long>(bytes >> 20), fma_rate * 1e-12,
                timed ? "GPU timestamps" : "the clock");
  }

  void print_header() const {
    std::printf("%-14s %-26s %12s %9s %8s %7s %9s %9s %7s\n", "op", "case", "time", "MB", "GB/s", "of copy", "MFLOP",
                "GFLOP/s", "of fma");
  }

  void row(const std::string& op, const std::string& name, double us, double bytes, double flops, size_t dispatches) {
    const double bandwidth = bytes / us * 1e6, rate = flops / us * 1e6;
    std::printf("%-14s %-26s %9.2f us %9.1f %8.1f %6.1f%% %9.1f %9.1f %6.1f%%\n", op.c_str(), name.c_str(), us,
                bytes * 1e-6, bandwidth * 1e-9, 100 * bandwidth / copy_bandwidth, flops * 1e-6, rate * 1e-9,
                100 * rate / fma_rate);
    std::fflush(stdout);
    rows.push_back({{"op", op},
                    {"case", name},
                    {"us", us},
                    {"bytes", bytes},
                    {"flops", flops},
                    {"dispatches", dispatches},
                    {"of_copy", bandwidth / copy_bandwidth},
                    {"of_fma", rate / fma_rate}});
  }

  void measure(const Op& op, const Case& c) {
    Graph g;
    std::vector<Value> in;
    double bytes = 0;
    for (const Desc& d : c.in) in.push_back(g.input("", d)), bytes += static_cast<double>(d.bytes());
    auto y = g.apply(op.name, in, c.attrs);
    if (!y.ok()) fatal(y.error().message);
    g.output("", *y);
    const Desc out = g.desc(*y);
    bytes += static_cast<double>(out.bytes());
    const Node& node = g.nodes().back();
    const double flops =
        op.flops ? op.flops({c.in, node.attrs, std::span(&out, 1)}) : static_cast<double>(out.shape.elements());
    // On a software device the large cases would take minutes each.
    if (device.info().adapter.software && (flops > 3e9 || bytes > 3e8)) return;
    if (std::max(bytes, flops) > 1e15) return;
    Random random(static_cast<uint64_t>(rows.size()) + 7);
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < c.in.size(); ++i)
      inputs.push_back(
          random_tensor(c.in[i], c.fill.empty() ? Fill{} : c.fill[std::min(i, c.fill.size() - 1)], random));
    auto program = run_sync(gpu.prepare(g));
    if (!program.ok()) {
      std::printf("%-14s %-26s %s\n", std::string(op.name).c_str(), c.name.c_str(), program.error().message.c_str());
      return;
    }
    const uint64_t before = device.counters().dispatches;
    if (auto r = run_sync(gpu.run(*program, inputs)); !r.ok()) fatal(r.error().message);
    const size_t dispatches = device.counters().dispatches - before;
    if (dispatches == 0) {
      std::printf("%-14s %-26s a view: nothing to run\n", std::string(op.name).c_str(), c.name.c_str());
      return;
    }
    if (!device.info().adapter.software) warm_up(4);
    const double us = time_us([&] {
      if (auto r = run_sync(gpu.run(*program, inputs)); !r.ok()) fatal(r.error().message);
    });
    row(std::string(op.name), c.name, us, bytes, flops, dispatches);
    inputs.clear();
    device.trim();
  }
  using Node = Graph::Node;

  // A thousand small dispatches, each needing the one before, in one submit: what a dispatch costs.
  void measure_chain() {
    Graph g;
    const Value x = g.input("x", {DType::f32, {4096}}), b = g.input("b", {DType::f32, {4096}});
    Value y = x;
    for (int i = 0; i < 1000; ++i) y = *g.apply("add", {y, b});
    g.output("y", y);
    Random random(3);
    const Tensor tx = random_tensor({DType::f32, {4096}}, {}, random),
                 tb = random_tensor({DType::f32, {4096}}, {}, random);
    auto program = run_sync(gpu.prepare(g, {.fuse = false}));
    if (!program.ok()) fatal(program.error().message);
    if (!device.info().adapter.software) warm_up(4);
    std::vector<double> total, recording;
    for (int i = 0; i < repeats + 3; ++i) {
      const auto start = std::chrono::steady_clock::now();
      auto out = run_sync(gpu.run(*program, {tx, tb}));
      if (!out.ok()) fatal(out.error().message);
      recording.push_back(seconds_since(start) * 1e6);
      (void)run_sync(device.finished());
      total.push_back(seconds_since(start) * 1e6);
    }
    std::printf(
        "\nchain     1,000 dependent adds of 4,096 elements in one submit: %.2f us each by the clock, of which %.2f us "
        "recording\n",
        median(total) / 1000, median(recording) / 1000);
    rows.push_back({{"op", "chain"},
                    {"case", "1000 dependent adds"},
                    {"us_each", median(total) / 1000},
                    {"us_recording", median(recording) / 1000}});
  }

  // Layers of few-bit weights one after another, each with weights of its own, so that no cache holds them: a decoder's
  // step, and 128 rows of a prompt.
  void measure_layers() {
    const bool small = device.info().adapter.software;
    const int64_t size = small ? 256 : 4096;
    const int layers = small ? 4 : 32;
    for (const int64_t tokens : {1, 128})
      for (const int x_bits : {32, 16, 8})
        for (const int bits : {8, 4, 3, 2, 1}) {
          const quant::Scheme scheme = {.bits = bits};
          const int steps = small ? 1 : tokens == 1 ? 64 : 8;
          Graph g;
          Random random(6);
          std::vector<Tensor> in{random_tensor({DType::f32, {tokens, size}}, {}, random)};
          Value y = g.input("x", in[0].desc());
          double bytes = 0;
          for (int i = 0; i < layers; ++i) {
            std::vector<Value> taken{y};
            for (const Desc& d : packed_inputs(scheme, size, size)) {
              const Fill fill = d.dtype == DType::u32 ? Fill{.kind = Fill::bits}
                                                      : Fill{.kind = Fill::uniform, .low = -1e-3, .high = 1e-3};
              in.push_back(random_tensor(d, fill, random));
              taken.push_back(g.input("", d));
              bytes += static_cast<double>(d.bytes());
            }
            Attrs settings = packed_settings(scheme);
            y = *g.apply("quantized_matmul", taken, settings.set("x_bits", x_bits));
          }
          g.output("y", y);
          auto program = run_sync(gpu.prepare(g, {}, in));
          if (!program.ok()) fatal(program.error().message);
          if (!small) warm_up(1);
          std::vector<double> times;
          for (int i = 0; i < repeats + 3; ++i) {
            const auto start = std::chrono::steady_clock::now();
            // A few tokens without looking at one: the device is never idle.
            for (int step = 0; step < steps; ++step)
              if (const auto out = run_sync(gpu.run(*program, in)); !out.ok()) fatal(out.error().message);
            (void)run_sync(device.finished());
            times.push_back(seconds_since(start) * 1e6 / steps);
          }
          const double us = median(times) / layers;
          std::printf(
              "layers    %3lld rows, %d bits, x in %2d, %lld x %lld, %d in a chain: %.2f us a layer, %.0f GB/s\n",
              static_cast<long long>(tokens), bits, x_bits, static_cast<long long>(size), static_cast<long long>(size),
              layers, us, bytes / layers / us / 1e3);
          rows.push_back({{"op", "layers"}, {"rows", tokens}, {"bits", bits}, {"x_bits", x_bits}, {"us_each", us}});
          device.trim();
        }
  }

  // --- Fusion
  // ---------------------------------------------------------------------------------------------------------- A list
  // of ops over `shape`, folded from the left: a binary op takes one more input.
  struct List {
    std::vector<std::string> ops;
    Graph graph{};
    std::vector<Tensor> inputs{};
  };
  List list_of(std::vector<std::string> ops, const Desc& desc) {
    List l{.ops = std::move(ops)};
    Value v = l.graph.input("x0", desc);
    Random random(5);
    const auto more = [&] { l.inputs.push_back(random_tensor(desc, {}, random)); };
    more();
    for (const std::string& op : l.ops) {
      std::vector<Value> in{v};
      if (find_op(op)->max_inputs == 2) in.push_back(l.graph.input("x", desc)), more();
      v = *l.graph.apply(op, in);
    }
    l.graph.output("y", v);
    return l;
  }
  // The ops as calls of their own; with `through_cpu` every result is read, and written again for the next op.
  Tensor one_by_one(const List& l, bool through_cpu) {
    Tensor v = l.inputs[0];
    size_t next = 1;
    for (size_t i = 0; i < l.ops.size(); ++i) {
      if (through_cpu && i > 0) v = *run_sync(gpu.upload(*run_sync(gpu.download(v))));
      std::vector<Tensor> in{v};
      if (find_op(l.ops[i])->max_inputs == 2) in.push_back(l.inputs[next++]);
      v = *run_sync(gpu.run(l.ops[i], in));
    }
    return v;
  }
  template <class F>
  double clock_us(F&& work) {
    std::vector<double> times;
    for (int i = 0; i < repeats + 2; ++i) {
      const auto start = std::chrono::steady_clock::now();
      work();
      times.push_back(seconds_since(start) * 1e6);
    }
    return median(times);
  }
  double gpu_us(const Graph& graph, const std::vector<Tensor>& inputs, const RunOptions& options) {
    auto program = run_sync(gpu.prepare(graph, options));
    if (!program.ok()) fatal(program.error().message);
    if (!device.info().adapter.software) warm_up(4);
    return time_us([&] {
      if (auto r = run_sync(gpu.run(*program, inputs)); !r.ok()) fatal(r.error().message);
    });
  }

  void measure_fusion() {
    const bool software = device.info().adapter.software;
    std::printf("\n%-26s %10s | through the CPU %6s | on the GPU %6s | one submit %6s  bytes  of that\n", "fused list",
                "size", "", "", "");
    const auto measure_list = [&](std::vector<std::string> ops, int64_t side) {
      List l = list_of(std::move(ops), {DType::f32, {side, side}});
      const auto finish = [&] { (void)run_sync(device.finished()); };
      const auto fused = [&] { return (*run_sync(gpu.run(l.graph, l.inputs)))[0]; };
      if (!software) warm_up(4);
      const double cpu = clock_us([&] { (void)run_sync(gpu.download(one_by_one(l, true))); });
      const double cpu_fused = clock_us([&] { (void)run_sync(gpu.download(fused())); });
      const double calls = clock_us([&] { (void)one_by_one(l, false), finish(); });
      const double calls_fused = clock_us([&] { (void)fused(), finish(); });
      const double apart = gpu_us(l.graph, l.inputs, {.fuse = false}), together = gpu_us(l.graph, l.inputs, {});
      const Explanation e = *gpu.explain(l.graph);
      const auto moved = [](const Explanation::Kernel& k) { return static_cast<double>(k.read + k.written); };
      const double bytes = moved(Explanation::total(e.before)) / moved(Explanation::total(e.after));
      std::string name;
      for (const std::string& op : l.ops) name += (name.empty() ? "" : "+") + op;
      std::printf("%-26s %5lld^2    | %8.0f %8.0f %5.2fx | %6.0f %6.0f %5.2fx | %7.1f %7.1f %5.2fx %5.2fx %5.2f\n",
                  name.c_str(), static_cast<long long>(side), cpu, cpu_fused, cpu / cpu_fused, calls, calls_fused,
                  calls / calls_fused, apart, together, apart / together, bytes, apart / together / bytes);
      std::fflush(stdout);
      rows.push_back({{"op", "fusion"},
                      {"case", name},
                      {"size", side},
                      {"through_cpu", cpu / cpu_fused},
                      {"calls", calls / calls_fused},
                      {"one_submit", apart / together},
                      {"bytes", bytes}});
      l.inputs.clear();
      device.trim();
    };
    for (int64_t side : {256, 512, 1024}) measure_list({"matmul", "relu"}, side);
    for (int64_t side : {1024, 4096})
      for (const auto& ops : {std::vector<std::string>{"add", "multiply"},
                              {"add", "relu"},
                              {"multiply", "add", "sigmoid"},
                              {"add", "multiply", "gelu", "subtract"}})
        if (!software || side < 2000) measure_list(ops, side);

    // A product and what may follow it.
    const int64_t n = software ? 256 : 4096;
    const auto product = [&](const std::vector<std::string>& after) {
      Graph g;
      Random random(9);
      std::vector<Tensor> in;
      const auto input = [&](Shape shape) {
        in.push_back(random_tensor({DType::f32, shape}, {}, random));
        return g.input("", {DType::f32, shape});
      };
      const Value a = input({n, n}), b = input({n, n});
      Value y = *g.apply("matmul", {a, b});
      for (const std::string& op : after)
        y = find_op(op)->max_inputs == 2 ? *g.apply(op, {y, input({n})}) : *g.apply(op, {y});
      g.output("", y);
      const double us = gpu_us(g, in, {});
      device.trim();
      return us;
    };
    const double bare = product({}), relu = product({"relu"}), gelu = product({"add", "gelu"}), again = product({});
    const double base = std::min(bare, again);
    std::printf("\nmatmul %lld^3  %.1f us (again %.1f), with relu %.1f (%+.1f%%), with bias and gelu %.1f (%+.1f%%)\n",
                static_cast<long long>(n), bare, again, relu, 100 * (relu / base - 1), gelu, 100 * (gelu / base - 1));
    rows.push_back(
        {{"op", "fusion"}, {"case", "matmul epilogue"}, {"bare", base}, {"relu", relu}, {"bias_gelu", gelu}});

    measure_attention(software ? 128 : 2048);

    // What a list that was seen before costs on the CPU before its first command.
    List l = list_of({"multiply", "add", "sigmoid"}, {DType::f32, {64, 64}});
    auto program = run_sync(gpu.prepare(l.graph));
    repeats = 2000;
    const double known = clock_us([&] { (void)run_sync(gpu.run(*program, l.inputs)); });
    const double found = clock_us([&] { (void)run_sync(gpu.run(l.graph, l.inputs)); });
    repeats = software ? 3 : 25;
    std::printf("planning  %.1f us for a graph seen before (%.1f us a run, %.1f with its program at hand)\n",
                found - known, found, known);
    rows.push_back({{"op", "fusion"}, {"case", "planning"}, {"us", found - known}});
  }

  // Attention as one kernel against the ops it stands for, recorded into one submit.
  void measure_attention(int64_t length) {
    const Desc head{DType::f32, {1, 16, length, 64}};
    Random random(11);
    std::vector<Tensor> in;
    for (int i = 0; i < 3; ++i) in.push_back(random_tensor(head, {}, random));
    for (bool causal : {false, true}) {
      Graph one, chain;
      const auto inputs = [&](Graph& g) {
        return std::array{g.input("q", head), g.input("k", head), g.input("v", head)};
      };
      const auto [q, k, v] = inputs(one);
      auto attended = one.apply("attention", {q, k, v}, {{"causal", causal}});
      if (!attended.ok()) return;
      one.output("y", *attended);
      const auto [q2, k2, v2] = inputs(chain);
      Value s = *chain.apply("matmul", {q2, k2}, {{"transpose_b", 1}});
      std::vector<Tensor> more = in;
      const auto extra = [&](const Tensor& t) {
        more.push_back(*run_sync(gpu.upload(t)));
        return chain.input("", t.desc());
      };
      s = *chain.apply("multiply", {s, extra(Tensor::scalar(0.125f))});
      if (causal) {
        std::vector<float> mask(static_cast<size_t>(length * length));
        for (int64_t i = 0; i < length; ++i)
          for (int64_t j = i + 1; j < length; ++j) mask[static_cast<size_t>(i * length + j)] = -1e9f;
        s = *chain.apply("add", {s, extra(Tensor::from_floats(DType::f32, {length, length}, mask))});
      }
      chain.output("y", *chain.apply("matmul", {*chain.apply("softmax", {s}), v2}));
      const double fused = gpu_us(one, in, {}), apart = gpu_us(chain, more, {.fuse = false}),
                   woven = gpu_us(chain, more, {});
      std::printf("attention 16 heads of 64, %lld tokens%s: %.1f us; op by op %.1f us (%.2fx), those fused %.1f us\n",
                  static_cast<long long>(length), causal ? ", causal" : "", fused, apart, apart / fused, woven);
      rows.push_back({{"op", "fusion"},
                      {"case", causal ? "attention, causal" : "attention"},
                      {"us", fused},
                      {"op_by_op", apart},
                      {"chain_fused", woven}});
      device.trim();
    }
  }
};

}  // namespace

int bench_gpu(const std::string& engine, const std::string& only, const std::string& json_file) {
  WebGPUOptions options;
  options.engine = engine;
  auto gpu = run_sync(WebGPUBackend::create(options));
  if (!gpu.ok()) return std::fprintf(stderr, "bitloom-bench: %s\n", gpu.error().message.c_str()), 1;
  Bench bench{**gpu};
  std::printf("device    %s\n", (*gpu)->name().c_str());
  bench.measure_limits();
  bench.print_header();
  for (const Op* op : all_ops()) {
    if (!only.empty() && op->name != only) continue;
    for (const Case& c : op->cases())
      if (c.benchmark) bench.measure(*op, c);
  }
  if (only.empty() || only == "chain") bench.measure_chain();
  if (only.empty() || only == "layers") bench.measure_layers();
  if (only.empty() || only == "fusion") bench.measure_fusion();
  if (!json_file.empty()) {
    std::ofstream(json_file) << nlohmann::json{{"device", (*gpu)->name()},
                                               {"copy_bytes_per_second", bench.copy_bandwidth},
                                               {"fma_flops_per_second", bench.fma_rate},
                                               {"rows", bench.rows}}
                                    .dump(2)
                             << "\n";
  }
  return 0;
}
