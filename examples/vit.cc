// A picture and what it shows: a ViT from a Hugging Face folder, as it is and in 4 bits.
#include <bitloom/bitloom.h>

#include <cstdio>
#include <fstream>
#include <iterator>
using namespace bitloom;

static std::vector<std::byte> bytes_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* from = reinterpret_cast<const std::byte*>(text.data());
  return {from, from + text.size()};
}

int main(int argc, char** argv) try {
  const char* folder = argc > 1 ? argv[1] : "zoo/clothes";
  const char* picture = argc > 2 ? argv[2] : "zoo/clothes/sample/sandal.png";
  const sync::Backend backend = sync::best();
  for (int bits : {0, 4}) {
    const sync::Pipeline vit = backend.pipeline(folder, {.bits = bits});
    const Answer::Label best = vit.ask({.image = bytes_of(picture), .top = 1}).labels[0];
    std::printf("%s, %.2f MB: %s (%.0f %%)\n", bits ? "4 bits" : "as it is",
                static_cast<double>(vit->model().bytes()) / 1e6, best.name.c_str(), 100 * best.score);
  }
} catch (const Exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
