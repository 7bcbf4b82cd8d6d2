// rope: rotary position embedding, as Llama has it. x is [..., L, D] and each stretch of `head` elements of a line, up
// to `until`, is a head whose element j and element j + head / 2 are turned by the angle that the tables, [positions,
// head / 2], have for the line's position and j. Inputs: x, positions (i32 or u32 [L]), cosines, sines.
#include <cmath>
#include <limits>

#include "base/try.h"
#include "cpu/threads.h"
#include "graph/lowering.h"
#include "ops/op.h"

namespace bitloom {
namespace {

struct Sizes {
  int64_t lines, line, until, half, known;
};
Sizes sizes(const OpCall& call) {
  const Shape &x = call.in[0].shape, &table = call.in[2].shape;
  const int64_t line = x[x.rank() - 1], until = call.attrs.integer("until");
  return {x[x.rank() - 2], line, until ? until : line, table[1], table[0]};
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc &x = call.in[0], &positions = call.in[1], &cosines = call.in[2];
  const int rank = x.shape.rank();
  if (!is_float(x.dtype) || rank < 2)
    return error(Code::invalid_argument, "[rope] x is {}: floats with at least two axes are needed", x);
  if ((positions.dtype != DType::i32 && positions.dtype != DType::u32) || positions.shape != Shape{x.shape[rank - 2]})
    return error(Code::invalid_argument, "[rope] positions are {}: x is {} and needs i32 [{}]", positions, x,
                 x.shape[rank - 2]);
  if (cosines.dtype != DType::f32 || cosines.shape.rank() != 2 || call.in[3] != cosines)
    return error(Code::invalid_argument, "[rope] the tables are {} and {}: both are f32 [positions, half a head]",
                 cosines, call.in[3]);
  const int64_t head = 2 * cosines.shape[1], until = call.attrs.integer("until"), line = x.shape[rank - 1];
  if (head == 0 || (until ? until : line) % head != 0 || until < 0 || until > line)
    return error(Code::invalid_argument, "[rope] {} of {} elements are not a whole number of heads of {}",
                 until ? until : line, line, head);
  return std::vector<Desc>{x};
}

int64_t position_at(const Tensor& positions, int64_t row) {
  const auto i = static_cast<size_t>(row);
  return positions.dtype() == DType::i32 ? int64_t{positions.data<int32_t>()[i]}
                                         : int64_t{positions.data<uint32_t>()[i]};
}

void store(const CpuCall& call, const std::vector<float>& y) {
  const Tensor out = Tensor::from_floats(call.out[0].dtype(), call.out[0].shape(), y);
  std::copy_n(out.raw(), out.bytes(), call.out[0].raw());
}

// Head by head, pair by pair.
void reference(const CpuCall& call) {
  const Sizes n = sizes(call.call());
  const std::vector<double> x = call.in[0].to_doubles(), positions = call.in[1].to_doubles(),
                            cosines = call.in[2].to_doubles(), sines = call.in[3].to_doubles();
  std::vector<float> y(x.begin(), x.end());
  const auto line = static_cast<size_t>(n.line), half = static_cast<size_t>(n.half);
  for (size_t start = 0; start < x.size(); start += line) {
    const double position = positions[start / line % positions.size()];
    const bool known = position >= 0 && position < static_cast<double>(n.known);
    for (size_t head = start; head < start + static_cast<size_t>(n.until); head += 2 * half)
      for (size_t j = 0; j < half; ++j) {
        const size_t angle = known ? static_cast<size_t>(position) * half + j : 0;
        const double c = known ? cosines[angle] : NAN, s = known ? sines[angle] : NAN;
        const double a = x[head + j], b = x[head + half + j];
        y[head + j] = static_cast<float>(a * c - b * s), y[head + half + j] = static_cast<float>(a * s + b * c);
      }
  }
  store(call, y);
}

void cpu(const CpuCall& call) {
  const Sizes n = sizes(call.call());
  const std::vector<float> x = call.in[0].to_floats();
  std::vector<float> y(x.size());
  const auto cosines = call.in[2].data<float>(), sines = call.in[3].data<float>();
  parallel_for(x.size(), 1 << 14, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const auto j = static_cast<int64_t>(i) % n.line, row = static_cast<int64_t>(i) / n.line % n.lines;
      const int64_t position = position_at(call.in[1], row);
      if (j >= n.until) {
        y[i] = x[i];
      } else if (position < 0 || position >= n.known) {
        y[i] = std::numeric_limits<float>::quiet_NaN();
      } else {
        const int64_t within = j % (2 * n.half);
        const bool first = within < n.half;
        const auto half = static_cast<size_t>(n.half);
        const auto angle = static_cast<size_t>(position * n.half + (first ? within : within - n.half));
        const double other = first ? -double{x[i + half]} : double{x[i - half]};
        y[i] = static_cast<float>(double{x[i]} * double{cosines[angle]} + other * double{sines[angle]});
      }
    }
  });
  store(call, y);
}

