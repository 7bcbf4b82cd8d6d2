// The README's first program: a 2×2 product on the GPU.
#include <bitloom/bitloom.h>

#include <cstdio>
using namespace bitloom;

int main() {
  sync::Backend gpu = sync::gpu();
  Tensor a = Tensor::from<float>({2, 2}, {1, 2, 3, 4});
  Tensor y = ops::matmul(gpu, a, a);
  for (float v : gpu.read(y)) std::printf("%g ", v);  // 7 10 15 22
}
