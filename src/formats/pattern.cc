#include "formats/pattern.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "base/json_text.h"
#include "base/unicode.h"

namespace bitloom {
namespace {

constexpr uint32_t without_end = std::numeric_limits<uint32_t>::max();

char32_t folded(char32_t c) {
  if (c == 0x17f) return U's';  // the long s
  std::u32string small;
  append_lower(small, c);
  return small.size() == 1 ? small[0] : c;
}

}  // namespace

bool Pattern::Member::has(char32_t c) const {
  const auto holds = [&] {
    switch (kind) {
      case Kind::range: return c >= low && c <= high;
      case Kind::space: return is_space(c);
      case Kind::digit: return is_digit(c);
      case Kind::number: return is_number(c);
      case Kind::letter: return is_letter(c);
      case Kind::punctuation: return is_punctuation(c);
      case Kind::mark: return is_mark(c);
      case Kind::word: break;
    }
    // The reference's engine differs from \w elsewhere in two characters, and outside of sets in six more (low is 1).
    if (low && (c == 0xb2 || c == 0xb3 || c == 0xb9 || (c >= 0xbc && c <= 0xbe))) return true;
    return c != 0x200c && c != 0x200d && is_word(c);
  };
  return holds() != negated;
}

bool Pattern::Set::compute(char32_t c) const {
  const auto in = [&](char32_t x) { return std::ranges::any_of(members, [&](const Member& m) { return m.has(x); }); };
  bool has = in(c);
  if (fold && !has) {
    const char32_t small = folded(c);
    has = in(small) || (small >= 'a' && small <= 'z' && in(small - 32)) ||
          std::ranges::any_of(members, [&](const Member& m) {
            return m.kind == Kind::range && m.low == m.high && folded(m.low) == small;
          });
  }
  return has != negated;
}

// Reads a regular expression into a tree, then lays the tree out from its end to its start.
class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text), chars_(read_utf8(text).chars) {}

  Result<Pattern> pattern() {
    Branches branches = TRY(alternatives(0));
    if (at_ != chars_.size()) return unknown("an unmatched )");
    out_.nodes_.emplace_back();
    out_.start_ = lay_out(branches, 0, false);
    return std::move(out_);
  }

 private:
  struct Part;
  using Branch = std::vector<Part>;
  using Branches = std::vector<Branch>;
  struct Part {
    enum class Kind : uint8_t { set, group, ahead } kind = Kind::set;
    bool negated = false;
    uint32_t set = 0, min = 1, max = 1;
    std::vector<std::vector<Part>> branches = {};
  };

  static constexpr int deepest = 16;
  static constexpr size_t longest = 4096;

  Error unknown(std::string_view what) const {
    return error(Code::unsupported, "[tokenizer] the pattern {} has {}, which is not known here", quote(text_), what);
  }
  bool take(char32_t c) { return at_ < chars_.size() && chars_[at_] == c ? ++at_, true : false; }
  bool take(std::u32string_view s) {
    return std::u32string_view(chars_).substr(at_).starts_with(s) ? at_ += s.size(), true : false;
  }

  Result<Branches> alternatives(int depth) {
    if (depth > deepest || chars_.size() > longest) return unknown("more than is taken");
    Branches out(1);
    while (at_ < chars_.size() && chars_[at_] != ')') {
      if (take('|')) out.emplace_back();
      else out.back().push_back(TRY(part(depth)));
    }
    return out;
  }

  Result<Part> part(int depth) {
    Part p;
    if (take('(')) {
      const bool fold = fold_;
      p.kind = Part::Kind::group;
      if (take(U"?i:")) fold_ = true;
      else if (take(U"?!")) p.kind = Part::Kind::ahead, p.negated = true;
      else if (take(U"?=")) p.kind = Part::Kind::ahead;
      else if (!take(U"?:") && at_ < chars_.size() && chars_[at_] == '?') return unknown("a special group");
      p.branches = TRY(alternatives(depth + 1));
      if (!take(')')) return unknown("a group without an end");
      fold_ = fold;
    } else {
      p.set = TRY(set());
    }
    (void)TRY(count(p));
    return p;
  }

  Status count(Part& p) {
    const auto number = [&](uint32_t& n) {
      const size_t from = at_;
      for (n = 0; at_ < chars_.size() && chars_[at_] >= '0' && chars_[at_] <= '9' && n < 100'000; ++at_)
        n = n * 10 + (chars_[at_] - '0');
      return at_ > from;
    };
    if (take('?')) p.min = 0;
    else if (take('*')) p.min = 0, p.max = without_end;
    else if (take('+')) p.max = without_end;
    else if (take('{')) {
      if (!number(p.min)) return unknown("a { that starts no count");
      p.max = p.min;
      if (take(',') && !number(p.max)) p.max = without_end;
      if (!take('}') || p.max < p.min) return unknown("a { that starts no count");
    } else {
      return {};
    }
    if (p.kind == Part::Kind::group && p.branches.size() == 1 && p.branches[0].size() == 1 &&
        p.branches[0][0].kind == Part::Kind::set && p.branches[0][0].max == 1 && p.branches[0][0].min == 1) {
      p.kind = Part::Kind::set, p.set = p.branches[0][0].set;
    }
    if (p.kind != Part::Kind::set && (p.max != 1 || p.kind == Part::Kind::ahead)) return unknown("a repeated group");
    if (at_ < chars_.size() && (chars_[at_] == '?' || chars_[at_] == '+' || chars_[at_] == '*'))
      return unknown("a count that is not greedy");
    return {};
  }

  Result<uint32_t> set() {
    Pattern::Set s;
    s.fold = fold_;
    if (take('[')) {
      s.negated = take('^');
      for (bool first = true; first || !take(']'); first = false) {
        if (at_ >= chars_.size()) return unknown("a set without an end");
        if (chars_[at_] == '[' || take(U"&&")) return unknown("a set in a set");
        Pattern::Member m = TRY(member(true));
        if (m.kind == Pattern::Kind::range && at_ + 1 < chars_.size() && chars_[at_] == '-' && chars_[at_ + 1] != ']') {
          ++at_;
          const Pattern::Member last = TRY(member(true));
          if (last.kind != Pattern::Kind::range || last.low < m.low) return unknown("a range without an end");
          m.high = last.high;
        }
        s.members.push_back(m);
      }
    } else {
      s.members.push_back(TRY(member(false)));
    }
    for (char32_t c = 0; c < 128; ++c) s.ascii[c] = s.compute(c);
    out_.sets_.push_back(std::move(s));
    return static_cast<uint32_t>(out_.sets_.size() - 1);
  }

  Result<Pattern::Member> member(bool in_set) {
    using Kind = Pattern::Kind;
    if (at_ >= chars_.size()) return unknown("no end");
    char32_t c = chars_[at_++];
    if (c != '\\') {
      if (!in_set && std::u32string_view(U".^$*+?{}|)").find(c) != std::u32string_view::npos)
        return unknown(format("a {} here", write_utf8(std::u32string(1, c))));
      return Pattern::Member{Kind::range, false, c, c};
    }
    if (at_ >= chars_.size()) return unknown("no end");
    c = chars_[at_++];
    switch (c) {
      case 'n': return one('\n');
      case 'r': return one('\r');
      case 't': return one('\t');
      case 's': return Pattern::Member{Kind::space};
      case 'S': return Pattern::Member{Kind::space, true};
      case 'd': return Pattern::Member{Kind::digit};
      case 'D': return Pattern::Member{Kind::digit, true};
      case 'w': return Pattern::Member{Kind::word, false, !in_set};
      case 'W': return Pattern::Member{Kind::word, true, !in_set};
      case 'p':
      case 'P': {
        constexpr std::pair<std::u32string_view, Kind> names[] = {{U"{L}", Kind::letter},
                                                                  {U"{N}", Kind::number},
                                                                  {U"{Nd}", Kind::digit},
                                                                  {U"{P}", Kind::punctuation},
                                                                  {U"{M}", Kind::mark}};
        for (const auto& [name, kind] : names)
          if (take(name)) return Pattern::Member{kind, c == 'P'};
        return unknown("a property other than L, N, Nd, P and M");
      }
      default: break;
    }
    if (c >= 128 || char_class(c) == CharClass::letter || is_digit(c))
      return unknown(format("\\{}", write_utf8(std::u32string(1, c))));
    return one(c);
  }
  static Pattern::Member one(char32_t c) { return {Pattern::Kind::range, false, c, c}; }

  uint32_t add(Pattern::Node node) {
    out_.nodes_.push_back(std::move(node));
    return static_cast<uint32_t>(out_.nodes_.size() - 1);
  }
  uint32_t lay_out(const Branches& branches, uint32_t next, bool may_be_left_out) {
    if (branches.size() == 1 && !may_be_left_out) return lay_out(branches[0], next);
    Pattern::Node choose;
    choose.kind = Pattern::Node::Kind::choose;
    for (const Branch& branch : branches) choose.choices.push_back(lay_out(branch, next));
    if (may_be_left_out) choose.choices.push_back(next);
    return add(std::move(choose));
  }
  uint32_t lay_out(const Branch& branch, uint32_t next) {
    for (auto p = branch.rbegin(); p != branch.rend(); ++p) {
      if (p->kind == Part::Kind::group) {
        next = lay_out(p->branches, next, p->min == 0);
        continue;
      }
      Pattern::Node node;
      node.next = next;
      if (p->kind == Part::Kind::set) {
        node.kind = Pattern::Node::Kind::repeat, node.set = p->set, node.min = p->min, node.max = p->max;
      } else {
        node.kind = Pattern::Node::Kind::ahead, node.negated = p->negated;
        node.choices = {lay_out(p->branches, 0, false)};
      }
      next = add(std::move(node));
    }
    return next;
  }

  std::string_view text_;
  std::u32string chars_;
  size_t at_ = 0;
  bool fold_ = false;
  Pattern out_;
};