Status lower(Lowering& to, const OpCall& call) {
  const int64_t elements = call.out[0].shape.elements();
  if (elements == 0) return {};
  const Sizes n = sizes(call);
  const bool quads = to.in(0).quads && to.in(2).quads && to.in(3).quads && n.half % 4 == 0 && n.line % 4 == 0;
  const int64_t unit = quads ? 4 : 1;
  const uint32_t threads = to.profile().elementwise_threads;
  Kernel k{.file = "rope/kernel.wgsl"};
  k.params.set("dtype", name(call.in[0].dtype)).set("y", name(call.out[0].dtype)).set("threads", threads);
  k.params.set("width", quads ? 4 : 1);
  k.reads = {to.in(0), to.in(1), to.in(2), to.in(3)};
  k.writes = {to.out()};
  k.uniforms.add(elements / unit).add(n.line / unit).add(n.lines).add(n.until / unit).add(n.half / unit).add(n.known);
  k.uniforms.add(0x7fc00000u);
  k.groups = TRY(to.linear_groups(ceil_div(static_cast<uint64_t>(elements), 4 * threads)));
  return to.dispatch(std::move(k));
}

std::vector<Case> cases() {
  using enum DType;
  const auto one = [](const char* name, DType dtype, Shape x, Desc positions, Shape table, const Attrs& attrs = {}) {
    const Fill turn{.kind = Fill::uniform, .low = -1, .high = 1};
    return Case{name,
                {{dtype, x}, positions, {f32, table}, {f32, table}},
                attrs,
                {{}, {.kind = Fill::integers, .low = 0, .high = static_cast<double>(table[0])}, turn, turn}};
  };
  std::vector<Case> list{
      one("heads apart", f32, {2, 3, 7, 16}, {i32, {7}}, {20, 8}),
      one("heads side by side", f32, {1, 5, 48}, {i32, {5}}, {30, 8}, {{"until", 32}}),
      one("one line", f32, {1, 1, 96}, {u32, {1}}, {9, 16}, {{"until", 64}}),
      one("odd", f32, {2, 3, 18}, {i32, {3}}, {10, 3}),
      one("f16", f16, {4, 64}, {i32, {4}}, {8, 32}),
      one("bf16, odd", bf16, {3, 12}, {i32, {3}}, {8, 6}),
      one("past the table", f32, {1, 6, 16}, {i32, {6}}, {3, 8}),
      one("no lines", f32, {2, 0, 16}, {i32, {0}}, {3, 8}),
  };
  list[6].fill[1].high = 6;
  list.push_back(one("512 lines of a Llama", f32, {1, 512, 3072}, {i32, {512}}, {2048, 32}, {{"until", 2560}}));
  list.back().benchmark = true;
  return list;
}

}  // namespace

const Op& op_rope() {
  static const Op op{
      .name = "rope",
      .formula = "heads turned by their position: x_j cos - x_k sin, x_k cos + x_j sin, k half a head after j",
      .anchor = Anchor::move,
      .min_inputs = 4,
      .max_inputs = 4,
      .until = "until",
      .attrs = {{"until", 0, "elements of a line that are heads; 0: all"}},
      .infer = infer,
      .reference = reference,
      .cpu = cpu,
      .gpu = lower,
      .tolerance = 1e-6,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom
