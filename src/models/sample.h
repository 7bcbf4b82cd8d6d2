// Which token comes next: the likeliest, or one drawn by chance from the likely ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bitloom {

class Sampler {
 public:
  Sampler(double temperature, int top_k, double top_p, double repetition_penalty, uint64_t seed)
      : temperature_(temperature), top_p_(top_p), penalty_(repetition_penalty), top_k_(top_k), state_(seed) {}

  // Nothing but the largest logit matters.
  bool is_greedy() const { return temperature_ <= 0 && penalty_ == 1; }
  int32_t draw(std::vector<float> logits, std::span<const int32_t> so_far);

 private:
  double chance();  // in [0, 1), from the seed alone
  double temperature_, top_p_, penalty_;
  int top_k_;
  uint64_t state_;
};

}  // namespace bitloom
