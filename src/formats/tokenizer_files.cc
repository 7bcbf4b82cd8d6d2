// Tokenizers of models that have no tokenizer.json: BERT's vocab.txt, and vocab.json with merges.txt.
#include <algorithm>

#include "base/json.h"
#include "base/json_text.h"
#include "base/try.h"
#include "formats/tokenizer_parts.h"

namespace bitloom::tokens {
namespace {

// Lines as Python's text files have them; the last need not end.
template <class F>
void each_line(std::string_view text, const F& use) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    use(line);
    at = end + 1;
  }
}

Result<std::optional<Json>> config_of(const Tokenizer::Files& files, const char* name) {
  const auto file = files.find(name);
  if (file == files.end()) return std::optional<Json>();
  return std::optional(TRY(Json::parse(file->second, format("[tokenizer] {}", name))));
}
bool flag(const std::optional<Json>& config, std::string_view key, bool otherwise) {
  const auto v = config ? config->root().find(key) : std::nullopt;
  return v ? v->boolean().value_or(otherwise) : otherwise;
}

Normalizer replace_spaces(Pattern pattern) {
  Normalizer n;
  n.kind = Normalizer::Kind::replace, n.pattern = std::move(pattern), n.content = U" ";
  return n;
}

void add_special(Parts& parts, std::string_view token, bool left = false) {
  if (parts.find(token) >= 0) parts.add({.content = std::string(token), .left = left, .special = true});
}

// Tokens that files beside the vocabulary add: added_tokens.json, and added_tokens_decoder in tokenizer_config.json.
Status add_more(const Tokenizer::Files& files, const std::optional<Json>& config, Parts& parts) {
  const auto id_of = [](int64_t n) { return n < 0 || n > 0x3fffffff ? -1 : static_cast<int32_t>(n); };
  const auto decoder = config ? config->root().find("added_tokens_decoder") : std::nullopt;
  if (decoder)
    for (const auto& [key, v] : decoder->members()) {
      int64_t id = 0;
      for (const char c : key) id = c >= '0' && c <= '9' && id < 0x3fffffff ? id * 10 + (c - '0') : -1;
      const auto is = [&](std::string_view name) {
        const auto f = v.find(name);
        return f && f->boolean().value_or(false);
      };
      const auto content = v.find("content");
      if (!content || !content->string())
        return error(Code::invalid_argument, "[tokenizer] tokenizer_config.json: added token {} has no content",
                     quote(key));
      parts.add({.content = std::string(*content->string()),
                 .single_word = is("single_word"),
                 .left = is("lstrip"),
                 .right = is("rstrip"),
                 .normalized = is("normalized"),
                 .special = is("special")},
                id_of(id));
    }
  const auto more = TRY(config_of(files, "added_tokens.json"));
  if (more)
    for (const auto& [token, id] : more->root().members())
      if (!parts.added_by_text.contains(token))
        parts.add({.content = std::string(token), .special = token.starts_with("<|")},
                  id_of(id.integer().value_or(-1)));
  return {};
}

TemplateItem special(int32_t id, int32_t type = 0) { return {.ids = {id}, .type = type}; }

}  // namespace

Result<std::string> mask_token(const Tokenizer::Files& files) {
  const auto config = TRY(config_of(files, "tokenizer_config.json"));
  auto token = config ? config->root().find("mask_token") : std::nullopt;
  if (!token || token->is(Json::Kind::null)) return std::string();
  if (const auto content = token->find("content")) token = content;  // one with settings of its own
  if (token->string()) return std::string(*token->string());
  return error(Code::invalid_argument, "[tokenizer] tokenizer_config.json: mask_token is {}; it must be a string",
               name(token->kind()));
}

Result<std::unique_ptr<Parts>> from_vocab_txt(const Tokenizer::Files& files) {
  if (!is_utf8(files.find("vocab.txt")->second))
    return error(Code::invalid_argument, "[tokenizer] vocab.txt is not UTF-8");
  const auto config = TRY(config_of(files, "tokenizer_config.json"));
  std::vector<std::pair<std::string, int64_t>> tokens;
  each_line(files.find("vocab.txt")->second,
            [&](std::string_view line) { tokens.emplace_back(line, static_cast<int64_t>(tokens.size())); });
  auto parts = std::make_unique<Parts>();
  parts->model = word_piece(TRY(Vocabulary::make(std::move(tokens))), {});
  Normalizer n;
  n.kind = Normalizer::Kind::bert, n.clean = true, n.chinese = flag(config, "tokenize_chinese_chars", true);
  n.lower = flag(config, "do_lower_case", true), n.accents = flag(config, "strip_accents", n.lower);
  parts->normalizers.push_back(std::move(n));
  parts->splitters.push_back({.kind = Splitter::Kind::bert});
  parts->decoders.push_back({.kind = Decoder::Kind::word_piece, .text = "##", .cleanup = true});
  for (const std::string_view token : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) add_special(*parts, token);
  (void)TRY(add_more(files, config, *parts));
  const int32_t cls = parts->find("[CLS]"), sep = parts->find("[SEP]");
  if (cls >= 0 && sep >= 0) {
    const TemplateItem a{.sequence = 0}, b{.sequence = 1, .type = 1};
    parts->single = {special(cls), a, special(sep)};
    parts->pair = {special(cls), a, special(sep), b, special(sep, 1)};
  }
  return parts;
}

