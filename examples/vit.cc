// A picture and what it shows: a ViT from a Hugging Face folder, as it is and in 4 bits.
#include <bitloom/bitloom.h>

#include <cstdio>
#include <fstream>
#include <iterator>
using namespace bitloom;

namespace {

std::vector<std::byte> bytes_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* from = reinterpret_cast<const std::byte*>(text.data());
  return {from, from + text.size()};
}

Status show(const std::shared_ptr<Backend>& backend, const char* folder, const char* picture) {
  for (int bits : {0, 4}) {
    const auto vit = TRY(run_sync(Pipeline::load(backend, folder, {.bits = bits})));
    const Answer answer = TRY(run_sync(vit->ask({.image = bytes_of(picture), .top = 1})));
    std::printf("%s, %.2f MB: %s (%.0f %%)\n", bits ? "4 bits" : "as it is",
                static_cast<double>(vit->model().bytes()) / 1e6, answer.labels[0].name.c_str(),
                100 * answer.labels[0].score);
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  std::shared_ptr<Backend> backend = std::make_shared<CpuBackend>();
  if (auto gpu = run_sync(WebGPUBackend::create()); gpu.ok()) backend = *gpu;
  const Status done =
      show(backend, argc > 1 ? argv[1] : "zoo/clothes", argc > 2 ? argv[2] : "zoo/clothes/sample/sandal.png");
  if (!done.ok()) std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return done.ok() ? 0 : 1;
}
