// Slice: y = x[start:end:step, ...] with NumPy's meaning. A slice that is one stretch of x is a view.
#include "base/try.h"
#include "ops/moves/moves.h"

namespace bitloom {
namespace {

struct Range {
  int64_t start = 0, step = 1, count = 0;
};

// What Python's slice.indices() gives: negative ends count from the back, and both are clipped to the axis.
Range python_range(int64_t size, int64_t start, int64_t end, int64_t step) {
  const int64_t first = step > 0 ? 0 : -1, last = step > 0 ? size : size - 1;
  const auto clip = [&](int64_t i) { return std::clamp(i < 0 ? i + size : i, first, last); };
  const int64_t from = clip(start), to = clip(end), way = step > 0 ? to - from : from - to;
  return {from, step, way > 0 ? (way - 1) / std::abs(step) + 1 : 0};
}

Result<std::vector<Range>> ranges(const Shape& x, const Attrs& attrs) {
  const auto &starts = attrs.list("starts"), &ends = attrs.list("ends"), &steps = attrs.list("steps"),
             &axes = attrs.list("axes");
  const size_t count = starts.size();
  if (ends.size() != count || (!steps.empty() && steps.size() != count) || (!axes.empty() && axes.size() != count))
    return error(Code::invalid_argument,
                 "[slice] starts {}, ends {}, steps {} and axes {} differ in length (steps and axes may be empty)",
                 starts, ends, steps, axes);
  if (count > static_cast<size_t>(x.rank()))
    return error(Code::invalid_argument, "[slice] starts {} has {} entries for the {} axes of {}", starts, count,
                 x.rank(), x);
  std::vector<Range> out;
  for (int64_t size : x.sizes()) out.push_back({0, 1, size});
  std::vector<bool> seen(out.size());
  for (size_t i = 0; i < count; ++i) {
    const auto axis =
        static_cast<size_t>(TRY(normal_axis("slice", x, axes.empty() ? static_cast<int64_t>(i) : axes[i])));
    if (seen[axis]) return error(Code::invalid_argument, "[slice] axes {} of {} names axis {} twice", axes, x, axis);
    seen[axis] = true;
    constexpr int64_t far = int64_t{1} << 41;  // over any size: a longer step takes one element just the same
    const int64_t step = steps.empty() ? 1 : std::clamp(steps[i], -far, far);
    if (step == 0) return error(Code::invalid_argument, "[slice] steps {} of {}: a step must not be 0", steps, x);
    out[axis] = python_range(x[static_cast<int>(axis)], starts[i], ends[i], step);
  }
  return out;
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  Shape y = call.in[0].shape;
  const std::vector<Range> taken = TRY(ranges(y, call.attrs));
  for (int d = 0; d < y.rank(); ++d) y[d] = taken[static_cast<size_t>(d)].count;
  return std::vector{Desc{call.in[0].dtype, y}};
}

moves::Walk walk(const OpCall& call) {
  const std::vector<Range> taken = *ranges(call.in[0].shape, call.attrs);
  moves::Walk out;
  for (size_t d = 0; d < taken.size(); ++d) {
    const int64_t stride = call.in[0].shape.strides()[d];
    out.axes.push_back({taken[d].count, taken[d].step * stride});
    out.base += taken[d].start * stride;
  }
  return moves::collapse(out);
}

std::optional<int64_t> view(const OpCall& call) { return moves::contiguous_at(walk(call)); }

std::optional<int64_t> cut(const OpCall& call) {
  const Shape &x = call.in[0].shape, &y = call.out[0].shape;
  if (x.rank() == 0 || y.elements() == 0) return std::nullopt;
  for (int d = 0; d + 1 < x.rank(); ++d)
    if (x[d] != y[d]) return std::nullopt;
  const std::vector<Range> taken = *ranges(x, call.attrs);
  for (const Range& r : taken)
    if (r.step != 1) return std::nullopt;
  return taken.back().start;
}

void reference(const CpuCall& call) {
  const Shape& x = call.in[0].shape();
  const std::vector<Range> taken = *ranges(x, call.attrs);
  moves::each_element(call.out[0].shape(), [&](int64_t i, const std::array<int64_t, max_rank>& c) {
    int64_t at = 0;
    for (size_t d = 0; d < taken.size(); ++d) at += (taken[d].start + c[d] * taken[d].step) * x.strides()[d];
    moves::copy_element(call.in[0], at, call.out[0], i);
  });
}

void cpu(const CpuCall& call) { moves::copy_cpu(walk(call.call()), call.in[0], call.out[0]); }
Status lower(Lowering& to, const OpCall& call) { return moves::copy_gpu(to, walk(call), to.in(0), to.out()); }

std::vector<Case> cases() {
  constexpr int64_t end = INT64_MAX;
  const auto f32 = [](Shape s) { return Desc{DType::f32, s}; };
  std::vector<Case> list{
      {"columns", {f32({7, 20})}, {{"starts", {1}}, {"ends", {6}}, {"axes", {1}}}},
      {"columns in quads", {f32({7, 32})}, {{"starts", {4}}, {"ends", {-8}}, {"axes", {-1}}}},
      {"a box", {f32({3, 9, 11})}, {{"starts", {1, 2, -7}}, {"ends", {end, 8, -1}}}},
      {"steps", {f32({13, 17})}, {{"starts", {1, 0}}, {"ends", {12, end}}, {"steps", {3, 2}}}},
      {"backwards", {f32({6, 10})}, {{"starts", {-1, 8}}, {"ends", {-100, 1}}, {"steps", {-1, -3}}}},
      {"special values", {f32({5, 30})}, {{"starts", {3}}, {"ends", {29}}, {"axes", {1}}}, {{Fill::special}}},
      {"rows: a view", {f32({9, 5})}, {{"starts", {2}}, {"ends", {6}}}},
      {"one row's part: a view", {f32({9, 15})}, {{"starts", {2, 3}}, {"ends", {3, 11}}}},
      {"rank 6", {f32({3, 2, 4, 2, 3, 5})}, {{"starts", {0, 1, 1, 0, 1, 1}}, {"ends", {2, 2, 4, 2, 3, 4}}}},
      {"rank 6, all steps",
       {f32({3, 3, 4, 3, 3, 5})},
       {{"starts", {0, 0, 0, 0, 0, 0}}, {"ends", {9, 9, 9, 9, 9, 9}}, {"steps", {2, 2, 3, 2, 2, 3}}}},
      {"nothing taken", {f32({4, 5})}, {{"starts", {3}}, {"ends", {1}}}},
      {"empty", {f32({0, 5})}, {{"starts", {0}}, {"ends", {3}}, {"axes", {1}}}},
      {"rank 0", {f32({})}, {{"starts", std::vector<int64_t>{}}, {"ends", std::vector<int64_t>{}}}},
      {"large", {f32({8192, 16384})}, {{"starts", {100}}, {"ends", {8292}}, {"axes", {1}}}, {}, true},
  };
  for (DType t : {DType::f16, DType::bf16, DType::i32, DType::u32, DType::i8, DType::u8}) {
    list.push_back({format("{}", t), {{t, {6, 21}}}, {{"starts", {2}}, {"ends", {19}}, {"axes", {1}}}});
    list.push_back({format("{} quads", t), {{t, {6, 24}}}, {{"starts", {4}}, {"ends", {20}}, {"axes", {1}}}});
  }
  return list;
}

}  // namespace

const Op& op_slice() {
  static const Op op{
      .name = "slice",
      .formula = "y = x[start:end:step] on each of some axes, as in NumPy",
      .anchor = Anchor::move,
      .attrs = {{"starts", std::nullopt, "where each axis starts; negative counts from the end", AttrKind::list},
                {"ends", std::nullopt, "where each axis ends, that element left out; beyond the axis is its end",
                 AttrKind::list},
                {"steps", std::vector<int64_t>{}, "from one element to the next, may be negative; empty: 1"},
                {"axes", std::vector<int64_t>{}, "which axes; empty: the first ones, in order"}},
      .infer = infer,
      .view = view,
      .cut = cut,
      .reference = reference,
      .cpu = cpu,
      .gpu = lower,
      .tolerance = 0,
      .flops = moves::no_flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
