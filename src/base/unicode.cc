#include "base/unicode.h"

#include <algorithm>
#include <array>
#include <compare>
#include <utility>

#include "base/unicode_tables.h"

namespace bitloom {
namespace {

constexpr char32_t hangul = 0xac00, leading = 0x1100, vowel = 0x1161, trailing = 0x11a7;
constexpr char32_t vowels = 21, trails = 28, syllables = 19 * vowels * trails;

// Numbers as the generator writes them.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : text_(text) {}
  bool more() const { return at_ < text_.size(); }
  uint32_t next() {
    uint32_t n = 0;
    for (int shift = 0;; shift += 5) {
      const uint32_t digit = value(text_[at_++]);
      n |= (digit & 31) << shift;
      if (digit < 32) return n;
    }
  }
  uint32_t next_signed() {  // to be added, wrapping round
    const uint32_t n = next();
    return n & 1 ? ~(n >> 1) : n >> 1;
  }

 private:
  static uint32_t value(char c) {
    if (c >= '0' && c <= '9') return static_cast<uint32_t>(c - '0');
    if (c >= 'A' && c <= 'Z') return static_cast<uint32_t>(c - 'A' + 10);
    if (c >= 'a' && c <= 'z') return static_cast<uint32_t>(c - 'a' + 36);
    return c == '-' ? 62 : 63;
  }
  std::string_view text_;
  size_t at_ = 0;
};

struct Classes {
  std::vector<uint8_t> low;  // of the first 65536 characters
  std::vector<std::pair<char32_t, uint8_t>> runs;
  Classes() : low(0x10000) {
    char32_t at = 0;
    for (Numbers in(unicode_tables::classes); in.more();) {
      const uint32_t run = in.next();
      const auto kind = static_cast<uint8_t>(run & 15);
      runs.emplace_back(at, kind);
      for (char32_t c = at; c < std::min<char32_t>(at + (run >> 4), 0x10000); ++c) low[c] = kind;
      at += run >> 4;
    }
  }
};

struct Combining {
  struct Run {
    char32_t begin, end;
    uint8_t kind;
  };
  std::vector<Run> runs;
  Combining() {
    char32_t at = 0;
    for (Numbers in(unicode_tables::combining); in.more();) {
      at += in.next();
      const uint32_t length = in.next(), kind = in.next();
      runs.push_back({at, at + length, static_cast<uint8_t>(kind)});
      at += length;
    }
  }
};

struct Decompositions {
  struct Entry {
    char32_t c;
    uint32_t begin;
    uint8_t size;
    bool compatible;
  };
  struct Pair {
    char32_t a, b, c;
    auto operator<=>(const Pair&) const = default;
  };
  std::vector<Entry> entries;
  std::u32string parts;
  std::vector<Pair> pairs;  // what composition puts together
  Decompositions() {
    std::array<uint32_t, 32> before{};
    char32_t at = 0;
    for (Numbers in(unicode_tables::decompositions); in.more();) {
      at += in.next();
      const uint32_t kind = in.next(), more = kind & 4 ? in.next() : 0, size = kind >> 3;
      for (uint32_t i = 0; i < size; ++i) before[i] += in.next_signed();
      for (uint32_t i = 0; i <= more; ++i, ++at) {
        entries.push_back({at, static_cast<uint32_t>(parts.size()), static_cast<uint8_t>(size), (kind & 1) != 0});
        for (uint32_t k = 0; k < size; ++k) parts.push_back(before[k] + i);
        if ((kind & 3) == 0 && size == 2) pairs.push_back({before[0], before[1], at});
      }
      if (more) before[0] += more;
    }
    std::ranges::sort(pairs);
  }
};

struct Lower {
  struct Run {
    char32_t begin, end;  // the end is the last one and one more
    uint32_t step, distance;
  };
  std::vector<Run> runs;
  Lower() {
    char32_t at = 0;
    for (Numbers in(unicode_tables::lower_case); in.more();) {
      at += in.next();
      const uint32_t count = in.next(), step = in.next(), distance = in.next_signed();
      runs.push_back({at, at + (count - 1) * step + 1, step, distance});
      at = runs.back().end;
    }
  }
};

const Classes& classes() {
  static const Classes table;
  return table;
}
const Decompositions& decompositions() {
  static const Decompositions table;
  return table;
}

uint8_t combining_class(char32_t c) {
  static const Combining table;
  if (c < 0x300) return 0;
  const auto run = std::ranges::upper_bound(table.runs, c, {}, &Combining::Run::begin);
  if (run == table.runs.begin()) return 0;
  return c < std::prev(run)->end ? std::prev(run)->kind : 0;
}

void decompose(char32_t c, bool compatible, std::u32string& out) {
  if (c - hangul < syllables) {
    const char32_t s = c - hangul;
    out.push_back(leading + s / (vowels * trails));
    out.push_back(vowel + s % (vowels * trails) / trails);
    if (s % trails) out.push_back(trailing + s % trails);
    return;
  }
  const Decompositions& table = decompositions();
  const auto entry = std::ranges::lower_bound(table.entries, c, {}, &Decompositions::Entry::c);
  if (c < 0xa0 || entry == table.entries.end() || entry->c != c || (entry->compatible && !compatible))
    return out.push_back(c);
  for (uint32_t i = 0; i < entry->size; ++i) decompose(table.parts[entry->begin + i], compatible, out);
}

char32_t compose(char32_t a, char32_t b) {
  if (a - leading < 19 && b - vowel < vowels) return hangul + ((a - leading) * vowels + (b - vowel)) * trails;
  if (a - hangul < syllables && (a - hangul) % trails == 0 && b - trailing - 1 < trails - 1) return a + (b - trailing);
  const std::vector<Decompositions::Pair>& pairs = decompositions().pairs;
  const auto pair = std::ranges::lower_bound(pairs, Decompositions::Pair{a, b, 0});
  return pair != pairs.end() && pair->a == a && pair->b == b ? pair->c : 0;
}

// Marks in the order of their classes, each behind the character it belongs to.
void order_marks(Text& text) {
  struct Mark {
    uint8_t kind;
    size_t place;
    auto operator<=>(const Mark&) const = default;
  };
  std::vector<Mark> marks;
  for (size_t i = 0; i < text.size(); ++i) {
    marks.clear();
    for (size_t k = i; k < text.size(); ++k) {
      const uint8_t kind = combining_class(text.chars[k]);
      if (kind == 0) break;
      marks.push_back({kind, k});
    }
    if (marks.size() > 1 && !std::ranges::is_sorted(marks)) {
      std::ranges::sort(marks);
      Text sorted;
      for (const Mark& mark : marks) sorted.add(text.chars[mark.place], text.from[mark.place]);
      std::ranges::copy(sorted.chars, text.chars.data() + i);
      std::ranges::copy(sorted.from, text.from.data() + i);
    }
    i += marks.size();
  }
}

void compose_all(Text& text) {
  size_t to = 0, starter = text.size();
  int last = -1;  // class of what was kept last since the starter
  for (size_t i = 0; i < text.size(); ++i) {
    const char32_t c = text.chars[i];
    const uint8_t kind = combining_class(c);
    if (starter < to && (last < kind || last == -1)) {
      if (const char32_t whole = compose(text.chars[starter], c)) {
        text.chars[starter] = whole;
        text.from[starter].end = std::max(text.from[starter].end, text.from[i].end);
        continue;
      }
    }
    if (kind == 0) starter = to, last = -1;
    else last = kind;
    text.chars[to] = c, text.from[to++] = text.from[i];
  }
  text.chars.resize(to), text.from.resize(to);
}

}  // namespace

