// Patterns of tokenizer.json: a literal, or a regular expression of the kind that pre-tokenizers have.
//
//   const Pattern p = TRY(Pattern::regex(R"( ?\p{L}+|\s+(?!\S)|\s+)"));
//   PatternSearch search(p);
//   search.start(text);
//   search.find(0);     // the first match from there on, {npos, npos} if there is none
//
// Supported are alternatives, sets, \s \d \w \p{L} \p{N} \p{P} \p{M} and their opposites, greedy counts after a set,
// groups that occur once or not at all, (?i:...), and lookahead. Matches are those of a backtracking engine (the first
// alternative that leads to a match counts), found in time that grows with the length of the text alone.
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

 private:
  friend class PatternParser;
  friend class PatternSearch;
  enum class Kind : uint8_t { range, space, digit, number, letter, word, punctuation, mark };
  struct Member {
    Kind kind;
    bool negated = false;
    char32_t low = 0, high = 0;
    bool has(char32_t c) const;
    bool operator==(const Member&) const = default;
  };
  struct Range {
    char32_t low, high;
  };
  struct Set {
    std::vector<Member> classes;  // each once
    std::vector<Range> ranges;    // in order and apart
    std::u32string folded;        // with fold: single characters in lower case, in order
    bool negated = false, fold = false;
    std::bitset<128> ascii;
    void finish(const std::vector<Member>& members);
    bool holds(char32_t c) const;
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
    uint32_t slot = 0;  // of choose and ahead: which of them it is
  };
  // The pattern as nodes; the first is accept.
  struct Program {
    std::vector<Node> nodes;
    uint32_t start = 0, slots = 0;
  };

  std::u32string literal_;
  std::vector<Set> sets_;
  Program quick_;   // a repeated set is one node
  Program single_;  // every character is a step of its own, and a repeated set a choice between one more and going on
};

// Finds the matches in a text one after another. Patterns of real tokenizers are matched by plain backtracking; where
// that takes more steps than the length of the text justifies, every choice that failed at a place is remembered, so
// that none is tried twice there.
class PatternSearch {
 public:
  explicit PatternSearch(const Pattern& pattern) : pattern_(pattern) {}

  void start(std::u32string_view text);
  void start(std::u32string_view text, uint64_t budget);  // of steps before what failed is remembered
  // The first match at or after `from`, which may not be less than in the call before. Never an empty match.
  Pattern::Match find(size_t from);
  uint64_t steps() const { return steps_; }  // nodes visited and characters compared since start()

 private:
  enum class Known : uint8_t { nothing, fails, matches };
  struct Frame {
    uint32_t node, choice;
    size_t place;
  };
  // Where a match from here on ends, or npos.
  size_t quick(uint32_t node, size_t place);
  size_t sure(uint32_t node, size_t place, bool inside_lookahead);
  Known known(uint32_t slot, size_t place) const;
  void remember(uint32_t slot, size_t place, Known what);

  const Pattern& pattern_;
  std::u32string_view text_;
  uint64_t steps_ = 0, budget_ = 0;
  bool sure_ = false;
  size_t base_ = 0;            // the place that memo_ starts at
  std::vector<uint8_t> memo_;  // two bits for each place and slot
  std::vector<Frame> frames_;  // choices that are open
};

}  // namespace bitloom
