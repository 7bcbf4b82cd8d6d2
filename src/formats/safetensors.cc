#include "formats/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian and read as they are");

namespace bitloom {
namespace {

constexpr StoredType types[] = {{"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"F8_E8M0", 1},
                                {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},     {"U32", 4},
                                {"F32", 4},  {"I64", 8}, {"U64", 8}, {"F64", 8},     {"C64", 8}};

// What is wrong with one tensor's entry; the caller says which file and tensor.
using Wrong = std::string;

std::optional<Wrong> read_shape(const Json::Value& list, std::vector<int64_t>& shape) {
  if (!list.is(Json::Kind::array)) return format("its shape is {}", name(list.kind()));
  for (const Json::Value size : list.elements()) {
    const auto n = size.integer();
    if (!n || *n < 0)
      return format("a size in its shape is {}",
                    size.is(Json::Kind::number) ? quote(size.written()) : std::string(name(size.kind())));
    shape.push_back(*n);
  }
  return std::nullopt;
}

std::optional<Wrong> read_range(const Json::Value& list, StoredTensor& t) {
  if (!list.is(Json::Kind::array) || list.size() != 2) return Wrong("data_offsets is not a pair of numbers");
  std::array<int64_t, 2> ends{};
  size_t i = 0;
  for (const Json::Value end : list.elements()) {
    const auto n = end.integer();
    if (!n || *n < 0) return Wrong("data_offsets is not a pair of whole numbers from 0 on");
    ends[i++] = *n;
  }
  if (ends[0] > ends[1]) return format("its bytes end at {}, before they start at {}", ends[1], ends[0]);
  t.begin = static_cast<uint64_t>(ends[0]), t.end = static_cast<uint64_t>(ends[1]);
  return std::nullopt;
}

std::optional<Wrong> read_entry(const Json::Value& entry, uint64_t data_bytes, StoredTensor& t) {
  if (!entry.is(Json::Kind::object)) return format("its entry is {}", name(entry.kind()));
  std::optional<Json::Value> type, shape, range;
  for (const auto& [key, value] : entry.members()) {
    if (key == "dtype") type = value;
    else if (key == "shape") shape = value;
    else if (key == "data_offsets") range = value;
    else return format("its entry has a key {}", quote(key));
  }
  if (!type || !shape || !range) return Wrong("its entry lacks dtype, shape or data_offsets");
  const auto found = find_stored_type(type->string().value_or(""));
  if (!found) return format("there is no type {}", type->string() ? quote(*type->string()) : "like this");
  t.type = *found;
  if (auto wrong = read_shape(*shape, t.shape)) return wrong;
  if (auto wrong = read_range(*range, t)) return wrong;
  if (t.end > data_bytes) return format("its bytes end at {}, the data at {}", t.end, data_bytes);
  uint64_t bytes = t.type.bytes;
  for (const int64_t n : t.shape)
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(n), &bytes))
      return format("the shape {} is too large to be one", t.shape);
  if (bytes != t.bytes())
    return format("{} {} takes {} bytes, its range {} to {} has {}", t.type.name, t.shape, bytes, t.begin, t.end,
                  t.bytes());
  return std::nullopt;
}

}  // namespace

std::span<const StoredType> all_stored_types() { return types; }

std::optional<StoredType> find_stored_type(std::string_view name) {
  for (const StoredType& t : types)
    if (t.name == name) return t;
  return std::nullopt;
}

StoredType stored_type(DType t) {
  switch (t) {
    case DType::f32: return *find_stored_type("F32");
    case DType::f16: return *find_stored_type("F16");
    case DType::bf16: return *find_stored_type("BF16");
    case DType::i32: return *find_stored_type("I32");
    case DType::u32: return *find_stored_type("U32");
    case DType::i8: return *find_stored_type("I8");
    case DType::u8: break;
  }
  return *find_stored_type("U8");
}

std::optional<DType> dtype_of(StoredType type) {
  for (DType t : all_dtypes)
    if (stored_type(t) == type) return t;
  return std::nullopt;
}

bool StoredTensor::is_float() const {
  const auto t = dtype_of(type);
  return t && bitloom::is_float(*t);
}

