// Tests that every instruction set this machine has gets its turn in:
//
//   class Gemm : public EachTarget {};
//   INSTANTIATE_TEST_SUITE_P(Targets, Gemm, targets_here(), target_name);
//   TEST_P(Gemm, RandomSizes) { ... }
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <string>
#include <vector>

namespace bitloom {

class EachTarget : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override {
    if (GetParam()) use(GetParam());
  }
  void TearDown() override { use(0); }

 private:
  static void use(int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().DeInit();
  }
};

inline auto targets_here() {
  std::vector<int64_t> found;
  for (int64_t target : {int64_t{HWY_SSE4}, int64_t{HWY_AVX2}, int64_t{HWY_AVX3}})
    if (hwy::SupportedTargets() & target) found.push_back(target);
  if (found.empty()) found.push_back(0);  // not x86: the one there is
  return testing::ValuesIn(found);
}
inline std::string target_name(const testing::TestParamInfo<int64_t>& info) {
  return info.param ? hwy::TargetName(info.param) : "native";
}

}  // namespace bitloom
