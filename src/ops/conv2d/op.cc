// conv2d: a convolution over the last two axes of [N, C, H, W]; all of it is in src/ops/conv.
#include "ops/conv/conv.h"

namespace bitloom {
namespace {

std::vector<Case> cases() {
  using enum DType;
  return {
      {"3x3", {{f32, {2, 3, 9, 10}}, {f32, {4, 3, 3, 3}}}},
      {"3x3, padding, bias", {{f32, {1, 4, 6, 8}}, {f32, {16, 4, 3, 3}}, {f32, {16}}}, {{"padding", {1, 1}}}},
      {"patches, as ViT's", {{f32, {2, 3, 16, 16}}, {f32, {24, 3, 4, 4}}, {f32, {24}}}, {{"stride", {4, 4}}}},
      {"uneven everything",
       {{f32, {1, 3, 13, 11}}, {f32, {17, 3, 3, 2}}, {f32, {17}}},
       {{"stride", {2, 1}}, {"padding", {0, 1, 2, 0}}, {"dilation", {1, 3}}}},
      {"depthwise", {{f32, {2, 5, 8, 9}}, {f32, {5, 1, 3, 3}}, {f32, {5}}}, {{"groups", 5}, {"padding", {1}}}},
      {"groups", {{f32, {2, 6, 6, 7}}, {f32, {36, 3, 3, 2}}}, {{"groups", 2}}},
      {"1x1", {{f32, {3, 12, 4, 6}}, {f32, {16, 12, 1, 1}}, {f32, {16}}}},
      {"to one pixel", {{f32, {2, 3, 5, 5}}, {f32, {18, 3, 5, 5}}, {f32, {18}}}},
      {"f16", {{f16, {1, 4, 8, 8}}, {f16, {16, 4, 3, 3}}, {f16, {16}}}, {{"padding", {1}}}},
      {"bf16, depthwise", {{bf16, {1, 3, 7, 5}}, {bf16, {3, 1, 2, 2}}, {bf16, {3}}}, {{"groups", 3}}},
      {"one of everything", {{f32, {1, 1, 1, 1}}, {f32, {1, 1, 1, 1}}}},
      {"padding alone under the kernel",
       {{f32, {1, 2, 1, 1}}, {f32, {3, 2, 1, 1}}, {f32, {3}}},
       {{"padding", {2}}, {"stride", {2}}}},
      {"no images", {{f32, {0, 3, 5, 5}}, {f32, {16, 3, 3, 3}}}},
      {"ViT's patches", {{f32, {8, 3, 224, 224}}, {f32, {768, 3, 16, 16}}, {f32, {768}}}, {{"stride", {16}}}, {}, true},
      {"3x3, 128 channels",
       {{f32, {8, 128, 56, 56}}, {f32, {128, 128, 3, 3}}, {f32, {128}}},
       {{"padding", {1}}},
       {},
       true},
  };
}

}  // namespace

const Op& op_conv2d() {
  static const Op op = [] {
    Op op = convolution_op(2);
    op.cases = cases;
    return op;
  }();
  return op;
}

}  // namespace bitloom
