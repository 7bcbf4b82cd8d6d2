// The ways to cut a word into tokens: WordPiece, byte-pair encoding, Unigram, and SentencePiece's byte-pair encoding.
#include <algorithm>
#include <limits>

#include "base/json_text.h"
#include "base/try.h"
#include "base/unicode.h"
#include "formats/tokenizer_tables.h"

namespace bitloom::tokens {

void Model::find_bytes() {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (size_t i = 0; i < 256; ++i) {
    const char name[] = {'<', '0', 'x', digits[i / 16], digits[i % 16], '>'};
    bytes_[i] = vocabulary_.find(std::string_view(name, 6));
  }
}

bool Model::add_bytes(std::string_view utf8, uint32_t begin, uint32_t end, std::vector<Token>& out) const {
  const size_t before = out.size();
  for (const char byte : utf8) {
    const int32_t id = bytes_[static_cast<unsigned char>(byte)];
    if (id < 0) return out.resize(before), false;
    out.push_back({id, begin, end});
  }
  return true;
}

namespace {

class WordPiece final : public Model {
 public:
  WordPiece(Vocabulary vocabulary, WordPieceSettings settings)
      : Model(std::move(vocabulary)), settings_(std::move(settings)), unknown_(vocabulary_.find(settings_.unknown)) {
    if (settings_.whole_words) return;
    const std::u32string prefix = read_utf8(settings_.prefix).chars;
    for (size_t id = 0; id < vocabulary_.end(); ++id) {
      const std::u32string token = read_utf8(vocabulary_.token(static_cast<int32_t>(id))).chars;
      if (!token.empty()) first_.add(token, static_cast<int32_t>(id));
      if (token.size() > prefix.size() && token.starts_with(prefix))
        later_.add(std::u32string_view(token).substr(prefix.size()), static_cast<int32_t>(id));
    }
  }

  Status split(std::u32string_view word, std::vector<Token>& out) const override {
    const size_t before = out.size();
    const auto size = static_cast<uint32_t>(word.size());
    if (settings_.whole_words) {
      if (const int32_t id = vocabulary_.find(write_utf8(word)); id >= 0) return out.push_back({id, 0, size}), Status();
    } else if (word.size() <= settings_.longest) {
      uint32_t at = 0;
      while (at < size) {
        int32_t id = -1;
        const size_t length = (at ? later_ : first_).longest(word.substr(at), id);
        if (length == 0) break;
        out.push_back({id, at, at + static_cast<uint32_t>(length)});
        at += static_cast<uint32_t>(length);
      }
      if (at == size) return {};
      out.resize(before);
    }
    if (unknown_ < 0)
      return error(Code::invalid_argument, "[tokenizer] a word is unknown, and the vocabulary has no {}",
                   quote(settings_.unknown));
    out.push_back({unknown_, 0, size});
    return {};
  }

 private:
  WordPieceSettings settings_;
  int32_t unknown_;
  Trie first_, later_;
};

// Symbols of a word, linked in both directions so that merging two is cheap.
struct Symbol {
  int32_t id;
  uint32_t begin, end;
  int32_t before, after;  // -1: none
  bool live = true;
};

void link(std::vector<Symbol>& symbols) {
  for (size_t i = 0; i < symbols.size(); ++i) {
    symbols[i].before = static_cast<int32_t>(i) - 1;
    symbols[i].after = i + 1 < symbols.size() ? static_cast<int32_t>(i) + 1 : -1;
  }
}

// Puts the one after it into symbol `at`.
void merge(std::vector<Symbol>& symbols, size_t at, int32_t id) {
  Symbol& left = symbols[at];
  Symbol& right = symbols[static_cast<size_t>(left.after)];
  left.id = id, left.end = right.end, left.after = right.after, right.live = false;
  if (left.after >= 0) symbols[static_cast<size_t>(left.after)].before = static_cast<int32_t>(at);
}

class Bpe final : public Model {
 public:
  Bpe(Vocabulary vocabulary, BpeSettings settings) : Model(std::move(vocabulary)), settings_(std::move(settings)) {
    byte_fallback_ = settings_.byte_fallback;
    find_bytes();
    for (char32_t c = 0; c < common_.size(); ++c) common_[c] = vocabulary_.find(write_utf8(std::u32string(1, c)));
    unknown_ = settings_.has_unknown ? vocabulary_.find(settings_.unknown) : -1;
  }

