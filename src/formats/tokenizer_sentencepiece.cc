// SentencePiece's models: a protocol buffer of pieces with scores, of how they were trained, and how text is prepared.
#include <bit>
#include <cstring>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"
#include "formats/tokenizer_parts.h"

namespace bitloom::tokens {
namespace {

// Fields of a message one after another: a number, or bytes. Those of four and eight bytes come as their bits.
class Fields {
 public:
  explicit Fields(std::string_view message) : bytes_(message) {}

  // False at the end, and where what follows is no field: whole() tells.
  bool next() {
    if (at_ == bytes_.size()) return false;
    uint64_t key = 0;
    whole_ = false;
    if (!number(key) || key >> 3 == 0 || key >> 3 > 0x1fffffff) return false;
    field = static_cast<uint32_t>(key >> 3), value = 0, bytes = {};
    switch (key & 7) {
      case 0: return whole_ = number(value);
      case 1: return whole_ = fixed(8);
      case 5: return whole_ = fixed(4);
      case 2: {
        uint64_t size = 0;
        if (!number(size) || size > bytes_.size() - at_) return false;
        bytes = bytes_.substr(at_, static_cast<size_t>(size));
        at_ += static_cast<size_t>(size);
        return whole_ = true;
      }
      default: return false;
    }
  }
  bool whole() const { return whole_; }

  uint32_t field = 0;
  uint64_t value = 0;
  std::string_view bytes;

 private:
  bool number(uint64_t& n) {
    n = 0;
    for (unsigned shift = 0; shift < 64 && at_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      n |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }
  bool fixed(size_t size) {
    if (size > bytes_.size() - at_) return false;
    for (size_t i = 0; i < size; ++i) value |= uint64_t{static_cast<unsigned char>(bytes_[at_ + i])} << (8 * i);
    at_ += size;
    return true;
  }
  std::string_view bytes_;
  size_t at_ = 0;
  bool whole_ = true;
};

struct SentencePieces {
  std::vector<std::pair<std::string, int64_t>> tokens;
  std::vector<double> scores;
  std::vector<uint8_t> types;
  uint64_t model = 1;  // 1: Unigram, 2: BPE
  bool byte_fallback = false, suffix = false, dummy = true, squeeze = true, escape = true;
  std::string unknown_text = " \xe2\x81\x87 ";
  std::string_view chars_map;
  std::string_view before_decoding;
};

bool read_piece(std::string_view bytes, SentencePieces& out) {
  std::string text;
  float score = 0;
  uint64_t type = piece_normal;
  Fields f(bytes);
  while (f.next()) {
    if (f.field == 1) text = f.bytes;
    if (f.field == 2) score = std::bit_cast<float>(static_cast<uint32_t>(f.value));
    if (f.field == 3) type = f.value;
  }
  if (!f.whole() || type < piece_normal || type > piece_byte || !(score == score) || !is_utf8(text)) return false;
  out.tokens.emplace_back(std::move(text), static_cast<int64_t>(out.tokens.size()));
  out.scores.push_back(double{score});
  out.types.push_back(static_cast<uint8_t>(type));
  return true;
}

bool read_model(std::string_view bytes, SentencePieces& out) {
  Fields f(bytes);
  while (f.next()) {
    if (f.field == 1 && !read_piece(f.bytes, out)) return false;
    if (f.field == 2) {
      Fields trained(f.bytes);
      while (trained.next()) {
        if (trained.field == 3) out.model = trained.value;
        if (trained.field == 24) out.suffix = trained.value != 0;
        if (trained.field == 35) out.byte_fallback = trained.value != 0;
        if (trained.field == 44) out.unknown_text = trained.bytes;
      }
      if (!trained.whole()) return false;
    }
    if (f.field == 3) {
      Fields prepared(f.bytes);
      while (prepared.next()) {
        if (prepared.field == 2) out.chars_map = prepared.bytes;
        if (prepared.field == 3) out.dummy = prepared.value != 0;
        if (prepared.field == 4) out.squeeze = prepared.value != 0;
        if (prepared.field == 5) out.escape = prepared.value != 0;
      }
      if (!prepared.whole()) return false;
    }
    if (f.field == 5) {
      Fields decoding(f.bytes);
      while (decoding.next())
        if (decoding.field == 2) out.before_decoding = decoding.bytes;
    }
  }
  return f.whole() && !out.tokens.empty();
}

// Which tokens go round a text is known by the model's class only, so it is asked for in tokenizer_config.json.
Status read_template(const Tokenizer::Files& files, Parts& parts) {
  const auto file = files.find("tokenizer_config.json");
  if (file == files.end()) return {};
  const Json config = TRY(Json::parse(file->second, "[tokenizer] tokenizer_config.json"));
  const auto type = config.root().find("tokenizer_class");
  const std::string_view kind = type && type->string() ? *type->string() : std::string_view();
  const auto flag = [&](std::string_view key, bool otherwise) {
    const auto v = config.root().find(key);
    return v ? v->boolean().value_or(otherwise) : otherwise;
  };
  const bool begin = flag("add_bos_token", kind.starts_with("Llama")),
             end = flag("add_eos_token", kind.starts_with("T5"));
  const auto special = [&](std::string_view token) -> TemplateItem { return {.ids = {parts.find(token)}}; };
  const bool has_begin = begin && parts.find("<s>") >= 0, has_end = end && parts.find("</s>") >= 0;
  std::vector<TemplateItem> single, pair;
  for (const int sequence : {0, 1}) {
    if (has_begin) pair.push_back(special("<s>"));
    pair.push_back({.sequence = sequence});
    if (has_end) pair.push_back(special("</s>"));
    if (sequence == 0) single = pair;
  }
  parts.single = std::move(single), parts.pair = std::move(pair);
  return {};
}

}  // namespace

Result<std::unique_ptr<Parts>> from_sentencepiece(std::string_view name, const Tokenizer::Files& files) {
  SentencePieces read;
  if (!read_model(files.find(name)->second, read))
    return error(Code::invalid_argument, "[tokenizer] {} is not a SentencePiece model", name);
  if (read.model != 1 && read.model != 2)
    return error(Code::unsupported,
                 "[tokenizer] {}: model_type {} is not supported; supported are 1 (Unigram) and 2 (BPE)", name,
                 read.model);
  if (read.unknown_text.size() > longest_token)
    return error(Code::limit, "[tokenizer] {}: unk_surface has {} bytes; at most {} are allowed", name,
                 read.unknown_text.size(), longest_token);
  if (!read.escape || !read.before_decoding.empty())
    return error(Code::unsupported, "[tokenizer] {}: escape_whitespaces = false and a denormalizer are not supported",
                 name);
  auto parts = std::make_unique<Parts>();
  Normalizer n;
  n.kind = Normalizer::Kind::sentence, n.map = TRY(CharsMap::read(read.chars_map));
  n.dummy = read.dummy, n.squeeze = read.squeeze, n.suffix = read.suffix;
  UnigramSettings settings;
  settings.sentencepiece = true, settings.byte_fallback = read.byte_fallback;
  for (size_t i = 0; i < read.types.size(); ++i) {
    const auto id = static_cast<int32_t>(i);
    if (read.types[i] == piece_unknown) settings.unknown = id;
    if (read.types[i] == piece_unused)
      return error(Code::unsupported, "[tokenizer] {}: piece {} is of the type UNUSED, which is not supported", name,
                   i);
    if (read.types[i] == piece_user && !read.tokens[i].first.empty())
      n.kept.add(read_utf8(read.tokens[i].first).chars, id);
  }
  if (settings.unknown < 0) return error(Code::invalid_argument, "[tokenizer] {} has no unknown piece", name);
  settings.types = read.types;
  parts->unknown_id = settings.unknown;
  Decoder d;
  d.kind = Decoder::Kind::sentence, d.prefix = read.dummy, d.squeeze = read.squeeze;
  d.text = read.unknown_text;
  parts->decoders.push_back(std::move(d));
  parts->normalizers.push_back(std::move(n));
  std::vector<std::string> control;
  for (size_t i = 0; i < read.types.size(); ++i)
    if (read.types[i] == piece_control) control.push_back(read.tokens[i].first);
  Vocabulary vocabulary = TRY(Vocabulary::make(std::move(read.tokens)));
  parts->model =
      (read.model == 1 ? unigram : scored_bpe)(std::move(vocabulary), std::move(read.scores), std::move(settings));
  (void)TRY(read_template(files, *parts));
  for (std::string& token : control) parts->add({.content = std::move(token), .special = true});
  parts->control_in_text = false;
  return parts;
}

}  // namespace bitloom::tokens
