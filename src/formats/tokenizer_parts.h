// What a tokenizer is made of. A text goes through all of it in this order:
//
//   added tokens cut out ─▶ normalizers ─▶ added tokens again ─▶ splitters: words ─▶ model: tokens ─▶ template
//
// and token texts through the decoders. Names and meanings are those of tokenizer.json; what is loaded from other files
// is made of the same parts.
#pragma once

#include <memory>
#include <unordered_map>

#include "base/unicode.h"
#include "bitloom/tokenizer.h"
#include "formats/pattern.h"
#include "formats/tokenizer_tables.h"

namespace bitloom::tokens {

// Files may be anybody's: with these limits a text takes time and memory that grow with its own length, whatever they
// say. Real tokenizers are far below.
constexpr size_t most_steps = 64;  // normalizers, pre-tokenizers or decoders
constexpr size_t most_growth = 32, growth_at_least = 65536;
// Characters that a text may have after normalizers and pre-tokenizers.
inline size_t most_characters(size_t given) { return most_growth * given + growth_at_least; }
Error grows_too_long(std::string_view kind, size_t step, size_t steps, size_t given);

// SentencePiece's table of what becomes what: a double-array trie over bytes, and the texts it leads to.
class CharsMap {
 public:
  static Result<CharsMap> read(std::string_view bytes);
  // What the longest (or shortest) start of `text` that is in the table becomes, and its length; 0: there is none.
  // Entries of more than longest_token bytes are not found.
  size_t find(std::string_view text, bool shortest, std::string_view& becomes) const;

 private:
  std::vector<uint32_t> units_;
  std::string texts_;
};

struct Normalizer {
  enum class Kind : uint8_t {
    bert,
    form,
    lower,
    strip,
    strip_accents,
    replace,
    prepend,
    chars_map,
    nmt,
    byte_level,
    sentence
  };
  Kind kind = Kind::form;
  NormalForm form = NormalForm::nfc;
  bool clean = false, chinese = false, accents = false, lower = false;  // of bert
  bool left = false, right = false;                                     // of strip
  Pattern pattern = {};                                                 // of replace
  std::u32string content = {};                                          // of replace and prepend
  CharsMap map = {};                                                    // of chars_map and sentence
  // Of sentence, SentencePiece's own: these are left alone, and what becomes of spaces.
  Trie kept = {};
  bool dummy = false, squeeze = false, suffix = false;
};
// Part of a text of so many characters, of which `made` characters are normalized already; an error if it gets longer
// than most_characters() allows.
Status apply(const std::vector<Normalizer>& steps, Text& part, size_t whole, size_t made);
// Stops soon after the text is longer than `most`.
void replace(const Pattern& pattern, std::u32string_view content, Text& text, size_t most);

// A word, or an added token, in a text.
struct Piece {
  size_t begin = 0, end = 0;
  int32_t id = -1;
};
struct Pieces {
  Text text;
  std::vector<Piece> list;
};

struct Splitter {
  enum class Kind : uint8_t { bert, words, spaces, byte_level, metaspace, digits, punctuation, pattern };
  enum class Matches : uint8_t { removed, isolated, with_previous, with_next, contiguous };
  enum class Prefix : uint8_t { never, first, always };
  Kind kind = Kind::spaces;
  Matches matches = Matches::removed;
  bool invert = false;
  Pattern pattern = {};
  Prefix prefix = Prefix::never;  // of byte_level and metaspace
  char32_t replacement = 0x2581;
  bool split = true;  // of byte_level: with GPT-2's pattern; of digits: each alone
};
Result<Splitter> byte_level(bool add_prefix_space, bool split);
void apply(const Splitter& step, Pieces& pieces);

char32_t byte_to_char(uint8_t byte);
int char_to_byte(char32_t c);  // -1: it stands for none

struct Decoder {
  enum class Kind : uint8_t { word_piece, byte_level, metaspace, bpe, byte_fallback, replace, strip, fuse, sentence };
  Kind kind = Kind::fuse;
  std::string text = {};  // prefix, suffix, or what to put in; of replace see growth()
  bool cleanup = false;
  Pattern pattern = {};
  char32_t character = 0x2581;  // replaced or stripped
  bool prefix = false;          // of metaspace and sentence: the first one is left out
  bool squeeze = false;         // of sentence: so are all at the start
  size_t start = 0, stop = 0;
};
void apply(const Decoder& step, std::vector<std::string>& tokens);
// Decoding returns no errors, so decoders that could make a text this many times longer are refused when read.
constexpr double most_decoder_growth = 1024;
double growth(const std::vector<Decoder>& decoders);

struct Added {
  std::string content;
  int32_t id = -1;
  bool single_word = false, left = false, right = false, normalized = false, special = false;
  std::string text = {};  // what the token reads: its content, normalized if it is looked for in normalized text
  bool skipped = false;   // by decode, if asked to
};
// Added tokens by their text.
struct AddedMatcher {
  Trie trie;
  std::vector<size_t> tokens;  // places in Parts::added
};

struct TemplateItem {
  int sequence = -1;              // 0 or 1, or a special token
  std::vector<int32_t> ids = {};  // of a special token
  int32_t type = 0;
};

struct Parts {
  std::vector<Normalizer> normalizers;
  std::vector<Splitter> splitters;
  std::unique_ptr<Model> model;
  std::vector<TemplateItem> single = {{.sequence = 0}}, pair = {{.sequence = 0}, {.sequence = 1, .type = 1}};
  bool trim_offsets = false;
  std::vector<Decoder> decoders;
  bool spaced = true;  // without decoders, tokens are put together with spaces
  std::vector<Added> added;
  std::unordered_map<std::string, size_t, TextHash, std::equal_to<>> added_by_text;
  std::unordered_map<int32_t, size_t> added_by_id;
  AddedMatcher raw, normalized;
  EncodeOptions stored;
  std::string source;  // the files it is made of, for errors
  int32_t pad_id = -1, mask_id = -1;
  int32_t unknown_id = -1;      // SentencePiece's, which decodes to a text of its own
  bool control_in_text = true;  // whether special tokens are looked for in a text; SentencePiece does not
  int32_t end_of_added = 0;     // one more than the largest id of added tokens

  // After the model and the normalizers are there. A token that the model has keeps the model's id.
  void add(Added token, int32_t id_if_new = -1);
  Status finish();  // after the last
  int32_t find(std::string_view token) const;
};

// What tokenizer_config.json calls the mask token; empty: nothing.
Result<std::string> mask_token(const Tokenizer::Files& files);
// Each from the files it needs; `name` is for errors.
Result<std::unique_ptr<Parts>> from_tokenizer_json(const std::string& text);
Result<std::unique_ptr<Parts>> from_vocab_txt(const Tokenizer::Files& files);
Result<std::unique_ptr<Parts>> from_vocab_and_merges(const Tokenizer::Files& files);
Result<std::unique_ptr<Parts>> from_sentencepiece(std::string_view name, const Tokenizer::Files& files);

}  // namespace bitloom::tokens
