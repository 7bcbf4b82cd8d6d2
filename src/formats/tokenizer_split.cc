#include <algorithm>

#include "base/try.h"
#include "formats/tokenizer_parts.h"

namespace bitloom::tokens {
namespace {

constexpr std::string_view gpt2 = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

struct Part {
  size_t begin, end;
  bool match;
};

// Cuts a word at the matches that `find(text, from)` finds; the first call for a word is from 0.
template <class F>
void cut(std::u32string_view word, F& find, bool invert, std::vector<Part>& out) {
  out.clear();
  size_t at = 0;
  for (;;) {
    const Pattern::Match m = find(word, at);
    if (m.begin == Pattern::npos) break;
    if (m.begin > at) out.push_back({at, m.begin, invert});
    out.push_back({m.begin, m.end, !invert});
    at = m.end;
  }
  if (at < word.size()) out.push_back({at, word.size(), invert});
}

// What becomes of matches, see tokenizer.json's "behavior".
void arrange(std::vector<Part>& parts, Splitter::Matches matches) {
  std::vector<Part> out;
  switch (matches) {
    case Splitter::Matches::isolated: return;
    case Splitter::Matches::removed: std::erase_if(parts, [](const Part& p) { return p.match; }); return;
    case Splitter::Matches::contiguous:
      for (const Part& p : parts)
        if (!out.empty() && out.back().match == p.match) out.back().end = p.end;
        else out.push_back(p);
      break;
    case Splitter::Matches::with_previous: {
      bool before = false;
      for (const Part& p : parts) {
        if (p.match && !before && !out.empty()) out.back().end = p.end;
        else out.push_back(p);
        before = p.match;
      }
      break;
    }
    case Splitter::Matches::with_next: {
      bool after = false;
      for (auto p = parts.rbegin(); p != parts.rend(); ++p) {
        if (p->match && !after && !out.empty()) out.back().begin = p->begin;
        else out.push_back(*p);
        after = p->match;
      }
      std::ranges::reverse(out);
      break;
    }
  }
  parts = std::move(out);
}

template <class F>
void split(Pieces& pieces, F find, Splitter::Matches matches, bool invert = false) {
  std::vector<Piece> out;
  std::vector<Part> parts;
  for (const Piece& piece : pieces.list) {
    if (piece.id >= 0) {
      out.push_back(piece);
      continue;
    }
    const std::u32string_view word =
        std::u32string_view(pieces.text.chars).substr(piece.begin, piece.end - piece.begin);
    cut(word, find, invert, parts);
    arrange(parts, matches);
    for (const Part& p : parts) out.push_back({piece.begin + p.begin, piece.begin + p.end, -1});
  }
  pieces.list = std::move(out);
}

// Each character of a kind is a match of its own.
template <class F>
auto each(F is) {
  return [is](std::u32string_view word, size_t from) {
    while (from < word.size() && !is(word[from])) ++from;
    return from < word.size() ? Pattern::Match{from, from + 1} : Pattern::Match{Pattern::npos, Pattern::npos};
  };
}

auto matches_of(const Pattern& pattern) {
  return [search = PatternSearch(pattern)](std::u32string_view word, size_t from) mutable {
    if (from == 0) search.start(word);
    return search.find(from);
  };
}

// Rewrites the text of all words; `change` adds what becomes of a piece to the new text.
template <class F>
void rewrite(Pieces& pieces, const F& change) {
  Text out;
  out.chars.reserve(pieces.text.size() + 16), out.from.reserve(pieces.text.size() + 16);
  for (Piece& piece : pieces.list) {
    const size_t begin = out.size();
    if (piece.id < 0) change(piece, out);
    piece.begin = begin, piece.end = out.size();
  }
  pieces.text = std::move(out);
}

bool is_punctuation_mark(char32_t c) {
  if (c < 0x80) return c > ' ' && c < 0x7f && !is_letter(c) && !is_digit(c);
  return is_punctuation(c);
}

void split_bytes(const Splitter& step, Pieces& pieces) {
  if (step.prefix == Splitter::Prefix::always)
    rewrite(pieces, [&](const Piece& piece, Text& out) {
      const Text& text = pieces.text;
      if (text.chars[piece.begin] != ' ') out.add(' ', {text.from[piece.begin].begin, text.from[piece.begin].begin});
      for (size_t i = piece.begin; i < piece.end; ++i) out.add(text.chars[i], text.from[i]);
    });
  if (step.split) split(pieces, matches_of(step.pattern), Splitter::Matches::isolated);
  std::string utf8;
  rewrite(pieces, [&](const Piece& piece, Text& out) {
    for (size_t i = piece.begin; i < piece.end; ++i) {
      utf8.clear();
      append_utf8(utf8, pieces.text.chars[i]);
      for (const char byte : utf8) out.add(byte_to_char(static_cast<uint8_t>(byte)), pieces.text.from[i]);
    }
  });
}

void split_metaspace(const Splitter& step, Pieces& pieces) {
  rewrite(pieces, [&](const Piece& piece, Text& out) {
    const Text& text = pieces.text;
    const char32_t first = text.chars[piece.begin];
    const uint32_t at = text.from[piece.begin].begin;
    const bool wanted = step.prefix == Splitter::Prefix::always || (step.prefix == Splitter::Prefix::first && at == 0);
    if (wanted && first != ' ' && first != step.replacement) out.add(step.replacement, text.from[piece.begin]);
    for (size_t i = piece.begin; i < piece.end; ++i)
      out.add(text.chars[i] == ' ' ? step.replacement : text.chars[i], text.from[i]);
  });
  if (step.split) split(pieces, each([&](char32_t c) { return c == step.replacement; }), Splitter::Matches::with_next);
}

}  // namespace

// Printable bytes of Latin-1 stand for themselves, the others for characters from U+0100 on.
char32_t byte_to_char(uint8_t byte) {
  if ((byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173)) return byte;
  if (byte <= 32) return 256u + byte;
  if (byte <= 160) return 256u + 33 + (byte - 127u);
  return 256u + 67;
}

int char_to_byte(char32_t c) {
  if (c < 256) return byte_to_char(static_cast<uint8_t>(c)) == c ? static_cast<int>(c) : -1;
  if (c <= 288) return static_cast<int>(c - 256);
  if (c <= 322) return static_cast<int>(c - 289 + 127);
  return c == 323 ? 173 : -1;
}

Result<Splitter> byte_level(bool add_prefix_space, bool use_regex) {
  Splitter s;
  s.kind = Splitter::Kind::byte_level;
  s.prefix = add_prefix_space ? Splitter::Prefix::always : Splitter::Prefix::never;
  s.split = use_regex;
  if (use_regex) s.pattern = TRY(Pattern::regex(gpt2));
  return s;
}

void apply(const Splitter& step, Pieces& pieces) {
  using Matches = Splitter::Matches;
  switch (step.kind) {
    case Splitter::Kind::bert:
      split(pieces, each(is_space), Matches::removed);
      split(pieces, each(is_punctuation_mark), Matches::isolated);
      break;
    case Splitter::Kind::spaces: split(pieces, each(is_space), Matches::removed); break;
    case Splitter::Kind::words:
      split(
          pieces,
          [](std::u32string_view word, size_t from) -> Pattern::Match {
            while (from < word.size() && is_space(word[from])) ++from;
            if (from == word.size()) return {Pattern::npos, Pattern::npos};
            size_t end = from;
            const bool letters = is_word(word[from]);
            while (end < word.size() && !is_space(word[end]) && is_word(word[end]) == letters) ++end;
            return {from, end};
          },
          Matches::removed, true);
      break;
    case Splitter::Kind::digits:
      split(pieces, each(is_number), step.split ? Matches::isolated : Matches::contiguous);
      break;
    case Splitter::Kind::punctuation: split(pieces, each(is_punctuation_mark), step.matches); break;
    case Splitter::Kind::pattern: split(pieces, matches_of(step.pattern), step.matches, step.invert); break;
    case Splitter::Kind::byte_level: split_bytes(step, pieces); break;
    case Splitter::Kind::metaspace: split_metaspace(step, pieces); break;
  }
}

}  // namespace bitloom::tokens
