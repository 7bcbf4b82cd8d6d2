#include "models/sample.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace bitloom {

double Sampler::chance() {
  state_ += 0x9e3779b97f4a7c15;  // splitmix64
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

int32_t Sampler::draw(std::vector<float> logits, std::span<const int32_t> so_far) {
  if (penalty_ != 1)
    for (int32_t t : std::set<int32_t>(so_far.begin(), so_far.end()))
      if (t >= 0 && static_cast<size_t>(t) < logits.size()) {
        float& l = logits[static_cast<size_t>(t)];
        l = static_cast<float>(l > 0 ? l / penalty_ : l * penalty_);
      }
  const auto best = std::ranges::max_element(logits);
  if (temperature_ <= 0) return static_cast<int32_t>(best - logits.begin());
  std::vector<int32_t> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  const size_t kept = top_k_ > 0 ? std::min<size_t>(static_cast<size_t>(top_k_), order.size()) : order.size();
  const auto likelier = [&](int32_t a, int32_t b) {
    const float x = logits[static_cast<size_t>(a)], y = logits[static_cast<size_t>(b)];
    return x > y || (x == y && a < b);
  };
  std::ranges::partial_sort(order, order.begin() + static_cast<ptrdiff_t>(kept), likelier);
  order.resize(kept);
  std::vector<double> weight;
  for (int32_t t : order) weight.push_back(std::exp((logits[static_cast<size_t>(t)] - *best) / temperature_));
  double all = std::accumulate(weight.begin(), weight.end(), 0.0);
  // The fewest that together have top_p of it.
  double sum = 0;
  size_t count = 0;
  while (count < weight.size() && (count == 0 || sum < top_p_ * all)) sum += weight[count++];
  double at = chance() * sum;
  for (size_t i = 0; i < count; ++i)
    if ((at -= weight[i]) < 0) return order[i];
  return order[count - 1];
}

}  // namespace bitloom
