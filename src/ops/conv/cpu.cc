// The CPU's convolutions: the image is laid out as a matrix (im2col), a stretch of columns at a time, for gemm_f32;
// where each group has few output channels, the taps are added up directly.
#include "cpu/gemm.h"
#include "cpu/threads.h"
#include "ops/conv/conv.h"

namespace bitloom {
namespace {

constexpr int64_t few_channels = 4;        // out of a group: the direct way
constexpr size_t matrix_floats = 1 << 20;  // of the laid-out image at a time

// out[p][i] = the input under tap p (channel, row, column) of output begin + i, or 0 in the padding.
void lay_out(const Window& w, const float* x, int64_t depth, int64_t begin, int64_t count, float* out) {
  parallel_for(static_cast<size_t>(depth), 8, [&](size_t first, size_t last) {
    for (size_t p = first; p < last; ++p) {
      const int64_t tap = static_cast<int64_t>(p) % w.taps(), channel = static_cast<int64_t>(p) / w.taps();
      const int64_t tap_row = tap / w.kernel[1], tap_col = tap % w.kernel[1];
      float* to = out + p * static_cast<size_t>(count);
      for (int64_t at = begin; at < begin + count;) {
        const int64_t i = at / w.out[1], j = at % w.out[1], run = std::min(w.out[1] - j, begin + count - at);
        const int64_t row = w.position(0, i, tap_row);
        const bool outside = row < 0 || row >= w.in[0];
        const float* from = outside ? nullptr : x + (channel * w.in[0] + row) * w.in[1];
        for (int64_t n = 0; n < run; ++n) {
          const int64_t col = w.position(1, j + n, tap_col);
          *to++ = outside || col < 0 || col >= w.in[1] ? 0.0f : from[col];
        }
        at += run;
      }
    }
  });
}

void add_taps(const Convolution& c, const float* x, const float* weight, float bias, float* y) {
  const Window& w = c.window;
  std::fill_n(y, w.out_size(), bias);
  for (int64_t channel = 0; channel < c.in_per_group(); ++channel, x += w.in_size())
    for (int64_t p = 0; p < w.kernel[0]; ++p)
      for (int64_t q = 0; q < w.kernel[1]; ++q) {
        const float factor = *weight++;
        const auto [i_begin, i_end] = w.inside(0, p);
        const auto [j_begin, j_end] = w.inside(1, q);
        const int64_t shift = w.position(1, 0, q), step = w.stride[1];
        for (int64_t i = i_begin; i < i_end; ++i) {
          const float* from = x + w.position(0, i, p) * w.in[1];
          float* to = y + i * w.out[1];
          if (step == 1) {  // a loop of its own, for the vectoriser
            for (int64_t j = j_begin; j < j_end; ++j) to[j] += factor * from[j + shift];
          } else {
            for (int64_t j = j_begin; j < j_end; ++j) to[j] += factor * from[j * step + shift];
          }
        }
      }
}

// The values as f32: the tensor's own, or a converted copy.
class Floats {
 public:
  explicit Floats(const Tensor& t) : own_(t.dtype() == DType::f32 ? std::vector<float>{} : t.to_floats()) {
    data_ = t.dtype() == DType::f32 ? t.data<float>().data() : own_.data();
  }
  const float* data() const { return data_; }

 private:
  std::vector<float> own_;
  const float* data_;
};

}  // namespace

void convolve_cpu(const Convolution& c, const CpuCall& call) {
  const Window& w = c.window;
  const Tensor& out = call.out[0];
  if (out.elements() == 0) return;
  const Floats x(call.in[0]), weight(call.in[1]);
  const std::vector<float> bias =
      call.in.size() > 2 ? call.in[2].to_floats() : std::vector<float>(static_cast<size_t>(c.out_channels), 0.0f);
  std::vector<float> wide(out.dtype() == DType::f32 ? 0 : static_cast<size_t>(out.elements()));
  float* const y = wide.empty() ? out.data<float>().data() : wide.data();
  const auto input = [&](int64_t image, int64_t channel) {
    return x.data() + (image * c.in_channels + channel) * w.in_size();
  };

  if (c.out_per_group() < few_channels || c.depth() == 0) {
    parallel_for(static_cast<size_t>(c.images * c.out_channels), 1, [&](size_t begin, size_t end) {
      for (size_t at = begin; at < end; ++at) {
        const int64_t o = static_cast<int64_t>(at) % c.out_channels, image = static_cast<int64_t>(at) / c.out_channels;
        add_taps(c, input(image, o / c.out_per_group() * c.in_per_group()), weight.data() + o * c.depth(),
                 bias[static_cast<size_t>(o)], y + static_cast<int64_t>(at) * w.out_size());
      }
    });
  } else {
    const size_t rows = static_cast<size_t>(c.out_per_group()), depth = static_cast<size_t>(c.depth());
    const size_t width = static_cast<size_t>(w.out_size()),
                 step = std::min(width, std::max<size_t>(matrix_floats / depth, 64));
    std::vector<float> matrix(w.trivial() ? 0 : depth * step);
    for (int64_t part = 0; part < c.images * c.groups; ++part) {
      const int64_t group = part % c.groups;
      const float* image = input(part / c.groups, group * c.in_per_group());
      const MatrixRef left{weight.data() + group * c.out_per_group() * c.depth(), static_cast<ptrdiff_t>(depth), 1};
      float* result = y + part * c.out_per_group() * w.out_size();
      for (size_t begin = 0; begin < width; begin += step) {
        const size_t count = std::min(step, width - begin);
        MatrixRef right{image + begin, static_cast<ptrdiff_t>(width), 1};
        if (!w.trivial()) {
          lay_out(w, image, c.depth(), static_cast<int64_t>(begin), static_cast<int64_t>(count), matrix.data());
          right = {matrix.data(), static_cast<ptrdiff_t>(count), 1};
        }
        gemm_f32(rows, count, depth, left, right, result + begin, static_cast<ptrdiff_t>(width));
      }
      for (size_t o = 0; o < rows && call.in.size() > 2; ++o) {
        const float add = bias[static_cast<size_t>(group) * rows + o];
        for (size_t i = 0; i < width; ++i) result[o * width + i] += add;
      }
    }
  }
  if (!wide.empty()) {
    const Tensor rounded = Tensor::from_floats(out.dtype(), out.shape(), wide);
    std::copy_n(rounded.raw(), rounded.bytes(), out.raw());
  }
}

}  // namespace bitloom
