#include "formats/safetensors_writer.h"

#include <algorithm>
#include <cstring>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"

namespace bitloom {
namespace {

// JSON, padded with spaces to `length` or to the next multiple of 8, after its length.
std::string framed(std::string json, uint64_t length = 0) {
  json.resize(static_cast<size_t>(std::max<uint64_t>(length, (json.size() + 7) / 8 * 8)), ' ');
  const uint64_t size = json.size();
  std::string out(sizeof size, '\0');
  std::memcpy(out.data(), &size, sizeof size);
  return out + json;
}

std::string header_json(std::span<const StoredTensor> tensors, const Metadata& metadata) {
  std::string out = "{";
  if (!metadata.empty()) {
    out += "\"__metadata__\":";
    char before = '{';
    for (const auto& [key, text] : metadata) {
      out += std::exchange(before, ',');
      append_json(out, key), out += ':', append_json(out, text);
    }
    out += '}';
  }
  for (const StoredTensor& t : tensors) {
    if (out.size() > 1) out += ',';
    append_json(out, t.name);
    out += format(":{\"dtype\":\"{}\",\"shape\":{},\"data_offsets\":[{},{}]}", t.type.name, t.shape, t.begin, t.end);
  }
  return out += '}';
}

}  // namespace

std::string SafetensorsWriter::header(std::span<const StoredTensor> tensors, const Metadata& metadata) {
  return framed(header_json(tensors, metadata));
}

Result<SafetensorsWriter> SafetensorsWriter::create(const std::filesystem::path& path,
                                                    std::span<const NewTensor> tensors, Metadata metadata,
                                                    size_t spare) {
  const auto wrong = [&](std::string_view name, std::string_view what) {
    return error(Code::invalid_argument, "[safetensors] {}: tensor {}: {}", path.string(), quote(name), what);
  };
  std::vector<StoredTensor> laid;
  std::map<std::string, Place, std::less<>> places;
  for (const size_t bytes : {8, 4, 2, 1})
    for (const NewTensor& t : tensors)
      if (t.type.bytes == bytes) laid.push_back({.name = t.name, .type = t.type, .shape = t.shape});
  uint64_t at = 0;
  for (StoredTensor& t : laid) {
    uint64_t bytes = t.type.bytes;
    for (const int64_t n : t.shape)
      if (n < 0 || __builtin_mul_overflow(bytes, static_cast<uint64_t>(n), &bytes))
        return wrong(t.name, format("no shape {}", t.shape));
    t.begin = at;
    if (__builtin_add_overflow(at, bytes, &at) || at >> 62) return wrong(t.name, "too many bytes for a file");
    t.end = at;
    if (!is_utf8(t.name) || t.name == "__metadata__") return wrong(t.name, "no name for a tensor");
    if (!places.emplace(t.name, Place{t.begin, bytes}).second) return wrong(t.name, "two have this name");
  }
  for (const auto& [key, text] : metadata)
    if (!is_utf8(key) || !is_utf8(text))
      return error(Code::invalid_argument, "[safetensors] {}: metadata {} is not UTF-8", path.string(), quote(key));
  SafetensorsWriter out(TRY(NewFile::create(path)));
  out.tensors_ = std::move(laid), out.places_ = std::move(places), out.metadata_ = std::move(metadata);
  std::string json = header_json(out.tensors_, out.metadata_);
  json.append(spare, ' ');
  const std::string header = framed(std::move(json));
  if (header.size() > Safetensors::longest_header)
    return error(Code::limit, "[safetensors] {}: a header of {} bytes is over the format's limit", path.string(),
                 header.size());
  out.data_ = header.size(), out.data_bytes_ = at;
  (void)TRY(out.file_.write(0, std::as_bytes(std::span(header))));
  return out;
}

Status SafetensorsWriter::write(std::string_view tensor, uint64_t at, std::span<const std::byte> bytes) {
  const auto found = places_.find(tensor);
  if (found == places_.end())
    return error(Code::internal, "[safetensors] {}: no tensor {} was announced", file_.path().string(), quote(tensor));
  Place& place = found->second;
  if (at != place.written || bytes.size() > place.bytes - at)
    return error(Code::internal, "[safetensors] {}: tensor {}: {} bytes at {}, where {} of {} came before",
                 file_.path().string(), quote(tensor), bytes.size(), at, place.written, place.bytes);
  (void)TRY(file_.write(data_ + place.begin + at, bytes));
  place.written += bytes.size();
  return {};
}

Status SafetensorsWriter::finish() {
  for (const auto& [name, place] : places_)
    if (place.written != place.bytes)
      return error(Code::internal, "[safetensors] {}: tensor {}: only {} of {} bytes came", file_.path().string(),
                   quote(name), place.written, place.bytes);
  const std::string header = framed(header_json(tensors_, metadata_), data_ - sizeof(uint64_t));
  if (header.size() != data_)
    return error(Code::internal, "[safetensors] {}: the header grew over its spare bytes", file_.path().string());
  (void)TRY(file_.write(0, std::as_bytes(std::span(header))));
  return file_.commit();
}

}  // namespace bitloom
