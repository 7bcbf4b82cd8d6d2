#include <algorithm>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"
#include "formats/tokenizer_parts.h"

namespace bitloom::tokens {
namespace {

using Value = Json::Value;

template <class... Args>
Error wrong(std::string_view pattern, const Args&... args) {
  return error(Code::invalid_argument, "[tokenizer] tokenizer.json: {}", format(pattern, args...));
}
Error unsupported(std::string_view part, std::string_view what, std::string_view supported) {
  return error(Code::unsupported, "[tokenizer] tokenizer.json: {} {} is not supported; supported are {}", part,
               quote(what), supported);
}

// A member that is there and not null.
std::optional<Value> get(const Value& v, std::string_view key) {
  const auto found = v.find(key);
  return found && !found->is(Json::Kind::null) ? found : std::nullopt;
}
std::string text_of(const Value& v, std::string_view key, std::string_view otherwise = "") {
  const auto found = get(v, key);
  return std::string(found && found->string() ? *found->string() : otherwise);
}
bool flag_of(const Value& v, std::string_view key, bool otherwise = false) {
  const auto found = get(v, key);
  return found && found->boolean() ? *found->boolean() : otherwise;
}
int64_t number_of(const Value& v, std::string_view key, int64_t otherwise) {
  const auto found = get(v, key);
  return found && found->integer() ? *found->integer() : otherwise;
}
char32_t character_of(const Value& v, std::string_view key, char32_t otherwise) {
  const std::u32string text = read_utf8(text_of(v, key)).chars;
  return text.empty() ? otherwise : text[0];
}

Result<Pattern> literal(std::string_view text) {
  if (text.size() > longest_token)
    return wrong("a pattern has {} bytes; at most {} are allowed", text.size(), longest_token);
  return Pattern::literal(read_utf8(text).chars);
}

Result<Pattern> pattern_of(const Value& v) {
  const auto pattern = get(v, "pattern");
  if (!pattern) return wrong("a pattern is missing");
  if (const auto text = pattern->string()) return literal(*text);
  if (const auto text = get(*pattern, "String"); text && text->string()) return literal(*text->string());
  if (const auto regex = get(*pattern, "Regex"); regex && regex->string()) return Pattern::regex(*regex->string());
  return wrong("a pattern is neither String nor Regex");
}

Result<std::string> from_base64(std::string_view text) {
  std::string out;
  uint32_t bits = 0;
  int have = 0;
  for (const char c : text) {
    if (c == '=') break;
    uint32_t digit = 0;
    if (c >= 'A' && c <= 'Z') digit = static_cast<uint32_t>(c - 'A');
    else if (c >= 'a' && c <= 'z') digit = static_cast<uint32_t>(c - 'a' + 26);
    else if (c >= '0' && c <= '9') digit = static_cast<uint32_t>(c - '0' + 52);
    else if (c == '+' || c == '/') digit = c == '+' ? 62 : 63;
    else return wrong("precompiled_charsmap is not base64");
    bits = bits << 6 | digit, have += 6;
    if (have >= 8) have -= 8, out += static_cast<char>(bits >> have & 0xff);
  }
  return out;
}

// Sequences are laid out flat: `read` gets each part of them.
template <class F>
Status each_part(const Value& v, std::string_view key, std::string_view list, const F& read, int depth = 0) {
  if (!v.is(Json::Kind::object)) return wrong("{} is {}; it must be an object", key, name(v.kind()));
  const std::string type = text_of(v, "type");
  if (type != "Sequence") return read(v, type);
  const auto parts = get(v, list);
  if (!parts) return wrong("{} is a Sequence without {}", key, list);
  if (depth > 16) return wrong("{} has more than 16 levels of Sequence", key);
  for (const Value part : parts->elements()) (void)TRY(each_part(part, key, list, read, depth + 1));
  return {};
}

Result<Normalizer> normalizer_of(const Value& v, std::string_view type) {
  using Kind = Normalizer::Kind;
  Normalizer n;
  if (type == "BertNormalizer") {
    n.kind = Kind::bert;
    n.clean = flag_of(v, "clean_text", true), n.chinese = flag_of(v, "handle_chinese_chars", true);
    n.lower = flag_of(v, "lowercase", true), n.accents = flag_of(v, "strip_accents", n.lower);
  } else if (type == "NFC" || type == "NFD" || type == "NFKC" || type == "NFKD") {
    n.form = type == "NFC"    ? NormalForm::nfc
             : type == "NFD"  ? NormalForm::nfd
             : type == "NFKC" ? NormalForm::nfkc
                              : NormalForm::nfkd;
  } else if (type == "Strip") {
    n.kind = Kind::strip, n.left = flag_of(v, "strip_left", true), n.right = flag_of(v, "strip_right", true);
  } else if (type == "Replace") {
    n.kind = Kind::replace, n.pattern = TRY(pattern_of(v)), n.content = read_utf8(text_of(v, "content")).chars;
  } else if (type == "Prepend") {
    n.kind = Kind::prepend, n.content = read_utf8(text_of(v, "prepend")).chars;
  } else if (type == "Precompiled") {
    const std::string bytes = TRY(from_base64(text_of(v, "precompiled_charsmap")));
    n.kind = Kind::chars_map, n.map = TRY(CharsMap::read(bytes));
  } else if (type == "Lowercase") {
    n.kind = Kind::lower;
  } else if (type == "StripAccents") {
    n.kind = Kind::strip_accents;
  } else if (type == "Nmt") {
    n.kind = Kind::nmt;
  } else if (type == "ByteLevel") {
    n.kind = Kind::byte_level;
  } else {
    return unsupported(
        "normalizer", type,
        "BertNormalizer, ByteLevel, Lowercase, NFC, NFD, NFKC, NFKD, Nmt, Precompiled, Prepend, Replace, "
        "Sequence, Strip and StripAccents");
  }
  return n;
}

Result<Splitter::Matches> matches_of(const Value& v, Splitter::Matches otherwise) {
  using Matches = Splitter::Matches;
  const std::string name = text_of(v, "behavior");
  if (name == "Removed") return Matches::removed;
  if (name == "Isolated") return Matches::isolated;
  if (name == "MergedWithPrevious") return Matches::with_previous;
  if (name == "MergedWithNext") return Matches::with_next;
  if (name == "Contiguous") return Matches::contiguous;
  if (name.empty()) return otherwise;
  return unsupported("behavior", name, "Removed, Isolated, MergedWithPrevious, MergedWithNext and Contiguous");
}

// Older files have add_prefix_space, newer ones prepend_scheme.
Result<Splitter::Prefix> prefix_of(const Value& v) {
  const std::string scheme = text_of(v, "prepend_scheme", flag_of(v, "add_prefix_space", true) ? "always" : "never");
  if (scheme == "always") return Splitter::Prefix::always;
  if (scheme == "first") return Splitter::Prefix::first;
  if (scheme == "never") return Splitter::Prefix::never;
  return unsupported("prepend_scheme", scheme, "always, first and never");
}

Result<Splitter> splitter_of(const Value& v, std::string_view type) {
  using Kind = Splitter::Kind;
  Splitter s;
  if (type == "BertPreTokenizer") {
    s.kind = Kind::bert;
  } else if (type == "Whitespace") {
    s.kind = Kind::words;
  } else if (type == "WhitespaceSplit") {
    s.kind = Kind::spaces;
  } else if (type == "ByteLevel") {
    return byte_level(flag_of(v, "add_prefix_space", true), flag_of(v, "use_regex", true));
  } else if (type == "Metaspace") {
    s.kind = Kind::metaspace, s.prefix = TRY(prefix_of(v)), s.split = flag_of(v, "split", true);
    s.replacement = character_of(v, "replacement", s.replacement);
  } else if (type == "Digits") {
    s.kind = Kind::digits, s.split = flag_of(v, "individual_digits", false);
  } else if (type == "Punctuation") {
    s.kind = Kind::punctuation, s.matches = TRY(matches_of(v, Splitter::Matches::isolated));
  } else if (type == "Split") {
    s.kind = Kind::pattern, s.pattern = TRY(pattern_of(v)), s.invert = flag_of(v, "invert");
    s.matches = TRY(matches_of(v, Splitter::Matches::isolated));
  } else if (type == "CharDelimiterSplit") {
    s.kind = Kind::pattern, s.pattern = TRY(literal(text_of(v, "delimiter")));
  } else {
    return unsupported(
        "pre_tokenizer", type,
        "BertPreTokenizer, ByteLevel, CharDelimiterSplit, Digits, Metaspace, Punctuation, Sequence, Split, "
        "Whitespace and WhitespaceSplit");
  }
  return s;
}

Result<Decoder> decoder_of(const Value& v, std::string_view type) {
  using Kind = Decoder::Kind;
  Decoder d;
  if (type == "WordPiece") {
    d.kind = Kind::word_piece, d.text = text_of(v, "prefix", "##"), d.cleanup = flag_of(v, "cleanup", true);
  } else if (type == "ByteLevel") {
    d.kind = Kind::byte_level;
  } else if (type == "Metaspace") {
    d.kind = Kind::metaspace, d.character = character_of(v, "replacement", d.character);
    d.prefix = TRY(prefix_of(v)) != Splitter::Prefix::never;
  } else if (type == "BPEDecoder") {
    d.kind = Kind::bpe, d.text = text_of(v, "suffix", "</w>");
  } else if (type == "ByteFallback") {
    d.kind = Kind::byte_fallback;
  } else if (type == "Fuse") {
    d.kind = Kind::fuse;
  } else if (type == "Replace") {
    d.kind = Kind::replace, d.pattern = TRY(pattern_of(v)), d.text = text_of(v, "content");
  } else if (type == "Strip") {
    d.kind = Kind::strip, d.character = character_of(v, "content", ' ');
    d.start = static_cast<size_t>(std::max<int64_t>(0, number_of(v, "start", 0)));
    d.stop = static_cast<size_t>(std::max<int64_t>(0, number_of(v, "stop", 0)));
  } else {
    return unsupported("decoder", type,
                       "BPEDecoder, ByteFallback, ByteLevel, Fuse, Metaspace, Replace, Sequence, Strip and WordPiece");
  }
  return d;
}

Result<Vocabulary> vocabulary_of(const Value& model) {
  const auto vocab = get(model, "vocab");
  if (!vocab || !vocab->is(Json::Kind::object)) return wrong("the model has no vocab");
  std::vector<std::pair<std::string, int64_t>> tokens;
  tokens.reserve(vocab->size());
  for (const auto& [token, id] : vocab->members()) {
    const auto n = id.integer();
    if (!n) return wrong("the id of token {} is {}", quote(token), name(id.kind()));
    tokens.emplace_back(token, *n);
  }
  return Vocabulary::make(std::move(tokens));
}

Result<std::unique_ptr<Model>> bpe_of(const Value& v) {
  BpeSettings s;
  s.has_unknown = get(v, "unk_token").has_value(), s.unknown = text_of(v, "unk_token");
  s.prefix = text_of(v, "continuing_subword_prefix"), s.suffix = text_of(v, "end_of_word_suffix");
  s.fuse_unknown = flag_of(v, "fuse_unk"), s.byte_fallback = flag_of(v, "byte_fallback");
  s.ignore_merges = flag_of(v, "ignore_merges");
  if (std::max(s.prefix.size(), s.suffix.size()) > longest_token)
    return wrong("continuing_subword_prefix has {} bytes and end_of_word_suffix {}; at most {} are allowed",
                 s.prefix.size(), s.suffix.size(), longest_token);
  if (const auto dropout = get(v, "dropout"); dropout && dropout->number().value_or(1) > 0)
    return wrong("dropout is for training");
  std::vector<std::pair<std::string, std::string>> merges;
  const auto list = get(v, "merges");
  if (!list || !list->is(Json::Kind::array)) return wrong("the model has no merges");
  merges.reserve(list->size());
  for (const Value merge : list->elements()) {
    std::vector<std::string_view> parts;
    if (const auto text = merge.string()) {
      const size_t space = text->find(' ');
      if (space != std::string_view::npos) parts = {text->substr(0, space), text->substr(space + 1)};
    }
    for (const Value part : merge.elements()) parts.push_back(part.string().value_or(""));
    if (parts.size() != 2 || parts[0].empty() || parts[1].empty() ||
        (merge.string() && parts[1].find(' ') != std::string_view::npos))
      return wrong("merge {} is not two tokens", merges.size());
    merges.emplace_back(parts[0], parts[1]);
  }
  return bpe(TRY(vocabulary_of(v)), merges, std::move(s));
}

Result<std::unique_ptr<Model>> unigram_of(const Value& v) {
  const auto vocab = get(v, "vocab");
  if (!vocab || !vocab->is(Json::Kind::array)) return wrong("the model has no vocab");
  std::vector<std::pair<std::string, int64_t>> tokens;
  std::vector<double> scores;
  for (const Value entry : vocab->elements()) {
    std::optional<std::string_view> token;
    std::optional<double> score;
    for (const Value part : entry.elements()) {
      if (part.string()) token = part.string();
      if (part.number()) score = part.number();
    }
    if (!token || !score || entry.size() != 2)
      return wrong("vocab: entry {} is not a token and a score", scores.size());
    tokens.emplace_back(*token, static_cast<int64_t>(scores.size()));
    scores.push_back(*score);
  }
  UnigramSettings s;
  const int64_t unk = number_of(v, "unk_id", -1);
  if (unk >= static_cast<int64_t>(scores.size())) return wrong("unk_id is {}, the vocab has {}", unk, scores.size());
  s.unknown = unk < 0 ? -1 : static_cast<int32_t>(unk), s.byte_fallback = flag_of(v, "byte_fallback");
  return unigram(TRY(Vocabulary::make(std::move(tokens))), std::move(scores), std::move(s));
}

Result<std::unique_ptr<Model>> model_of(const Value& v) {
  std::string type = text_of(v, "type");
  if (type.empty())  // older files do not say
    type = get(v, "merges") ? "BPE" : get(v, "unk_id") ? "Unigram" : "WordPiece";
  if (type == "BPE") return bpe_of(v);
  if (type == "Unigram") return unigram_of(v);
  if (type != "WordPiece" && type != "WordLevel")
    return unsupported("model", type, "BPE, Unigram, WordLevel and WordPiece");
  WordPieceSettings s;
  s.whole_words = type == "WordLevel";
  s.unknown = text_of(v, "unk_token", s.unknown), s.prefix = text_of(v, "continuing_subword_prefix", s.prefix);
  s.longest = static_cast<size_t>(std::max<int64_t>(0, number_of(v, "max_input_chars_per_word", 100)));
  return word_piece(TRY(vocabulary_of(v)), std::move(s));
}

// A number from 0 to `most`.
Result<int32_t> count_of(const std::optional<Value>& v, std::string_view what, int64_t most = 0x7fffffff) {
  const std::optional<int64_t> n = v ? v->integer() : std::optional<int64_t>(0);
  if (n && *n >= 0 && *n <= most) return static_cast<int32_t>(*n);
  return wrong("{} is {}; it must be between 0 and {}", what, n ? format("{}", *n) : std::string(name(v->kind())),
               most);
}

Result<std::vector<TemplateItem>> template_of(const Value& v, std::string_view which) {
  std::vector<TemplateItem> out;
  const auto items = get(v, which);
  if (!items || !items->is(Json::Kind::array)) return wrong("post_processor: there is no {}", which);
  if (items->size() == 0 && which == "single") return wrong("post_processor: single is empty; it must have a Sequence");
  if (items->size() > most_steps)
    return wrong("post_processor: {} has {} items; at most {} are allowed", which, items->size(), most_steps);
  const auto specials = get(v, "special_tokens");
  for (const Value item : items->elements()) {
    TemplateItem t;
    const auto sequence = get(item, "Sequence"), special = get(item, "SpecialToken");
    if (!sequence && !special)
      return wrong("post_processor: {} has an item that is neither Sequence nor SpecialToken", which);
    t.type = TRY(count_of(get(sequence ? *sequence : *special, "type_id"), "type_id"));
    const std::string id = text_of(sequence ? *sequence : *special, "id");
    if (sequence) {
      if (id != "A" && (id != "B" || which == "single"))
        return unsupported("post_processor: the Sequence", id, which == "single" ? "A" : "A and B");
      t.sequence = id == "B";
    } else {
      const auto token = specials ? get(*specials, id) : std::nullopt;
      const auto ids = token ? get(*token, "ids") : std::nullopt;
      if (!ids) return wrong("post_processor: special_tokens has no ids of {}", quote(id));
      for (const Value n : ids->elements()) t.ids.push_back(TRY(count_of(n, format("an id of {}", quote(id)))));
    }
    out.push_back(std::move(t));
  }
  return out;
}

Result<TemplateItem> special_pair(const Value& v, std::string_view key) {
  const auto pair = get(v, key);
  TemplateItem t;
  if (pair)
    for (const Value part : pair->elements())
      if (part.integer()) t.ids.push_back(TRY(count_of(part, format("the id of post_processor.{}", key))));
  if (t.ids.size() != 1) return wrong("post_processor: {} is not a token and its id", key);
  return t;
}

Status read_processor(const Value& v, std::string_view type, Parts& parts, bool& had) {
  if (type == "ByteLevel") {
    parts.trim_offsets |= flag_of(v, "trim_offsets", true);
    return {};
  }
  if (had) return wrong("post_processor: two that add tokens");
  had = true;
  if (type == "TemplateProcessing") {
    parts.single = TRY(template_of(v, "single")), parts.pair = TRY(template_of(v, "pair"));
    return {};
  }
  if (type != "BertProcessing" && type != "RobertaProcessing")
    return unsupported("post_processor", type,
                       "BertProcessing, ByteLevel, RobertaProcessing, Sequence and TemplateProcessing");
  const TemplateItem cls = TRY(special_pair(v, "cls")), sep = TRY(special_pair(v, "sep"));
  const TemplateItem a{.sequence = 0};
  parts.single = {cls, a, sep};
  if (type == "BertProcessing") {
    TemplateItem last = sep;
    last.type = 1;
    parts.pair = {cls, a, sep, {.sequence = 1, .type = 1}, last};
  } else {
    parts.pair = {cls, a, sep, sep, {.sequence = 1}, sep};
    parts.trim_offsets |= flag_of(v, "trim_offsets", true);
  }
  return {};
}

Status read_options(const Value& root, Parts& parts) {
  constexpr int64_t most_padding = 1 << 20;
  if (const auto t = get(root, "truncation")) {
    const std::string strategy = text_of(*t, "strategy");
    parts.stored.max_length = static_cast<size_t>(TRY(count_of(get(*t, "max_length"), "truncation.max_length")));
    parts.stored.truncate_left = text_of(*t, "direction") == "Left";
    if (strategy == "OnlyFirst") parts.stored.truncate = EncodeOptions::Truncate::only_first;
    if (strategy == "OnlySecond") parts.stored.truncate = EncodeOptions::Truncate::only_second;
  }
  if (const auto p = get(root, "padding")) {
    if (const auto strategy = get(*p, "strategy"))
      parts.stored.pad_to = static_cast<size_t>(TRY(count_of(get(*strategy, "Fixed"), "padding.Fixed", most_padding)));
    parts.stored.pad_multiple =
        static_cast<size_t>(TRY(count_of(get(*p, "pad_to_multiple_of"), "padding.pad_to_multiple_of", most_padding)));
    parts.stored.pad_left = text_of(*p, "direction") == "Left";
    parts.stored.pad_type_id = TRY(count_of(get(*p, "pad_type_id"), "padding.pad_type_id"));
    parts.pad_id = parts.stored.pad_id = TRY(count_of(get(*p, "pad_id"), "padding.pad_id"));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Parts>> from_tokenizer_json(const std::string& text) {
  const Json json = TRY(Json::parse(text, "[tokenizer] tokenizer.json"));
  const Value root = json.root();
  auto parts = std::make_unique<Parts>();
  const auto model = get(root, "model");
  if (!model) return wrong("there is no model");
  parts->model = TRY(model_of(*model));
  const auto room = [](const auto& list, std::string_view kind) -> Status {
    if (list.size() <= most_steps) return {};
    return wrong("there are more than {} {}", most_steps, kind);
  };
  const auto normalizer = [&](const Value& part, std::string_view type) -> Status {
    parts->normalizers.push_back(TRY(normalizer_of(part, type)));
    return room(parts->normalizers, "normalizers");
  };
  if (const auto v = get(root, "normalizer")) (void)TRY(each_part(*v, "normalizer", "normalizers", normalizer));
  const auto splitter = [&](const Value& part, std::string_view type) -> Status {
    parts->splitters.push_back(TRY(splitter_of(part, type)));
    return room(parts->splitters, "pre-tokenizers");
  };
  if (const auto v = get(root, "pre_tokenizer")) (void)TRY(each_part(*v, "pre_tokenizer", "pretokenizers", splitter));
  const auto decoder = [&](const Value& part, std::string_view type) -> Status {
    parts->decoders.push_back(TRY(decoder_of(part, type)));
    return room(parts->decoders, "decoders");
  };
  if (const auto v = get(root, "decoder")) {
    (void)TRY(each_part(*v, "decoder", "decoders", decoder));
    if (const double times = growth(parts->decoders); times > most_decoder_growth)
      return wrong("decoders of the type Replace can make a text {} times longer; at most {} times is allowed", times,
                   most_decoder_growth);
    parts->spaced = false;
  }
  bool had = false;
  const auto processor = [&](const Value& part, std::string_view type) {
    return read_processor(part, type, *parts, had);
  };
  if (const auto v = get(root, "post_processor")) (void)TRY(each_part(*v, "post_processor", "processors", processor));
  if (const auto list = get(root, "added_tokens"))
    for (const Value v : list->elements()) {
      Added token{.content = text_of(v, "content")};
      token.single_word = flag_of(v, "single_word"), token.left = flag_of(v, "lstrip");
      token.right = flag_of(v, "rstrip"), token.special = flag_of(v, "special");
      token.normalized = flag_of(v, "normalized", !token.special);
      const int64_t id = number_of(v, "id", -1);
      parts->add(std::move(token), id < 0 || id > 0x3fffffff ? -1 : static_cast<int32_t>(id));
    }
  (void)TRY(read_options(root, *parts));
  return parts;
}

}  // namespace bitloom::tokens
