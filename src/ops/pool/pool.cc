#include "ops/pool/pool.h"

#include <cmath>
#include <limits>

#include "base/try.h"
#include "cpu/threads.h"
#include "graph/lowering.h"

namespace bitloom {
namespace {

constexpr std::string_view name_of(bool largest) { return largest ? "max_pool" : "average_pool"; }

template <bool largest>
Pooling known(const OpCall& call) {
  return *pooling_of(largest, call);
}

template <bool largest>
Result<std::vector<Desc>> infer(const OpCall& call) {
  const Pooling p = TRY(pooling_of(largest, call));
  Desc y = call.in[0];
  const int rank = y.shape.rank();
  for (int axis = 2; axis < rank; ++axis) y.shape[axis] = p.window.out[static_cast<size_t>(axis + 2 - rank)];
  TRY(checked_shape(name_of(largest), y.shape.sizes()));
  return std::vector<Desc>{y};
}

// One result from the plane at x. Accumulates in T: double for the reference.
template <bool largest, class T>
T pooled(const Pooling& p, const T* x, int64_t i, int64_t j) {
  const Window& w = p.window;
  T total = largest ? -std::numeric_limits<T>::infinity() : T(0);
  for (int64_t a = 0; a < w.kernel[0]; ++a)
    for (int64_t b = 0; b < w.kernel[1]; ++b) {
      const int64_t row = w.position(0, i, a), col = w.position(1, j, b);
      if (row < 0 || row >= w.in[0] || col < 0 || col >= w.in[1]) continue;
      const T v = x[row * w.in[1] + col];
      if constexpr (largest) total = v > total || std::isnan(v) ? v : total;
      else total += v;
      if (largest && std::isnan(total)) return total;
    }
  return largest ? total : total / static_cast<T>(p.divisor(i, j));
}

template <bool largest, class T>
void pool_planes(const Pooling& p, const T* x, size_t begin, size_t end, float* y) {
  const Window& w = p.window;
  for (size_t plane = begin; plane < end; ++plane) {
    const T* from = x + plane * static_cast<size_t>(w.in_size());
    float* to = y + plane * static_cast<size_t>(w.out_size());
    for (int64_t i = 0; i < w.out[0]; ++i)
      for (int64_t j = 0; j < w.out[1]; ++j) *to++ = static_cast<float>(pooled<largest>(p, from, i, j));
  }
}

size_t planes_of(const Tensor& x) { return static_cast<size_t>(x.shape().product(0, 2)); }

void round_into(const Tensor& out, std::span<const float> values) {
  const Tensor rounded = Tensor::from_floats(out.dtype(), out.shape(), values);
  std::copy_n(rounded.raw(), rounded.bytes(), out.raw());
}

template <bool largest>
void reference(const CpuCall& call) {
  const std::vector<double> x = call.in[0].to_doubles();
  std::vector<float> y(static_cast<size_t>(call.out[0].elements()));
  pool_planes<largest>(known<largest>(call.call()), x.data(), 0, planes_of(call.in[0]), y.data());
  round_into(call.out[0], y);
}

template <bool largest>
void on_cpu(const CpuCall& call) {
  const Pooling p = known<largest>(call.call());
  const Tensor &x = call.in[0], &out = call.out[0];
  const bool wide = x.dtype() == DType::f32;
  const std::vector<float> converted = wide ? std::vector<float>{} : x.to_floats();
  std::vector<float> results(wide ? 0 : static_cast<size_t>(out.elements()));
  const float* from = wide ? x.data<float>().data() : converted.data();
  float* to = wide ? out.data<float>().data() : results.data();
  parallel_for(planes_of(x), 1, [&](size_t begin, size_t end) { pool_planes<largest>(p, from, begin, end, to); });
  if (!wide) round_into(out, results);
}

template <bool largest>
Status on_gpu(Lowering& to, const OpCall& call) {
  const Window w = known<largest>(call).window;
  const uint32_t threads = to.profile().elementwise_threads;
  const uint64_t count = static_cast<uint64_t>(call.out[0].shape.elements());
  Kernel k{.file = "pool/kernel.wgsl"};
  k.params.set("dtype", name(call.in[0].dtype)).set("threads", threads).set("largest", largest);
  if (!largest) k.params.set("count_padding", call.attrs.flag("count_include_pad"));
  k.reads = {to.in(0)};
  k.writes = {to.out()};
  k.uniforms.add(count);
  for (const auto& both : {w.in, w.out, w.kernel, w.stride, w.before, w.dilation}) k.uniforms.add(both[0]).add(both[1]);
  k.uniforms.add(-std::numeric_limits<float>::infinity());
  k.groups = TRY(to.linear_groups(ceil_div(ceil_div(count, 4), threads)));
  return to.dispatch(std::move(k));
}

template <bool largest>
double flops(const OpCall& call) {
  return static_cast<double>(call.out[0].shape.elements()) * static_cast<double>(known<largest>(call).window.taps());
}

template <bool largest>
Op make() {
  const std::vector<int64_t> zero{0}, one{1}, none{};
  Op op{
      .name = name_of(largest),
      .formula = largest ? "y[n, c, i, j] = the largest of x[n, c] under the window at (i, j)"
                         : "y[n, c, i, j] = the mean of x[n, c] under the window at (i, j)",
      .anchor = Anchor::none,
      .attrs = {{"kernel", std::nullopt, "the window's size: one number, or one per axis", AttrKind::list},
                {"stride", none, "one number, or one per axis; empty: the kernel's size"},
                {"padding", zero,
                 "around the input, at most half the kernel: one number, one per axis, or starts then ends"}},
      .infer = infer<largest>,
      .reference = reference<largest>,
      .cpu = on_cpu<largest>,
      .gpu = on_gpu<largest>,
      .tolerance = largest ? 0 : 1e-5,
      .flops = flops<largest>,
  };
  if (largest) op.attrs.push_back({"dilation", one, "one number, or one per axis"});
  else
    op.attrs.push_back(
        {"count_include_pad", true, "divide by the whole window, or only by what is inside the input", AttrKind::flag});
  return op;
}

}  // namespace

int64_t Pooling::divisor(int64_t i, int64_t j) const {
  if (count_padding) return window.taps();
  int64_t count = 1;
  for (size_t axis = 0; axis < 2; ++axis) {
    int64_t inside = 0;
    for (int64_t tap = 0; tap < window.kernel[axis]; ++tap) {
      const int64_t at = window.position(axis, axis == 0 ? i : j, tap);
      inside += at >= 0 && at < window.in[axis];
    }
    count *= inside;
  }
  return count;
}

Result<Pooling> pooling_of(bool largest, const OpCall& call) {
  const std::string_view who = name_of(largest);
  const Desc& x = call.in[0];
  if (!is_float(x.dtype))
    return error(Code::invalid_argument, "[{}] x is {}: only f32, f16 and bf16 can be pooled; cast it first", who, x);
  if (x.shape.rank() != 3 && x.shape.rank() != 4)
    return error(Code::invalid_argument, "[{}] x is {}: it must be [N, C, L] or [N, C, H, W]", who, x.shape);
  const int axes = x.shape.rank() - 2;
  if (x.shape.product(2) == 0)
    return error(Code::invalid_argument, "[{}] x is {}: a window needs at least one element", who, x.shape);
  const std::vector<int64_t> kernel = TRY(per_axis(who, "kernel", call.attrs.list("kernel"), axes, 1));
  Pooling p{TRY(window_of(who, x.shape, kernel, call.attrs)), largest, false};
  if (!largest) p.count_padding = call.attrs.flag("count_include_pad");
  for (size_t axis = 0; axis < 2; ++axis)  // more would leave windows with nothing but padding
    if (2 * std::max(p.window.before[axis], p.window.after[axis]) > p.window.kernel[axis])
      return error(Code::invalid_argument, "[{}] padding {} is over half of the kernel {}", who,
                   call.attrs.list("padding"), call.attrs.list("kernel"));
  return p;
}

Op pooling_op(bool largest) { return largest ? make<true>() : make<false>(); }

}  // namespace bitloom
