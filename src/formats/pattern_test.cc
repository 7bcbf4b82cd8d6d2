#include "formats/pattern.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "base/unicode.h"
#include "tests/support.h"

namespace bitloom {
namespace {

using List = std::vector<std::string>;

List all(std::string_view pattern, std::string_view text) {
  const auto p = Pattern::regex(pattern);
  EXPECT_TRUE(p.ok()) << p.error().message;
  List out;
  if (!p.ok()) return out;
  const std::u32string chars = read_utf8(text).chars;
  PatternSearch search(*p);
  search.start(chars);
  for (auto m = search.find(0); m.begin != Pattern::npos; m = search.find(m.end))
    out.push_back(write_utf8(std::u32string_view(chars).substr(m.begin, m.end - m.begin)));
  return out;
}

TEST(Pattern, Matches) {
  EXPECT_EQ(all(R"(\p{N}{1,3})", "12345 \u0663"), (List{"123", "45", "\u0663"}));
  EXPECT_EQ(all(R"(\s+(?!\S)|\s+)", "a   b  "), (List{"  ", " ", "  "}));
  EXPECT_EQ(all("(?i:'s|'ll)", "'S 'Ll 's x'"), (List{"'S", "'Ll", "'s"}));
  EXPECT_EQ(all(R"([^\s\]a-c\-]+)", "abcd-ef]g"), (List{"d", "ef", "g"}));
  EXPECT_EQ(all(R"(\s*[\r\n]+)", " \n \n x"), (List{" \n \n"}));
  EXPECT_EQ(all("a(?:b|bc)?d", "abcd ad abd"), (List{"abcd", "ad", "abd"}));
  EXPECT_EQ(all("(a){2}", "aaaaa"), (List{"aa", "aa"}));
  EXPECT_EQ(all("[d-fa-cb-e\u00e9]+", "abcdefg\u00e9h"), (List{"abcdef", "\u00e9"}));
  for (const char* unknown : {"a**", "(", ")", "[a", "a{", "\\b", "^a", "a+?", "(?<n>a)", "\\p{Lu}", "[[a]]", "(ab)+"})
    EXPECT_FALSE(Pattern::regex(unknown).ok()) << unknown;
}

TEST(Pattern, SaysWhichLimitIsExceeded) {
  const auto said = [](std::string_view pattern) {
    const auto p = Pattern::regex(pattern);
    return p.ok() ? "" : p.error().message;
  };
  const auto has = [&](const std::string& pattern, const char* words) {
    EXPECT_NE(said(pattern).find(words), std::string::npos) << said(pattern).substr(0, 500);
    EXPECT_LT(said(pattern).size(), 500u);
  };
  has(std::string(5000, 'a'), "has 5000 characters; at most 4096 are supported");
  has("a{0,300}", "has 300 choices; at most 256 are supported");
  has("a{3000}b{3000}", "has counts of more than 4096 in all");
  has(std::string(20, '(') + "a" + std::string(20, ')'), "at most 16 levels");
  EXPECT_EQ(said("a{0,200}b{3000,}"), "");
}

// What a pattern means, word for word: a tree that is matched by trying everything, with continuations.
struct Tree {
  enum class Kind { one, many, either, ahead } kind = Kind::one;
  std::string set{};                          // of one and many: characters
  int min = 1, max = 1;                       // of many, -1: any number; of either: 0 or 1 times
  bool negated = false;                       // of ahead
  std::vector<std::vector<Tree>> branches{};  // of either and ahead

  std::string text() const {
    std::string s = kind == Kind::one || kind == Kind::many ? "[" + set + "]"
                    : kind == Kind::ahead                   ? negated ? "(?!" : "(?="
                                                            : "(?:";
    for (size_t i = 0; i < branches.size(); ++i) {
      if (i) s += "|";
      for (const Tree& t : branches[i]) s += t.text();
    }
    if (!branches.empty()) s += ")";
    if (kind == Kind::many)
      s += max < 0 ? min == 0   ? "*"
                     : min == 1 ? "+"
                                : "{" + std::to_string(min) + ",}"
                   : "{" + std::to_string(min) + "," + std::to_string(max) + "}";
    if (kind == Kind::either && min == 0) s += "?";
    return s;
  }
};
using Then = std::function<long(size_t)>;  // where a match ends, -1: there is none

long try_all(std::span<const Tree> trees, const std::string& text, size_t at, const Then& then) {
  if (trees.empty()) return then(at);
  const Tree& t = trees[0];
  const Then rest = [&](size_t place) { return try_all(trees.subspan(1), text, place, then); };
  const auto is = [&](size_t place) { return place < text.size() && t.set.find(text[place]) != std::string::npos; };
  switch (t.kind) {
    case Tree::Kind::one: return is(at) ? rest(at + 1) : -1;
    case Tree::Kind::many: {
      size_t end = at;
      while (is(end) && (t.max < 0 || end - at < static_cast<size_t>(t.max))) ++end;
      for (; end >= at + static_cast<size_t>(t.min); --end) {
        if (const long found = rest(end); found >= 0) return found;
        if (end == 0) break;
      }
      return -1;
    }
    case Tree::Kind::either:
      for (const auto& branch : t.branches)
        if (const long found = try_all(branch, text, at, rest); found >= 0) return found;
      return t.min == 0 ? rest(at) : -1;
    case Tree::Kind::ahead: {
      bool matches = false;
      for (const auto& branch : t.branches)
        matches = matches || try_all(branch, text, at, [](size_t place) { return static_cast<long>(place); }) >= 0;
      return matches != t.negated ? rest(at) : -1;
    }
  }
  return -1;
}

class Random {
 public:
  explicit Random(uint64_t seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<uint64_t>(n)); }
  std::vector<std::vector<Tree>> branches(int depth) {
    std::vector<std::vector<Tree>> out(static_cast<size_t>(1 + below(3)));
    for (auto& branch : out)
      for (int i = below(4); i >= 0; --i) branch.push_back(tree(depth));
    return out;
  }

