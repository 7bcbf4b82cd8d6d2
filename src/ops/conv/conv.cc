#include "ops/conv/conv.h"

#include "base/try.h"

namespace bitloom {
namespace {

template <int axes>
Convolution known(const OpCall& call) {
  return *convolution_of(axes, call);
}

template <int axes>
Result<std::vector<Desc>> infer(const OpCall& call) {
  const Convolution c = TRY(convolution_of(axes, call));
  std::vector<int64_t> sizes{c.images, c.out_channels};
  for (size_t i = 2 - axes; i < 2; ++i) sizes.push_back(c.window.out[i]);
  return std::vector<Desc>{{call.in[0].dtype, TRY(checked_shape(axes == 1 ? "conv1d" : "conv2d", sizes))}};
}

template <int axes>
void reference(const CpuCall& call) {
  const Convolution c = known<axes>(call.call());
  const Window& w = c.window;
  const std::vector<double> x = call.in[0].to_doubles(), weight = call.in[1].to_doubles();
  const std::vector<double> bias = call.in.size() > 2 ? call.in[2].to_doubles() : std::vector<double>{};
  std::vector<float> y(static_cast<size_t>(call.out[0].elements()));
  for (size_t at = 0; at < y.size(); ++at) {
    int64_t rest = static_cast<int64_t>(at);
    const int64_t j = rest % w.out[1], i = (rest /= w.out[1]) % w.out[0], o = (rest /= w.out[0]) % c.out_channels;
    const int64_t image = rest / c.out_channels, first = o / c.out_per_group() * c.in_per_group();
    double sum = bias.empty() ? 0 : bias[static_cast<size_t>(o)];
    for (int64_t channel = 0; channel < c.in_per_group(); ++channel)
      for (int64_t p = 0; p < w.kernel[0]; ++p)
        for (int64_t q = 0; q < w.kernel[1]; ++q) {
          const int64_t row = w.position(0, i, p), col = w.position(1, j, q);
          if (row < 0 || row >= w.in[0] || col < 0 || col >= w.in[1]) continue;
          const int64_t x_at = ((image * c.in_channels + first + channel) * w.in[0] + row) * w.in[1] + col;
          const int64_t w_at = ((o * c.in_per_group() + channel) * w.kernel[0] + p) * w.kernel[1] + q;
          sum += x[static_cast<size_t>(x_at)] * weight[static_cast<size_t>(w_at)];
        }
    y[at] = static_cast<float>(sum);
  }
  const Tensor rounded = Tensor::from_floats(call.out[0].dtype(), call.out[0].shape(), y);
  std::copy_n(rounded.raw(), rounded.bytes(), call.out[0].raw());
}

template <int axes>
double flops(const OpCall& call) {
  return 2.0 * static_cast<double>(call.out[0].shape.elements()) * static_cast<double>(known<axes>(call).depth());
}

template <int axes>
Op make() {
  const std::vector<int64_t> ones(axes, 1), zeros(axes, 0);
  return {
      .name = axes == 1 ? "conv1d" : "conv2d",
      .formula = axes == 1 ? "y[n, o, i] = b[o] + Σ w[o, c, p]·x[n, c, i·stride + p·dilation − padding]"
                           : "y[n, o, i, j] = b[o] + Σ w[o, c, p, q]·x[n, c, i·stride + p·dilation − padding, ...]",
      .anchor = Anchor::conv,
      .min_inputs = 2,
      .max_inputs = 3,
      .attrs = {{"stride", ones, "one number, or one per axis"},
                {"padding", zeros, "zeros around the input: one number, one per axis, or all starts then all ends"},
                {"dilation", ones, "one number, or one per axis"},
                {"groups", 1, "channels in as many separate convolutions"}},
      .infer = infer<axes>,
      .reference = reference<axes>,
      .cpu = [](const CpuCall& call) { convolve_cpu(known<axes>(call.call()), call); },
      .gpu = [](Lowering& to, const OpCall& call) { return convolve_gpu(to, known<axes>(call), call); },
      .tolerance = 1e-5,
      .flops = flops<axes>,
  };
}

}  // namespace

Result<Convolution> convolution_of(int axes, const OpCall& call) {
  const std::string_view who = axes == 1 ? "conv1d" : "conv2d", layout = axes == 1 ? "[N, C, L]" : "[N, C, H, W]";
  const Shape &x = call.in[0].shape, &w = call.in[1].shape;
  constexpr std::string_view names[] = {"x", "weight", "bias"};
  for (size_t i = 0; i < call.in.size(); ++i)
    if (!is_float(call.in[i].dtype))
      return error(Code::invalid_argument, "[{}] {} is {}: only f32, f16 and bf16 can be convolved; cast it first", who,
                   names[i], call.in[i]);
  if (x.rank() != axes + 2) return error(Code::invalid_argument, "[{}] x is {}: it must be {}", who, x, layout);
  if (w.rank() != axes + 2)
    return error(Code::invalid_argument, "[{}] weight is {}: it must be {}", who, w,
                 axes == 1 ? "[out, in / groups, K]" : "[out, in / groups, KH, KW]");

  Convolution c;
  c.images = x[0], c.in_channels = x[1], c.out_channels = w[0], c.groups = call.attrs.integer("groups");
  if (c.groups < 1 || c.in_channels % c.groups != 0 || c.out_channels % c.groups != 0)
    return error(
        Code::invalid_argument,
        "[{}] x is {} and weight is {}: groups {} must be positive and divide the {} channels in and the {} out", who,
        x, w, c.groups, c.in_channels, c.out_channels);
  if (w[1] != c.in_per_group())
    return error(
        Code::invalid_argument,
        "[{}] x is {} and weight is {}: with {} groups of {} channels the weight's second size must be {}, not {}", who,
        x, w, c.groups, c.in_per_group(), c.in_per_group(), w[1]);
  if (call.in.size() > 2 && call.in[2].shape != Shape{c.out_channels})
    return error(Code::invalid_argument, "[{}] bias is {}: for weight {} it must be [{}]", who, call.in[2].shape, w,
                 c.out_channels);
  c.window = TRY(window_of(who, x, w.sizes().subspan(2), call.attrs));
  return c;
}

Op convolution_op(int axes) { return axes == 1 ? make<1>() : make<2>(); }

}  // namespace bitloom
