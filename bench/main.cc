// bitloom-bench: GPU benchmarks by the GPU's own timestamps, CPU benchmarks by Google Benchmark.
//   bitloom-bench [--engine dawn|wgpu|PATH] [--op NAME] [--json FILE]
//   bitloom-bench --engine cpu [--benchmark_filter=REGEX] [Google Benchmark's other flags]
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "bench/cpu.h"
#include "bench/gpu.h"

int main(int argc, char** argv) {
  std::string engine, op, json;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    std::string* to = flag == "--engine" ? &engine : flag == "--op" ? &op : flag == "--json" ? &json : nullptr;
    if (flag == "--help") {
      std::puts(
          "bitloom-bench [--engine dawn|wgpu|cpu|PATH] [--op NAME] [--json FILE]; with --engine cpu also Google "
          "Benchmark's flags");
      return 0;
    }
    if (to && i + 1 < argc) *to = argv[++i];
    else if (to || flag.rfind("--benchmark", 0) != 0)
      return std::fprintf(stderr, "bitloom-bench: what is '%s'? See --help\n", argv[i]), 2;
    else argv[kept++] = argv[i];
  }
  if (engine != "cpu") return bench_gpu(engine, op, json);
  register_cpu_benchmarks(op);
  std::vector<char*> flags(argv, argv + kept);
  std::string out = "--benchmark_out=" + json, form = "--benchmark_out_format=json";
  if (!json.empty()) flags.push_back(out.data()), flags.push_back(form.data());
  int count = static_cast<int>(flags.size());
  benchmark::Initialize(&count, flags.data());
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
