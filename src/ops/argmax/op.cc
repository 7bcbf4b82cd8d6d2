// argmax: where along an axis the largest element is, as i32: the first of equals; NaN counts as largest, as in NumPy.
// With `finite` it is -1 where the largest is infinite or NaN, so that a choice shows that there was none.
#include <cmath>

#include "base/try.h"
#include "cpu/threads.h"
#include "ops/rows/reduce.h"

namespace bitloom {
namespace {

int axis_of(const OpCall& call) {
  const int64_t axis = call.attrs.integer("axis");
  return static_cast<int>(axis < 0 ? axis + call.in[0].shape.rank() : axis);
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  if (!is_float(x.dtype) && byte_size(x.dtype) != 4)
    return error(Code::invalid_argument, "[argmax] x is {}; it takes f32, f16, bf16, i32 and u32", x);
  const int axis = TRY(normal_axis("argmax", x.shape, call.attrs.integer("axis")));
  if (x.shape[axis] == 0)
    return error(Code::invalid_argument, "[argmax] x is {}: axis {} has no elements, so none is largest", x, axis);
  std::vector<bool> reduced(static_cast<size_t>(x.shape.rank()));
  reduced[static_cast<size_t>(axis)] = true;
  return std::vector<Desc>{{DType::i32, reduced_shape(x.shape, reduced, call.attrs.flag("keep"))}};
}

template <class Value>
int32_t first_largest(uint64_t length, bool finite, Value value) {
  uint64_t best = 0;
  auto top = value(0);
  for (uint64_t i = 1; i < length && top == top; ++i) {  // NaN is final
    const auto v = value(i);
    if (v > top || v != v) best = i, top = v;
  }
  if constexpr (std::is_floating_point_v<decltype(top)>)
    if (finite && !std::isfinite(top)) return -1;
  return static_cast<int32_t>(best);
}

void reference(const CpuCall& c) {
  const Rows rows = rows_of(c.in[0].shape(), axis_of(c.call()));
  const std::span<int32_t> y = c.out[0].data<int32_t>();
  const bool finite = c.attrs.flag("finite");
  for (uint64_t r = 0; r < y.size(); ++r)
    y[r] = first_largest(rows.length, finite, [&](uint64_t i) {
      return get_double(c.in[0],
                        static_cast<int64_t>((r / rows.inner * rows.length + i) * rows.inner + r % rows.inner));
    });
}

void on_cpu(const CpuCall& c) {
  const Rows rows = rows_of(c.in[0].shape(), axis_of(c.call()));
  const std::span<int32_t> y = c.out[0].data<int32_t>();
  const bool finite = c.attrs.flag("finite");
  with_type(c.in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* x = c.in[0].data<T>().data();
    parallel_for(y.size(), row_grain(rows.length), [&](size_t begin, size_t end) {
      for (size_t r = begin; r < end; ++r) {
        const T* row = x + r / rows.inner * rows.length * rows.inner + r % rows.inner;
        y[r] = first_largest(rows.length, finite, [&](uint64_t i) {
          const T v = row[i * rows.inner];
          if constexpr (std::is_arithmetic_v<T>) return v;
          else return static_cast<float>(v);
        });
      }
    });
  });
}

Status on_gpu(Lowering& to, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  const Rows rows = rows_of(call.in[0].shape, axis_of(call));
  const Operand x = to.in(0);
  const bool finite = call.attrs.flag("finite") && is_float(call.in[0].dtype);
  const auto kernel = [&](const ReducePlan& plan, const Operand* candidates, uint64_t parts) -> Result<Kernel> {
    const RowPlan& r = plan.rows;
    Kernel k = row_kernel("argmax/kernel.wgsl", r, x);
    if (finite && (candidates || parts == 1)) k.params.set("finite", 1);
    if (candidates) k.params.set("candidates", 1), k.reads.push_back(*candidates);
    const uint64_t inner = r.columns ? rows.inner / r.width : 1, count = rows.outer * inner * (candidates ? 1 : parts);
    k.uniforms.add(count).add(r.columns ? rows.length : rows.length / r.width).add(inner).add(parts).add(plan.chunk);
    k.groups = TRY(to.linear_groups(ceil_div(count, r.share())));
    return k;
  };
  const ReducePlan plan = plan_reduce(rows, x.quads, to.device(), to.profile());
  Kernel first = TRY(kernel(plan, nullptr, plan.parts));
  if (plan.parts == 1) {
    first.writes = {to.out()};
    return to.dispatch(std::move(first));
  }
  // A candidate from each part of a row, then the best of those, element by element.
  const auto size = [](uint64_t n) { return static_cast<int64_t>(n); };
  const Operand found = to.temp({DType::i32, {size(rows.outer), size(plan.parts), size(rows.inner)}});
  first.writes = {found};
  (void)TRY(to.dispatch(std::move(first)));
  const ReducePlan last = plan_reduce({rows.outer, plan.parts, rows.inner}, false, to.device(), to.profile());
  Kernel second = TRY(kernel(last, &found, plan.parts));
  second.writes = {to.out()};
  return to.dispatch(std::move(second));
}

std::vector<Case> cases() {
  using enum DType;
  const Fill ties{Fill::integers, -3, 3}, natural{Fill::integers, 0, 1000000};
  return {
      {"rows", {{f32, {9, 64}}}},
      {"odd rows", {{f32, {4, 5, 37}}}},
      {"ties", {{f32, {20, 40}}}, {}, {ties}},
      {"ties in columns", {{f32, {40, 20}}}, {{"axis", 0}}, {ties}},
      {"rank 1, long", {{f32, {20000}}}, {{"axis", 0}, {"keep", 1}}},
      {"rank 1, long, ties", {{f32, {20001}}}, {{"axis", 0}}, {ties}},
      {"columns", {{f32, {50, 24}}}, {{"axis", 0}}},
      {"few long columns", {{f32, {3000, 4}}}, {{"axis", 0}}, {ties}},
      {"odd middle", {{f32, {3, 40, 7}}}, {{"axis", 1}, {"keep", 1}}},
      {"rank 6", {{f32, {2, 3, 2, 3, 2, 4}}}, {{"axis", -3}}},
      {"size 1", {{f32, {4, 1, 6}}}, {{"axis", 1}}},
      {"special values", {{f32, {40, 24}}}, {}, {{Fill::special}}},
      {"special values, columns", {{f32, {24, 40}}}, {{"axis", 0}}, {{Fill::special}}},
      {"finite", {{f32, {40, 24}}}, {{"finite", 1}}, {{Fill::special}}},
      {"finite, columns", {{f32, {24, 40}}}, {{"axis", 0}, {"finite", 1}}, {{Fill::special}}},
      {"finite, long", {{f32, {20000}}}, {{"finite", 1}}},
      {"f16", {{f16, {5, 40}}}},
      {"bf16 columns", {{bf16, {20, 8}}}, {{"axis", 0}}},
      {"i32", {{i32, {6, 50}}}, {}, {ties}},
      {"u32", {{u32, {6, 50}}}, {}, {natural}},
      {"no rows", {{f32, {0, 5}}}},
      {.name = "a vocabulary", .in = {{f32, {1, 128256}}}, .benchmark = true},
      {.name = "256 MB rows", .in = {{f32, {65536, 1024}}}, .benchmark = true},
  };
}

}  // namespace

const Op& op_argmax() {
  static const Op op{
      .name = "argmax",
      .formula = "y = the first index of the largest x along an axis, as i32",
      .anchor = Anchor::reduce,
      .attrs = {{"axis", -1, "the axis that goes"},
                {"keep", false, "1: it stays, with size 1", AttrKind::flag},
                {"finite", false, "1: -1 where the largest is infinite or NaN", AttrKind::flag}},
      .infer = infer,
      .reference = reference,
      .cpu = on_cpu,
      .gpu = on_gpu,
      .tolerance = 0,
      .flops = [](const OpCall& call) { return static_cast<double>(call.in[0].shape.elements()); },
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
