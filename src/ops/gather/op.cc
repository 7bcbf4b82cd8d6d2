// Gather: y[o, j, k] = x[o, indices[j], k], whole stretches of x along an axis, such as rows of an embedding table.
// Negative indices count from the end. A GPU cannot raise, so what an index out of range gives is defined, on the CPU
// too: NaN for floats (it will be noticed downstream) and 0 for integers.
#include <algorithm>

#include "base/try.h"
#include "cpu/threads.h"
#include "ops/moves/moves.h"

namespace bitloom {
namespace {

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc &x = call.in[0], &indices = call.in[1];
  if (indices.dtype != DType::i32 && indices.dtype != DType::u32)
    return error(Code::invalid_argument, "[gather] indices are {}: their type must be i32 or u32", indices);
  const int axis = TRY(normal_axis("gather", x.shape, call.attrs.integer("axis")));
  // The axis makes room for the shape of the indices.
  std::vector<int64_t> sizes(x.shape.sizes().begin(), x.shape.sizes().end());
  sizes.erase(sizes.begin() + axis);
  sizes.insert(sizes.begin() + axis, indices.shape.sizes().begin(), indices.shape.sizes().end());
  return std::vector{Desc{x.dtype, TRY(checked_shape("gather", sizes))}};
}

uint32_t missing_bits(DType dtype) {
  switch (dtype) {
    case DType::f32: return 0x7fc00000;
    case DType::f16: return 0x7e00;
    case DType::bf16: return 0x7fc0;
    default: return 0;
  }
}

struct Sizes {
  int64_t outer, axis, inner, count;
};
Sizes sizes(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  const int axis = *normal_axis("gather", x, call.attrs.integer("axis"));
  return {x.product(0, axis), x[axis], x.product(axis + 1), call.in[1].shape.elements()};
}

int64_t index_at(const Tensor& indices, int64_t j) {
  const auto i = static_cast<size_t>(j);
  return indices.dtype() == DType::i32 ? int64_t{indices.data<int32_t>()[i]} : int64_t{indices.data<uint32_t>()[i]};
}

void reference(const CpuCall& call) {
  const auto [outer, axis, inner, count] = sizes(call.call());
  const uint32_t missing = missing_bits(call.in[0].dtype());
  const size_t size = byte_size(call.in[0].dtype());
  int64_t to = 0;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t j = 0; j < count; ++j)
      for (int64_t k = 0; k < inner; ++k, ++to) {
        int64_t at = index_at(call.in[1], j);
        if (at < 0) at += axis;
        if (at >= 0 && at < axis) moves::copy_element(call.in[0], (o * axis + at) * inner + k, call.out[0], to);
        else std::memcpy(call.out[0].raw() + static_cast<size_t>(to) * size, &missing, size);
      }
}

void cpu(const CpuCall& call) {
  const auto [outer, axis, inner, count] = sizes(call.call());
  if (call.out[0].elements() == 0) return;
  const size_t grain = std::max<size_t>(1, (1 << 15) / static_cast<size_t>(inner));
  moves::with_bits(call.in[0].dtype(), [&]<class Bits>(Bits) {
    const auto* x = reinterpret_cast<const Bits*>(call.in[0].raw());
    auto* y = reinterpret_cast<Bits*>(call.out[0].raw());
    const auto missing = static_cast<Bits>(missing_bits(call.in[0].dtype()));
    parallel_for(static_cast<size_t>(outer * count), grain,
                 [&, axis = axis, inner = inner, count = count](size_t begin, size_t end) {
                   for (auto row = static_cast<int64_t>(begin); row < static_cast<int64_t>(end); ++row) {
                     int64_t at = index_at(call.in[1], row % count);
                     if (at < 0) at += axis;
                     if (at >= 0 && at < axis)
                       std::copy_n(x + (row / count * axis + at) * inner, inner, y + row * inner);
                     else std::fill_n(y + row * inner, inner, missing);
                   }
                 });
  });
}

Status lower(Lowering& to, const OpCall& call) {
  const int64_t elements = call.out[0].shape.elements();
  if (elements == 0) return {};
  const Sizes n = sizes(call);
  const bool quads = to.in(0).quads && n.inner % 4 == 0;
  const uint32_t threads = to.profile().elementwise_threads;
  Kernel k{.file = "gather/kernel.wgsl"};
  k.params.set("dtype", moves::bits_name(call.in[0].dtype)).set("threads", threads).set("width", quads ? 4 : 1);
  k.reads = {to.in(0), to.in(1)};
  k.writes = {to.out()};
  k.uniforms.add(elements / (quads ? 4 : 1)).add(n.inner / (quads ? 4 : 1)).add(n.count).add(n.axis);
  k.uniforms.add(call.in[1].dtype == DType::i32 ? n.axis : 0).add(missing_bits(call.in[0].dtype));
  k.groups = TRY(to.linear_groups(ceil_div(static_cast<uint64_t>(elements), 4 * threads)));
  return to.dispatch(std::move(k));
}

std::vector<Case> cases() {
  const auto f32 = [](Shape s) { return Desc{DType::f32, s}; };
  const auto i32 = [](Shape s) { return Desc{DType::i32, s}; };
  const auto below = [](double n) { return std::vector<Fill>{{}, {Fill::integers, 0, n}}; };
  std::vector<Case> list{
      {"embedding", {f32({50, 64}), i32({3, 11})}, {}, below(50)},
      {"embedding, odd", {f32({50, 37}), i32({3, 11})}, {}, below(50)},
      {"from the end", {f32({9, 5}), i32({30})}, {}, {{}, {Fill::integers, -9, 9}}},
      {"out of range", {f32({9, 5}), i32({40})}, {}, {{}, {Fill::integers, -20, 20}}},
      {"unsigned indices", {f32({9, 4}), {DType::u32, {7}}}, {}, below(12)},
      {"special values", {f32({9, 12}), i32({20})}, {}, {{Fill::special}, {Fill::integers, -9, 9}}},
      {"last axis", {f32({5, 13}), i32({2, 3})}, {{"axis", -1}}, below(13)},
      {"middle axis", {f32({2, 7, 4}), i32({5})}, {{"axis", 1}}, below(7)},
      {"one index", {f32({6, 10}), i32({})}, {}, below(6)},
      {"rank 6", {f32({2, 3, 4, 5}), i32({3, 1, 2})}, {{"axis", 2}}, below(4)},
      {"no indices", {f32({6, 10}), i32({0})}, {}, below(6)},
      {"nothing to find", {f32({0, 3}), i32({4})}, {}, below(1)},
      {"large", {f32({32768, 1024}), i32({65536})}, {}, below(32768), true},
  };
  for (DType t : {DType::f16, DType::bf16, DType::i32, DType::u32, DType::i8, DType::u8}) {
    list.push_back({format("{}", t), {{t, {9, 7}}, i32({13})}, {}, {{}, {Fill::integers, -10, 10}}});
    list.push_back({format("{} quads", t), {{t, {9, 8}}, i32({13})}, {}, {{}, {Fill::integers, -10, 10}}});
  }
  return list;
}

}  // namespace

const Op& op_gather() {
  static const Op op{
      .name = "gather",
      .formula = "y = x[indices] along an axis; out of range: NaN, or 0 for integers",
      .anchor = Anchor::move,
      .min_inputs = 2,
      .max_inputs = 2,
      .attrs = {{"axis", 0, "the axis of x that indices count along"}},
      .infer = infer,
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
