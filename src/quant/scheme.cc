#include "quant/scheme.h"

#include <algorithm>

#include "base/try.h"
#include "bitloom/text.h"

namespace bitloom::quant {
namespace {

int64_t round_up(int64_t n, int64_t unit) { return (n + unit - 1) / unit * unit; }

// Codes that fill whole words: 10 in one for aligned 3 bits, 32 in three for dense ones, else what 32 bits hold.
struct Bundle {
  int codes, words;
};
Bundle bundle_of(const Scheme& s) {
  if (s.bits != 3) return {32 / s.bits, 1};
  return s.aligned ? Bundle{10, 1} : Bundle{32, 3};
}

// Where code i of a bundle starts.
int bit_of(const Scheme& s, int i) { return i * s.bits; }

}  // namespace

Scheme default_scheme(int bits) {
  return {.bits = bits, .symmetric = bits == 8, .granularity = bits == 8 ? Granularity::channel : Granularity::group};
}

Status check(const Scheme& s) {
  if (s.bits != 1 && s.bits != 2 && s.bits != 3 && s.bits != 4 && s.bits != 8)
    return error(Code::invalid_argument, "[quantize] not supported: {} bits; supported are 1, 2, 3, 4 and 8", s.bits);
  if (s.granularity == Granularity::group && s.group != 32 && s.group != 64 && s.group != 128)
    return error(Code::invalid_argument, "[quantize] not supported: groups of {}; supported are 32, 64 and 128",
                 s.group);
  if (s.scales != DType::f16 && s.scales != DType::f32)
    return error(Code::invalid_argument, "[quantize] not supported: scales in {}; supported are f16 and f32", s.scales);
  if (s.aligned && s.bits != 3)
    return error(Code::invalid_argument,
                 "[quantize] not supported: aligned packing of {} bits; it is for 3 bits, the others fill words anyway",
                 s.bits);
  return {};
}

int64_t Layout::scale_at(int64_t row, int64_t column) const {
  return scales == 1 ? 0 : row * (scales / rows) + column / stretch;
}

Result<Layout> layout_of(const Scheme& s, int64_t rows, int64_t columns) {
  (void)TRY(check(s));
  if (rows < 1 || columns < 1)
    return error(Code::invalid_argument, "[quantize] weights [{}, {}]: a matrix with at least one weight is needed",
                 rows, columns);
  const Bundle bundle = bundle_of(s);
  Layout l{.rows = rows, .columns = columns};
  const bool groups = s.granularity == Granularity::group;
  l.padded = groups ? round_up(columns, s.group) : columns;
  // Groups are multiples of 32, which all bundles but the aligned one divide: there a row ends with the word.
  l.words = (l.padded + bundle.codes - 1) / bundle.codes * bundle.words;
  l.stretch = groups ? s.group : l.padded;
  const int64_t a_row = groups ? l.padded / s.group : 1;
  l.scales = s.granularity == Granularity::tensor ? 1 : rows * a_row;
  l.minimums = s.symmetric ? 0 : l.scales;
  l.scale_bytes = static_cast<int>(byte_size(s.scales));
  return l;
}

std::vector<int64_t> scales_shape(const Scheme& s, const Layout& l) {
  switch (s.granularity) {
    case Granularity::tensor: return {1};
    case Granularity::channel: return {l.rows};
    case Granularity::group: break;
  }
  return {l.rows, l.scales / l.rows};
}

void pack(const Scheme& s, std::span<const uint8_t> codes, std::span<uint32_t> words) {
  const Bundle bundle = bundle_of(s);
  std::ranges::fill(words, 0u);
  for (size_t i = 0; i < codes.size(); ++i) {
    const size_t first = i / static_cast<size_t>(bundle.codes) * static_cast<size_t>(bundle.words);
    const int bit = bit_of(s, static_cast<int>(i % static_cast<size_t>(bundle.codes)));
    const size_t word = first + static_cast<size_t>(bit / 32);
    words[word] |= uint32_t{codes[i]} << (bit % 32);
    // Dense 3 bits may straddle two words.
    if (bit % 32 + s.bits > 32) words[word + 1] |= uint32_t{codes[i]} >> (32 - bit % 32);
  }
}

void unpack(const Scheme& s, std::span<const uint32_t> words, std::span<uint8_t> codes) {
  const Bundle bundle = bundle_of(s);
  const uint32_t mask = (1u << s.bits) - 1;
  for (size_t i = 0; i < codes.size(); ++i) {
    const size_t first = i / static_cast<size_t>(bundle.codes) * static_cast<size_t>(bundle.words);
    const int bit = bit_of(s, static_cast<int>(i % static_cast<size_t>(bundle.codes)));
    const size_t word = first + static_cast<size_t>(bit / 32);
    uint32_t v = words[word] >> (bit % 32);
    if (bit % 32 + s.bits > 32) v |= words[word + 1] << (32 - bit % 32);
    codes[i] = static_cast<uint8_t>(v & mask);
  }
}

}  // namespace bitloom::quant
