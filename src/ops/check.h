// Fresh inputs for a case, and the comparison of two results. Used by the tests, the doctor, the fuzzer and the
// benchmarks.
#pragma once

#include "ops/op.h"

namespace bitloom {

// Small, fast and the same everywhere (splitmix64).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  uint64_t below(uint64_t n) { return n ? next() % n : 0; }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double normal();

 private:
  uint64_t state_;
};

// With `odd_views` every input is a view that starts at an odd element of a larger tensor.
Tensor make_input(const Desc& desc, const Fill& fill, Random& random, bool odd_view = false);
std::vector<Tensor> make_inputs(const Case& c, Random& random, bool odd_views = false);

struct Comparison {
  bool right = true;
  double worst = 0;     // the largest error, in units of what is allowed
  std::string problem;  // the worst element: where, got, wanted
};
// `tolerance` is the op's; the narrower types add their rounding, integers must be equal, NaN equals NaN. 0 is exact.
Comparison compare(const Tensor& got, const Tensor& want, double tolerance, bool special = false);

bool has_special(const Case& c);

}  // namespace bitloom