CharClass char_class(char32_t c) {
  const Classes& table = classes();
  if (c < 0x10000) return static_cast<CharClass>(table.low[c]);
  const auto run = std::ranges::upper_bound(table.runs, c, {}, &std::pair<char32_t, uint8_t>::first);
  return static_cast<CharClass>(std::prev(run)->second);
}

bool is_number(char32_t c) {
  const CharClass k = char_class(c);
  return k >= CharClass::digit && k <= CharClass::number;
}
bool is_mark(char32_t c) {
  const CharClass k = char_class(c);
  return k >= CharClass::mark && k <= CharClass::enclosing_mark;
}
bool is_punctuation(char32_t c) {
  const CharClass k = char_class(c);
  return k == CharClass::connector || k == CharClass::punctuation;
}

bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13);
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
         c == 0x202f || c == 0x205f || c == 0x3000;
}

bool is_word(char32_t c) {
  switch (char_class(c)) {
    case CharClass::letter:
    case CharClass::digit:
    case CharClass::number_letter:
    case CharClass::connector:
    case CharClass::mark:
    case CharClass::spacing_mark:
    case CharClass::enclosing_mark: return true;
    default: break;
  }
  return c == 0x200c || c == 0x200d || (c >= 0x24b6 && c <= 0x24e9) || (c >= 0x1f130 && c <= 0x1f149) ||
         (c >= 0x1f150 && c <= 0x1f169) || (c >= 0x1f170 && c <= 0x1f189);
}

void append_lower(std::u32string& out, char32_t c) {
  static const Lower table;
  if (c < 0x80) return out.push_back(c >= 'A' && c <= 'Z' ? c + 32 : c);
  if (c == 0x130) {
    out.push_back('i');
    return out.push_back(0x307);
  }
  const auto run = std::ranges::upper_bound(table.runs, c, {}, &Lower::Run::begin);
  if (run != table.runs.begin()) {
    const Lower::Run& r = *std::prev(run);
    if (c < r.end && (c - r.begin) % r.step == 0) c += r.distance;
  }
  out.push_back(c);
}

