// A libFuzzer target for config.json: with the weights of a tiny model and whatever config, it is refused or runs.
//
//   bitloom-fuzz-model CORPUS -max_total_time=10      (an empty folder is given seeds first)
//
// The first byte of an input says whose weights, the rest is the config.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "bitloom/folder.h"
#include "bitloom/model.h"
#include "formats/files.h"
#include "fuzz/demand.h"
#include "models/config.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
const fs::path goldens = fs::path(BITLOOM_SOURCE_DIR) / "tests/goldens/models";
constexpr std::string_view models[] = {"bert", "mpnet-sequence", "vit",     "clip", "llama",
                                       "phi3", "t5-gated-gelu",  "whisper", "gpt2"};

void try_one(std::string_view model, std::string_view config) {
  static const auto cpu = std::make_shared<CpuBackend>();
  static std::map<std::string, Folder::Bytes, std::less<>> weights;
  Folder::Bytes& own = weights[std::string(model)];
  if (!own) own = *open_bytes(goldens / model / "model.safetensors");
  const auto* from = reinterpret_cast<const std::byte*>(config.data());
  const Folder::Bytes text = memory_bytes("config.json", {from, from + config.size()});
  const auto made = run_sync(Model::load(cpu, Folder("fuzz", {{"config.json", text}, {"model.safetensors", own}})));
  if (!made.ok()) return demand(!made.error().message.empty(), "errors say something");
  Model& m = **made;
  (void)m.unused(), (void)m.config().labels(), (void)m.config().architecture();
  demand(m.bytes() > 0, "there are weights");
  const std::string& family = m.family();
  Model::Tensors in;
  if (family == "vit" || family == "clip") {
    const Config vision = family == "clip" ? m.config().part("vision_config") : m.config();
    const auto sides = vision.integers("image_size");
    const int64_t channels = vision.integer("num_channels", 3);
    if (channels * sides[0] * sides.back() > 1 << 16) return;
    in["pixel_values"] = Tensor(DType::f32, {1, channels, sides[0], sides.back()});
  } else if (family == "whisper") {
    const int64_t mels = m.config().integer("num_mel_bins", 80);
    const int64_t frames = 2 * m.config().integer("max_source_positions", 1500);
    if (mels * frames > 1 << 16) return;
    in["input_features"] = Tensor(DType::f32, {1, mels, frames});
  } else {
    in["input_ids"] = Tensor::from<int32_t>({1, 3}, {5, 6, 7});
  }
  const auto out = run_sync(m.run(in));
  if (out.ok()) demand(!out->empty(), "something comes out");
  if (out.ok())
    for (const auto& [name, t] : *out)
      for (const float v : t.to_floats()) demand(std::isfinite(v), "results are finite");
  const auto more = run_sync(m.generate(in, {.max_new_tokens = 2}));
  if (more.ok()) demand(more->tokens.size() <= 2, "two tokens at most");
  for (const Error* e : {out.ok() ? nullptr : &out.error(), more.ok() ? nullptr : &more.error()})
    if (e) demand(!e->message.empty() && e->code != Code::internal, "errors say something");
}

}  // namespace
}  // namespace bitloom

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  using namespace bitloom;
  for (int i = 1; i < *count; ++i) {
    const fs::path folder = (*words)[i];
    if ((*words)[i][0] == '-' || !fs::is_directory(folder) || !fs::is_empty(folder)) continue;
    for (size_t n = 0; n < std::size(models); ++n) {
      std::ifstream in(goldens / models[n] / "config.json", std::ios::binary);
      const std::string text(std::istreambuf_iterator<char>(in), {});
      try_one(models[n], text);
      std::ofstream(folder / models[n], std::ios::binary) << static_cast<char>(n) << text;
    }
  }
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);
// Every other time one value becomes another that is worth trying, and the rest stays as it is.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  constexpr std::string_view values[] = {"0",    "-1",       "1",     "2",       "3",          "5",
                                         "7",    "12",       "4096",  "1000000", "2147483647", "1e40",
                                         "null", "true",     "-0.5",  "[]",      "[4]",        "[3,5]",
                                         "{}",   "\"relu\"", "1e308", "1e-300",  "1073741824", "4611686018427387904",
                                         "\"\""};
  std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<size_t> places;
  for (size_t i = 1; i + 2 < size; ++i)
    if (text[i] == ':' && text[i + 1] == ' ') places.push_back(i + 2);
  if (seed % 2 == 0 || places.empty()) return LLVMFuzzerMutate(data, size, most);
  const size_t at = places[seed / 2 % places.size()], end = text.find_first_of(",\n}", at);
  text.replace(at, std::min(end, size) - at, values[seed / 1024 % std::size(values)]);
  text.resize(std::min(text.size(), most));
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  using namespace bitloom;
  if (size < 2) return -1;
  try_one(models[input[0] % std::size(models)], {reinterpret_cast<const char*>(input + 1), size - 1});
  return 0;
}