  Status read(const std::vector<std::pair<std::string, std::string>>& merges) {
    uint32_t rank = 0;
    for (const auto& [a, b] : merges) {
      const int32_t left = vocabulary_.find(a), right = vocabulary_.find(b);
      const std::string_view rest = std::string_view(b).substr(std::min(b.size(), settings_.prefix.size()));
      const int32_t whole = vocabulary_.find(a + std::string(rest));
      if (left < 0 || right < 0 || whole < 0)
        return error(Code::invalid_argument, "[tokenizer] merge {}, {} and {}: not all are in the vocabulary", rank,
                     quote(a), quote(b));
      merges_.set(static_cast<uint32_t>(left), static_cast<uint32_t>(right), {rank++, static_cast<uint32_t>(whole)});
    }
    return {};
  }

  Status split(std::u32string_view word, std::vector<Token>& out) const override {
    if (settings_.ignore_merges)
      if (const int32_t id = vocabulary_.find(write_utf8(word)); id >= 0)
        return out.push_back({id, 0, static_cast<uint32_t>(word.size())}), Status();
    std::vector<Symbol> symbols;
    symbols.reserve(word.size());
    (void)TRY(read_symbols(word, symbols));
    merge_all(symbols);
    for (const Symbol& s : symbols)
      if (s.live) out.push_back({s.id, s.begin, s.end});
    return {};
  }

 private:
  struct Candidate {
    uint32_t rank, at, whole;
    bool operator<(const Candidate& other) const { return rank != other.rank ? rank > other.rank : at > other.at; }
  };

  std::string text_of(std::u32string_view word, size_t i) const {
    std::string text = i > 0 ? settings_.prefix : std::string();
    append_utf8(text, word[i]);
    if (i + 1 == word.size()) text += settings_.suffix;
    return text;
  }
  int32_t symbol_of(std::u32string_view word, size_t i) const {
    const bool plain = (i == 0 || settings_.prefix.empty()) && (i + 1 < word.size() || settings_.suffix.empty());
    return plain && word[i] < common_.size() ? common_[word[i]] : vocabulary_.find(text_of(word, i));
  }

  Status read_symbols(std::u32string_view word, std::vector<Symbol>& symbols) const {
    Token unknown;  // one that waits, since the next may join it
    bool waits = false;
    std::vector<Token> bytes;
    const auto put = [&](const Token& t) { symbols.push_back({t.id, t.begin, t.end, -1, -1}); };
    for (uint32_t i = 0; i < word.size(); ++i) {
      if (const int32_t id = symbol_of(word, i); id >= 0) {
        if (waits) put(unknown), waits = false;
        put({id, i, i + 1});
        continue;
      }
      if (byte_fallback_) {
        bytes.clear();
        if (add_bytes(text_of(word, i), i, i + 1, bytes)) {
          for (const Token& t : bytes) put(t);
          continue;
        }
      }
      if (!settings_.has_unknown) continue;
      if (unknown_ < 0)
        return error(Code::invalid_argument, "[tokenizer] a character is unknown, and the vocabulary has no {}",
                     quote(settings_.unknown));
      if (waits && settings_.fuse_unknown) {
        unknown.end = i + 1;
        continue;
      }
      if (waits) put(unknown);
      unknown = {unknown_, i, i + 1}, waits = true;
    }
    if (waits) put(unknown);
    link(symbols);
    return {};
  }

  void merge_all(std::vector<Symbol>& symbols) const {
    std::vector<Candidate> heap;
    heap.reserve(symbols.size());
    const auto candidate = [&](size_t at) {
      const Symbol& s = symbols[at];
      if (s.after < 0) return;
      const PairTable::Value* m =
          merges_.find(static_cast<uint32_t>(s.id), static_cast<uint32_t>(symbols[static_cast<size_t>(s.after)].id));
      if (m) heap.push_back({m->a, static_cast<uint32_t>(at), m->b});
    };
    for (size_t i = 0; i < symbols.size(); ++i) candidate(i);
    std::ranges::make_heap(heap, std::less<>());
    const auto again = [&](size_t at) {
      const size_t before = heap.size();
      candidate(at);
      if (heap.size() > before) std::ranges::push_heap(heap, std::less<>());
    };
    while (!heap.empty()) {
      std::ranges::pop_heap(heap, std::less<>());
      const Candidate top = heap.back();
      heap.pop_back();
      const Symbol& s = symbols[top.at];
      if (!s.live || s.after < 0) continue;
      // Its neighbour may have gone into another token meanwhile.
      const PairTable::Value* now =
          merges_.find(static_cast<uint32_t>(s.id), static_cast<uint32_t>(symbols[static_cast<size_t>(s.after)].id));
      if (!now || now->b != top.whole) continue;
      merge(symbols, top.at, static_cast<int32_t>(top.whole));
      if (s.before >= 0) again(static_cast<size_t>(s.before));
      again(top.at);
    }
  }

