// Tables of tokenizers, and the models that split a word with them: WordPiece, BPE and Unigram.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bitloom/result.h"

namespace bitloom::tokens {

// Bytes of a token's text. Looking for tokens takes at most so many steps for each character of a text.
constexpr size_t longest_token = 1024;

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// Two numbers to two numbers, in one array.
class PairTable {
 public:
  struct Value {
    uint32_t a = 0, b = 0;
  };
  void set(uint32_t x, uint32_t y, Value value);
  const Value* find(uint32_t x, uint32_t y) const;

 private:
  struct Slot {
    uint64_t key = unused;
    Value value = {};
  };
  static constexpr uint64_t unused = ~uint64_t{0};
  size_t place(uint64_t key) const;
  std::vector<Slot> slots_;
  size_t used_ = 0;
};

// Texts by their characters, each with a number.
class Trie {
 public:
  static constexpr int32_t none = -1;
  void add(std::u32string_view text, int32_t value);
  bool empty() const { return values_.size() == 1; }
  // Nodes are numbers, 0 is the start, none is nowhere.
  int32_t step(int32_t node, char32_t c) const;
  int32_t value(int32_t node) const { return values_[static_cast<size_t>(node)]; }
  int32_t find(std::u32string_view text) const;
  // The longest text that `text` starts with; 0 if there is none.
  size_t longest(std::u32string_view text, int32_t& value) const;

 private:
  PairTable next_;
  std::vector<int32_t> values_ = {none};
};

class Vocabulary {
 public:
  Vocabulary() = default;
  Vocabulary(Vocabulary&&) = default;
  Vocabulary& operator=(Vocabulary&&) = default;
  static Result<Vocabulary> make(std::vector<std::pair<std::string, int64_t>> tokens);
  int32_t find(std::string_view token) const;
  std::string_view token(int32_t id) const;
  size_t size() const { return ids_.size(); }
  size_t end() const { return tokens_.size(); }  // one more than the last id

 private:
  std::vector<std::string> tokens_;
  std::unordered_map<std::string_view, int32_t> ids_;  // of the texts above
};

// A token and which characters of its word it stands for.
struct Token {
  int32_t id = -1;
  uint32_t begin = 0, end = 0;
};

class Model {
 public:
  virtual ~Model() = default;
  virtual Status split(std::u32string_view word, std::vector<Token>& out) const = 0;
  const Vocabulary& vocabulary() const { return vocabulary_; }

 protected:
  explicit Model(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}
  // A text as tokens <0x00> to <0xFF>; nothing is added if one is missing.
  void find_bytes();
  bool add_bytes(std::string_view utf8, uint32_t begin, uint32_t end, std::vector<Token>& out) const;

  Vocabulary vocabulary_;
  std::array<int32_t, 256> bytes_{};
  bool byte_fallback_ = false;
};

struct WordPieceSettings {
  std::string unknown = "[UNK]", prefix = "##";
  size_t longest = 100;      // characters; longer words are unknown
  bool whole_words = false;  // WordLevel: a word is in the vocabulary or unknown
};
std::unique_ptr<Model> word_piece(Vocabulary vocabulary, WordPieceSettings settings);

struct BpeSettings {
  std::string unknown = {}, prefix = {}, suffix = {};  // prefix: of all but the first; suffix: of the last
  bool has_unknown = false, fuse_unknown = false, byte_fallback = false, ignore_merges = false;
};
Result<std::unique_ptr<Model>> bpe(Vocabulary vocabulary,
                                   const std::vector<std::pair<std::string, std::string>>& merges,
                                   BpeSettings settings);

struct UnigramSettings {
  int32_t unknown = -1;
  bool byte_fallback = false;
  // SentencePiece's own way: f32 scores, some pieces left out, byte by byte for each unknown character.
  bool sentencepiece = false;
  std::vector<uint8_t> types = {};  // of SentencePiece's pieces
};
enum PieceType : uint8_t { piece_normal = 1, piece_unknown, piece_control, piece_user, piece_unused, piece_byte };
std::unique_ptr<Model> unigram(Vocabulary vocabulary, std::vector<double> scores, UnigramSettings settings);
// SentencePiece's BPE: neighbours that make the piece of the best score are merged first.
std::unique_ptr<Model> scored_bpe(Vocabulary vocabulary, std::vector<double> scores, UnigramSettings settings);

}  // namespace bitloom::tokens