Result<std::unique_ptr<Parts>> from_vocab_and_merges(const Tokenizer::Files& files) {
  if (!is_utf8(files.find("merges.txt")->second))
    return error(Code::invalid_argument, "[tokenizer] merges.txt is not UTF-8");
  const auto config = TRY(config_of(files, "tokenizer_config.json"));
  const Json vocab = TRY(Json::parse(files.find("vocab.json")->second, "[tokenizer] vocab.json"));
  std::vector<std::pair<std::string, int64_t>> tokens;
  bool ends = false;  // words' last tokens have a suffix: CLIP
  for (const auto& [token, id] : vocab.root().members()) {
    tokens.emplace_back(token, id.integer().value_or(-1));
    ends |= token.ends_with("</w>");
  }
  std::vector<std::pair<std::string, std::string>> merges;
  bool whole = true;
  each_line(files.find("merges.txt")->second, [&](std::string_view line) {
    if (line.starts_with("#version") || line.empty()) return;
    const size_t space = line.find(' ');
    whole = whole && space != std::string_view::npos && line.find(' ', space + 1) == std::string_view::npos;
    if (whole) merges.emplace_back(line.substr(0, space), line.substr(space + 1));
  });
  if (!whole) return error(Code::invalid_argument, "[tokenizer] merges.txt: merge {} is not two tokens", merges.size());
  auto parts = std::make_unique<Parts>();
  BpeSettings settings;
  if (ends) settings.suffix = "</w>", settings.has_unknown = true, settings.unknown = "<|endoftext|>";
  Vocabulary vocabulary = TRY(Vocabulary::make(std::move(tokens)));
  parts->model = TRY(bpe(std::move(vocabulary), merges, std::move(settings)));
  const TemplateItem a{.sequence = 0}, b{.sequence = 1};
  if (ends) {
    Normalizer lower;
    lower.kind = Normalizer::Kind::lower;
    parts->normalizers.emplace_back();  // NFC
    parts->normalizers.push_back(replace_spaces(TRY(Pattern::regex(R"(\s+)"))));
    parts->normalizers.push_back(std::move(lower));
    Splitter words{.kind = Splitter::Kind::pattern, .invert = true};
    words.pattern = TRY(Pattern::regex(R"('s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+)"));
    parts->splitters.push_back(std::move(words));
  }
  parts->splitters.push_back(TRY(byte_level(flag(config, "add_prefix_space", false), !ends)));
  parts->decoders.push_back({.kind = Decoder::Kind::byte_level});
  if (ends) {
    parts->decoders.push_back({.kind = Decoder::Kind::replace, .text = " ", .pattern = Pattern::literal(U"</w>")});
    parts->decoders.push_back({.kind = Decoder::Kind::strip, .character = ' ', .stop = 1});
  }
  for (const std::string_view token : {"<|startoftext|>", "<|endoftext|>", "<s>", "</s>", "<unk>", "<pad>"})
    add_special(*parts, token);
  add_special(*parts, "<mask>", true);  // takes the space before it, as in RoBERTa
  (void)TRY(add_more(files, config, *parts));
  const int32_t end = parts->find("<|endoftext|>");
  if (const int32_t start = parts->find("<|startoftext|>"); ends && start >= 0 && end >= 0) {
    parts->single = {special(start), a, special(end)};
    parts->pair = {special(start), a, special(end), special(end), b, special(end)};
  } else if (const int32_t script = parts->find("<|startoftranscript|>"); script >= 0 && end >= 0) {
    parts->single = {special(script), a, special(end)};
    parts->pair = {special(script), a, b, special(end)};
    if (const int32_t plain = parts->find("<|notimestamps|>"); plain >= 0)
      for (auto* items : {&parts->single, &parts->pair}) items->insert(items->begin() + 1, special(plain));
  } else if (const int32_t cls = parts->find("<s>"), sep = parts->find("</s>");
             cls >= 0 && sep >= 0 && parts->find("<mask>") >= 0) {
    parts->single = {special(cls), a, special(sep)};
    parts->pair = {special(cls), a, special(sep), special(sep), b, special(sep)};
    parts->trim_offsets = true;
  }
  return parts;
}

}  // namespace bitloom::tokens
