// conv1d: a convolution over the last axis of [N, C, L]; all of it is in src/ops/conv.
#include "ops/conv/conv.h"

namespace bitloom {
namespace {

std::vector<Case> cases() {
  using enum DType;
  return {
      {"plain", {{f32, {2, 3, 17}}, {f32, {4, 3, 3}}}},
      {"bias, padding", {{f32, {1, 8, 20}}, {f32, {20, 8, 3}}, {f32, {20}}}, {{"padding", {1}}}},
      {"stride 2, as Whisper's",
       {{f32, {1, 20, 32}}, {f32, {24, 20, 3}}, {f32, {24}}},
       {{"padding", {1}}, {"stride", {2}}}},
      {"dilated, two-sided padding", {{f32, {1, 5, 23}}, {f32, {17, 5, 3}}}, {{"padding", {3, 1}}, {"dilation", {2}}}},
      {"depthwise", {{f32, {2, 6, 15}}, {f32, {6, 1, 5}}, {f32, {6}}}, {{"groups", 6}, {"padding", {2}}}},
      {"groups", {{f32, {2, 8, 14}}, {f32, {40, 4, 3}}, {f32, {40}}}, {{"groups", 2}}},
      {"one tap", {{f32, {2, 12, 16}}, {f32, {20, 12, 1}}, {f32, {20}}}},
      {"bf16, odd", {{bf16, {1, 3, 19}}, {bf16, {18, 3, 4}}, {f32, {18}}}},
      {"no images", {{f32, {0, 3, 9}}, {f32, {4, 3, 3}}}},
      {"no channels in", {{f32, {1, 0, 9}}, {f32, {4, 0, 3}}, {f32, {4}}}},
      {"Whisper's second",
       {{f32, {1, 384, 3000}}, {f32, {384, 384, 3}}, {f32, {384}}},
       {{"padding", {1}}, {"stride", {2}}},
       {},
       true},
  };
}

}  // namespace

const Op& op_conv1d() {
  static const Op op = [] {
    Op op = convolution_op(1);
    op.cases = cases;
    return op;
  }();
  return op;
}

}  // namespace bitloom