void normalize(Text& text, NormalForm form) {
  const bool compatible = form == NormalForm::nfkc || form == NormalForm::nfkd;
  const char32_t first = form == NormalForm::nfc ? 0x300 : compatible ? 0xa0 : 0xc0;  // below, nothing changes
  if (std::ranges::all_of(text.chars, [&](char32_t c) { return c < first; })) return;
  Text out;
  out.chars.reserve(text.size()), out.from.reserve(text.size());
  std::u32string parts;
  for (size_t i = 0; i < text.size(); ++i) {
    parts.clear();
    decompose(text.chars[i], compatible, parts);
    for (const char32_t c : parts) out.add(c, text.from[i]);
  }
  order_marks(out);
  if (form == NormalForm::nfc || form == NormalForm::nfkc) compose_all(out);
  text = std::move(out);
}

bool joins(char32_t before, char32_t c) {
  const auto breaks = [](char32_t x) {
    if (x == 0x200c || x == 0x200d || (x >= 0xe0020 && x <= 0xe007f)) return false;
    const bool prepend = (x >= 0x600 && x <= 0x605) || x == 0x6dd || x == 0x70f || x == 0x890 || x == 0x891 ||
                         x == 0x8e2 || x == 0x110bd || x == 0x110cd;
    return !prepend && ((is_control(x) && !(x >= 0xe000 && x <= 0xf8ff) && x < 0xf0000) || x == 0x2028 || x == 0x2029 ||
                        x == 0x2065 || (x >= 0xfff0 && x <= 0xfff8) || (x >= 0xe0000 && x <= 0xe0fff && !is_mark(x)));
  };
  if (before == '\r') return c == '\n';
  if (breaks(before) || breaks(c)) return false;
  const bool l = (before >= 0x1100 && before <= 0x115f) || (before >= 0xa960 && before <= 0xa97c);
  const auto is_v = [](char32_t x) { return (x >= 0x1160 && x <= 0x11a7) || (x >= 0xd7b0 && x <= 0xd7c6); };
  const auto is_t = [](char32_t x) { return (x >= 0x11a8 && x <= 0x11ff) || (x >= 0xd7cb && x <= 0xd7fb); };
  const bool syllable = c - hangul < syllables, was = before - hangul < syllables;
  if (l && ((c >= 0x1100 && c <= 0x115f) || (c >= 0xa960 && c <= 0xa97c) || is_v(c) || syllable)) return true;
  if (((was && (before - hangul) % trails == 0) || is_v(before)) && (is_v(c) || is_t(c))) return true;
  if ((was || is_t(before)) && is_t(c)) return true;
  if (c == 0x200c || c == 0x200d || (c >= 0x1f3fb && c <= 0x1f3ff) || (c >= 0xe0020 && c <= 0xe007f)) return true;
  if (c == 0xff9e || c == 0xff9f || c == 0xe33 || c == 0xeb3) return true;
  if (is_mark(c)) return c != 0x102b && c != 0x102c && c != 0x1038;
  return (before >= 0x600 && before <= 0x605) || before == 0x6dd || before == 0x70f || before == 0x890 ||
         before == 0x891 || before == 0x8e2 || before == 0xd4e || before == 0x110bd || before == 0x110cd;
}

char32_t first_utf8(std::string_view bytes, size_t& taken) {
  const auto byte = [&](size_t i) { return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u; };
  const char32_t first = byte(0);
  taken = 1;
  if (first < 0x80) return first;
  if (first < 0xc2 || first > 0xf4) return 0xfffd;
  const size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  char32_t c = first & (0x7fu >> length);
  for (; taken < length; ++taken) {
    const char32_t next = byte(taken);
    char32_t low = 0x80, high = 0xbf;
    if (taken == 1) {
      if (first == 0xe0) low = 0xa0;
      if (first == 0xed) high = 0x9f;
      if (first == 0xf0) low = 0x90;
      if (first == 0xf4) high = 0x8f;
    }
    if (next < low || next > high) return 0xfffd;
    c = c << 6 | (next & 0x3f);
  }
  return c;
}

Text read_utf8(std::string_view bytes) {
  Text text;
  text.chars.reserve(bytes.size()), text.from.reserve(bytes.size());
  size_t taken = 0;
  for (size_t at = 0; at < bytes.size(); at += taken) {
    const char32_t c = first_utf8(bytes.substr(at), taken);
    text.add(c, {static_cast<uint32_t>(at), static_cast<uint32_t>(at + taken)});
  }
  return text;
}

void append_utf8(std::string& out, char32_t c) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) return out.push_back(static_cast<char>(c));
  if (c < 0x800) out += static_cast<char>(0xc0 | c >> 6);
  else if (c < 0x10000) out += static_cast<char>(0xe0 | c >> 12), tail(6);
  else out += static_cast<char>(0xf0 | c >> 18), tail(12), tail(6);
  tail(0);
}

std::string write_utf8(std::u32string_view chars) {
  std::string out;
  out.reserve(chars.size());
  for (const char32_t c : chars) append_utf8(out, c);
  return out;
}

}  // namespace bitloom
