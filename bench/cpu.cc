#include "bench/cpu.h"

#include <benchmark/benchmark.h>

#include "bitloom/bitloom.h"
#include "ops/check.h"

using namespace bitloom;

// Sizes meant for a GPU are cut at their first axis until a CPU finishes them in well under a second.
static Case smaller(Case c) {
  const auto bytes = [&] {
    size_t n = 0;
    for (const Desc& d : c.in) n = std::max(n, d.bytes());
    return n;
  };
  while (bytes() > (size_t{16} << 20)) {
    const int64_t first = c.in[0].shape.rank() ? c.in[0].shape[0] : 1;
    if (first < 2) break;
    for (Desc& d : c.in)
      if (d.shape.rank() && d.shape[0] == first) d.shape[0] = first / 2;
  }
  return c;
}

void register_cpu_benchmarks(const std::string& only) {
  for (const Op* op : all_ops()) {
    if (!only.empty() && op->name != only) continue;
    for (const Case& full : op->cases()) {
      if (!full.benchmark) continue;
      const Case c = smaller(full);
      if (!resolve(op->name, c.in, c.attrs).ok()) continue;
      benchmark::RegisterBenchmark(format("{}/{}", op->name, c.name).c_str(), [op, c](benchmark::State& state) {
        Random random(5);
        const std::vector<Tensor> inputs = make_inputs(c, random);
        Resolved resolved = *resolve(op->name, c.in, c.attrs);
        std::vector<Tensor> out;
        double bytes = 0;
        for (const Desc& d : resolved.out) out.emplace_back(d.dtype, d.shape), bytes += static_cast<double>(d.bytes());
        for (const Desc& d : c.in) bytes += static_cast<double>(d.bytes());
        const CpuCall call{inputs, resolved.attrs, out, {}, {}};
        for (auto _ : state) (op->cpu ? op->cpu : op->reference)(call);
        const auto count = static_cast<double>(state.iterations());
        state.counters["bytes/s"] =
            benchmark::Counter(bytes * count, benchmark::Counter::kIsRate, benchmark::Counter::kIs1024);
        if (op->flops)
          state.counters["FLOP/s"] =
              benchmark::Counter(op->flops({c.in, resolved.attrs, resolved.out}) * count, benchmark::Counter::kIsRate);
      })->UseRealTime();
    }
  }
}
