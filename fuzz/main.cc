// bitloom-fuzz: looks for ops whose fast CPU kernel or GPU kernels disagree with their reference, and for graphs that
// compute something else when they are compiled. See differential.h and graphs.h.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "fuzz/differential.h"
#include "fuzz/graphs.h"
#include "gpu/device.h"
#include "nlohmann/json.hpp"
#include "runtime/inside.h"
#include "runtime/variants.h"

namespace bitloom::fuzz {
namespace {

constexpr const char* usage =
    "bitloom-fuzz: random ops, shapes and values; the CPU and an engine against the plain reference\n"
    "  --engine cpu|dawn|wgpu|/path   the engine beside the CPU (BITLOOM_WEBGPU, else none)\n"
    "  --seconds N                    how long (10)\n"
    "  --iterations N                 stop after so many trials\n"
    "  --seed S                       of the first trial; the next one has S + 1\n"
    "  --op NAME                      this op only\n"
    "  --graphs                       random graphs instead, fused and unfused; --ops N: of at most N ops (30)\n"
    "  --json                         the summary as JSON\n"
    "  --self-test                    breaks an op on purpose and checks that it is found\n"
    "Exit code: 0 all right, 1 something disagrees or the engine cannot be opened, 2 wrong use.\n";

struct Options {
  std::string engine;
  double seconds = 10;
  uint64_t iterations = UINT64_MAX, seed = 0;
  const Op* op = nullptr;
  size_t most_ops = 30;
  bool graphs = false, json = false, self_test = false;
};

Result<Options> parse(int count, char** words) {
  Options o;
  if (const char* set = std::getenv("BITLOOM_WEBGPU")) o.engine = set;
  o.seed = std::random_device{}();
  bool timed = false, counted = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view flag = words[i];
    if (flag == "--json") {
      o.json = true;
      continue;
    }
    if (flag == "--self-test") {
      o.self_test = true;
      continue;
    }
    if (flag == "--graphs") {
      o.graphs = true;
      continue;
    }
    if (flag != "--engine" && flag != "--seconds" && flag != "--iterations" && flag != "--seed" && flag != "--op" &&
        flag != "--ops")
      return error(Code::invalid_argument, "[fuzz] there is no flag {}", flag);
    if (++i == count) return error(Code::invalid_argument, "[fuzz] {} needs a value", flag);
    const char* value = words[i];
    if (flag == "--engine") {
      o.engine = value;
      continue;
    }
    if (flag == "--op") {
      o.op = find_op(value);
      if (!o.op) return error(Code::not_found, "[fuzz] there is no op {}; docs/ops.md lists them all", value);
      continue;
    }
    char* end = nullptr;
    const double number = std::strtod(value, &end);
    if (end == value || *end || !(number >= 0))
      return error(Code::invalid_argument, "[fuzz] {} {}: expected a number, 0 or more", flag, value);
    if (flag == "--ops") o.most_ops = static_cast<size_t>(std::clamp(number, 1.0, 1000.0));
    else if (flag == "--seconds") o.seconds = number, timed = true;
    else if (flag == "--iterations") o.iterations = std::strtoull(value, nullptr, 10), counted = true;
    else o.seed = std::strtoull(value, nullptr, 10);
  }
  if (counted && !timed) o.seconds = 1e9;
  if (o.engine == "cpu") o.engine.clear();
  return o;
}

void print(const Failure& f, const Options& options) {
  const std::string engine = options.engine.empty() ? "cpu" : options.engine;
  std::printf("%s", format("\nwrong: {} on {}: {}\n  shrunk: {}\n  again:  bitloom-fuzz --engine {} --op {} --seed {} "
                           "--iterations 1\n",
                           f.op, f.where, f.problem, f.shrunk, engine, f.op, f.seed)
                        .c_str());
  std::fflush(stdout);
}

// The engine asked for; null: none was.
Result<std::shared_ptr<WebGPUBackend>> open(const Options& options) {
  if (options.engine.empty()) return std::shared_ptr<WebGPUBackend>();
  WebGPUOptions wanted;
  wanted.engine = options.engine;
  return run_sync(WebGPUBackend::create(std::move(wanted)));
}

class Clock {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  void show(uint64_t trials, size_t wrong) {
    if (seconds() - shown_ <= (terminal_ ? 0.5 : 10)) return;
    shown_ = seconds();
    const std::string line = format("{} s: {} trials, {} wrong", static_cast<int>(shown_), trials, wrong);
    std::fprintf(stderr, terminal_ ? "\r%s " : "%s\n", line.c_str());
  }
  void end() const {
    if (terminal_) std::fprintf(stderr, "\r");
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool terminal_ = isatty(STDERR_FILENO);
  double shown_ = 0;
};

bool lost(const std::shared_ptr<WebGPUBackend>& gpu) {
  if (!gpu || !Inside::device(*gpu).lost()) return false;
  std::fprintf(stderr, "\n%s\n", Inside::device(*gpu).lost()->message.c_str());
  return true;
}

int fuzz_graphs(const Options& options, const std::shared_ptr<WebGPUBackend>& gpu) {
  const std::string where = gpu ? gpu->name() : "cpu";
  if (!options.json) std::printf("%s", format("fuzzing graphs on {} from seed {}\n", where, options.seed).c_str());
  Clock clock;
  std::vector<Runner> ways = runners(gpu.get());
  if (!gpu) ways.push_back(planner(smallest_device())), ways.push_back(planner(large_device()));
  GraphFuzzer fuzzer(std::move(ways));
  nlohmann::json list = nlohmann::json::array();
  uint64_t done = 0;
  size_t wrong = 0;
  for (; done < options.iterations && clock.seconds() < options.seconds && wrong < 20; ++done) {
    if (const auto f = fuzzer.try_seed(options.seed + done, options.most_ops)) {
      ++wrong;
      list.push_back({{"seed", f->seed}, {"where", f->where}, {"problem", f->problem}, {"shrunk", f->shrunk}});
      if (!options.json)
        std::printf("%s", format("\nwrong: graph {}, {}: {}\nshrunk to\n{}  again:  bitloom-fuzz --engine {} --graphs "
                                 "--ops {} --seed {} --iterations 1\n",
                                 f->seed, f->where, f->problem, f->shrunk,
                                 options.engine.empty() ? "cpu" : options.engine, options.most_ops, f->seed)
                              .c_str());
      std::fflush(stdout);
    }
    clock.show(done + 1, wrong);
    if (lost(gpu)) {
      ++wrong;
      break;
    }
  }
  clock.end();
  const GraphCounts& n = fuzzer.counts();
  if (options.json)
    std::printf("%s\n", nlohmann::json{{"backend", where},
                                       {"seed", options.seed},
                                       {"graphs", n.graphs},
                                       {"seconds", clock.seconds()},
                                       {"ops", n.nodes},
                                       {"drawn", n.drawn},
                                       {"outputs", n.outputs},
                                       {"undecided", n.blurred},
                                       {"failures", list}}
                            .dump(2)
                            .c_str());
  else
    std::printf("%s", format("{}: {} graphs of {} ops from seed {}: {} results, {} undecided; {} graphs wrong\n", where,
                             n.graphs, n.nodes, options.seed, n.outputs, n.blurred, wrong)
                          .c_str());
  return wrong ? 1 : 0;
}

int fuzz(const Options& options, const std::shared_ptr<WebGPUBackend>& gpu) {
  const std::string where = gpu ? gpu->name() : "cpu";
  if (!options.json) std::printf("%s", format("fuzzing {} from seed {}\n", where, options.seed).c_str());

  Clock clock;
  Fuzzer fuzzer(gpu.get());
  std::vector<Failure> failures;
  std::map<std::string, int> by_op;
  uint64_t done = 0;
  for (; done < options.iterations && clock.seconds() < options.seconds; ++done) {
    if (auto failure = fuzzer.try_seed(options.seed + done, options.op)) {
      if (++by_op[failure->op] <= 3 && !options.json) print(*failure, options);  // more of the same help nobody
      failures.push_back(std::move(*failure));
    }
    clock.show(done + 1, failures.size());
    if (lost(gpu)) {
      failures.push_back({options.seed + done, "", where, Inside::device(*gpu).lost()->message, ""});
      break;
    }
  }
  clock.end();

  const Counts& n = fuzzer.counts();
  std::string missed;
  for (const Op* op : all_ops())
    if (!fuzzer.ran().contains(op->name)) missed += format("{}{}", missed.empty() ? "" : ", ", op->name);
  if (options.json) {
    nlohmann::json report{{"backend", where},
                          {"seed", options.seed},
                          {"trials", done},
                          {"seconds", clock.seconds()},
                          {"compared", n.ran},
                          {"refused", n.refused},
                          {"over_limit", n.limited},
                          {"too_large", n.large},
                          {"failures", nlohmann::json::array()},
                          {"ops", nlohmann::json::object()}};
    for (const auto& [name, count] : fuzzer.ran()) report["ops"][std::string(name)] = count;
    for (const Failure& f : failures)
      report["failures"].push_back(
          {{"op", f.op}, {"seed", f.seed}, {"where", f.where}, {"problem", f.problem}, {"shrunk", f.shrunk}});
    std::printf("%s\n", report.dump(2).c_str());
  } else {
    std::printf("%s",
                format("{}: {} trials from seed {}: {} compared, {} refused, {} over a limit, {} too large; {} of {} "
                       "ops; {} wrong\n",
                       where, done, options.seed, n.ran, n.refused, n.limited, n.large, fuzzer.ran().size(),
                       options.op ? 1 : all_ops().size(), failures.size())
                    .c_str());
    if (!missed.empty() && !options.op) std::printf("not reached: %s\n", missed.c_str());
  }
  return failures.empty() ? 0 : 1;
}

// An op that is wrong in one place only: the last element, where its rows are over 16 long.
int self_test() {
  Op broken = *find_op("transpose");
  broken.view = nullptr;
  broken.cpu = [](const CpuCall& call) {
    find_op("transpose")->reference(call);
    const Shape& y = call.out[0].shape();
    if (y.elements() && y.rank() && y[y.rank() - 1] > 16) call.out[0].raw()[call.out[0].bytes() - 1] ^= std::byte{0x40};
  };
  const Op* ops[] = {&broken};
  Fuzzer fuzzer(nullptr, ops);
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    const auto failure = fuzzer.try_seed(seed);
    if (!failure) continue;
    const bool again = Fuzzer(nullptr, ops).try_seed(seed)->shrunk == failure->shrunk;
    const bool small = failure->shrunk.find("17") != std::string::npos;
    std::printf("%s", format("self-test: found at seed {}, shrunk to {}\n", seed, failure->shrunk).c_str());
    if (again && small) return 0;
    std::printf("self-test: %s\n", again ? "it should have shrunk to 17 columns" : "the same seed gave something else");
    return 1;
  }
  std::printf("self-test: a broken op was not found in 1000 trials\n");
  return 1;
}

}  // namespace
}  // namespace bitloom::fuzz

int main(int count, char** words) {
  for (int i = 1; i < count; ++i)
    if (!std::strcmp(words[i], "--help")) return std::fputs(bitloom::fuzz::usage, stdout), 0;
  const auto options = bitloom::fuzz::parse(count, words);
  if (!options) {
    std::fprintf(stderr, "%s\n%s", options.error().message.c_str(), bitloom::fuzz::usage);
    return 2;
  }
  if (options->self_test) return bitloom::fuzz::self_test();
  const auto gpu = bitloom::fuzz::open(*options);
  if (!gpu) return std::fprintf(stderr, "%s\n", gpu.error().message.c_str()), 1;
  return options->graphs ? bitloom::fuzz::fuzz_graphs(*options, *gpu) : bitloom::fuzz::fuzz(*options, *gpu);
}
