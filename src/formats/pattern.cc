#include "formats/pattern.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "base/json_text.h"
#include "base/try.h"
#include "base/unicode.h"

namespace bitloom {
namespace {

constexpr uint32_t without_end = std::numeric_limits<uint32_t>::max();

char32_t lower_case(char32_t c) {
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

void Pattern::Set::finish(const std::vector<Member>& members) {
  for (const Member& m : members) {
    if (m.kind != Kind::range) {
      if (std::ranges::find(classes, m) == classes.end()) classes.push_back(m);
      continue;
    }
    ranges.push_back({m.low, m.high});
    if (fold && m.low == m.high) folded += lower_case(m.low);
  }
  std::ranges::sort(folded);
  std::ranges::sort(ranges, {}, &Range::low);
  size_t count = 0;
  for (const Range& r : ranges)
    if (count && r.low <= ranges[count - 1].high) ranges[count - 1].high = std::max(ranges[count - 1].high, r.high);
    else ranges[count++] = r;
  ranges.resize(count);
  for (char32_t c = 0; c < 128; ++c) ascii[c] = compute(c);
}

bool Pattern::Set::holds(char32_t c) const {
  if (!ranges.empty()) {
    const auto after = std::ranges::upper_bound(ranges, c, {}, &Range::low);
    if (after != ranges.begin() && c <= std::prev(after)->high) return true;
  }
  return std::ranges::any_of(classes, [&](const Member& m) { return m.has(c); });
}

bool Pattern::Set::compute(char32_t c) const {
  bool has = holds(c);
  if (fold && !has) {
    const char32_t small = lower_case(c);
    has = holds(small) || (small >= 'a' && small <= 'z' && holds(small - 32)) ||
          std::ranges::binary_search(folded, small);
  }
  return has != negated;
}

// Reads a regular expression into a tree, then lays the tree out from its end to its start.
class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text), chars_(read_utf8(text).chars) {}

  Result<Pattern> pattern() {
    if (chars_.size() > longest) return unsupported(format("{} characters; at most {} are", chars_.size(), longest));
    const Branches branches = TRY(alternatives(0));
    if (at_ != chars_.size()) return unknown("an unmatched )");
    for (Pattern::Program* program : {&out_.quick_, &out_.single_}) {
      program_ = program;
      program->nodes.emplace_back();
      program->start = lay_out(branches, 0, false);
    }
    if (out_.single_.slots > most_choices)
      return unsupported(format("{} choices; at most {} are", out_.single_.slots, most_choices));
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
  static constexpr size_t longest = 4096, most_repeats = 4096;
  static constexpr uint32_t most_choices = 256;  // a search may need so many times two bits for each character

  Error unsupported(std::string_view what) const {
    constexpr size_t shown = 200;
    return error(Code::unsupported, "[tokenizer] the pattern {}{} has {} supported", quote(text_.substr(0, shown)),
                 text_.size() > shown ? "..." : "", what);
  }
  Error unknown(std::string_view what) const { return unsupported(format("{}, which is not", what)); }
  bool take(char32_t c) { return at_ < chars_.size() && chars_[at_] == c ? ++at_, true : false; }
  bool take(std::u32string_view s) {
    return std::u32string_view(chars_).substr(at_).starts_with(s) ? at_ += s.size(), true : false;
  }

  Result<Branches> alternatives(int depth) {
    if (depth > deepest) return unsupported(format("groups in groups; at most {} levels are", deepest));
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
      repeats_ += p.max == without_end ? p.min : p.max;
      if (repeats_ > most_repeats) return unsupported(format("counts of more than {} in all; fewer are", most_repeats));
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
    std::vector<Pattern::Member> members;
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
        members.push_back(m);
      }
    } else {
      members.push_back(TRY(member(false)));
    }
    s.finish(members);
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
    if (node.kind == Pattern::Node::Kind::choose || node.kind == Pattern::Node::Kind::ahead)
      node.slot = program_->slots++;
    program_->nodes.push_back(std::move(node));
    return static_cast<uint32_t>(program_->nodes.size() - 1);
  }
  uint32_t add_choice(std::vector<uint32_t> choices) {
    Pattern::Node choose;
    choose.kind = Pattern::Node::Kind::choose, choose.choices = std::move(choices);
    return add(std::move(choose));
  }
  uint32_t add_repeat(uint32_t set, uint32_t min, uint32_t max, uint32_t next) {
    Pattern::Node node;
    node.kind = Pattern::Node::Kind::repeat, node.set = set, node.min = min, node.max = max, node.next = next;
    return add(std::move(node));
  }
  // One character at a time.
  uint32_t add_singly(const Part& p, uint32_t next) {
    if (p.max == without_end) {
      const uint32_t loop = add_choice({0, next});
      program_->nodes[loop].choices[0] = add_repeat(p.set, 1, 1, loop);
      next = loop;
    } else {
      const uint32_t after = next;
      for (uint32_t i = p.min; i < p.max; ++i) next = add_choice({add_repeat(p.set, 1, 1, next), after});
    }
    for (uint32_t i = 0; i < p.min; ++i) next = add_repeat(p.set, 1, 1, next);
    return next;
  }
  uint32_t lay_out(const Branches& branches, uint32_t next, bool may_be_left_out) {
    if (branches.size() == 1 && !may_be_left_out) return lay_out(branches[0], next);
    std::vector<uint32_t> choices;
    for (const Branch& branch : branches) choices.push_back(lay_out(branch, next));
    if (may_be_left_out) choices.push_back(next);
    return add_choice(std::move(choices));
  }
  uint32_t lay_out(const Branch& branch, uint32_t next) {
    for (auto p = branch.rbegin(); p != branch.rend(); ++p) {
      if (p->kind == Part::Kind::group) {
        next = lay_out(p->branches, next, p->min == 0);
      } else if (p->kind == Part::Kind::set) {
        next = program_ == &out_.single_ ? add_singly(*p, next) : add_repeat(p->set, p->min, p->max, next);
      } else {
        Pattern::Node node;
        node.kind = Pattern::Node::Kind::ahead, node.negated = p->negated, node.next = next;
        node.choices = {lay_out(p->branches, 0, false)};
        next = add(std::move(node));
      }
    }
    return next;
  }

  std::string_view text_;
  std::u32string chars_;
  size_t at_ = 0, repeats_ = 0;
  bool fold_ = false;
  Pattern out_;
  Pattern::Program* program_ = nullptr;  // that is laid out
};

Pattern Pattern::literal(std::u32string text) {
  Pattern p;
  p.literal_ = std::move(text);
  return p;
}

Result<Pattern> Pattern::regex(std::string_view text) { return PatternParser(text).pattern(); }

}  // namespace bitloom
