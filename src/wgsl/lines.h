// A template's text as lines: which are directives, which are WGSL, and where each block goes on.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bitloom::wgsl {

enum class Kind { text, note, param, include, if_, elif_, else_, end, for_, let, define, default_, error };
constexpr std::pair<std::string_view, Kind> kDirectives[] = {
    {"param", Kind::param}, {"include", Kind::include}, {"if", Kind::if_},          {"elif", Kind::elif_},
    {"else", Kind::else_},  {"end", Kind::end},         {"for", Kind::for_},        {"let", Kind::let},
    {"error", Kind::error}, {"define", Kind::define},   {"default", Kind::default_}};

Kind directive(std::string_view word);  // Kind::text for a word that is none

struct Line {
  Kind kind = Kind::text;
  std::string_view text;  // without trailing blanks; of a directive, what follows its word
  size_t next = 0;        // in a block: the line of its next #elif, #else or #end
};

struct Lines {
  std::vector<Line> lines;
  std::string problem;  // not empty: what is wrong at bad_line, counted from 1
  size_t bad_line = 0;
};

// The lines view `text`, which must outlive them.
Lines cut_lines(std::string_view text);

}  // namespace bitloom::wgsl
