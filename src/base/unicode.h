// The little of Unicode that tokenizers need: classes of characters, small letters, the four normal forms.
//
//   Text text = read_utf8("Élan \xff");          // broken bytes become U+FFFD, as in Python's errors="replace"
//   normalize(text, NormalForm::nfd);            // e and its accent are two characters now, both from bytes 0 to 2
//   is_letter(text.chars[0]);                    // true
//   write_utf8(text.chars);
//
// Tables are unpacked when first used: unicode_tables.h has them, tools/unicode_tables.py makes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bitloom {

// Bytes of an input, from and up to.
struct Span {
  uint32_t begin = 0, end = 0;
  bool operator==(const Span&) const = default;
};

// Characters, and which bytes of the input each comes from.
struct Text {
  std::u32string chars;
  std::vector<Span> from;
  size_t size() const { return chars.size(); }
  void add(char32_t c, Span span) { chars.push_back(c), from.push_back(span); }
};

enum class CharClass : uint8_t {
  other,
  letter,
  digit,
  number_letter,
  number,
  connector,
  punctuation,
  mark,
  spacing_mark,
  enclosing_mark,
  control
};
enum class NormalForm : uint8_t { nfc, nfd, nfkc, nfkd };

CharClass char_class(char32_t c);
inline bool is_letter(char32_t c) { return char_class(c) == CharClass::letter; }    // \p{L}
inline bool is_digit(char32_t c) { return char_class(c) == CharClass::digit; }      // \p{Nd}
inline bool is_control(char32_t c) { return char_class(c) == CharClass::control; }  // Cc, Cf and Co
bool is_number(char32_t c);                                                         // \p{N}
bool is_mark(char32_t c);                                                           // \p{M}
bool is_punctuation(char32_t c);                                                    // \p{P}
bool is_space(char32_t c);                                                          // White_Space
bool is_word(char32_t c);                                                           // \w

void append_lower(std::u32string& out, char32_t c);
void normalize(Text& text, NormalForm form);

// Whether a user sees `before` and `c` as parts of one character, as far as one character looks back (UAX 29 without
// flags, joined emoji and Indic conjuncts).
bool joins(char32_t before, char32_t c);

Text read_utf8(std::string_view bytes);
// The first character and how many bytes it takes; `bytes` is not empty.
char32_t first_utf8(std::string_view bytes, size_t& taken);
void append_utf8(std::string& out, char32_t c);
std::string write_utf8(std::u32string_view chars);

}  // namespace bitloom
