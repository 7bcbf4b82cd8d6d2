#include "ops/window/window.h"

#include "base/try.h"

namespace bitloom {
namespace {

constexpr int64_t most = 1 << 24;  // of any setting: far beyond use, and sums of them cannot overflow

std::string sizes_text(const std::array<int64_t, 2>& both, int axes) {
  return axes == 1 ? format("[{}]", both[1]) : format("[{}, {}]", both[0], both[1]);
}

}  // namespace

bool Window::trivial() const {
  const std::array<int64_t, 2> ones{1, 1}, zeros{0, 0};
  return kernel == ones && stride == ones && before == zeros && after == zeros;
}

std::pair<int64_t, int64_t> Window::inside(size_t axis, int64_t tap) const {
  const int64_t shift = before[axis] - tap * dilation[axis], step = stride[axis];  // at * step - shift in [0, in)
  const int64_t begin = shift > 0 ? (shift + step - 1) / step : 0;
  const int64_t last = in[axis] - 1 + shift;
  const int64_t end = last < 0 ? 0 : std::min(out[axis], last / step + 1);
  return {std::min(begin, end), end};
}

Result<std::vector<int64_t>> per_axis(std::string_view who, std::string_view setting, const std::vector<int64_t>& list,
                                      int axes, int64_t least) {
  if (list.size() != 1 && list.size() != static_cast<size_t>(axes))
    return error(Code::invalid_argument, "[{}] {} is {}: give one number{}", who, setting, list,
                 axes == 1 ? "" : format(", or {}", axes));
  for (int64_t number : list)
    if (number < least || number > most)
      return error(Code::invalid_argument, "[{}] {} is {}: each must be {} to {}", who, setting, list, least, most);
  return list.size() == 1 ? std::vector<int64_t>(static_cast<size_t>(axes), list[0]) : list;
}

Result<Window> window_of(std::string_view who, const Shape& x, std::span<const int64_t> kernel, const Attrs& attrs) {
  const int axes = static_cast<int>(kernel.size());
  const std::vector<int64_t> sizes(kernel.begin(), kernel.end());
  TRY(per_axis(who, "kernel", sizes, axes, 1));
  const std::vector<int64_t>& given = attrs.list("stride");
  const std::vector<int64_t> stride = given.empty() ? sizes : TRY(per_axis(who, "stride", given, axes, 1));
  const std::vector<int64_t> one(static_cast<size_t>(axes), 1);
  const std::vector<int64_t> dilation =
      attrs.find("dilation") ? TRY(per_axis(who, "dilation", attrs.list("dilation"), axes, 1)) : one;
  const std::vector<int64_t>& padding = attrs.list("padding");
  const bool two_sided = padding.size() == 2 * static_cast<size_t>(axes);
  const auto half = padding.begin() + (two_sided ? axes : 0);
  const auto before = TRY(per_axis(who, "padding", two_sided ? std::vector(padding.begin(), half) : padding, axes, 0));
  const auto after = two_sided ? TRY(per_axis(who, "padding", std::vector(half, padding.end()), axes, 0)) : before;

  Window w;
  for (int i = 0; i < axes; ++i) {
    const size_t from = static_cast<size_t>(i), to = static_cast<size_t>(i + 2 - axes);
    w.in[to] = x[x.rank() - axes + i];
    w.kernel[to] = sizes[from], w.stride[to] = stride[from], w.dilation[to] = dilation[from];
    w.before[to] = before[from], w.after[to] = after[from];
  }
  std::array<int64_t, 2> span{}, padded{};
  for (size_t i = 0; i < 2; ++i) {
    span[i] = (w.kernel[i] - 1) * w.dilation[i] + 1;
    padded[i] = w.in[i] + w.before[i] + w.after[i];
    w.out[i] = (padded[i] - span[i]) / w.stride[i] + 1;
  }
  if (span[0] > padded[0] || span[1] > padded[1])
    return error(Code::invalid_argument, "[{}] x is {}: a kernel of {}{} is larger than the padded input of {}", who, x,
                 sizes_text(w.kernel, axes),
                 span == w.kernel ? "" : format(", {} with its dilation,", sizes_text(span, axes)),
                 sizes_text(padded, axes));
  return w;
}

}  // namespace bitloom
