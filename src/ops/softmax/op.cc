// softmax: y = exp(x - max(x)) / sum(exp(x - max(x))) along one axis; log_softmax: its logarithm, without the exp.
// Subtracting the maximum changes nothing but keeps exp from overflowing. As in PyTorch a row of nothing but -inf, a
// row with +inf and a row with NaN are NaN throughout.
#include "ops/softmax/softmax.h"

#include <cmath>
#include <limits>

#include "base/try.h"
#include "cpu/rows.h"
#include "cpu/threads.h"
#include "ops/rows/rows.h"

namespace bitloom {
namespace {

constexpr std::string_view op_name(bool log) { return log ? "log_softmax" : "softmax"; }

Rows rows_of(const OpCall& call) {
  const Shape& shape = call.in[0].shape;
  const int64_t axis = call.attrs.integer("axis");
  return bitloom::rows_of(shape, static_cast<int>(axis < 0 ? axis + shape.rank() : axis));
}

template <bool log>
Result<std::vector<Desc>> infer(const OpCall& call) {
  (void)TRY(check_float(op_name(log), call.in[0]));
  (void)TRY(normal_axis(op_name(log), call.in[0].shape, call.attrs.integer("axis")));
  return std::vector<Desc>{call.in[0]};
}

template <bool log>
void reference(const CpuCall& c) {
  if (c.out[0].elements() == 0) return;
  const Rows rows = rows_of(c.call());
  for (uint64_t r = 0; r < rows.count(); ++r) {
    const auto at = [&](uint64_t i) {
      return static_cast<int64_t>((r / rows.inner * rows.length + i) * rows.inner + r % rows.inner);
    };
    double top = -std::numeric_limits<double>::infinity(), total = 0;
    for (uint64_t i = 0; i < rows.length; ++i) top = std::fmax(top, get_double(c.in[0], at(i)));
    for (uint64_t i = 0; i < rows.length; ++i) total += std::exp(get_double(c.in[0], at(i)) - top);
    for (uint64_t i = 0; i < rows.length; ++i) {
      const double d = get_double(c.in[0], at(i)) - top;
      set_double(c.out[0], at(i), log ? d - std::log(total) : std::exp(d) / total);
    }
  }
}

template <bool log>
void on_cpu(const CpuCall& c) {
  const Tensor &x = c.in[0], &y = c.out[0];
  if (y.elements() == 0) return;
  const Rows rows = rows_of(c.call());
  if (rows.inner == 1)
    return each_row(x, y, rows.length,
                    [&](const float* a, float* b, uint64_t) { softmax_row(a, b, rows.length, log); });

  std::vector<float> in, out;
  const float* a = as_floats(x, in);
  if (y.dtype() != DType::f32) out.resize(static_cast<size_t>(y.elements()));
  float* b = out.empty() ? y.data<float>().data() : out.data();
  constexpr uint64_t bundle = 64;  // neighbouring columns: whole cache lines
  const uint64_t bundles = ceil_div(rows.inner, bundle);
  parallel_for(rows.outer * bundles, row_grain(rows.length * bundle), [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      const uint64_t column = k % bundles * bundle, at = k / bundles * rows.length * rows.inner + column;
      softmax_columns(a + at, b + at, rows.length, rows.inner, std::min(bundle, rows.inner - column), log);
    }
  });
  if (!out.empty()) from_floats(b, y);
}

template <bool log>
Status on_gpu(Lowering& to, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  const Rows rows = rows_of(call);
  const Operand x = to.in(0);
  const RowPlan plan = plan_rows(rows, x.quads, to.device(), to.profile());
  Kernel k = row_kernel("softmax/kernel.wgsl", plan, x);
  if (log) k.params.set("log", 1);
  if (to.profile().fast_math) k.params.set("fast", 1);
  else if (to.profile().find_nan) k.params.set("find_nan", 1);
  const uint64_t count = plan.columns ? rows.count() / plan.width : rows.count();
  const uint64_t length = plan.columns ? rows.length : rows.length / plan.width;
  k.uniforms.add(count).add(length).add(plan.columns ? rows.inner / plan.width : 1);
  k.groups = TRY(to.linear_groups(ceil_div(count, plan.share())));
  return dispatch_rows(to, std::move(k), to.out(), plan.width == 4);
}

std::vector<Case> cases() {
  using enum DType;
  const Fill special{Fill::special}, wide{Fill::uniform, -80, 80};
  return {
      {"rows", {{f32, {5, 64}}}},
      {"odd row", {{f32, {7, 37}}}},
      {"one element", {{f32, {3, 1}}}},
      {"rank 1", {{f32, {1000}}}, {{"axis", 0}}, {wide}},
      {"middle axis", {{f32, {2, 9, 20}}}, {{"axis", 1}}, {wide}},
      {"first axis, odd inner", {{f32, {130, 7}}}, {{"axis", 0}}},
      {"rank 6", {{f32, {2, 1, 3, 2, 5, 4}}}, {{"axis", -2}}},
      {"long columns", {{f32, {600, 8}}}, {{"axis", 0}}, {wide}},
      {"row of one workgroup", {{f32, {2, 4096}}}, {}, {wide}},
      {"row over the registers", {{f32, {1, 17001}}}, {}, {wide}},
      {"long row by quads", {{f32, {1, 20480}}}, {}, {wide}},
      {"special values", {{f32, {40, 24}}}, {}, {special}},
      {"special values, columns", {{f32, {24, 40}}}, {{"axis", 0}}, {special}},
      {"f16", {{f16, {3, 96}}}},
      {"f16 odd", {{f16, {3, 33}}}},
      {"bf16", {{bf16, {4, 128}}}},
      {"f16 columns", {{f16, {3, 10, 12}}}, {{"axis", 1}}},
      {"bf16 odd columns", {{bf16, {3, 10, 5}}}, {{"axis", 1}}},
      {"no rows", {{f32, {0, 5}}}},
      {"empty rows", {{f32, {5, 0}}}},
      {.name = "256 MB, 1024 a row", .in = {{f32, {65536, 1024}}}, .benchmark = true},
      {.name = "256 MB, 8192 a row", .in = {{f32, {8192, 8192}}}, .benchmark = true},
      {.name = "a vocabulary", .in = {{f32, {8, 128256}}}, .benchmark = true},
      {.name = "256 MB, columns", .in = {{f32, {64, 1024, 1024}}}, .attrs = {{"axis", 1}}, .benchmark = true},
  };
}

double flops(const OpCall& call) { return 5.0 * static_cast<double>(call.out[0].shape.elements()); }

}  // namespace

Op make_softmax(bool log) {
  return {
      .name = op_name(log),
      .formula = log ? "y = x - max(x) - log(sum(exp(x - max(x)))) along an axis"
                     : "y = exp(x - max(x)) / sum(exp(x - max(x))) along an axis",
      .anchor = Anchor::rows,
      .attrs = {{"axis", -1, "the axis that sums to one"}},
      .infer = log ? infer<true> : infer<false>,
      .role = log ? Role::other : Role::softmax,
      .reference = log ? reference<true> : reference<false>,
      .cpu = log ? on_cpu<true> : on_cpu<false>,
      .gpu = log ? on_gpu<true> : on_gpu<false>,
      .flops = flops,
      .cases = cases,
  };
}

const Op& op_softmax() {
  static const Op op = make_softmax(false);
  return op;
}

}  // namespace bitloom
