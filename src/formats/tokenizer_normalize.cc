#include <algorithm>

#include "formats/tokenizer_parts.h"

namespace bitloom::tokens {
namespace {

void append_read(Text& out, std::string_view utf8, Span span) {
  size_t taken = 0;
  for (size_t at = 0; at < utf8.size(); at += taken) out.add(first_utf8(utf8.substr(at), taken), span);
}

// Each character becomes what `change` adds for it.
template <class F>
void change_each(Text& text, F change) {
  Text out;
  out.chars.reserve(text.size()), out.from.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) change(text.chars[i], text.from[i], out);
  text = std::move(out);
}

template <class F>
void keep_if(Text& text, F keep) {
  change_each(text, [&](char32_t c, Span from, Text& out) {
    if (keep(c)) out.add(c, from);
  });
}

void lower(Text& text) {
  std::u32string small;
  change_each(text, [&](char32_t c, Span from, Text& out) {
    small.clear();
    append_lower(small, c);
    for (const char32_t s : small) out.add(s, from);
  });
}

bool is_chinese(char32_t c) {
  return (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf) || (c >= 0x20000 && c <= 0x2a6df) ||
         (c >= 0x2a700 && c <= 0x2b73f) || (c >= 0x2b740 && c <= 0x2b81f) || (c >= 0x2b920 && c <= 0x2ceaf) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0x2f800 && c <= 0x2fa1f);
}

void bert(const Normalizer& step, Text& text) {
  if (step.clean)
    change_each(text, [](char32_t c, Span from, Text& out) {
      if (c == '\t' || c == '\n' || c == '\r') out.add(' ', from);
      else if (c != 0xfffd && !is_control(c)) out.add(is_space(c) ? ' ' : c, from);
    });
  if (step.chinese)
    change_each(text, [](char32_t c, Span from, Text& out) {
      if (!is_chinese(c)) return out.add(c, from);
      out.add(' ', from), out.add(c, from), out.add(' ', from);
    });
  if (step.accents) {
    normalize(text, NormalForm::nfd);
    keep_if(text, [](char32_t c) { return c < 0x300 || char_class(c) != CharClass::mark; });
  }
  if (step.lower) lower(text);
}

void strip(const Normalizer& step, Text& text) {
  size_t begin = 0, end = text.size();
  while (step.left && begin < end && is_space(text.chars[begin])) ++begin;
  while (step.right && begin < end && is_space(text.chars[end - 1])) --end;
  const auto cut = [&](auto& list) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(end), list.end());
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(begin));
  };
  cut(text.chars), cut(text.from);
}

// As the reference does it: what a user sees as one character is looked up as a whole if it has less than six bytes,
// else its characters one by one; and the shortest entry counts, whatever follows it.
void chars_map(const CharsMap& map, Text& text, size_t most) {
  Text out;
  out.chars.reserve(text.size()), out.from.reserve(text.size());
  std::string utf8;
  std::string_view becomes;
  for (size_t at = 0, end = 0; at < text.size() && out.size() <= most; at = end) {
    for (end = at + 1; end < text.size() && joins(text.chars[end - 1], text.chars[end]);) ++end;
    utf8 = write_utf8(std::u32string_view(text.chars).substr(at, std::min<size_t>(end - at, 6)));
    if (utf8.size() < 6 && map.find(utf8, true, becomes) > 0) {
      append_read(out, becomes, {text.from[at].begin, text.from[end - 1].end});
      continue;
    }
    for (size_t i = at; i < end && out.size() <= most; ++i) {
      utf8.clear();
      append_utf8(utf8, text.chars[i]);
      if (map.find(utf8, true, becomes) > 0) append_read(out, becomes, text.from[i]);
      else out.add(text.chars[i], text.from[i]);
    }
  }
  // What was left out at the start counts to the first character, which is how "first" knows it in the reference.
  if (out.size()) out.from[0].begin = text.from[0].begin;
  text = std::move(out);
}

// SentencePiece's way, which also makes its marks of spaces.
void sentence(const Normalizer& step, Text& text, size_t most) {
  constexpr char32_t mark = 0x2581;
  const std::string utf8 = write_utf8(text.chars);
  Text out, part;
  bool after_space = step.squeeze, started = false;
  size_t byte = 0;
  for (size_t at = 0; at < text.size() && out.size() <= most;) {
    part = {};
    int32_t ignored = 0;
    std::string_view becomes;
    size_t count = step.kept.longest(std::u32string_view(text.chars).substr(at), ignored), bytes = 0;
    const size_t mapped = count ? 0 : step.map.find(std::string_view(utf8).substr(byte), false, becomes);
    const auto width = [&](char32_t c) { return c < 0x80 ? 1u : c < 0x800 ? 2u : c < 0x10000 ? 3u : 4u; };
    if (mapped)
      for (; bytes < mapped && at + count < text.size(); ++count) bytes += width(text.chars[at + count]);
    else {
      count = std::max<size_t>(count, 1);
      for (size_t i = at; i < at + count; ++i) bytes += width(text.chars[i]), part.add(text.chars[i], text.from[i]);
    }
    if (mapped) append_read(part, becomes, {text.from[at].begin, text.from[at + count - 1].end});
    at += count, byte += bytes;
    size_t skip = 0;
    if (!started && step.squeeze && part.chars == U" ") continue;
    if (!started && step.dummy && !step.suffix)
      out.add(mark, part.size() ? Span{part.from[0].begin, part.from[0].begin} : Span{});
    started = true;
    while (after_space && skip < part.size() && part.chars[skip] == ' ') ++skip;
    if (skip < part.size()) after_space = step.squeeze && part.chars.back() == ' ';
    for (size_t i = skip; i < part.size(); ++i) out.add(part.chars[i] == ' ' ? mark : part.chars[i], part.from[i]);
  }
  if (step.squeeze)
    while (out.size() && out.chars.back() == mark) out.chars.pop_back(), out.from.pop_back();
  if (started && step.dummy && step.suffix)
    out.add(mark, out.size() ? Span{out.from.back().end, out.from.back().end} : Span{});
  text = std::move(out);
}

