#include "wgsl/branches.h"

#include "bitloom/text.h"
#include "wgsl/evaluate.h"
#include "wgsl/lines.h"

namespace bitloom::wgsl {
namespace {

std::string_view word(Kind kind) {
  for (const auto& [text, k] : kDirectives)
    if (k == kind) return text;
  return {};
}

}  // namespace

Branches branches_of(const std::string& path, std::string_view text) {
  Branches out{{path, 0}};
  const std::vector<Line> lines = cut_lines(text).lines;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Kind kind = lines[i].kind;
    if (kind == Kind::define || kind == Kind::default_) out.emplace(path, i + 1);
    if (kind == Kind::default_) out.emplace(path, lines[i].next + 1);
    if (kind != Kind::if_ && kind != Kind::elif_ && kind != Kind::else_) continue;
    if (lines[i + 1].kind != Kind::error) out.emplace(path, i + 1);
    if (const size_t next = lines[i].next; kind != Kind::else_ && lines[next].kind == Kind::end)
      out.emplace(path, next + 1);
  }
  return out;
}

std::string describe_branch(const Sources& sources, const Branches::value_type& branch) {
  const auto& [path, number] = branch;
  const std::string* text = sources.find(path);
  if (number == 0 || !text) return format("{}: the file itself", path);
  const std::vector<Line> lines = cut_lines(*text).lines;
  const auto shown = [&](size_t i) {
    return format("#{}{}{}", word(lines[i].kind), lines[i].text.empty() ? "" : " ", trim(lines[i].text));
  };
  const size_t at = number - 1;
  if (lines[at].kind != Kind::end) {
    const bool macro = lines[at].kind == Kind::define || lines[at].kind == Kind::default_;
    return format("{}:{}: {}{}", path, number, shown(at), macro ? ", called" : "");
  }
  size_t first = at;  // the directive whose branches end here: the nearest that leads here
  while (lines[first].next != at) --first;
  if (lines[first].kind == Kind::default_)
    return format("{}:{}: {}, replaced by a hook", path, first + 1, shown(first));
  return format("{}:{}: {}, not taken", path, first + 1, shown(first));
}

}  // namespace bitloom::wgsl
