#include "ops/moves/moves.h"

#include <algorithm>

#include "base/try.h"
#include "cpu/threads.h"

namespace bitloom::moves {
namespace {

// Runs through the rows of a walk (all axes but the last) in order, keeping each row's place in the input.
class Rows {
 public:
  Rows(const Walk& walk, int64_t row) : walk_(walk) {
    for (size_t d = walk.axes.size() - 1; d-- > 0;) {
      c_[d] = row % walk.axes[d].size;
      row /= walk.axes[d].size;
    }
    settle();
  }
  void next() {
    for (size_t d = walk_.axes.size() - 1; d-- > 0;) {
      if (++c_[d] < walk_.axes[d].size) break;
      c_[d] = 0;
    }
    settle();
  }
  int64_t at() const { return at_; }
  bool inside() const { return inside_; }

 private:
  void settle() {
    at_ = walk_.base;
    inside_ = true;
    for (size_t d = 0; d + 1 < walk_.axes.size(); ++d) {
      at_ += c_[d] * walk_.axes[d].step;
      inside_ &= c_[d] >= walk_.axes[d].low && c_[d] < walk_.axes[d].high;
    }
  }
  const Walk& walk_;
  std::array<int64_t, max_rank> c_{};
  int64_t at_ = 0;
  bool inside_ = true;
};

template <class Bits>
void copy_runs(const Walk& walk, const Bits* in, Bits* out, Bits value) {
  const Axis inner = walk.axes.back();
  parallel_for(static_cast<size_t>(walk.elements()), 1 << 15, [&](size_t begin, size_t end) {
    int64_t at = static_cast<int64_t>(begin), column = at % inner.size;
    for (Rows rows(walk, at / inner.size); at < static_cast<int64_t>(end); rows.next(), column = 0) {
      const int64_t stop = std::min(inner.size, column + static_cast<int64_t>(end) - at);
      // [column, low) and [high, stop) of the row are the value, [low, high) is the input's.
      const int64_t low = rows.inside() ? std::clamp(inner.low, column, stop) : stop;
      const int64_t high = std::clamp(inner.high, low, stop);
      Bits* to = out + at - column;
      std::fill(to + column, to + low, value);
      if (inner.step == 1 && low < high) {
        std::memcpy(to + low, in + rows.at() + low, static_cast<size_t>(high - low) * sizeof(Bits));
      } else {
        for (int64_t i = low; i < high; ++i) to[i] = in[rows.at() + i * inner.step];
      }
      std::fill(to + high, to + stop, value);
      at += stop - column;
    }
  });
}

}  // namespace

int64_t Walk::elements() const {
  int64_t n = 1;
  for (const Axis& a : axes) n *= a.size;
  return n;
}

bool Walk::full() const {
  return std::all_of(axes.begin(), axes.end(), [](const Axis& a) { return a.full(); });
}

void append_text(std::string& out, const Walk& walk) {
  out += format("from {}:", walk.base);
  for (const Axis& a : walk.axes) {
    out += format(" {}x{}", a.size, a.step);
    if (!a.full()) out += format("({}..{})", a.low, a.high);
  }
}

Walk collapse(const Walk& walk) {
  Walk out{{}, walk.base};
  for (const Axis& a : walk.axes) {
    if (a.size == 1 && a.full()) continue;
    Axis* outer = out.axes.empty() ? nullptr : &out.axes.back();
    if (outer && a.full() && outer->step == a.step * a.size)
      *outer = {outer->size * a.size, a.step, outer->low * a.size, outer->high * a.size};
    else out.axes.push_back(a);
  }
  if (out.axes.empty()) out.axes.push_back({1, 1});
  return out;
}

std::optional<int64_t> contiguous_at(const Walk& walk) {
  if (walk.elements() == 0) return 0;
  if (walk.axes.size() == 1 && walk.axes[0].full() && walk.axes[0].step == 1) return walk.base;
  return std::nullopt;
}

std::optional<Walk> in_quads(const Walk& walk) {
  Walk out = walk;
  Axis& inner = out.axes.back();
  if (inner.step != 1 || (inner.size | inner.low | inner.high | walk.base) % 4 != 0) return std::nullopt;
  inner = {inner.size / 4, 1, inner.low / 4, inner.high / 4};
  out.base /= 4;
  for (size_t d = 0; d + 1 < out.axes.size(); ++d) {
    if (out.axes[d].step % 4 != 0) return std::nullopt;
    out.axes[d].step /= 4;
  }
  return out;
}

void copy_cpu(const Walk& walk, const Tensor& in, const Tensor& out, uint32_t value) {
  if (walk.elements() == 0) return;
  with_bits(in.dtype(), [&]<class Bits>(Bits) {
    copy_runs(walk, reinterpret_cast<const Bits*>(in.raw()), reinterpret_cast<Bits*>(out.raw()),
              static_cast<Bits>(value));
  });
}

Status copy_gpu(Lowering& to, const Walk& walk, const Operand& in, const Operand& out, uint32_t value) {
  if (walk.elements() == 0) return {};
  const std::optional<Walk> quads = in.quads ? in_quads(walk) : std::nullopt;
  const Walk& chosen = quads ? *quads : walk;
  const uint32_t threads = to.profile().elementwise_threads;
  const uint64_t count = ceil_div(static_cast<uint64_t>(walk.elements()), 4);
  Kernel k{.file = "moves/walk.wgsl"};
  k.params.set("dtype", bits_name(in.desc.dtype)).set("rank", chosen.axes.size()).set("threads", threads);
  k.params.set("width", quads ? 4 : 1).set("padded", !walk.full());
  k.reads = {in};
  k.writes = {out};
  k.uniforms.add(count).add(chosen.base).add(value);
  for (const Axis& a : chosen.axes) k.uniforms.add(a.size).add(a.step).add(a.low).add(a.high - a.low);
  k.groups = TRY(to.linear_groups(ceil_div(count, threads)));
  return to.dispatch(std::move(k));
}

}  // namespace bitloom::moves
