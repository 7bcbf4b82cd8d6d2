// Rotary positions: what config.json says of them, and their tables in a net.
#pragma once

#include "models/config.h"
#include "models/net.h"

namespace bitloom {

class Rope {
 public:
  Rope() = default;
  // For heads of a size and at most so many positions; `settings` has rope_type and what belongs to it. Heads that no
  // model has are refused before anything is as large as they are.
  Rope(const Config& settings, double theta, int64_t head, int64_t positions);

  struct Tables {
    Value positions, cosines, sines;
  };
  // For positions below `needed`; undefined positions: 0, 1, 2, ... to `needed`.
  Tables tables(Net& net, int64_t needed, Value positions = {}) const;
  // x [..., L, W] with the heads in its first `until` elements turned; 0: all.
  static Value turned(Net& net, Value x, const Tables& tables, int64_t until = 0);

 private:
  std::vector<double> frequencies_;  // turns per position of each pair of elements
  double theta_ = 1;
  int64_t positions_ = 0;
};

}  // namespace bitloom
