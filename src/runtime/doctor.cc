#include "runtime/doctor.h"

#include <chrono>
#include <set>

#include "base/try.h"
#include "ops/check.h"
#include "runtime/inside.h"
#include "wgsl/profile.h"

namespace bitloom {
namespace {

double now_ms() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

// Runs a case twice (the second time warm, and timed) and compares it with `want`.
Task<DoctorFinding> try_case(Backend& backend, const Op& op, const Case& c, RunOptions options,
                             std::vector<Tensor> inputs, Tensor want) {
  DoctorFinding found;
  found.op = op.name;
  found.test = c.name;
  std::vector<Tensor> there;
  const auto fail = [&](const Error& e) {
    found.state = DoctorFinding::failed;
    // Named in full: <chrono> brings std::format, which would be found too, and with it 100 KB of locales.
    found.problem = bitloom::format("{}: {}", code_name(e.code), e.message);
  };
  for (Tensor& t : inputs) {
    // A view goes over with all it is a view of, so that it stays a view there.
    auto moved = co_await backend.upload(t.whole());
    if (moved.ok()) moved = moved->view(t.offset(), t.shape());
    if (!moved.ok()) {
      fail(moved.error());
      co_return found;
    }
    there.push_back(std::move(*moved));
  }
  Tensor got;
  for (const bool warm : {false, true}) {
    const double start = now_ms();
    Result<Tensor> result = co_await backend.run(std::string(op.name), there, c.attrs, options);
    if (result.ok() && warm) result = co_await backend.download(std::move(*result));
    found.ms = now_ms() - start;
    if (!result.ok()) {
      fail(result.error());
      co_return found;
    }
    got = std::move(*result);
  }
  double allowed = op.tolerance;
  if (backend.info().features.matrices && want.dtype() == DType::f16) allowed = std::max(allowed, op.matrix_tolerance);
  const Comparison comparison = compare(got, want, allowed, has_special(c));
  found.worst = comparison.worst;
  if (!comparison.right) found.state = DoctorFinding::wrong, found.problem = comparison.problem;
  co_return found;
}

Result<std::string> plan_of(const Backend& backend, const Op& op, const Case& c, const std::vector<Tensor>& inputs,
                            const RunOptions& options) {
  Graph graph;
  std::vector<Value> values;
  for (const Tensor& t : inputs) values.push_back(graph.input("", t.desc()));
  graph.output("", TRY(graph.apply(op.name, values, c.attrs)));
  return backend.plan_text(graph, inputs, options);
}

}  // namespace

std::string_view name(DoctorFinding::State state) {
  switch (state) {
    case DoctorFinding::right: return "right";
    case DoctorFinding::wrong: return "wrong";
    case DoctorFinding::failed: return "failed";
    case DoctorFinding::slow: return "slow";
  }
  return "?";
}

Task<DoctorReport> examine(std::shared_ptr<Backend> backend, DoctorOptions options,
                           std::function<bool(const DoctorFinding&)> each) {
  DoctorReport report;
  report.seed =
      options.seed ? options.seed : static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  CpuBackend reference(true), fast;
  const wgsl::Profile* shaders = Inside::profile(*backend);  // null: there are none to compile
  std::vector<std::string> profiles = backend->profiles();
  if (!options.all_profiles) profiles.resize(1);
  int number = 0, total = 0;
  for (const Op* op : all_ops())
    if (options.op.empty() || op->name == options.op)
      for (const Case& c : op->cases()) total += !c.benchmark;
  for (const Op* op : all_ops()) {
    if (!options.op.empty() && op->name != options.op) continue;
    for (const Case& c : op->cases()) {
      if (c.benchmark) continue;
      ++number;
      std::set<std::string> seen;  // plans this case has been run with
      for (const std::string& profile : profiles) {
        const RunOptions as_in{.profile = {.browser = profile}};
        for (const bool odd_views : {false, true}) {
          const bool drawn = (report.seed + static_cast<uint64_t>(number)) % 3 == 0;
          const bool here = profile == profiles[0] && (!shaders || options.all_views || drawn);
          if (odd_views && !here) continue;
          Random random(report.seed + static_cast<uint64_t>(number));
          std::vector<Tensor> inputs = make_inputs(c, random, odd_views);
          std::string kernels;
          // A profile that leads to the same kernels needs no second run.
          auto plan = plan_of(*backend, *op, c, inputs, as_in);
          if (plan.ok()) kernels = *plan;
          if (plan.ok() && !seen.insert(*plan + (odd_views ? "odd" : "")).second) continue;
          const RunOptions plain;  // by name: g++ 12 destroys a temporary of an awaited call twice
          auto want = co_await reference.run(std::string(op->name), inputs, c.attrs, plain);
          DoctorFinding found;
          if (!want.ok()) {
            found.op = op->name, found.test = c.name, found.state = DoctorFinding::failed,
            found.problem = want.error().message;
          } else {
            found = co_await try_case(*backend, *op, c, as_in, inputs, *want);
            if (found.state == DoctorFinding::right) {
              const double start = now_ms();
              (void)co_await fast.run(std::string(op->name), inputs, c.attrs, plain);
              found.cpu_ms = now_ms() - start;
              const uint32_t times = shaders ? shaders->too_slow : 0;
              if (times && found.ms > 5 && found.ms > times * found.cpu_ms) found.state = DoctorFinding::slow;
            }
          }
          found.profile = profile;
          found.kernels = std::move(kernels);
          if (odd_views) found.test += " (odd views)";
          switch (found.state) {
            case DoctorFinding::right: ++report.right; break;
            case DoctorFinding::wrong: ++report.wrong; break;
            case DoctorFinding::failed: ++report.failed; break;
            case DoctorFinding::slow: ++report.slow; break;
          }
          found.done = number, found.total = total;
          report.findings.push_back(std::move(found));
          if (each && !each(report.findings.back())) co_return report;
          co_await breathe();
        }
      }
    }
  }
  co_return report;
}

}  // namespace bitloom