  BpeSettings settings_;
  int32_t unknown_ = -1;
  PairTable merges_;
  std::array<int32_t, 0x180> common_{};
};

class Scored : public Model {
 public:
  Scored(Vocabulary vocabulary, std::vector<double> scores, UnigramSettings settings)
      : Model(std::move(vocabulary)), scores_(std::move(scores)), settings_(std::move(settings)) {
    byte_fallback_ = settings_.byte_fallback;
    find_bytes();
    lowest_ = std::numeric_limits<double>::infinity(), highest_ = -lowest_;
    for (size_t id = 0; id < vocabulary_.end(); ++id) {
      const std::u32string token = read_utf8(vocabulary_.token(static_cast<int32_t>(id))).chars;
      const uint8_t kind = type(static_cast<int32_t>(id));
      if (kind == piece_normal) lowest_ = std::min(lowest_, scores_[id]), highest_ = std::max(highest_, scores_[id]);
      if (!token.empty() && (kind == piece_normal || kind == piece_user))
        trie_.add(token, vocabulary_.find(vocabulary_.token(static_cast<int32_t>(id))));
    }
  }

 protected:
  uint8_t type(int32_t id) const {
    return settings_.sentencepiece ? settings_.types[static_cast<size_t>(id)] : uint8_t{piece_normal};
  }
  double score(int32_t id) const { return scores_[static_cast<size_t>(id)]; }
  // Unknown neighbours become one token, unless they are written as bytes.
  void put(std::u32string_view word, const Token& t, std::vector<Token>& out, size_t first) const {
    if (t.id >= 0 && t.id != settings_.unknown) return out.push_back(t);
    if (byte_fallback_ && add_bytes(write_utf8(word.substr(t.begin, t.end - t.begin)), t.begin, t.end, out)) return;
    if (out.size() > first && out.back().id == settings_.unknown) out.back().end = t.end;
    else out.push_back({settings_.unknown, t.begin, t.end});
  }

  std::vector<double> scores_;
  UnigramSettings settings_;
  Trie trie_;
  double lowest_, highest_;
};

class Unigram final : public Scored {
 public:
  using Scored::Scored;

  // The best path to each place, from left to right.
  Status split(std::u32string_view word, std::vector<Token>& out) const override {
    struct Best {
      double score = 0;
      uint32_t from = 0;
      int32_t id = -2;  // -2: no way leads here yet
    };
    std::vector<Best> best(word.size() + 1);
    const auto rounded = [&](double x) {
      return settings_.sentencepiece ? static_cast<double>(static_cast<float>(x)) : x;
    };
    const double unknown_score = rounded(lowest_ - 10);
    const auto offer = [&](size_t from, size_t to, int32_t id, double s) {
      const double sum = rounded(s + best[from].score);
      Best& there = best[to];
      if (there.id == -2 || sum > there.score) there = {sum, static_cast<uint32_t>(from), id};
    };
    for (size_t at = 0; at < word.size(); ++at) {
      bool single = false;
      int32_t node = 0;
      size_t bytes = 0;
      for (size_t end = at; end < word.size() && (node = trie_.step(node, word[end])) != Trie::none; ++end) {
        bytes += word[end] < 0x80 ? 1u : word[end] < 0x800 ? 2u : word[end] < 0x10000 ? 3u : 4u;
        const int32_t id = trie_.value(node);
        if (id == Trie::none) continue;
        offer(at, end + 1, id, type(id) == piece_user ? static_cast<double>(bytes) * highest_ - 0.1 : score(id));
        single |= end == at;
      }
      if (single) continue;
      if (settings_.unknown < 0 && best[at + 1].id != -2) continue;
      if (settings_.unknown < 0)
        return error(Code::invalid_argument, "[tokenizer] a character is unknown, and the model has no token for that");
      offer(at, at + 1, settings_.unknown, unknown_score);
    }
    std::vector<Token> path;
    for (size_t end = word.size(); end > 0; end = best[end].from) {
      const Best& b = best[end];
      // Unknown characters in a row are one word, which may be in the vocabulary after all.
      if (!settings_.sentencepiece && b.id == settings_.unknown && !path.empty() && path.back().id == b.id)
        path.back().begin = b.from;
      else path.push_back({b.id, b.from, static_cast<uint32_t>(end)});
    }
    const size_t first = out.size();
    for (auto t = path.rbegin(); t != path.rend(); ++t) {
      if (t->id == settings_.unknown && !settings_.sentencepiece) {
        const int32_t id = vocabulary_.find(write_utf8(word.substr(t->begin, t->end - t->begin)));
        if (id >= 0) {
          out.push_back({id, t->begin, t->end});
          continue;
        }
      }
      put(word, *t, out, first);
    }
    return {};
  }
};

class ScoredBpe final : public Scored {
 public:
  using Scored::Scored;

