#include "ops/rows/reduce.h"

#include <cmath>
#include <limits>

#include "base/try.h"
#include "cpu/rows.h"
#include "cpu/threads.h"

namespace bitloom {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::string_view names[] = {"reduce_sum", "reduce_mean", "reduce_max", "reduce_min"};
constexpr std::string_view op_name(Reduction kind) { return names[static_cast<size_t>(kind)]; }

struct Call {
  std::vector<bool> reduced;
  double count = 1;  // elements behind each result
  bool nothing() const { return count == 0; }
};
Call read(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  Call out{*reduced_axes("", x, call.attrs.list("axes"))};
  for (int a = 0; a < x.rank(); ++a)
    if (out.reduced[static_cast<size_t>(a)]) out.count *= static_cast<double>(x[a]);
  return out;
}

Result<std::vector<Desc>> infer(Reduction kind, const OpCall& call) {
  const Desc& x = call.in[0];
  const bool integers = kind != Reduction::mean;
  if (!is_float(x.dtype) && !(integers && byte_size(x.dtype) == 4))
    return error(Code::invalid_argument, "[{}] x is {}; it takes f32, f16, bf16{}", op_name(kind), x,
                 integers ? ", i32 and u32" : ": cast integers first");
  const std::vector<bool> reduced = TRY(reduced_axes(op_name(kind), x.shape, call.attrs.list("axes")));
  const bool needs_one = kind == Reduction::max || kind == Reduction::min;
  if (needs_one && read(call).nothing())
    return error(Code::invalid_argument, "[{}] x is {}: there is no {} of nothing, axes {} have no elements",
                 op_name(kind), x, kind == Reduction::max ? "largest" : "smallest", call.attrs.list("axes"));
  return std::vector<Desc>{{x.dtype, reduced_shape(x.shape, reduced, call.attrs.flag("keep"))}};
}

void reference(Reduction kind, const CpuCall& c) {
  const Tensor &x = c.in[0], &y = c.out[0];
  const Call call = read(c.call());
  const auto fold = [kind](double a, double b) {
    if (kind == Reduction::sum || kind == Reduction::mean) return a + b;
    if (std::isnan(a) || std::isnan(b)) return std::nan("");
    return kind == Reduction::max ? std::max(a, b) : std::min(a, b);
  };
  const double start = kind == Reduction::max ? -infinity : kind == Reduction::min ? infinity : 0;
  std::vector<double> results(static_cast<size_t>(y.elements()), start);
  // The distance in y of neighbours along each axis of x: none where it is reduced.
  const auto steps = reduced_shape(x.shape(), call.reduced, true).strides();
  const auto strides = x.shape().strides();
  for (int64_t i = 0; i < x.elements(); ++i) {
    int64_t at = 0;
    for (int a = 0; a < x.shape().rank(); ++a) {
      const size_t k = static_cast<size_t>(a);
      if (!call.reduced[k]) at += i / strides[k] % x.shape()[a] * steps[k];
    }
    double& result = results[static_cast<size_t>(at)];
    result = fold(result, get_double(x, i));
  }
  for (int64_t i = 0; i < y.elements(); ++i) {
    const double r = results[static_cast<size_t>(i)];
    set_double(y, i, kind == Reduction::mean ? r / call.count : r);
  }
}

constexpr Fold fold_of(Reduction kind) {
  return kind == Reduction::max ? Fold::max : kind == Reduction::min ? Fold::min : Fold::sum;
}

// One link of the chain on the CPU. Sums of long rows are taken in blocks, whose sums are added in double.
std::vector<float> reduce_cpu(Fold op, const float* x, const Rows& rows) {
  constexpr uint64_t block = 65536, bundle = 64, deep = 1024;
  std::vector<float> y(rows.count());
  if (rows.inner == 1 && rows.length > block) {
    const uint64_t blocks = ceil_div(rows.length, block);
    std::vector<double> parts(rows.outer * blocks);
    parallel_for(parts.size(), 1, [&](size_t begin, size_t end) {
      for (size_t k = begin; k < end; ++k) {
        const uint64_t at = k % blocks * block, n = std::min(block, rows.length - at);
        const float* p = x + k / blocks * rows.length + at;
        parts[k] =
            op == Fold::sum ? sum_row(p, n) : static_cast<double>(op == Fold::max ? max_row(p, n) : min_row(p, n));
      }
    });
    for (uint64_t r = 0; r < rows.outer; ++r) {
      double total = parts[r * blocks];
      for (uint64_t k = 1; k < blocks; ++k) {
        const double part = parts[r * blocks + k];
        if (op == Fold::sum) total += part;
        else if (std::isnan(total) || std::isnan(part)) total = std::nan("");
        else total = op == Fold::max ? std::max(total, part) : std::min(total, part);
      }
      y[r] = static_cast<float>(total);
    }
  } else if (rows.inner == 1) {
    parallel_for(rows.outer, row_grain(rows.length), [&](size_t begin, size_t end) {
      for (size_t r = begin; r < end; ++r) {
        const float* p = x + r * rows.length;
        y[r] = op == Fold::sum   ? static_cast<float>(sum_row(p, rows.length))
               : op == Fold::max ? max_row(p, rows.length)
                                 : min_row(p, rows.length);
      }
    });
  } else {
    const uint64_t bundles = ceil_div(rows.inner, bundle);
    parallel_for(rows.outer * bundles, row_grain(rows.length * bundle), [&](size_t begin, size_t end) {
      for (size_t k = begin; k < end; ++k) {
        const uint64_t column = k % bundles * bundle, width = std::min(bundle, rows.inner - column);
        const float* p = x + k / bundles * rows.length * rows.inner + column;
        float* out = y.data() + k / bundles * rows.inner + column;
        if (op != Fold::sum) {
          std::copy(p, p + width, out);
          fold_columns(op, p, out, rows.length, rows.inner, width);
          continue;
        }
        double totals[bundle] = {};
        for (uint64_t i = 0; i < rows.length; i += deep) {
          float sums[bundle] = {};
          fold_columns(op, p + i * rows.inner, sums, std::min(deep, rows.length - i), rows.inner, width);
          for (uint64_t c = 0; c < width; ++c) totals[c] += static_cast<double>(sums[c]);
        }
        for (uint64_t c = 0; c < width; ++c) out[c] = static_cast<float>(totals[c]);
      }
    });
  }
  return y;
}

void on_cpu(Reduction kind, const CpuCall& c) {
  const Tensor &x = c.in[0], &y = c.out[0];
  const Call call = read(c.call());
  if (!is_float(x.dtype()) || x.elements() == 0) return reference(kind, c);
  std::vector<float> current;
  const float* at = as_floats(x, current);
  for (const Rows& rows : reduction_chain(x.shape(), call.reduced)) {
    current = reduce_cpu(fold_of(kind), at, rows);
    at = current.data();
  }
  if (kind == Reduction::mean) {
    const float scale = static_cast<float>(1 / call.count);
    for (float& v : current) v *= scale;
  }
  from_floats(at, y);
}

// One link on the GPU, with a second dispatch where one per row would leave most of the device idle.
Status reduce_gpu(Lowering& to, Reduction kind, const Operand& x, const Rows& rows, const Operand& y, double scale) {
  const ReducePlan plan = plan_reduce(rows, x.quads, to.device(), to.profile());
  const RowPlan& r = plan.rows;
  const bool finished = plan.parts == 1;
  Kernel k = row_kernel("rows/reduce.wgsl", r, x);
  k.loads[0].once = true;
  k.store_unit = r.columns ? static_cast<int>(r.width) : 1;
  k.params.set("op", kind == Reduction::max   ? "max"
                     : kind == Reduction::min ? "min"
                                              : "sum")
      .set("unroll", plan.unroll);
  const uint64_t inner = r.columns ? rows.inner / r.width : 1, count = rows.outer * plan.parts * inner;
  k.uniforms.add(count).add(r.columns ? rows.length : rows.length / r.width).add(inner).add(plan.parts).add(plan.chunk);
  k.uniforms.add(finished ? scale : 1.0);
  k.groups = TRY(to.linear_groups(ceil_div(count, r.share())));
  if (finished) return dispatch_rows(to, std::move(k), y, r.columns && r.width == 4);

  const auto size = [](uint64_t n) { return static_cast<int64_t>(n); };
  const Operand parts = to.temp({compute_type(x.desc.dtype), {size(rows.outer), size(plan.parts), size(rows.inner)}});
  (void)TRY(dispatch_rows(to, std::move(k), parts, true));
  return reduce_gpu(to, kind, parts, {rows.outer, plan.parts, rows.inner}, y, scale);
}

Status on_gpu(Reduction kind, Lowering& to, const OpCall& op) {
  const Call call = read(op);
  if (op.out[0].shape.elements() == 0) return {};
  std::vector<Rows> chain = reduction_chain(op.in[0].shape, call.reduced);
  // Of nothing: every result is a row of no elements.
  if (call.nothing()) chain = {{static_cast<uint64_t>(op.out[0].shape.elements()), 0, 1}};
  Operand from = to.in(0);
  for (size_t i = 0; i < chain.size(); ++i) {
    const bool last = i + 1 == chain.size();
    const Operand out =
        last ? to.out() : to.temp({compute_type(op.in[0].dtype), {static_cast<int64_t>(chain[i].count())}});
    (void)TRY(reduce_gpu(to, kind, from, chain[i], out, last && kind == Reduction::mean ? 1 / call.count : 1));
    from = out;
  }
  return {};
}

std::vector<Case> cases(Reduction kind) {
  using enum DType;
  const bool averages = kind == Reduction::mean, adds = averages || kind == Reduction::sum;
  const Fill small{Fill::integers, -1000, 1000}, natural{Fill::integers, 0, 1000};
  // All of one sign: a lone sum of many could else cancel to nearly nothing and keep only its roundings.
  const Fill positive{Fill::uniform, 0.5, 1.5};
  std::vector<Case> list{
      {"all", {{f32, {3, 5, 7}}}},
      {"all, large", {{f32, {20000}}}, {}, {positive}},
      {"rows", {{f32, {9, 64}}}, {{"axes", {-1}}}},
      {"short rows", {{f32, {700, 3}}}, {{"axes", {1}}}},
      {"columns", {{f32, {50, 24}}}, {{"axes", {0}}, {"keep", 1}}},
      {"odd columns", {{f32, {70, 7}}}, {{"axes", {0}}}},
      {"few long columns", {{f32, {3000, 4}}}, {{"axes", {0}}}},
      {"middle", {{f32, {3, 40, 12}}}, {{"axes", {1}}}},
      {"outer and inner", {{f32, {6, 5, 9}}}, {{"axes", {0, 2}}, {"keep", 1}}},
      {"every other of six", {{f32, {2, 3, 2, 3, 2, 4}}}, {{"axes", {1, 3, 5}}}},
      {"rank 0", {{f32, {}}}},
      {"size 1", {{f32, {4, 1, 6}}}, {{"axes", {1}}}},
      {"f16 rows", {{f16, {5, 40}}}, {{"axes", {1}}}},
      {"f16 columns", {{f16, {20, 8}}}, {{"axes", {0}}}},
      {"bf16 odd", {{bf16, {5, 7}}}, {{"axes", {0}}}},
      {"no results", {{f32, {0, 5}}}, {{"axes", {1}}}},
      {.name = "256 MB to one", .in = {{f32, {64, 1024, 1024}}}, .benchmark = true},
      {.name = "256 MB rows", .in = {{f32, {65536, 1024}}}, .attrs = {{"axes", {1}}}, .benchmark = true},
      {.name = "256 MB columns", .in = {{f32, {65536, 1024}}}, .attrs = {{"axes", {0}}}, .benchmark = true},
  };
  if (adds) {
    list.push_back({"of nothing", {{f32, {3, 0}}}, {{"axes", {1}}}});
  } else {
    list.push_back({"special values", {{f32, {40, 24}}}, {{"axes", {1}}}, {{Fill::special}}});
    list.push_back({"special values, columns", {{f32, {24, 40}}}, {{"axes", {0}}}, {{Fill::special}}});
  }
  if (!averages) {
    list.push_back({"i32", {{i32, {6, 50}}}, {{"axes", {1}}}, {small}});
    list.push_back({"i32 columns", {{i32, {50, 6}}}, {{"axes", {0}}}, {small}});
    list.push_back({"u32", {{u32, {300}}}, {}, {natural}});
  }
  return list;
}

// An op's functions know no more than what they are called with: these know which op it is, and nothing else.
template <Reduction kind>
void set_functions(Op& op) {
  op.infer = [](const OpCall& call) { return infer(kind, call); };
  op.reference = [](const CpuCall& call) { reference(kind, call); };
  op.cpu = [](const CpuCall& call) { on_cpu(kind, call); };
  op.gpu = [](Lowering& to, const OpCall& call) { return on_gpu(kind, to, call); };
  op.cases = [] { return cases(kind); };
}

}  // namespace