 private:
  Tree tree(int depth) {
    Tree t;
    constexpr const char* sets[] = {"a", "b", "ab", "bc", "abc", "c"};
    t.set = sets[below(6)];
    const int kind = below(depth > 0 ? 8 : 5);
    if (kind >= 2) t.kind = Tree::Kind::many, t.min = below(3), t.max = below(2) ? -1 : t.min + below(3);
    if (kind >= 5)
      t.kind = kind < 7 ? Tree::Kind::either : Tree::Kind::ahead, t.set = "", t.branches = branches(depth - 1);
    if (t.kind == Tree::Kind::either) t.min = below(2), t.max = 1;
    if (t.kind == Tree::Kind::ahead) t.negated = below(2);
    if (t.kind == Tree::Kind::many && t.max == 0) t.max = 1;
    return t;
  }
  std::mt19937_64 random_;
};

// Random patterns on random texts, found quickly and, since the longer texts use the budget up, surely.
TEST(Pattern, FindsWhatBacktrackingFinds) {
  const uint64_t seed = fresh_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  size_t surely = 0, matches = 0;
  for (uint64_t n = 0; n < 3000; ++n) {
    Random random(seed + n);
    Tree whole;
    whole.kind = Tree::Kind::either, whole.branches = random.branches(2);
    const std::string pattern = whole.text();
    const auto p = Pattern::regex(pattern);
    ASSERT_TRUE(p.ok()) << p.error().message;
    std::string text;
    for (int i = random.below(25); i > 0; --i) text += static_cast<char>('a' + random.below(3));
    const std::u32string chars = read_utf8(text).chars;
    for (const uint64_t budget :
         {uint64_t{100'000'000}, uint64_t{0}, uint64_t{1} + static_cast<uint64_t>(random.below(100))}) {
      PatternSearch search(*p);
      search.start(chars, budget);
      size_t from = 0;
      for (;;) {
        long end = -1;
        size_t begin = from;
        for (; begin < text.size(); ++begin) {
          end = try_all(std::span(&whole, 1), text, begin, [](size_t place) { return static_cast<long>(place); });
          if (end > static_cast<long>(begin)) break;
        }
        const auto found = search.find(from);
        const bool is = begin < text.size();
        ASSERT_EQ(found.begin, is ? begin : Pattern::npos) << pattern << " on " << text << " from " << from;
        if (!is) break;
        ASSERT_EQ(found.end, static_cast<size_t>(end)) << pattern << " on " << text << " from " << from;
        from = found.end, ++matches;
      }
      surely += search.steps() > budget;
    }
  }
  EXPECT_GT(surely, 3000u);
  EXPECT_GT(matches, 3000u);
}

// Steps in all, for patterns that take exponential or quadratic time when everything is tried.
TEST(Pattern, StepsGrowWithTheTextAlone) {
  std::string many;
  for (int i = 0; i < 30; ++i) many += "(a|a)";
  const std::u32string as(100'000, 'a');
  std::u32string last = as, spaces(100'000, ' ');
  last.back() = 'b';
  struct Case {
    std::string pattern;
    std::u32string text;
    size_t matches;
  };
  for (const Case& c : {Case{many + "b", as, 0},
                        {many + "b", last, 1},
                        {"a*a*b", as, 0},
                        {"a*a*b", last, 1},
                        {"a*a*a*a*c|a", as, 100'000},
                        {"(?=a*b)a", last, 99'999},
                        {"(?!a*a*b)a", last, 0},
                        {"(?=(?=a*a*b)a*b)a", last, 99'999},
                        {many, as, 3333},
                        {R"(\s*[\r\n]+|\s)", spaces, 100'000},
                        {"a{2,50}a{2,50}b", as, 0}}) {
    const auto p = Pattern::regex(c.pattern);
    if (!p.ok()) {
      ADD_FAILURE() << p.error().message;
      continue;
    }
    PatternSearch search(*p);
    search.start(c.text);
    size_t matches = 0;
    for (auto m = search.find(0); m.begin != Pattern::npos; m = search.find(m.end)) ++matches;
    EXPECT_EQ(matches, c.matches) << c.pattern;
    EXPECT_LT(search.steps(), 600 * c.text.size()) << c.pattern;
  }
}

// The patterns of real tokenizers never need the slower way.
TEST(Pattern, RealPatternsStayWithinTheirBudget) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "Don't  stop: 12345 (or\tso)\n\n  caf\u00e9s,   \u4f60\u597d!!  ";
  const std::u32string chars = read_utf8(text).chars;
  for (
      const char* pattern :
      {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
       R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"}) {
    const auto p = Pattern::regex(pattern);
    ASSERT_TRUE(p.ok());
    PatternSearch search(*p);
    search.start(chars);
    for (auto m = search.find(0); m.begin != Pattern::npos; m = search.find(m.end)) continue;
    EXPECT_LT(search.steps(), 16 * chars.size()) << pattern;
  }
}

}  // namespace
}  // namespace bitloom
