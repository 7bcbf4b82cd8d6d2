// top_k: the k largest elements along the last axis, largest first, and then where they are: [..., k values, k places],
// all f32, which counts exactly up to 2^24. The first of equals comes first; NaN counts as largest, as in argmax.
//
// On a GPU workgroups sort blocks of a row and keep the first k of each; blocks of those are sorted in turn until one
// is left.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/try.h"
#include "cpu/threads.h"
#include "ops/rows/rows.h"

namespace bitloom {
namespace {

constexpr int64_t most_k = 256;
constexpr uint64_t most_in_block = 1024;  // as key and place, half of the least workgroup memory there is

Result<std::vector<Desc>> infer(const OpCall& call) {
  (void)TRY(check_float("top_k", call.in[0]));
  const Shape& x = call.in[0].shape;
  if (x.rank() == 0 || x[x.rank() - 1] > 1 << 24)
    return error(Code::invalid_argument, "[top_k] x is {}: rows of 1 to {} elements are needed", x, 1 << 24);
  const int64_t k = call.attrs.integer("k"), length = x[x.rank() - 1];
  if (k < 1 || k > std::min(most_k, length))
    return error(Code::invalid_argument, "[top_k] k is {}: of rows of {} elements 1 to {} can be taken", k, length,
                 std::min(most_k, length));
  Shape y = x;
  y[x.rank() - 1] = 2 * k;
  return std::vector<Desc>{{DType::f32, y}};
}

// y(i) for the places i of a row of x, in order.
template <class Value>
void take(const CpuCall& c, uint64_t row, std::vector<int32_t>& order, Value value) {
  const auto k = static_cast<size_t>(c.attrs.integer("k"));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::partial_sort(order, order.begin() + static_cast<ptrdiff_t>(k), [&](int32_t a, int32_t b) {
    const auto x = value(a), y = value(b);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && (!std::isnan(y) || a < b);
    return x > y || (x == y && a < b);
  });
  float* y = c.out[0].data<float>().data() + row * 2 * k;
  for (size_t i = 0; i < k; ++i) y[i] = static_cast<float>(value(order[i])), y[k + i] = static_cast<float>(order[i]);
}

Rows rows_of(const CpuCall& c) { return bitloom::rows_of(c.in[0].shape(), c.in[0].shape().rank() - 1); }

void reference(const CpuCall& c) {
  const Rows rows = rows_of(c);
  std::vector<int32_t> order(rows.length);
  for (uint64_t r = 0; r < rows.outer; ++r)
    take(c, r, order, [&](int32_t i) { return get_double(c.in[0], static_cast<int64_t>(r * rows.length) + i); });
}

void on_cpu(const CpuCall& c) {
  const Rows rows = rows_of(c);
  std::vector<float> buffer;
  const float* x = as_floats(c.in[0], buffer);
  parallel_for(rows.outer, row_grain(rows.length), [&](size_t begin, size_t end) {
    std::vector<int32_t> order(rows.length);
    for (size_t r = begin; r < end; ++r)
      take(c, r, order, [&](int32_t i) { return x[r * rows.length + static_cast<size_t>(i)]; });
  });
}

Status on_gpu(Lowering& to, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  const Rows rows = bitloom::rows_of(call.in[0].shape, call.in[0].shape.rank() - 1);
  const auto k = static_cast<uint64_t>(call.attrs.integer("k"));
  const uint32_t own = to.profile().own_threads;
  std::optional<Operand> found;
  for (uint64_t count = rows.length;;) {
    const uint64_t block = count <= 64 ? 64 : most_in_block;
    const uint64_t parts = ceil_div(count, block), groups = rows.outer * parts;
    const bool last = parts == 1;
    Kernel kernel{.file = "top_k/kernel.wgsl"};
    kernel.params.set("dtype", std::string(name(call.in[0].dtype)))
        .set("threads", own ? own : std::min(to.profile().threads, static_cast<uint32_t>(block / 2)))
        .set("block", static_cast<int>(block));
    kernel.reads = {to.in(0)};
    if (found) kernel.params.set("again", 1), kernel.reads.push_back(*found);
    if (last) kernel.params.set("last", 1), kernel.writes = {to.out()};
    else {
      found = to.temp({DType::i32, {static_cast<int64_t>(rows.outer), static_cast<int64_t>(parts * k)}});
      kernel.writes = {*found};
    }
    kernel.uniforms.add(rows.length).add(count).add(parts).add(k).add(groups);
    kernel.groups = TRY(to.linear_groups(groups));
    (void)TRY(to.dispatch(std::move(kernel)));
    if (last) return {};
    count = parts * k;
  }
}

std::vector<Case> cases() {
  using enum DType;
  const Fill ties{Fill::integers, -3, 3};
  return {
      {"rows", {{f32, {9, 64}}}, {{"k", 6}}},
      {"odd rows", {{f32, {2, 3, 37}}}, {{"k", 5}}},
      {"all of a row, ties", {{f32, {5, 40}}}, {{"k", 40}}, {ties}},
      {"one of a row", {{f32, {7, 33}}}, {{"k", 1}}, {ties}},
      {"rows of one", {{f32, {7, 1}}}, {{"k", 1}}},
      {"two stages, ties", {{f32, {3, 2501}}}, {{"k", 16}}, {ties}},
      {"three stages", {{f32, {1, 5003}}}, {{"k", 256}}},
      {"special values", {{f32, {20, 48}}}, {{"k", 20}}, {{Fill::special}}},
      {"f16", {{f16, {5, 43}}}, {{"k", 7}}},
      {"bf16, ties", {{bf16, {2, 61}}}, {{"k", 60}}, {ties}},
      {"no rows", {{f32, {0, 5}}}, {{"k", 2}}},
      {.name = "a vocabulary", .in = {{f32, {1, 128256}}}, .attrs = {{"k", 64}}, .benchmark = true},
      {.name = "a vocabulary for five beams", .in = {{f32, {5, 51865}}}, .attrs = {{"k", 10}}, .benchmark = true},
  };
}

}  // namespace

const Op& op_top_k() {
  static const Op op{
      .name = "top_k",
      .formula = "y = the k largest x along the last axis, largest first, and then their places: [..., 2k] as f32",
      .attrs = {{"k", std::nullopt, "how many: 1 to 256", AttrKind::integer}},
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