Result<Safetensors> Safetensors::open(std::shared_ptr<const ByteSource> bytes) {
  Safetensors file;
  file.bytes_ = std::move(bytes);
  const uint64_t size = file.bytes_->size();
  const auto wrong = [&](const std::string& what) {
    return error(Code::invalid_argument, "[safetensors] {}: {}", file.name(), what);
  };
  uint64_t length = 0;
  if (size < sizeof length) return wrong(format("{} bytes are too few for a header", size));
  (void)TRY(file.bytes_->read(0, std::as_writable_bytes(std::span(&length, 1))));
  if (length > longest_header)
    return wrong(
        format("a header of {} bytes; at most {} are taken. Is this a safetensors file?", length, longest_header));
  if (length > size - sizeof length)
    return wrong(format("cut off: the header says it has {} bytes, {} follow", length, size - sizeof length));
  std::string header(static_cast<size_t>(length), '\0');
  (void)TRY(file.bytes_->read(sizeof length, std::as_writable_bytes(std::span(header))));
  file.data_ = sizeof length + length;
  if (!header.starts_with('{')) return wrong("the header does not start with {");
  (void)TRY(file.parse(std::move(header)));
  return file;
}

Status Safetensors::parse(std::string header) {
  const Json json = TRY(Json::parse(std::move(header), format("[safetensors] {}: the header", name())));
  const auto wrong = [&](std::string_view tensor, const Wrong& what) {
    return error(Code::invalid_argument, "[safetensors] {}: tensor {}: {}", name(), quote(tensor), what);
  };
  tensors_.reserve(json.root().size());
  for (const auto& [key, value] : json.root().members()) {
    if (key == "__metadata__") {
      for (const auto& [name, text] : value.members())
        if (const auto string = text.string()) metadata_.emplace(name, *string);
      if (!value.is(Json::Kind::object) || metadata_.size() != value.size())
        return error(Code::invalid_argument, "[safetensors] {}: __metadata__ is not a list of texts by name", name());
      continue;
    }
    StoredTensor t{.name = std::string(key), .type = {}, .shape = {}};
    if (auto what = read_entry(value, data_bytes(), t)) return wrong(key, *what);
    tensors_.push_back(std::move(t));
  }
  std::ranges::sort(tensors_, [](const StoredTensor& a, const StoredTensor& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  uint64_t at = 0;
  for (size_t i = 0; i < tensors_.size(); ++i) {
    const StoredTensor& t = tensors_[i];
    if (t.begin < at)
      return wrong(t.name, format("its bytes start at {}, inside those of {}", t.begin, quote(tensors_[i - 1].name)));
    if (t.begin > at)
      return wrong(t.name, format("{} bytes before its start at {} belong to nobody", t.begin - at, t.begin));
    at = t.end;
    places_.emplace(t.name, i);
  }
  if (at != data_bytes())
    return error(Code::invalid_argument, "[safetensors] {}: the last {} bytes belong to no tensor", name(),
                 data_bytes() - at);
  return {};
}

const StoredTensor* Safetensors::find(std::string_view name) const {
  const auto place = places_.find(name);
  return place == places_.end() ? nullptr : &tensors_[place->second];
}

std::shared_ptr<const std::byte> Safetensors::in_place(const StoredTensor& t, uint64_t spare) const {
  const ByteSource::InPlace all = bytes_->in_place();
  if (!all.bytes || bytes_->size() - data_ - t.end + all.spare < spare) return nullptr;
  return {all.bytes, all.bytes.get() + data_ + t.begin};
}

Status Safetensors::read(const StoredTensor& t, uint64_t from, std::span<std::byte> into) const {
  if (from > t.bytes() || into.size() > t.bytes() - from)
    return error(Code::invalid_argument, "[safetensors] {}: tensor {}: {} bytes at {} of {}", name(), quote(t.name),
                 into.size(), from, t.bytes());
  return bytes_->read(data_ + t.begin + from, into);
}

Status Safetensors::read_floats(const StoredTensor& t, uint64_t from, std::span<float> into) const {
  if (t.type.name == "F32") return read(t, from * 4, std::as_writable_bytes(into));
  if (!t.is_float())
    return error(Code::unsupported, "[safetensors] {}: tensor {} is {}: F32, F16 and BF16 are read as numbers", name(),
                 quote(t.name), t.type.name);
  const bool half = t.type.name == "F16";
  std::vector<uint16_t> part(std::min<size_t>(into.size(), 1 << 16));
  for (size_t at = 0; at < into.size(); at += part.size()) {
    const std::span<uint16_t> now = std::span(part).first(std::min(part.size(), into.size() - at));
    (void)TRY(read(t, (from + at) * 2, std::as_writable_bytes(now)));
    for (size_t i = 0; i < now.size(); ++i) into[at + i] = half ? half_to_float(now[i]) : bfloat_to_float(now[i]);
  }
  return {};
}

Result<std::vector<float>> Safetensors::read_floats(const StoredTensor& t) const {
  std::vector<float> out(static_cast<size_t>(t.elements()));
  (void)TRY(read_floats(t, 0, out));
  return out;
}

}  // namespace bitloom
