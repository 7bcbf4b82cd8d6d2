// Every case of every op, on the CPU and on the engine under test, against the plain reference.
#include <random>

#include "ops/check.h"
#include "runtime/doctor.h"
#include "tests/support.h"

namespace bitloom {
namespace {

class OpCases : public testing::TestWithParam<const Op*> {};

void expect_healthy(std::shared_ptr<Backend> backend, const Op& op) {
  const DoctorReport report =
      run_sync(examine(std::move(backend), {.op = std::string(op.name), .seed = fresh_seed(), .all_profiles = true}));
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

TEST(Ops, EveryOpIsComplete) {
  for (const Op* op : all_ops()) {
    EXPECT_TRUE(op->infer && op->reference && op->gpu && op->cases) << op->name;
    int tests = 0, benchmarks = 0;
    for (const Case& c : op->cases()) (c.benchmark ? benchmarks : tests)++;
    EXPECT_GE(tests, 3) << op->name;
    EXPECT_GE(benchmarks, 1) << op->name;
  }
}

TEST(Ops, TheIssuesListIsThere) {
  for (const char* name :
       {"add",        "subtract",   "multiply",    "divide",      "pow",        "max",      "min",
        "neg",        "abs",        "exp",         "log",         "sqrt",       "rsqrt",    "erf",
        "relu",       "sigmoid",    "tanh",        "gelu",        "quick_gelu", "silu",     "leaky_relu",
        "elu",        "matmul",     "softmax",     "log_softmax", "layer_norm", "rms_norm", "batch_norm",
        "group_norm", "reduce_sum", "reduce_mean", "reduce_max",  "reduce_min", "argmax",   "transpose",
        "reshape",    "concat",     "slice",       "pad",         "gather",     "where",    "cast",
        "conv1d",     "conv2d",     "max_pool",    "average_pool"})
    EXPECT_NE(find_op(name), nullptr) << name;
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
  EXPECT_NE(message("softmax", {x}, {{"axis", "last"}}).find("wrong kind"), std::string::npos);
  EXPECT_NE(message("add", {x, Tensor(DType::f32, {4})}, {}).find("shapes [2, 3] and [4] do not broadcast"),
            std::string::npos);
}

}  // namespace
}  // namespace bitloom
