// What few bits cost: a layer's weights at 8 to 1 bits, their size, and how far the layer's results move.
#include <bitloom/bitloom.h>

#include <cmath>
#include <cstdio>
#include <random>

using namespace bitloom;

static Tensor normal(Shape shape, std::mt19937& random) {
  std::normal_distribution<float> draw;
  std::vector<float> values(static_cast<size_t>(shape.elements()));
  for (float& v : values) v = draw(random);
  return Tensor::from<float>(shape, values);
}

static double distance(const std::vector<float>& a, const std::vector<float>& b) {
  double apart = 0, size = 0;
  for (size_t i = 0; i < a.size(); ++i) apart += std::pow(a[i] - b[i], 2.0), size += std::pow(b[i], 2.0);
  return std::sqrt(apart / size);
}

int main() try {
  const sync::Backend backend = sync::best();
  std::mt19937 random(1);
  const Tensor weights = normal({512, 256}, random);  // [inputs, outputs]
  const Tensor x = backend.upload(normal({8, 512}, random)), w = backend.upload(weights);
  const std::vector<float> exact = backend.read(ops::matmul(backend, x, w));
  std::printf("on %s\n%4s %10s %12s %14s %14s\n", backend->name().c_str(), "bits", "bytes", "bits/weight",
              "weights' error", "results' error");
  for (int bits : {16, 8, 4, 3, 2, 1}) {
    const QuantizedTensor few = backend.quantize(weights, {.bits_per_weight = bits});
    const std::vector<float> y = backend.read(backend.matmul(x, few));
    std::printf("%4d %10llu %12.2f %14.4f %14.4f\n", bits, static_cast<unsigned long long>(few.bytes()),
                few.bits_per_weight(), few.error, distance(y, exact));
  }
  // The same in a list of ops: the weights get four bits when they are first used, and one kernel does it all.
  WebGPUOperationFusion fusion(*backend, {.use_quantized_weights = true, .bits_per_weight = 4});
  sync::wait(fusion.execute_fused({x, w}, {"matmul", "relu"}));
  std::printf("%s", fusion.report()->text().c_str());
} catch (const Exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
