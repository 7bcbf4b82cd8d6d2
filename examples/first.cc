// The README's first program: a 2×2 product on the GPU.
#include <bitloom/bitloom.h>

#include <cstdio>
using namespace bitloom;

int main() {
  auto gpu = run_sync(WebGPUBackend::create());
  if (!gpu.ok()) return std::puts(gpu.error().message.c_str()), 1;
  Tensor a = *run_sync((*gpu)->upload(Tensor::from<float>({2, 2}, {1, 2, 3, 4})));
  Tensor y = *run_sync((*gpu)->run("matmul", {a, a}));
  for (float v : run_sync((*gpu)->download(y))->to_floats()) std::printf("%g ", v);  // 7 10 15 22
}