void nmt(Text& text) {
  keep_if(text, [](char32_t c) {
    return !((c >= 1 && c <= 8) || c == 0xb || (c >= 0xe && c <= 0x1f) || c == 0x7f || c == 0x8f || c == 0x9f);
  });
  for (char32_t& c : text.chars)
    if (c == 9 || c == 0xa || c == 0xc || c == 0xd || c == 0x1680 || (c >= 0x200b && c <= 0x200f) || c == 0x2028 ||
        c == 0x2029 || c == 0x2581 || c == 0xfeff || c == 0xfffd)
      c = ' ';
}

}  // namespace

Result<CharsMap> CharsMap::read(std::string_view bytes) {
  const auto number = [&](size_t at) {
    uint32_t n = 0;
    for (size_t i = 0; i < 4; ++i) n |= uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return n;
  };
  CharsMap out;
  if (bytes.empty()) return out;
  if (bytes.size() < 4 || number(0) > bytes.size() - 4 || number(0) % 4 != 0)
    return error(Code::invalid_argument, "[tokenizer] the table of characters is cut off");
  const size_t size = number(0);
  out.units_.reserve(size / 4);
  for (size_t at = 4; at < 4 + size; at += 4) out.units_.push_back(number(at));
  out.texts_ = bytes.substr(4 + size);
  return out;
}

size_t CharsMap::find(std::string_view text, bool shortest, std::string_view& becomes) const {
  if (units_.empty()) return 0;
  // Where a unit's children are; the format is that of Darts-clone.
  const auto children = [](uint32_t unit) { return (unit >> 10) << ((unit & 0x200) >> 6); };
  uint32_t at = children(units_[0]);
  size_t found = 0;
  for (size_t i = 0; i < std::min(text.size(), longest_token) && text[i] != '\0'; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    at ^= byte;
    if (at >= units_.size()) break;
    const uint32_t unit = units_[at];
    if ((unit & 0x800000ff) != byte) break;
    at ^= children(unit);
    if (!(unit & 0x100)) continue;
    const size_t leaf = at < units_.size() ? units_[at] & 0x7fffffff : texts_.size();
    if (leaf >= texts_.size()) break;
    found = i + 1;
    becomes = std::string_view(texts_).substr(leaf);
    becomes = becomes.substr(0, becomes.find('\0'));
    if (shortest) break;
  }
  return found;
}

void replace(const Pattern& pattern, std::u32string_view content, Text& text, size_t most) {
  PatternSearch search(pattern);
  search.start(text.chars);
  Pattern::Match match = search.find(0);
  if (match.begin == Pattern::npos) return;
  Text out;
  size_t at = 0;
  for (; match.begin != Pattern::npos && out.size() <= most; match = search.find(at)) {
    for (; at < match.begin; ++at) out.add(text.chars[at], text.from[at]);
    for (const char32_t c : content) out.add(c, {text.from[match.begin].begin, text.from[match.end - 1].end});
    at = match.end;
  }
  for (; at < text.size() && out.size() <= most; ++at) out.add(text.chars[at], text.from[at]);
  text = std::move(out);
}

namespace {

void change(const Normalizer& step, Text& text, size_t most) {
  switch (step.kind) {
    case Normalizer::Kind::bert: return bert(step, text);
    case Normalizer::Kind::form: return normalize(text, step.form);
    case Normalizer::Kind::lower: return lower(text);
    case Normalizer::Kind::strip: return strip(step, text);
    case Normalizer::Kind::strip_accents: return keep_if(text, [](char32_t c) { return c < 0x300 || !is_mark(c); });
    case Normalizer::Kind::replace: return replace(step.pattern, step.content, text, most);
    case Normalizer::Kind::chars_map: return chars_map(step.map, text, most);
    case Normalizer::Kind::sentence: return sentence(step, text, most);
    case Normalizer::Kind::nmt: return nmt(text);
    case Normalizer::Kind::byte_level: {
      std::string utf8;
      return change_each(text, [&](char32_t c, Span from, Text& out) {
        utf8.clear();
        append_utf8(utf8, c);
        for (const char byte : utf8) out.add(byte_to_char(static_cast<uint8_t>(byte)), from);
      });
    }
    case Normalizer::Kind::prepend:
      if (text.chars.empty()) return;
      text.from.insert(text.from.begin(), step.content.size(), Span(text.from[0]));
      text.chars.insert(0, step.content);
  }
}

}  // namespace

Error grows_too_long(std::string_view kind, size_t step, size_t steps, size_t given) {
  return error(
      Code::limit,
      "[tokenizer] {} {} of {} makes too much of a text of {} characters; at most {} are allowed ({} + {} times "
      "its length)",
      kind, step + 1, steps, given, most_characters(given), growth_at_least, most_growth);
}

Status apply(const std::vector<Normalizer>& steps, Text& part, size_t whole, size_t made) {
  const size_t all = most_characters(whole), most = all > made ? all - made : 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    change(steps[i], part, most);
    if (part.size() > most) return grows_too_long("normalizer", i, steps.size(), whole);
  }
  return {};
}

}  // namespace bitloom::tokens