Op make_reduction(Reduction kind, std::string_view formula) {
  Op op{
      .name = op_name(kind),
      .formula = formula,
      .anchor = Anchor::reduce,
      .attrs = {{"axes", std::vector<int64_t>{}, "the axes that go; empty: all"},
                {"keep", false, "1: they stay, with size 1", AttrKind::flag}},
      .flops = [](const OpCall& call) { return static_cast<double>(call.in[0].shape.elements()); },
  };
  switch (kind) {
    case Reduction::sum: set_functions<Reduction::sum>(op); break;
    case Reduction::mean: set_functions<Reduction::mean>(op); break;
    case Reduction::max: set_functions<Reduction::max>(op); break;
    case Reduction::min: set_functions<Reduction::min>(op); break;
  }
  return op;
}

std::vector<Rows> reduction_chain(const Shape& shape, const std::vector<bool>& reduced) {
  struct Run {
    uint64_t size;
    bool reduced;
  };
  std::vector<Run> runs;
  for (int a = 0; a < shape.rank(); ++a) {
    const bool r = reduced[static_cast<size_t>(a)];
    if (shape[a] == 1) continue;
    if (runs.empty() || runs.back().reduced != r) runs.push_back({1, r});
    runs.back().size *= static_cast<uint64_t>(shape[a]);
  }
  std::vector<Rows> chain;
  uint64_t inner = 1;  // what is kept after the run at hand
  for (size_t i = runs.size(); i-- > 0;) {
    if (!runs[i].reduced) {
      inner *= runs[i].size;
      continue;
    }
    uint64_t outer = 1;
    for (size_t k = 0; k < i; ++k) outer *= runs[k].size;
    chain.push_back({outer, runs[i].size, inner});
  }
  if (chain.empty()) chain.push_back({inner, 1, 1});  // a copy
  return chain;
}

Result<std::vector<bool>> reduced_axes(std::string_view op, const Shape& shape, const std::vector<int64_t>& axes) {
  std::vector<bool> reduced(static_cast<size_t>(shape.rank()), axes.empty());
  for (int64_t axis : axes) {
    const size_t a = static_cast<size_t>(TRY(normal_axis(op, shape, axis)));
    if (reduced[a]) return error(Code::invalid_argument, "[{}] axes {} of {} name axis {} twice", op, axes, shape, a);
    reduced[a] = true;
  }
  return reduced;
}

Shape reduced_shape(const Shape& shape, const std::vector<bool>& reduced, bool keep) {
  std::vector<int64_t> sizes;
  for (int a = 0; a < shape.rank(); ++a) {
    if (!reduced[static_cast<size_t>(a)]) sizes.push_back(shape[a]);
    else if (keep) sizes.push_back(1);
  }
  return Shape(sizes);
}

}  // namespace bitloom
