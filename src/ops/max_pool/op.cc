// max_pool: the largest value under a sliding window; all of it is in src/ops/pool.
#include "ops/pool/pool.h"

namespace bitloom {
namespace {

std::vector<Case> cases() {
  using enum DType;
  return {
      {"2x2", {{f32, {2, 3, 8, 10}}}, {{"kernel", {2, 2}}}},
      {"3x3, stride 2, padding", {{f32, {1, 4, 9, 11}}}, {{"kernel", {3, 3}}, {"stride", {2}}, {"padding", {1}}}},
      {"uneven", {{f32, {2, 2, 10, 7}}}, {{"kernel", {3, 2}}, {"stride", {1, 2}}, {"padding", {1, 0, 0, 1}}}},
      {"dilated", {{f32, {1, 3, 9, 9}}}, {{"kernel", {2, 3}}, {"stride", {1}}, {"dilation", {3, 2}}}},
      {"one axis", {{f32, {2, 3, 21}}}, {{"kernel", {3}}, {"stride", {2}}, {"padding", {1}}}},
      {"f16", {{f16, {1, 3, 7, 7}}}, {{"kernel", {3}}, {"stride", {2}}}},
      {"bf16", {{bf16, {1, 3, 6, 5}}}, {{"kernel", {2}}, {"stride", {1}}}},
      {"special values",
       {{f32, {1, 2, 12, 12}}},
       {{"kernel", {3}}, {"stride", {1}}, {"padding", {1}}},
       {{.kind = Fill::special}}},
      {"whole plane", {{f32, {2, 5, 4, 6}}}, {{"kernel", {4, 6}}}},
      {"one pixel", {{f32, {1, 1, 1, 1}}}, {{"kernel", {1}}}},
      {"no images", {{f32, {0, 3, 4, 4}}}, {{"kernel", {2}}}},
      {"256 MB", {{f32, {16, 64, 256, 256}}}, {{"kernel", {2}}}, {}, true},
  };
}

}  // namespace

const Op& op_max_pool() {
  static const Op op = [] {
    Op op = pooling_op(true);
    op.cases = cases;
    return op;
  }();
  return op;
}

}  // namespace bitloom
