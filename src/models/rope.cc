#include "models/rope.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

namespace bitloom {

Rope::Rope(const Config& s, double theta, int64_t head, int64_t positions) : theta_(theta), positions_(positions) {
  constexpr int64_t largest = 1 << 14;
  if (head % 2 != 0 || head < 2 || head > largest) {
    s.refuse(format("heads of {} cannot be rotated; their size must be even and at most {}", head, largest));
    return;
  }
  for (int64_t j = 0; j < head / 2; ++j)
    frequencies_.push_back(1 / std::pow(theta, 2 * static_cast<double>(j) / static_cast<double>(head)));
  const std::string kind = s.word("rope_type", s.word("type", "default"));
  if (kind == "default") return;
  const double factor = s.number("factor", 1.0, Range::factor());
  if (kind == "linear") {
    for (double& f : frequencies_) f /= factor;
  } else if (kind == "llama3") {
    // Long waves are stretched, short ones are not, and between the two it is mixed.
    const double low = s.number("low_freq_factor", 1.0, Range::factor());
    const double high = s.number("high_freq_factor", 4.0, Range::factor());
    const double before = s.number("original_max_position_embeddings", 8192.0, Range::size());
    if (low >= high) s.refuse("'low_freq_factor' must be less than 'high_freq_factor'");
    for (double& f : frequencies_) {
      const double wave = 2 * std::numbers::pi / f;
      if (wave < before / high) continue;
      const double mix = wave > before / low ? 0 : (before / wave - low) / (high - low);
      f = (1 - mix) * f / factor + mix * f;
    }
  } else {
    s.refuse(format("rope_type '{}' is not supported; supported are default, linear, llama3", kind));
  }
}

Rope::Tables Rope::tables(Net& net, int64_t needed, Value positions) const {
  if (positions.id < 0) {
    std::vector<int32_t> all(static_cast<size_t>(needed));
    std::iota(all.begin(), all.end(), 0);
    positions = net.graph.constant(Tensor::from<int32_t>({needed}, all));
  }
  // As many positions as are needed, in steps, so that few tables are made.
  const auto stepped = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(std::max<int64_t>(needed, 256))));
  const int64_t count = std::min(stepped, positions_);
  if (positions.id >= 0) net.limit(positions, count);
  const auto table = [&](bool cosine) {
    Tensor t(DType::f32, {count, static_cast<int64_t>(frequencies_.size())});
    for (int64_t p = 0; p < count; ++p)
      for (size_t j = 0; j < frequencies_.size(); ++j) {
        const double angle = static_cast<double>(p) * frequencies_[j];
        t.data<float>()[static_cast<size_t>(p) * frequencies_.size() + j] =
            static_cast<float>(cosine ? std::cos(angle) : std::sin(angle));
      }
    return t;
  };
  const auto kept = [&](const char* what, bool cosine) {
    return net.graph.constant(
        net.weights().kept(format("rope {} {} {}", what, theta_, count), [&] { return table(cosine); }));
  };
  return {positions, kept("cosines", true), kept("sines", false)};
}

Value Rope::turned(Net& net, Value x, const Tables& t, int64_t until) {
  return net.op("rope", {x, t.positions, t.cosines, t.sines}, {{"until", until}});
}

}  // namespace bitloom
