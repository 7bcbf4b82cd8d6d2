// Every case of every op, on the CPU and on the engine under test, against the plain reference.
#include <algorithm>
#include <random>
#include <set>

#include "ops/check.h"
#include "runtime/doctor.h"
#include "tests/support.h"

namespace bitloom {
namespace {

class OpCases : public testing::TestWithParam<const Op*> {};

void expect_healthy(std::shared_ptr<Backend> backend, const Op& op) {
  // Where shaders compile slowly, what other profiles pick of every third op, others each time: wgpu runs them all.
  const auto number = static_cast<uint64_t>(std::ranges::find(all_ops(), &op) - all_ops().begin());
  const bool profiles = !compiles_slowly(*backend) || (fresh_seed() + number) % 3 == 0;
  const DoctorReport report = run_sync(
      examine(std::move(backend),
              {.op = std::string(op.name), .seed = fresh_seed(), .all_profiles = profiles, .all_views = everything()}));
  EXPECT_GT(report.right + report.slow, 0);
  for (const DoctorFinding& f : report.findings)
    EXPECT_TRUE(f.state == DoctorFinding::right || f.state == DoctorFinding::slow)
        << f.op << " '" << f.test << "' " << f.profile << ": " << f.problem << "\n"
        << f.kernels;
}

TEST_P(OpCases, CpuEqualsReference) { expect_healthy(std::make_shared<CpuBackend>(), *GetParam()); }
TEST_P(OpCases, GpuEqualsReference) { expect_healthy(shared_gpu(), *GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, OpCases, testing::ValuesIn(all_ops().begin(), all_ops().end()),
                         [](const auto& info) { return std::string(info.param->name); });

// Views that start anywhere: on the CPU of every case, on a GPU of another third of them with every seed.
TEST(Ops, UnalignedViewsComeToEveryCase) {
  const auto odd = [](std::shared_ptr<Backend> backend, uint64_t seed) {
    std::set<std::string> tests;
    const DoctorReport report =
        run_sync(examine(std::move(backend), {.op = "add", .seed = seed, .all_profiles = false, .all_views = false}));
    for (const DoctorFinding& f : report.findings)
      if (f.test.ends_with(" (odd views)")) tests.insert(f.test);
    return tests;
  };
  size_t cases = 0;
  for (const Case& c : find_op("add")->cases()) cases += !c.benchmark;
  EXPECT_EQ(odd(std::make_shared<CpuBackend>(), fresh_seed()).size(), cases);
  std::set<std::string> all;
  size_t largest = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    const std::set<std::string> some = odd(shared_gpu(), seed);
    EXPECT_GT(some.size(), 0u);
    largest = std::max(largest, some.size());
    all.insert(some.begin(), some.end());
  }
  EXPECT_GT(all.size(), 2 * largest);
  EXPECT_EQ(all.size(), cases);
}

TEST(Ops, EveryOpIsComplete) {
  for (const Op* op : all_ops()) {
    EXPECT_TRUE(op->infer && op->reference && op->gpu && op->cases) << op->name;
    int tests = 0, benchmarks = 0;
    for (const Case& c : op->cases()) (c.benchmark ? benchmarks : tests)++;
    EXPECT_GE(tests, 3) << op->name;
    EXPECT_GE(benchmarks, 1) << op->name;
  }
}

// A CPU that says it has shader profiles, and writes down what it is told to plan and to prepare.
class Recorder final : public Backend {
 public:
  using Backend::run;
  std::string name() const override { return "recorder"; }
  const DeviceInfo& info() const override { return cpu_.info(); }
  std::vector<std::string> profiles() const override { return {"edge", "safari"}; }
  Task<Result<std::shared_ptr<Program>>> prepare(Graph graph, RunOptions options, std::vector<Tensor> like) override {
    prepared.push_back(options.profile);
    return cpu_.prepare(std::move(graph), std::move(options), std::move(like));
  }
  Task<Result<std::vector<Tensor>>> run(std::shared_ptr<Program> program, std::vector<Tensor> inputs) override {
    return cpu_.run(std::move(program), std::move(inputs));
  }
  Result<Explanation> explain(const Graph& graph, const RunOptions& options) const override {
    return cpu_.explain(graph, options);
  }
  Result<std::string> plan_text(const Graph&, const std::vector<Tensor>&, const RunOptions& options) const override {
    planned.push_back(options.profile);
    return format("plan {}", planned.size());  // no two alike, so that each is run
  }
  Task<Result<Tensor>> upload(Tensor tensor) override { return cpu_.upload(std::move(tensor)); }
  Task<Result<Tensor>> download(Tensor tensor) override { return cpu_.download(std::move(tensor)); }
  Result<Tensor> begin_upload(Desc desc) override { return cpu_.begin_upload(desc); }
  void write(const Tensor& to, uint64_t offset, std::span<const std::byte> bytes) override {
    cpu_.write(to, offset, bytes);
  }
  Task<Result<Tensor>> end_upload(Tensor tensor) override { return cpu_.end_upload(std::move(tensor)); }
  Task<Result<std::vector<std::byte>>> read(Tensor from, uint64_t offset, size_t size) override {
    return cpu_.read(std::move(from), offset, size);
  }
  Task<Status> finished() override { return cpu_.finished(); }
  MemoryReport memory() const override { return cpu_.memory(); }

