// For the tests of ops over rows: the same call on the CPU and on the engine under test.
#pragma once

#include <cmath>
#include <limits>
#include <random>

#include "ops/check.h"
#include "ops/op.h"
#include "tests/support.h"

namespace bitloom {

inline constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
inline constexpr float infinity = std::numeric_limits<float>::infinity();

// f(result as floats) once per backend.
template <class F>
void on_every_backend(const char* op, const std::vector<Tensor>& in, const Attrs& attrs, F f) {
  const std::shared_ptr<Backend> backends[] = {std::make_shared<CpuBackend>(true), std::make_shared<CpuBackend>(),
                                               shared_gpu()};
  for (const auto& backend : backends) {
    SCOPED_TRACE(backend->name());
    std::vector<Tensor> there;
    there.reserve(in.size());
    for (const Tensor& t : in) there.push_back(up(*backend, t));
    const auto y = run_sync(backend->run(op, there, attrs));
    ASSERT_TRUE(y.ok()) << y.error().message;
    f(down(*backend, *y));
  }
}

inline void expect_floats(const Tensor& got, const std::vector<float>& want, float tolerance = 1e-5f) {
  const std::vector<float> values = got.to_floats();
  ASSERT_EQ(values.size(), want.size());
  for (size_t i = 0; i < want.size(); ++i) {
    if (std::isnan(want[i])) EXPECT_TRUE(std::isnan(values[i])) << "element " << i << " is " << values[i];
    else if (std::isinf(want[i])) EXPECT_EQ(values[i], want[i]) << "element " << i;
    else EXPECT_NEAR(values[i], want[i], tolerance * std::max(1.0f, std::abs(want[i]))) << "element " << i;
  }
}

inline std::string error_of(const char* op, const std::vector<Desc>& in, const Attrs& attrs = {}) {
  const auto r = resolve(op, in, attrs);
  return r.ok() ? "no error" : r.error().message;
}

}  // namespace bitloom
