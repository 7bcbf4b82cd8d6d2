// Concat: the inputs one after the other along an axis. Of one input it is a view.
#include <algorithm>

#include "base/try.h"
#include "cpu/threads.h"
#include "ops/moves/moves.h"

namespace bitloom {
namespace {

Result<std::vector<Desc>> infer(const OpCall& call) {
  Desc y = call.in[0];
  const int axis = TRY(normal_axis("concat", y.shape, call.attrs.integer("axis")));
  for (size_t k = 1; k < call.in.size(); ++k) {
    const Desc& x = call.in[k];
    Shape same = x.shape;
    if (same.rank() == y.shape.rank()) same[axis] = call.in[0].shape[axis];
    if (x.dtype != y.dtype || same != call.in[0].shape)
      return error(Code::invalid_argument,
                   "[concat] input 0 is {} and input {} is {}: types and all sizes but those of axis {} must be equal",
                   call.in[0], k, x, axis);
    y.shape[axis] += x.shape[axis];
  }
  TRY(checked_shape("concat", y.shape.sizes()));
  return std::vector{y};
}

// Each input as rows of `length` elements, those of the output being a row of each in turn.
struct Part {
  int input;
  int64_t length;
};
std::vector<Part> parts(const OpCall& call) {
  const int axis = *normal_axis("concat", call.in[0].shape, call.attrs.integer("axis"));
  std::vector<Part> out;
  for (size_t k = 0; k < call.in.size(); ++k)
    if (const int64_t length = call.in[k].shape.product(axis)) out.push_back({static_cast<int>(k), length});
  return out;
}

std::optional<int64_t> view(const OpCall& call) {
  return call.in.size() == 1 ? std::optional<int64_t>(0) : std::nullopt;
}

void reference(const CpuCall& call) {
  const int axis = *normal_axis("concat", call.in[0].shape(), call.attrs.integer("axis"));
  const auto d = static_cast<size_t>(axis);
  int64_t start = 0;
  for (const Tensor& x : call.in) {
    moves::each_element(x.shape(), [&](int64_t i, std::array<int64_t, max_rank> c) {
      c[d] += start;
      int64_t at = 0;
      for (size_t k = 0; k < static_cast<size_t>(x.shape().rank()); ++k) at += c[k] * call.out[0].shape().strides()[k];
      moves::copy_element(x, i, call.out[0], at);
    });
    start += x.shape()[axis];
  }
}

void cpu(const CpuCall& call) {
  const size_t size = byte_size(call.out[0].dtype());
  const std::vector<Part> list = parts(call.call());
  size_t row = 0, start = 0;  // bytes
  for (const Part& p : list) row += static_cast<size_t>(p.length) * size;
  for (const Part& p : list) {
    const Tensor& x = call.in[static_cast<size_t>(p.input)];
    const size_t length = static_cast<size_t>(p.length) * size;
    parallel_for(x.bytes(), 1 << 17, [&](size_t begin, size_t end) {
      for (size_t at = begin; at < end;) {
        const size_t column = at % length, run = std::min(length - column, end - at);
        std::memcpy(call.out[0].raw() + at / length * row + start + column, x.raw() + at, run);
        at += run;
      }
    });
    start += length;
  }
}

struct Rows {
  Operand tensor;
  int64_t length;
};

Status join(Lowering& to, std::span<const Rows> in, const Operand& out) {
  bool quads = true;
  for (const Rows& x : in) quads &= x.tensor.quads && x.length % 4 == 0;
  const uint32_t threads = to.profile().elementwise_threads;
  const int64_t count = out.desc.shape.elements(), unit = quads ? 4 : 1;
  Kernel k{.file = "concat/kernel.wgsl"};
  k.params.set("dtype", moves::bits_name(out.desc.dtype)).set("inputs", in.size()).set("threads", threads);
  k.params.set("width", quads ? 4 : 1);
  if (to.profile().use_switch && in.size() > 1) k.params.set("use_switch", 1);
  k.uniforms.add(count / unit);
  int64_t end = 0;
  for (const Rows& x : in) {
    k.reads.push_back(x.tensor);
    k.uniforms.add((end += x.length) / unit);
  }
  k.writes = {out};
  k.groups = TRY(to.linear_groups(ceil_div(static_cast<uint64_t>(count), 4 * threads)));
  return to.dispatch(std::move(k));
}

// A dispatch binds only so many buffers. Where there are more inputs, neighbours are joined first, then the joined
// ones.
Status lower(Lowering& to, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  const size_t most = to.limits().max_storage_buffers_per_stage - 1;
  std::vector<Rows> list;
  for (const Part& p : parts(call)) list.push_back({to.in(p.input), p.length});
  const int64_t rows = list[0].tensor.desc.shape.elements() / list[0].length;
  while (list.size() > most) {
    std::vector<Rows> joined;
    for (size_t at = 0; at < list.size(); at += most) {
      const std::span group = std::span(list).subspan(at, std::min(most, list.size() - at));
      if (group.size() == 1) {
        joined.push_back(group[0]);
        continue;
      }
      int64_t length = 0;
      for (const Rows& x : group) length += x.length;
      joined.push_back({to.temp({call.out[0].dtype, {rows, length}}), length});
      TRY(join(to, group, joined.back().tensor));
    }
    list = std::move(joined);
  }
  if (list.size() == 1) {  // the others are empty
    const moves::Walk all{{{call.out[0].shape.elements(), 1}}};
    return moves::copy_gpu(to, all, list[0].tensor, to.out());
  }
  return join(to, list, to.out());
}

std::vector<Case> cases() {
  const auto f32 = [](Shape s) { return Desc{DType::f32, s}; };
  std::vector<Case> list{
      {"rows", {f32({3, 7}), f32({5, 7})}},
      {"columns", {f32({6, 5}), f32({6, 1}), f32({6, 10})}, {{"axis", 1}}},
      {"columns in quads", {f32({6, 8}), f32({6, 4}), f32({6, 16})}, {{"axis", -1}}},
      {"middle", {f32({2, 3, 5}), f32({2, 4, 5})}, {{"axis", 1}}},
      {"special values", {f32({9, 11}), f32({9, 4})}, {{"axis", 1}}, {{Fill::special}}},
      {"one: a view", {f32({3, 7})}},
      {"an empty one", {f32({3, 7}), f32({3, 0}), f32({3, 2})}, {{"axis", 1}}},
      {"all but one empty", {f32({0, 3}), f32({5, 3})}},
      {"all empty", {f32({0, 3}), f32({0, 3})}},
      {"rank 6", {f32({2, 1, 3, 2, 2, 3}), f32({2, 1, 3, 5, 2, 3})}, {{"axis", 3}}},
      {"sixteen", std::vector<Desc>(16, f32({5, 3})), {{"axis", 1}}},
      {"large", {f32({8192, 4096}), f32({8192, 4096})}, {{"axis", 1}}, {}, true},
  };
  for (DType t : {DType::f16, DType::bf16, DType::i32, DType::u32, DType::i8, DType::u8}) {
    list.push_back({format("{}", t), {{t, {4, 7}}, {t, {4, 6}}}, {{"axis", 1}}});
    list.push_back({format("{} quads", t), {{t, {4, 8}}, {t, {4, 4}}}, {{"axis", 1}}});
  }
  return list;
}

}  // namespace

const Op& op_concat() {
  static const Op op{
      .name = "concat",
      .formula = "y = the inputs one after the other along an axis",
      .anchor = Anchor::move,
      .min_inputs = 1,
      .max_inputs = 16,
      .attrs = {{"axis", 0, "the axis they are joined along"}},
      .infer = infer,
      .view = view,
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