Pattern Pattern::literal(std::u32string text) {
  Pattern p;
  p.literal_ = std::move(text);
  return p;
}

Result<Pattern> Pattern::regex(std::string_view text) { return PatternParser(text).pattern(); }

size_t Pattern::match(uint32_t at, std::u32string_view text, size_t place) const {
  for (;;) {
    const Node& node = nodes_[at];
    switch (node.kind) {
      case Node::Kind::accept: return place;
      case Node::Kind::choose: {
        for (size_t i = 0; i + 1 < node.choices.size(); ++i)
          if (const size_t end = match(node.choices[i], text, place); end != npos) return end;
        at = node.choices.back();
        continue;
      }
      case Node::Kind::ahead:
        if ((match(node.choices[0], text, place) != npos) == node.negated) return npos;
        at = node.next;
        continue;
      case Node::Kind::repeat: break;
    }
    const Set& set = sets_[node.set];
    size_t end = place;
    const size_t last = node.max < text.size() - place ? place + node.max : text.size();
    while (end < last && set.has(text[end])) ++end;
    if (end - place < node.min) return npos;
    for (; end > place + node.min; --end)
      if (const size_t whole = match(node.next, text, end); whole != npos) return whole;
    place = end, at = node.next;
  }
}

Pattern::Match Pattern::find(std::u32string_view text, size_t from) const {
  if (nodes_.empty()) {
    const size_t at = literal_.empty() ? npos : text.find(literal_, from);
    return at == npos ? Match{npos, npos} : Match{at, at + literal_.size()};
  }
  for (; from < text.size(); ++from)
    if (const size_t end = match(start_, text, from); end != npos && end > from) return {from, end};
  return {npos, npos};
}

}  // namespace bitloom
