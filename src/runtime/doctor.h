// The doctor runs every case of every op on a backend and compares it with the CPU reference.
//
//   DoctorReport report = co_await examine(backend, {}, [](const DoctorFinding& f) { return print(f), true; });
//   report.wrong == 0
#pragma once

#include <functional>

#include "bitloom/backend.h"
#include "ops/op.h"

namespace bitloom {

struct DoctorOptions {
  std::string op{};          // only this one; empty: all
  uint64_t seed = 0;         // 0: a fresh one
  bool all_profiles = true;  // on a GPU also the variants other browsers' profiles would pick
  bool all_views = true;     // on a GPU every case with unaligned inputs too; else a third of them, by the seed
};

struct DoctorFinding {
  enum State { right, wrong, failed, slow } state = right;  // slow: right, but far slower than the CPU
  std::string op, test, profile, kernels;                   // kernels: the plan it ran, as text
  double worst = 0;                                         // the error, in units of what is allowed
  double ms = 0, cpu_ms = 0;                                // warm, wall clock, reading back included
  std::string problem;
  int done = 0, total = 0;  // cases so far, this one included, and in all
};

struct DoctorReport {
  uint64_t seed = 0;
  int right = 0, wrong = 0, failed = 0, slow = 0;
  std::vector<DoctorFinding> findings;
  bool healthy() const { return wrong == 0 && failed == 0; }
};

// `each` hears every finding as it is made; it ends the examination by returning false.
Task<DoctorReport> examine(std::shared_ptr<Backend> backend, DoctorOptions options,
                           std::function<bool(const DoctorFinding&)> each = {});
std::string_view name(DoctorFinding::State state);

}  // namespace bitloom
