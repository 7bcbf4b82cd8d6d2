#include "bitloom/tokenizer.h"

#include <algorithm>
#include <limits>

#include "base/try.h"
#include "formats/tokenizer_parts.h"

namespace bitloom {
namespace tokens {

int32_t Parts::find(std::string_view token) const {
  const auto it = added_by_text.find(token);
  return it != added_by_text.end() ? added[it->second].id : model->vocabulary().find(token);
}

void Parts::add(Added token, int32_t id_if_new) {
  if (token.content.empty()) return;
  const int32_t known = find(token.content);
  token.id = known >= 0 ? known : id_if_new;
  if (token.id < 0) {
    token.id = std::max(static_cast<int32_t>(model->vocabulary().size()), end_of_added);
  }
  end_of_added = std::max(end_of_added, token.id + 1);
  const auto [it, is_new] = added_by_text.try_emplace(token.content, added.size());
  added_by_id.insert_or_assign(token.id, it->second);
  if (is_new) added.push_back(std::move(token));
  else added[it->second] = std::move(token);
}

Status Parts::finish() {
  for (size_t i = 0; i < added.size(); ++i) {
    const auto too_long = [&](size_t bytes, std::string_view when) {
      return error(Code::limit, "[tokenizer] the added token with the id {} has {} bytes{}; at most {} are allowed",
                   added[i].id, bytes, when, longest_token);
    };
    if (added[i].content.size() > longest_token) return too_long(added[i].content.size(), "");
    Text text = read_utf8(added[i].content);
    AddedMatcher& matcher = added[i].normalized ? normalized : raw;
    if (added[i].normalized) (void)TRY(apply(normalizers, text, text.size(), 0));
    added[i].text = write_utf8(text.chars);
    if (added[i].text.size() > longest_token) return too_long(added[i].text.size(), " when it is normalized");
    if (text.chars.empty() || !control_in_text) continue;
    matcher.trie.add(text.chars, static_cast<int32_t>(matcher.tokens.size()));  // of two alike the last counts
    matcher.tokens.push_back(i);
  }
  // As in the reference, one that reads like no special token is decoded like others.
  for (Added& token : added) {
    const auto same = added_by_text.find(token.text);
    token.skipped = same != added_by_text.end() && added[same->second].special;
  }
  for (const std::string_view name : {"[PAD]", "<pad>", "<|pad|>"})
    if (pad_id < 0) pad_id = find(name);
  for (const std::string_view name : {"[MASK]", "<mask>"})
    if (mask_id < 0) mask_id = find(name);
  return {};
}

namespace {

// Adds what is between added tokens, and these, to `out`: places in `text`.
void cut_added(const Parts& parts, const AddedMatcher& matcher, const std::u32string& text, std::vector<Piece>& out) {
  size_t done = 0;
  const std::u32string_view view = text;
  const auto plain = [&](size_t end) {
    if (end > done) out.push_back({done, end, -1});
  };
  for (size_t at = 0; !matcher.trie.empty() && at < text.size();) {
    int32_t found = -1;
    const size_t length = matcher.trie.longest(view.substr(at), found);
    if (length == 0) {
      ++at;
      continue;
    }
    const Added& token = parts.added[matcher.tokens[static_cast<size_t>(found)]];
    size_t begin = at, end = at + length;
    at = end;
    if (token.single_word && ((begin > 0 && is_word(text[begin - 1])) || (end < text.size() && is_word(text[end]))))
      continue;
    while (token.left && begin > done && is_space(text[begin - 1])) --begin;
    if (token.right) end = std::max(end, done);  // only spaces are between, which the one before has taken
    while (token.right && end < text.size() && is_space(text[end])) ++end;
    begin = std::max(begin, done);  // the one before may have taken spaces that this one starts with
    plain(begin);
    out.push_back({begin, end, token.id});
    done = std::max(end, done);
  }
  plain(text.size());
}

Text part_of(const Text& text, size_t begin, size_t end) {
  return {
      text.chars.substr(begin, end - begin),
      {text.from.begin() + static_cast<std::ptrdiff_t>(begin), text.from.begin() + static_cast<std::ptrdiff_t>(end)}};
}

// Words and added tokens of a text, normalized.
Result<Pieces> words_of(const Parts& parts, const Text& text) {
  std::vector<Piece> first, second;
  cut_added(parts, parts.raw, text.chars, first);
  Pieces out;
  for (const Piece& piece : first) {
    const bool whole = first.size() == 1;
    Text part = part_of(text, piece.begin, piece.end);
    second.clear();
    if (piece.id < 0) {
      (void)TRY(apply(parts.normalizers, part, text.size(), out.text.size()));
      cut_added(parts, parts.normalized, part.chars, second);
    } else {
      second.push_back({0, part.size(), piece.id});
    }
    const size_t base = out.text.size();
    for (const Piece& p : second) out.list.push_back({base + p.begin, base + p.end, p.id});
    if (whole) {
      out.text = std::move(part);
      break;
    }
    out.text.chars += part.chars;
    out.text.from.insert(out.text.from.end(), part.from.begin(), part.from.end());
  }
  return out;
}

struct Placed {
  int32_t id;
  std::array<uint32_t, 2> offsets;
};

Result<std::vector<Placed>> encode_one(const Parts& parts, std::string_view input) {
  if (input.size() >= std::numeric_limits<int32_t>::max())
    return error(Code::limit, "[tokenizer] the text has {} bytes; it must have less than 2147483647", input.size());
  const Text text = read_utf8(input);
  Pieces pieces = TRY(words_of(parts, text));
  // Splitters rewrite the text, so what an added token stands for is noted before.
  std::vector<Span> added;
  for (const Piece& p : pieces.list)
    if (p.id >= 0)
      added.push_back(p.begin < p.end ? Span{pieces.text.from[p.begin].begin, pieces.text.from[p.end - 1].end}
                                      : Span{});
  for (size_t i = 0; i < parts.splitters.size(); ++i) {
    apply(parts.splitters[i], pieces);
    if (pieces.text.size() > most_characters(text.size()))
      return grows_too_long("pre-tokenizer", i, parts.splitters.size(), text.size());
  }
  // Tokens of one replacement all stand for the whole of what was replaced.
  std::array<uint32_t, 2> given{}, trimmed{};
  const auto trim = [&](std::array<uint32_t, 2> at) {
    if (at == given) return trimmed;
    given = at;
    while (at[0] < at[1] && input[at[0]] == ' ') ++at[0];
    while (at[0] < at[1] && input[at[1] - 1] == ' ') --at[1];
    return trimmed = at;
  };
  std::vector<Placed> out;
  std::vector<Token> found;
  // Most words of a text come again.
  struct Known {
    size_t begin, end;
  };
  constexpr size_t longest_known = 32, most_known = 50'000;
  std::vector<Token> known_tokens;
  std::unordered_map<std::u32string_view, Known> known;
  size_t next_added = 0;
  for (const Piece& piece : pieces.list) {
    if (piece.id >= 0) {
      const Span span = added[next_added++];
      out.push_back({piece.id, {span.begin, span.end}});
      continue;
    }
    const std::u32string_view word =
        std::u32string_view(pieces.text.chars).substr(piece.begin, piece.end - piece.begin);
    if (word.empty()) continue;
    const auto it = word.size() <= longest_known ? known.find(word) : known.end();
    std::span<const Token> tokens;
    if (it != known.end()) {
      tokens = std::span(known_tokens).subspan(it->second.begin, it->second.end - it->second.begin);
    } else {
      found.clear();
      (void)TRY(parts.model->split(word, found));
      tokens = found;
      if (word.size() <= longest_known && known.size() < most_known) {
        known.emplace(word, Known{known_tokens.size(), known_tokens.size() + found.size()});
        known_tokens.insert(known_tokens.end(), found.begin(), found.end());
      }
    }
    for (const Token& t : tokens) {
      const Span *first = &pieces.text.from[piece.begin + t.begin], *last = &pieces.text.from[piece.begin + t.end - 1];
      const std::array<uint32_t, 2> at = {first->begin, std::max(last->end, first->begin)};
      out.push_back({t.id, parts.trim_offsets ? trim(at) : at});
    }
  }
  return out;
}

template <class T>
void keep(std::vector<T>& list, size_t count, bool from_end) {
  if (list.size() <= count) return;
  if (from_end) list.erase(list.begin(), list.end() - static_cast<std::ptrdiff_t>(count));
  else list.resize(count);
}

Status truncate(std::vector<Placed>& a, std::vector<Placed>* b, size_t most, const EncodeOptions& options) {
  const size_t total = a.size() + (b ? b->size() : 0);
  if (total <= most) return {};
  const size_t over = total - most;
  if (options.truncate != EncodeOptions::Truncate::longest_first) {
    const bool first = options.truncate == EncodeOptions::Truncate::only_first;
    std::vector<Placed>* list = first ? &a : b;
    if (!list || list->size() <= over)
      return error(Code::invalid_argument,
                   "[tokenizer] {} tokens are {} too many, and the {} text, which is to be truncated, has {}", total,
                   over, first ? "first" : "second", list ? list->size() : 0);
    keep(*list, list->size() - over, options.truncate_left);
    return {};
  }
  if (!b) return keep(a, most, options.truncate_left), Status();
  // The longer one is cut down to the shorter, then both alike; of an odd number the longer has one more.
  const size_t small = std::min(a.size(), b->size());
  size_t of_small = small, of_large = most > small ? std::max(small, most - small) : small;
  if (of_small + of_large > most) of_small = most / 2, of_large = of_small + most % 2;
  const bool a_is_large = a.size() > b->size();
  keep(a, a_is_large ? of_large : of_small, options.truncate_left);
  keep(*b, a_is_large ? of_small : of_large, options.truncate_left);
  return {};
}

void pad(const Parts& parts, const EncodeOptions& options, Encoding& out) {
  size_t size = std::max(out.size(), options.pad_to);
  if (options.pad_multiple > 0 && size % options.pad_multiple)
    size += options.pad_multiple - size % options.pad_multiple;
  const size_t more = size - out.size();
  const int32_t id = options.pad_id >= 0 ? options.pad_id : std::max(parts.pad_id, 0);
  const auto fill = [&](auto& list, auto value) {
    list.insert(options.pad_left ? list.begin() : list.end(), more, value);
  };
  fill(out.ids, id), fill(out.type_ids, options.pad_type_id), fill(out.attention, uint8_t{0});
  fill(out.special, uint8_t{1}), fill(out.offsets, std::array<uint32_t, 2>{});
}

}  // namespace
}  // namespace tokens

using namespace tokens;

namespace {

// The files a tokenizer is read from, of those that are there.
std::string source_of(const Tokenizer::Files& files) {
  const auto has = [&](std::string_view name) { return files.contains(name); };
  if (has("tokenizer.json")) return "tokenizer.json";
  if (has("vocab.txt")) return "vocab.txt";
  if (has("vocab.json") && has("merges.txt")) return "vocab.json and merges.txt";
  for (const char* name : {"spiece.model", "tokenizer.model"})
    if (has(name)) return name;
  return {};
}

Result<std::unique_ptr<Parts>> parts_of(const Tokenizer::Files& files, const std::string& source) {
  std::unique_ptr<Parts> parts;
  if (source == "tokenizer.json") parts = TRY(from_tokenizer_json(files.find(source)->second));
  else if (source == "vocab.txt") parts = TRY(from_vocab_txt(files));
  else if (files.contains(source)) parts = TRY(from_sentencepiece(source, files));
  else parts = TRY(from_vocab_and_merges(files));
  if (const std::string mask = TRY(mask_token(files)); !mask.empty()) parts->mask_id = parts->find(mask);
  (void)TRY(parts->finish());
  parts->source = source;
  return parts;
}

// An error with the files it is about, where it does not begin with one of them.
Error in_source(const Error& e, const std::string& source, const Tokenizer::Files& files = {}) {
  constexpr std::string_view who = "[tokenizer] ";
  if (!e.message.starts_with(who)) return e;
  const std::string_view said = std::string_view(e.message).substr(who.size());
  for (const auto& [name, text] : files)
    if (said.starts_with(name)) return e;
  return error(e.code, "{}{}: {}", who, source, said);
}

}  // namespace

Result<Tokenizer> Tokenizer::from_files(const Files& files) {
  const std::string source = source_of(files);
  if (source.empty())
    return error(Code::not_found,
                 "[tokenizer] no tokenizer found; supported are tokenizer.json, vocab.txt, vocab.json with merges.txt, "
                 "spiece.model and tokenizer.model");
  auto parts = parts_of(files, source);
  if (!parts.ok()) return in_source(parts.error(), source, files);
  return Tokenizer(std::shared_ptr<const Parts>(*std::move(parts)));
}

Result<Encoding> Tokenizer::encode(std::string_view text, const EncodeOptions& options) const {
  std::vector<Placed> placed[2];
  auto& [first, second] = placed;
  for (size_t i = 0; i < (options.pair ? 2 : 1); ++i) {
    auto one = encode_one(*parts_, i == 0 ? text : *options.pair);
    if (!one.ok()) return in_source(one.error(), parts_->source);
    placed[i] = *std::move(one);
  }
  const std::vector<TemplateItem>& items = options.pair ? parts_->pair : parts_->single;
  if (options.max_length > 0) {
    size_t extra = 0;
    for (const TemplateItem& item : items) extra += options.add_special_tokens ? item.ids.size() : 0;
    if (extra > options.max_length)
      return error(Code::invalid_argument, "[tokenizer] max_length is {}; it must be at least {}, for special tokens",
                   options.max_length, extra);
    (void)TRY(truncate(first, options.pair ? &second : nullptr, options.max_length - extra, options));
  }
  Encoding out;
  const auto add = [&](int32_t id, int32_t type, bool special, std::array<uint32_t, 2> at) {
    out.ids.push_back(id), out.type_ids.push_back(type), out.attention.push_back(1);
    out.special.push_back(special), out.offsets.push_back(at);
  };
  for (const TemplateItem& item : items) {
    if (item.sequence >= 0)
      for (const Placed& p : item.sequence ? second : first) add(p.id, item.type, false, p.offsets);
    else if (options.add_special_tokens)
      for (const int32_t id : item.ids) add(id, item.type, true, {});
  }
  if (options.pad_to > 0 || options.pad_multiple > 0) pad(*parts_, options, out);
  return out;
}

std::string Tokenizer::decode(std::span<const int32_t> ids, bool skip_special_tokens) const {
  std::vector<std::string> list;
  list.reserve(ids.size());
  for (const int32_t id : ids) {
    const std::string_view text = token(id);
    if (id >= 0 && id == parts_->unknown_id) list.push_back(parts_->decoders[0].text);
    else if (!text.empty() && !(skip_special_tokens && is_special(id))) list.emplace_back(text);
  }
  for (const Decoder& step : parts_->decoders) apply(step, list);
  std::string out;
  for (size_t i = 0; i < list.size(); ++i) {
    if (i && parts_->decoders.empty() && parts_->spaced) out += ' ';
    out += list[i];
  }
  return out;
}

int32_t Tokenizer::id(std::string_view token) const { return parts_->find(token); }

std::string_view Tokenizer::token(int32_t id) const {
  const auto it = parts_->added_by_id.find(id);
  return it != parts_->added_by_id.end() ? std::string_view(parts_->added[it->second].text)
                                         : parts_->model->vocabulary().token(id);
}

bool Tokenizer::is_special(int32_t id) const {
  const auto it = parts_->added_by_id.find(id);
  return it != parts_->added_by_id.end() && parts_->added[it->second].skipped;
}

int32_t Tokenizer::mask_id() const { return parts_->mask_id; }

const std::string& Tokenizer::source() const { return parts_->source; }

size_t Tokenizer::size() const {
  size_t count = parts_->model->vocabulary().size();
  for (const Added& token : parts_->added) count += parts_->model->vocabulary().find(token.content) < 0;
  return count;
}

EncodeOptions Tokenizer::stored_options() const { return parts_->stored; }

std::string TokenStream::push(int32_t id) {
  if (tokenizer_.token(id).empty() || (skip_ && tokenizer_.is_special(id))) return {};
  ids_.push_back(id);
  const std::string text = tokenizer_.decode(ids_, skip_);
  // A character that is not whole yet shows as U+FFFD at the end; after many of these nothing better will come.
  constexpr size_t most_waiting = 64;
  const bool waits = text.ends_with("\xef\xbf\xbd") && ids_.size() - answered_ < most_waiting;
  if (text.size() <= before_.size() || waits) return {};
  std::string out = text.substr(before_.size());
  // The first token of a text may be decoded in another way, so some text stays as context.
  const std::vector<int32_t> last(ids_.begin() + static_cast<std::ptrdiff_t>(answered_), ids_.end());
  std::string context = tokenizer_.decode(last, skip_);
  if (context.empty()) before_ = text;
  else ids_ = last, before_ = std::move(context);
  answered_ = ids_.size();
  return out;
}

std::string TokenStream::finish() {
  const std::string text = tokenizer_.decode(ids_, skip_);
  std::string out = text.size() > before_.size() ? text.substr(before_.size()) : std::string();
  ids_.clear(), before_.clear(), answered_ = 0;
  return out;
}

}  // namespace bitloom
