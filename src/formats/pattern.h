// Patterns of tokenizer.json: a literal, or a regular expression of the kind that pre-tokenizers have.
//
//   const Pattern p = TRY(Pattern::regex(R"( ?\p{L}+|\s+(?!\S)|\s+)"));
//   p.find(text, from, end);     // the first match at or after `from`, {npos, npos} if there is none
//
// Known are alternatives, sets, \s \d \w \p{L} \p{N} \p{P} \p{M} and their opposites, greedy counts after a set, groups
// that come once or not at all, (?i:...), and looking ahead. Nothing loops over a group, so a match needs little stack.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "bitloom/result.h"

namespace bitloom {

class Pattern {
 public:
  static constexpr size_t npos = static_cast<size_t>(-1);
  struct Match {
    size_t begin, end;
  };

  static Pattern literal(std::u32string text);
  static Result<Pattern> regex(std::string_view text);

  Match find(std::u32string_view text, size_t from) const;  // never an empty match

 private:
  friend class PatternParser;
  enum class Kind : uint8_t { range, space, digit, number, letter, word, punctuation, mark };
  struct Member {
    Kind kind;
    bool negated = false;
    char32_t low = 0, high = 0;
    bool has(char32_t c) const;
  };
  struct Set {
    std::vector<Member> members;
    bool negated = false, fold = false;
    std::bitset<128> ascii;
    bool compute(char32_t c) const;
    bool has(char32_t c) const { return c < 128 ? ascii[c] : compute(c); }
  };
  // A step of a match and what follows it.
  struct Node {
    enum class Kind : uint8_t { accept, repeat, choose, ahead } kind = Kind::accept;
    bool negated = false;           // of ahead
    uint32_t set = 0;               // of repeat
    uint32_t min = 0, max = 0;      // of repeat
    std::vector<uint32_t> choices;  // of choose; of ahead, what must (not) match
    uint32_t next = 0;
  };
  size_t match(uint32_t node, std::u32string_view text, size_t at) const;  // where it ends, or npos

  std::u32string literal_;
  std::vector<Set> sets_;
  std::vector<Node> nodes_;
  uint32_t start_ = 0;
};

}  // namespace bitloom
