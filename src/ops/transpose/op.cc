// Transpose: y[c[perm[0]], c[perm[1]], ...] = x[c]. Swapping axes of size 1 only, it is a view.
#include "ops/transpose/transpose.h"

#include <algorithm>
#include <numeric>

#include "base/try.h"
#include "cpu/threads.h"

namespace bitloom {
namespace moves {
namespace {

Result<std::vector<int>> permutation(const Shape& x, const std::vector<int64_t>& perm) {
  std::vector<int> out(static_cast<size_t>(x.rank()));
  if (perm.empty()) {
    std::iota(out.rbegin(), out.rend(), 0);
    return out;
  }
  std::vector<bool> seen(out.size());
  bool good = perm.size() == out.size();
  for (size_t i = 0; good && i < out.size(); ++i) {
    const Result<int> axis = normal_axis("transpose", x, perm[i]);
    good = axis.ok() && !seen[static_cast<size_t>(*axis)];
    if (good) seen[static_cast<size_t>(out[i] = *axis)] = true;
  }
  if (!good)
    return error(
        Code::invalid_argument,
        "[transpose] perm {} is not a permutation of the axes of {}: name each of its {} axes once, or none to reverse "
        "them",
        perm, x, x.rank());
  return out;
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  const std::vector<int> perm = TRY(permutation(x, call.attrs.list("perm")));
  Shape y = x;
  for (int i = 0; i < x.rank(); ++i) y[i] = x[perm[static_cast<size_t>(i)]];
  return std::vector{Desc{call.in[0].dtype, y}};
}

// How far apart neighbours along each of the walk's axes are in the output.
std::vector<int64_t> output_steps(const Walk& walk) {
  std::vector<int64_t> steps(walk.axes.size(), 1);
  for (size_t d = walk.axes.size() - 1; d-- > 0;) steps[d] = steps[d + 1] * walk.axes[d + 1].size;
  return steps;
}

std::vector<int64_t> permutation_of_rank(const Attrs& attrs, int rank) {
  const Shape any(std::vector<int64_t>(static_cast<size_t>(rank), 1));
  const std::vector<int> perm = *permutation(any, attrs.list("perm"));
  return {perm.begin(), perm.end()};
}

std::optional<int64_t> view(const OpCall& call) { return contiguous_at(transpose_walk(call)); }

void reference(const CpuCall& call) {
  const Shape& x = call.in[0].shape();
  const std::vector<int> perm = *permutation(x, call.attrs.list("perm"));
  each_element(call.out[0].shape(), [&](int64_t i, const std::array<int64_t, max_rank>& c) {
    int64_t at = 0;
    for (size_t d = 0; d < perm.size(); ++d) at += c[d] * x.strides()[static_cast<size_t>(perm[d])];
    copy_element(call.in[0], at, call.out[0], i);
  });
}

// A block is read by whole cache lines of the input, turned, and written by whole cache lines of the output: rows that
// lie a power of two apart fall on the same few places in the cache, and a line left there half read is lost.
template <class Bits>
void transpose_block(const Bits* in, int64_t row_step, Bits* out, int64_t column_step, int64_t rows, int64_t columns) {
  constexpr int64_t block = 64 / sizeof(Bits);
  alignas(64) Bits turned[block][block];
  const auto turn = [&](int64_t height, int64_t width) {
    for (int64_t r = 0; r < height; ++r)
      for (int64_t c = 0; c < width; ++c) turned[c][r] = in[r * row_step + c];
    for (int64_t c = 0; c < width; ++c) std::copy_n(turned[c], height, out + c * column_step);
  };
  if (rows == block && columns == block) turn(block, block);  // with constants, for the compiler to unroll
  else turn(rows, columns);
}

template <class Bits>
void transpose_planes(const Walk& walk, size_t column, const Bits* in, Bits* out) {
  constexpr int64_t block = 64 / sizeof(Bits);
  const Axis rows = walk.axes.back(), columns = walk.axes[column];
  const std::vector<int64_t> y_step = output_steps(walk);
  // A piece is one thread's: several blocks wide, so that a page of the input serves them all, and as many high as make
  // it worth handing out.
  constexpr int64_t wide = 16 * block, high = 64 * block;
  const int64_t across = (columns.size + wide - 1) / wide, down = (rows.size + high - 1) / high;
  const int64_t planes = walk.elements() / rows.size / columns.size;
  const int64_t piece = std::min(wide, columns.size) * std::min(high, rows.size);
  const size_t grain = std::max<size_t>(1, (1 << 15) / static_cast<size_t>(piece));
  parallel_for(static_cast<size_t>(planes * across * down), grain, [&](size_t begin, size_t end) {
    for (auto item = static_cast<int64_t>(begin); item < static_cast<int64_t>(end); ++item) {
      int64_t plane = item / across / down, from = walk.base, to = 0;
      for (size_t d = walk.axes.size() - 1; d-- > 0;) {
        if (d == column) continue;
        from += plane % walk.axes[d].size * walk.axes[d].step;
        to += plane % walk.axes[d].size * y_step[d];
        plane /= walk.axes[d].size;
      }
      const int64_t c0 = item % across * wide, c1 = std::min(columns.size, c0 + wide);
      const int64_t r0 = item / across % down * high, r1 = std::min(rows.size, r0 + high);
      for (int64_t r = r0; r < r1; r += block)
        for (int64_t c = c0; c < c1; c += block)
          transpose_block(in + from + r * rows.step + c, rows.step, out + to + c * y_step[column] + r, y_step[column],
                          std::min(block, r1 - r), std::min(block, c1 - c));
    }
  });
}

void cpu(const CpuCall& call) {
  const Walk walk = transpose_walk(call.call());
  if (walk.elements() == 0) return;
  const TransposePlan plan = plan_transpose(walk, DType::f32, false, {});
  if (!plan.tiled) return copy_cpu(walk, call.in[0], call.out[0]);
  with_bits(call.in[0].dtype(), [&]<class Bits>(Bits) {
    transpose_planes(walk, plan.column, reinterpret_cast<const Bits*>(call.in[0].raw()),
                     reinterpret_cast<Bits*>(call.out[0].raw()));
  });
}

Status lower(Lowering& to, const OpCall& call) {
  const Walk walk = transpose_walk(call);
  const Operand in = to.in(0), out = to.out();
  const TransposePlan plan = plan_transpose(walk, in.desc.dtype, in.quads, to.profile());
  if (!plan.tiled) return copy_gpu(to, walk, in, out);

  const Axis rows = walk.axes.back(), columns = walk.axes[plan.column];
  const std::vector<int64_t> y_step = output_steps(walk);
  const int64_t row_tiles = (rows.size + transpose_tile - 1) / transpose_tile;
  const int64_t column_tiles = (columns.size + transpose_tile - 1) / transpose_tile;
  const int64_t planes = walk.elements() / rows.size / columns.size, tiles = row_tiles * column_tiles * planes;

  Kernel k{.file = "transpose/kernel.wgsl"};
  k.params.set("dtype", bits_name(in.desc.dtype)).set("threads", plan.threads).set("outer", walk.axes.size() - 2);
  k.params.set("load_width", plan.load_width).set("store_width", plan.store_width);
  k.reads = {in};
  k.writes = {out};
  k.uniforms.add(rows.size).add(columns.size).add(rows.step).add(y_step[plan.column]);
  k.uniforms.add(row_tiles).add(column_tiles).add(tiles);
  for (size_t d = 0; d + 1 < walk.axes.size(); ++d)
    if (d != plan.column) k.uniforms.add(walk.axes[d].size).add(walk.axes[d].step).add(y_step[d]).add(0);
  k.groups = TRY(to.linear_groups(static_cast<uint64_t>(tiles)));
  return to.dispatch(std::move(k));
}

std::vector<Case> cases() {
  const auto f32 = [](Shape s) { return Desc{DType::f32, s}; };
  std::vector<Case> list{
      {"matrix", {f32({37, 70})}},
      {"matrix of quads", {f32({36, 64})}},
      {"quads read", {f32({33, 64})}},
      {"quads written", {f32({64, 33})}},
      {"special values", {f32({40, 50})}, {}, {{Fill::special}}},
      {"attention heads", {f32({2, 5, 3, 8})}, {{"perm", {0, 2, 1, 3}}}},
      {"attention heads, odd", {f32({2, 5, 3, 7})}, {{"perm", {0, 2, 1, 3}}}},
      {"batch of matrices", {f32({3, 20, 35})}, {{"perm", {0, 2, 1}}}},
      {"channels last", {f32({2, 3, 9, 11})}, {{"perm", {0, 2, 3, 1}}}},
      {"planes apart", {f32({17, 3, 19})}, {{"perm", {-1, 1, 0}}}},
      {"rank 6", {f32({2, 3, 2, 4, 3, 5})}, {{"perm", {5, 3, 1, 0, 4, 2}}}},
      {"rank 6 tiled", {f32({2, 18, 2, 2, 3, 17})}, {{"perm", {3, 5, 0, 4, 2, 1}}}},
      {"size 1 moves", {f32({1, 6, 1, 7})}, {{"perm", {1, 0, 3, 2}}}},
      {"rank 1", {f32({9})}},
      {"rank 0", {f32({})}},
      {"empty", {f32({3, 0, 2})}},
      {"large", {f32({8192, 8192})}, {}, {}, true},
      {"large, heads", {f32({16, 2048, 16, 128})}, {{"perm", {0, 2, 1, 3}}}, {}, true},
      {"large, bytes", {{DType::u8, {16384, 16384}}}, {}, {}, true},
  };
  for (DType t : {DType::f16, DType::bf16, DType::i32, DType::u32, DType::i8, DType::u8}) {
    list.push_back({format("{} quads", t), {{t, {40, 44}}}});
    if (byte_size(t) < 4) list.push_back({format("{} odd", t), {{t, {3, 21, 19}}}, {{"perm", {2, 0, 1}}}});
  }
  return list;
}

}  // namespace

void append_text(std::string& out, const TransposePlan& plan) {
  if (plan.tiled)
    out += format("tiles of {}, axis {} down, {} threads, reads by {}, writes by {}", transpose_tile, plan.column,
                  plan.threads, plan.load_width, plan.store_width);
  else out += "along the walk";
}

Walk transpose_walk(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  const std::vector<int> perm = *permutation(x, call.attrs.list("perm"));
  Walk walk;
  for (int axis : perm) walk.axes.push_back({x[axis], x.strides()[static_cast<size_t>(axis)]});
  return collapse(walk);
}

TransposePlan plan_transpose(const Walk& walk, DType dtype, bool quads, const wgsl::Profile& profile) {
  constexpr int64_t least = transpose_tile / 2;  // a tile less than half full is no better than the caches
  TransposePlan plan;
  const Axis& rows = walk.axes.back();
  const auto columns = std::find_if(walk.axes.begin(), walk.axes.end(), [](const Axis& a) { return a.step == 1; });
  if (columns == walk.axes.end() || rows.step == 1) return plan;
  const bool whole_rows = rows.size % 4 == 0;
  plan.tiled = rows.size >= least && columns->size >= least && (byte_size(dtype) == 4 || whole_rows);
  if (!plan.tiled) return plan;
  plan.column = static_cast<size_t>(columns - walk.axes.begin());
  plan.threads = profile.own_threads ? profile.own_threads
                                     : std::min<uint32_t>(profile.threads, transpose_tile * transpose_tile / 4);
  plan.load_width = quads && columns->size % 4 == 0 ? 4 : 1;
  plan.store_width = whole_rows ? 4 : 1;
  return plan;
}

}  // namespace moves

const Op& op_transpose() {
  static const Op op{
      .name = "transpose",
      .formula = "y = x with its axes in the order perm",
      .anchor = Anchor::move,
      .attrs = {{"perm", std::vector<int64_t>{}, "for each axis of y, the axis of x it is; empty: reversed"}},
      .infer = moves::infer,
      .view = moves::view,
      .permutation = moves::permutation_of_rank,
      .reference = moves::reference,
      .cpu = moves::cpu,
      .gpu = moves::lower,
      .tolerance = 0,
      .flops = moves::no_flops,
      .cases = moves::cases,
  };
  return op;
}

}  // namespace bitloom