  Status split(std::u32string_view word, std::vector<Token>& out) const override {
    struct Candidate {
      double score;
      uint32_t at, end;
      int32_t id;
      bool operator<(const Candidate& other) const {
        return score != other.score ? score < other.score : at > other.at;
      }
    };
    std::vector<Symbol> symbols;
    std::vector<bool> whole;  // a piece of the user's, which merges with nothing
    for (uint32_t at = 0; at < word.size();) {
      const uint32_t length = user_piece(word.substr(at));
      whole.push_back(length > 0);
      symbols.push_back({-1, at, at + std::max(length, 1u), -1, -1});
      at = symbols.back().end;
    }
    link(symbols);
    std::vector<Candidate> heap;
    const auto candidate = [&](int32_t at) {
      if (at < 0) return;
      const Symbol& s = symbols[static_cast<size_t>(at)];
      if (s.after < 0 || whole[static_cast<size_t>(at)] || whole[static_cast<size_t>(s.after)]) return;
      const uint32_t end = symbols[static_cast<size_t>(s.after)].end;
      const int32_t id = trie_.find(word.substr(s.begin, end - s.begin));
      if (id < 0) return;
      heap.push_back({score(id), static_cast<uint32_t>(at), end, id});
      std::ranges::push_heap(heap, std::less<>());
    };
    for (size_t i = 0; i < symbols.size(); ++i) candidate(static_cast<int32_t>(i));
    while (!heap.empty()) {
      std::ranges::pop_heap(heap, std::less<>());
      const Candidate top = heap.back();
      heap.pop_back();
      const Symbol& s = symbols[top.at];
      if (!s.live || s.after < 0 || symbols[static_cast<size_t>(s.after)].end != top.end) continue;
      merge(symbols, top.at, top.id);
      candidate(s.before), candidate(static_cast<int32_t>(top.at));
    }
    const size_t first = out.size();
    for (const Symbol& s : symbols)
      if (s.live) put(word, {trie_.find(word.substr(s.begin, s.end - s.begin)), s.begin, s.end}, out, first);
    return {};
  }

 private:
  uint32_t user_piece(std::u32string_view text) const {
    int32_t node = 0;
    uint32_t length = 0;
    for (uint32_t i = 0; i < text.size() && (node = trie_.step(node, text[i])) != Trie::none; ++i)
      if (trie_.value(node) != Trie::none && type(trie_.value(node)) == piece_user) length = i + 1;
    return length;
  }
};

}  // namespace

std::unique_ptr<Model> word_piece(Vocabulary vocabulary, WordPieceSettings settings) {
  return std::make_unique<WordPiece>(std::move(vocabulary), std::move(settings));
}

Result<std::unique_ptr<Model>> bpe(Vocabulary vocabulary,
                                   const std::vector<std::pair<std::string, std::string>>& merges,
                                   BpeSettings settings) {
  auto model = std::make_unique<Bpe>(std::move(vocabulary), std::move(settings));
  (void)TRY(model->read(merges));
  return std::unique_ptr<Model>(std::move(model));
}

std::unique_ptr<Model> unigram(Vocabulary vocabulary, std::vector<double> scores, UnigramSettings settings) {
  return std::make_unique<Unigram>(std::move(vocabulary), std::move(scores), std::move(settings));
}
std::unique_ptr<Model> scored_bpe(Vocabulary vocabulary, std::vector<double> scores, UnigramSettings settings) {
  return std::make_unique<ScoredBpe>(std::move(vocabulary), std::move(scores), std::move(settings));
}

}  // namespace bitloom::tokens