  std::vector<wgsl::ProfileOverrides> prepared;
  mutable std::vector<wgsl::ProfileOverrides> planned;

 protected:
  Result<Graph> simplified(const Graph& graph, const RunOptions&) const override { return graph; }

 private:
  CpuBackend cpu_;
};

TEST(Ops, TheDoctorRunsWhatItReports) {
  const auto backend = std::make_shared<Recorder>();
  const DoctorReport report = run_sync(examine(backend, {.op = "relu"}));
  ASSERT_TRUE(report.healthy());
  ASSERT_GT(backend->planned.size(), 4u);
  ASSERT_EQ(backend->prepared.size(), 2 * backend->planned.size()) << "cold and warm";
  for (size_t i = 0; i < backend->prepared.size(); ++i) EXPECT_EQ(backend->prepared[i], backend->planned[i / 2]) << i;
  for (const DoctorFinding& f : report.findings) EXPECT_TRUE(f.profile == "edge" || f.profile == "safari");
}

TEST(Ops, WrongUseIsToldWithTheOpsName) {
  CpuBackend cpu;
  const Tensor x(DType::f32, {2, 3});
  const auto message = [&](const char* op, std::vector<Tensor> in, Attrs attrs) {
    const auto r = run_sync(cpu.run(op, std::move(in), std::move(attrs)));
    EXPECT_FALSE(r.ok());
    return r.ok() ? "" : r.error().message;
  };
  EXPECT_EQ(message("frobnicate", {x}, {}), "[frobnicate] there is no such op; docs/ops.md lists them all");
  EXPECT_EQ(message("relu", {x, x}, {}), "[relu] takes 1 inputs, got 2");
  EXPECT_EQ(message("relu", {x}, {{"slope", 2}}), "[relu] has no setting 'slope'; it has: none");
  EXPECT_NE(message("softmax", {x}, {{"axes", 2}}).find("has no setting 'axes'; it has: axis"), std::string::npos);
  EXPECT_EQ(message("softmax", {x}, {{"axis", "last"}}), "[softmax] setting axis=last must be an integer");
  EXPECT_EQ(message("top_k", {x}, {{"k", 2.5}}), "[top_k] setting k=2.5 must be an integer");
  EXPECT_EQ(message("cast", {x}, {{"to", 16}}), "[cast] setting to=16 must be a word");
  EXPECT_NE(message("add", {x, Tensor(DType::f32, {4})}, {}).find("shapes [2, 3] and [4] do not broadcast"),
            std::string::npos);
}

// A setting whose type nobody can tell would be written down as a wrong one in bitloom/ops.h and ops.ts.
TEST(Ops, EverySettingHasAType) {
  for (const Op* op : all_ops())
    for (const AttrSpec& spec : op->attrs) {
      EXPECT_TRUE(spec.fallback || spec.kind != AttrKind::as_default) << op->name << " " << spec.name;
      for (const Case& c : op->cases()) {
        const AttrValue* value = c.attrs.find(spec.name);
        if (value && spec.type() == AttrKind::flag)
          EXPECT_TRUE(value->is_integer() && (value->integer() & ~1) == 0) << op->name << " " << spec.name;
        if (value && spec.type() == AttrKind::integer) EXPECT_TRUE(value->is_integer()) << op->name << " " << spec.name;
      }
    }
}

}  // namespace
}  // namespace bitloom
