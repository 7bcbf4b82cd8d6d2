// A libFuzzer target for what a file says about its few-bit tensors: whatever the text, it is taken or refused; what is
// taken holds together, and what is refused is refused for the same reason by every reader up to the model's weights.
//
//   bitloom-fuzz-quantized CORPUS -max_total_time=10      (an empty folder is given seeds first)
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/json.h"
#include "base/json_text.h"
#include "fuzz/demand.h"
#include "models/weights.h"
#include "quant/stored.h"

namespace bitloom {
namespace {

// A file with a tensor "w" of these parts, about which `text` is said.
std::vector<std::byte> file_of(std::string_view text, std::span<const quant::Part> parts) {
  std::string header = R"({"__metadata__":{"bitloom.w":)";
  append_json(header, text);
  header += '}';
  uint64_t at = 0;
  for (const quant::Part& p : parts) {
    uint64_t bytes = p.type.bytes;
    for (const int64_t n : p.shape) bytes *= static_cast<uint64_t>(n);
    header += ',';
    append_json(header, p.name);
    header += format(":{\"dtype\":\"{}\",\"shape\":{},\"data_offsets\":[{},{}]}", p.type.name, p.shape, at, at + bytes);
    at += bytes;
  }
  header += '}';
  const uint64_t length = header.size();
  std::vector<std::byte> out(sizeof length + header.size() + static_cast<size_t>(at), std::byte{1});
  std::memcpy(out.data(), &length, sizeof length);
  std::memcpy(out.data() + sizeof length, header.data(), header.size());
  return out;
}

void read(const std::string& text, bool with_parts) {
  const auto about = quant::parse_about(text, "[quantized] fuzz: \"bitloom.w\"");
  std::vector<quant::Part> parts;
  bool small = true;
  if (about.ok()) {
    const auto again = quant::parse_about(quant::to_json(*about), "again");
    demand(again.ok(), "what is taken is taken again");
    demand(again->scheme == about->scheme && again->rows == about->rows && again->columns == about->columns &&
               again->transposed == about->transposed && again->type == about->type,
           "and means the same");
    auto needed = quant::parts_of("w", about->scheme, about->rows, about->columns);
    demand(needed.ok(), "what is taken has parts");
    small = about->rows * about->columns < 1 << 20;
    if (with_parts && small) parts = std::move(*needed);
  }
  if (!is_utf8(text)) return;
  const auto file = Safetensors::open(memory_bytes("fuzz", file_of(text, parts)));
  demand(file.ok(), "the file around it is read");
  const auto listed = quant::list_quantized(*file);
  const auto weights = Weights::open({*file});
  demand(listed.ok() == weights.ok(), "a model takes what its file's reader takes");
  if (!listed.ok()) {
    demand(weights.error().message == listed.error().message, "reasons travel unchanged");
    if (!about.ok()) demand(listed.error().message == about.error().message, "from where they were found");
    return;
  }
  demand(about.ok() && (*weights)->has("w") && (*weights)->rows_of("w") == about->rows, "it is there");
  const auto q = quant::read_quantized(*file, "w");
  if (q.ok())
    demand(static_cast<int64_t>(quant::dequantize(*q).size()) == about->rows * about->columns,
           "a number for each weight");
}

}  // namespace
}  // namespace bitloom

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  using namespace bitloom;
  for (int i = 1; i < *count; ++i) {
    const std::filesystem::path folder = (*words)[i];
    if ((*words)[i][0] == '-' || !std::filesystem::is_directory(folder) || !std::filesystem::is_empty(folder)) continue;
    int n = 0;
    for (const int bits : {1, 2, 3, 4, 8}) {
      quant::About a{.scheme = quant::default_scheme(bits),
                     .rows = 2,
                     .columns = 5,
                     .transposed = bits == 2,
                     .type = stored_type(DType::f32),
                     .solver = "lsq",
                     .error = 0.25};
      a.scheme.aligned = bits == 3;
      demand(quant::parse_about(quant::to_json(a), "seed").ok(), "seeds are read");
      std::ofstream(folder / ("seed" + std::to_string(n++)), std::ios::binary) << "p" << quant::to_json(a);
    }
  }
  return 0;
}

// The first byte says whether the file has the parts that the text needs.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  if (size > 0) bitloom::read({reinterpret_cast<const char*>(input + 1), size - 1}, input[0] % 4 != 0);
  return 0;
}
