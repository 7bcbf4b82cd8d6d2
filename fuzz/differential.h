// The differential fuzzer: random ops on random shapes, types, settings and values; the CPU's fast path and a GPU
// engine must both agree with the plain reference. It knows no op by name. A case is one of the op's own, mutated in
// ways that keep most cases meaningful (a size is replaced everywhere at once); what the op then refuses tests its
// messages.
//
//   Fuzzer fuzzer(backend.get());                       // null: the CPU alone
//   std::optional<Failure> f = fuzzer.try_seed(1234);    // the same seed is the same case
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "bitloom/backend.h"
#include "ops/check.h"
#include "ops/op.h"

namespace bitloom::fuzz {

// All that is needed to run it again.
struct Trial {
  const Op* op = nullptr;
  Case use;
  bool odd_views = false;  // inputs start at odd elements of larger tensors
  uint64_t seed = 0;       // of the values
};
void append_text(std::string& out, const Trial& trial);

struct Failure {
  uint64_t seed;
  std::string op, where, problem;  // where: cpu, the engine, or shapes (for a bad message)
  std::string shrunk;              // the smallest trial found that still fails
};

struct Counts {
  uint64_t ran = 0;
  uint64_t refused = 0;  // by the op's shape rule, with a proper message
  uint64_t limited = 0;  // over a limit of the device, with a proper message
  uint64_t large = 0;    // more work than a trial may cost; not run
};

class Fuzzer {
 public:
  explicit Fuzzer(WebGPUBackend* gpu, std::span<const Op* const> ops = all_ops()) : gpu_(gpu), ops_(ops) {}

  // Makes the trial of a seed, of one op if given, runs it and shrinks it if it fails.
  std::optional<Failure> try_seed(uint64_t seed, const Op* only = nullptr);

  const Counts& counts() const { return counts_; }
  const std::map<std::string_view, uint64_t>& ran() const { return ran_; }  // trials by op

 private:
  struct Outcome {
    enum Kind { right, wrong, refused, limited, large } kind = right;
    std::string where, problem;
  };
  Outcome run(const Trial& trial);
  Outcome run_cpu(const Trial& trial, const Resolved& call, const std::vector<Tensor>& in, const Tensor& truth);
  Outcome run_gpu(const Trial& trial, const Resolved& call, const std::vector<Tensor>& in, const Tensor& truth);
  Trial shrink(Trial trial, const std::string& where);

  WebGPUBackend* gpu_;
  std::span<const Op* const> ops_;
  Counts counts_;
  std::map<std::string_view, uint64_t> ran_;
};

Trial make_trial(std::span<const Op* const> ops, uint64_t seed, const Op* only);

}  // namespace bitloom::fuzz
