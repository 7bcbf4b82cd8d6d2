// A sentence and what it is about: a BERT from a Hugging Face folder, as it is and in 4 bits.
#include <bitloom/bitloom.h>

#include <cstdio>
using namespace bitloom;

int main(int argc, char** argv) try {
  const char* folder = argc > 1 ? argv[1] : "zoo/intents";
  const char* sentence = argc > 2 ? argv[2] : "My new card still has not arrived, where is it?";
  const sync::Backend backend = sync::best();
  for (int bits : {0, 4}) {
    const sync::Pipeline bert = backend.pipeline(folder, {.bits = bits});
    const Answer::Label best = bert.ask({.text = sentence, .top = 1}).labels[0];
    std::printf("%s, %.2f MB: %s (%.0f %%)\n", bits ? "4 bits" : "as it is",
                static_cast<double>(bert->model().bytes()) / 1e6, best.name.c_str(), 100 * best.score);
  }
} catch (const Exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
