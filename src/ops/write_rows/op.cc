// write_rows: y is x with some rows of its last but one axis replaced: [..., room, d], new rows [..., n, d], and the
// position of the first as i32 [1]. Rows that fall past the end are dropped. x is changed in place where nothing reads
// what was there before: a result that is needed no longer, or a mutable input of the graph, as a KV cache is.
#include <algorithm>
#include <cstring>

#include "base/try.h"
#include "graph/lowering.h"
#include "ops/moves/moves.h"

namespace bitloom {
namespace {

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc &x = call.in[0], &rows = call.in[1], &position = call.in[2];
  const int rank = x.shape.rank();
  bool fits = rank >= 2 && rows.shape.rank() == rank && rows.dtype == x.dtype;
  for (int i = 0; fits && i < rank; ++i) fits = i == rank - 2 || rows.shape[i] == x.shape[i];
  if (!fits)
    return error(Code::invalid_argument,
                 "[write_rows] x is {} and the new rows {}: they may differ in the last axis but one", x, rows);
  if ((position.dtype != DType::i32 && position.dtype != DType::u32) || position.shape != Shape{1})
    return error(Code::invalid_argument, "[write_rows] the position is {}: i32[1] is needed", position);
  return std::vector<Desc>{x};
}

struct Sizes {
  int64_t outer, room, rows, line;
};
Sizes sizes(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  const int rank = x.rank();
  return {x.product(0, rank - 2), x[rank - 2], call.in[1].shape[rank - 2], x[rank - 1]};
}

void cpu(const CpuCall& call) {
  const Sizes n = sizes(call.call());
  const size_t line = static_cast<size_t>(n.line) * byte_size(call.in[0].dtype());
  std::byte* y = call.out[0].raw();
  if (y != call.in[0].raw()) std::memcpy(y, call.in[0].raw(), call.in[0].bytes());
  const int64_t first = call.in[2].dtype() == DType::i32 ? int64_t{call.in[2].data<int32_t>()[0]}
                                                         : int64_t{call.in[2].data<uint32_t>()[0]};
  if (first < 0 || first >= n.room) return;
  const int64_t rows = std::min(n.rows, n.room - first);
  for (int64_t o = 0; o < n.outer; ++o)
    std::memcpy(y + static_cast<size_t>(o * n.room + first) * line,
                call.in[1].raw() + static_cast<size_t>(o * n.rows) * line, static_cast<size_t>(rows) * line);
}

void reference(const CpuCall& call) {
  const Sizes n = sizes(call.call());
  const int64_t first = static_cast<int64_t>(call.in[2].to_doubles()[0]);
  for (int64_t i = 0; i < call.out[0].elements(); ++i) {
    const int64_t column = i % n.line, row = i / n.line % n.room, outer = i / n.line / n.room;
    const bool replaced = first >= 0 && first < n.room && row >= first && row < first + n.rows;
    if (replaced) moves::copy_element(call.in[1], (outer * n.rows + row - first) * n.line + column, call.out[0], i);
    else moves::copy_element(call.in[0], i, call.out[0], i);
  }
}

Status lower(Lowering& to, const OpCall& call) {
  const Sizes n = sizes(call);
  const bool whole = !to.in_place();
  // Rows that are no whole quads are moved element by element, which only whole words allow.
  const int64_t unit = n.line % 4 == 0 ? 4 : 1;
  if (unit == 1 && byte_size(call.in[0].dtype) != 4)
    return error(Code::unsupported, "[write_rows] x is {}: on a GPU its rows must be whole quads", call.in[0]);
  const int64_t count = n.outer * (whole ? n.room : n.rows) * n.line / unit;
  if (count == 0) return {};
  const uint32_t threads = to.profile().elementwise_threads;
  Kernel k{.file = "write_rows/kernel.wgsl"};
  k.params.set("dtype", moves::bits_name(call.in[0].dtype)).set("threads", threads);
  if (whole) k.params.set("whole", 1).set("old_width", to.in(0).quads && unit == 4 ? 4 : 1), k.reads = {to.in(0)};
  k.params.set("fresh_width", to.in(1).quads && unit == 4 ? 4 : 1).set("unit", static_cast<int>(unit));
  k.reads.push_back(to.in(1)), k.reads.push_back(to.in(2));
  k.writes = {to.out()};
  k.uniforms.add(count).add(n.line / unit).add(n.rows).add(n.room);
  k.groups = TRY(to.linear_groups(ceil_div(static_cast<uint64_t>(count), threads)));
  return to.dispatch(std::move(k));
}

std::vector<Case> cases() {
  using enum DType;
  const auto one = [](const char* name, DType dtype, Shape x, Shape rows, int place) {
    return Case{name,
                {{dtype, x}, {dtype, rows}, {i32, {1}}},
                {},
                {{}, {}, {.kind = Fill::integers, .low = static_cast<double>(place), .high = place + 1.0}}};
  };
  std::vector<Case> list{
      one("one row", f32, {2, 3, 9, 8}, {2, 3, 1, 8}, 4),
      one("first rows", f32, {1, 2, 7, 4}, {1, 2, 5, 4}, 0),
      one("past the end", f32, {2, 6, 12}, {2, 4, 12}, 4),
      one("all outside", f32, {5, 4}, {2, 4}, 5),
      one("before", f32, {5, 4}, {2, 4}, -1),
      one("f16", f16, {2, 5, 8}, {2, 2, 8}, 1),
      one("odd rows", f32, {2, 5, 3}, {2, 2, 3}, 2),
      one("i8", i8, {3, 4, 8}, {3, 1, 8}, 3),
      one("no rows", f32, {2, 5, 8}, {2, 0, 8}, 1),
      one("a cache of 2048", f32, {1, 8, 2048, 64}, {1, 8, 1, 64}, 1000),
  };
  list.back().benchmark = true;
  return list;
}

}  // namespace

const Op& op_write_rows() {
  static const Op op{
      .name = "write_rows",
      .formula =
          "y = x with new rows from a position on; in place, where nothing reads x later and it is a result or a "
          "mutable input",
      .anchor = Anchor::move,
      .min_inputs = 3,
      .max_inputs = 3,
      .in_place = true,
      .infer = infer,
      .reference = reference,
      .cpu = cpu,
      .gpu = lower,
      .tolerance = 0,
      .flops = [](const OpCall& call) { return static_cast<double>(call.in[1].shape.elements()); },
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
