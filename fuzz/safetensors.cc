// A libFuzzer target for what reads files of others: JSON, safetensors headers, quantized tensors. Whatever the bytes,
// they are read or refused; what is read must hold together.
//
//   bitloom-fuzz-safetensors CORPUS -max_total_time=10      (an empty folder is given seeds first)
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "fuzz/demand.h"
#include "quant/stored.h"

namespace bitloom {
namespace {

// Touches every value; true if all numbers fit f64.
bool walk(const Json::Value& v) {
  bool fits = !v.is(Json::Kind::number) || v.number().has_value();
  if (const auto text = v.string()) demand(is_utf8(*text), "strings are UTF-8");
  size_t count = 0;
  for (const Json::Value e : v.elements()) fits &= walk(e), ++count;
  for (const auto& [key, e] : v.members()) fits = walk(e) && fits, demand(is_utf8(key), "keys are UTF-8"), ++count;
  demand(count == v.size(), "as many children as it says");
  return fits;
}

void read_json(const std::string& text) {
  const auto json = Json::parse(text);
  // The other reader takes a zero byte for the end.
  const bool taken = text.find('\0') == std::string::npos && nlohmann::json::accept(text);
  if (json.ok()) demand(!walk(json->root()) || taken, "another reader takes it too");
  else
    demand(!taken || json.error().message.find("comes twice") != std::string::npos ||
               json.error().message.find("nested deeper") != std::string::npos,
           "what another reader takes is refused for a reason");
}

void read_file(std::vector<std::byte> bytes) {
  const auto opened = Safetensors::open(memory_bytes("fuzz", std::move(bytes)));
  if (!opened.ok()) return;
  uint64_t at = 0;
  for (const StoredTensor& t : opened->tensors()) {
    demand(t.begin == at && t.end >= t.begin, "ranges follow one another");
    at = t.end;
    demand(opened->find(t.name) == &t, "found by name");
    std::vector<std::byte> all(t.bytes());
    demand(opened->read(t, 0, all).ok(), "all bytes are there");
    demand(opened->read_floats(t).ok() == t.is_float(), "floats are read, others refused");
  }
  demand(at == opened->data_bytes(), "ranges cover the data");
  const auto quantized = quant::list_quantized(*opened);
  if (!quantized.ok()) return;
  for (const auto& [name, about] : *quantized) {
    const auto q = quant::read_quantized(*opened, name);
    if (!q.ok()) continue;  // scales that are not finite
    const std::vector<float> w = quant::dequantize(*q);
    demand(static_cast<int64_t>(w.size()) == about.rows * about.columns, "a number for each weight");
  }
}

void append(std::vector<std::byte>& out, const void* from, size_t size) {
  const auto* bytes = static_cast<const std::byte*>(from);
  out.insert(out.end(), bytes, bytes + size);
}

std::vector<std::byte> file_of(std::string_view header, std::span<const std::byte> data) {
  std::vector<std::byte> out;
  const uint64_t length = header.size();
  append(out, &length, sizeof length), append(out, header.data(), header.size());
  out.insert(out.end(), data.begin(), data.end());
  return out;
}

constexpr std::string_view plain =
    R"({"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},)"
    R"("b":{"dtype":"BF16","shape":[3],"data_offsets":[16,22]},"c":{"dtype":"U8","shape":[0,4],"data_offsets":[22,22]}})";
constexpr std::string_view few_bits =
    R"({"__metadata__":{"bitloom.w":"{\"version\":1,\"bits\":4,\"symmetric\":false,\"granularity\":\"group\",)"
    R"(\"group\":32,\"scales\":\"F16\",\"shape\":[1,5],\"dtype\":\"F32\",\"solver\":\"lsq\",\"error\":0.07}"},)"
    R"("w.codes":{"dtype":"U32","shape":[1,4],"data_offsets":[0,16]},"w.scales":{"dtype":"F16","shape":[1,1],)"
    R"("data_offsets":[16,18]},"w.minimums":{"dtype":"F16","shape":[1,1],"data_offsets":[18,20]}})";

// The first byte of an input says what the rest is: 0 a file, 1 a header (before 20 bytes of data), 2 JSON.
std::vector<std::vector<std::byte>> seeds() {
  std::vector<std::vector<std::byte>> out;
  const std::vector<std::byte> data(22, std::byte{1});
  const auto add = [&](uint8_t kind, std::span<const std::byte> bytes) {
    out.emplace_back(1, std::byte{kind});
    append(out.back(), bytes.data(), bytes.size());
  };
  add(0, file_of(plain, data));
  add(0, file_of(few_bits, std::span(data).first(20)));
  add(1, std::as_bytes(std::span(few_bits)));
  add(2, std::as_bytes(std::span(std::string_view(R"([1,-2.5e3,"\ud83d\ude00",{"a":null,"b":[true,false]}])"))));
  return out;
}

}  // namespace
}  // namespace bitloom

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  for (int i = 1; i < *count; ++i) {
    const std::filesystem::path folder = (*words)[i];
    if ((*words)[i][0] == '-' || !std::filesystem::is_directory(folder) || !std::filesystem::is_empty(folder)) continue;
    int n = 0;
    for (const std::vector<std::byte>& seed : bitloom::seeds()) {
      // The whole seeds must be readable, or the fuzzer would never get past the header.
      if (seed[0] == std::byte{0})
        bitloom::demand(bitloom::Safetensors::open(bitloom::memory_bytes("seed", {seed.begin() + 1, seed.end()})).ok(),
                        "seeds are read");
      std::ofstream(folder / ("seed" + std::to_string(n++)), std::ios::binary)
          .write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
    }
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(input + 1), size - 1);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  switch (input[0] % 3) {
    case 0: bitloom::read_file({bytes.begin(), bytes.end()}); break;
    case 1: bitloom::read_file(bitloom::file_of(text, std::vector<std::byte>(20, std::byte{1}))); break;
    default: bitloom::read_json(text);
  }
  return 0;
}
