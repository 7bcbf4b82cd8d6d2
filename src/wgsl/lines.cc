#include "wgsl/lines.h"

#include <algorithm>

#include "bitloom/text.h"
#include "wgsl/evaluate.h"

namespace bitloom::wgsl {
namespace {

// One line, its blocks still unknown; fills `problem` when it is no directive of ours.
Line read_line(std::string_view raw, std::string& problem) {
  while (!raw.empty() && is_blank(raw.back())) raw.remove_suffix(1);
  const std::string_view body = trim(raw);
  if (body.starts_with("//#")) return {Kind::note, {}};
  if (!body.starts_with('#')) return {Kind::text, raw};
  size_t at = 1;
  const std::string_view word = read_name(body, at);
  std::string_view rest = body.substr(at);
  const Kind kind = directive(word);
  if (kind == Kind::text) {
    if (!rest.starts_with('(') && !rest.starts_with("${")) {  // those two begin a macro's call
      problem = format("unknown directive \"#{}\"; known: {}", word, list_names(kDirectives));
    }
    return {Kind::text, raw};
  }
  rest = trim(rest.substr(0, rest.find(" //")));
  if ((kind == Kind::else_ || kind == Kind::end) && !rest.empty()) {
    problem = format("#{} takes nothing, not \"{}\"", word, rest);
  }
  return {kind, rest};
}

}  // namespace

Kind directive(std::string_view word) {
  const auto* known = std::ranges::find(kDirectives, word, [](const auto& d) { return d.first; });
  return known == std::end(kDirectives) ? Kind::text : known->second;
}

Lines cut_lines(std::string_view text) {
  Lines out;
  std::vector<Line>& lines = out.lines;
  struct Block {
    size_t first, last;  // its first line, and the latest that goes on: the #if or an #elif or #else
  };
  std::vector<Block> open;
  for (size_t at = 0; at < text.size() && out.problem.empty();) {
    const size_t end = std::min(text.find('\n', at), text.size()), here = lines.size();
    const Kind kind = lines.emplace_back(read_line(text.substr(at, end - at), out.problem)).kind;
    at = end + 1;
    out.bad_line = here + 1;
    if (kind == Kind::if_ || kind == Kind::for_ || kind == Kind::define || kind == Kind::default_) {
      open.push_back({here, here});
    } else if (kind == Kind::elif_ || kind == Kind::else_ || kind == Kind::end) {
      if (open.empty()) return out.problem = "no block is open here", out;
      Block& block = open.back();
      if (kind != Kind::end && lines[block.first].kind != Kind::if_) out.problem = "only #if has #elif and #else";
      else if (kind != Kind::end && lines[block.last].kind == Kind::else_) out.problem = "only #end follows #else";
      lines[block.last].next = here;
      block.last = here;
      if (kind == Kind::end) open.pop_back();
    }
  }
  if (out.problem.empty() && !open.empty()) {
    out.bad_line = open.back().first + 1;
    out.problem = "this block has no #end";
  }
  return out;
}

}  // namespace bitloom::wgsl
