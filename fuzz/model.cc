// A libFuzzer target for config.json: with the weights of a tiny model and whatever config, it is refused or runs.
//
//   bitloom-fuzz-model CORPUS -max_total_time=10      (an empty folder is given seeds first)
//
// The first line of an input names the model of tests/goldens/models whose weights it has (another name stands for one
// of them), the rest is the config.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "bitloom/folder.h"
#include "bitloom/model.h"
#include "formats/files.h"
#include "fuzz/demand.h"
#include "models/family.h"
#include "runtime/inside.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
const fs::path goldens = fs::path(BITLOOM_SOURCE_DIR) / "tests/goldens/models";

const std::vector<std::string>& models() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> out;
    for (const fs::directory_entry& e : fs::directory_iterator(goldens))
      if (fs::exists(e.path() / "model.safetensors")) out.push_back(e.path().filename().string());
    std::ranges::sort(out);
    return out;
  }();
  return all;
}

// What a family takes in one of its uses. Token numbers are small; all else is zero.
std::optional<Model::Tensors> inputs_of(const Use& use) {
  Model::Tensors in;
  int64_t elements = 0;
  for (const auto& [name, desc] : use.inputs) elements += desc.shape.elements();
  if (elements > 1 << 16) return {};  // slow, and nothing new
  for (const auto& [name, desc] : use.inputs) {
    Tensor t(desc.dtype, desc.shape);
    if (desc.dtype == DType::i32 && desc.shape.rank() == 2)
      for (int32_t i = 0; int32_t& v : t.data<int32_t>()) v = 5 + i++ % 3;
    in[name] = std::move(t);
  }
  return in;
}

void try_use(Model& m, const Use& use) {
  const std::optional<Model::Tensors> in = inputs_of(use);
  if (!in) return;
  const auto out = run_sync(m.run(*in));
  if (out.ok()) demand(!out->empty(), "something comes out");
  if (out.ok())
    for (const auto& [name, t] : *out)
      for (const float v : t.to_floats()) demand(std::isfinite(v), "results are finite");
  const auto more = run_sync(m.generate(*in, {.max_new_tokens = 2}));
  if (more.ok()) demand(more->tokens.size() <= 2, "two tokens at most");
  for (const Error* e : {out.ok() ? nullptr : &out.error(), more.ok() ? nullptr : &more.error()})
    if (e) demand(!e->message.empty() && e->code != Code::internal, "errors say something");
}

void try_one(const std::string& model, std::string_view config) {
  static const auto cpu = std::make_shared<CpuBackend>();
  static std::map<std::string, Folder::Bytes, std::less<>> weights;
  Folder::Bytes& own = weights[model];
  if (!own) own = *open_bytes(goldens / model / "model.safetensors");
  const auto* from = reinterpret_cast<const std::byte*>(config.data());
  const Folder::Bytes text = memory_bytes("config.json", {from, from + config.size()});
  const auto made = run_sync(Model::load(cpu, Folder("fuzz", {{"config.json", text}, {"model.safetensors", own}})));
  if (!made.ok()) return demand(!made.error().message.empty(), "errors say something");
  Model& m = **made;
  (void)m.unused(), (void)Inside::config(m).labels(), (void)Inside::config(m).architecture();
  demand(m.bytes() > 0, "there are weights");
  for (const Use& use : Inside::family(m).uses(DType::f32)) try_use(m, use);
}

}  // namespace
}  // namespace bitloom

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  using namespace bitloom;
  for (int i = 1; i < *count; ++i) {
    const fs::path folder = (*words)[i];
    if ((*words)[i][0] == '-' || !fs::is_directory(folder) || !fs::is_empty(folder)) continue;
    for (const std::string& model : models()) {
      std::ifstream in(goldens / model / "config.json", std::ios::binary);
      const std::string text(std::istreambuf_iterator<char>(in), {});
      try_one(model, text);
      std::ofstream(folder / model, std::ios::binary) << model << '\n' << text;
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
  const std::string_view text(reinterpret_cast<const char*>(input), size);
  const size_t end = text.find('\n');
  if (end == text.npos) return -1;
  const std::string name(text.substr(0, end));
  const std::vector<std::string>& all = models();
  const bool known = std::ranges::find(all, name) != all.end();
  try_one(known ? name : all[std::hash<std::string>{}(name) % all.size()], text.substr(end + 1));
  return 0;
}
