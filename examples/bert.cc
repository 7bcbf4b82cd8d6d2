// A sentence and what it is about: a BERT from a Hugging Face folder, as it is and in 4 bits.
#include <bitloom/bitloom.h>

#include <cstdio>
using namespace bitloom;

namespace {

Status show(const std::shared_ptr<Backend>& backend, const char* folder, const char* sentence) {
  for (int bits : {0, 4}) {
    const auto bert = TRY(run_sync(Pipeline::load(backend, folder, {.bits = bits})));
    const Answer answer = TRY(run_sync(bert->ask({.text = sentence, .top = 1})));
    std::printf("%s, %.2f MB: %s (%.0f %%)\n", bits ? "4 bits" : "as it is",
                static_cast<double>(bert->model().bytes()) / 1e6, answer.labels[0].name.c_str(),
                100 * answer.labels[0].score);
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  std::shared_ptr<Backend> backend = std::make_shared<CpuBackend>();
  if (auto gpu = run_sync(WebGPUBackend::create()); gpu.ok()) backend = *gpu;
  const Status done = show(backend, argc > 1 ? argv[1] : "zoo/intents",
                           argc > 2 ? argv[2] : "My new card still has not arrived, where is it?");
  if (!done.ok()) std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return done.ok() ? 0 : 1;
}
